"""What stands before a colon: which attribute it is, and the key of a keyed one (`land use 1985 to 1990`)."""

from __future__ import annotations

import re
from functools import lru_cache

from lexempt.language.provisions import provision_id
from lexempt.language.suggest import listed, shown
from lexempt.language.tree import Piece, Problem
from lexempt.law.vocabulary import Attribute, Vocabulary, normal
from lexempt.records import NamedTuple

MAX_YEARS = 200
_WORD = re.compile(r"[^\s_\-]+")
_ID = re.compile(r"^[^\W\d_]\w*(-\w+)*$")
_YEARS = r"(?i)^(?:in|for)?\s*(\d{4})(?:\s*(?:to|-|–|until|through)\s*(\d{4}))?$"
_AND = r"(?i)\s*,\s*(?:and\s+)?|\s+and\s+"

Key = str | int | None


class KeyFound(NamedTuple):
    """The attribute and its keys (one Statement each), or a problem."""

    attribute: Attribute | None
    keys: tuple[Key, ...]
    problem: Problem | None


def is_id(text: str) -> bool:
    """Whether a word can be an id: it starts with a letter and holds letters, digits, `_` and `-`."""
    return len(text) <= 60 and _ID.match(text) is not None


def a(noun: str) -> str:
    """The noun with its article."""
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


@lru_cache(maxsize=8_192)
def resolve(entity: str, text: str, vocabulary: Vocabulary) -> KeyFound:
    """The attribute that a key means for a thing of the entity."""
    table = vocabulary.keys[entity]
    attribute = table.get(normal(text))
    piece = Piece(text, 0, len(text))
    if attribute is not None:
        if attribute.key_type is None or attribute.key_optional:
            return KeyFound(attribute, (None,), None)
        return KeyFound(attribute, (), _no_key(attribute, piece, vocabulary))
    words = list(_WORD.finditer(text))
    for i in range(len(words) - 1, 0, -1):
        attribute = table.get(normal(text[: words[i - 1].end()]))
        if attribute is not None and attribute.key_type is not None:
            rest = Piece(text[words[i].start() :], words[i].start(), len(text))
            return _keyed(attribute, rest, vocabulary)
    return KeyFound(None, (), _unknown(entity, piece, vocabulary))


def key_example(attribute: Attribute, vocabulary: Vocabulary) -> str:
    """How the key of a keyed attribute is written."""
    if attribute.key_type == "years":
        return f"{attribute.words} 1985 to 1990"
    word = f" {attribute.key_word}" if attribute.key_word else ""
    if attribute.key_type == "provision":
        return f"{attribute.words}{word} 103G.2241/9/a/2"
    return f"{attribute.words}{word} {(attribute.key_type or '').upper()}"


def _no_key(attribute: Attribute, piece: Piece, vocabulary: Vocabulary) -> Problem:
    what = {"years": "the years", "provision": "a provision"}.get(
        attribute.key_type or "", f"the id of {a(attribute.key_type or '')}"
    )
    example = key_example(attribute, vocabulary)
    return Problem(
        "E142",
        f"`{attribute.words}` needs {what} before the colon",
        piece.start,
        piece.end,
        f"a key such as `{example}`",
        f"write `{example}: ...`",
    )


def _keyed(attribute: Attribute, rest: Piece, vocabulary: Vocabulary) -> KeyFound:
    text, start = rest.text, rest.start
    if attribute.key_word:
        found = re.match(rf"{attribute.key_word}(\s+|$)", text, re.IGNORECASE)
        if found is None or not text[found.end() :]:
            return KeyFound(attribute, (), _bad_key(attribute, rest, vocabulary))
        text, start = text[found.end() :], start + found.end()
    rest = Piece(text, start, start + len(text))
    if attribute.key_type == "years":
        years = _years(text)
        if isinstance(years, str):
            problem = Problem(
                "E164",
                f"{shown(text)}: {years}",
                rest.start,
                rest.end,
                "years such as `1985`, `1985 to 1990` or `1985, 1987`",
            )
            return KeyFound(attribute, (), problem)
        return KeyFound(attribute, years, None)
    if attribute.key_type == "provision":
        provision = provision_id(text)
        if provision is None:
            problem = Problem(
                "E163",
                f"{shown(text)} is not a provision",
                rest.start,
                rest.end,
                "a provision such as `103G.2241/9/a/2`",
            )
            return KeyFound(attribute, (), problem)
        return KeyFound(attribute, (provision,), None)
    if not is_id(text):
        return KeyFound(attribute, (), _bad_key(attribute, rest, vocabulary))
    return KeyFound(attribute, (text,), None)


def _bad_key(attribute: Attribute, rest: Piece, vocabulary: Vocabulary) -> Problem:
    example = key_example(attribute, vocabulary)
    return Problem(
        "E143",
        f"{shown(rest.text)} is no key of `{attribute.words}`",
        rest.start,
        rest.end,
        f"a key such as `{example}`",
    )


def _years(text: str) -> tuple[int, ...] | str:
    """The years that a text lists, or what is wrong with it."""
    years: list[int] = []
    for part in re.split(_AND, text.strip()):
        found = re.match(_YEARS, part)
        if found is None:
            return "not a year"
        low = int(found.group(1))
        high = int(found.group(2) or low)
        if not 1700 <= low <= 2200 or not 1700 <= high <= 2200:
            return "outside the years 1700 to 2200"
        if high < low:
            return "the span of years ends before it starts"
        years.extend(range(low, high + 1))
        if len(years) > MAX_YEARS:
            return f"more than {MAX_YEARS} years"
    return tuple(dict.fromkeys(years))


_KEPT = 'what no rule asks can be kept as `note: "..."`; what an amendment declares is known with `--amend FILE`'


def _unknown(entity: str, piece: Piece, vocabulary: Vocabulary) -> Problem:
    """No such attribute: of another kind of thing, misspelt, or not in the vocabulary at all."""
    noun = vocabulary.entities[entity].heading
    others = [e for e in vocabulary.entities if normal(piece.text) in vocabulary.keys[e]]
    owners = list(dict.fromkeys(vocabulary.keys[e][normal(piece.text)].entity for e in others))
    if owners:
        nouns = [vocabulary.entities[e].heading for e in owners]
        message = f"`{piece.text}` is said of {a(listed(nouns))}, not of {a(noun)}"
        return Problem(
            "E141",
            message,
            piece.start,
            piece.end,
            f"something that is said of {a(noun)}",
            f"move the line under {a(nouns[0])}",
        )
    from lexempt.language.near import near_fact  # only for a mistake

    helping = near_fact(entity, piece.text, vocabulary) or _KEPT
    message = f"unknown fact {shown(piece.text)} of {a(noun)}"
    return Problem("E140", message, piece.start, piece.end, _some(entity, vocabulary), helping)


def _some(entity: str, vocabulary: Vocabulary) -> str:
    words = [attribute.words for attribute in vocabulary.of(entity)]
    more = f"; see `lexempt facts {entity}`" if len(words) > 8 else ""
    return f"a fact of {a(vocabulary.entities[entity].heading)}: " + listed(words, most=8) + more


def print_key(attribute: Attribute, key: Key) -> str:
    """The key as it is written in canonical form."""
    if key is None:
        return attribute.words
    return " ".join(filter(None, [attribute.words, attribute.key_word, str(key)]))
