"""Landowner's portions as atoms: area and shares, earlier losses, who owns the whole wetland, affiliates (9(f))."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from fractions import Fraction
from itertools import combinations

from lexempt.case import Loss
from lexempt.solving.candidates import MOST_PARTS, VAST, Points, points
from lexempt.solving.draft import Draft, Open, Option, day_number, law_areas, law_shares, word
from lexempt.solving.numbers import RefusalError
from lexempt.solving.scene import Holding
from lexempt.solving.settle import Settled, facts_of, losses, numbers_or_ends
from lexempt.solving.totals import beside, other_areas

_UNDATED = date(9999, 12, 31)
"""The day of a loss whose day is not known: late enough to count."""
_MOST_PARTS = 10


def write_holding(draft: Draft, holding: Holding) -> None:
    """Write one landowner's portion of one wetland. Raises RefusalError where its share cannot be compared exactly."""
    h = draft.ids["holding", holding.id]
    facts, alone = _facts(draft, holding), _alone(draft, holding)
    exact = _area(draft, holding, [f for f in facts if f.attribute.name == "area"], alone)
    for fact in facts:
        if fact.attribute.type == "losses":
            _losses(draft, h, fact)
    _whole(draft, holding, [f for f in facts if f.attribute.name == "whole_wetland"], exact, alone)
    _owners(draft, holding)
    if exact is not None:
        _large_share(draft, holding, exact)


def portion_facts_used(draft: Draft, holding: Holding) -> tuple[Settled, ...]:
    """What is known of a landowner's portions, without the assumption that it is the whole wetland where areas, or other
    portions of that wetland, decide that (see `_whole`).
    """
    facts = tuple(f for _, f in draft.portion_facts[holding.id])
    alone = _alone(draft, holding)
    if alone and not _area_stated(draft, holding, alone):
        return facts
    return tuple(f for f in facts if f.attribute.name != "whole_wetland" or f.statements)


def _size(draft: Draft, holding: Holding) -> Fraction | None:
    return draft.known_area(draft.ids["wetland", holding.wetland], "size")


def _facts(draft: Draft, holding: Holding) -> list[Settled]:
    if not holding.portions:
        return facts_of(draft.statements, draft.vocabulary, "portion", holding.id, ())
    return [f for _, f in draft.portion_facts[holding.id]]


def _alone(draft: Draft, holding: Holding) -> bool:
    return sum(1 for other in draft.scene.holdings.values() if other.wetland == holding.wetland) == 1


def known_portion(draft: Draft, holding: Holding) -> Fraction | None:
    """The area of a landowner's portion in square feet, where it is known: as stated, or that of the wetland if assumed so."""
    areas = [f for f in _facts(draft, holding) if f.attribute.name == "area"]
    known = _known(areas)
    if known and len(known) == len(areas):
        return sum(known, Fraction(0))
    return _size(draft, holding) if _as_wetland(areas, _alone(draft, holding)) else None


def _known(areas: Iterable[Settled]) -> list[Fraction]:
    return [f.known[0] for f in areas if f.known and isinstance(f.known[0], Fraction)]


def _as_wetland(areas: list[Settled], alone: bool) -> bool:
    """Whether the only portion is assumed to be as large as its wetland."""
    return alone and len(areas) == 1 and areas[0].status == "assumed"


