"""Random worlds, readings and repeals: legal, and aimed at the edges of the law.

Each impact is drawn with a clause in mind. Every condition of that clause is made to hold with a probability of the
world's (0.8 to 0.97), each by itself, so that most failures are by one condition; areas are then chosen so that sums
land at, just under and just over the amounts, and sizes, portions and earlier losses so that 9(f) does too.

    python -m tests.oracle.generate [worlds] [seed]      prints how often each clause is met, and how often just missed
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

from . import deminimis, law, readings
from .matter import CLAUSES, DE_MINIMIS, Matter, S
from .world import (
    ELEVEN_COUNTIES,
    DrainageSystem,
    Ground,
    Impact,
    Loss,
    Owner,
    Portion,
    Project,
    Water,
    Wetland,
    World,
    county_classes,
)

UNSTATED = object()
Facts = dict[str, Any]
F = Fraction
UNIT = Fraction(1089, 250)  # 0.0001 acre
DEVELOPMENT = ("platted_lots", "planned_unit", "commercial", "industrial")
CLASSES = ("greater_than_80", "from_50_to_80", "less_than_50")
RELEASES = ("road", "drought_use", "irrigation_boom", "compensation")
FREQUENT = ("9/a/1", "9/a/2", "9/a/3", "9/a/4", "9/b/1", "9/b/2", "9/c", "9/d/1", "9/d/2", "2/b", "6/a/1", "10/1")
TARGETS = tuple(c.removeprefix(S) for c in CLAUSES) + FREQUENT + RELEASES
AMOUNTS = tuple(c.removeprefix(S) for c in CLAUSES if c in DE_MINIMIS)
LIMITS = {clause.removeprefix(S): amount for clause, amount in deminimis.AMOUNT.items()} | {
    "2/b": F(217_800),
    "6/a/1": F(21_780),
}
SQUARE_FEET_AREAS = """
    1 10 19 20 21 40 50 60 90 99 100 101 150 200 300 399 400 401 500 600 900 999 1000 1001 1200 1500 1999 2000 2001
    2499 2500 2501 3000 4000 4999 5000 5001 8000 9999 10000 10001 12000 15000 20000 21779 21780 21781 40000 60000
    87120 100000 4.356 13.068 217.8 0.5 400.1
"""
AREAS = tuple(map(F, SQUARE_FEET_AREAS.split()))
SQUARE_FEET_SIZES = """
    8000 9000 10000 20000 40000 50000 80000 87119 87120 87121 100000 108899 108900 174240 200000 300000 435599 435600
    600000 871200 2000000 400004.356 87120.0004
