"""The search for witnesses, and regions of difference, against brute force (tests/properties/brute.py)."""

from __future__ import annotations

import random
from contextlib import nullcontext
from itertools import combinations, combinations_with_replacement, product

import pytest
from tests.oracle import law
from tests.oracle.matter import S
from tests.oracle.world import ELEVEN_COUNTIES, county_classes
from tests.properties import brute
from tests.properties.test_amended_agreement import fitted

from lexempt.amending.domain import Domain, Limits, Side
from lexempt.amending.layout import Spot, layouts
from lexempt.amending.pairs import pairs
from lexempt.amending.witness import search
from lexempt.law.vocabulary import load_vocabulary
from lexempt.solving.options import CheckOptions
from lexempt.solving.prepared import choices_of


@pytest.mark.parametrize("seed", range(10))
def test_search_regions_and_brute_force_agree(seed: int) -> None:
    assert brute.disagreements(seed) == []


def test_the_comparison_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the oracle is not told of the amendment, it is noticed."""
    seed = next(n for n in range(99) if brute.random_bill(random.Random(f"witness {n}"))[1])
    monkeypatch.setattr(brute, "amended", lambda _: nullcontext())
    assert brute.disagreements(seed)


def test_the_domain_has_a_county_of_every_kind() -> None:
    kinds = [(county_classes()[c], c in ELEVEN_COUNTIES) for c in brute.COUNTIES]
    low, middle, high = "less_than_50", "from_50_to_80", "greater_than_80"
    assert sorted(kinds) == sorted([(high, False), (middle, False), (low, True), (middle, True), (low, False)])


def test_a_law_and_itself_differ_in_nothing() -> None:
    bill = fitted("bill X\n  drafted against: 2018-08-01\namend 9(a)(4)\n  wetland type: strike 8\n")
    vocabulary = load_vocabulary()
    side = Side(brute.DAY, (bill.adopted,), bill.amended)
    choices = choices_of(CheckOptions(), vocabulary)
    found = search([side, side], ["103G.2241/9/a/4"], choices, vocabulary, widen=True, impacts=1)
    assert found.witnesses == () and found.bounds.widened


# --- what the domain holds


def domain(provision: str, lines: str, limits: Limits, wide: bool = False) -> Domain:
    bill = fitted(f"bill X\n  drafted against: 2018-08-01\n{lines}")
    sides = [Side(brute.DAY, (), bill.law), Side(brute.DAY, (bill.adopted,), bill.amended)]
    return Domain(sides, [provision], limits, wide, load_vocabulary())


RAISE = "amend 9(a)(4)\n  amount: strike 100 sqft, insert 400 sqft\n"


def test_placings_are_there_once_each() -> None:
    """Of three impacts: one place; two owners (two and one); two wetlands (two and one), of one owner or two in the first."""
    tried = domain("103G.2241/9/f", "repeal 9(f)\n  references: leave\n", Limits(3, 2, 2))
    a, b, c = Spot(0, 0), Spot(0, 1), Spot(1, 0)
    assert [layout.spots for layout in layouts(tried, 3)] == [(a, a, a), (a, a, b), (a, a, c), (a, b, c)]
    assert [layout.spots for layout in layouts(tried, 1)] == [(a,)]
    alone = domain("103G.2241/9/a/4", RAISE, Limits(3, 2, 2))  # nothing of it asks whose the land is
    assert [layout.spots for layout in layouts(alone, 2)] == [(a, a), (a, c)]


def test_areas_are_tried_at_below_and_above_every_number_and_as_parts_of_a_sum() -> None:
    tried = domain("103G.2241/9/a/4", RAISE, Limits())
    one, two = set(tried.areas(1)), set(tried.areas(2))
    for number in (20, 100, 400, 1_000, 2_000, 2_500, 5_000, 10_000):
        assert {number - 1, number, number + 1} <= one
    assert {400 - 100 - 1, 400 - 100, 400 - 100 + 1, 10_000 - 1, 10_000 - 2} <= two


def test_every_attribute_is_tried_or_said_to_be_held() -> None:
    vocabulary = load_vocabulary()
    tried = domain("103G.2241/9/a/4", RAISE, Limits(), wide=True)
    asked = {(a.entity, a.name) for (_, _), a in vocabulary.attributes.items() if not a.background}
    told = {(a.entity, a.name) for a in (*tried.tried, *tried.held)}
    # The area of an impact is always tried, the day of the work is that of the law, the county gives the class of the area, and
    # whether a portion is the whole wetland follows from their areas.
    follows = {("impact", "area"), ("project", "work"), ("ground", "area_class"), ("portion", "whole_wetland")}
    assert asked - told == follows


def test_what_cannot_be_reached_is_said() -> None:
    """9(h) asks from whose land the land was divided, which needs a second project. 9(f) is reached, but not with one owner."""
    repeal = "repeal {}\n  references: leave\n"
    divided = {a.name for _, a in domain("103G.2241/9/h", repeal.format("9(h)"), Limits()).unreached()}
    assert "divided_to_increase_from" in divided and divided <= {"divided_to_increase_from", "divided_from"}
    assert domain("103G.2241/9/f", repeal.format("9(f)"), Limits()).unreached() == ()
    alone = domain("103G.2241/9/f", repeal.format("9(f)"), Limits(owners=1)).unreached()
    assert [a.name for _, a in alone] == ["whole_wetland"]
    assert domain("103G.2241/9/i", repeal.format("9(i)"), Limits()).opens("ground", "local_amount")


# --- pairs of clauses

REPEAL_E = "bill X\n  drafted against: 2018-08-01\nrepeal 103G.2241/9/e\n  references: leave\n"


def _sides_of_repeal() -> tuple[Side, Side]:
    bill = fitted(REPEAL_E)
    return Side(brute.DAY, (), bill.law), Side(brute.DAY, (bill.adopted,), bill.amended)


def _pairs_found(sides: tuple[Side, Side], kind: str) -> set[tuple[str, str]]:
    vocabulary = load_vocabulary()
    found = pairs(sides, ["103G.2241/9/e"], [kind], choices_of(CheckOptions(), vocabulary), vocabulary)
    assert {pair.kind for pair in found} == {kind}
    return {(one.removeprefix(S), other.removeprefix(S)) for one, other in (pair.clauses for pair in found)}


def test_without_9e_every_two_amounts_of_one_place_stand_together() -> None:
    # Subd. 9(e) keeps amounts of different clauses apart. Of 9(a)(1) to (3) and 9(d)(1) and (2) one alone governs a place, by
    # its area class and county (two impacts here lie in one wetland); 9(a)(4), 9(b)(1), 9(b)(2) and 9(c) govern by type and
    # zone, in any place: five times four pairs, and the six among those four.
    by_place, anywhere = ("9/a/1", "9/a/2", "9/a/3", "9/d/1", "9/d/2"), ("9/a/4", "9/b/1", "9/b/2", "9/c")
    expected = {tuple(sorted(two)) for two in (*product(by_place, anywhere), *combinations(anywhere, 2))}
    without = _sides_of_repeal()
    assert {tuple(sorted(two)) for two in _pairs_found(without, "widens")} == expected
    assert {tuple(sorted(two)) for two in _pairs_found(without[::-1], "narrows")} == expected


def test_pairs_are_those_of_brute_force() -> None:
    repealed = frozenset([S + "9/e"])
    found = set()
    tried = list(product("137", brute.ZONES, ("no", "yes"), (1,)))
    for county, two in product(brute.COUNTIES, combinations_with_replacement(tried, 2)):
        world = brute.world(county, two)
        before, after = law.evaluate(world, {}), law.evaluate(world, {}, repealed)
        if before.projects["p"].replacement_plan == after.projects["p"].replacement_plan:
            continue
        for one in two:
            alone = brute.world(county, (one,))
            assert brute.plan(alone) == brute.plan(alone, repealed)
        clauses = [sorted(after.impacts[name].qualifies) for name in ("i0", "i1")]
        if all(len(each) == 1 for each in clauses):
            found.add(tuple(sorted(each[0].removeprefix(S) for each in clauses)))
    assert {tuple(sorted(two)) for two in _pairs_found(_sides_of_repeal(), "widens")} == found


# --- what is stated by year, and drainage systems


def differs(lines: str, provision: str, kind: str) -> str | None:
    """The smallest project of one impact whose answer changes that way."""
    bill = fitted(f"bill X\n  drafted against: 2018-08-01\n{lines}")
    sides = [Side(brute.DAY, (), bill.law), Side(brute.DAY, (bill.adopted,), bill.amended)]
    vocabulary = load_vocabulary()
    found = search(sides, [provision], choices_of(CheckOptions(), vocabulary), vocabulary, impacts=1)
    return next((w.case for w in found.witnesses if w.wanted == kind), None)


HISTORY = "amend 1(1)\n  {}\n"


@pytest.mark.parametrize(
    ("line", "widens", "narrows"),
    [
        # 1(1): cropped in six of the ten years 1981 to 1990.
        ("years needed: strike 6, insert 5", "land use 1986 to 1990: annual crop", None),
        ("years needed: strike 6, insert 7", None, "land use 1985 to 1990: annual crop"),
        # Nine years are 1982 to 1990: six of which one is 1981 are five.
        ("of the last: strike 10, insert 9", None, "land use 1981: annual crop, land use 1986 to 1990: annual crop"),
        ("of the last: strike 10, insert 11", "land use 1980: annual crop, land use 1986 to 1990: annual crop", None),
        # Ten years before 1992 are 1982 to 1991: 1991 comes in, 1981 goes.
        (
            "before year: strike 1991, insert 1992",
            "land use 1986 to 1990: annual crop, land use 1991: annual crop",
            "land use 1981: annual crop, land use 1986 to 1990: annual crop",
        ),
    ],
)
def test_years_of_a_crop_history(line: str, widens: str | None, narrows: str | None) -> None:
    for kind, expected in (("widens", widens), ("narrows", narrows)):
        case = differs(HISTORY.format(line), S + "1/1", kind)
        years = [part.strip() for part in (case or "").splitlines() if "land use" in part]
        assert _years(years) == _years(expected.split(", ") if expected else [])


def _years(lines: list[str]) -> list[int]:
    """The years cropped, one by one."""
    spans = [line.split(":")[0].removeprefix("land use ").split(" to ") for line in lines]
    return sorted(year for span in spans for year in range(int(span[0]), int(span[-1]) + 1))


def enough(cropped: tuple[int, ...], needed: int, window: int, before: int) -> bool:
    """1(1), with these numbers: crops in so many of the years just before."""
    return sum(before - window <= year < before for year in cropped) >= needed


@pytest.mark.parametrize("seed", range(8))
def test_crop_histories_against_every_set_of_years(seed: int) -> None:
    """Plain Python tries every set of years; the search finds a project exactly where there is one, with as few years as there may
    be."""
    rng = random.Random(f"years {seed}")
    old = {"years needed": 6, "of the last": 10, "before year": 1991}
    new = dict(old)
    for name, values in rng.sample([("years needed", (4, 5, 7)), ("of the last", (8, 9, 11)), ("before year", (1990, 1992))], 2):
        new[name] = rng.choice(values)
    strokes = "\n  ".join(f"{name}: strike {old[name]}, insert {new[name]}" for name in old if new[name] != old[name])
    before, after = tuple(old.values()), tuple(new.values())
    for kind in ("widens", "narrows"):
        fewest = next(
            (
                size
                for size in range(9)
                for cropped in combinations(range(1979, 1993), size)
                if (enough(cropped, *before), enough(cropped, *after)) == (kind == "narrows", kind == "widens")
            ),
            None,
        )
        case = differs(HISTORY.format(strokes), S + "1/1", kind)
        found = _years([line.strip() for line in (case or "").splitlines() if "land use" in line])
        assert (len(found) if case else None) == fewest
        assert not case or enough(tuple(found), *before) != enough(tuple(found), *after)


def test_uses_that_are_struck_no_longer_count() -> None:
    """1(1) names annual crops, rotation and set-aside; with set-aside struck, six years of which one is such are five."""
    case = differs(HISTORY.format("land use: strike set aside"), S + "1/1", "narrows")
    years = [line.strip() for line in (case or "").splitlines() if "land use" in line]
    assert len(_years(years)) == 6 and len(_years([line for line in years if line.endswith("set aside")])) == 1


def test_years_before_the_work() -> None:
    """2(e): eight of the ten years before the year of the work. The work is of August 2018: 2008 to 2017 count."""
    case = differs("amend 103G.2241/2/e\n  years needed: strike 8, insert 9\n", S + "2/e", "narrows")
    assert case is not None and "land use 2010 to 2017: annual crop" in case and "activity: drain" in case


def test_a_ditch_lawfully_connected_to_a_public_system() -> None:
    """2(a) makes it part of the public system, for which 2(c) is; by itself it would need 2(d), which is about others."""
    case = differs("repeal 2(a)\n  references: leave\n", S + "2/a", "narrows")
    assert case is not None and "lawfully connected to a public drainage system: yes" in case and "class: other" in case
