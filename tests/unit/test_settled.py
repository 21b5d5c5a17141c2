"""What several statements of one fact come to: what the deciding body says prevails, whatever form it has.

Otter Tail lies where 50 to 80 percent remains: types 1, 2, 6 and 7 up to 5,000 sq ft (9(a)(2)), types 3, 4, 5 and 8 up to 100 sq
ft (9(a)(4)). The panel decides areas and types.
"""

from __future__ import annotations

import pytest

import lexempt

HEAD = """project p "P"
  county: Otter Tail
  work: 2018-06-01
  assume: ordinary
wetland w1
  size: 300,000 sqft
impact a in w1
  activity: fill
"""
PANEL_OVER = ["type: 3", "area: 95 sqft by landowner", "area: 110 sqft to 120 sqft by panel on 2018-05-01"]
CASES = [
    (PANEL_OVER, "required", "110 sqft to 120 sqft"),  # all of what the panel allows is over 100
    (["type: 3", "area: 95 sqft by landowner", "area: 60 sqft to 120 sqft by panel"], "depends", "60 sqft to 120 sqft"),
    (["type: 3", "area: 110 sqft by landowner", "area: at most 100 sqft by panel"], "not_required", "at most 100 sqft"),
    (["area: 4,000 sqft", "type: 2 by landowner", "type: unknown by panel"], "depends", "unknown"),  # types 3, 4, 5, 8: over 100
    (["area: 4,000 sqft", "type: 2 by landowner", "type: 3 or 4 by panel"], "required", "3 or 4"),  # either way over 100
    # Nobody decided: whatever one of them allows may be so.
    (["type: 3", "area: 60 sqft to 99 sqft by landowner", "area: 105 sqft to 120 sqft by lgu"], "depends", "60 sqft to 120 sqft"),
    (["type: 3", "area: 60 sqft to 80 sqft by landowner", "area: 99 sqft by lgu"], "not_required", "60 sqft to 99 sqft"),
    (["type: 3", "area: at least 101 sqft by landowner", "area: 150 sqft by lgu"], "required", "at least 101 sqft"),
    # Of the panel's own findings the last counts, also against an exact one before it.
    ([*PANEL_OVER[:1], "area: 95 sqft by panel on 2018-04-01", PANEL_OVER[2]], "required", "110 sqft to 120 sqft"),
]


@pytest.mark.parametrize(("lines", "plan", "area"), CASES, ids=[f"{n}" for n in range(len(CASES))])
def test_what_the_deciding_body_says_prevails(lines: list[str], plan: str, area: str) -> None:
    result = lexempt.check(lexempt.loads(HEAD + "".join(f"  {line}\n" for line in lines)))
    (project,) = result.projects
    assert project.replacement_plan == plan
    assert [found.value for found in project.open_facts] == [area]
    (conflict,) = [c for c in project.conflict_sets if c.kind == "disputed"]  # and that they differ is told
    assert len(conflict.members) == 2


def test_an_exact_finding_prevails_over_a_range() -> None:
    lines = ["type: 3", "area: 110 sqft to 120 sqft by landowner", "area: 95 sqft by panel"]
    (project,) = lexempt.check(lexempt.loads(HEAD + "".join(f"  {line}\n" for line in lines))).projects
    assert project.replacement_plan == "not_required" and not project.open_facts
    (dispute,) = project.disputed
    assert (dispute.prevails, dispute.others) == ("95 sqft", ("110 sqft to 120 sqft",))


def test_a_fact_is_cited_from_who_says_it() -> None:
    lines = ["type: 2 by landowner", "type: 3 by lgu", "area: 4,000 sqft by landowner", "area: at most 4,500 sqft by panel"]
    reading = lexempt.loads(HEAD + "".join(f"  {line}\n" for line in lines))
    (project,) = lexempt.explain(reading).projects
    used = {(fact.title, fact.taken): fact for step in project.steps for fact in step.facts}
    assert used["type of a", "2"].line == 9 and used["type of a", "2"].source.by == "landowner"
    assert used["type of a", "3"].line == 10 and used["type of a", "3"].source.by == "lgu"
    assert {fact.status for (title, _), fact in used.items() if title == "type of a"} == {"disputed"}
    assert {fact.line for (title, _), fact in used.items() if title == "area of a"} == {12}  # what the panel allows prevails
    (checked,) = lexempt.check(reading).projects
    assert [(found.title, found.line) for found in checked.open_facts if found.title == "area of a"] == [("area of a", 12)]


def test_what_the_panel_decided_can_be_planned_otherwise() -> None:
    """6,000 sq ft of type 2 are 1,000 over: that the landowner says 4,000 takes no option away, and none is built on it."""
    lines = ["type: 2", "area: 6,000 sqft by panel on 2018-05-01", "area: 4,000 sqft by landowner on 2018-04-01"]
    reading = lexempt.loads(HEAD + "".join(f"  {line}\n" for line in lines))
    (advice,) = lexempt.options(reading).advice
    changes = [option.moves for option in advice.options if option.kind == "change_design"]
    assert [(move.fact, move.now, move.to) for moves in changes for move in moves if move.kind == "reduce"] == [
        ("a.area", "6,000 sqft", "at most 5,000 sqft")
    ]
    (project,) = lexempt.explain(reading).projects
    assert project.flip is not None
    assert (project.flip.now, project.flip.bound, project.flip.plan) == ("6,000 sqft", "at most 5,000 sqft", "not_required")


def test_what_others_say_beside_a_range_of_the_panel() -> None:
    """All of 4,000 to 5,000 sq ft is within 9(a)(2), and 6,000 is not: that somebody says so matters."""
    lines = ["type: 2", "area: 4,000 sqft to 5,000 sqft by panel on 2018-05-01", "area: 6,000 sqft by landowner"]
    reading = lexempt.loads(HEAD + "".join(f"  {line}\n" for line in lines))
    (project,) = lexempt.check(reading).projects
    (dispute,) = project.disputed
    outcomes = (("4,000 sqft to 5,000 sqft", "not_required"), ("6,000 sqft", "required"))
    assert (dispute.prevails, dispute.others, dispute.outcomes) == ("4,000 sqft to 5,000 sqft", ("6,000 sqft",), outcomes)
    assert dispute.changes_result and "area of a" not in project.cannot_matter
    (agenda,) = lexempt.ask(reading)
    assert agenda.disputed == project.disputed and "area of a" not in {idle.title for idle in agenda.idle}
