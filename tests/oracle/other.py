"""Subdivisions 3 to 7 and 10: federal approvals, restoration, incidental wetlands, utilities, forestry, habitat."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from .matter import HALF_ACRE, Matter, S, View, total

FOUR_APPROVALS = frozenset(
    ("board_of_water_and_soil_resources", "natural_resources", "agriculture", "pollution_control")
)
UTILITY = frozenset(("utility_new", "utility_upkeep"))
CAUSE_CLAUSE = {"beaver_dam": "5/1", "blocked_culvert": "5/2", "other_purpose": "5/3"}


def satisfied(matter: Matter, view: View) -> Iterator[str]:
    if view.impact.facts.get("federal_authorization") and _federal(matter, view):
        yield S + "3"
    yield from _origin(matter, view)
    if view.undertaking:
        yield from _works(matter, view)


def _federal(matter: Matter, view: View) -> bool:
    impact = view.impact
    covering = {"section_404", "section_10", "federal_exemption"}
    if matter.reads("partial_draining_federal", "not_covered"):
        covering.remove("federal_exemption")
        if impact.yes("partial_draining"):
            return False
    return (
        not covering.isdisjoint(impact.get("federal_authorization"))
        and impact.yes("meets_state_minimum")
        and impact.get("regulation_approved_by") >= FOUR_APPROVALS
    )


def _origin(matter: Matter, view: View) -> Iterator[str]:
    wetland = view.wetland
    causes = wetland.get("origin_causes")
    origin = wetland.get("origin")
    older = any(v.wetland is wetland and v.impact.yes("added_part") for v in matter.views.values())
    if causes and not wetland.states("origin") and not older:
        origin = "incidental"
    if origin in ("restored", "created"):
        if wetland.yes("conservation_purpose") and wetland.yes("right_to_drain"):
            yield S + "4/1"
        help_had = wetland.get("outside_help")
        helped = "financial" in help_had if matter.reads("restoration_help", "financial_help") else bool(help_had)
        if not (helped or wetland.yes("used_for_replacement") or wetland.yes("banked")):
            yield S + "4/2"
    added = matter.reads("solely_created", "added_area") and view.impact.yes("added_part")
    if causes and (added or (origin == "incidental" and not older)):
        clauses = [S + CAUSE_CLAUSE[cause] for cause in causes]
        if len(causes) == 1:
            yield clauses[0]
        elif all(matter.stands(clause) for clause in clauses):  # "any combination of clauses (1) to (3)"
            yield S + "5/4"


def _works(matter: Matter, view: View) -> Iterator[str]:
    impact, project, undertaking = view.impact, view.project, view.undertaking
    covered = UTILITY if matter.reads("utility_new", "any_utility") else {"utility_upkeep"}
    if not undertaking.isdisjoint(covered) and project.yes("avoided_minimized"):
        yield S + "6/a/1"
    if not undertaking.isdisjoint(("utility_routine", "public_works_routine")) and not impact.yes(
        "additional_intrusion"
    ):
        yield S + "6/a/2"
    if "sewage_system_repair" in undertaking and impact.yes("needed_for_compliance"):
        yield S + "6/a/3"
    builds = impact.get("builds")
    drains = view.activity == "drain" or bool(impact.get("drains"))
    if (
        "forestry_crossing" in undertaking
        and impact.get("duration") != "permanent"  # the clause covers crossing or entering temporarily
        and impact.yes("impact_limited")
        and not builds
        and not drains
    ):
        yield S + "7/1"
    if (
        "forest_road" in undertaking
        and impact.yes("impact_limited")
        and impact.yes("filling_avoided")
        and builds.isdisjoint(("dike", "drainage_ditch", "tile_line"))
        and not drains
    ):
        yield S + "7/2"
    if (
        _is_spoil(view)
        and impact.yes("stabilized_seeded")
        and not project.yes("listed_species_harmed")
        and project.yes("habitat_certified")
    ):
        yield S + "10/1"
    if "duck_blind" in undertaking:
        yield S + "10/2"


def _is_spoil(view: View) -> bool:
    return "habitat_spoil" in view.undertaking and view.activity == "fill"


# The sums


def under_half_acre(matter: Matter, view: View) -> bool:
    """6(a)(1)(ii), over all projects that count as one."""
    members = matter.members(view)
    utility_part = matter.reads("altered_area_counted", "utility_part")
    fact = "utility_altered" if utility_part else "significantly_altered"
    altered = Fraction(0)
    for name in matter.split_group[view.project.id]:
        stated = matter.world.projects[name].get(fact)
        if stated == "sum_of_impacts":
            stated = total(
                v.area
                for v in members
                if v.project.id == name and not (utility_part and v.undertaking.isdisjoint(UTILITY))
            )
        altered += stated
    return altered < HALF_ACRE


def spoil_fits(matter: Matter, view: View, regulated: frozenset[str]) -> bool:
    """10(1)(i)."""
    mode = matter.readings["spoil_area_counted"]
    size = view.wetland.get("size")
    deposits = [v for v in matter.members(view) if v.id in regulated and _is_spoil(v) and v.wetland is view.wetland]
    if mode == "each_deposit":
        deposits = [view]
    elif mode == "landowner_portion":
        owners = set(view.portion.owners)
        deposits = [v for v in deposits if set(v.portion.owners) == owners]
        size = total(
            size if portion.get("area") == "same_as_size" else portion.get("area")
            for portion in matter.world.portions.values()
            if portion.wetland == view.wetland.id and set(portion.owners) == owners
        )
    return total(v.area for v in deposits) <= min(size / 20, HALF_ACRE)
