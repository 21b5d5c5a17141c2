"""What stands between the values tried of a number or day: ranges whose ends are the law's thresholds, in words and as values.

Each value tried stands for all that no rule tells apart from it, up to the nearest place where an answer can turn. So a
run of them is a range that ends at such places. Where it is not known at which value between two of them the answer
turns, a range that settles something ends at the value tried, and one that leaves it open reaches up to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from fractions import Fraction
from typing import TypeAlias

from lexempt.case import Between, Known, OneOf, Unknown, Value
from lexempt.law.vocabulary import Vocabulary
from lexempt.records import NamedTuple
from lexempt.solving.draft import Open, law_shares
from lexempt.solving.words import listing, of_fact, settled_words

Measure: TypeAlias = Fraction | date


class Bound(NamedTuple):
    """An end of a range, and whether it belongs to it."""

    at: Measure
    within: bool


class Range(NamedTuple):
    """A range of a number or day; None where it has no end of its own on that side."""

    low: Bound | None
    high: Bound | None


MANY = 12
"""Of more words than that those are named that are left out, if they are fewer."""
MET = 3
"""With so many other numbers of a set one is added up, to find where the answer turns."""
_SHARED_OUT = frozenset((("portion", "area"), ("wetland", "size")))
OWN, UP_TO_NEXT = False, True
"""How far a run reaches where it is not known where the answer turns: to its own last option, or just before the next."""


def runs(indices: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """Indices in runs of neighbours."""
    run: list[int] = []
    for n in sorted(indices):
        if run and n != run[-1] + 1:
            yield tuple(run)
            run = []
        run.append(n)
    if run:
        yield tuple(run)


def edge(fact: Open, n: int) -> tuple[Bound, Bound] | None:
    """Where the range of option `n` ends and that of the next begins, if there is one place where an answer can turn."""
    low, high = fact.options[n].value, fact.options[n + 1].value
    if isinstance(low, date) and isinstance(high, date):
        return (Bound(low, True), Bound(high, True)) if (high - low).days == 1 else None
    assert isinstance(low, Fraction) and isinstance(high, Fraction)
    found = [turn for turn in fact.turns if low <= turn <= high] if fact.all_turns else []
    if len(found) == 1 and found[0] == high:
        return Bound(high, False), Bound(high, True)
    if len(found) == 1 and (found[0] == low or high - low <= fact.unit):
        return Bound(found[0], True), Bound(found[0], False)
    # Between two that are not next to each other the turn itself would have been tried, had there been room for it.
    return (Bound(low, True), Bound(high, True)) if high - low <= fact.unit else None


def ends_of(fact: Open, indices: Iterable[int]) -> frozenset[Fraction]:
    """Where the ranges of these options of a number end: the last values tried, and where they reach beyond them."""
    found: set[object] = set()
    for run in runs(indices):
        found.update(fact.options[n].value for n in (run[0], run[-1]))
        found.update(end.at for end in range_of(fact, run) if end is not None)
    return frozenset(value for value in found if isinstance(value, Fraction))


def met_by(fact: Open, others: Sequence[tuple[Open, frozenset[Fraction]]]) -> Open:
    """A number with the places where the answer can turn, were each of the others, or some, at one of these values."""
    added = [ends for other, ends in others if not _shared_out(other)]
    sums = {Fraction(0)}
    for ends in added[:MET]:
        sums |= {taken + end for taken in sums for end in ends}
    if _shared_out(fact):  # no sum has it: its shares are compared with sums
        met = {taken * 100 / share for taken in sums for share in law_shares()}
    else:
        met = {turn - taken for turn in fact.turns for taken in sums}
        met |= {turn - less for turn in met for other, ends in others if _shared_out(other) for less in _less(other, ends)}
    turns = fact.turns | met
    return fact._replace(turns=frozenset(turns), all_turns=fact.all_turns and len(added) <= MET)


def _shared_out(fact: Open) -> bool:
    return (fact.settled.attribute.entity, fact.settled.attribute.name) in _SHARED_OUT


def _less(shared: Open, ends: Iterable[Fraction]) -> Iterator[Fraction]:
    """How much less the shares are of an area that ends there than of the largest one tried, whose shares are among the turns."""
    largest = shared.options[-1].value
    assert isinstance(largest, Fraction)
    return ((largest - end) * share / 100 for end in ends for share in law_shares())


def alike(fact: Open, n: int) -> bool:
    """Whether all between option `n` and the next is known to be as one of them, if these two do the same."""
    low, high = fact.options[n].value, fact.options[n + 1].value
    attribute = fact.settled.attribute
    if not isinstance(low, Fraction) or not isinstance(high, Fraction):
        return True
    # More of an impact, or lost before, only ever hurts (solving/candidates.py).
    if (attribute.entity, attribute.name) == ("impact", "area") or attribute.type == "losses":
        return True
    if high - low <= fact.unit:
        return True
    return not any(low < turn < high for turn in fact.turns)


def range_of(fact: Open, run: Sequence[int], reach: bool = OWN) -> Range:
    """The range that a run of options stands for."""
    first, last = run[0], run[-1]
    low = high = None
    if first > 0:
        found = edge(fact, first - 1)
        low = found[1] if found else _end(fact, first, first - 1, reach)
    if last < len(fact.options) - 1:
        found = edge(fact, last)
        high = found[0] if found else _end(fact, last, last + 1, reach)
    return Range(low, high)


def _end(fact: Open, own: int, beside: int, reaches: bool) -> Bound:
    """The end of a range where it is not known where the answer turns: at its own option, or just before the one beside."""
    value = fact.options[beside if reaches else own].value
    assert isinstance(value, Fraction | date)
    if reaches and isinstance(value, date):
        return Bound(value + timedelta(days=own - beside), True)
    return Bound(value, not reaches)


def gap_words(fact: Open, n: int, vocabulary: Vocabulary) -> tuple[str, Value] | None:
    """What lies between option `n` and the next where it is not known where the answer turns, in words and as a value."""
    low, high = fact.options[n].value, fact.options[n + 1].value
    if edge(fact, n) is not None or fact.settled.among is not None:
        return None
    if isinstance(low, date) and isinstance(high, date):
        first, last = low + timedelta(days=1), high - timedelta(days=1)
        return range_words(fact, Range(Bound(first, True), Bound(last, True)), vocabulary), Between(first, last)
    assert isinstance(low, Fraction) and isinstance(high, Fraction)
    unit = fact.unit
    value = Between(low + unit, high - unit) if high - unit > low + unit else Known((low + unit,))
    return range_words(fact, Range(Bound(low, False), Bound(high, False)), vocabulary), value


def words_of(fact: Open, indices: Iterable[int], vocabulary: Vocabulary, reach: bool = OWN) -> str:
    """What these options stand for, in words: `at most 400 sqft`, `more than 20 sqft and at most 100 sqft`, `2 or 3`."""
    if not fact.ordered or fact.settled.among is not None:
        chosen = set(indices)
        out = [n for n in range(len(fact.options)) if n not in chosen]
        if len(chosen) > MANY and out and len(out) < len(chosen):
            others = [of_fact(fact.settled, fact.options[n].value, vocabulary) for n in out]
            return f"any but {listing(others, 'or')}"
        indices = chosen
        return listing([of_fact(fact.settled, fact.options[n].value, vocabulary) for n in sorted(indices)], "or")
    parts = [part for run in runs(indices) for part in _parts(fact, run)]
    return listing([range_words(fact, range_of(fact, part, reach), vocabulary) for part in parts], "or")


def of_days(fact: Open) -> bool:
    """Whether a fact is a set of days, such as those of all payments from an account."""
    return fact.several and isinstance(fact.options[0].value, date)


def day_words(fact: Open, indices: Iterable[int]) -> str:
    """On which days those are that options of a set of days stand for: `on a day from 1972-01-02 to 1992-01-01`."""
    said = []
    for run in runs(indices):
        first, last = (fact.options[n].value for n in (run[0], run[-1]))
        assert isinstance(first, date) and isinstance(last, date)
        starts, ends = run[0] == 0, run[-1] == len(fact.options) - 1
        if starts or ends:
            day = "any day" if starts and ends else f"a day up to {last}" if starts else f"a day from {first} on"
        else:
            day = f"a day from {first} to {last}" if first != last else f"{first}"
        said.append(f"on {day}")
    return listing(said, "or")


def _parts(fact: Open, run: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """A run of options, parted where something between two of them was not tried."""
    at = 0
    for n in range(len(run) - 1):
        if not alike(fact, run[n]):
            yield run[at : n + 1]
            at = n + 1
    yield run[at:]


def range_words(fact: Open, found: Range, vocabulary: Vocabulary) -> str:
    """A range in words."""
    low, high = found

    def said(end: Bound, up: bool) -> str:
        return of_fact(fact.settled, end.at, vocabulary, up)

    if low is None and high is not None and high.within and high.at == fact.options[0].value == 0:
        low = high  # there is nothing below zero
    if low is None and high is None:
        return settled_words(fact.settled, vocabulary) if fact.settled.bounds else "any value"
    above = f"{'at least' if low.within else 'more than'} {said(low, True)}" if low else ""
    below = f"{'at most' if high.within else 'less than'} {said(high, False)}" if high else ""
    if not low or not high:
        return above or below
    if low.within and high.within:
        ends = dict.fromkeys((said(low, True), said(high, False)))
        return " to ".join(ends)
    return f"{above} and {below}"


def value_of(fact: Open, run: Sequence[int], reach: bool = OWN) -> Value:
    """The range as a case states it, which knows closed ranges alone: its ends are multiples of the unit tried."""
    first, last = run[0], run[-1]
    if fact.settled.among is not None or not fact.ordered:
        chosen = tuple(fact.options[n].value for n in run)
        return Known(chosen) if len(chosen) == 1 else OneOf(chosen)
    ends = fact.settled.bounds or (None, None)
    below, above = fact.options[first].value, fact.options[last].value
    assert isinstance(below, Fraction | date) and isinstance(above, Fraction | date)
    if first > 0 and reach and edge(fact, first - 1) is None:
        below = _next(fact, first - 1, 1)
    if last < len(fact.options) - 1 and reach and edge(fact, last) is None:
        above = _next(fact, last + 1, -1)
    low = None if first == 0 and ends[0] is None else below
    high = None if last == len(fact.options) - 1 and ends[1] is None else above
    if low is None and high is None:
        return Unknown()
    return Known((below,)) if below == above else Between(low, high)


def _next(fact: Open, n: int, sign: int) -> Measure:
    value = fact.options[n].value
    assert isinstance(value, Fraction | date)
    return value + timedelta(days=sign) if isinstance(value, date) else value + sign * fact.unit
