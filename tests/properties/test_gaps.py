"""Gaps against brute force: the plain-Python oracle tells which combinations of subdivision 9 are exempt for a square foot.

A gap is an exempt project's neighbour in at least two facts that is itself exempt under nothing; the tool must name just these.
"""

from __future__ import annotations

import itertools
from typing import TypeAlias

import pytest
from tests.oracle import law as oracle
from tests.oracle.matter import S
from tests.oracle.world import ELEVEN_COUNTIES, county_classes
from tests.properties.brute import COUNTIES, DAY, world
from tests.properties.test_amended_agreement import fitted

from lexempt.amending.standing import standing_on
from lexempt.finding import Finding
from lexempt.law.vocabulary import load_vocabulary
from lexempt.linting.clauses import Law
from lexempt.linting.coverage import gaps
from lexempt.solving.engine import Watch
from lexempt.solving.options import CheckOptions
from lexempt.solving.prepared import choices_of

Point: TypeAlias = tuple[str, ...]
FACTS = ("wetland type", "shoreland zone", "white cedar or tamarack", "area class", "county")
VALUES = (
    tuple("12345678"),
    ("outside", "protection zone", "setback zone"),
    ("no", "yes"),
    ("greater than 80", "from 50 to 80", "less than 50"),
    ("on no list", "on the list of 103G.2241/9/d"),
)


def exempt_points(repealed: frozenset[str]) -> dict[Point, bool]:
    """Every combination that a county has -> whether filling a square foot there needs no plan, by the oracle."""
    found = {}
    for county in (*COUNTIES, "isanti"):  # of the eleven the one where more than 80 percent remains
        place = (county_classes()[county].replace("_", " "), VALUES[4][county in ELEVEN_COUNTIES])
        for kind, zone, cedar in itertools.product(*VALUES[:3]):
            project = world(county, ((kind, zone.replace(" ", "_") if zone != "outside" else zone, cedar, 1),), 800_000)
            plan = oracle.evaluate(project, {}, repealed).projects["p"].replacement_plan
            found[kind, zone, cedar, *place] = plan == "not_required"
    return found


def brute_force(exempt: dict[Point, bool]) -> set[Point]:
    def neighbours(point: Point) -> int:
        """For how many facts another value is exempt."""
        return sum(
            any(exempt.get((*point[:k], value, *point[k + 1 :])) for value in VALUES[k] if value != point[k])
            for k in range(len(point))
        )

    return {point for point, is_exempt in exempt.items() if not is_exempt and neighbours(point) > 1}


def expanded(finding: Finding) -> set[Point]:
    """A fact that a finding leaves out may be anything."""
    stated = {fact.words: fact.values for fact in finding.facts}
    assert set(stated) <= set(FACTS)
    return set(itertools.product(*(stated.get(name, VALUES[k]) for k, name in enumerate(FACTS))))


@pytest.mark.parametrize("repealed", [(), ("9/d/1",), ("9/a/4",), ("9/c",), ("9/b/2", "9/a/1")], ids=str)
def test_the_gaps_are_those_of_brute_force(repealed: tuple[str, ...]) -> None:
    sections = [f"repeal {S}{clause}\n  references: leave\n" for clause in repealed]
    vocabulary = load_vocabulary()
    choices = choices_of(CheckOptions(), vocabulary)
    law = Law(DAY, (), standing_on(20180801), choices, vocabulary)
    if repealed:
        bill = fitted("bill HF_A\n  drafted against: 2018-08-01\n" + "".join(sections))
        law = Law(DAY, (bill.adopted,), bill.amended, choices, vocabulary)
    exempt = exempt_points(frozenset(S + clause for clause in repealed))
    found: set[Point] = set()
    for gap in gaps(law, Watch()):
        if gap.provision == "103G.2241/9":
            found |= {point for point in expanded(gap) if point in exempt}
    assert found == brute_force(exempt)


def test_a_square_foot_is_exempt_everywhere_but_in_the_hole() -> None:
    assert sum(exempt_points(frozenset()).values()) == 8 * 3 * 2 * 6 - 1
