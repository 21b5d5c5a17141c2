"""Releases from the replacement duty outside 103G.2241."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from .matter import Matter, View, total
from .scope import prohibited

ROAD_WORK = ("repair", "rehabilitation", "reconstruction", "replacement")


def released(matter: Matter, view: View, regulated: frozenset[str]) -> Iterator[str]:
    """The provisions that release a regulated impact."""
    stands, impact = matter.stands, view.impact
    if "road" in view.undertaking and stands("103G.222/1/m") and _public_road(matter, view, regulated):
        yield "103G.222/1/m"
    if (
        "drought_use" in view.undertaking
        and impact.yes("drought")
        and not impact.get("builds")
        and not view.drains_wetland
        and stands("103G.2364/a")
    ):
        yield "103G.2364/a"
    if (
        "irrigation_boom" in view.undertaking
        and view.activity == "fill"
        and not impact.yes("impedes_drainage")
        and stands("103G.2364/b")
    ):
        yield "103G.2364/b"
    if view.project.get("compensation_applied") and stands("103G.237/1") and _uncompensated(matter, view):
        yield "103G.237/1"


def _public_road(matter: Matter, view: View, regulated: frozenset[str]) -> bool:
    project = view.project
    work = project.get("road_work")
    if not (
        project.yes("serviceable_public_road")
        and project.yes("needed_for_standards")
        and project.yes("road_impacts_minimized")
    ):
        return False
    if "new_road" in work or work.isdisjoint(ROAD_WORK):
        return False  # capacity lanes alone have none of the four kinds either
    if "capacity_lanes" in work and matter.reads("capacity_solely", "any_capacity_out"):
        return False
    return matter.reads("late_road_report", "duty") or _reported(matter, view, regulated)


def _reported(matter: Matter, view: View, regulated: frozenset[str]) -> bool:
    project = view.project
    if project.yes("annual_road_meeting"):
        return True
    report, start = project.get("road_report"), project.get("construction_start")
    if report is None or start is None:
        return False
    if report <= start - timedelta(days=30):
        return True
    minor = project.yes("minor_road_maintenance") and start <= report <= start + timedelta(days=30)
    return minor and (
        total(v.area for v in matter.members(view) if v.id in regulated and "road" in v.undertaking) < 10_000
    )


def _uncompensated(matter: Matter, view: View) -> bool:
    project = view.project
    eligible = all(
        project.yes(fact)
        for fact in (
            "plan_applied_for",
            "plan_denied_or_unworkable",
            "denial_appealed",
            "otherwise_lawful",
            "damages",
            "public_value_enhanced",
        )
    )
    # Subd. 2(4): what 103G.223 prohibits is not otherwise allowed under state law, whatever somebody states.
    if not eligible or any(prohibited(other) for other in matter.members(view)):
        return False
    last = project.get("compensation_applied") + timedelta(days=90)
    paid = project.get("compensation_received")
    return (paid is None or paid > last) and project.get("work") > last
