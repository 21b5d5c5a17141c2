"""An unknown fact: which known one may be meant, of whatever kind of thing it is said."""

from __future__ import annotations

import re
from itertools import takewhile

from lexempt.language.headings import EXAMPLES, LINKS
from lexempt.language.keys import a, key_example
from lexempt.language.quantities import is_unit
from lexempt.language.suggest import nearest
from lexempt.law.vocabulary import Attribute, Vocabulary, normal

_EMPTY = re.compile(
    "an?|and|any|are|as|at|be|by|for|from|has|have|how|in|is|it|its|my|no|not|of|on|or|our|that|the|there|this|to|was|"
    "were|which|with"
)
_KEY = r"[\s\d,]+(to[\s\d]+)?$"
"""The years at the end of a fact, or another number."""
_ENDINGS = ("ings", "ing", "ages", "age", "ies", "ed", "es", "s", "y")
_FIRST = ("impact", "project", "wetland", "portion", "ground")
"""Which kind of thing comes first where two facts are equally near."""


_UNITS = frozenset(("acre", "feet", "foot", "sqft", "percent"))


def near_fact(entity: str, written: str, vocabulary: Vocabulary) -> str | None:
    """A help line naming the fact that may be meant; None if the vocabulary has nothing like it.

    Misspelt words first; then a fact whose words hold the last one written, which says what it is (`county ditch`), or
    that names such a thing; then one whose question holds all of them.
    """
    known = vocabulary.keys[entity]
    words = list(dict.fromkeys([at.words for at in known.values()] + [w for at in known.values() for w in at.also]))
    guess = nearest(written, words)
    if guess is not None:
        return f"did you mean `{guess}`?"
    bare = re.sub(_KEY, "", written)
    if bare != written:
        keyed = {at.words: at for at in known.values() if at.key_type}
        guess = nearest(bare, list(keyed))
        if guess is not None:
            return f"did you mean `{key_example(keyed[guess], vocabulary)}`?"
    for kind in ("area", "distance", "percent"):
        measured = next((at for at in vocabulary.of(entity) if at.type == kind), None)
        if measured is not None and is_unit(written, kind):
            return f"did you mean `{measured.words}`?"
    for other in vocabulary.entities:
        far = nearest(written, [at.words for at in vocabulary.keys[other].values()], cutoff=0.8)
        if far is not None:
            return f"did you mean {_under(vocabulary.keys[other][normal(far)], entity, vocabulary)}?"
    asked = _stems(written)
    if not asked:
        return None
    found = _with_words(asked, entity, vocabulary)
    thing = None if found else _thing(asked, vocabulary)
    if thing is not None:
        return f"{a(thing)} is named in the heading of {a(_named_by(thing))}: `{EXAMPLES[_named_by(thing)]}`"
    found = found or _with_question(asked, vocabulary)
    return None if not found else "did you mean " + ", or ".join(_under(f, entity, vocabulary) for f in found) + "?"


def _named_by(entity: str) -> str:
    """The kind of thing whose heading names things of the entity."""
    return next((kind for kind, links in LINKS.items() if any(entity in kinds for kinds, _ in links.values())), entity)


def _thing(asked: tuple[str, ...], vocabulary: Vocabulary) -> str | None:
    """A kind of thing that headings name, if it is what was asked for."""
    named = [entity for entity in vocabulary.entities.values() if _named_by(entity.name) != entity.name]
    described = [(e.name, set(_stems(f"{e.heading} {e.description}"))) for e in named]
    found = [(len(words), name) for name, words in described if _has(tuple(words), asked[-1])]
    return min(found)[1] if found else None


def _under(attribute: Attribute, entity: str, vocabulary: Vocabulary) -> str:
    """The fact as it is written, and under which heading, if not under this one."""
    shown = f"`{key_example(attribute, vocabulary) if attribute.key_type else attribute.words}`"
    if attribute.refers_to is not None:
        noun = vocabulary.entities[attribute.refers_to].heading
        shown = f"`{attribute.words}: ID`, with a heading `{noun} ID` of its own"
    if attribute in vocabulary.keys[entity].values():
        return shown
    return f"{shown}, under {a(vocabulary.entities[attribute.entity].heading)}"


def _with_words(asked: tuple[str, ...], entity: str, vocabulary: Vocabulary) -> list[Attribute]:
    """The one or two facts nearest to what was asked for; their own other words count against them."""
    here = set(map(id, vocabulary.keys[entity].values()))
    found: list[tuple[int, int, float, int, int, int]] = []
    attributes = list(vocabulary.attributes.values())
    for place, attribute in enumerate(attributes):
        own = max(_overlap(asked, _stems(text)) for text in (attribute.words, attribute.name, *attribute.also))
        thing = vocabulary.entities.get(attribute.refers_to or attribute.key_type or "")
        named = _overlap(asked, _stems(f"{thing.heading} {thing.description}")) if thing else (0, 0.0)
        if thing is not None and _named_by(thing.name) != thing.name:
            named = (0, 0.0)
        ranked = [(tier, *each) for tier, each in ((2, own), (1, named)) if each[0]]
        if ranked:
            tier, count, share = max(ranked)
            kind = _FIRST.index(attribute.entity) if attribute.entity in _FIRST else len(_FIRST)
            found.append((-tier, -count, -share, kind, id(attribute) not in here, place))
    found.sort()
    return [attributes[each[-1]] for each in found if each[:2] == found[0][:2]][:2]


def _with_question(asked: tuple[str, ...], vocabulary: Vocabulary) -> list[Attribute]:
    """The fact whose question holds all that was asked for, and least besides."""
    asking = ((at, _stems(at.question)) for at in vocabulary.attributes.values() if at.question)
    found = [(len(words), at) for at, words in asking if set(asked) <= set(words)]
    return [min(found, key=lambda each: each[0])[1]] if found else []


def _overlap(asked: tuple[str, ...], words: tuple[str, ...]) -> tuple[int, float]:
    """How many of the words asked for are there, and which share of the words they make up; none without the last."""
    if not _has(words, asked[-1]):
        return 0, 0.0
    hits = sum(_has(words, word) for word in asked)
    return hits, hits / len(words)


def _has(words: tuple[str, ...], asked: str) -> bool:
    """Whether a word is among others, or begins as one of them does (`agriculture`, `agricultural`)."""
    return any(
        word == asked
        or (abs(len(word) - len(asked)) < 4 and _shared(word, asked) >= max(6, min(len(word), len(asked)) - 1))
        for word in words
    )


def _shared(one: str, other: str) -> int:
    """With how many letters two words begin alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _stems(text: str) -> tuple[str, ...]:
    """The words that carry meaning, without their endings."""
    words = re.findall(r"[^\W\d_]+", text[:200].casefold().replace("_", " "))
    stems = [_stem(word) for word in words if len(word) > 2 and not _EMPTY.fullmatch(word)]
    return tuple(dict.fromkeys(stem for stem in stems if stem not in _UNITS))


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word
