"""Exact numbers as the whole numbers clingo has: a unit for each case, areas cut at a top, shares rounded down.

clingo's integers wrap silently at 32 bits. Every number of a case is a whole multiple of 1/d of its unit, d the least
common denominator; areas are cut at a top T = (2^31 - 1) / n where n weights may meet in one sum, so that no sum wraps.
A sum against an amount L < T: if a term was cut it is T > L, so both sums exceed L, else they are equal. A share is
rounded down (areas are whole, so s <= share iff s <= floor(share)) and cut at T - 1; where both a share and the total it
is compared with were cut the comparison is refused. Source: field/trial.md, section 2.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm

from lexempt.records import NamedTuple

TOP = 2**31 - 1
_DECIMALS = 6
"""How many decimals a number of a case may have."""
_COMMON = 1000
"""The denominator used for feet, percentages and plain numbers wherever it suffices, so that cases share a grounding."""


class RefusalError(Exception):
    """A case that cannot be decided exactly; the message says why, for the user."""


class Scale(NamedTuple):
    """The units of a case: 1/sqft square foot, 1/foot foot, 1/percent percent, 1/unit; `top` cuts summed areas."""

    sqft: int
    foot: int
    percent: int
    unit: int
    top: int

    @property
    def constants(self) -> tuple[str, ...]:
        """The `-c` arguments for clingo."""
        return (f"sqft={self.sqft}", f"foot={self.foot}", f"percent={self.percent}", f"unit={self.unit}")

    def area(self, value: Fraction) -> int:
        """A summed area, cut at the top."""
        return min(_whole(value * self.sqft), self.top)

    def size(self, value: Fraction) -> int:
        """An area that is only compared with whole square feet, so rounded down; cut at the largest integer."""
        return min(int(value), TOP)

    def share(self, value: Fraction, percent: int) -> int:
        """`percent` percent of an area, rounded down and cut below the top."""
        return min(int(value * self.sqft * percent / 100), self.top - 1)

    def length(self, value: Fraction) -> int:
        """A distance, cut at the largest integer."""
        return min(_whole(value * self.foot), TOP)

    def part(self, value: Fraction) -> int:
        """A percentage."""
        return min(_whole(value * self.percent), TOP)

    def count(self, value: Fraction) -> int:
        """A plain number."""
        return min(_whole(value * self.unit), TOP)


def _whole(value: Fraction) -> int:
    if value.denominator != 1:
        raise AssertionError("a number is not a multiple of its unit")
    return value.numerator


def _denominator(values: Iterable[Fraction], common: int) -> int:
    needed = lcm(1, *(v.denominator for v in values))
    return common if common % needed == 0 else needed


def _coarser(areas: Iterable[Fraction], weights: int, weights_if_open: int, largest_amount: int) -> str:
    """How areas can be stated instead: with as many decimals as can be added up, and one that has more as a range."""
    every = sorted(set(areas))
    for places in range(_DECIMALS - 1, -1, -1):
        size = 10**places
        finer = [area for area in every if (area * size).denominator != 1]
        if size * largest_amount < TOP // max(weights + weights_if_open * len(finer), 1):
            break
    low = finer[0] * size // 1
    ends = [f"{at // size:,}" + (f".{at % size:0{places}}" if at % size else "") for at in (low, low + 1)]
    instead = f"{ends[0]} sqft to {ends[1]} sqft" if low else f"at most {ends[1]} sqft"
    how = f"with at most {places} decimals of a square foot" if places else "in whole square feet"
    return f"state areas {how}, and what lies between as a range: `{instead}`"


def choose_scale(
    areas: Iterable[Fraction],
    lengths: Iterable[Fraction],
    percents: Iterable[Fraction],
    counts: Iterable[Fraction],
    weights: int,
    largest_amount: int,
    weights_if_open: int,
) -> Scale:
    """The units for a case in which `weights` areas may meet in one sum, and so many more for each that is a range.

    `largest_amount` is the largest amount that a sum is compared with, in square feet. Raises RefusalError where the
    numbers are too fine, or too many, to be exact.
    """
    known = list(areas)
    sqft = _denominator(known, 1)
    scale = Scale(
        sqft,
        _denominator(lengths, _COMMON),
        _denominator(percents, _COMMON),
        _denominator(counts, _COMMON),
        TOP // max(weights, 1),
    )
    if sqft * largest_amount >= scale.top:
        if sqft == 1:
            raise RefusalError(
                "too many areas, known and possible, may meet in one sum; state more of them, or split the file"
            )
        too_fine = f"{weights} {'area' if weights == 1 else 'areas'} as fine as 1/{sqft} square foot"
        raise RefusalError(f"{too_fine} cannot be added up exactly; {_coarser(known, weights, weights_if_open, largest_amount)}")
    for constant, top in ((scale.foot, 5280), (scale.percent, 100), (scale.unit, 1000)):
        if constant * top > TOP:
            raise RefusalError("a distance, percentage or number is given more finely than can be computed exactly")
    return scale
