"""What to write instead: values as people write them elsewhere, in the words of the fact language."""

from __future__ import annotations

import re
from datetime import date, timedelta
from fractions import Fraction

from lexempt.language.quantities import UNIT_TO_WRITE, print_number
from lexempt.language.suggest import listed
from lexempt.law.vocabulary import Attribute, normal

_LONGEST = 120
"""A longer text is no slip in a value."""
_DAYS = ("date", "dates")
PICKS_THE_LAW = "work"
"""The fact whose day picks the law: it is one day."""
DIGITS = {
    "area": "600 sqft",
    "distance": "300 ft",
    "percent": "50 percent",
    "number": "3",
    "losses": "200 sqft on 1996-05-01",
}
_UNKNOWN = frozenset(
    (
        *(
            "tbd",
            "tba",
            "tbc",
            "unk",
            "unsure",
            "pending",
            "unclear",
            "undetermined",
            "undecided",
            "??",
            "???",
            "-",
            "--",
            "na",
        ),
        *(
            "n.a.",
            "none_yet",
            "not_yet_known",
            "not_known",
            "not_determined",
            "to_be_determined",
            "to_be_decided",
            "not_sure",
        ),
        *("don't_know", "dont_know", "to_do", "todo", "x", "xx"),
    )
)
_SOURCE = re.compile(r"\s+(?:by|citing)(?:\s.*)?$", re.I)
_NUMBER = r"[\d.,]*\d(?:\s\d+/\d+|/\d+)?"
_ABOUT = re.compile(
    r"^(?:~|≈|±|approx(?:imately)?\b\.?|ca\b\.?|circa\b|c\.|around\b|roughly\b|some\b|est\b\.?|estimated\b)\s*(?=[\d.])",
    re.I,
)
_ABOUT_AFTER = re.compile(r"\s*(?:\+/-|±|\(?\b(?:approx(?:imately)?\b\.?|est\b\.?|estimated|or so)\)?)\s*$", re.I)
_MOST = re.compile(
    r"^(?:<=?|≤|under\b|below\b|less than\b|no more than\b|not more than\b|max(?:imum)?\b\.?)\s*(?=[\d.])", re.I
)
_LEAST = re.compile(
    r"^(?:>=?|≥|over\b|above\b|more than\b|no less than\b|not less than\b|min(?:imum)?\b\.?)\s*(?=[\d.])", re.I
)
_SPAN = re.compile(rf"^({_NUMBER})\s*(?:-|–|—|\.\.+)\s*({_NUMBER})(\s*[A-Za-z%].*)?$")
_COMMA = re.compile(r"(?<![\d.,])(?:0,\d+|\d{1,3}(?:\.\d{3})+,\d+|\d+,(?:\d{1,2}|\d{4,}))(?![\d,])")
_SIDES = re.compile(
    r"^(\d[\d,]*(?:\.\d+)?)\s*(?:ft|feet|foot|')?\s*(?:x|×|\*|by)\s*(\d[\d,]*(?:\.\d+)?)\s*(?:ft|feet|foot|')?$", re.I
)
_IN_A_YEAR = re.compile(r"^(\d.*?\S),?\s+(?:in|during|about|ca\.?|from)\s+((?:17|18|19|20|21)\d\d)$", re.I)
_HALF = re.compile(r"^(?:a |one )?half an? ", re.I)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NAMED = re.compile(
    r"^(?:(\d{1,2})(?:st|nd|rd|th)?\.?\s+)?([a-z]{3,9})\.?,?\s+(?:(\d{1,2})(?:st|nd|rd|th)?,?\s+)?(\d{4})$", re.I
)


def without_source(text: str) -> str:
    """A value as written, without the `by WHO ...` after it."""
    return text.strip() if _SIDES.match(text.strip()) else _SOURCE.sub("", text).strip()


def instead(text: str, attribute: Attribute) -> str | None:
    """A help line for a value that could not be read; None where nothing better is known than what was expected."""
    value = " ".join(without_source(text).split())
    if not value or len(value) > _LONGEST:
        return None
    if normal(value) in _UNKNOWN:
        return "write `unknown` if nobody knows it yet"
    if attribute.type in _DAYS:
        return _day(value, attribute)
    if attribute.type in UNIT_TO_WRITE or attribute.type == "losses":
        written = _quantity(value, attribute)
        if written and _IN_A_YEAR.match(value):
            return f"write the latest day it can have been, such as `{written}`"
        if written and written != value:
            return f"write `{written}`"
        return None if re.search(r"\d", value) else f"write it in digits, such as `{DIGITS[attribute.type]}`"
    return _word(value, attribute)


def _quantity(value: str, attribute: Attribute) -> str | None:
    """The quantity in our form: decimals after a point, `about`, `at most`, `at least`, `to`; a length by a width."""
    sides = _SIDES.match(value)
    if sides and attribute.type == "area":
        return f"{print_number(_product(sides[1], sides[2]))} sqft"
    year = _IN_A_YEAR.match(value)
    if year and attribute.type == "losses":
        return f"{year[1]} on {year[2]}-12-31"
    plain = _COMMA.sub(lambda found: _with_point(found.group()), _HALF.sub("1/2 ", value))
    for pattern, word in ((_MOST, "at most"), (_LEAST, "at least"), (_ABOUT, "about")):
        found = pattern.match(plain)
        if found:
            return f"{word} {_measured(_ABOUT_AFTER.sub('', plain[found.end() :]), attribute)}"
    if _ABOUT_AFTER.search(plain) and plain[:1].isdigit():
        return f"about {_measured(_ABOUT_AFTER.sub('', plain), attribute)}"
    span = _SPAN.match(plain)
    if span:
        return f"{span[1]} to {_measured(span[2] + (span[3] or ''), attribute)}"
    return _measured(plain, attribute) if plain != value else None


