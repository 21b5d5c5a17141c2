"""Areas that are not known beside others that are not: an earlier loss, an impact, a landowner's portion (9(f))."""

from __future__ import annotations

import random

import pytest

import lexempt
from lexempt.result import ProjectResult

_HEAD = """project p "Two areas not known"
  county: Otter Tail
  work: 2018-06-01
  assume: ordinary
wetland w1
  size: 100,000 sqft
"""


def answer(lost: str, area: str, portion: str = "40,000 sqft") -> ProjectResult:
    """Fill of type 2, under 9(a)(2) (5,000 sq ft), in a portion that is not the whole wetland."""
    text = _HEAD + (
        f"portion north of ann in w1\n  area: {portion}\n  whole wetland: no\n"
        + (f"  drained or filled before: {lost}\n" if lost else "")
        + f"impact i1 in north\n  activity: fill\n  type: 2\n  area: {area}\n"
    )
    (project,) = lexempt.check([lexempt.loads(text)]).projects
    return project


def _drawn() -> list[tuple[int, int, int, int]]:
    rng = random.Random(20261201)
    draws = []
    for _ in range(14):
        lost, area = rng.randrange(1_000, 1_900), rng.randrange(50, 900)
        draws.append((lost, lost + rng.randrange(1, 900), area, area + rng.randrange(1, 600)))
    return [(1_200, 1_990, 300, 501), (1_300, 1_800, 300, 501), (1_400, 1_700, 300, 501), *draws]


@pytest.mark.parametrize(("lost", "lost_most", "area", "area_most"), _drawn())
def test_what_cannot_matter_beside_an_earlier_loss(lost: int, lost_most: int, area: int, area_most: int) -> None:
    """Five percent of 40,000 are 2,000, more than 400: no plan is required if loss and area come to no more than that (9(f)).
    Where their least does and their most does not, each of them matters: with some value of the other it decides."""
    project = answer(f"{lost} sqft to {lost_most} sqft on 1995-06-01", f"{area} sqft to {area_most} sqft")
    named = {"area of i1", "drained or filled before of north"} & set(project.cannot_matter)
    if lost + area <= 2_000 < lost_most + area_most:
        assert (project.replacement_plan, named) == ("depends", set())
    else:
        assert project.replacement_plan == ("required" if lost + area > 2_000 else "not_required")
        assert len(named) == 2


def _settled(project: ProjectResult) -> tuple[set[tuple[str, ...]], set[tuple[str, ...]]]:
    settling = project.settles_plan
    yes, no = (
        {tuple(f"{fact.title} {fact.value}" for fact in facts) for facts in sets} for sets in (settling.yes, settling.no)
    )
    return yes, no


def test_the_bound_of_a_loss_of_which_nothing_is_known() -> None:
    """2,000 less 501 are 1,499: a loss of that much is the most that leaves room."""
    yes, no = _settled(answer("unknown", "501 sqft"))
    assert {facts[0].rpartition("north ")[2] for facts in yes} == {"at most 1,499 sqft"}
    assert {facts[0].rpartition("north ")[2] for facts in no} == {"more than 1,499 sqft"}


def test_a_portion_beside_a_range() -> None:
    """Five percent reach 1,500 at 30,000 and 2,500 at 50,000 sq ft; in between it depends on the area of the fill."""
    project = answer("", "1,500 sqft to 2,500 sqft", "unknown")
    yes, no = _settled(project)
    assert ("area of north at least 50,000 sqft",) in yes
    assert any(set(f) == {"area of north at least 30,000 sqft", "area of i1 at most 1,500 sqft"} for f in yes)
    assert ("area of north less than 30,000 sqft",) in no
    assert any(set(f) == {"area of north less than 50,000 sqft", "area of i1 at least 2,500 sqft"} for f in no)
    assert project.settles_plan.more == (True, True)  # for each area between, another portion is enough


def test_a_portion_of_which_a_part_is_known() -> None:
    """Five percent of 30,000 are 1,500: beside the 10,000 that are known the landowner's portion needs 20,000 more."""
    text = _HEAD + (
        "portion north of ann in w1\n  area: 10,000 sqft\n  whole wetland: no\n"
        "portion south of ann in w1\n  area: unknown\n  whole wetland: no\n"
        "impact i1 in north\n  activity: fill\n  type: 2\n  area: 1,500 sqft\n"
    )
    (project,) = lexempt.check([lexempt.loads(text)]).projects
    assert _settled(project) == (
        {("area of south at least 20,000 sqft",)},
        {("area of south less than 20,000 sqft",)},
    )


def test_a_range_of_a_loss_is_told_as_one() -> None:
    project = answer("1,200 sqft to 1,990 sqft on 1995-06-01", "300 sqft to 501 sqft")
    assert any("1,200 sqft to 1,990 sqft on 1995-06-01" in fact.value for fact in project.open_facts)


def test_a_local_amount_of_which_nothing_is_known() -> None:
    """A local amount under 9(a)(2) decides by itself whether 300 sq ft are within it (9(i))."""
    text = _HEAD + "  local amount under 103G.2241/9/a/2: unknown\n"
    text += "impact i1 in w1\n  activity: fill\n  type: 2\n  area: 300 sqft\n"
    (project,) = lexempt.check([lexempt.loads(text)]).projects
    yes, no = ({facts[0].rpartition("w1 ")[2] for facts in found} for found in _settled(project))
    assert (yes, no) == ({"at least 300 sqft"}, {"less than 300 sqft"})


def test_no_loss_is_beyond_every_portion() -> None:
    """A landowner's portion of any size may leave room for any loss: five percent of it have no end (9(f)(2))."""
    text = _HEAD.replace("100,000 sqft", "unknown") + (
        "portion north of ann in w1\n  area: unknown\n  whole wetland: no\n  drained or filled before: unknown\n"
        "impact i1 in north\n  activity: fill\n  type: 2\n  area: 300 sqft\n"
    )
    (project,) = lexempt.check([lexempt.loads(text)]).projects
    yes, no = _settled(project)
    assert ("drained or filled before of north at most 100 sqft",) in yes  # 400 in all, whatever the portion
    assert no and all(len(facts) == 2 for facts in no)  # a portion too small for it has to be known too
