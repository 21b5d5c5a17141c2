"""Headings: which kind of thing a line opens, its id, and what it is tied to."""

from __future__ import annotations

from collections.abc import Set
from functools import lru_cache

from lexempt.case import Span, Thing
from lexempt.language.keys import a, is_id
from lexempt.language.suggest import did_you_mean, listed, nearest, shown
from lexempt.language.tree import Heading, Piece, Problem
from lexempt.law.vocabulary import Vocabulary, normal
from lexempt.records import NamedTuple

STRUCTURE = frozenset(
    [
        "assume",
        "because",
        "by",
        "claim",
        "depends",
        "duty",
        "exempt",
        "expect",
        "for",
        "history",
        "in",
        "name",
        "none",
        "note",
        "of",
        "on",
        "or",
        "and",
        "path",
        "paths",
        "prohibited",
        "reading",
        "regulated",
        "replaced",
        "to",
        "unknown",
        "variants",
        "why",
        "with",
    ]
)
"""Words of the language itself: no thing can have one as its id."""

LINKS: dict[str, dict[str, tuple[tuple[str, ...], bool]]] = {
    "project": {},
    "wetland": {},
    "portion": {"of": (("owner",), True), "in": (("wetland",), True)},
    "ground": {"in": (("wetland",), True)},
    "impact": {"in": (("portion", "wetland", "ground"), True), "for": (("project",), False)},
    "water": {},
    "drainage_system": {},
    "owner": {},
}
"""By entity and word: which kinds of thing may follow the word, and whether it must stand."""

EXAMPLES = {
    "project": 'project lane "Field lane and turnout"',
    "wetland": "wetland w1",
    "portion": "portion north of owner_a in w1",
    "ground": "ground field in w1",
    "impact": "impact fill_1 in w1",
    "water": 'water lake "Long Lake"',
    "drainage_system": "drainage system ditch_9",
    "owner": "owner owner_a",
}


class Opened(NamedTuple):
    """A heading's meaning: entity and id where they could be read; its links are not yet resolved."""

    entity: str | None
    id: str | None
    title: str | None
    links: tuple[tuple[str, tuple[Piece, ...]], ...]
    at: Piece | None
    problems: tuple[Problem, ...]


def entity_of(words: tuple[Piece, ...], vocabulary: Vocabulary) -> tuple[str | None, int]:
    """The entity that a heading's first words name, and how many words that took."""
    names = _headings(vocabulary)
    for count in (2, 1):
        entity = names.get(normal(" ".join(word.text for word in words[:count])))
        if entity is not None and len(words) >= count:
            return entity, count
    return None, 0


@lru_cache(maxsize=4)
def _reserved(vocabulary: Vocabulary) -> frozenset[str]:
    return STRUCTURE | frozenset(vocabulary.entities) | {name for _, name in vocabulary.attributes}


def reserved(word: str, vocabulary: Vocabulary) -> bool:
    """Whether an id would be a word of the vocabulary or of the language."""
    return normal(word) in _reserved(vocabulary)


@lru_cache(maxsize=4)
def _headings(vocabulary: Vocabulary) -> dict[str, str]:
    return {normal(entity.heading): entity.name for entity in vocabulary.entities.values()}


