"""The vocabulary: what a case may state, in which words, who decides it, and which readings the law leaves open.

Read from `asp/vocabulary/*.lp` and `asp/law/readings.lp`. What they come to is kept in the cache folder under the hash of
those files; what is kept is not trusted: whatever is wrong with it, the sources are read again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from lexempt.places import fingerprint, law_file, law_files, read_cache, write_checked
from lexempt.records import NamedTuple

_GAP = re.compile(r"[\s_\-–]+")
_FORMAT = 6


@lru_cache(maxsize=65_536)
def normal(words: str) -> str:
    """Words as a vocabulary name: spaces, underscores and hyphens are the same, and so are capitals."""
    return _GAP.sub("_", words.strip().casefold())


class Attribute(NamedTuple):
    """One thing that can be said of an entity. Compared by identity: the vocabulary holds each once."""

    entity: str
    name: str
    type: str
    words: str
    """The key as it is written and printed."""
    refers_to: str | None = None
    also: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    key_word: str | None = None
    """For a keyed attribute, the word before its key (`to`, `under`, `of`, or empty)."""
    key_type: str | None = None
    """For a keyed attribute: `years`, `provision`, or the entity its key names."""
    key_optional: bool = False
    decided_by: str | None = None
    question: str | None = None
    cites: str | None = None
    says: str | None = None
    """The fact as a sentence, of thing {T}, with value {V} and key {K}; of a yes or no, that it is so."""
    denies: str | None = None
    """That it is not so; of a list, that there is none."""
    called: str | None = None
    """The fact without its value, to stand in a list, where `KEY of THING` is no English."""
    closed: bool = False
    """Not stated means none."""
    background: bool = False
    """Kept and shown; no rule uses it."""
    changeable: bool = False
    assumed: Mapping[str, str] = MappingProxyType({})
    """By the name of a set of assumptions: the value it gives."""

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self) >> 4


class Entity(NamedTuple):
    """A kind of thing: its name, the words of its heading, and what it is."""

    name: str
    heading: str
    description: str


class Body(NamedTuple):
    """Who can decide or state a fact: its name, what it is called, and the words for it after `by`."""

    name: str
    title: str
    words: tuple[str, ...]


class County(NamedTuple):
    """A county: its id, its name, and the presettlement class the vocabulary gives it."""

    id: str
    name: str
    area_class: str | None


class NewFact(NamedTuple):
    """A fact that an amendment lets a case state: of which entity, its values (`yes` and `no`: a yes or no), the question it
    answers, the body that decides it, and what an ordinary project has."""

    entity: str
    name: str
    choices: tuple[str, ...]
    question: str | None = None
    decided_by: str | None = None
    ordinary: str | None = None

    @property
    def attribute(self) -> Attribute:
        """As the vocabulary has it."""
        kind = "yes_no" if set(self.choices) == {"yes", "no"} else "choice"
        return Attribute(
            entity=self.entity,
            name=self.name,
            type=kind,
            words=self.name.replace("_", " "),
            choices=() if kind == "yes_no" else self.choices,
            decided_by=self.decided_by,
            question=self.question,
            assumed={} if self.ordinary is None else {"ordinary": self.ordinary},
        )


class OpenReading(NamedTuple):
    """A question the words of the law leave open: its choices with their meanings, its default, its profiles."""

    name: str
    provision: str
    choices: Mapping[str, str]
    default: str
    profiles: Mapping[str, str]
    took: tuple[tuple[str, str], ...]
    question: str
    """What the words leave open, for people."""


class Vocabulary(NamedTuple):
    """All words a case may use. Compared and hashed by identity: there is one per process."""

    entities: Mapping[str, Entity]
    attributes: Mapping[tuple[str, str], Attribute]
    bodies: Mapping[str, Body]
    counties: Mapping[str, County]
    readings: Mapping[str, OpenReading]
    states_ground: frozenset[str]
    body_words: Mapping[str, str]
    """Normal words after `by` -> body."""
    county_words: Mapping[str, str]
    """Squashed name of a county -> its id."""
    keys: Mapping[str, Mapping[str, Attribute]]
    """By entity: normal written key -> attribute, ground attributes included where they may be stated."""
    digest: str = ""

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self) >> 4

    def of(self, entity: str) -> tuple[Attribute, ...]:
        """The attributes of an entity, in the order of the vocabulary."""
        return tuple(a for (owner, _), a in self.attributes.items() if owner == entity)

    def attribute(self, entity: str, name: str) -> Attribute | None:
        """The attribute of that name which a thing of the entity may state, ground attributes included."""
        own = self.attributes.get((entity, name))
        if own is None and entity in self.states_ground:
            return self.attributes.get(("ground", name))
        return own

    def assumption_sets(self) -> tuple[str, ...]:
        """The names after `assume:`."""
        return _assumption_sets(self)


@lru_cache(maxsize=4)
def _assumption_sets(vocabulary: Vocabulary) -> tuple[str, ...]:
    return tuple(sorted({name for a in vocabulary.attributes.values() for name in a.assumed}))


@lru_cache(maxsize=4_096)
def squash(name: str) -> str:
    """A county's name as people write it: no case, no punctuation, `St.` for `Saint`, without `County`."""
    letters = (" " if c in "_-" or c.isspace() else c for c in name.casefold())
    words = "".join(c for c in letters if c == " " or "a" <= c <= "z").split()
    text = "".join(words[:-1] if words and words[-1] in ("county", "co") else words)
    return f"st{text[5:]}" if text.startswith("saintlouis") else text


