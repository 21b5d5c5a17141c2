"""Subdivision 9: which amount an impact falls under, the sums, the increases, (f), (h) and (i)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from . import place
from .matter import Matter, S, View, components, reaches, total

SMALL_TYPES = ("3", "4", "5", "8")
AMOUNT: dict[str, Fraction] = {
    S + "9/a/1": Fraction(10_000),
    S + "9/a/2": Fraction(5_000),
    S + "9/a/3": Fraction(2_000),
    S + "9/a/4": Fraction(100),
    S + "9/b/1": Fraction(400),
    S + "9/b/2": Fraction(100),
    S + "9/c": Fraction(20),
    S + "9/d/1": Fraction(2_500),
    S + "9/d/2": Fraction(1_000),
}
FIRST_DAY = date(1992, 1, 1)


def _activities(matter: Matter) -> tuple[str, ...]:
    counted = matter.reads("excavation_counts", "as_drain_or_fill")
    return ("drain", "fill", "excavate") if counted else ("drain", "fill")


def amount_of(matter: Matter, view: View) -> str | None:
    """The amount that the place and type of the impact fall under: (a) to (d) leave at most one."""
    if view.activity not in _activities(matter):
        return None
    kind = view.type
    if matter.reads("type_tested", "predominant") and view.wetland.get("predominant_type") != "same_as_impact":
        kind = view.wetland.get("predominant_type")
    zone = view.zone
    if matter.reads("zone_tested", "whole_project"):
        zone = max((v.zone for v in matter.members(view)), key=place.ZONES.index)
    number = _number(matter, view, kind, zone)
    return None if number is None else S + number


def _number(matter: Matter, view: View, kind: str, zone: str) -> str | None:
    if zone == "setback_zone":
        return "9/c"
    cedar = view.impact.yes("cedar_or_tamarack")
    if zone == "protection_zone":
        own = cedar and matter.stands(S + "9/b/2")  # where (b)(2) is gone nothing else names cedar here
        if own and matter.reads("cedar_tamarack_in_zone", "specific_amount"):
            return "9/b/2"
        return "9/b/2" if kind in SMALL_TYPES else "9/b/1"
    metro = place.in_eleven_counties(view.ground)
    lowest_metro = metro and view.area_class == "less_than_50"
    # Both readings below are of the list in (d)(2): where it is repealed there is nothing to read.
    listed = matter.stands(S + "9/d/2")
    if (
        cedar
        and lowest_metro
        and listed
        and kind in ("1", "2", "6")
        and matter.reads("metropolitan_cedar_tamarack", "full_amount")
    ):
        return "9/d/2"
    if cedar or kind in SMALL_TYPES:
        return "9/a/4"
    if view.area_class == "greater_than_80":
        return "9/a/1"
    if view.area_class == "from_50_to_80":
        return "9/d/1" if metro else "9/a/2"
    if not metro:
        return "9/a/3"
    if kind != "7":
        return "9/d/2"
    return "9/a/4" if listed and matter.reads("unlisted_type_7", "small_amount") else None


def statute_amount(matter: Matter, view: View, clause: str) -> Fraction:
    """The amount of the statute, with the increase that this impact has."""
    retention = view.impact.yes("retention_approved")
    if clause == S + "9/c" and retention:
        return max(AMOUNT[clause], Fraction(100))  # an increase never lowers, whatever the amount is amended to
    if clause == S + "9/b/1" and view.area_class == "greater_than_80":
        isolated, granted = view.wetland.yes("isolated"), view.impact.get("increase_granted")
        mode = matter.readings["zone_increase"]
        if mode == "automatic":
            if isolated or retention:
                return Fraction(1_000)
        elif granted is not None:
            if mode == "authority_approves_both":
                isolated = isolated and view.impact.yes("isolation_approved")
            if isolated or retention:
                return max(AMOUNT[clause], min(Fraction(1_000), granted))
    return AMOUNT[clause]


def local_amounts(matter: Matter, view: View, clause: str) -> list[Fraction]:
    """(i)"""
    local = view.ground.get("local_amount")
    if not local or not matter.stands(S + "9/i"):
        return []
    return [amount for key, amount in local.items() if key is None or reaches(key, clause)]


def limit_of(matter: Matter, view: View, clause: str) -> Fraction:
    """The amount that applies to this impact: the statute's or a stricter local one; or that of a stricter local scheme."""
    local = local_amounts(matter, view, clause)
    if local and matter.reads("local_scheme", "whole_scheme") and view.ground.yes("local_scheme_stricter"):
        return min(local)
    return min([statute_amount(matter, view, clause), *local])


