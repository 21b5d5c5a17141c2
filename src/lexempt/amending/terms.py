"""What a stroke speaks of, in the words of the vocabulary: numbers, members of lists, conditions. Both ways.

Names that are not the vocabulary's (a list such as `paragraph`, a named condition) are those of the law's rows, with spaces.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from lexempt.amending.reader import read_day
from lexempt.amending.standing import LINES, Number, Provision
from lexempt.language import lines
from lexempt.language.provisions import provision_id
from lexempt.language.quantities import print_quantity, read_quantity
from lexempt.language.suggest import did_you_mean, listed, shown
from lexempt.language.tree import Day, Piece, Problem, Quantities
from lexempt.law.program import load_law
from lexempt.law.vocabulary import Attribute, Vocabulary, normal, squash
from lexempt.records import NamedTuple

_KINDS = {"sqft": "area", "plot": "area", "foot": "distance", "percent": "percent", "unit": "number"}
ABOUT = ("impact", "project", "wetland", "ground")
"""The entities a condition by an attribute's own name can look at (core/facts.lp, `about`)."""
_SPLIT = re.compile(r"\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+|\s*;\s*", re.I)
_IS = re.compile(r"^(.*?\S)\s+(?:is|are|:)\s+(\S.*)$", re.I)
MOST = 2_000_000_000
"""Numbers of the law in their own unit stay below this: clingo's integers wrap silently at 32 bits."""


class Condition(NamedTuple):
    """A condition: its name in the rows, and for one by an attribute the members it puts on the provision's list."""

    name: str
    members: tuple[str, ...] = ()


# --- numbers


def kind_of(name: str, number: Number) -> str:
    """area, distance, percent, number or date."""
    if number.unit is None:
        if name == "share":
            return "percent"
        return "date" if number.number > 10_000_000 else "number"
    return _KINDS[number.unit]


def print_number_of(name: str, number: Number) -> str:
    """`100 sqft`, `1992-01-01`, `5 percent`."""
    kind, value = kind_of(name, number), number.number
    if name.endswith("year") and kind == "number":
        return str(value)  # a year has no thousands
    if kind == "date":
        return f"{value // 10_000:04}-{value // 100 % 100:02}-{value % 100:02}"
    return print_quantity(Fraction(value), kind)


def read_number_of(piece: Piece, kind: str) -> int | Problem:
    """A number in the law's own unit (whole square feet, feet, percent; days as YYYYMMDD)."""
    if kind == "date":
        day = read_day(piece)
        return day if isinstance(day, Problem) else day.year * 10_000 + day.month * 100 + day.day
    text = re.sub(r"\s+(?:per|a|each) project$", "", piece.text, flags=re.I)
    if kind == "percent" and re.fullmatch(r"\d+", text):
        text += " percent"
    parsed = lines.tree("quantities", text)
    entries = parsed.entries if isinstance(parsed, Quantities) and parsed.state is None else ()
    amount = entries[0].amount if len(entries) == 1 and entries[0].on is None else None
    if amount is None or amount.mode or isinstance(amount.scalars[0], Day):
        return Problem("E208", f"{shown(piece.text)} is not {_a(kind)}", piece.start, piece.end, _example(kind))
    value = read_quantity(amount.scalars[0], kind)
    if isinstance(value, Problem):
        return value._replace(start=value.start + piece.start, end=value.end + piece.start)
    if value.denominator != 1:
        return Problem(
            "E208", f"{shown(piece.text)} is no whole number of its unit", piece.start, piece.end, _example(kind)
        )
    if value > MOST:
        return Problem(
            "E208", f"{shown(piece.text)} is larger than can be computed", piece.start, piece.end, _example(kind)
        )
    return value.numerator


def _a(kind: str) -> str:
    return "an area" if kind == "area" else f"a {kind}"


def _example(kind: str) -> str:
    from lexempt.language.quantities import EXPECTED

    return EXPECTED[kind]


# --- lists


def attribute_of(name: str, vocabulary: Vocabulary) -> Attribute | None:
    """The attribute whose values a list of that name holds."""
    for entity in (*ABOUT, *vocabulary.entities):
        found = vocabulary.attributes.get((entity, name))
        if found is not None:
            return found
    return None


