"""What the law may add up beside an area: the totals of the impacts that count together, then all other sums.

The totals come first because only so many values of a number are tried (candidates.MOST_POINTS), and where the answer turns
is as a rule one of them: an amount less the other impacts of the project, or of one type, or a share against a portion.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from lexempt.case import Loss, Scalar
from lexempt.solving.candidates import MOST_PARTS, sums_of
from lexempt.solving.draft import Draft
from lexempt.solving.scene import Placed
from lexempt.solving.settle import Settled, losses, numbers_or_ends

_NONE = Fraction(0)


def beside(draft: Draft, fact: Settled, parts: Iterable[Fraction], own: Fraction = _NONE) -> tuple[Fraction, ...]:
    """Sums of these areas, those first that the law is likely to set beside the fact. `own`: of one among several earlier
    losses its least area, which is none of what it is added to."""
    return tuple(dict.fromkeys((*_totals(draft, fact, own), *sums_of(tuple(parts)))))


def other_areas(draft: Draft, but: Settled | None = None, but_loss: Loss | None = None) -> tuple[Fraction, ...]:
    """The areas that may be added up with one of them: of the impacts and of what was lost before; of those not known the ends of
    their ranges, or each that is possible."""
    found: list[Scalar | None] = []
    for fact in draft.by_slot.values():
        if (fact.attribute.entity, fact.attribute.name) == ("impact", "area") and fact is not but:
            found += [*(fact.known or fact.among or ()), *(fact.bounds or ())]
    for _, fact in (held for facts in draft.portion_facts.values() for held in facts):
        if fact.attribute.type == "losses" and fact is not but:
            found += fact.bounds or ()
            for loss in losses(fact):
                found += [loss.area, loss.most] if loss is not but_loss else []
    return tuple(area for area in found if isinstance(area, Fraction))


def _totals(draft: Draft, fact: Settled, own_loss: Fraction) -> Iterator[Fraction]:
    """Of the other impacts that may count together with what the fact is about: the most they come to, and the least."""
    own = draft.scene.impacts.get(fact.thing) if fact.attribute.entity == "impact" else None
    groups: dict[tuple[str, ...], list[list[Fraction]]] = {}
    for placed in draft.scene.impacts.values():
        area = draft.by_slot.get((draft.ids["impact", placed.id], "area", None))
        ends = numbers_or_ends((area,)) if area is not None and placed is not own else []
        for group in _groups(draft, placed) if ends else ():
            groups.setdefault(group, []).append(ends)
    mine = tuple(_groups(draft, own)) if own is not None else (*_holding(draft, fact.thing), ("wetland", fact.thing))
    for group in mine:
        found = groups.get(group, ())
        least, most = _lost(draft, group[1]) if group[0] == "holding" else (own_loss, own_loss)
        yield sum(map(max, found), most - own_loss)
        yield sum(map(min, found), least - own_loss)
    # Beyond so many areas, sums of some of them are not tried: all but one often is what counts.
    for group in mine:
        found = groups.get(group, ())
        if len(found) > MOST_PARTS:
            most = sum(map(max, found), Fraction(0))
            yield from (most - max(ends) for ends in found)


def _groups(draft: Draft, placed: Placed) -> Iterator[tuple[str, ...]]:
    """What an impact may count together with: those of its type in its project, of its portion, project, and wetland."""
    kind = draft.by_slot.get((draft.ids["impact", placed.id], "wetland_type", None))
    types = kind.known if kind is not None else None
    yield ("type", placed.project, *map(str, types or ()))
    yield ("holding", placed.holding)
    yield ("project", placed.project)
    yield ("wetland", placed.wetland)


def _holding(draft: Draft, portion: str) -> Iterator[tuple[str, ...]]:
    for holding in draft.scene.holdings.values():
        if portion == holding.id or portion in holding.portions:
            yield ("holding", holding.id)


def _lost(draft: Draft, holding: str) -> tuple[Fraction, Fraction]:
    """The least and the most that was lost of a portion before."""
    found = [loss for _, f in draft.portion_facts.get(holding, ()) for loss in losses(f)]
    return sum((loss.area for loss in found), _NONE), sum((loss.most or loss.area for loss in found), _NONE)
