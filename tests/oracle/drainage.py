"""Subdivision 2, drainage."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from .agriculture import history_grounds, used
from .matter import FIVE_ACRES, Matter, S, View, total, triple, years_after
from .world import DrainageSystem, Ground, Project

DEVELOPMENT = ("platted_lots", "planned_unit", "commercial", "industrial")
LIMITED_TYPES = ("2", "6")


def satisfied(matter: Matter, view: View) -> Iterator[str]:
    drains = view.activity == "drain"
    if drains and view.type in ("1", "2", "6") and _assessed(matter, view) and _not_for_development(matter, view):
        yield S + "2/b"
    if "drainage_maintenance" in view.undertaking:
        yield from _maintenance(matter, view)
    if drains and view.ground.yes("agricultural_land"):
        yield from _cropland(matter, view)


# (b) land assessed for a public drainage system


def _assessed(matter: Matter, view: View) -> bool:
    ground = view.ground
    if ground.yes("incorporated") or not ground.yes("assessed_benefits"):
        return False
    name = ground.get("drainage_system")
    if name is None:
        return False
    system = matter.world.drainage_systems[name]
    if not _public(system):
        return False  # (b)(1) speaks of the public drainage system alone
    if system.yes("no_repair_required"):
        return True
    if matter.reads("benefit_window", "through_january_1"):
        first, last = date(1972, 1, 2), date(1992, 1, 1)
    else:
        first, last = date(1972, 1, 1), date(1991, 12, 31)
    return any(first <= day <= last for day in (*system.get("expenditure"), *system.get("repair")))


def _public(system: DrainageSystem) -> bool:
    """A public drainage system by (a), which counts a ditch or tile lawfully connected to one."""
    return system.get("class") == "public" or system.yes("lawfully_connected")


def _dense(project: Project) -> bool:
    """More than one residential unit per 40 acres, with no family-member zoning to excuse it."""
    return bool(project.get("units_per_40_acres") > 1) and not project.yes("family_residence_zoning")


def _barred_use(uses: frozenset[str], project: Project) -> bool:
    return not uses.isdisjoint(DEVELOPMENT) or ("residential" in uses and _dense(project))


def _not_for_development(matter: Matter, view: View) -> bool:
    project = view.project
    if not project.get("planned_conversion").isdisjoint(DEVELOPMENT) or _dense(project):
        return False
    converted, work = project.get("converted_on"), project.get("work")
    if converted is None or converted < work or not _barred_use(project.get("converted_to"), project):
        return True
    if matter.reads("conversion_purpose", "any_later_use"):
        return False
    anniversary = years_after(work, 10)
    if triple(converted) == anniversary:
        return matter.reads("conversion_anniversary", "excluded")
    return triple(converted) > anniversary


def within_five_acres(matter: Matter, view: View, counted: list[View]) -> bool:
    """What is of type 2 or 6 among the regulated impacts of the group that satisfy 2(b) is at most five acres."""
    if view.type not in LIMITED_TYPES:
        return True
    return total(v.area for v in drained_with(matter, view, counted)) <= FIVE_ACRES


def drained_with(matter: Matter, view: View, counted: list[View]) -> list[View]:
    """What is added up for the five acres."""
    unit = matter.readings["five_acres_counted"]
    if unit == "per_landowner":
        counted = [v for v in counted if set(v.portion.owners) == set(view.portion.owners)]
    elif unit == "per_wetland":
        counted = [v for v in counted if v.wetland is view.wetland]
    elif unit == "per_type":
        counted = [v for v in counted if v.type == view.type]
    return [v for v in counted if v.type in LIMITED_TYPES]


# (c), (d) maintenance and repair of a drainage system


def _maintenance(matter: Matter, view: View) -> Iterator[str]:
    name = view.ground.get("drainage_system")
    reached = ["drain", "fill"]
    if matter.reads("excavation_counts", "as_drain_or_fill"):
        reached.append("excavate")
    if name is None or view.activity not in reached:
        return
    system = matter.world.drainage_systems[name]
    old_and_drained = view.activity == "drain" and _older_than_25(matter, view)
    if _public(system):
        if not (old_and_drained and view.type in ("3", "4", "5")):
            yield S + "2/c"
    elif not old_and_drained:
        yield S + "2/d"


def _older_than_25(matter: Matter, view: View) -> bool:
    since, day = view.wetland.get("existing_since"), view.project.get("work")
    if matter.reads("age_from", "original_wetland") and view.wetland.get("originally_since") is not None:
        since = view.wetland.get("originally_since")
    if matter.reads("age_day", "day_of_application") and view.project.get("applied") is not None:
        day = view.project.get("applied")
    return years_after(since, 25) < triple(day)


# (e) agricultural land in crop


def _cropland(matter: Matter, view: View) -> Iterator[str]:
    found: set[str] = set()
    for ground in history_grounds(matter, view):
        if not ground.get("land_use"):
            continue
        year = view.project.get("work").year
        recent = range(year - 10, year)
        if matter.reads("recent_years", "harvest_included") and year in ground.get("land_use"):
            recent = range(year - 9, year + 1)
        found.update(_met_in(matter, ground, recent))
        enrolled = ground.get("enrolled")
        if enrolled is not None:
            if matter.reads("program_years", "before_enrollment"):
                recent = range(enrolled.year - 10, enrolled.year)
            if _met_in(matter, ground, recent):
                found.add("3")
    yield from (S + "2/e/" + number for number in sorted(found))


def _met_in(matter: Matter, ground: Ground, years: range) -> tuple[str, ...]:
    """Which of (1) and (2) are met in eight of these ten years."""
    planted = {year for year in years if _planted_in_time(ground, year)}
    seeded = {
        year
        for year in years
        if used(ground, range(year, year + 1), ("crop_rotation_seeding", "cover_crop", "fallow_for_crop"))
    }
    if matter.reads("drained_cropland_uses", "any_mixture"):
        return ("1", "2") if len(planted | seeded) >= 8 else ()
    return tuple(number for number, met in (("1", planted), ("2", seeded)) if len(met) >= 8)


def _planted_in_time(ground: Ground, year: int) -> bool:
    if "annual_crop" not in ground.get("land_use").get(year, ()):
        return False
    day = ground.get("crop_planted").get(year)
    return day is None or day < date(year, 7, 5) or ground.get("crop_normally_late").get(year) == "yes"