def _sources() -> list[tuple[str, bytes]]:
    """The files: name and content."""
    return [(name.rpartition("/")[2], law_file(name)) for name in (*law_files("vocabulary"), "law/readings.lp")]


def _parse(texts: list[tuple[str, bytes]]) -> dict[str, list[list[Any]]]:
    """All rows of all sources by their predicate: their arguments as JSON values."""
    from lexempt.law.rows import Compound, read_rows  # the files rarely need to be parsed

    def plain(value: Any) -> Any:
        return [value.name, *map(plain, value.args)] if isinstance(value, Compound) else value

    found: dict[str, list[list[Any]]] = {}
    for origin, text in texts:
        for row in read_rows(text.decode("utf-8"), origin):
            found.setdefault(row.name, []).append(list(map(plain, row.args)))
    return found


class _Kept(NamedTuple):
    """The files under their hash: all rows by predicate, and the vocabulary that they come to."""

    rows: Mapping[str, Sequence[Sequence[Any]]]
    vocabulary: Vocabulary


@lru_cache(maxsize=1)
def _kept() -> _Kept:
    texts = _sources()
    digest = fingerprint(b"".join(b"%d %d " % (_FORMAT, len(data)) + data for _, data in texts))
    kept = read_cache(f"vocabulary-{digest}")
    try:
        return _Kept(kept["rows"], _thaw(digest, kept["vocabulary"]))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        pass  # the cache is not trusted
    rows = _parse(texts)
    vocabulary = _build(digest, rows)
    write_checked(f"vocabulary-{digest}", {"rows": rows, "vocabulary": _freeze(vocabulary)})
    return _Kept(rows, vocabulary)


def _freeze(vocabulary: Vocabulary) -> dict[str, Any]:
    """The vocabulary as plain values: an attribute has one place, and is named by its entity and name everywhere else."""
    return {
        "entities": list(vocabulary.entities.values()),
        "attributes": [[*a[:-1], dict(a.assumed)] for a in vocabulary.attributes.values()],
        "bodies": list(vocabulary.bodies.values()),
        "counties": list(vocabulary.counties.values()),
        "readings": list(vocabulary.readings.values()),
        "states_ground": sorted(vocabulary.states_ground),
        "body_words": vocabulary.body_words,
        "county_words": vocabulary.county_words,
        "keys": {e: {word: (a.entity, a.name) for word, a in keys.items()} for e, keys in vocabulary.keys.items()},
    }


def _thaw(digest: str, kept: Any) -> Vocabulary:
    attributes = {(row[0], row[1]): Attribute._make(row) for row in kept["attributes"]}
    return Vocabulary(
        entities={row[0]: Entity._make(row) for row in kept["entities"]},
        attributes=attributes,
        bodies={row[0]: Body._make(row) for row in kept["bodies"]},
        counties={row[0]: County._make(row) for row in kept["counties"]},
        readings={row[0]: OpenReading._make(row) for row in kept["readings"]},
        states_ground=frozenset(kept["states_ground"]),
        body_words=kept["body_words"],
        county_words=kept["county_words"],
        keys={e: {word: attributes[at] for word, at in keys.items()} for e, keys in kept["keys"].items()},
        digest=digest,
    )


def _attributes(rows: dict[str, list[list[Any]]]) -> dict[tuple[str, str], Attribute]:
    many: dict[str, dict[tuple[str, str], list[str]]] = {}
    for name in ("also", "choice", "flag"):
        found: dict[tuple[str, str], list[str]] = {}
        for entity, attribute, word in rows.get(name, ()):
            found.setdefault((entity, attribute), []).append(str(word))
        many[name] = found
    one = {
        name: {(row[0], row[1]): row[2] for row in rows.get(name, ())}
        for name in ("words", "decided_by", "question", "cites", "says", "denies", "called")
    }
    marks = {
        name: {(row[0], row[1]) for row in rows.get(name, ())}
        for name in ("closed", "background", "changeable", "key_optional")
    }
    keyed = {(row[0], row[1]): (row[2], row[3]) for row in rows.get("keyed", ())}
    assumed: dict[tuple[str, str], dict[str, str]] = {}
    for group, entity, attribute, value in rows.get("assumed", ()):
        assumed.setdefault((entity, attribute), {})[group] = str(value)
    result: dict[tuple[str, str], Attribute] = {}
    for entity, name, kind in rows["attribute"]:
        at = (entity, name)
        if at in result:
            raise ValueError(f"the vocabulary declares {entity}.{name} twice")
        key_word, key_type = keyed.get(at, (None, None))
        result[at] = Attribute(
            entity=entity,
            name=name,
            type=kind if isinstance(kind, str) else kind[0],
            refers_to=None if isinstance(kind, str) else kind[1],
            words=one["words"].get(at, name.replace("_", " ")),
            also=tuple(many["also"].get(at, ())),
            choices=tuple(many["choice"].get(at, ())),
            flags=tuple(many["flag"].get(at, ())),
            key_word=key_word,
            key_type=key_type,
            key_optional=at in marks["key_optional"],
            decided_by=one["decided_by"].get(at),
            question=one["question"].get(at),
            cites=one["cites"].get(at),
            says=one["says"].get(at),
            denies=one["denies"].get(at),
            called=one["called"].get(at),
            closed=at in marks["closed"],
            background=at in marks["background"],
            changeable=at in marks["changeable"],
            assumed=assumed.get(at, {}),
        )
    for table in (*many.values(), *one.values(), *marks.values(), keyed, assumed):
        unknown = set(table) - set(result)
        if unknown:
            raise ValueError(f"the vocabulary describes attributes it does not declare: {sorted(unknown)}")
    return result


