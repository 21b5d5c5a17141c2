"""What is regulated at all (103G.005, 103G.222, subd. 1(a)), and what is prohibited anyway (103G.223)."""

from __future__ import annotations

from fractions import Fraction

from .matter import INCIDENTAL, Matter, View

TEN_ACRES = Fraction(435_600)
TWO_AND_A_HALF_ACRES = Fraction(108_900)


def regulated(matter: Matter, view: View, satisfied: frozenset[str]) -> bool:
    if not view.wetland.yes("is_wetland") or _public_waters(matter, view) or not _regulated_activity(matter, view):
        return False
    if matter.reads("incidental_wetland", "outside_act") and satisfied & INCIDENTAL:
        return False
    return not (matter.reads("stormwater_pond", "outside_act") and view.wetland.yes("stormwater_pond"))


def _regulated_activity(matter: Matter, view: View) -> bool:
    if view.activity in ("drain", "fill"):
        return True
    if view.activity != "excavate" or view.impact.get("flooding") not in ("permanent", "semipermanent"):
        return False
    return view.type in ("3", "4", "5") or matter.reads("excavation_scope", "every_type")


def _public_waters(matter: Matter, view: View) -> bool:
    """Outside the act as public waters or as a public waters wetland."""
    status = view.wetland.get("public_waters_status")
    if status == "public_water":
        return matter.reads("public_water_bed", "outside_act")
    if matter.reads("public_waters_wetlands", "inventory"):
        return bool(status == "public_waters_wetland")
    least = TWO_AND_A_HALF_ACRES if view.ground.yes("incorporated") else TEN_ACRES
    return view.type in ("3", "4", "5") and bool(view.wetland.get("size") >= least)


def prohibited(view: View) -> bool:
    wetland = view.wetland
    if not wetland.yes("calcareous_fen") or wetland.yes("fen_plan_allows"):
        return False
    return view.activity in ("drain", "fill") or view.impact.yes("degrades_fen")
