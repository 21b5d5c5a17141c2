"""A fully known world: projects, wetlands, portions, grounds, impacts, waters, drainage systems, owners.

Each thing holds its links and `facts`, a dict from the vocabulary's attribute names to values: Fraction (sq ft, ft,
percent), str (words, also `yes`, `no` and wetland types `1` to `8`), date, frozenset of words, tuple of ids, dates or
losses, and for keyed facts a dict from the key. A fact that is not in the dict is not stated; `get` then gives what
`assume: ordinary` assumes, or the empty value of a closed fact.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

NOTHING: frozenset[str] = frozenset()
ASP = Path(__file__).resolve().parents[2] / "asp"

# What `assume: ordinary` gives, word for word, except that `none` is the empty set of sets and None of amounts.
ORDINARY: dict[str, dict[str, Any]] = {
    "ground": {
        "incorporated": "no",
        "watershed_class": "same_as_area_class",
        "shoreland_ordinance": "approved",
        "agricultural_land": "no",
        "pasture": "no",
        "grazed_now": "same_as_pasture",
        "stays_pasture": "no",
        "swampbuster": "no",
        "memorandum": "no",
        "nrcs_label": "none",
        "nrcs_certified": "no",
        "assessed_benefits": "no",
        "local_amount": {},
    },
    "impact": {
        "cedar_or_tamarack": "no",
        "bottomland_hardwood": "no",
        "flooding": "other",
        "shoreland_zone": "outside",
        "within_building_setback": "no",
        "within_state_setback": "no",
        "normal_practice": "no",
        "farming_act": "other",
        "drains": NOTHING,
        "partial_draining": "no",
        "builds": NOTHING,
        "wild_rice_work": "other",
        "district_approved": "no",
        "panel_review": "none",
        "corps_404_permit": "no",
        "conforms_to_permit": "no",
        "federal_authorization": NOTHING,
        "meets_state_minimum": "no",
        "regulation_approved_by": NOTHING,
        "nrcs_authorized_maintenance": "no",
        "added_part": "no",
        "additional_intrusion": "yes",
        "needed_for_compliance": "no",
        "emergency": "no",
        "impact_limited": "no",
        "filling_avoided": "no",
        "retention_approved": "no",
        "isolation_approved": "no",
        "increase_granted": None,
        "stabilized_seeded": "no",
        "drought": "no",
        "impedes_drainage": "yes",
        "degrades_fen": "no",
        "agricultural_use_ten_years": "yes",
        "reach_of_impact": "direct",
        "erosion_controlled": "yes",
        "blocks_fish": "no",
        "complies_otherwise": "yes",
    },
    "portion": {
        "area": "same_as_size",
        "whole_wetland": "yes",
        "drained_or_filled_before": (),
    },
    "project": {
        "avoided_minimized": "no",
        "significantly_altered": "sum_of_impacts",
        "utility_altered": "sum_of_impacts",
        "planned_conversion": NOTHING,
        "units_per_40_acres": Fraction(0),
        "family_residence_zoning": "no",
        "listed_species_harmed": "no",
        "habitat_certified": "no",
        "serviceable_public_road": "no",
        "needed_for_standards": "no",
        "road_impacts_minimized": "no",
        "annual_road_meeting": "no",
        "minor_road_maintenance": "no",
        "plan_applied_for": "no",
        "plan_denied_or_unworkable": "no",
        "denial_appealed": "no",
        "otherwise_lawful": "no",
        "damages": "no",
        "public_value_enhanced": "no",
    },
    "water": {"public_water": "yes", "in_ordinance": "yes", "inventoried": "yes"},
    "drainage_system": {"lawfully_connected": "no", "no_repair_required": "no"},
    "wetland": {
        "is_wetland": "yes",
        "public_waters_status": "not_public_waters",
        "calcareous_fen": "no",
        "fen_plan_allows": "no",
        "origin": "natural",
        "origin_causes": NOTHING,
        "existing_since": date(1858, 5, 11),
        "conservation_purpose": "no",
        "right_to_drain": "no",
        "outside_help": NOTHING,
        "used_for_replacement": "no",
        "banked": "no",
        "partly_impacted_before": "no",
        "isolated": "no",
        "predominant_type": "same_as_impact",
        "listed_type_part": "same_as_size",
        "stormwater_pond": "no",
    },
    "owner": {},
}

# Closed facts: what is not listed is none.
CLOSED: dict[str, dict[str, Any]] = {
    "ground": {
        "city": None,
        "watershed": None,
        "intact": None,
        "wetland_share": None,
        "public_land_share": None,
        "land_use": {},
        "crop_planted": {},
        "crop_normally_late": {},
        "enrolled": None,
        "drainage_system": None,
    },
    "impact": {
        "distance": {},
        "undertaking": NOTHING,
        "approved_practices": None,
        "restored_by": None,
        "duration": None,
    },
    "portion": {"share": {}},
    "project": {
        "work": None,
        "applied": None,
        "split_from": (),
        "phase_of": (),
        "divided_to_increase_from": (),
        "divided_from": (),
        "converted_on": None,
        "converted_to": NOTHING,
        "road_work": NOTHING,
        "construction_start": None,
        "road_report": None,
        "compensation_applied": None,
        "compensation_received": None,
    },
    "water": {"approved_shoreland_width": None},
    "drainage_system": {"expenditure": (), "repair": ()},
    "wetland": {"originally_since": None},
    "owner": {"affiliated_with": ()},
}

DEFAULTS: dict[str, dict[str, Any]] = {entity: {**ORDINARY[entity], **CLOSED[entity]} for entity in ORDINARY}

ELEVEN_COUNTIES = frozenset(
    (
        "anoka",
        "carver",
        "chisago",
        "dakota",
        "hennepin",
        "isanti",
        "ramsey",
        "scott",
        "sherburne",
        "washington",
        "wright",
    )
)


@cache
def county_classes() -> dict[str, str]:
    """The board's classification of each county, read as data from the vocabulary."""
    text = (ASP / "vocabulary" / "counties.lp").read_text(encoding="utf-8")
    return dict(re.findall(r"^[^%\n]*\bcounty_class\((\w+), (\w+), \d+\)", text, re.MULTILINE))