def _area(draft: Draft, holding: Holding, areas: list[Settled], alone: bool) -> Fraction | None:
    """The area of the portion, where it is known; written with its shares, or as open.

    A portion's area is only ever shared out, so its atoms carry the number of a candidate, not the area.
    """
    h, w = draft.ids["holding", holding.id], draft.ids["wetland", holding.wetland]
    exact = known_portion(draft, holding)
    if exact is None and _as_wetland(areas, alone):
        draft.lines.append(f"fact({h},area,V) :- fact({w},size,V).")
        draft.lines.append(f"share_at({h},S,V,N) :- share_at({w},S,V,N).")
        draft.lines.append(f"share_rounded({h},S,V) :- share_rounded({w},S,V).")
        return None
    if exact is None:
        first = next((f for f in areas if f.open), areas[0])
        fact = first._replace(known=None, status="unknown")
        rest = sum(_known(areas), Fraction(0))
        values, turns, unit, all_turns = _portion_points(draft, fact, rest, _size(draft, holding))
        draft.offer(h, fact.attribute, None, tuple(str(n) for n in range(len(values))))
        options = tuple(Option(f"fact({h},area,{n})", v - rest) for n, v in enumerate(values))
        draft.opens.append(Open(f"{fact.thing}.area", fact, options, ordered=True, turns=turns, unit=unit, all_turns=all_turns))
        draft.rest[h] = rest
        for n, value in enumerate(values):
            draft.shares(h, value, n)
        return None
    draft.lines.append(f"fact({h},area,0).")
    draft.shares(h, exact, 0)
    return exact


def _portion_points(draft: Draft, fact: Settled, rest: Fraction, size: Fraction | None) -> Points:
    """Areas of the whole portion to try, `rest` of it being known; the turns are those of the unknown part."""
    if fact.among is not None:
        return Points(tuple(sorted(v + rest for v in fact.among if isinstance(v, Fraction))))
    low, high = fact.bounds or (None, None)
    assert not isinstance(low, date) and not isinstance(high, date)
    # Shares of a portion are compared with areas, and with the ends of those that are not known; equal ones add up too.
    areas = other_areas(draft)
    thresholds = [s * 100 / share - rest for s in beside(draft, fact, areas) for share in law_shares()]
    thresholds += [size - rest] if size is not None else []
    widest = size if size is not None else max([VAST, *(at * 2 for at in (*thresholds, *law_areas()))])
    top = high if high is not None else widest - rest
    unit, zero = Fraction(1, draft.scale.sqft), Fraction(0)
    values, turns, unit, _ = points(low or zero, max(top, low or zero), thresholds, (zero,), unit)
    return Points(tuple(v + rest for v in values), turns, unit, len(areas) <= MOST_PARTS)


def portion_ends(draft: Draft, holding: Holding) -> list[Fraction]:
    """The area of a landowner's portion in square feet, or the ends of its range where it is one declared portion."""
    known = known_portion(draft, holding)
    if known is not None:
        return [known]
    areas = [f for f in _facts(draft, holding) if f.attribute.name == "area"]
    if _as_wetland(areas, _alone(draft, holding)):
        size = draft.by_slot.get((draft.ids["wetland", holding.wetland], "size", None))
        return numbers_or_ends([size] if size is not None else [])
    return numbers_or_ends(areas[:1])


def _losses(draft: Draft, h: str, fact: Settled) -> None:
    if fact.known is None:
        low, high = fact.bounds or (None, None)
        assert not isinstance(low, date) and not isinstance(high, date)
        _open_loss(draft, h, fact, "", low, high, None)
        return
    for number, loss in enumerate(losses(fact), 1):
        if loss.most is not None:
            _open_loss(draft, h, fact, f".{number}", loss.area, loss.most, loss)
            continue
        ours = _loss(draft, h, loss.on, loss.flags)
        draft.areas[ours] = loss.area
        draft.lines.append(f"fact({ours},area,{draft.scale.area(loss.area)}).")


def _loss(draft: Draft, h: str, on: date, flags: frozenset[str]) -> str:
    ours = draft.give("l", "loss", f"loss {draft.next}")
    draft.lines.append(f"loss({h},{ours},{day_number(on)}).")
    draft.lines.extend(f"loss_flag({ours},{word(flag)})." for flag in flags)
    return ours