@lru_cache(maxsize=65_536)
def open_heading(line: Heading, vocabulary: Vocabulary) -> Opened:
    """The thing that a heading opens; with the mistakes in it. `entity` is None if the line is no heading at all."""
    entity, count = entity_of(line.words, vocabulary)
    if entity is None:
        return Opened(None, None, None, (), None, (_no_entity(line, vocabulary),))
    example = EXAMPLES.get(entity, f"{entity} x")
    rest = line.words[count:]
    last = line.words[count - 1]
    problems: list[Problem] = []
    helping: str | None
    at = None
    if not rest:
        noun = vocabulary.entities[entity].heading
        helping = f"write `{example}`"
        problems.append(
            Problem(
                "E121",
                f"{a(noun)} needs a name",
                line.words[0].start,
                last.end,
                f"a short name of your own, such as in `{example}`",
                helping,
            )
        )
    elif len(rest) > 1 and _run_together(entity, line) is not None:
        pass  # what is missing between the names is said below
    elif len(rest) > 1:
        joined = "_".join(word.text for word in rest)
        title = " ".join(word.text for word in rest)
        noun = vocabulary.entities[entity].heading
        helping = f'write `{joined}`, or keep the words as a title: `{noun} {rest[0].text} "{title}"`'
        fact = next((i for i, word in enumerate(rest) if i and normal(word.text) in vocabulary.keys[entity]), None)
        if fact is not None and fact + 1 < len(rest):
            name, value = "_".join(word.text for word in rest[:fact]), " ".join(word.text for word in rest[fact + 1 :])
            helping = f"write `{noun} {name}`, and on a line of its own `{rest[fact].text}: {value}`"
        problems.append(
            Problem(
                "E122",
                "a name is one word",
                rest[0].start,
                rest[-1].end,
                "one word of letters, digits and `_`",
                helping,
            )
        )
    elif not is_id(rest[0].text):
        helping = f"write `{entity[0]}{rest[0].text}`" if is_id(entity[0] + rest[0].text) else None
        problems.append(
            Problem(
                "E122",
                f"{shown(rest[0].text)} cannot be a name",
                rest[0].start,
                rest[0].end,
                "a letter, then letters, digits and `_`",
                helping,
            )
        )
    elif reserved(rest[0].text, vocabulary):
        problems.append(
            Problem(
                "E123",
                f"`{rest[0].text}` is a word of the vocabulary",
                rest[0].start,
                rest[0].end,
                "a name of your own",
                f"write `{rest[0].text}_1`",
            )
        )
    else:
        at = rest[0]
    if line.source is not None:
        piece = line.source.by or line.source.citing or last
        problems.append(
            Problem(
                "E110", "a heading has no source", piece.start, piece.end, None, "put `by` and `citing` on the facts"
            )
        )
    allowed = LINKS.get(entity, {})
    links: list[tuple[str, tuple[Piece, ...]]] = []
    for word, targets in line.links:
        name = word.text.lower()
        if name not in allowed or any(name == given for given, _ in links):
            noun = vocabulary.entities[entity].heading
            message = f"{a(noun)} takes no `{name}`" if name not in allowed else f"`{name}` stands twice"
            problems.append(Problem("E129", message, word.start, targets[-1].end, f"a heading such as `{example}`"))
        else:
            links.append((name, targets))
    for name, (kinds, needed) in allowed.items():
        if needed and not any(name == given for given, _ in links):
            noun = vocabulary.entities[entity].heading
            nouns = listed(vocabulary.entities[kind].heading for kind in kinds if kind != "ground")
            message = f"{a(noun)} needs `{name}` and the id of {a(nouns)}"
            helping = _completed(entity, line, rest, links, vocabulary)
            end, expected = (rest or line.words)[-1].end, f"a heading such as `{example}`"
            problems.append(Problem("E126", message, line.words[0].start, end, expected, helping))
            if _run_together(entity, line) is not None:
                break
    named = line.title.text if line.title else None
    return Opened(entity, at.text if at else None, named, tuple(links), at, tuple(problems))


def _run_together(entity: str, line: Heading) -> tuple[str, ...] | None:
    """Of `impact fill w1`: the names, where all words that tie them together are missing."""
    needed = [word for word, (_, must) in LINKS.get(entity, {}).items() if must]
    words = [word.text for word in line.words[len(entity.split("_")) :]]
    given = {word.text.lower() for word, _ in line.links}
    if not needed or given & set(needed) or len(words) < 2 or not all(map(is_id, words)):
        return None
    return tuple(words)


def _completed(
    entity: str,
    line: Heading,
    rest: tuple[Piece, ...],
    links: list[tuple[str, tuple[Piece, ...]]],
    vocabulary: Vocabulary,
) -> str | None:
    """The heading with the words that are missing from it."""
    noun, given = vocabulary.entities[entity].heading, dict(links)
    told = {word: listed((piece.text for piece in targets), "and") for word, targets in given.items()}
    names = _run_together(entity, line)
    if names is not None and entity == "portion" and len(names) > 2:
        return f"write `{noun} {'_'.join(names[:-2])} of {names[-2]} in {names[-1]}`"
    if names is not None:
        told["in"], name = names[-1], "_".join(names[:-1])
    else:
        name = "_".join(word.text for word in rest) or f"{entity}_1"
    if entity == "portion":
        told.setdefault("of", "owner_a")
        told["of"] = "owner_a" if reserved(told["of"], vocabulary) else told["of"]
    told.setdefault("in", "w1")
    order = [word for word in LINKS[entity] if word in told]
    return f"write `{noun} {name} {' '.join(f'{word} {told[word]}' for word in order)}`"