def _measured(text: str, attribute: Attribute) -> str:
    """The text with a unit, if it has none."""
    unit = UNIT_TO_WRITE.get(attribute.type, "sqft")
    return f"{text} {unit}" if unit and re.fullmatch(_NUMBER, text) else text


def _with_point(number: str) -> str:
    """`0,03` as `0.03`; `1.200,5` as `1,200.5`."""
    whole, _, decimals = number.rpartition(",")
    return f"{whole.replace('.', ',')}.{decimals}"


def _product(length: str, width: str) -> Fraction:
    """The area of a rectangle in square feet, of sides in feet."""
    one, other = (Fraction(side.replace(",", "")) for side in (length, width))
    return one * other


def _span(first: date, last: date, attribute: Attribute) -> str:
    """What to write where the day is not known. The day of the work picks the law: a range of it cannot be answered."""
    if attribute.name == PICKS_THE_LAW:
        one = first if first.month == last.month else date(first.year, 6, 1)
        return f"write one day, such as `{one.isoformat()}`: it picks the law (or `unknown`, and `check --on DATE`)"
    return f"write `{first.isoformat()} to {last.isoformat()}`, or less, if the day is not known"


def _month(year: int, month: int, attribute: Attribute) -> str:
    last = date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)
    return _span(date(year, month, 1), last, attribute)


def _year(year: int, attribute: Attribute) -> str:
    return _span(date(year, 1, 1), date(year, 12, 31), attribute)


def _day(value: str, attribute: Attribute) -> str | None:
    """`June 1, 2018`, `1 June 2018`, `June 2018`, `2018-06`, `2018`."""
    numbers = re.match(r"^(\d{4})[-/.](\d{1,2})$", value) or re.match(r"^(\d{4})$", value)
    if numbers and 1700 <= int(numbers[1]) <= 2200:
        year, month = int(numbers[1]), int(numbers[2]) if numbers.re.groups > 1 else None
        if month is None:
            return _year(year, attribute)
        return _month(year, month, attribute) if 1 <= month <= 12 else "months run from 01 to 12"
    found = _NAMED.match(value)
    if found is None or found[2][:3].casefold() not in _MONTHS:
        year_only = re.search(r"(?<![\d./-])((?:17|18|19|20|21)\d\d)(?![\d.,/-])", value)
        if year_only is None or value == year_only[1]:
            return None
        return _year(int(year_only[1]), attribute)
    year, month, day = int(found[4]), _MONTHS.index(found[2][:3].casefold()) + 1, found[1] or found[3]
    try:
        if day is not None:
            return f"write `{date(year, month, int(day)).isoformat()}`"
        return _month(year, month, attribute)
    except ValueError:
        return "there is no such day; write year, month and day as `2018-06-01`"


def _word(value: str, attribute: Attribute) -> str | None:
    """Several choices written as a span or a list; a choice with the key before it."""
    choices = {choice.replace("_", " ") for choice in attribute.choices}
    bare = re.sub(r"^types?\s+", "", value, flags=re.I) if attribute.also or attribute.words.endswith("type") else value
    if attribute.type == "choice":
        parts = [
            part.strip().casefold()
            for part in re.split(r"\s*(?:-|–|/|,|;|&|\bto\b|\bor\b|\band\b)\s*", bare)
            if part.strip()
        ]
        if (
            len(parts) == 2
            and re.search(r"-|–|\bto\b", bare)
            and all(part.isdigit() and part in choices for part in parts)
        ):
            parts = [str(n) for n in range(int(parts[0]), int(parts[1]) + 1)]
        if len(parts) > 1 and all(part in choices for part in parts):
            either = f"`{' or '.join(parts)}` if it is one of these"
            if "1" in choices:
                return f"write {either}; two types are two impacts"
            if attribute.entity == "impact" and not re.search(r"\bor\b|/", bare):
                each = listed((f"`{attribute.words}: {part}`" for part in parts), "and")
                return f"write {len(parts)} impacts, with {each}, each with its area; or {either}"
            return f"write {either}"
        if bare != value and bare.casefold() in choices:
            return f"write `{bare.casefold()}`"
        first = re.match(r"^(.*\w)(?:\s+\(.*\)|\s*[,;:].*)$", bare)
        if first and first[1].casefold() in choices:
            return f"write `{first[1].casefold()}`; a remark stands after `# `"
    return None


def none_of_these(attribute: Attribute) -> str:
    """For a list of choices that has not the word that was meant."""
    if attribute.closed:
        return "leave the line out if it is none of these"
    if attribute.type == "set":
        return "write `none` if it is none of these"
    question = f" (the question: {attribute.question})" if attribute.question else ""
    return f"write one of these, or `unknown` if it is not known which{question}"
