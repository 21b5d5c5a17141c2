"""A world under chosen readings and repeals, with what every provision asks: links, groups, what stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from . import place, readings
from .world import Ground, Impact, Portion, Project, Wetland, World

S = "103G.2241/"
HALF_ACRE = Fraction(21_780)
TWO_ACRES = Fraction(87_120)
FIVE_ACRES = Fraction(217_800)

# Every exemption clause, by number.
CLAUSES: tuple[str, ...] = tuple(
    S + c
    for c in (
        "1/1", "1/2", "1/3", "1/4", "1/5", "1/6", "1/7",
        "2/b", "2/c", "2/d", "2/e/1", "2/e/2", "2/e/3",
        "3", "4/1", "4/2", "5/1", "5/2", "5/3", "5/4",
        "6/a/1", "6/a/2", "6/a/3", "7/1", "7/2",
        "9/a/1", "9/a/2", "9/a/3", "9/a/4", "9/b/1", "9/b/2", "9/c", "9/d/1", "9/d/2",
        "10/1", "10/2",
    )
)  # fmt: skip
SUBDIVISION: dict[str, str] = {clause: clause.split("/")[1] for clause in CLAUSES}
DE_MINIMIS: frozenset[str] = frozenset(clause for clause in CLAUSES if SUBDIVISION[clause] == "9")
INCIDENTAL: frozenset[str] = frozenset(clause for clause in CLAUSES if SUBDIVISION[clause] == "5")


def reaches(provision: str, below: str) -> bool:
    """`below` is the provision itself or lies under it, by whole segments."""
    return below == provision or below.startswith(provision + "/")


def years_after(day: date, years: int) -> tuple[int, int, int]:
    """The same day of a later year, as a triple to compare with `triple` of a day."""
    return day.year + years, day.month, day.day


def triple(day: date) -> tuple[int, int, int]:
    return day.year, day.month, day.day


def total(areas: Iterable[Fraction]) -> Fraction:
    return sum(areas, Fraction(0))


def components(names: Iterable[str], ties: Iterable[tuple[str, str]]) -> dict[str, frozenset[str]]:
    """Each name with the names it is tied to, in either direction and through others."""
    group = {name: {name} for name in names}
    for one, other in ties:
        if one in group and other in group and group[one] is not group[other]:
            merged = group[one] | group[other]
            for name in merged:
                group[name] = merged
    return {name: frozenset(members) for name, members in group.items()}


@dataclass(frozen=True, slots=True)
class View:
    """An impact with everything it hangs on."""

    impact: Impact
    project: Project
    portion: Portion
    wetland: Wetland
    ground: Ground
    activity: str
    type: str
    area: Fraction
    undertaking: frozenset[str]
    area_class: str
    zone: str
    """The zone in which the impact itself lies."""

    @property
    def id(self) -> str:
        return self.impact.id

    @property
    def drains_wetland(self) -> bool:
        return self.activity == "drain" or "wetland" in self.impact.get("drains")


@dataclass(slots=True)
class Matter:
    world: World
    readings: Mapping[str, str]
    repealed: frozenset[str] = frozenset()
    views: dict[str, View] = field(init=False)
    split_group: dict[str, frozenset[str]] = field(init=False)
    division_group: dict[str, frozenset[str]] = field(init=False)
    barred_projects: frozenset[str] = field(init=False)
    """With no exemption at all."""
    barred_de_minimis: frozenset[str] = field(init=False)
    """With no de minimis."""
    in_group: dict[frozenset[str], tuple[View, ...]] = field(init=False)
    stands: Callable[[str], bool] = field(init=False)

    def __post_init__(self) -> None:
        self.readings = readings.complete(self.readings)
        repealed = self.repealed
        if repealed:
            self.stands = lambda provision: not any(reaches(gone, provision) for gone in repealed)
        else:
            self.stands = lambda provision: True
        world = self.world
        self.views = {}
        for impact in world.impacts.values():
            portion = world.portions[impact.portion]
            ground = world.grounds[impact.ground]
            self.views[impact.id] = View(
                impact,
                world.projects[impact.project],
                portion,
                world.wetlands[portion.wetland],
                ground,
                impact.get("activity"),
                impact.get("wetland_type"),
                impact.get("area"),
                impact.get("undertaking"),
                place.area_class(ground, self.readings),
                place.zone(impact, ground, world, self.readings),
            )
        self._group()

    def reads(self, name: str, choice: str) -> bool:
        return self.readings[name] == choice

    def members(self, view: View) -> tuple[View, ...]:
        """All impacts of the group of projects that counts as one project."""
        return self.in_group[self.split_group[view.project.id]]

    def _group(self) -> None:
        """103G.005, subd. 14d and 103G.2241, subd. 9(h)."""
        projects = self.world.projects
        mode = self.readings["division_and_phases"]
        splits, divisions = ["split_from"], ["divided_to_increase_from"]
        if mode == "effect":
            splits.append("phase_of")
            divisions.append("divided_from")
        split_ties = [(p.id, other) for p in projects.values() for fact in splits for other in p.get(fact)]
        division_ties = [(p.id, other) for p in projects.values() for fact in divisions for other in p.get(fact)]
        if not self.stands(S + "9/h"):
            division_ties = []
        self.barred_projects = self.barred_de_minimis = frozenset()
        if mode == "bars":
            self.barred_projects = frozenset(name for tie in split_ties for name in tie)
            self.barred_de_minimis = frozenset(name for tie in division_ties for name in tie)
            split_ties = division_ties = []
        self.split_group = components(projects, split_ties)
        self.division_group = components(projects, split_ties + division_ties)
        self.in_group = {}
        for group in {*self.split_group.values(), *self.division_group.values()}:
            self.in_group[group] = tuple(view for view in self.views.values() if view.project.id in group)
