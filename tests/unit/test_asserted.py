"""What a project of several in a file rests on: its own facts, and those of what it is counted with."""

from __future__ import annotations

import pytest

import lexempt
from lexempt.solving.agenda import ask_cases
from lexempt.solving.options import CheckOptions

TWO = """wetland w1
  size: 300,000 sqft
wetland w2
  size: 200,000 sqft
project one
  county: Otter Tail
  work: 2018-06-01
  assume: ordinary
impact i1 in w1
  activity: fill
  type: 2
  area: 4,000 sqft
project two
  county: Otter Tail
  work: 2018-06-01
  assume: ordinary
{}impact i2 in {}
  activity: fill
  type: 3
  area: 90 sqft
"""
ONE = {"i1.area", "i1.wetland_type", "w1.size"}
OTHER = {"i2.area", "i2.wetland_type"}


@pytest.mark.parametrize(
    ("tie", "where", "one", "two"),
    [
        ("", "w2", ONE, OTHER | {"w2.size"}),
        # What is drained or filled of one wetland adds up over projects (9(f)); parts split apart are one project (14d).
        ("", "w1", ONE | OTHER, ONE | OTHER),
        ("  split from: one\n", "w2", ONE | OTHER | {"w2.size"}, ONE | OTHER | {"w2.size"}),
    ],
    ids=["apart", "in one wetland", "split"],
)
def test_asserted_facts_are_those_of_the_project(tie: str, where: str, one: set[str], two: set[str]) -> None:
    reading = lexempt.loads(TWO.format(tie, where))
    assert reading.case is not None, reading.diagnostics
    first, second = lexempt.check(reading).projects
    split = {"two.split_from"}
    assert (set(first.asserted) - split, set(second.asserted) - split) == (one, two)
    asked = ask_cases([reading], CheckOptions()).agendas
    assert [a.asserted for a in asked] == [first.asserted, second.asserted]
