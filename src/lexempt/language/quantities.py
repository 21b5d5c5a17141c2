"""Numbers, units and days: from what is written to exact values, and back. Never a float."""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction

from lexempt.language.suggest import did_you_mean, shown
from lexempt.language.tree import Number, Piece, Problem
from lexempt.wording import SQFT_PER_ACRE

MAX_DIGITS = 12
MAX_DECIMALS = 6

_UNITS: dict[str, tuple[str, int]] = {
    **dict.fromkeys(
        ("sqft", "sq ft", "square feet", "square foot", "sf", "ft2", "ft²", "sq feet", "sq foot", "sqf"), ("area", 1)
    ),
    **dict.fromkeys(("acre", "acres", "ac"), ("area", SQFT_PER_ACRE)),
    **dict.fromkeys(("ft", "feet", "foot"), ("distance", 1)),
    **dict.fromkeys(("percent", "%", "per cent", "pct"), ("percent", 1)),
}
_FOREIGN = {
    **dict.fromkeys(("ha", "hectare", "hectares", "m2", "m²", "sqm", "sq m", "square meters", "square metres"), "area"),
    **dict.fromkeys(("square yards", "sq yd", "sq yards", "square miles", "sq mi"), "area"),
    **dict.fromkeys(
        ("m", "meter", "meters", "metres", "yard", "yards", "yd", "mile", "miles", "rod", "rods", "km"), "distance"
    ),
}
UNIT_TO_WRITE = {"area": "sqft", "distance": "ft", "percent": "percent", "number": ""}
EXPECTED = {
    "area": "an area such as `4,000 sqft` or `1/10 acre`",
    "distance": "a distance such as `700 ft`",
    "percent": "a percentage such as `50 percent`",
    "number": "a number",
    "date": "a date such as `2018-06-01`",
    "dates": "dates such as `1980-05-01, 1985-09-12`",
    "losses": "an area and a day such as `200 sqft on 1996-05-01`",
}
_ISO = re.compile(r"^(\d{4})-(\d{2})-(\d{2})$")


def _exact(text: str) -> Fraction | str:
    """The number that a text writes, or what is wrong with it."""
    whole, _, decimals = text.replace(",", "").partition(".")
    if len(whole.lstrip("0")) > MAX_DIGITS:
        return f"the number has more than {MAX_DIGITS} digits"
    if len(decimals) > MAX_DECIMALS:
        return f"the number has more than {MAX_DECIMALS} decimals"
    return Fraction(int(whole or "0")) + (Fraction(int(decimals), 10 ** len(decimals)) if decimals else 0)


def read_number(piece: Piece) -> Fraction | Problem:
    """`4,000`, `0.25`, `1/10`, `1 1/2`."""
    total = Fraction(0)
    if re.match("0+,", piece.text):
        expected = "a point before decimals, such as `0.5`"
        return Problem("E151", f"{shown(piece.text)} has a comma after its zero", piece.start, piece.end, expected)
    for part in piece.text.split():
        top, _, bottom = part.partition("/")
        upper, lower = _exact(top), _exact(bottom) if bottom else Fraction(1)
        for found in (upper, lower):
            if isinstance(found, str):
                return Problem("E151", f"{found}: {shown(piece.text, 30)}", piece.start, piece.end, "a shorter number")
        assert isinstance(upper, Fraction) and isinstance(lower, Fraction)
        if lower == 0:
            return Problem(
                "E151", f"{shown(piece.text)} divides by zero", piece.start, piece.end, "a fraction such as 1/10"
            )
        total += upper / lower
    return total


def _unit_key(text: str) -> str:
    return " ".join(text.casefold().replace(".", " ").replace("-", " ").split())


def is_unit(text: str, kind: str) -> bool:
    """Whether a text is a unit of the kind."""
    return _UNITS.get(_unit_key(text), ("", 0))[0] == kind


