"""What is written alike wherever it is written: areas in the unit they were stated in, names in the order of their numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Literal, TypeAlias

Unit: TypeAlias = Literal["sqft", "acres"]

SQFT_PER_ACRE = 43_560
_FINEST = 10**6
"""A file may state so small a part of an acre in decimals."""
_PLAIN = 12
"""Up to such a denominator an acre is parted in words: `1/3 acres`."""
_ACRES = re.compile(r"\bac(?:res?)?\b", re.I)
_OTHERS = re.compile(r"\b(?:s(?:q(?:uare)?)?[ .-]*f|ft)", re.I)
_PIECES = re.compile(r"\d+|\D+")


def unit_of(texts: Iterable[str]) -> Unit:
    """The unit in which values were written: acres where nothing else was."""
    found = list(texts)
    acres = found and all(_ACRES.search(text) and not _OTHERS.search(text) for text in found)
    return "acres" if acres else "sqft"


def area_words(area: Fraction, unit: Unit, number: Callable[[Fraction], str], up: bool = False) -> str:
    """An area given in square feet, in this unit: `4,000 sqft`, `0.3 acres`.

    Where neither six decimals nor a plain fraction write it exactly in acres, both are given: `7,822 sqft (0.179568 acres,
    rounded down)`; `up` rounds up.
    """
    if unit == "sqft":
        return f"{number(area)} sqft"
    acres = area / SQFT_PER_ACRE
    if _FINEST % acres.denominator == 0:
        return f"{number(acres)} acres"
    if acres.denominator <= _PLAIN:
        whole, rest = divmod(acres, 1)
        return f"{f'{whole:,} ' if whole else ''}{rest} acres"
    near = Fraction(acres * _FINEST // 1 + up, _FINEST)
    return f"{number(area)} sqft ({number(near)} acres, rounded {'up' if up else 'down'})"


def natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """The order of names that differ in numbers: `i2` before `i10`, numbers before letters."""
    return tuple((0, int(p), "") if p.isdecimal() else (1, 0, p) for p in _PIECES.findall(name))