def _open_loss(
    draft: Draft,
    h: str,
    fact: Settled,
    suffix: str,
    low: Fraction | None,
    high: Fraction | None,
    loss: Loss | None,
) -> None:
    """`loss`: the one of several that is not known exactly; None where nothing is known of any."""
    ours = _loss(draft, h, loss.on if loss else _UNDATED, loss.flags if loss else frozenset())
    # A share that was cut is that of a portion which may be of any size: no loss tried is beyond it.
    cut = Fraction(draft.scale.top - 1, draft.scale.sqft)
    shares = [share for share in draft.shared.get(h, []) if share < cut]
    top = high if high is not None else max([*law_areas(), *shares]) * 2
    parts = other_areas(draft, fact if loss is None else None, loss)
    taken = beside(draft, fact, parts, low if loss is not None and low is not None else Fraction(0))
    scale = Fraction(1, draft.scale.sqft)
    values, turns, unit, _ = points(low or Fraction(0), top, law_areas(), taken, scale, shares)
    terms = [draft.scale.area(v) for v in values]
    draft.lines.append(f"open({ours},area).")
    draft.lines.extend(f"may({ours},area,{term})." for term in terms)
    draft.ladder(ours, [str(term) for term in dict.fromkeys(terms)])
    options = tuple(Option(f"fact({ours},area,{term})", v) for term, v in zip(terms, values, strict=True))
    name = f"{fact.thing}.{fact.attribute.name}{suffix}"
    draft.opens.append(Open(name, fact, options, ordered=True, turns=turns, unit=unit, all_turns=len(parts) <= MOST_PARTS))


def _whole(draft: Draft, holding: Holding, whole: list[Settled], exact: Fraction | None, alone: bool) -> None:
    """Whether the landowner owns the entire wetland: as stated, else by the areas, else as assumed, else open.

    Where a range of either area is stated, the entire wetland is owned where the two are equal.
    """
    h = draft.ids["holding", holding.id]
    sizes = _tried(draft, draft.ids["wetland", holding.wetland], "size", _size(draft, holding))
    stated = next((f for f in whole if f.statements), None)
    if stated is not None and stated.known is not None:
        # Not applicable is no value: nobody is said to own the entire wetland.
        draft.lines += [f"fact({h},whole_wetland,{word(str(value))})." for value in stated.known]
    elif stated is None and sizes and _area_stated(draft, holding, alone):
        for area, when in _tried(draft, h, "area", exact):
            for size, also in sizes:
                if area == size:
                    body = ", ".join((*when, *also))
                    draft.lines.append(
                        f"fact({h},whole_wetland,yes) :- {body}." if body else f"fact({h},whole_wetland,yes)."
                    )
    elif not alone and stated is None:
        draft.lines.append(f"fact({h},whole_wetland,no).")
    elif stated is None and all(f.status == "assumed" for f in whole) and not _area_stated(draft, holding, alone):
        draft.lines.append(f"fact({h},whole_wetland,yes).")
    else:
        fact = stated or whole[0]
        draft.offer(h, fact.attribute, None, ("yes", "no"))
        options = tuple(Option(f"fact({h},whole_wetland,{v})", v) for v in ("yes", "no"))
        draft.opens.append(Open(f"{fact.thing}.whole_wetland", fact, options))


def _area_stated(draft: Draft, holding: Holding, alone: bool) -> bool:
    """Whether anything is stated of the area: of the only portion, also that it is unknown, which rules out assuming it."""
    areas = [f for _, f in draft.portion_facts[holding.id] if f.attribute.name == "area"]
    return bool(areas) and all(f.statements and (f.known is not None or f.among or f.bounds or alone) for f in areas)


def _tried(draft: Draft, ours: str, attribute: str, exact: Fraction | None) -> list[tuple[Fraction, tuple[str, ...]]]:
    """The values of an area, each with the atom it rests on where it is not known; empty where nothing is stated of it."""
    if exact is not None:
        return [(exact, ())]
    start = f"fact({ours},{attribute},"
    for found in draft.opens:
        if found.options and found.options[0].atom.startswith(start) and found.settled.statements:
            rest = draft.rest.get(ours, Fraction(0))
            return [(o.value + rest, (o.atom,)) for o in found.options if isinstance(o.value, Fraction)]
    return []