def attribute_by_words(text: str, vocabulary: Vocabulary) -> Attribute | None:
    """The attribute that a key means, of any entity a condition can look at."""
    for entity in ABOUT:
        found = vocabulary.keys[entity].get(normal(text))
        if found is not None and found.entity in ABOUT:
            return found
    return None


def list_words(name: str, vocabulary: Vocabulary) -> str:
    """How a list is written as a key."""
    attribute = attribute_of(name, vocabulary)
    return attribute.words if attribute is not None else name.replace("_", " ")


def member_words(name: str, member: str, vocabulary: Vocabulary) -> str:
    """How a member of a list is written."""
    attribute = attribute_of(name, vocabulary)
    if attribute is not None and attribute.type == "county" and member in vocabulary.counties:
        return vocabulary.counties[member].name
    return member if "/" in member or "." in member else member.replace("_", " ")


def print_members(name: str, members: Sequence[str], vocabulary: Vocabulary) -> str:
    """`1, 2, 6`."""
    return ", ".join(member_words(name, member, vocabulary) for member in members)


def _choices(name: str, present: Sequence[str], vocabulary: Vocabulary) -> tuple[str, ...]:
    """The words a list may hold: its attribute's, or those of the attributes that know all that is on it."""
    attribute = attribute_of(name, vocabulary)
    if attribute is not None:
        if attribute.type == "yes_no":
            return ("yes", "no")
        return tuple(vocabulary.counties) if attribute.type == "county" else attribute.choices
    fit = [a.choices for a in vocabulary.attributes.values() if present and set(present) <= set(a.choices)]
    return tuple(dict.fromkeys(choice for choices in fit for choice in choices)) or tuple(present)


def read_members(name: str, piece: Piece, present: Sequence[str], vocabulary: Vocabulary) -> tuple[str, ...] | Problem:
    """The members that a text names, for a list that holds `present` now."""
    if any("/" in member for member in present):
        return _provisions(piece)
    attribute = attribute_of(name, vocabulary)
    known = {normal(word): word for word in (*_choices(name, present, vocabulary), *present)}
    found: list[str] = []
    for text, start in _parts(piece, known):
        word = (
            vocabulary.county_words.get(squash(text)) if attribute is not None and attribute.type == "county" else None
        )
        word = word or known.get(normal(text))
        if word is None:
            words = [member_words(name, choice, vocabulary) for choice in known.values()]
            message = f"{shown(text)} cannot stand on the list `{list_words(name, vocabulary)}`"
            return Problem(
                "E210", message, start, start + len(text), "any of " + listed(words, most=14), did_you_mean(text, words)
            )
        found.append(word)
    return tuple(dict.fromkeys(found))


def _parts(piece: Piece, known: dict[str, str]) -> list[tuple[str, int]]:
    """The members as written, with their columns. Neighbours are joined where only together they are a known word."""
    spans = []
    at = 0
    for gap in (*_SPLIT.finditer(piece.text), None):
        end = gap.start() if gap is not None else len(piece.text)
        if piece.text[at:end].strip():
            spans.append((at, end))
        at = gap.end() if gap is not None else end
    found = []
    at = 0
    while at < len(spans):
        ends = range(min(len(spans), at + 4), at, -1)
        last = next((end for end in ends if normal(piece.text[spans[at][0] : spans[end - 1][1]]) in known), at + 1)
        found.append((piece.text[spans[at][0] : spans[last - 1][1]].strip(), piece.start + spans[at][0]))
        at = last
    return found


def _provisions(piece: Piece) -> tuple[str, ...] | Problem:
    found = []
    for text in _SPLIT.split(piece.text):
        provision = provision_id(text)
        if provision is None:
            return Problem(
                "E203",
                f"{shown(text)} is not a provision",
                piece.start,
                piece.end,
                "a provision such as `103G.2241/9/a`",
            )
        found.append(provision)
    return tuple(dict.fromkeys(found))


# --- conditions


@lru_cache(maxsize=1)
def named_conditions() -> tuple[str, ...]:
    """The names of conditions that a clause can ask for, beside attributes."""
    heads = re.findall(r'\bmet\(I, ?C, ?(\w+|"[^"]+")\) ?:-', load_law().program)
    return tuple(sorted({head.strip('"') for head in heads} - {"N"}))


