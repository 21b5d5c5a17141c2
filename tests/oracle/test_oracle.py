"""The oracle against verdicts derived by hand from the text of the statute; the reasoning stands with each test.

The baseline: fill on 2018-06-01 in a county outside the eleven, one owner of the whole wetland, natural and old, which
is outside the shoreland zone, and no finding in anybody's favor.
"""

from __future__ import annotations

import random
import re
from datetime import date, timedelta
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from .generate import random_readings, random_repeals, random_world
from .law import Verdict, evaluate
from .matter import CLAUSES, S
from .paths import REPLACED
from .readings import CHOICES, DEFAULT
from .to_case import to_case_text
from .world import (
    ASP,
    CLOSED,
    ORDINARY,
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

Facts = dict[str, Any]
GT80, MID, LT50 = "greater_than_80", "from_50_to_80", "less_than_50"
LINKS = ("project", "portion", "ground")


def exact(value: Any) -> Any:
    """Numbers as exact fractions; types as words."""
    if isinstance(value, dict):
        return {key: exact(each) for key, each in value.items()}
    return Fraction(value) if isinstance(value, int) and not isinstance(value, bool) else value


def facts_of(facts: Facts) -> Facts:
    return {
        name: value if name == "wetland_type" else exact(value) for name, value in facts.items() if name not in LINKS
    }


def make(
    *impacts: Facts,
    cls: str | None = LT50,
    wetland: Facts | None = None,
    ground: Facts | None = None,
    project: Facts | None = None,
    portions: dict[str, tuple[str, tuple[str, ...], Facts]] | None = None,
    wetlands: dict[str, Facts] | None = None,
    projects: dict[str, Facts] | None = None,
    grounds: dict[str, Facts] | None = None,
    waters: dict[str, Facts] | None = None,
    systems: dict[str, Facts] | None = None,
    owners: dict[str, Facts] | None = None,
) -> World:
    """A world: `wetland`, `ground`, `project` are the single ones; the plurals add to or replace them."""
    wetlands = {"w1": {"size": 300_000, **(wetland or {})}, **(wetlands or {})}
    place: Facts = {"county": "otter_tail"} | ({} if cls is None else {"area_class": cls})
    grounds = {"g1": {**place, **(ground or {})}, **{n: {**place, **g} for n, g in (grounds or {}).items()}}
    projects = {"p1": project or {}, **(projects or {})}
    portions = portions or {f"h{name[1:]}": (name, ("o1",), {}) for name in wetlands}
    names = {owner for _, each, _ in portions.values() for owner in each}
    return World(
        projects={n: Project(n, facts={"work": date(2018, 6, 1), **facts_of(f)}) for n, f in projects.items()},
        wetlands={n: Wetland(n, facts=facts_of({"size": 300_000, **f})) for n, f in wetlands.items()},
        portions={n: Portion(n, w, o, facts=facts_of(f)) for n, (w, o, f) in portions.items()},
        grounds={n: Ground(n, facts=facts_of(f)) for n, f in grounds.items()},
        impacts={
            f"i{n}": Impact(
                f"i{n}",
                f.get("project", "p1"),
                f.get("portion", "h1"),
                f.get("ground", "g1"),
                facts={"activity": "fill", **facts_of(f)},
            )
            for n, f in enumerate(impacts, 1)
        },
        waters={n: Water(n, facts=facts_of(f)) for n, f in (waters or {}).items()},
        drainage_systems={n: DrainageSystem(n, facts=facts_of(f)) for n, f in (systems or {}).items()},
        owners={n: Owner(n, facts=(owners or {}).get(n, {})) for n in sorted(names)},
    )


def work(area: Any, kind: str = "2", *undertaking: str, **facts: Any) -> Facts:
    return {
        "area": area,
        "wetland_type": kind,
        **({"undertaking": frozenset(undertaking)} if undertaking else {}),
        **facts,
    }


def clauses(verdict: Verdict, impact: str = "i1") -> set[str]:
    return {clause.removeprefix(S) for clause in verdict.impacts[impact].qualifies}


def settled(verdict: Verdict, project: str = "p1") -> bool:
    return verdict.projects[project].replacement_plan == "not_required"


def judged(world: World, gone: tuple[str, ...] = (), **readings: str) -> Verdict:
    return evaluate(world, readings, frozenset(S + each for each in gone))


def paths(verdict: Verdict, project: str = "p1") -> set[frozenset[tuple[str, str]]]:
    found = verdict.projects[project].paths.assignments
    assert found is not None
    return {frozenset((i, c.removeprefix(S)) for i, c in path) for path in found}


def path(**uses: str) -> frozenset[tuple[str, str]]:
    return frozenset((impact, clause) for impact, clause in uses.items())


def outcome(world: World, gone: tuple[str, ...] = (), **readings: str) -> tuple[Any, ...]:
    """The clauses of each impact in order, then whether no plan is required of the first project."""
    verdict = judged(world, gone, **readings)
    return (*(clauses(verdict, impact) for impact in verdict.impacts), settled(verdict))


# --- Subdivision 9: the amounts


@pytest.mark.parametrize(
    ("area", "kind", "cls", "county", "cedar", "clause"),
    [
        # (a)(1): the amount itself is exempt, one square foot more is not (the text exempts "the following amounts")
        (10_000, "2", GT80, "aitkin", "no", "9/a/1"),
        (10_001, "2", GT80, "aitkin", "no", None),
        (10_000, "7", GT80, "aitkin", "no", "9/a/1"),
        # (a)(1) has no metropolitan exception
        (10_000, "2", GT80, "isanti", "no", "9/a/1"),
        # (a)(2), (a)(3) outside the eleven counties
        (5_000, "6", MID, "becker", "no", "9/a/2"),
        (5_001, "6", MID, "becker", "no", None),
        (2_000, "1", LT50, "otter_tail", "no", "9/a/3"),
        (2_001, "1", LT50, "otter_tail", "no", None),
        # (a)(4): small types, white cedar and tamarack, in every class and county
        (100, "3", GT80, "aitkin", "no", "9/a/4"),
        (101, "3", GT80, "aitkin", "no", None),
        (100, "8", LT50, "hennepin", "no", "9/a/4"),
        (100, "7", GT80, "aitkin", "yes", "9/a/4"),
        (101, "7", GT80, "aitkin", "yes", None),
        # (d) displaces (a)(2) and (a)(3) in the eleven counties
        (2_500, "2", MID, "anoka", "no", "9/d/1"),
        (2_501, "2", MID, "anoka", "no", None),
        (2_500, "7", MID, "anoka", "no", "9/d/1"),
        (1_000, "1", LT50, "hennepin", "no", "9/d/2"),
        (1_001, "1", LT50, "hennepin", "no", None),
        # (d)(2) leaves out type 7; nothing else names it there
        (1, "7", LT50, "hennepin", "no", None),
        (50, "7", LT50, "hennepin", "yes", "9/a/4"),
    ],
)
def test_amounts(area: int, kind: str, cls: str, county: str, cedar: str, clause: str | None) -> None:
    world = make(work(area, kind, cedar_or_tamarack=cedar), cls=cls, ground={"county": county})
    assert outcome(world) == ({clause} - {None}, clause is not None)


def test_the_amount_is_per_project_not_per_wetland() -> None:
    # "amounts of wetlands as part of a project": four wetlands share the 10,000
    wetlands: dict[str, Facts] = {"w2": {}, "w3": {}, "w4": {}}
    for area, fits in ((2_500, True), (2_501, False)):
        verdict = judged(make(*(work(area, portion=f"h{n}") for n in range(1, 5)), cls=GT80, wetlands=wetlands))
        assert all(clauses(verdict, f"i{n}") == ({"9/a/1"} if fits else set()) for n in range(1, 5))
        assert settled(verdict) is fits


@pytest.mark.parametrize(
    ("area", "kind", "facts", "clause"),
    [
        (400, "7", {}, "9/b/1"),
        (401, "2", {}, None),
        (100, "4", {}, "9/b/2"),
        (101, "4", {}, None),
        # cedar and tamarack are named in (b)(2) only; (b)(1) would give 400
        (101, "7", {"cedar_or_tamarack": "yes"}, None),
        # the increase: greater than 80 percent, and isolated or measures approved, and granted; up to 1,000
        (1_000, "2", {"increase_granted": 1_000}, "9/b/1"),
        (1_000, "2", {"increase_granted": 5_000}, "9/b/1"),
        (1_001, "2", {"increase_granted": 5_000}, None),
        (601, "2", {"increase_granted": 600}, None),
        (600, "2", {"increase_granted": 600}, "9/b/1"),
        (400, "2", {"increase_granted": 300}, "9/b/1"),
        (401, "2", {}, None),
        # only the amount of clause (1) can be increased
        (150, "3", {"increase_granted": 1_000}, None),
    ],
)
def test_protection_zone(area: int, kind: str, facts: Facts, clause: str | None) -> None:
    world = make(work(area, kind, shoreland_zone="protection_zone", **facts), cls=GT80, wetland={"isolated": "yes"})
    assert outcome(world) == ({clause} - {None}, clause is not None)


def test_increase_needs_the_place_and_its_reason() -> None:
    # tail of (b): "in a greater than 80 percent area", and "isolated ... or if permanent ... measures"
    impact = work(1_000, shoreland_zone="protection_zone", increase_granted=1_000)
    assert outcome(make(impact, cls=MID, wetland={"isolated": "yes"})) == (set(), False)
    assert outcome(make(impact, cls=GT80)) == (set(), False)
    assert outcome(make({**impact, "retention_approved": "yes"}, cls=GT80)) == ({"9/b/1"}, True)
    isolated = make(impact, cls=GT80, wetland={"isolated": "yes"})
    assert not settled(judged(isolated, zone_increase="authority_approves_both"))
    ungranted = make(work(1_000, shoreland_zone="protection_zone"), cls=GT80, wetland={"isolated": "yes"})
    assert not settled(judged(ungranted)) and settled(judged(ungranted, zone_increase="automatic"))


@pytest.mark.parametrize(
    ("area", "approved", "fits"), [(20, "no", True), (21, "no", False), (100, "yes", True), (101, "yes", False)]
)
def test_setback_zone(area: int, approved: str, fits: bool) -> None:
    # (c): 20 of any type, 100 with approved measures, in every area class
    world = make(work(area, "4", shoreland_zone="setback_zone", retention_approved=approved))
    assert outcome(world) == ({"9/c"} if fits else set(), fits)


@pytest.mark.parametrize(
    ("distance", "water", "ground", "inside"),
    [
        # 103G.005, subd. 15f(1)(i): 1,000 ft from a basin, or the approved shoreland area, whichever is less
        (1_000, {"kind": "basin", "size": 2_000_000}, {}, True),
        (1_001, {"kind": "basin", "size": 2_000_000}, {}, False),
        (1_000, {"kind": "basin", "size": 2_000_000, "approved_shoreland_width": 1_320}, {}, True),
        (501, {"kind": "basin", "size": 2_000_000, "approved_shoreland_width": 500}, {}, False),
        (700, {"kind": "basin", "size": 2_000_000, "in_ordinance": "no"}, {}, False),
        (700, {"kind": "basin", "size": 2_000_000, "public_water": "no"}, {}, False),
        # (1)(ii): 300 ft from a watercourse
        (300, {"kind": "watercourse"}, {}, True),
        (301, {"kind": "watercourse"}, {}, False),
        # (2): no approved ordinance: basins of 25 acres, within municipalities of 10; watercourses of the inventory
        (700, {"kind": "basin", "size": 871_200}, {"shoreland_ordinance": "none"}, False),
        (700, {"kind": "basin", "size": 871_200}, {"shoreland_ordinance": "none", "incorporated": "yes"}, True),
        (700, {"kind": "basin", "size": 1_089_000}, {"shoreland_ordinance": "none"}, True),
        (700, {"kind": "basin", "size": 435_599}, {"shoreland_ordinance": "none", "incorporated": "yes"}, False),
        (200, {"kind": "watercourse", "inventoried": "no"}, {"shoreland_ordinance": "none"}, False),
        (300, {"kind": "watercourse", "in_ordinance": "no"}, {"shoreland_ordinance": "none"}, True),
    ],
)
def test_zone_from_waters(distance: int, water: Facts, ground: Facts, inside: bool) -> None:
    world = make(work(400, distance={"lake": distance}), cls=GT80, ground=ground, waters={"lake": water})
    assert clauses(judged(world)) == {"9/b/1" if inside else "9/a/1"}


def test_zone_line_and_missing_setback() -> None:
    lake = {"lake": {"kind": "basin", "size": 2_000_000}}
    world = make(work(5_000, distance={"lake": 1_000}), cls=GT80, waters=lake)
    assert not settled(judged(world)) and settled(judged(world, zone_line="excluded"))
    near = make(
        work(300, distance={"lake": 10}, within_state_setback="yes"),
        ground={"shoreland_ordinance": "none"},
        waters=lake,
    )
    assert outcome(near) == ({"9/b/1"}, True)
    assert outcome(near, missing_setback="state_default") == (set(), False)


@pytest.mark.parametrize(
    ("intact", "wetland", "public", "found"),
    [
        # 103G.005, subds. 10a, 10b, 10h: 80 or more needs 10 percent wetland or 50 public land; else residual
        ("80", "10", "0", GT80),
        ("85", "8", "50", GT80),
        ("85", "8", "30", LT50),
        ("80", "9.9", "49.9", LT50),
        ("79.9", "30", "60", MID),
        ("50", "0", "0", MID),
        ("49.9", "0", "0", LT50),
    ],
)
def test_area_class_from_percentages(intact: str, wetland: str, public: str, found: str) -> None:
    shares = {"intact": Fraction(intact), "wetland_share": Fraction(wetland), "public_land_share": Fraction(public)}
    amount = {GT80: 10_000, MID: 5_000, LT50: 2_000}[found]
    clause = {GT80: "9/a/1", MID: "9/a/2", LT50: "9/a/3"}[found]
    assert outcome(make(work(amount), cls=None, ground=shares)) == ({clause}, True)
    assert outcome(make(work(amount + 1), cls=None, ground=shares)) == (set(), False)


def test_area_class_from_the_county_and_the_watershed() -> None:
    assert clauses(judged(make(work(10_000), cls=None, ground={"county": "aitkin"}))) == {"9/a/1"}
    both = make(work(8_000), cls=GT80, ground={"watershed_class": MID})
    assert settled(judged(both)) and settled(judged(both, place_classified="most_favorable"))
    assert not settled(judged(both, place_classified="most_protective"))
    residual = make(work(3_000), cls=None, ground={"intact": Fraction(85)})
    assert not settled(judged(residual)) and settled(judged(residual, residual_class="from_50_to_80"))


# --- 9(f)


def one_owner(size: int, area: Any, lost: int = 0, on: date = date(2000, 1, 1), cls: str = GT80, **loss: Any) -> World:
    before = (Loss(Fraction(lost), on, loss.get("flags", frozenset())),) if lost else ()
    portions = {"h1": ("w1", ("o1",), {"area": size, "drained_or_filled_before": before})}
    return make(work(area), cls=cls, wetland={"size": size}, portions=portions)


def test_cumulative_area_of_a_sole_owner() -> None:
    # greatest of 10,000 (owns all), 5 percent of 100,000, 400: 1,000 + 9,000 reaches it, 9,001 is over
    assert settled(judged(one_owner(100_000, 9_000, 1_000)))
    assert not settled(judged(one_owner(100_000, 9_001, 1_000)))
    # equality: with `ended` a total equal to the greatest ends the exemption
    assert not settled(judged(one_owner(100_000, 9_000, 1_000), cumulative_limit_reached="ended"))
    # 5 percent of 300,000 is 15,000 and the greatest
    assert settled(judged(one_owner(300_000, 9_500, 1_000)))
    assert not settled(judged(one_owner(300_000, 100, 15_000)))
    # before_proposal: earlier losses alone; 15,000 reaches the greatest, 14,999 does not
    assert not settled(judged(one_owner(300_000, 100, 15_000), cumulative_count="before_proposal"))
    assert settled(judged(one_owner(300_000, 100, 14_999), cumulative_count="before_proposal"))
    # 9(f) repealed: only the amount counts
    assert settled(judged(one_owner(100_000, 10_000, 90_000), gone=("9/f",)))


def test_cumulative_area_starts_in_1992() -> None:
    # "since January 1, 1992": that day counts, the day before does not
    assert settled(judged(one_owner(100_000, 5_000, 9_000, date(1991, 12, 31))))
    assert not settled(judged(one_owner(100_000, 5_000, 9_000, date(1992, 1, 1))))


@pytest.mark.parametrize(
    ("reading", "flag"),
    [("present_owner", "former_owner"), ("de_minimis", "not_de_minimis"), ("not_replaced", "replaced")],
)
def test_losses_counted(reading: str, flag: str) -> None:
    world = one_owner(100_000, 5_000, 9_000, flags=frozenset({flag}))
    assert not settled(judged(world))
    assert settled(judged(world, losses_counted=reading))
    assert not settled(judged(one_owner(100_000, 5_000, 9_000), losses_counted=reading))


@pytest.mark.parametrize(
    ("size", "own", "area", "fits"),
    [
        (200_000, 60_000, 3_000, True),  # 5 percent of the portion
        (200_000, 60_000, 3_001, False),
        (200_000, 4_000, 400, True),  # 5 percent is 200: the 400 is greatest
        (200_000, 4_000, 401, False),
        (9_000, 8_000, 401, False),  # not the entire wetland: clause (1) is closed, 5 percent is 400
        (9_000, 9_000, 9_000, True),  # the entire wetland: all of it may go, within the 10,000
    ],
)
def test_portion_of_a_wetland(size: int, own: int, area: int, fits: bool) -> None:
    portions = {"h1": ("w1", ("o1",), {"area": own}), "h2": ("w1", ("o2",), {"area": size - own})}
    if size == own:
        del portions["h2"]
    assert settled(judged(make(work(area), cls=GT80, wetland={"size": size}, portions=portions))) is fits


def test_five_percent_is_exact() -> None:
    # 5 percent of 60,001 is 3,000.05
    portions = {"h1": ("w1", ("o1",), {"area": 60_001})}
    for area, fits in ((Fraction("3000.05"), True), (Fraction("3000.0501"), False)):
        assert settled(judged(make(work(area), cls=GT80, portions=portions))) is fits


def test_metropolitan_amount_as_applicable_area() -> None:
    # (f)(1) names (a), (b), (c). Sole owner of 20,000: 5 percent is 1,000; with (d) as applicable area 2,500
    world = make(work(2_400), cls=MID, ground={"county": "anoka"}, wetland={"size": 20_000})
    assert outcome(world) == ({"9/d/1"}, True)
    assert outcome(world, applicable_metropolitan_amount="not_listed") == (set(), False)


def test_whole_proposal_on_the_portion_counts() -> None:
    # 9,500 of type 2 and 600 of type 3 on a 100,000 wetland: 10,100 over the 10,000; type 3 has 600 over 100 anyway
    world = make(work(9_500), work(600, "3"), cls=GT80, wetland={"size": 100_000})
    assert outcome(world) == (set(), set(), False)
    assert outcome(world, cumulative_scope="same_amount") == ({"9/a/1"}, set(), False)


def test_local_amount_and_applicable_area() -> None:
    # lt50, owns all 10,000; 5 percent 500; prior 800, proposes 500: cum 1,300 <= 2,000 but over a local 1,000
    portions = {"h1": ("w1", ("o1",), {"drained_or_filled_before": (Loss(Fraction(800), date(2000, 1, 1)),)})}
    world = make(work(500, "1"), wetland={"size": 10_000}, portions=portions, ground={"local_amount": {None: 1_000}})
    assert settled(judged(world)) and not settled(judged(world, applicable_local_amount="local"))


def test_joint_owners() -> None:
    # husband and wife own all 9,000: one landowner, or each an owner who does not own all of it (then 450)
    portions = {"h1": ("w1", ("o1", "o2"), {})}
    world = make(work(5_000), cls=GT80, wetland={"size": 9_000}, portions=portions)
    assert settled(judged(world)) and not settled(judged(world, joint_owners="each_an_owner"))
    # two affiliates with half each: under each_an_owner they are one and own it all
    halves = {"h1": ("w1", ("o1",), {"area": 4_500}), "h2": ("w1", ("o2",), {"area": 4_500})}
    world = make(
        work(5_000), cls=GT80, wetland={"size": 9_000}, portions=halves, owners={"o1": {"affiliated_with": ("o2",)}}
    )
    assert not settled(judged(world)) and settled(judged(world, joint_owners="each_an_owner"))


# --- 9(e), 9(g), 9(h), 9(i), 11(b): combining


def test_two_amounts_may_not_be_combined() -> None:
    # 9(e): (a)(2) and (a)(4) fit apart; one of them has to be given up
    world = make(work(4_000), work(90, "3", portion="h2"), cls=MID, wetlands={"w2": {}})
    verdict = judged(world)
    assert (clauses(verdict), clauses(verdict, "i2")) == ({"9/a/2"}, {"9/a/4"})
    assert paths(verdict) == {path(i1="9/a/2", i2=REPLACED), path(i1=REPLACED, i2="9/a/4")}
    assert not settled(verdict) and not verdict.projects["p1"].exempt
    # both are of paragraph (a); without 9(e) nothing stands against it
    assert settled(judged(world, combining_amounts="each_paragraph"))
    assert settled(judged(world, gone=("9/e",)))
    withdrawn = judged(world, combining_amounts="whole_project")
    assert paths(withdrawn) == {path(i1=REPLACED, i2=REPLACED)} and clauses(withdrawn) == {"9/a/2"}


def test_amounts_of_two_paragraphs() -> None:
    # outside and inside the shoreland zone: (a)(1) and (b)(1)
    world = make(work(5_000), work(300, shoreland_zone="protection_zone", portion="h2"), cls=GT80, wetlands={"w2": {}})
    assert paths(judged(world)) == {path(i1="9/a/1", i2=REPLACED), path(i1=REPLACED, i2="9/b/1")}
    assert not settled(judged(world, combining_amounts="each_paragraph"))
    # the innermost zone governs: 5,300 under the 400
    assert outcome(world, zone_tested="whole_project") == (set(), set(), False)


def test_metropolitan_amounts_and_9e() -> None:
    # 9(e) names (a), (b), (c); (d) is itself subject to (e)
    world = make(work(2_000), work(90, "3", portion="h2"), cls=MID, ground={"county": "anoka"}, wetlands={"w2": {}})
    assert outcome(world) == ({"9/d/1"}, {"9/a/4"}, False)
    assert settled(judged(world, combining_metropolitan_amounts="free"))


def utility_and_access(utility: int, access: int, cls: str, altered: int) -> World:
    return make(
        work(utility, "2", "utility_new"),
        work(access, portion="h2"),
        cls=cls,
        wetlands={"w2": {}},
        project={"avoided_minimized": "yes", "significantly_altered": altered},
    )


def test_de_minimis_next_to_another_exemption() -> None:
    # 9(g): lt50; 10,000 by 6(a)(1); both together break the 2,000, so i2 does not even qualify
    assert outcome(utility_and_access(10_000, 1_500, LT50, 11_500)) == ({"6/a/1"}, set(), False)
    # type 3 for the utility: the access has its 2,000, but may not be combined
    world = make(
        work(10_000, "3", "utility_new"),
        work(1_500, portion="h2"),
        wetlands={"w2": {}},
        project={"avoided_minimized": "yes", "significantly_altered": 11_500},
    )
    verdict = judged(world)
    assert paths(verdict) == {path(i1="6/a/1", i2=REPLACED), path(i1=REPLACED, i2="9/a/3")}
    assert not settled(verdict) and settled(judged(world, gone=("9/g",)))
    automatic = judged(world, other_exemption_available="automatic")
    assert paths(automatic) == {path(i1="6/a/1", i2=REPLACED)}


def test_de_minimis_may_be_elected_for_everything() -> None:
    # gt80: 3,000 + 2,000 fit (a)(1) together; nothing is combined
    world = utility_and_access(3_000, 2_000, GT80, 5_000)
    verdict = judged(world)
    assert outcome(world) == ({"6/a/1", "9/a/1"}, {"9/a/1"}, True)
    assert paths(verdict) == {path(i1="9/a/1", i2="9/a/1")}
    automatic = judged(world, other_exemption_available="automatic")
    assert not settled(automatic) and paths(automatic) == {path(i1="6/a/1", i2=REPLACED)}
    # 9(g) repealed: the reading has nothing to stand on, and either clause may serve i1
    free = judged(world, gone=("9/g",), other_exemption_available="automatic")
    assert paths(free) == {path(i1="9/a/1", i2="9/a/1"), path(i1="6/a/1", i2="9/a/1")}


def test_other_exemptions_may_be_mixed() -> None:
    # 11(b); the rule profile bars clauses of different subdivisions
    world = make(
        work(10_000, "3", "utility_new"),
        work(20_000, "3", "forest_road", impact_limited="yes", filling_avoided="yes"),
        project={"avoided_minimized": "yes", "significantly_altered": 10_000},
    )
    assert outcome(world) == ({"6/a/1"}, {"7/2"}, True)
    barred = judged(world, combining_exemptions="barred")
    assert paths(barred) == {path(i1="6/a/1", i2=REPLACED), path(i1=REPLACED, i2="7/2")}


def test_an_unregulated_activity_is_no_combination() -> None:
    # plowing that neither drains nor fills, next to a 1,500 fill
    plowing = work(130_680, "2", "farming", activity="other", normal_practice="yes")
    world = make(plowing, work(1_500))
    verdict = judged(world)
    assert not verdict.impacts["i1"].regulated and "1/3" in {c.removeprefix(S) for c in verdict.impacts["i1"].satisfies}
    assert settled(verdict) and not settled(judged(world, exempt_activity_counted="any_activity"))
    assert settled(judged(world, gone=("9/g",), exempt_activity_counted="any_activity"))


def test_splitting_a_project() -> None:
    # 103G.005, subd. 14d: 6,000 in each of two wetlands, split solely for exemptions: 12,000 over 10,000
    def two(**tie: Any) -> World:
        return make(
            work(6_000), work(6_000, portion="h2", project="p2"), cls=GT80, wetlands={"w2": {}}, projects={"p2": tie}
        )

    assert outcome(two()) == ({"9/a/1"}, {"9/a/1"}, True)
    split = judged(two(split_from=("p1",)))
    assert not settled(split, "p1") and not settled(split, "p2") and split.projects["p1"].members == {"p1", "p2"}
    assert settled(judged(two(phase_of=("p1",))))
    assert not settled(judged(two(phase_of=("p1",)), division_and_phases="effect"))
    bars = judged(two(split_from=("p1",)), division_and_phases="bars")
    assert bars.projects["p1"].members == {"p1"} and clauses(bars) == clauses(bars, "i2") == set()


def test_dividing_property() -> None:
    # 9(h): two lots of 200,000, 8,000 filled on each, land divided to increase the amounts: 16,000 over 10,000
    def lots(cls: str, area: int, zone: str = "outside", **tie: Any) -> World:
        portions = {"h1": ("w1", ("o1",), {"area": 200_000}), "h2": ("w1", ("o2",), {"area": 200_000})}
        return make(
            work(area, shoreland_zone=zone),
            work(area, portion="h2", project="p2", shoreland_zone=zone),
            cls=cls,
            wetland={"size": 400_000},
            portions=portions,
            projects={"p2": tie},
        )

    divided = lots(GT80, 8_000, divided_to_increase_from=("p1",))
    verdict = judged(divided)
    assert not settled(verdict) and not settled(verdict, "p2") and verdict.projects["p1"].members == {"p1"}
    assert settled(judged(divided, gone=("9/h",)))
    # an estate partition has another purpose
    assert settled(judged(lots(GT80, 8_000, divided_from=("p1",))))
    assert not settled(judged(lots(GT80, 8_000, divided_from=("p1",)), division_and_phases="effect"))
    # 9(h) names the amounts of (a) only
    zone = lots(GT80, 300, "protection_zone", divided_to_increase_from=("p1",))
    assert settled(judged(zone)) and not settled(judged(zone, divided_property_amounts="all_amounts"))


@pytest.mark.parametrize(
    ("area", "local", "fits"),
    [
        (1_500, {None: 1_000}, False),
        (1_000, {None: 1_000}, True),
        (1, {None: 0}, False),
        (2_001, {None: 5_000}, False),  # a milder local amount raises nothing
        (1_500, {"103G.2241/9/a": 1_000}, False),
        (1_500, {"103G.2241/9/b": 1_000}, True),
        (1_500, {"103G.2241/9/a/3": 1_400, "103G.2241/9": 1_600}, False),
        (1_500, {"103G.2241/9/a/3": 1_600, "103G.2241/9/a/33": 5}, True),
    ],
)
def test_local_amount(area: int, local: Facts, fits: bool) -> None:
    world = make(work(area, "1"), ground={"local_amount": local})
    assert settled(judged(world)) is fits
    assert settled(judged(world, gone=("9/i",))) is (area <= 2_000)


def test_mixed_project() -> None:
    # 50 to 80 percent; o1 has 50,000 and o2 30,000 of w1 (5 percent: 2,500 and 1,500); a duck blind in w2
    def mixed(blind: int) -> World:
        portions = {
            "h1": ("w1", ("o1",), {"area": 50_000}),
            "h2": ("w1", ("o2",), {"area": 30_000}),
            "h3": ("w2", ("o1",), {}),
        }
        return make(
            work(2_400),
            work(1_500, portion="h2"),
            work(90, "3", portion="h3"),
            work(blind, "3", "duck_blind", portion="h3"),
            cls=MID,
            wetland={"size": 80_000},
            wetlands={"w2": {"size": 40_000}},
            portions=portions,
        )

    # type 3: 90 + 30 = 120 over 100
    assert outcome(mixed(30)) == ({"9/a/2"}, {"9/a/2"}, set(), {"10/2"}, False)
    assert paths(judged(mixed(30))) == {
        path(i1="9/a/2", i2="9/a/2", i3=REPLACED, i4=REPLACED),
        path(i1=REPLACED, i2=REPLACED, i3=REPLACED, i4="10/2"),
    }
    # a blind of 10: type 3 totals exactly 100; {i4 by 10(2)} alone exempts fewer than {i3, i4 by (a)(4)}
    assert paths(judged(mixed(10))) == {
        path(i1="9/a/2", i2="9/a/2", i3=REPLACED, i4=REPLACED),
        path(i1=REPLACED, i2=REPLACED, i3="9/a/4", i4="9/a/4"),
    }
    assert settled(judged(mixed(10), combining_amounts="each_paragraph"))
    # all other impacts of the group exempt under another clause do not count: type 3 is 90
    assert clauses(judged(mixed(30), released_impacts_counted="not_counted"), "i3") == {"9/a/4"}


# --- Subdivision 1


def years(first: int, last: int, *uses: str) -> dict[int, frozenset[str]]:
    return {year: frozenset(uses) for year in range(first, last + 1)}


def test_old_cropland() -> None:
    # six of 1981 to 1990; the clause does not ask what the activity is for
    fill = work(87_120, "3")
    assert outcome(make(fill, ground={"land_use": years(1985, 1990, "annual_crop")})) == ({"1/1"}, True)
    assert outcome(make(fill, ground={"land_use": years(1986, 1990, "annual_crop")})) == (set(), False)
    assert outcome(make(fill, ground={"land_use": years(1979, 1984, "annual_crop")})) == (set(), False)
    mixed = make(fill, ground={"land_use": {**years(1981, 1983, "annual_crop"), **years(1984, 1986, "set_aside")}})
    assert outcome(mixed) == ({"1/1"}, True)
    assert outcome(mixed, crop_history_uses="one_use") == (set(), False)
    assert outcome(mixed, crop_history_purpose="agricultural") == (set(), False)
    # repealing subdivision 1 takes its clauses along
    assert outcome(mixed, gone=("1",)) == (set(), False)


def test_history_of_another_part() -> None:
    world = make(
        work(10_000, "3"), work(10, "3", ground="g2"), grounds={"g2": {"land_use": years(1981, 1990, "annual_crop")}}
    )
    verdict = judged(world)
    assert (clauses(verdict), "1/1" in clauses(verdict, "i2")) == (set(), True)
    assert clauses(judged(world, crop_history_place="whole_wetland")) == {"1/1"}


@pytest.mark.parametrize(
    ("size", "kind", "facts", "fits"),
    [
        (500_000, "1", {}, True),
        (500_000, "1", {"bottomland_hardwood": "yes"}, False),
        (87_119, "2", {}, True),
        (87_120, "2", {}, False),  # "less than two acres"
        (40_000, "6", {}, True),
        (40_000, "3", {}, False),
    ],
)
def test_pasture(size: int, kind: str, facts: Facts, fits: bool) -> None:
    ground = {"pasture": "yes", "stays_pasture": "yes"}
    assert outcome(make(work(20_000, kind, **facts), wetland={"size": size}, ground=ground)) == (
        {"1/2"} if fits else set(),
        fits,
    )
    assert not settled(judged(make(work(20_000, kind), wetland={"size": size}, ground={"pasture": "yes"})))


def test_pasture_from_its_use() -> None:
    # 103G.005, subd. 14a: grazed or seeded in six of the ten years before 1991
    grazed = {"land_use": years(1985, 1990, "grazed"), "stays_pasture": "yes"}
    now = {"grazed_now": "yes", "stays_pasture": "yes"}
    assert settled(judged(make(work(20_000, "1"), ground=grazed)))
    assert not settled(judged(make(work(20_000, "1"), ground={**grazed, "land_use": years(1986, 1991, "grazed")})))
    assert not settled(judged(make(work(20_000, "1"), ground=grazed), pasture_years="seeding_only"))
    assert not settled(judged(make(work(20_000, "1"), ground=now)))
    assert settled(judged(make(work(20_000, "1"), ground=now), pasture_years="seeding_only"))
    part = make(
        work(20_000, "2"),
        wetland={"size": 130_680, "listed_type_part": 43_560},
        ground={"pasture": "yes", "stays_pasture": "yes"},
    )
    assert not settled(judged(part)) and settled(judged(part, pasture_size="listed_type_part"))


def test_normal_farming() -> None:
    farm = work(30_000, "3", "farming", normal_practice="yes")
    assert outcome(make(farm)) == ({"1/3"}, True)
    assert outcome(make(farm), normal_farming_acts="named_kind") == (set(), False)
    assert outcome(make({**farm, "farming_act": "plowing"}), normal_farming_acts="named_kind") == ({"1/3"}, True)
    # "does not include activities that result in the draining of wetlands"
    assert outcome(make({**farm, "activity": "drain"})) == (set(), False)
    assert outcome(make({**farm, "drains": frozenset({"wetland"})})) == (set(), False)
    assert outcome(make({**farm, "drains": frozenset({"public_waters"})})) == ({"1/3"}, True)


@pytest.mark.parametrize(
    ("facts", "clause"),
    [
        (
            {"undertaking": "conservation_practice", "district_approved": "yes", "panel_review": "before_approval"},
            "1/4",
        ),
        ({"undertaking": "conservation_practice", "district_approved": "yes", "panel_review": "after_approval"}, None),
        ({"undertaking": "conservation_practice", "district_approved": "yes"}, None),
        ({"undertaking": "aquaculture", "corps_404_permit": "yes", "conforms_to_permit": "yes"}, "1/5"),
        ({"undertaking": "aquaculture", "corps_404_permit": "yes"}, None),
        (
            {
                "undertaking": "aquaculture",
                "corps_404_permit": "yes",
                "conforms_to_permit": "yes",
                "builds": frozenset({"building"}),
            },
            None,
        ),
        ({"undertaking": "wild_rice", "corps_404_permit": "yes"}, "1/6"),
        ({"undertaking": "wild_rice", "wild_rice_work": "production"}, None),
        ({"undertaking": "utility_routine"}, None),
        ({"undertaking": "utility_routine", "additional_intrusion": "no"}, "6/a/2"),
        ({"undertaking": "sewage_system_repair", "needed_for_compliance": "yes"}, "6/a/3"),
        ({"undertaking": "sewage_system_repair"}, None),
        ({"undertaking": "duck_blind"}, "10/2"),
        ({"undertaking": "forestry_crossing", "impact_limited": "yes"}, "7/1"),
        ({"undertaking": "forestry_crossing", "impact_limited": "yes", "duration": "temporary"}, "7/1"),
        ({"undertaking": "forestry_crossing", "impact_limited": "yes", "duration": "permanent"}, None),
        ({"undertaking": "forestry_crossing", "impact_limited": "yes", "builds": frozenset({"building"})}, None),
        ({"undertaking": "forestry_crossing", "impact_limited": "yes", "drains": frozenset({"public_waters"})}, None),
        ({"undertaking": "forestry_crossing", "impact_limited": "yes", "activity": "drain"}, None),
        ({"undertaking": "forest_road", "impact_limited": "yes", "filling_avoided": "yes"}, "7/2"),
        (
            {
                "undertaking": "forest_road",
                "impact_limited": "yes",
                "filling_avoided": "yes",
                "builds": frozenset({"building"}),
            },
            "7/2",
        ),
        (
            {
                "undertaking": "forest_road",
                "impact_limited": "yes",
                "filling_avoided": "yes",
                "builds": frozenset({"dike"}),
            },
            None,
        ),
        ({"undertaking": "forest_road", "impact_limited": "yes"}, None),
    ],
)
def test_undertakings(facts: Facts, clause: str | None) -> None:
    # 30,000 of type 3: no amount reaches it, so the clause alone decides
    world = make(work(30_000, "3", facts["undertaking"], **{k: v for k, v in facts.items() if k != "undertaking"}))
    assert outcome(world) == ({clause} - {None}, clause is not None)


def test_swampbuster() -> None:
    ground = {"agricultural_land": "yes", "swampbuster": "yes", "memorandum": "yes"}
    farm = work(30_000, "3", "agricultural_other")
    assert outcome(make(farm, ground=ground)) == ({"1/7"}, True)
    for name in ground:
        assert outcome(make(farm, ground={**ground, name: "no"})) == (set(), False)
    assert settled(judged(make(work(30_000, "3", "wild_rice")), wild_rice_permit="other_activities")) is False


# --- Subdivision 2

SPENT = {"ditch": {"class": "public", "expenditure": (date(1991, 12, 31),)}}
ASSESSED = {"assessed_benefits": "yes", "drainage_system": "ditch"}


def drained(area: int, kind: str = "2", **facts: Any) -> Facts:
    return work(area, kind, activity="drain", **facts)


@pytest.mark.parametrize(
    ("impact", "ground", "fits"),
    [
        (drained(217_800), {}, True),
        (drained(217_801), {}, False),
        (drained(600_000, "1"), {}, True),  # type 1 has no limit
        (work(217_800), {}, False),  # "draining"
        (drained(217_800), {"incorporated": "yes"}, False),
        (drained(217_800), {"assessed_benefits": "no"}, False),
        (drained(217_800, "3"), {}, False),
    ],
)
def test_assessed_land(impact: Facts, ground: Facts, fits: bool) -> None:
    world = make(impact, wetland={"size": 900_000}, ground={**ASSESSED, **ground}, systems=SPENT)
    assert outcome(world) == ({"2/b"} if fits else set(), fits)


@pytest.mark.parametrize(
    ("system", "default", "calendar"),
    [
        # "the 20-year period that ended January 1, 1992"
        ({"expenditure": (date(1992, 1, 1),)}, True, False),
        ({"expenditure": (date(1992, 1, 2),)}, False, False),
        ({"repair": (date(1972, 1, 2),)}, True, True),
        ({"repair": (date(1972, 1, 1),)}, False, True),
        ({"no_repair_required": "yes"}, True, True),
        ({}, False, False),
    ],
)
def test_twenty_years(system: Facts, default: bool, calendar: bool) -> None:
    world = make(drained(100_000), ground=ASSESSED, systems={"ditch": {"class": "public", **system}})
    assert settled(judged(world)) is default
    assert settled(judged(world, benefit_window="calendar_years")) is calendar


@pytest.mark.parametrize(
    ("system", "public"),
    [
        # (b)(1)(i) to (iii) speak of "the public drainage system", which (a) defines
        ({"class": "public"}, True),
        ({"class": "other"}, False),
        ({"class": "other", "lawfully_connected": "yes"}, True),
    ],
)
def test_only_a_public_drainage_system_is_kept_up(system: Facts, public: bool) -> None:
    for kept in ({"repair": (date(1985, 5, 1),)}, {"no_repair_required": "yes"}):
        world = make(drained(100_000), ground=ASSESSED, systems={"ditch": {**system, **kept}})
        assert settled(judged(world)) is public


@pytest.mark.parametrize(
    ("project", "fits"),
    [
        ({"planned_conversion": frozenset({"commercial"})}, False),
        ({"planned_conversion": frozenset({"agricultural", "residential"})}, True),
        ({"units_per_40_acres": 1}, True),
        ({"units_per_40_acres": 2}, False),
        ({"units_per_40_acres": 2, "family_residence_zoning": "yes"}, True),
        # the tail: ten years after the work on 2018-06-01, the anniversary included
        ({"converted_on": date(2028, 6, 1), "converted_to": frozenset({"platted_lots"})}, False),
        ({"converted_on": date(2028, 6, 2), "converted_to": frozenset({"platted_lots"})}, True),
        ({"converted_on": date(2020, 6, 1), "converted_to": frozenset({"agricultural"})}, True),
    ],
)
def test_what_the_drained_land_becomes(project: Facts, fits: bool) -> None:
    world = make(drained(100_000), ground=ASSESSED, systems=SPENT, project=project)
    assert settled(judged(world)) is fits
    if project.get("converted_on", date.min) >= date(2028, 6, 1):
        assert settled(judged(world, conversion_anniversary="excluded"))
        assert not settled(judged(world, conversion_purpose="any_later_use"))


def test_five_acres_together() -> None:
    # 3 acres of type 2 in each of two wetlands of two owners: 6 acres on the project
    portions = {"h1": ("w1", ("o1",), {}), "h2": ("w2", ("o2",), {})}
    world = make(
        drained(130_680), drained(130_680, "6", portion="h2"),
        wetlands={"w2": {}}, portions=portions, ground=ASSESSED, systems=SPENT,
    )  # fmt: skip
    assert outcome(world) == (set(), set(), False)
    for unit in ("per_landowner", "per_wetland", "per_type"):
        assert outcome(world, five_acres_counted=unit) == ({"2/b"}, {"2/b"}, True)
    limbs = make(drained(130_680, "1"), drained(174_240), ground=ASSESSED, systems=SPENT)
    assert settled(judged(limbs))
    assert paths(judged(limbs, limbs_together="one_of_them")) == {
        path(i1="2/b", i2=REPLACED),
        path(i1=REPLACED, i2="2/b"),
    }


@pytest.mark.parametrize(
    ("kind", "activity", "since", "system", "clause"),
    [
        ("3", "drain", date(1993, 6, 1), {"class": "public"}, "2/c"),  # exactly 25 years is not more
        ("3", "drain", date(1993, 5, 31), {"class": "public"}, None),
        ("3", "fill", date(1958, 6, 1), {"class": "public"}, "2/c"),  # the exception is about draining
        ("7", "drain", date(1958, 6, 1), {"class": "public"}, "2/c"),  # and, for public systems, types 3, 4, 5
        ("2", "drain", date(1993, 6, 1), {"class": "other"}, "2/d"),
        ("7", "drain", date(1993, 5, 31), {"class": "other"}, None),
        ("2", "fill", date(1958, 6, 1), {"class": "other"}, "2/d"),
        ("7", "drain", date(1958, 6, 1), {"class": "other", "lawfully_connected": "yes"}, "2/c"),
    ],
)
def test_maintenance_of_a_drainage_system(
    kind: str, activity: str, since: date, system: Facts, clause: str | None
) -> None:
    world = make(
        work(40_000, kind, "drainage_maintenance", activity=activity),
        wetland={"existing_since": since},
        ground={"drainage_system": "ditch"},
        systems={"ditch": system},
    )
    assert outcome(world) == ({clause} - {None}, clause is not None)


def test_when_the_25_years_run() -> None:
    def ditch(**wetland: Any) -> World:
        return make(
            work(40_000, "3", "drainage_maintenance", activity="drain"),
            wetland=wetland,
            ground={"drainage_system": "ditch"},
            systems={"ditch": {"class": "public"}},
            project={"applied": date(2018, 5, 1)},
        )

    older = ditch(existing_since=date(1993, 5, 15))
    assert not settled(judged(older)) and settled(judged(older, age_day="day_of_application"))
    back = ditch(existing_since=date(1996, 1, 1), originally_since=date(1900, 1, 1))
    assert settled(judged(back)) and not settled(judged(back, age_from="original_wetland"))


def cropland(land_use: Facts, impact: Facts | None = None, **ground: Any) -> World:
    return make(impact or drained(40_000, "3"), ground={"agricultural_land": "yes", "land_use": land_use, **ground})


def test_recent_cropland() -> None:
    # eight of 2008 to 2017
    assert outcome(cropland(years(2010, 2017, "annual_crop"))) == ({"2/e/1"}, True)
    assert outcome(cropland(years(2011, 2018, "annual_crop"))) == (set(), False)
    assert outcome(cropland(years(2011, 2018, "annual_crop")), recent_years="harvest_included") == ({"2/e/1"}, True)
    assert outcome(cropland(years(2010, 2017, "annual_crop"), work(40_000, "3"))) == (set(), False)  # draining only
    assert outcome(cropland(years(2010, 2017, "annual_crop"), agricultural_land="no")) == (set(), False)
    assert outcome(cropland(years(2010, 2017, "fallow_for_crop"))) == ({"2/e/2"}, True)
    half = cropland({**years(2010, 2013, "annual_crop"), **years(2014, 2017, "cover_crop")})
    assert outcome(half) == (set(), False)
    assert outcome(half, drained_cropland_uses="any_mixture") == ({"2/e/1", "2/e/2"}, True)
    # "before July 5, except for crops that are normally planted after that date"
    for day, late, fits in (
        (date(2010, 7, 4), "no", True),
        (date(2010, 7, 5), "no", False),
        (date(2010, 7, 5), "yes", True),
    ):
        world = cropland(years(2010, 2017, "annual_crop"), crop_planted={2010: day}, crop_normally_late={2010: late})
        assert settled(judged(world)) is fits


def test_land_in_a_conservation_program() -> None:
    # enrolled in 2012: eight of 2002 to 2011
    world = cropland(years(2004, 2011, "annual_crop"), enrolled=date(2012, 3, 1))
    assert outcome(world) == ({"2/e/3"}, True)
    assert outcome(world, program_years="before_impact") == (set(), False)
    assert outcome(cropland(years(2005, 2011, "annual_crop"), enrolled=date(2012, 3, 1))) == (set(), False)
    assert outcome(cropland(years(2004, 2011, "annual_crop"))) == (set(), False)


def test_one_exemption_is_enough() -> None:
    # 11(b): 2(d) does not reach the 30-year-old wetland, 2(e) does
    world = make(
        drained(40_000, undertaking=frozenset({"drainage_maintenance"})),
        wetland={"existing_since": date(1988, 6, 1)},
        ground={"agricultural_land": "yes", "land_use": years(2010, 2017, "annual_crop"), "drainage_system": "ditch"},
        systems={"ditch": {"class": "other"}},
    )
    assert outcome(world) == ({"2/e/1"}, True)


# --- Subdivisions 3 to 6 and 10


def test_federal_approvals() -> None:
    four = frozenset(("board_of_water_and_soil_resources", "natural_resources", "agriculture", "pollution_control"))
    facts = {
        "federal_authorization": frozenset({"section_404"}),
        "meets_state_minimum": "yes",
        "regulation_approved_by": four,
    }
    assert outcome(make(work(30_000, "3", **facts))) == ({"3"}, True)
    assert not settled(judged(make(work(30_000, "3", **{**facts, "regulation_approved_by": four - {"agriculture"}}))))
    assert not settled(judged(make(work(30_000, "3", **{**facts, "meets_state_minimum": "no"}))))
    exempted = make(work(30_000, "3", **{**facts, "federal_authorization": frozenset({"federal_exemption"})}))
    assert settled(judged(exempted)) and not settled(judged(exempted, partial_draining_federal="not_covered"))
    partly = make(work(30_000, "3", partial_draining="yes", **facts))
    assert settled(judged(partly)) and not settled(judged(partly, partial_draining_federal="not_covered"))


@pytest.mark.parametrize(
    ("wetland", "found"),
    [
        ({"origin": "restored"}, {"4/2"}),
        ({"origin": "restored", "outside_help": frozenset({"financial"})}, set()),
        ({"origin": "created", "outside_help": frozenset({"technical"})}, set()),
        ({"origin": "restored", "banked": "yes"}, set()),
        ({"origin": "restored", "used_for_replacement": "yes"}, set()),
        (
            {
                "origin": "restored",
                "conservation_purpose": "yes",
                "right_to_drain": "yes",
                "outside_help": frozenset({"financial"}),
            },
            {"4/1"},
        ),
        ({"origin": "restored", "conservation_purpose": "yes", "outside_help": frozenset({"financial"})}, set()),
        ({"conservation_purpose": "yes", "right_to_drain": "yes"}, set()),
        ({"origin": "incidental", "origin_causes": frozenset({"beaver_dam"})}, {"5/1"}),
        ({"origin_causes": frozenset({"blocked_culvert"})}, {"5/2"}),
        ({"origin_causes": frozenset({"other_purpose"})}, {"5/3"}),
        ({"origin": "incidental", "origin_causes": frozenset({"beaver_dam", "blocked_culvert"})}, {"5/4"}),
        ({"origin": "natural", "origin_causes": frozenset({"beaver_dam"})}, set()),  # not created solely by it
    ],
)
def test_how_the_wetland_came_about(wetland: Facts, found: set[str]) -> None:
    world = make(drained(40_000, "3"), wetland={"size": 90_000, **wetland})
    assert outcome(world) == (found, bool(found))


def test_readings_of_origin() -> None:
    plan = make(drained(40_000, "3"), wetland={"origin": "restored", "outside_help": frozenset({"technical"})})
    assert settled(judged(plan, restoration_help="financial_help"))
    beaver = {"origin": "natural", "origin_causes": frozenset({"beaver_dam"})}
    world = make(work(40_000, "3", added_part="yes"), wetland=beaver)
    assert outcome(world, solely_created="added_area") == ({"5/1"}, True)
    # A part added to an older wetland: whatever else made it, that wetland was not created solely by the dam.
    for origin in ({}, {"origin": "incidental"}):
        enlarged = {**origin, "origin_causes": frozenset({"beaver_dam"})}
        world = make(work(40_000, "3", added_part="yes"), wetland=enlarged)
        assert outcome(world) == (set(), False) and outcome(world, solely_created="added_area") == ({"5/1"}, True)
    culvert = make(work(40_000, "3"), wetland={"origin_causes": frozenset({"blocked_culvert"})})
    outside = judged(culvert, incidental_wetland="outside_act")
    assert not outside.projects["p1"].regulated and settled(outside) and not outside.projects["p1"].exempt
    assert clauses(outside) == set()


@pytest.mark.parametrize(
    ("area", "project", "fits"),
    [
        (21_779, {"avoided_minimized": "yes", "significantly_altered": 21_779}, True),
        (21_780, {"avoided_minimized": "yes", "significantly_altered": 21_780}, False),  # "less than one-half acre"
        (21_780, {"avoided_minimized": "yes"}, False),  # not stated: all impacts of the project
        (21_779, {"avoided_minimized": "yes"}, True),
        (10_000, {"significantly_altered": 10_000}, False),
    ],
)
def test_utilities(area: int, project: Facts, fits: bool) -> None:
    assert outcome(make(work(area, "3", "utility_new"), project=project)) == ({"6/a/1"} if fits else set(), fits)


def test_half_acre_of_the_whole_project() -> None:
    # 15,000 of utility and 10,000 of streets: 25,000 in all
    world = make(work(15_000, "3", "utility_new"), work(10_000, "3"), project={"avoided_minimized": "yes"})
    assert outcome(world) == (set(), set(), False)
    assert outcome(world, altered_area_counted="utility_part") == ({"6/a/1"}, set(), False)
    assert not settled(
        judged(
            make(work(100_000, "3", "utility_new"), project={"avoided_minimized": "yes", "significantly_altered": 0}),
            utility_new="existing_only",
        )
    )


@pytest.mark.parametrize(
    ("size", "area", "fits"),
    [
        (435_600, 21_780, True),
        (435_600, 21_781, False),
        (174_240, 8_712, True),
        (174_240, 8_713, False),
        (871_200, 21_781, False),
    ],
)
def test_habitat_spoil(size: int, area: int, fits: bool) -> None:
    # five percent or half an acre, whichever is less, not exceeded
    spoil = work(area, "2", "habitat_spoil", stabilized_seeded="yes")
    certified = {"habitat_certified": "yes"}
    assert outcome(make(spoil, wetland={"size": size}, project=certified)) == ({"10/1"} if fits else set(), fits)
    assert not settled(judged(make(spoil, wetland={"size": size})))
    assert not settled(judged(make({**spoil, "activity": "drain"}, wetland={"size": size}, project=certified)))
    assert not settled(
        judged(make(spoil, wetland={"size": size}, project={**certified, "listed_species_harmed": "yes"}))
    )


def test_spoil_area_counted() -> None:
    # ten acres, two of them the owner's: 21,780 against 4,356
    portions = {"h1": ("w1", ("o1",), {"area": 87_120})}
    spoil = work(6_000, "2", "habitat_spoil", stabilized_seeded="yes")
    world = make(spoil, spoil, wetland={"size": 200_000}, portions=portions, project={"habitat_certified": "yes"})
    assert outcome(world) == (set(), set(), False)  # 12,000 over 10,000
    assert outcome(world, spoil_area_counted="each_deposit") == ({"10/1"}, {"10/1"}, True)
    small = make(
        work(5_000, "2", "habitat_spoil", stabilized_seeded="yes"),
        wetland={"size": 200_000},
        portions=portions,
        project={"habitat_certified": "yes"},
    )
    assert settled(judged(small)) and not settled(judged(small, spoil_area_counted="landowner_portion"))


# --- Scope, releases, prohibitions


def test_what_is_regulated() -> None:
    def regulated(world: World, **readings: str) -> bool:
        return judged(world, **readings).impacts["i1"].regulated

    assert not regulated(make(work(100, "3"), wetland={"public_waters_status": "public_waters_wetland"}))
    bed = make(work(90, "4"), wetland={"public_waters_status": "public_water"})
    assert not regulated(bed) and regulated(bed, public_water_bed="regulated")
    assert not regulated(make(work(100), wetland={"is_wetland": "no"}))
    # three acres of type 3 in a city: by definition a public waters wetland (15a), not by the inventory
    city = make(work(100, "3"), wetland={"size": 130_680}, ground={"incorporated": "yes"})
    assert regulated(city) and not regulated(city, public_waters_wetlands="definition")
    country = make(work(100, "3"), wetland={"size": 435_599})
    assert regulated(country, public_waters_wetlands="definition")
    # 103G.222, subd. 1(a): excavation in permanently and semipermanently flooded areas of types 3, 4, 5
    assert regulated(make(work(80, "4", activity="excavate", flooding="semipermanent")))
    assert not regulated(make(work(80, "4", activity="excavate")))
    pool = make(work(50_000, "7", activity="excavate", flooding="permanent"))
    assert not regulated(pool) and settled(judged(pool)) and not judged(pool).projects["p1"].exempt
    assert regulated(pool, excavation_scope="every_type")


def test_excavation_and_de_minimis() -> None:
    world = make(work(80, "4", activity="excavate", flooding="semipermanent"))
    assert outcome(world) == ({"9/a/4"}, True)
    assert outcome(world, excavation_counts="not_counted") == (set(), False)


ROAD = {
    "road_work": frozenset({"reconstruction"}),
    "serviceable_public_road": "yes",
    "needed_for_standards": "yes",
    "road_impacts_minimized": "yes",
    "construction_start": date(2018, 9, 4),
}


@pytest.mark.parametrize(
    ("area", "project", "freed"),
    [
        (12_000, {"road_report": date(2018, 8, 5)}, True),  # thirty days before
        (12_000, {"road_report": date(2018, 8, 6)}, False),
        (12_000, {"annual_road_meeting": "yes"}, True),
        (
            9_999,
            {"minor_road_maintenance": "yes", "road_report": date(2018, 10, 4)},
            True,
        ),  # within thirty days of starting
        (9_999, {"minor_road_maintenance": "yes", "road_report": date(2018, 10, 5)}, False),
        (10_000, {"minor_road_maintenance": "yes", "road_report": date(2018, 10, 4)}, False),  # "less than 10,000"
        (12_000, {"annual_road_meeting": "yes", "road_work": frozenset({"new_road"})}, False),
        (12_000, {"annual_road_meeting": "yes", "road_work": frozenset({"capacity_lanes"})}, False),
        (12_000, {"annual_road_meeting": "yes", "road_work": frozenset({"capacity_lanes", "replacement"})}, True),
        (12_000, {"annual_road_meeting": "yes", "road_impacts_minimized": "no"}, False),
    ],
)
def test_public_roads(area: int, project: Facts, freed: bool) -> None:
    verdict = judged(make(work(area, "2", "road"), project={**ROAD, **project}))
    assert (verdict.impacts["i1"].released_by == {"103G.222/1/m"}) is freed
    assert settled(verdict) is freed and not verdict.projects["p1"].exempt


def test_released_area_still_counts() -> None:
    # a road released by 222.1(m) and a 1,500 access, type 2, lt50: 13,500 over 2,000
    world = make(work(12_000, "2", "road"), work(1_500), project={**ROAD, "annual_road_meeting": "yes"})
    assert outcome(world) == (set(), set(), False)
    assert settled(judged(world, released_impacts_counted="not_counted"))
    assert paths(judged(world)) == {path(i2=REPLACED)}


def test_owners_use_and_compensation() -> None:
    drought = work(30_000, "3", "drought_use", drought="yes")
    assert judged(make(drought)).impacts["i1"].released_by == {"103G.2364/a"}
    assert not settled(judged(make({**drought, "builds": frozenset({"dike"})})))
    assert not settled(judged(make({**drought, "activity": "drain"})))
    boom = work(30_000, "3", "irrigation_boom", impedes_drainage="no")
    assert judged(make(boom)).impacts["i1"].released_by == {"103G.2364/b"}
    assert not settled(judged(make(work(30_000, "3", "irrigation_boom"))))
    names = "plan_applied_for plan_denied_or_unworkable denial_appealed otherwise_lawful damages public_value_enhanced"
    eligible: Facts = dict.fromkeys(names.split(), "yes")
    # 103G.237, subd. 1: nothing received within 90 days after the application is received; work after that
    ninety = date(2018, 6, 1) - timedelta(days=90)
    assert not settled(judged(make(work(30_000, "3"), project={**eligible, "compensation_applied": ninety})))
    late = {**eligible, "compensation_applied": ninety - timedelta(days=1)}
    assert judged(make(work(30_000, "3"), project=late)).impacts["i1"].released_by == {"103G.237/1"}
    assert not settled(judged(make(work(30_000, "3"), project={**late, "damages": "no"})))
    assert not settled(judged(make(work(30_000, "3"), project={**late, "compensation_received": date(2018, 5, 31)})))
    assert settled(judged(make(work(30_000, "3"), project={**late, "compensation_received": date(2018, 6, 1)})))


def test_calcareous_fen() -> None:
    # 103G.223 stands beside the exemptions: exempt, and prohibited
    fen = make(work(2_000), wetland={"calcareous_fen": "yes"})
    verdict = judged(fen)
    assert settled(verdict) and verdict.impacts["i1"].prohibited
    assert not settled(judged(fen, excluded_wetlands="excluded"))
    assert (
        not judged(make(work(2_000), wetland={"calcareous_fen": "yes", "fen_plan_allows": "yes"}))
        .impacts["i1"]
        .prohibited
    )
    other = work(2_000, activity="other")
    assert not judged(make(other, wetland={"calcareous_fen": "yes"})).impacts["i1"].prohibited
    assert judged(make({**other, "degrades_fen": "yes"}, wetland={"calcareous_fen": "yes"})).impacts["i1"].prohibited


def test_conditions_that_only_a_reading_asks() -> None:
    careless = make(work(2_000, erosion_controlled="no"))
    assert settled(judged(careless)) and not settled(judged(careless, conduct_conditions="conditions"))
    blind = make(work(40_000, "3", "duck_blind"), wetland={"used_for_replacement": "yes"})
    assert settled(judged(blind)) and not settled(judged(blind, replacement_wetlands="no_exemption"))
    warehouse = make(
        work(87_120, "3", agricultural_use_ten_years="no"), ground={"land_use": years(1981, 1990, "annual_crop")}
    )
    assert settled(judged(warehouse)) and not settled(judged(warehouse, ten_year_use="required"))


def test_readings_of_type_and_cedar() -> None:
    fringe = make(work(1_500), wetland={"predominant_type": "3"})
    assert settled(judged(fringe)) and not settled(judged(fringe, type_tested="predominant"))
    metro = {"county": "hennepin"}
    seven = make(work(50, "7"), ground=metro)
    assert outcome(seven, unlisted_type_7="small_amount") == ({"9/a/4"}, True)
    # Without (d)(2) there is no list that leaves the type out, and nothing to read.
    assert not settled(judged(seven, ("9/d/2",), unlisted_type_7="small_amount"))
    cedar = make(work(500, "2", cedar_or_tamarack="yes"), ground=metro)
    assert not settled(judged(cedar)) and outcome(cedar, metropolitan_cedar_tamarack="full_amount") == ({"9/d/2"}, True)
    tamarack = make(work(300, "7", cedar_or_tamarack="yes", shoreland_zone="protection_zone"))
    assert not settled(judged(tamarack)) and settled(judged(tamarack, cedar_tamarack_in_zone="larger_amount"))


# --- The oracle's own machinery


def vocabulary(predicate: str, row: str) -> list[tuple[str, ...]]:
    text = "\n".join(file.read_text(encoding="utf-8") for file in sorted((ASP / "vocabulary").glob("*.lp")))
    return re.findall(rf"\b{predicate}\({row}\)\.", text)


PLAN_ONLY = frozenset(
    (
        "conversion_risk",
        "cultivated_field",
        "local_plan",
        "on_state_road",
        "permit_to_mine",
        "replacement_area_class",
        "replacement_site",
        "replacement_source",
        "siting_opportunity",
        "state_transportation_project",
    )
)


def test_defaults_are_those_of_the_vocabulary() -> None:
    words: dict[Any, str] = {
        frozenset(): "none",
        (): "none",
        None: "none",
        Fraction(0): "0",
        date(1858, 5, 11): "18580511",
    }
    assumed = {(e, a): v for e, a, v in vocabulary("assumed", r"ordinary, (\w+), (\w+), (\w+)")}
    ours = {
        (entity, name): "none" if value == {} else words.get(value, value)
        for entity, facts in ORDINARY.items()
        for name, value in ((n, v if v != {} else None) for n, v in facts.items())
    }
    assert ours == assumed
    # What only follows for a plan is no matter of the oracle: it judges who needs one.
    closed = {(e, a) for e, a in vocabulary("closed", r"(\w+), (\w+)") if a not in PLAN_ONLY}
    assert closed <= {(entity, name) for entity, facts in CLOSED.items() for name in facts}
    assert len(county_classes()) == 87


def test_readings_are_complete() -> None:
    assert len(DEFAULT) == 65
    assert all(DEFAULT[name] in choices and len(choices) > 1 for name, choices in CHOICES.items())
    with pytest.raises(ValueError, match="no such reading"):
        judged(make(work(1)), combining_amounts="never")


def test_paths_agree_with_trying_everything() -> None:
    """Of all assignments, those that keep to the pairs are kept; the maximal among them are the maximal paths."""
    from .law import _use
    from .matter import DE_MINIMIS, Matter
    from .paths import de_minimis_withdrawn, may_stand_together

    rng = random.Random(11)
    tried = 0
    while tried < 400:
        world, readings, gone = random_world(rng), random_readings(rng), random_repeals(rng)
        readings |= {"amount_exceeded": "nothing_exempt", "five_acres_exceeded": "nothing_exempt"}  # whole impacts only
        verdict = evaluate(world, readings, gone)
        matter = Matter(world, readings, gone)
        satisfied = {name: v.satisfies for name, v in verdict.impacts.items()}
        qualified = {name: v.qualifies for name, v in verdict.impacts.items()}
        regulated = frozenset(name for name, v in verdict.impacts.items() if v.regulated)
        for group in set(matter.split_group.values()):
            members = matter.in_group[group]
            out = DE_MINIMIS if de_minimis_withdrawn(matter, members, regulated, satisfied, qualified) else frozenset()
            left = [v for v in members if v.id in regulated and not verdict.impacts[v.id].released_by]
            options = [[None, *(_use(v, c) for c in qualified[v.id] - out)] for v in left]
            legal = []
            for choice in product(*options):
                used = {use for use in choice if use is not None}
                if all(may_stand_together(matter, a, b) for a in used for b in used):
                    legal.append(choice)
            exempted = {frozenset(v.id for v, use in zip(left, choice, strict=True) if use) for choice in legal}
            maximal = {one for one in exempted if not any(one < other for other in exempted)}
            expected = {
                frozenset((v.id, use[0] if use else REPLACED) for v, use in zip(left, choice, strict=True))
                for choice in legal
                if frozenset(v.id for v, use in zip(left, choice, strict=True) if use) in maximal
            }
            found = verdict.projects[min(group)].paths
            assert (found.exempted, found.assignments, found.count) == (maximal, expected, len(expected))
            tried += 1


def test_many_paths_are_counted_without_listing() -> None:
    # each impact lies in a beaver wetland (5), on old cropland (1(1)) and is a duck blind (10(2)): 3 to the 8th
    impacts = [work(10_000, "3", "duck_blind") for _ in range(8)]
    world = make(
        *impacts,
        wetland={"origin_causes": frozenset({"beaver_dam"})},
        ground={"land_use": years(1981, 1990, "annual_crop")},
    )
    found = judged(world).projects["p1"].paths
    assert found.count == 3**8 and found.assignments is None and found.exempted == {frozenset(world.impacts)}
    # barred across subdivisions: one subdivision for all of them
    assert judged(world, combining_exemptions="barred").projects["p1"].paths.count == 3


def test_generated_worlds_are_legal() -> None:
    rng = random.Random(3)
    for _ in range(500):
        world = random_world(rng)
        for name, portion in world.portions.items():
            size = world.wetlands[portion.wetland].get("size")
            area = size if portion.get("area") == "same_as_size" else portion.get("area")
            assert sum(i.get("area") for i in world.impacts.values() if i.portion == name) <= area <= size
        for name, wetland in world.wetlands.items():
            parts = [p for p in world.portions.values() if p.wetland == name]
            stated = [p.get("area") for p in parts if p.states("area")]
            assert len(parts) == 1 or len(stated) == len(parts)
            assert sum(stated) <= wetland.get("size")
        assert all(i.get("area") > 0 for i in world.impacts.values())
        assert to_case_text(world).endswith("\n")


def test_same_seed_same_world_and_verdict() -> None:
    for seed in range(50):
        one, other = random_world(random.Random(seed)), random_world(random.Random(seed))
        assert one == other and evaluate(one) == evaluate(other)


def test_every_clause_is_met_somewhere() -> None:
    rng = random.Random(7)
    met: set[str] = set()
    for _ in range(3_000):
        met |= {c for v in evaluate(random_world(rng)).impacts.values() for c in v.qualifies}
    assert met == set(CLAUSES)


# An amount, and the five acres, as deductibles


def left(world: World, **readings: str) -> set[Fraction | None]:
    """The area left to replace of what is exempt in part, on each maximal path where anything is."""
    found: set[Fraction | None] = set()
    every = judged(world, **readings).projects["p1"].paths.extents
    for part, extents in ((level[1], way) for level, ways in every.items() for way in ways if way):
        area = sum((world.impacts[i].get("area") for i in part), Fraction(0))
        exempt = [extent.exempt for extent in extents]
        found.add(None if None in exempt else area - sum((e for e in exempt if e is not None), Fraction(0)))
    return found


DEDUCTED = {"amount_exceeded": "amount_exempt"}


def test_the_excess_of_an_amount() -> None:
    # gt80: 10,000; 5 percent of 300,000 are 15,000, so (f) is kept
    world = make(work(10_001), cls=GT80)
    assert left(world, **DEDUCTED) == {1} and not settled(judged(world, **DEDUCTED))
    assert paths(judged(world, **DEDUCTED)) == {path(i1="in part 103G.2241/9/a/1")}
    assert left(world) == set()
    # two impacts: 12,000 in all
    assert left(make(work(9_000), work(3_000), cls=GT80), **DEDUCTED) == {2_000}
    # (e): of two amounts one only, so two paths; 2,000 and 50 are left of what is exempt in part
    assert left(make(work(12_000), work(150, "3"), cls=GT80), **DEDUCTED) == {2_000, 50}


def test_the_excess_of_a_portion() -> None:
    # 60,000 of 200,000: (f) allows 3,000; 500 lost before and 2,600 proposed: 100 beyond
    loss = {"drained_or_filled_before": (Loss(Fraction(500), date(1996, 5, 1)),)}
    portions = {"h1": ("w1", ("o1",), {"area": 60_000, **loss}), "h2": ("w1", ("o2",), {"area": 140_000})}
    world = make(work(2_600), cls=GT80, wetland={"size": 200_000}, portions=portions)
    assert left(world, **DEDUCTED) == {100}
    assert left(world, cumulative_limit_reached="ended", **DEDUCTED) == set()
    # the other owner fills 8,500 (1,500 beyond 7,000): together 11,100, 1,100 beyond the amount; the portions ask for 1,600
    both = make(work(2_600), work(8_500, portion="h2"), cls=GT80, wetland={"size": 200_000}, portions=portions)
    assert left(both, **DEDUCTED) == {1_600}


def test_what_cannot_be_deducted() -> None:
    # an amount of (b)(1) increased for one impact alone: not said what the deductible of both is
    zone: Facts = {"shoreland_zone": "protection_zone"}
    world = make(work(1_200, **zone, increase_granted=1_000), work(300, **zone), cls=GT80, wetland={"isolated": "yes"})
    assert left(world, **DEDUCTED) == {None}
    # a local amount of nothing leaves nothing
    assert left(make(work(50), cls=GT80, ground={"local_amount": {None: 0}}), **DEDUCTED) == set()


def test_the_excess_of_five_acres() -> None:
    systems: dict[str, Facts] = {"s1": {"class": "public", "expenditure": (date(1991, 12, 31),)}}
    ground: Facts = {"assessed_benefits": "yes", "drainage_system": "s1"}
    six = make(work(261_360, activity="drain"), wetland={"size": 900_000}, ground=ground, systems=systems)
    assert left(six, five_acres_exceeded="five_acres_exempt") == {43_560}
    assert not settled(judged(six, five_acres_exceeded="five_acres_exempt"))
    assert left(six) == set()


def test_a_local_scheme() -> None:
    # a flat 500: amount by amount the 100 of (a)(4) stay; as a whole scheme 300 of type 3 fit, and 501 of type 2 do not
    ground: Facts = {"local_amount": {None: 500}, "local_scheme_stricter": "yes"}
    small, large = make(work(300, "3"), cls=GT80, ground=ground), make(work(501), cls=GT80, ground=ground)
    assert not settled(judged(small)) and settled(judged(small, local_scheme="whole_scheme"))
    assert not settled(judged(large)) and not settled(judged(large, local_scheme="whole_scheme"))
    no = make(work(300, "3"), cls=GT80, ground={**ground, "local_scheme_stricter": "no"})
    assert not settled(judged(no, local_scheme="whole_scheme"))