"""
SIZES = tuple(map(F, SQUARE_FEET_SIZES.split()))
OWN_TYPE = "1", "2", "6", "7"
SMALL_TYPE = "3", "4", "5", "8"
WORK_DAYS = (
    date(2018, 6, 1),
    date(2018, 11, 15),
    date(2015, 4, 1),
    date(2013, 9, 30),
    date(2023, 7, 31),
    date(2012, 8, 1),
)
LOSS_DAYS = (
    date(1991, 12, 31),
    date(1992, 1, 1),
    date(1992, 1, 2),
    date(1992, 6, 1),
    date(2005, 5, 5),
    date(2010, 10, 10),
)
BENEFIT_DAYS = (date(1972, 1, 1), date(1972, 1, 2), date(1991, 12, 31), date(1992, 1, 1), date(1992, 1, 2)) + (
    date(1980, 5, 5),
) * 4
BY_CLASS = {
    (metro, name): tuple(
        sorted(c for c, k in county_classes().items() if k == name and (c in ELEVEN_COUNTIES) == metro)
    )
    for metro in (False, True)
    for name in CLASSES
}


@dataclass(slots=True)
class Draft:
    """An impact on the way: its facts and those of everything it hangs on."""

    id: str
    target: str
    project: Facts
    wetland: Facts
    ground: Facts
    links: tuple[str, str, str, str]
    """Ids of the project, wetland, portion, ground."""
    facts: Facts = field(default_factory=dict)
    work: set[str] = field(default_factory=set)


class Maker:
    """Draws one world."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.chance = rng.random
        self.hold_rate = self.pick((0.8, 0.9, 0.97))
        self.waters: dict[str, Facts] = {}
        self.systems: dict[str, Facts] = {}
        self.drafts: list[Draft] = []

    def pick(self, options: Any) -> Any:
        return options[int(self.chance() * len(options))]

    def often(self) -> bool:
        return self.chance() < self.hold_rate

    def hold(self, facts: Facts, fact: str, good: Any, *bad: Any) -> None:
        """Make the condition hold, mostly; something stated before stays."""
        if fact in facts:
            return
        value = good if self.chance() < self.hold_rate else self.pick(bad)
        if value is not UNSTATED:
            facts[fact] = value

    def yes(self, facts: Facts, *names: str) -> None:
        for name in names:
            if name not in facts:
                draw = self.chance()
                if draw < self.hold_rate:
                    facts[name] = "yes"
                elif draw < 0.98:
                    facts[name] = "no"

    def no(self, facts: Facts, *names: str) -> None:
        """The good answer is no and stands by default."""
        for name in names:
            if name not in facts:
                draw = self.chance()
                if draw > 0.5 + self.hold_rate / 2:
                    facts[name] = "yes"
                elif draw < 0.15:
                    facts[name] = "no"

    def subset(self, options: tuple[str, ...]) -> frozenset[str]:
        return frozenset(word for word in options if self.chance() < 0.5)

    # the frame

    def world(self) -> tuple[World, list[tuple[str, str]]]:
        chance, pick = self.chance, self.pick
        owners = [f"o{n}" for n in range(1, 1 + pick((1, 1, 2, 2, 2, 3)))]
        owner_facts: dict[str, Facts] = {name: {} for name in owners}
        self.projects: dict[str, Facts] = {}
        for number in range(1, 1 + pick((1, 1, 1, 2, 2))):
            work = pick(WORK_DAYS)
            self.projects[f"p{number}"] = {"work": work}
            if chance() < 0.2:
                self.projects[f"p{number}"]["applied"] = work - timedelta(days=pick((30, 200, 400)))
        self.tied = False
        if len(self.projects) > 1:
            one, other = ("p1", "p2") if chance() < 0.2 else ("p2", "p1")
            for tie, share in (
                ("split_from", 0.25),
                ("phase_of", 0.15),
                ("divided_to_increase_from", 0.25),
                ("divided_from", 0.15),
            ):
                if chance() < share:
                    self.projects[one][tie] = (other,)
                    self.tied = True
        self.wetlands: dict[str, Facts] = {f"w{n}": {} for n in range(1, 1 + pick((1, 1, 1, 1, 2, 2, 2, 3)))}
        self.portions: dict[str, tuple[str, tuple[str, ...], Facts]] = {}
        for wetland in self.wetlands:
            self.owned(wetland, owners)
        self.grounds: dict[str, tuple[str, Facts, bool]] = {}
        theme = [pick(TARGETS) for _ in range(pick((1, 2, 2, 3)))]
        if chance() < 0.05:
            theme = ["2/b"]
            self.hold_rate = 0.98
        elif chance() < 0.06:
            theme = [pick(AMOUNTS)]
        for number in range(1, 1 + pick((1, 1, 2, 2, 2, 3, 3, 4, 4, 5))):
            self.impact(f"i{number}", pick(theme))
        owners = sorted({name for _, names, _ in self.portions.values() for name in names})
        if len(owners) > 1 and chance() < 0.35:
            owner_facts[owners[0]]["affiliated_with"] = (owners[1],) if chance() < 0.8 else tuple(owners[1:])
        for wetland, facts in self.wetlands.items():
            self.wetland(facts)
            if chance() < 0.04:
                self.grounds["spare_" + wetland] = wetland, {"county": "otter_tail"}, True
                RECIPES[pick(("1/1", "2/e/1"))](self, self.spare(wetland))
        for _, facts, _ in self.grounds.values():
            self.ground(facts)
        for facts in self.projects.values():
            self.project(facts)
        for draft in self.drafts:
            draft.facts["undertaking"] = frozenset(draft.work)
            if not draft.work:
                del draft.facts["undertaking"]
        world = World(
            projects={name: Project(name, facts=facts) for name, facts in self.projects.items()},
            wetlands={name: Wetland(name, facts=facts) for name, facts in self.wetlands.items()},
            portions={name: Portion(name, w, o, facts=facts) for name, (w, o, facts) in self.portions.items()},
            grounds={
                name: Ground(name, w if declared else None, facts=facts)
                for name, (w, facts, declared) in self.grounds.items()
            },
            impacts={d.id: Impact(d.id, d.links[0], d.links[2], d.links[3], facts=d.facts) for d in self.drafts},
            waters={name: Water(name, facts=facts) for name, facts in self.waters.items()},
            drainage_systems={name: DrainageSystem(name, facts=facts) for name, facts in self.systems.items()},
            owners={
                n: Owner(n, facts=f)
                for n, f in owner_facts.items()
                if f or any(n in o for _, o, _ in self.portions.values())
            },
        )
        self.areas(world)
        return world, [(draft.id, draft.target) for draft in self.drafts]

    def owned(self, wetland: str, owners: list[str]) -> None:
        """Who owns which portions. Areas come at the end."""
        draw = self.chance()
        sets: list[tuple[str, ...]]
        if len(owners) == 1 or draw < 0.35:
            sets = [(self.pick(owners),)]
        elif draw < 0.5:
            sets = [(owners[0], owners[1])]
        elif draw < 0.65:
            sets = [(owners[0], owners[1]), (owners[-1],)]
        elif draw < 0.69:
            sets = [(owners[0],), (owners[0],)]
        else:
            sets = [(name,) for name in owners]
        for number, names in enumerate(sets, 1):
            self.portions[f"{wetland}_{number}"] = wetland, names, {}

    def spare(self, wetland: str) -> Draft:
        return Draft(
            "spare", "", {"work": date(2018, 6, 1)}, {}, self.grounds["spare_" + wetland][1], ("", wetland, "", "")
        )

    def impact(self, name: str, target: str) -> None:
        chance, pick = self.chance, self.pick
        portion = pick(tuple(self.portions))
        wetland = self.portions[portion][0]
        shared = [g for g, (w, _, _) in self.grounds.items() if w == wetland]
        if shared and chance() < 0.5:
            ground = pick(shared)
        else:
            ground = f"g{len(self.grounds) + 1}"
            self.grounds[ground] = wetland, {}, chance() < 0.15
        project = pick(tuple(self.projects))
        draft = Draft(
            name,
            target,
            self.projects[project],
            self.wetlands[wetland],
            self.grounds[ground][1],
            (project, wetland, portion, ground),
        )
        self.drafts.append(draft)
        if chance() < 0.02:
            draft.facts["activity"] = "other"
        RECIPES[target](self, draft)
        if chance() < 0.25:  # a second clause in mind, as far as nothing stands against it
            RECIPES[pick(TARGETS)](self, draft)
        facts = draft.facts
        if "activity" not in facts:
            facts["activity"] = pick(("fill", "fill", "fill", "drain", "drain", "excavate", "fill", "other"))
        if "wetland_type" not in facts:
            facts["wetland_type"] = pick("122333445667788")
        if facts["activity"] == "excavate" and "flooding" not in facts:
            facts["flooding"] = pick(("permanent", "semipermanent", "semipermanent", "other"))
        if chance() < 0.06:
            facts[pick(("erosion_controlled", "complies_otherwise"))] = "no"
        elif chance() < 0.03:
            facts["blocks_fish"] = "yes"
        if chance() < 0.06:
            facts["agricultural_use_ten_years"] = "no"
        if "drains" not in facts and chance() < 0.04:
            facts["drains"] = pick(
                (
                    frozenset(),
                    frozenset({"wetland"}),
                    frozenset({"public_waters"}),
                    frozenset({"wetland", "public_waters"}),
                )
            )
        if "cedar_or_tamarack" not in facts and chance() < 0.05:
            facts["cedar_or_tamarack"] = "yes"
        if chance() < 0.02:
            facts["degrades_fen"] = "yes"
        if chance() < 0.04:
            facts["partial_draining"] = "yes"
        if "shoreland_zone" not in facts and "distance" not in facts and chance() < 0.12:
            self.place(draft, pick(("protection_zone", "setback_zone", "outside")))

    # what else stands there

    def wetland(self, facts: Facts) -> None:
        chance, pick = self.chance, self.pick
        if chance() < 0.02:
            facts["is_wetland"] = "no"
        if chance() < 0.05:
            facts["public_waters_status"] = pick(("public_waters_wetland", "public_water", "not_public_waters"))
        if chance() < 0.05:
            facts["calcareous_fen"] = "yes"
            if chance() < 0.5:
                facts["fen_plan_allows"] = pick(("yes", "no"))
        if chance() < 0.06:
            facts[pick(("banked", "used_for_replacement", "partly_impacted_before"))] = "yes"
        if chance() < 0.02:
            facts["stormwater_pond"] = "yes"
        if chance() < 0.1:
            facts["predominant_type"] = pick("12345678") if chance() < 0.9 else "same_as_impact"
        if "isolated" not in facts and chance() < 0.1:
            facts["isolated"] = pick(("yes", "no"))

    def ground(self, facts: Facts) -> None:
        chance, pick = self.chance, self.pick
        if "county" not in facts:
            self.classed(facts, pick(CLASSES), chance() < 0.3)
        if chance() < 0.12:
            facts["watershed_class"] = pick(CLASSES)
        if "incorporated" not in facts and chance() < 0.2:
            facts["incorporated"] = pick(("yes", "no"))

    def project(self, facts: Facts) -> None:
        chance, pick = self.chance, self.pick
        if chance() < 0.03:
            facts.setdefault("units_per_40_acres", pick((F(1), F(2), F(3, 2))))
        if chance() < 0.03:
            facts.setdefault("planned_conversion", self.subset((*DEVELOPMENT, "residential", "agricultural")))
        if chance() < 0.05:
            facts.setdefault("habitat_certified", "yes")

    # place

    def classed(self, facts: Facts, wanted: str, metro: bool) -> None:
        """A county and an area class, stated, from percentages or from the county."""
        if "county" in facts:
            return
        chance, pick = self.chance, self.pick
        draw = chance()
        if draw < 0.25:
            facts["county"] = pick(BY_CLASS[metro, wanted])
            return
        facts["county"] = pick(BY_CLASS[metro, pick(CLASSES)])
        if draw < 0.7:
            facts["area_class"] = wanted
            return
        tenth = F(1, 10)
        if wanted == "greater_than_80":
            facts["intact"] = pick((F(80), F(85), F(100), F(80) - tenth, F(80)))
            if chance() < 0.7:
                facts["wetland_share"] = pick((F(10), F(25), F(10), F(10) - tenth))
            if "wetland_share" not in facts or chance() < 0.3:
                facts["public_land_share"] = pick((F(50), F(60), F(50), F(50) - tenth))
        elif wanted == "from_50_to_80":
            facts["intact"] = pick((F(50), F(65), F(80) - tenth, F(50) - tenth))
            if chance() < 0.3:
                facts["wetland_share"] = F(30)
        else:
            facts["intact"] = pick((F(50) - tenth, F(0), F(30), F(85), F(50)))

    def place(self, draft: Draft, zone: str) -> None:
        """The shoreland zone, stated or from the waters near it."""
        facts, ground, chance, pick = draft.facts, draft.ground, self.chance, self.pick
        if "shoreland_zone" in facts or "distance" in facts:
            return
        draw = chance()
        if draw < 0.5:
            if zone != "outside" or chance() < 0.3:
                facts["shoreland_zone"] = zone
            return
        if "shoreland_ordinance" not in ground and chance() < 0.4:
            ground["shoreland_ordinance"] = pick(("approved", "none"))
        ordinance = ground.get("shoreland_ordinance", "approved") == "approved"
        if zone == "setback_zone":
            self.yes(facts, "within_building_setback" if ordinance else "within_state_setback")
            return
        if chance() < 0.1:
            facts["within_state_setback" if ordinance else "within_building_setback"] = "yes"
        if self.waters and chance() < 0.5:
            name = pick(tuple(self.waters))
        else:
            name = f"lake{len(self.waters) + 1}"
            self.waters[name] = self.water()
        water = self.waters[name]
        width = F(1000) if water["kind"] == "basin" else F(300)
        if ordinance and "approved_shoreland_width" in water:
            width = min(width, water["approved_shoreland_width"])
        near, far = (width, width - 1, F(10), width - F(1, 10)), (width + 1, width + F(1, 10), width * 2)
        distance = pick(near) if (zone == "protection_zone") == self.often() else pick(far)
        facts["distance"] = {name: distance}
        if len(self.waters) > 1 and chance() < 0.3:
            facts["distance"][pick(tuple(self.waters))] = pick((F(300), F(301), F(1000), F(5000)))

    def water(self) -> Facts:
        chance, pick = self.chance, self.pick
        facts: Facts = {"kind": pick(("basin", "basin", "watercourse"))}
        if facts["kind"] == "basin":
            facts["size"] = pick(
                (F(1_089_000), F(1_089_000), F(2_000_000), F(435_600), F(435_599), F(1_088_999), F(871_200))
            )
        for name in ("public_water", "in_ordinance", "inventoried"):
            if chance() < 0.2:
                facts[name] = pick(("yes", "no"))
        if chance() < 0.25:
            facts["approved_shoreland_width"] = pick((F(500), F(250), F(1320), F(300), F(1000)))
        return facts

    def system(self, draft: Draft, public: bool) -> Facts:
        """The drainage system of the ground."""
        name = draft.ground.get("drainage_system")
        if name is None:
            if self.chance() < 0.04:
                return {}
            if self.systems and self.chance() < 0.4:
                name = self.pick(tuple(self.systems))
            else:
                name = f"ditch{len(self.systems) + 1}"
                self.systems[name] = {"class": "public" if public == self.often() else "other"}
                if self.chance() < 0.2:
                    self.systems[name]["lawfully_connected"] = self.pick(("yes", "no"))
            draft.ground["drainage_system"] = name
        return self.systems[name]

    def years(self, draft: Draft, uses: tuple[str, ...], window: range, need: int) -> None:
        """Land use: as many years of the window as needed, or one less or more, in one use or mixed."""
        rng, chance, pick = self.rng, self.chance, self.pick
        if draft.ground.get("land_use") and chance() < 0.9:
            return
        by_year: dict[int, frozenset[str]] = dict(draft.ground.get("land_use", ()))
        number = need if chance() < 0.6 else pick((need - 1, need + 1, need - 1, need + 1, 10, 3))
        mixed = chance() < 0.3
        use = pick(uses)
        for year in rng.sample(window, min(number, len(window))):
            by_year[year] = frozenset({pick(uses) if mixed else use})
            if chance() < 0.04:
                by_year[year] |= {pick(("hay", "conservation_program", "set_aside", "annual_crop"))}
        for year in window:
            if year not in by_year and chance() < 0.3:
                by_year[year] = frozenset({pick(("hay", "other", "grazed", "conservation_program"))})
        if chance() < 0.4:
            for year in (window[0] - 1, window[0] - 2, window[-1] + 1):
                by_year.setdefault(year, frozenset({use}))
        draft.ground["land_use"] = dict(sorted(by_year.items()))

    # areas, sizes, portions, losses

    def areas(self, world: World) -> None:
        chance, pick = self.chance, self.pick
        matter = Matter(world, {})
        by_category = chance() < 0.6
        buckets: dict[tuple[str, str], list[Draft]] = {}
        limits: dict[tuple[str, str], Fraction] = {}
        for draft in self.drafts:
            view = matter.views[draft.id]
            clause = draft.target
            category = deminimis.amount_of(matter, view)
            if category is not None and (by_category or (S + clause) in DE_MINIMIS):
                if (clause in LIMITS or clause == "10/1") and (S + clause) not in DE_MINIMIS and chance() < 0.5:
                    category = None
                else:
                    clause = category.removeprefix(S)
            project = "" if self.tied and chance() < 0.9 else draft.links[0]
            if category is not None and (S + clause) in DE_MINIMIS:
                limit = deminimis.statute_amount(matter, view, category)
                if chance() < 0.7:
                    limit = min([limit, *deminimis.local_amounts(matter, view, category)])
            elif clause == "10/1":
                size = draft.wetland.setdefault(
                    "size", pick((F(174_240), F(435_600), F(871_200), F(40_000), F(200_000)))
                )
                limit = min(size / 20, F(21_780))
            elif clause in LIMITS:
                limit = LIMITS[clause]
            else:
                draft.facts["area"] = pick(AREAS) if chance() < 0.75 else F(int(1 + chance() * 60_000))
                continue
            if clause == "9/b/1" and chance() < 0.3:
                limit = F(1000)
            buckets.setdefault((project, clause), []).append(draft)
            key = project, clause
            limits[key] = min(limit, limits.get(key, limit))
        for key, drafts in buckets.items():
            self.share_out(drafts, limits[key])
        needed = dict.fromkeys(self.portions, F(0))
        for draft in self.drafts:
            needed[draft.links[2]] += draft.facts["area"]
        for wetland, facts in self.wetlands.items():
            self.size(wetland, facts, needed)
        for name, (wetland, _, facts) in self.portions.items():
            if needed[name]:
                self.losses(matter, name, self.wetlands[wetland], facts, needed[name])
        for name, facts in self.projects.items():
            self.altered(name, facts)

    def share_out(self, drafts: list[Draft], limit: Fraction) -> None:
        """Areas that add up to about the limit."""
        chance = self.chance
        draw = chance()
        if len(drafts) > 1 and chance() < 0.15:
            whole = F(int(limit * 3 / 2))  # too much together, each within it
        elif draw < 0.42:
            whole = limit
        elif draw < 0.54:
            whole = limit + self.pick((F(1), UNIT, F(1, 10)))
        elif draw < 0.66:
            whole = limit - self.pick((F(1), F(1), F(1, 2)))
        elif draw < 0.92:
            whole = F(int(limit * self.pick((1, 2, 3, 4)) / 5))
        else:
            whole = limit * self.pick((2, 3))
        count = len(drafts)
        if whole < count:
            whole = F(count)
        left = whole
        for number, draft in enumerate(drafts, 1):
            after = count - number
            part = F(max(1, int((left - after) * F(int(1 + chance() * 9), 10)))) if after else left
            draft.facts["area"] = part
            left -= part

    def size(self, wetland: str, facts: Facts, needed: dict[str, Fraction]) -> None:
        """The size of a wetland and the areas of its portions, at least what is done in them."""
        chance, pick = self.chance, self.pick
        parts = [(name, portion) for name, (w, _, portion) in self.portions.items() if w == wetland]
        least = sum((max(needed[name], UNIT) for name, _ in parts), F(0))
        if facts.get("size", F(0)) < least or "size" not in facts:
            draw = chance()
            if draw < 0.12:
                size = max(least, F(1))
            elif draw < 0.3:
                size = max(least * 20, F(8000))
            elif draw < 0.35:
                size = max(least * 20 - 20, least, F(20))
            else:
                fitting = [size for size in SIZES if size >= least]
                size = pick(fitting) if fitting else least * 2
            facts["size"] = size
        size = facts["size"]
        if chance() < 0.08 and "listed_type_part" not in facts:
            facts["listed_type_part"] = pick((size, min(size, F(87_119)), min(size, F(87_120)), size / 2))
        if len(parts) == 1 and chance() < 0.7:
            portion = parts[0][1]
            draw = chance()
            if draw < 0.3:
                portion["area"] = size
            if draw < 0.1 or draw > 0.9:
                portion["whole_wetland"] = "yes"
            return
        spare = size - least
        for number, (name, portion) in enumerate(parts, 1):
            need = max(needed[name], UNIT)
            options = [
                need,
                need * 20,
                F(8000),
                need + spare / 2,
                need + F(int(spare / 3)),
                need + UNIT,
                20 * UNIT,
                F(200_000),
            ]
            area = pick(options)
            if number == len(parts) and chance() < 0.5:
                area = need + spare  # together they own all of it
            area = min(max(area, need), need + spare)
            portion["area"] = area
            spare -= area - need
        if len(parts) == 1:
            portion = parts[0][1]
            if chance() < 0.3:
                portion["whole_wetland"] = "yes" if portion["area"] == size else "no"

    def losses(self, matter: Matter, name: str, wetland: Facts, portion: Facts, need: Fraction) -> None:
        """Earlier losses that bring 9(f) to its limit."""
        chance, pick = self.chance, self.pick
        if chance() < 0.55:
            return
        limbs = [F(400), portion.get("area", wetland["size"]) / 20]
        if portion.get("area", wetland["size"]) == wetland["size"]:
            for draft in self.drafts:
                if draft.links[2] == name:
                    category = deminimis.amount_of(matter, matter.views[draft.id])
                    if category is not None:
                        view = matter.views[draft.id]
                        listed = deminimis.statute_amount(matter, view, category)
                        local = deminimis.local_amounts(matter, view, category)
                        limbs.append(min([listed, *local]) if chance() < 0.6 else listed)
        greatest = max(limbs)
        draw = chance()
        if draw < 0.4:
            area = greatest - need
        elif draw < 0.55:
            area = greatest - need + pick((F(1), UNIT))
        elif draw < 0.7:
            area = greatest - need - 1
        elif draw < 0.8:
            area = greatest - pick((F(0), F(1)))
        else:
            area = pick(AREAS)
        if area <= 0:
            return
        lines = [area]
        if chance() < 0.4 and area > 2:
            lines = [F(int(area / 2)), area - F(int(area / 2))]
        days = self.rng.sample(LOSS_DAYS, len(lines))
        portion["drained_or_filled_before"] = tuple(
            Loss(line, day, self.flags()) for line, day in zip(lines, days, strict=True)
        )

    def flags(self) -> frozenset[str]:
        if self.chance() < 0.5:
            return frozenset()
        pairs = (("present_owner", "former_owner"), ("replaced", "not_replaced"), ("de_minimis", "not_de_minimis"))
        return frozenset(self.pick(pair) for pair in pairs if self.chance() < 0.6)

    def altered(self, name: str, facts: Facts) -> None:
        if not any(draft.work & {"utility_new", "utility_upkeep"} for draft in self.drafts):
            return
        for fact in ("significantly_altered", "utility_altered"):
            if self.chance() < 0.45:
                facts[fact] = self.pick(
                    (F(21_779), F(21_780), F(10_000), F(21_780) - F(1, 10), F(0), F(10_890), F(30_000))
                )

    # dates

    def aged(self, draft: Draft, old: bool) -> None:
        """Existence for 25 years, to the day."""
        facts, pick = draft.wetland, self.pick
        work = draft.project["work"]
        edge = date(work.year - 25, work.month, work.day)
        if "existing_since" not in facts and self.chance() < 0.7:
            days = (
                (edge - timedelta(days=1), date(1958, 5, 1))
                if old
                else (edge, edge + timedelta(days=1), date(2000, 1, 1))
            )
            facts["existing_since"] = pick(days)
            if "applied" in draft.project and self.chance() < 0.5:
                day = draft.project["applied"]
                then = date(day.year - 25, day.month, min(day.day, 28))
                facts["existing_since"] = pick((then, then + timedelta(days=1), then - timedelta(days=1)))
            if self.chance() < 0.3:
                facts["originally_since"] = min(
                    facts["existing_since"], pick((date(1900, 1, 1), edge, edge - timedelta(days=1)))
                )


