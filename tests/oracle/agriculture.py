"""Subdivision 1, agricultural activities, and the years of land use that 2(e) asks for as well."""

from __future__ import annotations

from collections.abc import Iterator

from .matter import TWO_ACRES, Matter, S, View
from .world import Ground

NINETEEN_EIGHTIES = range(1981, 1991)
"""The last ten years prior to January 1, 1991."""
OLD_CROPLAND = ("annual_crop", "crop_rotation_seeding", "set_aside")
FARM_WORK = frozenset(("farming", "grazing", "ranching", "agricultural_other"))
NORMAL_FARMING = frozenset(("farming", "silviculture", "grazing", "ranching"))


def used(ground: Ground, years: range, uses: tuple[str, ...]) -> int:
    """In how many of the years the land was in one of the uses. A year not stated counts as none."""
    by_year = ground.get("land_use")
    if not by_year:
        return 0
    return sum(1 for year in years if year in by_year and not by_year[year].isdisjoint(uses))


def history_grounds(matter: Matter, view: View) -> list[Ground]:
    """The grounds whose land use counts for this impact."""
    if matter.reads("crop_history_place", "impacted_part"):
        return [view.ground]
    grounds = {other.ground.id: other.ground for other in matter.views.values() if other.wetland is view.wetland}
    for ground in matter.world.grounds.values():
        if ground.wetland == view.wetland.id:
            grounds[ground.id] = ground
    return list(grounds.values())


def is_pasture(matter: Matter, ground: Ground) -> bool:
    if ground.states("pasture"):
        return ground.yes("pasture")
    if matter.reads("pasture_years", "both_uses"):
        return used(ground, NINETEEN_EIGHTIES, ("grazed", "crop_rotation_seeding")) >= 6
    return used(ground, NINETEEN_EIGHTIES, ("crop_rotation_seeding",)) >= 6 or ground.yes("grazed_now")


def satisfied(matter: Matter, view: View) -> Iterator[str]:
    impact, undertaking = view.impact, view.undertaking
    if _old_cropland(matter, view):
        yield S + "1/1"
    if view.type in ("1", "2", "6") and _pasture(matter, view):
        yield S + "1/2"
    if not undertaking:
        return
    if (
        not undertaking.isdisjoint(NORMAL_FARMING)
        and impact.yes("normal_practice")
        and not view.drains_wetland
        and (matter.reads("normal_farming_acts", "any_not_draining") or impact.get("farming_act") != "other")
    ):
        yield S + "1/3"
    if (
        "conservation_practice" in undertaking
        and impact.yes("district_approved")
        and impact.get("panel_review") == "before_approval"
    ):
        yield S + "1/4"
    permit = impact.yes("corps_404_permit")
    conforms = permit and impact.yes("conforms_to_permit")
    if "aquaculture" in undertaking and conforms and "building" not in impact.get("builds"):
        yield S + "1/5"
    if "wild_rice" in undertaking:
        needs_none = matter.reads("wild_rice_permit", "other_activities") and (
            impact.get("wild_rice_work") in ("production", "necessary_diking")
        )
        if permit or needs_none:
            yield S + "1/6"
    ground = view.ground
    if (
        not undertaking.isdisjoint(FARM_WORK)
        and ground.yes("agricultural_land")
        and ground.yes("swampbuster")
        and ground.yes("memorandum")
    ):
        yield S + "1/7"


def _old_cropland(matter: Matter, view: View) -> bool:
    """Clause (1)."""
    if matter.reads("crop_history_purpose", "agricultural") and view.undertaking.isdisjoint(FARM_WORK):
        return False
    any_mixture = matter.reads("crop_history_uses", "any_mixture")
    series = [OLD_CROPLAND] if any_mixture else [(use,) for use in OLD_CROPLAND]
    return any(
        used(ground, NINETEEN_EIGHTIES, uses) >= 6 for ground in history_grounds(matter, view) for uses in series
    )


def _pasture(matter: Matter, view: View) -> bool:
    """Clause (2)."""
    if not view.ground.yes("stays_pasture") or not is_pasture(matter, view.ground):
        return False
    if view.type == "1":
        return not view.impact.yes("bottomland_hardwood")
    size = view.wetland.get("size")
    if matter.reads("pasture_size", "listed_type_part") and view.wetland.get("listed_type_part") != "same_as_size":
        size = view.wetland.get("listed_type_part")
    return bool(size < TWO_ACRES)