def added_up(matter: Matter, view: View, clause: str, counted: dict[str, str]) -> list[View]:
    """What adds up under an amount over the project, or over the divided property.

    `counted` says under which amount each impact that counts toward a total falls.
    """
    divided = reaches(S + "9/a", clause) or matter.reads("divided_property_amounts", "all_amounts")
    groups = matter.division_group if divided else matter.split_group
    return [v for v in matter.in_group[groups[view.project.id]] if counted.get(v.id) == clause]


def within_amount(matter: Matter, view: View, clause: str, counted: dict[str, str]) -> bool:
    """The total of the project (or of the divided property) stays within the limit."""
    return total(v.area for v in added_up(matter, view, clause, counted)) <= limit_of(matter, view, clause)


# (f)


@dataclass(slots=True)
class Holding:
    """A landowner's portion of one wetland: one or more portions of the case, taken together."""

    portions: set[str]
    area: Fraction
    entire: bool
    losses: Fraction


def holdings(matter: Matter) -> dict[str, Holding]:
    """By portion, the landowner's portion that it belongs to."""
    world = matter.world
    each_an_owner = matter.reads("joint_owners", "each_an_owner")
    cluster: dict[str, frozenset[str]] = {}
    if each_an_owner:
        ties = [(owner.id, other) for owner in world.owners.values() for other in owner.get("affiliated_with")]
        cluster = components({o for p in world.portions.values() for o in p.owners} | set(world.owners), ties)
    together: dict[tuple[str, frozenset[str]], list[str]] = {}
    strangers: set[tuple[str, frozenset[str]]] = set()
    for portion in world.portions.values():
        key = portion.wetland, frozenset(portion.owners)
        if each_an_owner:
            clusters = {cluster[owner] for owner in portion.owners}
            if len(clusters) == 1:
                key = portion.wetland, clusters.pop()
            else:
                strangers.add(key)
        together.setdefault(key, []).append(portion.id)
    result: dict[str, Holding] = {}
    for key, names in together.items():
        size = world.wetlands[key[0]].get("size")
        parts = [world.portions[name] for name in names]
        area = total(size if part.get("area") == "same_as_size" else part.get("area") for part in parts)
        stated = {part.facts["whole_wetland"] for part in parts if part.states("whole_wetland")}
        if key in strangers:
            entire = False
        elif stated and not each_an_owner:
            entire = "yes" in stated
        else:
            entire = "yes" in stated or area == size
        losses = total(
            loss.area
            for part in parts
            for loss in part.get("drained_or_filled_before")
            if _counts(matter, loss.on, loss.flags)
        )
        holding = Holding(set(names), area, entire, losses)
        result.update(dict.fromkeys(names, holding))
    return result


def _counts(matter: Matter, day: date, flags: frozenset[str]) -> bool:
    left_out = {
        "all": None,
        "present_owner": "former_owner",
        "de_minimis": "not_de_minimis",
        "not_replaced": "replaced",
    }[matter.readings["losses_counted"]]
    return day >= FIRST_DAY and left_out not in flags


def within_portion(
    matter: Matter, view: View, clause: str, holding: Holding, regulated: frozenset[str], amounts: dict[str, str]
) -> bool:
    """(f) leaves the exemption to this landowner's portion."""
    if not matter.stands(S + "9/f"):
        return True
    greatest = greatest_area(matter, view, clause, holding)
    if matter.reads("cumulative_count", "before_proposal"):
        return holding.losses < greatest
    proposal = proposed_on(matter, view, clause, holding, regulated, amounts)
    cumulative = holding.losses + total(v.area for v in proposal)
    if matter.reads("cumulative_limit_reached", "ended"):
        return cumulative < greatest
    return cumulative <= greatest


def greatest_area(matter: Matter, view: View, clause: str, holding: Holding) -> Fraction:
    """(f)(1) to (3)"""
    stands = matter.stands
    limbs: list[Fraction] = []
    if stands(S + "9/f/1") and holding.entire:
        metropolitan = reaches(S + "9/d", clause)
        if not (metropolitan and matter.reads("applicable_metropolitan_amount", "not_listed")):
            applicable = statute_amount(matter, view, clause)
            if matter.reads("applicable_local_amount", "local"):
                applicable = min([applicable, *local_amounts(matter, view, clause)])
            limbs.append(applicable)
    if stands(S + "9/f/2"):
        limbs.append(holding.area / 20)
    if stands(S + "9/f/3"):
        limbs.append(Fraction(400))
    return max(limbs, default=Fraction(0))


def proposed_on(
    matter: Matter, view: View, clause: str, holding: Holding, regulated: frozenset[str], amounts: dict[str, str]
) -> list[View]:
    """What the project drains or fills of a landowner's portion."""
    activities = _activities(matter)
    same = matter.reads("cumulative_scope", "same_amount")
    return [
        v
        for v in matter.members(view)
        if v.portion.id in holding.portions
        and v.id in regulated
        and v.activity in activities
        and (not same or amounts.get(v.id) == clause)
    ]