def _owners(draft: Draft, holding: Holding) -> None:
    """Co-owners and affiliates, for the reading joint_owners."""
    h = draft.ids["holding", holding.id]
    if len(holding.owners) > 1 and not holding.owners <= _cluster(draft, holding.owners):
        draft.lines.append(f"co_owned({h}).")
        return
    others = _affiliates(draft, holding)
    if not others:
        return
    facts = (f for o in (holding, *others) for _, f in draft.portion_facts[o.id] if f.attribute.name == "area")
    total = sum(_known(facts), Fraction(0))
    for other in others:
        draft.lines.append(f"affiliated({h},{draft.ids['holding', other.id]}).")
    for share in law_shares():
        part = draft.scale.share(total, share)
        draft.lines.append(f"share_together({h},{share},{part}).")
        draft.exact_shares[h, share, "together"] = total * share / 100
        if part != total * share * draft.scale.sqft / 100:
            draft.lines.append(f"together_rounded({h},{share}).")
    if total == _size(draft, holding):
        draft.lines.append(f"entire_together({h}).")


def _affiliates(draft: Draft, holding: Holding) -> list[Holding]:
    """The other portions of the wetland whose owners are all affiliated with this one's."""
    cluster = _cluster(draft, holding.owners)
    others = (o for o in draft.scene.holdings.values() if o.wetland == holding.wetland and o.id != holding.id)
    return [o for o in others if o.owners <= cluster]


def _cluster(draft: Draft, owners: frozenset[str]) -> frozenset[str]:
    """All owners affiliated, directly or not, with the first of these."""
    pairs = [
        (thing.id, str(other))
        for thing in draft.case.of("owner")
        for found in draft.statements.near((thing.id,)).get("affiliated_with", {}).values()
        for statement in found
        for other in getattr(statement.value, "values", ())
    ]
    reached = {min(owners)}
    while True:
        more = {b for a, b in pairs if a in reached} | {a for a, b in pairs if b in reached}
        if more <= reached:
            return frozenset(reached)
        reached |= more


def _large_share(draft: Draft, holding: Holding, exact: Fraction) -> None:
    """Where a share and the areas compared with it are both beyond the top: the sets of areas that exceed, or reach, it."""
    h, scale = draft.ids["holding", holding.id], draft.scale
    unit, top = Fraction(1, scale.sqft), Fraction(scale.top, scale.sqft)
    large = [share for share in law_shares() if exact * share / 100 >= top - unit]
    if not large:
        return
    impacts = [draft.ids["impact", p.id] for p in draft.scene.impacts.values() if p.holding == holding.id]
    lost = [line.split(",")[1] for line in draft.lines if line.startswith(f"loss({h},")]
    parts = [(x, draft.areas[x]) for x in (*impacts, *lost) if x in draft.areas]
    if sum((area for _, area in parts), Fraction(0)) < top:
        return
    for share in large:
        limit = exact * share / 100
        if len(parts) < len(impacts) + len(lost) or len(parts) > _MOST_PARTS or _affiliates(draft, holding):
            raise RefusalError(
                f"{share} percent of `{holding.id}` and what was drained or filled of it are both too large to compare "
                "exactly; state fewer areas, or areas in whole square feet"
            )
        draft.lines.append(f"too_large({h},{share}).")
        for how, least in (("over", limit // unit * unit + unit), ("at", limit)):
            for n, chosen in enumerate(_smallest(parts, least)):
                draft.lines.extend(f"beyond_share({h},{share},{how},{n},{x})." for x in chosen)


def _smallest(parts: list[tuple[str, Fraction]], least: Fraction) -> list[tuple[str, ...]]:
    """The sets of parts, minimal by inclusion, that add up to at least this."""
    found: list[tuple[str, ...]] = []
    for size in range(1, len(parts) + 1):
        for chosen in combinations(parts, size):
            names = tuple(x for x, _ in chosen)
            if sum((area for _, area in chosen), Fraction(0)) >= least and not any(set(f) <= set(names) for f in found):
                found.append(names)
    return found