def _no_entity(line: Heading, vocabulary: Vocabulary) -> Problem:
    first = line.words[0]
    headings = [entity.heading for entity in vocabulary.entities.values()]
    guess = nearest(first.text, headings) or (
        nearest(f"{first.text} {line.words[1].text}", headings) if len(line.words) > 1 else None
    )
    expected = "a heading (" + listed(headings) + "), or a fact with a colon"
    helping = f"did you mean `{guess}`?" if guess else "a fact is written `county: Otter Tail`"
    if guess is None and len(line.words) > 3:
        helping = 'a sentence is kept as `note: "..."`, or after `# `'
    if first.text.lower() in ("road", "ditch", "driveway", "utility", "farm"):
        helping = f'write `project {first.text}_1 "{first.text.capitalize()}"`'
    return Problem("E120", f"unknown kind of thing {shown(first.text)}", first.start, first.end, expected, helping)


def resolve_links(
    opened: Opened,
    things: dict[str, Thing],
    project: str | None,
    vocabulary: Vocabulary,
    broken: Set[str] = frozenset(),
) -> tuple[tuple[tuple[str, tuple[str, ...]], ...], list[Problem]]:
    """What a heading ties its thing to, by entity; every named thing must exist and be of a kind that fits.

    Names in headings that could not be read are not complained of a second time.
    """
    entity = opened.entity or ""
    found: dict[str, list[str]] = {}
    problems: list[Problem] = []
    consequence = False
    """Whether something is named whose own heading could not be read."""
    for word, targets in opened.links:
        kinds = LINKS[entity][word][0]
        nouns = listed(vocabulary.entities[kind].heading for kind in kinds)
        for target in targets:
            thing = things.get(target.text)
            if thing is None and (target.text in broken or "_".join(target.text.split()) in broken):
                consequence = True
                continue
            if thing is None and word == "of" and reserved(target.text, vocabulary):
                continue  # said where the owners are read
            if thing is None:
                ids = [t.id for t in things.values() if t.entity in kinds]
                helping = did_you_mean(target.text, ids, _declare(kinds, target.text, vocabulary))
                expected = f"the id of {a(nouns)}" + (f": {listed(ids)}" if ids else "")
                problems.append(
                    Problem(
                        "E127", f"unknown {nouns} {shown(target.text)}", target.start, target.end, expected, helping
                    )
                )
            elif thing.entity not in kinds:
                noun = vocabulary.entities[thing.entity].heading
                message = f"`{target.text}` is {a(noun)}, not {a(nouns)}"
                problems.append(Problem("E128", message, target.start, target.end, f"the id of {a(nouns)}"))
            elif target.text in found.get(thing.entity, ()):
                problems.append(
                    Problem("E128", f"`{target.text}` stands twice", target.start, target.end, "each id once")
                )
            elif thing.entity != "owner" and found.get(thing.entity):
                problems.append(
                    Problem(
                        "E128",
                        f"{a(vocabulary.entities[entity].heading)} lies in one {thing.entity}",
                        target.start,
                        target.end,
                        "one id",
                    )
                )
            else:
                found.setdefault(thing.entity, []).append(target.text)
    if entity == "impact":
        first = next((targets for word, targets in opened.links if word == "in"), None)
        if first and not problems and not consequence and not ({"portion", "wetland"} & set(found)):
            problems.append(
                Problem(
                    "E126",
                    "an impact lies in a portion or a wetland",
                    first[0].start,
                    first[-1].end,
                    "a heading such as `impact fill_1 in w1, field`",
                )
            )
        if "portion" in found and "wetland" in found:
            owner = things[found["portion"][0]].linked("wetland")
            if owner and owner[0] != found["wetland"][0]:
                assert first is not None
                problems.append(
                    Problem(
                        "E128",
                        f"portion `{found['portion'][0]}` is not in wetland `{found['wetland'][0]}`",
                        first[0].start,
                        first[-1].end,
                        "the portion alone",
                    )
                )
            found.pop("wetland")
        if "project" not in found and project is not None:
            found["project"] = [project]
    order = ("owner", "portion", "wetland", "ground", "project")
    return tuple((kind, tuple(found[kind])) for kind in order if kind in found), problems


def _declare(kinds: tuple[str, ...], name: str, vocabulary: Vocabulary) -> str:
    """How a thing of one of the kinds is opened; the wetland first, for every portion lies in one."""
    if not is_id(name):
        name = "_".join(name.split())
    ways = {"wetland": f"wetland {name}", "portion": f"portion {name} of OWNER in WETLAND"}
    order = [kind for kind in ways if kind in kinds] or list(kinds[:1])
    shown_ways = (f"`{ways.get(kind, f'{vocabulary.entities[kind].heading} {name}')}`" for kind in order)
    return f"open it with a heading: {listed(shown_ways)}"


def span_of(piece: Piece, line: int) -> Span:
    """The place of a piece in the file."""
    return Span(line, piece.start + 1, piece.end + 1)