Recipe = Callable[[Maker, Draft], None]
RECIPES: dict[str, Recipe] = {}


def recipe(*targets: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    def register(function: Callable[..., None]) -> Callable[..., None]:
        for target in targets:
            RECIPES[target] = lambda m, d, target=target: function(m, d, target)  # type: ignore[misc]
        return function

    return register


def _activity(m: Maker, d: Draft, *good: str) -> None:
    m.hold(d.facts, "activity", m.pick(good), "fill", "drain", "excavate")
    if d.facts["activity"] == "excavate":
        m.hold(d.facts, "flooding", m.pick(("permanent", "semipermanent")), "other")


@recipe("1/1")
def _(m: Maker, d: Draft, _t: str) -> None:
    m.years(d, ("annual_crop", "crop_rotation_seeding", "set_aside"), range(1981, 1991), 6)
    if m.chance() < 0.3:
        d.work.add(m.pick(("farming", "agricultural_other", "grazing")))


@recipe("1/2")
def _(m: Maker, d: Draft, _t: str) -> None:
    m.hold(d.facts, "wetland_type", m.pick("1122666"), "3", "7")
    draw = m.chance()
    if draw < 0.6:
        m.yes(d.ground, "pasture")
    elif draw < 0.9:
        m.years(d, ("grazed", "crop_rotation_seeding"), range(1981, 1991), 6)
    if draw > 0.55:
        m.yes(d.ground, "grazed_now")
    m.yes(d.ground, "stays_pasture")
    if d.facts["wetland_type"] == "1":
        m.no(d.facts, "bottomland_hardwood")
    else:
        m.hold(d.wetland, "size", m.pick((F(87_119), F(87_120) - UNIT, F(87_119), F(40_000))), F(87_120), F(87_121))
        if m.chance() < 0.3 and "listed_type_part" not in d.wetland:
            part = m.pick((F(40_000), F(87_119), F(87_120), "same_as_size"))
            d.wetland["listed_type_part"] = part
            if part != "same_as_size":
                d.wetland["size"] = max(d.wetland["size"], m.pick((part, F(87_120), F(100_000), F(300_000))))


@recipe("1/3")
def _(m: Maker, d: Draft, _t: str) -> None:
    d.work.add(m.pick(("farming", "silviculture", "grazing", "ranching")) if m.often() else "agricultural_other")
    m.yes(d.facts, "normal_practice")
    _activity(m, d, "fill", "fill", "excavate")
    if m.chance() < 0.7:
        d.facts["farming_act"] = m.pick(("plowing", "seeding", "cultivating", "harvesting", "other"))
    if m.chance() < 0.2:
        d.facts.setdefault("drains", m.pick((frozenset({"wetland"}), frozenset({"public_waters"}), frozenset())))


@recipe("1/4")
def _(m: Maker, d: Draft, _t: str) -> None:
    d.work.add("conservation_practice")
    m.yes(d.facts, "district_approved")
    m.hold(d.facts, "panel_review", "before_approval", "after_approval", "none", UNSTATED)


@recipe("1/5")
def _(m: Maker, d: Draft, _t: str) -> None:
    d.work.add("aquaculture")
    m.yes(d.facts, "corps_404_permit", "conforms_to_permit")
    if m.chance() < 0.3:
        d.facts.setdefault(
            "builds", m.pick((frozenset({"dike"}), frozenset({"building"}), frozenset({"dike", "building"})))
        )


@recipe("1/6")
def _(m: Maker, d: Draft, _t: str) -> None:
    d.work.add("wild_rice")
    m.yes(d.facts, "corps_404_permit")
    if m.chance() < 0.7:
        d.facts["wild_rice_work"] = m.pick(("production", "necessary_diking", "other"))


@recipe("1/7")
def _(m: Maker, d: Draft, _t: str) -> None:
    d.work.add(m.pick(("farming", "grazing", "ranching", "agricultural_other")) if m.often() else "silviculture")
    m.yes(d.ground, "agricultural_land", "swampbuster", "memorandum")


@recipe("2/b")
def _(m: Maker, d: Draft, _t: str) -> None:
    _activity(m, d, "drain")
    m.hold(d.facts, "wetland_type", m.pick("1222666"), "3", "7")
    m.yes(d.ground, "assessed_benefits")
    m.no(d.ground, "incorporated")
    system = m.system(d, True)
    if not any(fact in system for fact in ("expenditure", "repair", "no_repair_required")):
        fact = m.pick(("expenditure", "repair", "no_repair_required", "expenditure"))
        if fact == "no_repair_required":
            m.yes(system, fact)
        else:
            system[fact] = tuple(sorted({m.pick(BENEFIT_DAYS), m.pick(BENEFIT_DAYS)}))[: m.pick((1, 2))]
    project = d.project
    if m.chance() < 0.12:
        project.setdefault("planned_conversion", frozenset({m.pick((*DEVELOPMENT, "residential", "agricultural"))}))
    if m.chance() < 0.2:
        project.setdefault("units_per_40_acres", m.pick((F(1), F(2), F(3, 2), F(0))))
        if m.chance() < 0.4:
            project.setdefault("family_residence_zoning", "yes")
    if m.chance() < 0.25:
        work = project["work"]
        tenth = date(work.year + 10, work.month, work.day)
        project.setdefault(
            "converted_on",
            m.pick((work, work + timedelta(days=1), tenth, tenth, tenth + timedelta(days=1), date(2040, 1, 1))),
        )
        project.setdefault("converted_to", frozenset({m.pick((*DEVELOPMENT, "residential", "agricultural"))}))


@recipe("2/c", "2/d")
def _(m: Maker, d: Draft, t: str) -> None:
    d.work.add("drainage_maintenance")
    _activity(m, d, "drain", "drain", "fill", "excavate")
    m.system(d, t == "2/c")
    m.aged(d, m.chance() < 0.35)


@recipe("2/e/1", "2/e/2", "2/e/3")
def _(m: Maker, d: Draft, t: str) -> None:
    _activity(m, d, "drain")
    m.yes(d.ground, "agricultural_land")
    year = d.project["work"].year
    start = year - m.pick((10, 10, 10, 9))
    if t == "2/e/3":
        enrolled = year - m.pick((3, 4, 6, 8))
        d.ground.setdefault("enrolled", date(enrolled, m.pick((1, 5, 12)), m.pick((1, 15))))
        start = d.ground["enrolled"].year - 10
    seeded = t == "2/e/2" or (t == "2/e/3" and m.chance() < 0.3)
    uses = ("crop_rotation_seeding", "cover_crop", "fallow_for_crop") if seeded else ("annual_crop",)
    if m.chance() < 0.15:
        uses = ("annual_crop", "cover_crop")
    m.years(d, uses, range(start, start + 10), 8)
    if not seeded:
        land_use = d.ground["land_use"]
        for crop_year in land_use:
            draw = m.chance()
            if draw < 0.08 and "annual_crop" in land_use[crop_year]:
                day = date(crop_year, 7, m.pick((4, 5, 5, 6, 20))) if draw < 0.06 else date(crop_year, 5, 1)
                d.ground.setdefault("crop_planted", {})[crop_year] = day
                if m.chance() < 0.4:
                    d.ground.setdefault("crop_normally_late", {})[crop_year] = m.pick(("yes", "yes", "no"))


@recipe("3")
def _(m: Maker, d: Draft, _t: str) -> None:
    m.hold(
        d.facts,
        "federal_authorization",
        frozenset({m.pick(("section_404", "section_10"))}),
        frozenset({"federal_exemption"}),
        frozenset({"federal_exemption", "section_10"}),
        frozenset(),
    )
    m.yes(d.facts, "meets_state_minimum")
    four = frozenset(("board_of_water_and_soil_resources", "natural_resources", "agriculture", "pollution_control"))
    m.hold(d.facts, "regulation_approved_by", four, four - {"agriculture"}, four - {"pollution_control"}, frozenset())
    if m.chance() < 0.15:
        d.facts["partial_draining"] = "yes"


@recipe("4/1", "4/2")
def _(m: Maker, d: Draft, t: str) -> None:
    w = d.wetland
    m.hold(w, "origin", m.pick(("restored", "created")), "natural", "incidental", UNSTATED)
    if t == "4/1":
        m.yes(w, "conservation_purpose", "right_to_drain")
    if m.chance() < (0.25 if t == "4/2" else 0.6):
        w.setdefault(
            "outside_help",
            m.pick(
                (frozenset({"technical"}), frozenset({"financial"}), frozenset({"technical", "financial"}), frozenset())
            ),
        )
    if m.chance() < 0.15:
        w.setdefault(m.pick(("banked", "used_for_replacement")), m.pick(("yes", "no")))


@recipe("5/1", "5/2", "5/3", "5/4")
def _(m: Maker, d: Draft, t: str) -> None:
    w = d.wetland
    causes = ["beaver_dam", "blocked_culvert", "other_purpose"]
    if t == "5/4":
        m.rng.shuffle(causes)
        chosen = frozenset(causes[: m.pick((2, 2, 3))])
    else:
        chosen = frozenset({causes[int(t[-1]) - 1]})
    m.hold(w, "origin_causes", chosen, frozenset(), frozenset(causes), frozenset({"beaver_dam"}))
    if m.chance() < 0.6:
        m.hold(w, "origin", "incidental", "natural", "created")
    if w.get("origin", "incidental") != "incidental" or m.chance() < 0.1:
        m.yes(d.facts, "added_part")


@recipe("6/a/1")
def _(m: Maker, d: Draft, _t: str) -> None:
    d.work.add(m.pick(("utility_new", "utility_upkeep")))
    m.yes(d.project, "avoided_minimized")


@recipe("6/a/2")
def _(m: Maker, d: Draft, _t: str) -> None:
    d.work.add(m.pick(("utility_routine", "public_works_routine")))
    m.hold(d.facts, "additional_intrusion", "no", "yes", UNSTATED)


@recipe("6/a/3")
def _(m: Maker, d: Draft, _t: str) -> None:
    d.work.add("sewage_system_repair")
    m.yes(d.facts, "needed_for_compliance")


@recipe("7/1", "7/2")
def _(m: Maker, d: Draft, t: str) -> None:
    d.work.add("forestry_crossing" if t == "7/1" else "forest_road")
    m.yes(d.facts, "impact_limited")
    if t == "7/2":
        m.yes(d.facts, "filling_avoided")
    m.hold(d.facts, "duration", "temporary" if t == "7/1" else "permanent", "permanent", UNSTATED)
    _activity(m, d, "fill")
    if m.chance() < 0.2:
        d.facts.setdefault("builds", frozenset({m.pick(("dike", "drainage_ditch", "tile_line", "building"))}))
    if m.chance() < 0.15:
        d.facts.setdefault("drains", frozenset({m.pick(("wetland", "public_waters"))}))


@recipe("10/1")
def _(m: Maker, d: Draft, _t: str) -> None:
    d.work.add("habitat_spoil")
    _activity(m, d, "fill")
    m.yes(d.facts, "stabilized_seeded")
    m.yes(d.project, "habitat_certified")
    m.no(d.project, "listed_species_harmed")


@recipe("10/2")
def _(m: Maker, d: Draft, _t: str) -> None:
    d.work.add("duck_blind")


def _amount(m: Maker, d: Draft, t: str) -> None:
    paragraph = t[2]
    facts, ground = d.facts, d.ground
    _activity(m, d, "fill", "fill", "drain", "drain", "fill", "excavate")
    zone = {"b": "protection_zone", "c": "setback_zone"}.get(paragraph, "outside")
    if zone != "outside":
        m.place(d, zone if m.often() else m.pick(("outside", "protection_zone")))
    elif m.chance() < 0.3:
        m.place(d, zone)
    small = t in ("9/a/4", "9/b/2")
    if small:
        if m.chance() < 0.3:
            m.hold(facts, "cedar_or_tamarack", "yes", "no")
            m.hold(facts, "wetland_type", m.pick("1267"), *SMALL_TYPE)
        else:
            m.hold(facts, "wetland_type", m.pick(SMALL_TYPE), *OWN_TYPE)
    elif paragraph != "c":
        m.hold(facts, "wetland_type", m.pick("126" if t == "9/d/2" else "12267"), "7", "3")
        m.no(facts, "cedar_or_tamarack")
    wanted = {
        "9/a/1": "greater_than_80",
        "9/a/2": "from_50_to_80",
        "9/a/3": "less_than_50",
        "9/d/1": "from_50_to_80",
        "9/d/2": "less_than_50",
    }.get(t) or m.pick(CLASSES)
    if t == "9/b/1" and m.chance() < 0.6:
        wanted = "greater_than_80"
    metro = paragraph == "d" if t in ("9/a/2", "9/a/3", "9/d/1", "9/d/2") else m.chance() < 0.3
    m.classed(ground, wanted, metro == m.often())
    if t == "9/b/1" and m.chance() < 0.7:
        if m.chance() < 0.7:
            m.yes(d.wetland, "isolated")
        else:
            m.yes(facts, "retention_approved")
        if m.chance() < 0.7:
            facts["increase_granted"] = m.pick((F(1000), F(1000), F(999), F(1200), F(600), F(300), F(400), None))
        if m.chance() < 0.4:
            facts["isolation_approved"] = m.pick(("yes", "no"))
    if (t == "9/c" and m.chance() < 0.5) or m.chance() < 0.08:
        m.yes(facts, "retention_approved")
    if "local_amount" not in ground and m.chance() < 0.15:
        amount = deminimis.AMOUNT[S + t]
        key = m.pick((None, S + t, S + "9", S + t[:3], "103G.2241", S + "9/b", S + "1"))
        ground["local_amount"] = {key: F(m.pick((amount, amount - 1, amount / 2, F(0), amount * 2)))}
        if m.chance() < 0.2:
            ground["local_amount"][S + t] = F(int(amount * 3 / 4))


recipe(*AMOUNTS)(_amount)


@recipe("road")
def _(m: Maker, d: Draft, _t: str) -> None:
    d.work.add("road")
    p = d.project
    m.yes(p, "serviceable_public_road", "needed_for_standards", "road_impacts_minimized")
    kind = m.pick(("repair", "rehabilitation", "reconstruction", "replacement"))
    m.hold(p, "road_work", frozenset({kind}), frozenset({"new_road", kind}), frozenset({"capacity_lanes"}))
    if m.chance() < 0.15:
        p["road_work"] |= {"capacity_lanes"}
    if m.chance() < 0.25:
        m.yes(p, "annual_road_meeting")
        return
    start = p.setdefault("construction_start", p["work"])
    if m.chance() < 0.4:
        m.yes(p, "minor_road_maintenance")
        p.setdefault("road_report", start + timedelta(days=m.pick((0, 30, 30, 15, 31, -1, -30))))
    else:
        p.setdefault("road_report", start - timedelta(days=m.pick((30, 30, 45, 29, 31, -10))))


@recipe("drought_use")
def _(m: Maker, d: Draft, _t: str) -> None:
    d.work.add("drought_use")
    _activity(m, d, "fill")
    m.yes(d.facts, "drought")


@recipe("irrigation_boom")
def _(m: Maker, d: Draft, _t: str) -> None:
    d.work.add("irrigation_boom")
    _activity(m, d, "fill")
    m.hold(d.facts, "impedes_drainage", "no", "yes", UNSTATED)


@recipe("compensation")
def _(m: Maker, d: Draft, _t: str) -> None:
    p = d.project
    names = "plan_applied_for plan_denied_or_unworkable denial_appealed otherwise_lawful damages public_value_enhanced"
    for name in names.split():
        p.setdefault(name, "yes" if m.chance() < 0.96 else "no")
    if "compensation_applied" not in p:
        applied = p["work"] - timedelta(days=m.pick((91, 91, 200, 400, 90)))
        p["compensation_applied"] = applied
        if m.chance() < 0.4:
            p["compensation_received"] = applied + timedelta(days=m.pick((90, 91, 91, 300)))


# What the tests call


def random_world(rng: random.Random) -> World:
    return Maker(rng).world()[0]


def random_readings(rng: random.Random) -> dict[str, str]:
    """All readings: mostly the default, often one changed, sometimes several, sometimes many."""
    result = dict(readings.DEFAULT)
    draw = rng.random()
    if draw < 0.35:
        changed: list[str] = []
    elif draw < 0.65:
        changed = rng.sample(NAMES, 1)
    elif draw < 0.85:
        changed = rng.sample(NAMES, rng.randint(2, 4))
    elif draw < 0.9:
        return dict(readings.PROFILES["rule"])
    else:
        share = rng.choice((0.15, 0.4))
        changed = [name for name in NAMES if rng.random() < share]
    for name in changed:
        result[name] = rng.choice(readings.CHOICES[name])
    return result


NAMES = sorted(readings.DEFAULT)


def random_repeals(rng: random.Random) -> frozenset[str]:
    """Mostly none; else some of what limits de minimis, now and then a clause, a limb of 9(f) or a release."""
    if rng.random() < 0.7:
        return frozenset()
    gone = {
        S + limit
        for limit, share in (("9/e", 0.4), ("9/f", 0.3), ("9/g", 0.4), ("9/i", 0.3), ("9/h", 0.15))
        if rng.random() < share
    }
    if rng.random() < 0.15:
        parts = ("9/f/1", "9/f/2", "9/f/3", "2/e", "5", "9/a")
        gone.add(rng.choice((*CLAUSES, *(S + part for part in parts), "103G.222/1/m")))
    return frozenset(gone)


def main(worlds: int = 20_000, seed: int = 1) -> None:
    """Print the coverage of `worlds` random worlds."""
    rng = random.Random(seed)
    meant: Counter[str] = Counter()
    met: Counter[str] = Counter()
    summed: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    default: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    spent = 0.0
    for _ in range(worlds):
        begin = time.perf_counter()
        world, targets = Maker(rng).world()
        chosen, gone = random_readings(rng), random_repeals(rng)
        verdict = law.evaluate(world, chosen, gone)
        spent += time.perf_counter() - begin
        for verdicts, counter in ((verdict, met), (law.evaluate(world), default)):
            counter.update({c for v in verdicts.impacts.values() for c in v.qualifies | v.released_by})
        summed.update({c for v in verdict.impacts.values() if v.regulated for c in v.satisfies - v.qualifies})
        meant.update({S + target for _, target in targets})
        missed.update({S + t for name, t in targets if S + t not in verdict.impacts[name].satisfies})
        seen.update({"impacts": len(verdict.impacts), "regulated": sum(v.regulated for v in verdict.impacts.values())})
        seen.update(
            {
                "plan required": any(p.replacement_plan == "required" for p in verdict.projects.values()),
                "exempt": any(p.exempt for p in verdict.projects.values()),
                "nothing regulated": not any(p.regulated for p in verdict.projects.values()),
                "several maximal paths": any(p.paths.count > 1 for p in verdict.projects.values()),
                "several exempt sets": any(len(p.paths.exempted) > 1 for p in verdict.projects.values()),
                "projects counted as one": any(len(p.members) > 1 for p in verdict.projects.values()),
                "prohibited": any(v.prohibited for v in verdict.impacts.values()),
                "clauses repealed": bool(gone),
                "readings changed": chosen != readings.DEFAULT,
            }
        )
    print(f"{worlds} worlds, {spent / worlds * 1000:.2f} ms each to draw and evaluate")
    print("percent of worlds in which some impact ...")
    print(f"{'clause':16}{'qualifies':>10}{'(default':>10}{'meets, but':>11}{'was drawn':>10}{'drawn for it,':>14}")
    print(f"{'':16}{'':>10}{'readings)':>10}{'sums fail':>11}{'for it':>10}{'does not meet':>14}")
    releases = ("103G.222/1/m", "103G.2364/a", "103G.2364/b", "103G.237/1")
    for clause in (*CLAUSES, *releases):
        row = [counter[clause] * 100 / worlds for counter in (met, default, summed, meant, missed)]
        print(f"{clause:16}{row[0]:10.2f}{row[1]:10.2f}{row[2]:11.2f}{row[3]:10.2f}{row[4]:14.2f}")
    for name, number in seen.items():
        share = (
            f"{number / worlds:.2f} a world"
            if name in ("impacts", "regulated")
            else f"{number * 100 / worlds:.1f} percent"
        )
        print(f"{name:26}{share}")


def readings_that_matter(worlds: int = 2_000, seed: int = 2) -> None:
    """Print how often each reading, alone against the defaults, changes the verdict."""
    rng = random.Random(seed)
    changed: Counter[tuple[str, str]] = Counter()
    alternatives = [(n, c) for n in NAMES for c in readings.CHOICES[n] if c != readings.DEFAULT[n]]
    for _ in range(worlds):
        world = random_world(rng)
        plain = law.evaluate(world)
        changed.update(pair for pair in alternatives if law.evaluate(world, dict([pair])) != plain)
    print(f"\npercent of {worlds} worlds whose verdict a reading changes")
    for name, choice in alternatives:
        print(f"{name + ' = ' + choice:56}{changed[name, choice] * 100 / worlds:6.2f}")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:3]))
    readings_that_matter()