def _readings(rows: dict[str, list[list[Any]]]) -> dict[str, OpenReading]:
    choices: dict[str, dict[str, str]] = {}
    for name, choice, meaning in rows.get("means", ()):
        choices.setdefault(name, {})[choice] = meaning
    defaults = {row[0]: row[1] for row in rows.get("default", ())}
    questions = {row[0]: row[1] for row in rows.get("question_of", ())}
    result = {}
    for name, provision in rows.get("reading", ()):
        result[name] = OpenReading(
            name,
            provision,
            choices[name],
            defaults[name],
            {profile: choice for profile, n, choice in rows.get("profile", ()) if n == name},
            tuple((choice, who) for n, choice, who in rows.get("took", ()) if n == name),
            questions[name],
        )
    return result


def _build(digest: str, rows: dict[str, list[list[Any]]]) -> Vocabulary:
    attributes = _attributes(rows)
    entities = {name: Entity(name, heading, text) for name, heading, text in rows["entity"]}
    states_ground = frozenset(row[0] for row in rows.get("states_ground", ()))
    keys: dict[str, dict[str, Attribute]] = {}
    for entity in entities:
        table: dict[str, Attribute] = {}
        owners = ("ground", entity) if entity in states_ground else (entity,)
        for attribute in (a for owner in owners for a in attributes.values() if a.entity == owner):
            for written in (attribute.name, attribute.words, *attribute.also):
                table[normal(written)] = attribute
        keys[entity] = table
    called: dict[str, list[str]] = {}
    for body, word in rows.get("calls", ()):
        called.setdefault(body, []).append(word)
    bodies = {name: Body(name, title, tuple(called.get(name, ()))) for name, title in rows["body"]}
    body_words = {normal(word): body for body, words in called.items() for word in words}
    classes = {row[0]: row[1] for row in sorted(rows.get("county_class", ()), key=lambda row: int(row[2]))}
    counties = {name: County(name, title, classes.get(name)) for name, title in rows["county"]}
    return Vocabulary(
        entities=entities,
        attributes=attributes,
        bodies=bodies,
        counties=counties,
        readings=_readings(rows),
        states_ground=states_ground,
        body_words=body_words | {name: name for name in bodies},
        county_words={squash(county.name): county.id for county in counties.values()},
        keys=keys,
        digest=digest,
    )


_DECLARED: ContextVar[tuple[NewFact, ...]] = ContextVar("declared", default=())


@contextmanager
def declaring(facts: Iterable[NewFact]) -> Iterator[None]:
    """Within, cases may state these facts too."""
    before = _DECLARED.set(tuple(dict.fromkeys((*_DECLARED.get(), *facts))))
    try:
        yield
    finally:
        _DECLARED.reset(before)


def load_vocabulary() -> Vocabulary:
    """The vocabulary of the law in `asp/`, read once per process, and the facts that amendments in use declare."""
    declared = _DECLARED.get()
    vocabulary = _kept().vocabulary
    return with_facts(vocabulary, declared) if declared else vocabulary


@lru_cache(maxsize=16)
def with_facts(vocabulary: Vocabulary, facts: tuple[NewFact, ...]) -> Vocabulary:
    """The vocabulary with these facts beside its own."""
    if not facts:
        return vocabulary
    attributes, keys = dict(vocabulary.attributes), dict(vocabulary.keys)
    for fact in facts:
        attribute = attributes[fact.entity, fact.name] = fact.attribute
        for entity in vocabulary.entities:
            if entity == fact.entity or (fact.entity == "ground" and entity in vocabulary.states_ground):
                keys[entity] = {**keys[entity], normal(fact.name): attribute}
    digest = fingerprint(f"{vocabulary.digest} {facts}".encode())
    return vocabulary._replace(attributes=attributes, keys=keys, digest=digest)


def load_readings() -> tuple[OpenReading, ...]:
    """The readings of the law, in the order of `asp/law/readings.lp`."""
    return tuple(load_vocabulary().readings.values())


def rows_of(predicate: str) -> tuple[tuple[Any, ...], ...]:
    """The rows of one predicate of the vocabulary and the readings, as plain values, in file order."""
    return tuple(map(tuple, _kept().rows.get(predicate, ())))
