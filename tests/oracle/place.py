"""Where an impact lies: the area class of its ground (103G.005, 10a, 10b, 10h) and its shoreland zone (15f)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from .world import ELEVEN_COUNTIES, Ground, Impact, Water, World, county_classes

RANK = {"less_than_50": 0, "from_50_to_80": 1, "greater_than_80": 2}
ZONES = ("outside", "protection_zone", "setback_zone")
"""From the outermost to the innermost."""
TEN_ACRES = Fraction(435_600)
TWENTY_FIVE_ACRES = Fraction(1_089_000)


def in_eleven_counties(ground: Ground) -> bool:
    return ground.get("county") in ELEVEN_COUNTIES


def area_class(ground: Ground, readings: Mapping[str, str]) -> str:
    found = _published_class(ground, readings)
    watershed = ground.get("watershed_class")
    if readings["place_classified"] == "published" or watershed not in RANK:
        return found
    choose = max if readings["place_classified"] == "most_favorable" else min
    return choose(found, watershed, key=RANK.__getitem__)


def _published_class(ground: Ground, readings: Mapping[str, str]) -> str:
    stated: str | None = ground.get("area_class")
    if stated is not None:
        return stated
    intact = ground.get("intact")
    if intact is None:
        return county_classes()[ground.get("county")]
    if intact >= 80:
        wetland, public = ground.get("wetland_share"), ground.get("public_land_share")
        if (wetland is not None and wetland >= 10) or (public is not None and public >= 50):
            return "greater_than_80"
        return readings["residual_class"]
    return "from_50_to_80" if intact >= 50 else "less_than_50"


def zone(impact: Impact, ground: Ground, world: World, readings: Mapping[str, str]) -> str:
    if impact.states("shoreland_zone"):
        stated: str = impact.get("shoreland_zone")
        return stated
    ordinance = ground.get("shoreland_ordinance") == "approved"
    if ordinance and impact.yes("within_building_setback"):
        return "setback_zone"
    if not ordinance and readings["missing_setback"] == "state_default" and impact.yes("within_state_setback"):
        return "setback_zone"
    for name, distance in impact.get("distance").items():
        width = _zone_width(world.waters[name], ordinance, ground)
        if width is None:
            continue
        if distance < width or (distance == width and readings["zone_line"] == "included"):
            return "protection_zone"
    return "outside"


def _zone_width(water: Water, ordinance: bool, ground: Ground) -> Fraction | int | None:
    """How far from the water its protection zone reaches; None if it has no such zone."""
    basin = water.get("kind") == "basin"
    if basin and not water.yes("public_water"):
        return None
    statutory = 1000 if basin else 300
    if ordinance:
        if not water.yes("in_ordinance"):
            return None
        approved = water.get("approved_shoreland_width")
        return statutory if approved is None else min(statutory, approved)
    if basin:
        least = TEN_ACRES if ground.yes("incorporated") else TWENTY_FIVE_ACRES
        return statutory if water.get("size") >= least else None
    return statutory if water.yes("inventoried") else None
