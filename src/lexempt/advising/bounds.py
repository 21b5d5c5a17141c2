"""How far a number has to change: the largest area, or the least grant, with which a set of changes still does.

For each number a case is laid out in which it alone is open, so that every value at which the answer can turn is tried
(solving.candidates); the others are at their least.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from itertools import pairwise

from lexempt.advising.apply import Change, applied, exactly
from lexempt.advising.levers import Lever, most_of
from lexempt.case import Between, Case, Known, OneOf, Value
from lexempt.law.vocabulary import Vocabulary
from lexempt.records import NamedTuple
from lexempt.solving.atoms import encode
from lexempt.solving.batch import Batch, LawSet
from lexempt.solving.candidates import MOST_POINTS, sums_of
from lexempt.solving.draft import CaseAtoms, Open, law_areas
from lexempt.solving.engine import Watch
from lexempt.solving.numbers import RefusalError

NUMBERS = ("reduce", "raise")
_ROUNDS = 16
"""How often the range of a number is narrowed at most, where not every turn of it is tried at once."""
_FEW = 6
"""So many values of a number are tried at once where more cannot be added up exactly."""
_PARTS = 100
"""So many parts of the unit of a case are told apart where a turn may lie between two units: a share is so many percent."""


class Law(NamedTuple):
    """What the cases of a call are judged by."""

    law: LawSet
    base: Mapping[str, str]
    on: date
    assume: bool


class Reach(NamedTuple):
    """How far a number may stay: the furthest value tried that does, and where exactly the answer turns, if that is one place
    beyond it: the turn itself may do or not."""

    value: Fraction
    turn: Fraction | None = None

    @property
    def most(self) -> Fraction:
        """The furthest value that may do."""
        return self.value if self.turn is None else self.turn


class _Asked(NamedTuple):
    """One number of one way, and the range in which it turns."""

    way: int
    lever: Lever
    range: Between | OneOf
    step: Fraction | None = None
    """The unit down to which the range is searched evenly, where not all places are known at which the answer can turn."""
    turns: tuple[Fraction, ...] = ()
    """The places at which the answer can turn, where values between them are tried as well."""


class _Laid(NamedTuple):
    """The same in a case in which it is open."""

    asked: _Asked
    item: CaseAtoms
    open: Open


def furthest(
    case: Case,
    project: str,
    ways: Sequence[Sequence[Lever]],
    sure: int,
    by: Law,
    vocabulary: Vocabulary,
    watch: Watch,
) -> list[dict[str, Reach]]:
    """For each way: fact that is a number -> how far it may stay as it is, the other numbers at their least.

    The first `sure` ways settle the project whatever is not known; the others where that turns out well.
    """
    found: list[dict[str, Reach]] = [{} for _ in ways]
    asked = [
        _Asked(n, lever, _range(lever, case)) for n, way in enumerate(ways) for lever in way if lever.kind in NUMBERS
    ]
    for _ in range(_ROUNDS):
        again: list[_Asked] = []
        for laid in _laid_out(case, ways, asked, by, vocabulary).values():
            batch = Batch([one.item for one in laid], by.law, by.base, (), vocabulary, watch)
            for one in laid:
                reach, narrower = _furthest(batch, one, project, one.asked.way < sure)
                if reach is not None:
                    found[one.asked.way][name_of(one.asked.lever)] = reach
                if narrower is not None:
                    again.append(narrower)
        asked = again
        if not asked:
            break
    return found


def _laid_out(
    case: Case, ways: Sequence[Sequence[Lever]], asked: Sequence[_Asked], by: Law, vocabulary: Vocabulary
) -> dict[tuple[str, ...], list[_Laid]]:
    """The case of each number that is asked for, by the units of its atoms. Where not all values of a range can be added up
    exactly, a few are tried; what cannot be exact at all is left out."""
    groups: dict[tuple[str, ...], list[_Laid]] = {}
    start = 0

    def encoded(one: _Asked, value: Value | None) -> CaseAtoms | None:
        nonlocal start
        changes = [Change(other, value if other is one.lever else None) for other in ways[one.way]]
        try:
            item, start = encode(applied(case, changes), vocabulary, start, by.on, by.assume)
        except RefusalError:
            return None
        return item

    for one in asked:
        item = encoded(one, one.range)
        least = encoded(one, None) if item is None and one.step is None else None
        tried = one
        if item is None and not one.turns:
            tried = _thinned(one, least)
            item = encoded(tried, tried.range)
        open_ = None if item is None else _open(item, one.lever)
        if item is not None and open_ is not None:
            groups.setdefault(item.scale.constants, []).append(_Laid(tried, item, open_))
    return groups


def _thinned(one: _Asked, least: CaseAtoms | None) -> _Asked:
    """The same number with a few values of its range; `least` is the case with the number at its least, for its unit."""
    low: object
    high: object
    if isinstance(one.range, OneOf):
        low, high = one.range.values[0], one.range.values[-1]
    else:
        low, high = one.range.low, one.range.high
    step = Fraction(1, least.scale.sqft) if least is not None else one.step
    if step is None or one.lever.kind != "reduce" or not isinstance(low, Fraction) or not isinstance(high, Fraction):
        return one
    return one._replace(range=OneOf(_even(low, high, step, _FEW)), step=step)


def _even(low: Fraction, high: Fraction, step: Fraction, most: int) -> tuple[Fraction, ...]:
    """From the least to the most in as many equal steps as there may be, each a multiple of a step; the last may be shorter."""
    each = -(-(high - low) / step // most) * step
    return (*(low + each * n for n in range(int(-(-(high - low) // each)))), high)


def name_of(lever: Lever) -> str:
    """`turnout.area`."""
    return f"{lever.thing}.{lever.fact.attribute.name}" if lever.fact is not None else lever.thing


def _range(lever: Lever, case: Case) -> Between | OneOf:
    """Where a number may turn: anywhere down to its least; a grant, where it equals a sum of areas or a number of the law."""
    assert lever.fact is not None and isinstance(lever.value, Fraction)
    if lever.kind == "reduce":
        return Between(lever.value, most_of(lever.fact))
    now = most_of(lever.fact) or Fraction(0)
    areas = tuple(
        v
        for s in case.statements
        if s.attribute == "area" and isinstance(s.value, Known)
        for v in s.value.values
        if isinstance(v, Fraction)
    )
    tried = {lever.value, *(v for v in (*sums_of(areas), *law_areas()) if now < v < lever.value)}
    return OneOf(tuple(sorted(tried)))


def _open(item: CaseAtoms, lever: Lever) -> Open | None:
    assert lever.fact is not None
    for found in item.opens:
        fact = found.settled
        if fact.attribute is lever.fact.attribute and fact.thing == lever.fact.thing and fact.key is None:
            return found
    return None


def _furthest(batch: Batch, one: _Laid, project: str, sure: bool) -> tuple[Reach | None, _Asked | None]:
    """How far the number may stay, whatever else is not known if `sure`, else where that turns out well; and the same number
    in a narrower range, if not all was tried."""
    session, ours = batch.session, one.item.ids["project", project]
    plan, barred = session.literal(f"plan_not_required({ours})"), session.literal(f"prohibited({ours})")
    if plan is None:
        return None, None
    wanted = [plan, *([] if barred is None else [-barred])]
    given = [*batch.base, *(law_open.literals[0] for law_open in batch.law_opens)]
    options = list(one.open.options)
    if one.asked.lever.kind == "raise":
        options.reverse()

    def does(n: int) -> bool:
        literal = session.literal(options[n].atom)
        if literal is None or not sure:
            return literal is not None and session.core([*given, literal, *wanted]) is None
        return all(session.core([*given, literal, -want]) is not None for want in wanted)

    if not does(0):
        return None, None
    low, high = 0, len(options) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if does(middle):
            low = middle
        else:
            high = middle - 1
    value = _number(options[low].value)
    if low + 1 == len(options):
        return Reach(value), None
    beyond = _number(options[low + 1].value)
    asked = one.asked
    if asked.turns:
        # What does not lie on a turn stands for all up to the next one.
        return Reach(value, beyond if beyond in asked.turns and value not in asked.turns else None), None
    if asked.step is not None or not one.open.all_turns:
        return _evenly(one, value, beyond)
    within = sorted(turn for turn in one.open.turns if value <= turn <= beyond)
    if asked.lever.kind != "reduce" or not within or within == [value]:
        return Reach(value), None
    if len(options) >= MOST_POINTS:
        return Reach(value), asked._replace(range=Between(value, beyond))
    if len(within) == 1:
        return Reach(value, within[0]), None
    middles = ((a + b) / 2 for a, b in pairwise(within))
    tried = tuple(sorted({value, *within, *middles, beyond}))
    return Reach(value), asked._replace(range=OneOf(tried), turns=tuple(within))


def _evenly(one: _Laid, value: Fraction, beyond: Fraction) -> tuple[Reach, _Asked | None]:
    """The same where the answer may turn anywhere between a value that does and one that does not: looked for down to the unit
    of the case, then in parts of it. Where all of these do, the next unit is what may not be reached."""
    asked = one.asked
    step = one.open.unit if asked.step is None else asked.step
    count = (beyond - value) / step
    if count <= 1:
        parts = (*(value + step * n / _PARTS for n in range(_PARTS)), beyond)
        return Reach(value), asked._replace(range=OneOf(parts), turns=(value, beyond))
    return Reach(value), asked._replace(range=OneOf(_even(value, beyond, step, MOST_POINTS)), step=step)


def together(way: Sequence[Lever], found: Mapping[str, Fraction]) -> tuple[Fraction, dict[str, Fraction]] | None:
    """The total that the areas of a way may have, where they share one bound, and the total parted in proportion.

    `found` has the furthest value of each, the others at their least. They share a bound if all give the same total.
    """
    areas = [lever for lever in way if lever.kind == "reduce" and lever.fact is not None]
    if len(areas) < 2 or any(name_of(lever) not in found for lever in areas):
        return None
    least = sum((v for lever in areas if isinstance(v := lever.value, Fraction)), Fraction(0))
    totals = {found[name_of(lever)] - _number(lever.value) + least for lever in areas}
    if len(totals) != 1 or len({lever.fact.attribute for lever in areas if lever.fact}) > 1:
        return None
    total = totals.pop()
    now = {name_of(lever): most for lever in areas if lever.fact and (most := most_of(lever.fact)) is not None}
    if len(now) < len(areas):
        return None
    whole = sum(now.values(), Fraction(0))
    parts = {name: Fraction(int(total * area / whole)) for name, area in now.items()}
    largest = max(parts, key=lambda name: (now[name], name))
    parts[largest] += total - sum(parts.values(), Fraction(0))
    return (total, parts) if all(0 < parts[name] <= now[name] for name in parts) else None


def _number(value: object) -> Fraction:
    assert isinstance(value, Fraction)
    return value


__all__ = ["Law", "exactly", "furthest", "name_of", "together"]
