"""The values an unknown fact may have: all words of a choice, and for numbers and days those at which anything changes."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction
from functools import lru_cache

from lexempt.case import Scalar
from lexempt.law.program import load_law
from lexempt.solving.candidates import days, points, sums_of
from lexempt.solving.draft import QUANTITIES, Draft, Open, Option, law_areas, law_shares, measured_in
from lexempt.solving.settle import Settled, losses

_WIDEST = {"distance": Fraction(5280), "percent": Fraction(100), "number": Fraction(40)}
"""Where no upper end is known: beyond every threshold of the law."""


def write_open(draft: Draft, ours: str, fact: Settled) -> None:
    """Write a fact that nothing settles, or that is disputed, as open."""
    attribute = fact.attribute
    values = values_of(draft, ours, fact)
    if not values:
        return
    several = attribute.type == "set" and fact.among is None
    name = f"{draft.names[ours]}.{attribute.name}" + (f".{fact.key}" if fact.key is not None else "")
    options = tuple(Option(draft.atom(ours, fact, v), v) for v in values)
    draft.offer(ours, attribute, fact.key, tuple(draft.term(attribute, v) for v in values), several)
    base = None if fact.known is None else next((n for n, v in enumerate(values) if v in fact.known), None)
    ordered = attribute.type in QUANTITIES or attribute.type == "date"
    draft.opens.append(Open(name, fact, options, several, base, ordered))
    for value in values:
        if isinstance(value, date):
            draft.day(value)
        if (attribute.entity, attribute.name) == ("wetland", "size") and isinstance(value, Fraction):
            draft.shares(ours, value, draft.scale.size(value))


def values_of(draft: Draft, ours: str, fact: Settled) -> tuple[Scalar, ...]:
    """What an open fact may be; numbers and days ascend."""
    attribute = fact.attribute
    ordered = attribute.type in QUANTITIES or attribute.type == "date"
    if fact.among is not None:
        values = [v for v in fact.among if not (isinstance(v, str) and v.startswith("same_as_"))]
        return tuple(sorted(values)) if ordered else tuple(values)
    if attribute.type == "yes_no":
        return ("yes", "no")
    if attribute.type == "county":
        return tuple(draft.vocabulary.counties)
    if attribute.choices:
        return attribute.choices
    low, high = fact.bounds or (None, None)
    if attribute.type == "date":
        assert not isinstance(low, Fraction) and not isinstance(high, Fraction)
        return days(low, high, _anniversaries(draft))
    if attribute.type in QUANTITIES:
        assert not isinstance(low, date) and not isinstance(high, date)
        return _quantities(draft, ours, fact, low, high)
    return ()


def _anniversaries(draft: Draft) -> list[date]:
    """The days from which the law's spans of years end on a day of the case."""
    ends = {draft.on}
    for fact in draft.by_slot.values():
        if fact.attribute.name in ("work", "applied"):
            ends.update(v for v in fact.known or () if isinstance(v, date))
    return [_years_before(end, years) for end in sorted(ends) for years in _law_years()]


def _years_before(end: date, years: int) -> date:
    """The same day so many years before (the day after it where there is none)."""
    first = end.replace(year=end.year - years, day=1)
    return first + timedelta(days=end.day - 1)


@lru_cache(maxsize=1)
def _law_years() -> tuple[int, ...]:
    return tuple(sorted({v.number for v in load_law().values if v.name in ("older_than_years", "tail_years")}))


@lru_cache(maxsize=4)
def _law_numbers(unit: str) -> tuple[Fraction, ...]:
    return tuple(Fraction(v) for v in sorted({v.number for v in load_law().values if v.unit == unit}))


def _quantities(
    draft: Draft, ours: str, fact: Settled, low: Fraction | None, high: Fraction | None
) -> tuple[Fraction, ...]:
    attribute, zero = fact.attribute, Fraction(0)
    if attribute.type != "area":
        scale = draft.scale
        unit, part = {"distance": ("foot", scale.foot), "percent": ("percent", scale.percent), "number": ("unit", 1)}[
            attribute.type
        ]
        top = high if high is not None else _WIDEST[attribute.type]
        return points(low or zero, top, _law_numbers(unit), (zero,), Fraction(1, part))
    thresholds = [*law_areas(), *_local_amounts(draft)]
    taken = sums_of((*_impact_areas(draft), *_lost_areas(draft)))
    if measured_in(attribute) == "size":
        unit_area = Fraction(1)
        thresholds += [s * 100 / share // unit_area * unit_area for s in taken for share in law_shares()]
        taken = (zero,)
    else:
        unit_area = Fraction(1, draft.scale.sqft)
    top = high if high is not None else _most(draft, fact, max(thresholds) * 2)
    return points(low or zero, max(top, low or zero), thresholds, taken, unit_area)


def _local_amounts(draft: Draft) -> list[Fraction]:
    facts = (f for f in draft.by_slot.values() if f.attribute.name == "local_amount")
    return [v for f in facts for v in f.known or () if isinstance(v, Fraction)]


def _impact_areas(draft: Draft) -> tuple[Fraction, ...]:
    facts = (f for f in draft.by_slot.values() if (f.attribute.entity, f.attribute.name) == ("impact", "area"))
    return tuple(v for f in facts for v in f.known or () if isinstance(v, Fraction))


def _lost_areas(draft: Draft) -> tuple[Fraction, ...]:
    return tuple(loss.area for facts in draft.portion_facts.values() for _, f in facts for loss in losses(f))


def _most(draft: Draft, fact: Settled, beyond: Fraction) -> Fraction:
    """The most an area can be: that of its wetland where it is known, else beyond every threshold."""
    if (fact.attribute.entity, fact.attribute.name) == ("impact", "area"):
        wetland = draft.ids["wetland", draft.scene.impacts[fact.thing].wetland]
        size = draft.known_area(wetland, "size")
        if size is not None:
            return Fraction(int(size * draft.scale.sqft), draft.scale.sqft)
    return beyond
