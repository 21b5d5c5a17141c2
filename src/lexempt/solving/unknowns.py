"""The values an unknown fact may have: all words of a choice, and for numbers and days those at which anything changes."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction

from lexempt.case import Scalar
from lexempt.solving.candidates import MOST_PARTS, VAST, Points, days, points
from lexempt.solving.draft import (
    QUANTITIES,
    Draft,
    Open,
    Option,
    law_amounts,
    law_areas,
    law_shares,
    law_values,
    measured_in,
)
from lexempt.solving.numbers import RefusalError
from lexempt.solving.portions import portion_ends
from lexempt.solving.settle import Settled, numbers_or_ends
from lexempt.solving.totals import beside, other_areas

_WIDEST = {"distance": Fraction(5280), "percent": Fraction(100), "number": Fraction(40)}
"""Where no upper end is known: beyond every threshold of the law."""


def write_open(draft: Draft, ours: str, fact: Settled) -> None:
    """Write a fact that nothing settles, or that is disputed, as open."""
    attribute = fact.attribute
    turns: frozenset[Fraction] = frozenset()
    unit, all_turns = Fraction(1), True
    values = values_of(draft, ours, fact)
    if isinstance(values, Points):
        values, turns, unit, all_turns = values
    if not values:
        return
    listed = attribute.type in ("set", "dates") or attribute.refers_to is not None
    several = listed and fact.among is None and attribute.key_type is None  # under a key exactly one value is tried
    name = f"{draft.names[ours]}.{attribute.name}" + (f".{fact.key}" if fact.key is not None else "")
    options = tuple(Option(draft.atom(ours, fact, v), v) for v in values)
    terms = tuple(draft.term(attribute, v) for v in values)
    draft.offer(ours, attribute, fact.key, terms, several)
    if (attribute.entity, attribute.name) == ("impact", "area"):
        draft.ladder(ours, tuple(dict.fromkeys(terms)))
    base = None if fact.known is None else next((n for n, v in enumerate(values) if v in fact.known), None)
    ordered = attribute.type in QUANTITIES or attribute.type == "date"
    draft.opens.append(Open(name, fact, options, several, base, ordered, turns, unit, all_turns))
    for value in values:
        if isinstance(value, date):
            draft.day(value)
        if (attribute.entity, attribute.name) == ("wetland", "size") and isinstance(value, Fraction):
            draft.shares(ours, value, draft.scale.size(value))


def values_of(draft: Draft, ours: str, fact: Settled) -> tuple[Scalar, ...] | Points:
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
        return days(low, high, (*_turning_days(draft), *_starts_of_years(draft, ours)))
    if attribute.type == "dates":
        return days(None, draft.on, _law_days())
    if attribute.refers_to is not None:
        return _referred(draft, fact)
    if attribute.type in QUANTITIES:
        assert not isinstance(low, date) and not isinstance(high, date)
        return _quantities(draft, ours, fact, low, high)
    return ()


def _referred(draft: Draft, fact: Settled) -> tuple[str, ...]:
    """The things of the file that an unknown reference may name."""
    kind = fact.attribute.refers_to or ""
    things = tuple(sorted(name for k, name in draft.ids if k == kind and name != fact.thing))
    if not things and fact.attribute.type == "reference":
        noun = draft.vocabulary.entities[kind].heading
        raise RefusalError(
            f"`{fact.attribute.words}: unknown` names nothing that could be asked about; "
            f"write a heading `{noun} NAME` with what is known of it"
        )
    return things


def _turning_days(draft: Draft) -> list[date]:
    """The days on which anything the law asks of a day can change: its own dates, and those of the case with its spans."""
    days_known = {draft.on}
    for fact in draft.by_slot.values():
        if fact.attribute.type == "date" and fact.key is None:
            days_known.update(v for v in (*(fact.known or ()), *(fact.bounds or ())) if isinstance(v, date))
    found = set(days_known)
    for number in _law_values("days", "days_before", "days_after"):
        found.update(day + timedelta(days=sign * number) for day in days_known for sign in (1, -1))
    for years in _law_values("older_than_years", "tail_years"):
        found.update(_years_later(day, sign * years) for day in days_known for sign in (1, -1))
    return sorted(found | set(_law_days()))


def _starts_of_years(draft: Draft, ours: str) -> list[date]:
    """The first days of the years in which a window of years may end that counts any of those that are told of this thing."""
    told = [fact.key for (thing, _), facts in draft.keyed.items() if thing == ours for fact in facts]
    years = [key for key in told if isinstance(key, int)]
    if not years:
        return []
    longest = max(_law_values("of_the_last"), default=0)
    return [date(year, 1, 1) for year in range(min(years), min(max(years) + longest + 1, 9998) + 1)]


def _years_later(day: date, years: int) -> date:
    """The same day so many years later (the day after it where there is none)."""
    return day.replace(year=min(max(day.year + years, 1), 9998), day=1) + timedelta(days=day.day - 1)


def _law_values(*names: str) -> tuple[int, ...]:
    return tuple(sorted({v.number for v in law_values() if v.name in names}))


def _law_days() -> tuple[date, ...]:
    """The dates that stand in the law, and the starts of its windows."""
    numbers = [v.number for v in law_values() if v.unit is None and v.number > 10_000_000]
    stand = [date(n // 10_000, n // 100 % 100, n % 100) for n in numbers]
    return tuple(stand + [_years_later(day, -years) for day in stand for years in _law_values("window_years")])


def _law_numbers(unit: str) -> tuple[Fraction, ...]:
    return tuple(Fraction(v) for v in sorted({v.number for v in law_values() if v.unit == unit}))


def _quantities(draft: Draft, ours: str, fact: Settled, low: Fraction | None, high: Fraction | None) -> Points:
    attribute, zero = fact.attribute, Fraction(0)
    if attribute.type != "area":
        scale = draft.scale
        unit, part = {"distance": ("foot", scale.foot), "percent": ("percent", scale.percent), "number": ("unit", 1)}[
            attribute.type
        ]
        top = high if high is not None else _WIDEST[attribute.type]
        return points(low or zero, top, _law_numbers(unit), (zero,), Fraction(1, part))
    thresholds = [*law_areas(), *_local_amounts(draft)]
    parts = other_areas(draft, fact)
    taken = beside(draft, fact, parts)
    least = zero
    if attribute.name == "local_amount":  # nothing is added to it: the sums are compared with it, and it with the law's amounts
        unit_area = Fraction(1, draft.scale.sqft)
        thresholds = [*taken, *law_amounts()]
        taken = (zero,)
    elif measured_in(attribute) == "size":
        unit_area = Fraction(1)
        least = VAST
        thresholds += _portion_areas(draft, fact.thing)
        thresholds += [s * 100 / share // unit_area * unit_area for s in taken for share in law_shares()]
        taken = (zero,)
    else:
        unit_area = Fraction(1, draft.scale.sqft)
        thresholds += _shares(draft, fact)
    beyond = max(least, (max(thresholds) * 2) // unit_area * unit_area + unit_area)  # a share may be finer than the unit
    top = high if high is not None else _most(draft, fact, beyond)
    found = points(low or zero, max(top, low or zero), thresholds, taken, unit_area)
    return found._replace(all_turns=len(parts) <= MOST_PARTS)


def _portion_areas(draft: Draft, wetland: str) -> list[Fraction]:
    """The areas, and the ends of those not known, of the portions of a wetland: whoever owns just its size owns all of it."""
    holdings = (h.id for h in draft.scene.holdings.values() if h.wetland == wetland)
    facts = (f for h in holdings for _, f in draft.portion_facts[h] if f.attribute.name == "area")
    return numbers_or_ends(facts)


def _shares(draft: Draft, fact: Settled) -> list[Fraction]:
    """The shares of the landowner's portion under an impact: of its area, or of the ends of its range."""
    impact = draft.scene.impacts.get(fact.thing) if fact.attribute.entity == "impact" else None
    areas = portion_ends(draft, draft.scene.holdings[impact.holding]) if impact is not None else []
    return [area * share / 100 for area in areas for share in law_shares()]


def _local_amounts(draft: Draft) -> list[Fraction]:
    facts = (f for f in draft.by_slot.values() if f.attribute.name == "local_amount")
    return [v for f in facts for v in f.known or () if isinstance(v, Fraction)]


def _most(draft: Draft, fact: Settled, beyond: Fraction) -> Fraction:
    """The most an area can be: that of its wetland where it is known, else beyond every threshold."""
    if (fact.attribute.entity, fact.attribute.name) == ("impact", "area"):
        wetland = draft.ids["wetland", draft.scene.impacts[fact.thing].wetland]
        size = draft.known_area(wetland, "size")
        if size is not None:
            return Fraction(int(size * draft.scale.sqft), draft.scale.sqft)
    return beyond