def read_quantity(scalar: Number, kind: str, fallback: Piece | None = None) -> Fraction | Problem:
    """A number of the kind, in square feet, feet or percent. `fallback` is a unit nearby."""
    amount = read_number(scalar.number)
    if isinstance(amount, Problem):
        return amount
    unit = scalar.unit or fallback
    written = scalar.number.text
    expected = EXPECTED[kind]
    start, end = scalar.number.start, (scalar.unit or scalar.number).end
    helping: str | None
    if unit is None:
        if kind == "number":
            return amount
        helping = f"write `{written} {UNIT_TO_WRITE[kind]}`"
        if kind == "area":
            helping += f" or `{written} acres`"
        return Problem("E146", f"{shown(written)} has no unit", start, end, expected, helping)
    key = _unit_key(unit.text)
    if kind == "number":
        return Problem(
            "E147",
            f"{shown(unit.text)} does not fit a plain number",
            unit.start,
            unit.end,
            expected,
            f"write `{written}`",
        )
    if key not in _UNITS:
        if key in _FOREIGN:
            helping = "convert it: areas are in sqft or acres, distances in ft"
        else:
            helping = did_you_mean(key, (u for u, (k, _) in _UNITS.items() if k == kind and len(u) > 1))
        return Problem("E147", f"unknown unit {shown(unit.text)}", unit.start, unit.end, expected, helping)
    fits, factor = _UNITS[key]
    if fits != kind:
        helping = f"write `{written} {UNIT_TO_WRITE[kind]}` if that is what is meant"
        return Problem(
            "E147", f"{shown(unit.text)} is a unit of {fits}, not of {kind}", unit.start, unit.end, expected, helping
        )
    if kind == "percent" and amount > 100:
        return Problem(
            "E152",
            f"{shown(f'{written} {unit.text}')} is more than 100 percent",
            start,
            end,
            "a percentage from 0 to 100",
        )
    return amount * factor


def _last_day(year: int, month: int) -> int:
    for day in (31, 30, 29):
        try:
            date(year, month, day)
        except ValueError:
            continue
        return day
    return 28


def read_date(piece: Piece) -> date | Problem:
    """`2018-06-01`; other ways to write a day, and days that do not exist, get the help they need."""
    text = piece.text
    found = _ISO.match(text)
    if found:
        year, month, day = (int(part) for part in found.groups())
        try:
            value = date(year, month, day)
        except ValueError:
            helping = "months run from 01 to 12"
            if 1 <= month <= 12 and year >= 1:
                helping = f"that month has {_last_day(year, month)} days"
            return Problem(
                "E149", f"{shown(text)} is not a day of the calendar", piece.start, piece.end, EXPECTED["date"], helping
            )
        if not 1700 <= year <= 2200:
            return Problem(
                "E149",
                f"{shown(text)} is outside the years this tool works with",
                piece.start,
                piece.end,
                "a year from 1700 to 2200",
            )
        return value
    return Problem(
        "E150",
        f"{shown(text)} is not written as a date here",
        piece.start,
        piece.end,
        EXPECTED["date"],
        _other_date(text),
    )


def _other_date(text: str) -> str:
    """What to write instead of a date in another form."""
    dotted = "." in text
    words = [part for part in re.split(r"[./-]", text) if part]
    parts = [int(word) for word in words if word.isascii() and word.isdigit()]
    if len(parts) < len(words):
        return "write year, month and day as `2018-06-01`"
    if len(parts) == 2:
        return "write year, month and day: `2018-06-01`"
    if len(parts) != 3:
        return "write year, month and day as `2018-06-01`"
    if parts[0] > 31:
        guess = (parts[0], parts[1], parts[2])
    elif dotted or parts[0] > 12:
        guess = (parts[2], parts[1], parts[0])
    else:
        guess = (parts[2], parts[0], parts[1])
    year = guess[0] + (2000 if guess[0] < 50 else 1900) if guess[0] < 100 else guess[0]
    try:
        return f"write `{date(year, guess[1], guess[2]).isoformat()}`"
    except ValueError:
        return "there is no such day; write year, month and day as `2018-06-01`"


def print_number(value: Fraction) -> str:
    """A number so that reading it gives it back: `4,000`, `0.25`, `1/3`, `1 1/3`."""
    whole, part = divmod(value.numerator, value.denominator)
    if part == 0:
        return f"{whole:,}"
    scaled = Fraction(part, value.denominator) * 10**MAX_DECIMALS
    if scaled.denominator == 1:
        return f"{whole:,}." + f"{scaled.numerator:0{MAX_DECIMALS}d}".rstrip("0")
    return f"{whole} {part}/{value.denominator}" if whole else f"{part}/{value.denominator}"


def _readable(text: str) -> bool:
    return all(len(part.split(".")[0]) <= MAX_DIGITS for part in re.split(r"[ /]", text.replace(",", "")))


def print_quantity(value: Fraction, kind: str) -> str:
    """A quantity with its unit: an area in square feet, or in acres where only that is short."""
    text = print_number(value)
    if kind == "area" and ("/" in text or not _readable(text)):
        acres = print_number(value / SQFT_PER_ACRE)
        if not _readable(text) or len(acres) < len(text):
            return f"{acres} acres"
    unit = UNIT_TO_WRITE[kind]
    return f"{text} {unit}" if unit else text