def condition_words(name: str, provision: Provision, vocabulary: Vocabulary) -> str:
    """How a condition of a provision is written: `shoreland zone is outside`, `in 11 counties`."""
    if name in named_conditions():
        return name if "/" in name else name.replace("_", " ")
    attribute = attribute_of(name, vocabulary)
    members = provision.lists.get(name, ())
    if attribute is not None and attribute.type == "yes_no" and members == ("yes",):
        return attribute.words
    return f"{list_words(name, vocabulary)} is " + " or ".join(member_words(name, m, vocabulary) for m in members)


def read_condition(piece: Piece, vocabulary: Vocabulary, present: Provision | None = None) -> Condition | Problem:
    """A condition as written: a named one, `ATTRIBUTE is VALUE or VALUE`, or an attribute that is a yes or no."""
    text = piece.text
    if normal(text) in named_conditions():
        return Condition(normal(text))
    provision = provision_id(text)
    if provision in named_conditions():
        return Condition(str(provision))
    whole = attribute_by_words(text, vocabulary)
    if whole is not None:
        if whole.type == "yes_no":
            return Condition(whole.name, ("yes",))
        if present is not None and present.lists.get(whole.name):
            return Condition(whole.name)
        message = f"`{whole.words}` is not said to be anything"
        helping = f"write `{whole.words} is {' or '.join(map(_spaced, whole.choices[:2])) or 'VALUE'}`"
        return Problem(
            "E212", message, piece.start, piece.end, "a condition such as `shoreland zone is outside`", helping
        )
    split = _IS.match(text)
    if split is not None:
        attribute = attribute_by_words(split.group(1), vocabulary)
        if (
            attribute is not None
            and attribute.key_type is None
            and attribute.type in ("yes_no", "choice", "set", "county")
        ):
            values = Piece(split.group(2), piece.start + split.start(2), piece.end)
            members = read_members(attribute.name, values, (), vocabulary)
            return members if isinstance(members, Problem) else Condition(attribute.name, members)
    return _unknown_condition(piece, split.group(1) if split is not None else text, vocabulary)


def _unknown_condition(piece: Piece, key: str, vocabulary: Vocabulary) -> Problem:
    named = [_spaced(name) for name in named_conditions() if "/" not in name]
    words = [a.words for e in ABOUT for a in vocabulary.of(e) if a.key_type is None]
    helping = did_you_mean(piece.text, named) or did_you_mean(key, [*words, *named])
    if helping is None:
        helping = "`lexempt amend conditions` lists the named ones, `lexempt facts` the attributes"
    return Problem(
        "E212", f"no condition is called {shown(piece.text)}", piece.start, piece.end,
        "a named condition such as `in 11 counties`, or an attribute such as `shoreland zone is outside`", helping,
    )  # fmt: skip


def _spaced(word: str) -> str:
    return word.replace("_", " ")


# --- a provision's lines


def keys_of(provision: Provision, vocabulary: Vocabulary) -> dict[str, str]:
    """Normal written key -> the name of a number or list of the provision."""
    found = {}
    for name in (*provision.numbers, *(n for n in provision.lists if n not in LINES)):
        found[normal(name)] = name
        found[normal(list_words(name, vocabulary))] = name
        attribute = attribute_of(name, vocabulary)
        for also in attribute.also if attribute is not None else ():
            found[normal(also)] = name
    return found


def lines_of(provision: Provision, vocabulary: Vocabulary) -> list[tuple[str, str]]:
    """(key, value) of everything that stands in a provision, as an amendment writes it."""
    found = [
        (n.replace("_", " "), print_number_of(n, number) + (" (as last seen)" if number.unseen else ""))
        for n, number in provision.numbers.items()
    ]
    found += [
        (list_words(name, vocabulary), print_members(name, members, vocabulary))
        for name, members in provision.lists.items()
        if name not in LINES
    ]
    for key, name in (("if", "requires"), ("unless", "excepts")):
        found += [(key, condition_words(c, provision, vocabulary)) for c in provision.lists.get(name, ())]
    return found


def term(word: str) -> str:
    """A member or name as it stands in a row. Raises ValueError for what is neither word, number nor provision."""
    if re.fullmatch(r"\d{1,9}|[a-z][a-z0-9_]*", word):
        return word
    if re.fullmatch(r"[A-Za-z0-9./@]+", word):
        return f'"{word}"'
    raise ValueError(f"not a word of the law: {word!r}")
