"""The values at which an unknown number is tried: the ends of its range, and both sides of every threshold it can meet.

A sum meets an amount where the unknown part equals the amount less some of the other parts, so those points are tried
too. Impact areas and earlier losses only ever hurt a limit, so for them the two ends already decide always, sometimes
and never; the points in between name the exact bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from fractions import Fraction
from itertools import chain, combinations

from lexempt.records import NamedTuple

MOST_POINTS = 48
"""How many values of one number are tried at once."""

VAST = Fraction(1_000_000 * 43_560)
"""More than any wetland covers, in square feet: what one may cover of which nothing is known."""


class Points(NamedTuple):
    """Numbers to try, ascending, and the exact numbers at which an answer can turn (which may lie between two of them)."""

    values: tuple[Fraction, ...]
    turns: frozenset[Fraction] = frozenset()
    unit: Fraction = Fraction(1)
    """The step that tells both sides of a turn apart."""
    all_turns: bool = True
    """Whether an answer can turn nowhere else."""


MOST_PARTS = 5
"""Of so many areas all sums are tried."""


def sums_of(parts: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    """Sums of some of these areas: all subsets of up to five, else none, each, and all."""
    if len(parts) <= MOST_PARTS:
        found = {sum(chosen, Fraction(0)) for size in range(len(parts) + 1) for chosen in combinations(parts, size)}
    else:
        found = {Fraction(0), sum(parts, Fraction(0)), *parts}
    return tuple(sorted(found))


def points(
    low: Fraction,
    high: Fraction,
    thresholds: Iterable[Fraction],
    sums: Sequence[Fraction],
    unit: Fraction,
    first: Iterable[Fraction] = (),
) -> Points:
    """Values of `[low, high]` to try: the ends, and threshold - sum, cut to a `unit`, with its neighbours one `unit` away.

    Where there are too many, those of the thresholds named `first` are tried, then those of the sums that come first, and of
    a sum those of the thresholds that do.
    """
    found, turns = {low, high}, set()
    foremost, bounds = tuple(dict.fromkeys(first)), tuple(dict.fromkeys(thresholds))
    pairs = [(bound, taken) for bound in foremost for taken in sums]
    for bound, taken in chain(pairs, ((bound, taken) for taken in sums for bound in bounds)):
        turn = bound - taken
        at = turn // unit * unit
        turns.add(turn)
        for value in (at - unit, at, at + unit):
            if low < value < high and len(found) < MOST_POINTS:
                found.add(value)
    return Points(tuple(sorted(found)), frozenset(turns), unit)


def days(low: date | None, high: date | None, thresholds: Iterable[date]) -> tuple[date, ...]:
    """Days to try, ascending: the ends of the range, and each threshold with the day before and after."""
    first, last = low or date(1858, 5, 11), high or date(2100, 1, 1)
    found = {first, last}
    for bound in thresholds:
        for value in (bound.toordinal() - 1, bound.toordinal(), bound.toordinal() + 1):
            if first.toordinal() < value < last.toordinal():
                found.add(date.fromordinal(value))
    return tuple(sorted(found))