@dataclass(frozen=True, slots=True)
class Loss:
    """An earlier loss of a portion: sq ft, the day, what is known of it."""

    area: Fraction
    on: date
    flags: frozenset[str] = NOTHING


@dataclass(frozen=True, slots=True)
class Thing:
    id: str
    facts: dict[str, Any] = field(default_factory=dict, kw_only=True)
    entity: ClassVar[str] = ""
    defaults: ClassVar[dict[str, Any]] = {}

    def get(self, attribute: str) -> Any:
        """The stated value, or else what is assumed of an ordinary thing, or nothing."""
        facts = self.facts
        return facts[attribute] if attribute in facts else self.defaults.get(attribute)

    def yes(self, attribute: str) -> bool:
        return self.get(attribute) == "yes"

    def states(self, attribute: str) -> bool:
        return attribute in self.facts


@dataclass(frozen=True, slots=True)
class Project(Thing):
    entity: ClassVar[str] = "project"
    defaults: ClassVar[dict[str, Any]] = DEFAULTS["project"]


@dataclass(frozen=True, slots=True)
class Wetland(Thing):
    entity: ClassVar[str] = "wetland"
    defaults: ClassVar[dict[str, Any]] = DEFAULTS["wetland"]


@dataclass(frozen=True, slots=True)
class Portion(Thing):
    wetland: str
    owners: tuple[str, ...]
    entity: ClassVar[str] = "portion"
    defaults: ClassVar[dict[str, Any]] = DEFAULTS["portion"]


@dataclass(frozen=True, slots=True)
class Ground(Thing):
    wetland: str | None = None
    """The wetland in which it is declared, if any."""
    entity: ClassVar[str] = "ground"
    defaults: ClassVar[dict[str, Any]] = DEFAULTS["ground"]


@dataclass(frozen=True, slots=True)
class Impact(Thing):
    project: str
    portion: str
    ground: str
    entity: ClassVar[str] = "impact"
    defaults: ClassVar[dict[str, Any]] = DEFAULTS["impact"]


@dataclass(frozen=True, slots=True)
class Water(Thing):
    entity: ClassVar[str] = "water"
    defaults: ClassVar[dict[str, Any]] = DEFAULTS["water"]


@dataclass(frozen=True, slots=True)
class DrainageSystem(Thing):
    entity: ClassVar[str] = "drainage_system"
    defaults: ClassVar[dict[str, Any]] = DEFAULTS["drainage_system"]


@dataclass(frozen=True, slots=True)
class Owner(Thing):
    entity: ClassVar[str] = "owner"
    defaults: ClassVar[dict[str, Any]] = DEFAULTS["owner"]


@dataclass(frozen=True, slots=True)
class World:
    projects: dict[str, Project] = field(default_factory=dict)
    wetlands: dict[str, Wetland] = field(default_factory=dict)
    portions: dict[str, Portion] = field(default_factory=dict)
    grounds: dict[str, Ground] = field(default_factory=dict)
    impacts: dict[str, Impact] = field(default_factory=dict)
    waters: dict[str, Water] = field(default_factory=dict)
    drainage_systems: dict[str, DrainageSystem] = field(default_factory=dict)
    owners: dict[str, Owner] = field(default_factory=dict)

    def wetland_of(self, impact: Impact) -> Wetland:
        return self.wetlands[self.portions[impact.portion].wetland]
