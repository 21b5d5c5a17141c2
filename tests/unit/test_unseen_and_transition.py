"""Words that have not been seen, and bills that govern some projects only."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.product.calls import lexempt
from tests.unit.test_amending import HEAD, RAISE, case, fitted, plan

import lexempt as api
from lexempt.result import ProjectResult

UNSEEN = HEAD + "amend 9(a)(4)\n  amount: strike 100 sqft, insert unknown\n"


def test_an_amount_not_seen_is_what_the_answer_turns_on() -> None:
    """Between nothing and any area: 90 sq ft of type 3 (100 as last seen) and 300 both depend, the first only downward."""
    bill = fitted(UNSEEN).adopted
    found = {}
    for area in (90, 300):
        (project,) = api.check(api.loads(case(("3", f"{area} sqft"))), amendments=(bill,)).projects
        found[area] = (project.replacement_plan, project.as_last_seen, [v.fact for v in project.law_turns_on])
    turns = ["103G.2241/9/a/4.amount"]
    assert found == {90: ("depends", "not_required", turns), 300: ("depends", "required", turns)}
    assert plan(case(("2", "4,000 sqft")), bill) == "not_required"  # another clause, as it was


def test_a_condition_not_seen_may_take_the_clause_away() -> None:
    bill = fitted(HEAD + "amend 9(a)(2)\n  if: insert unknown\n").adopted
    (project,) = api.check(api.loads(case(("2", "4,000 sqft"))), amendments=(bill,)).projects
    assert (project.replacement_plan, project.as_last_seen) == ("depends", "not_required")
    assert plan(case(("2", "5,001 sqft")), bill) == "required"  # it cannot exempt more than before


def test_a_later_bill_settles_it() -> None:
    """The later of two says 400 sq ft; and the sentence about the unseen one speaks of what was last set, or of the least that
    suffices."""
    later = fitted(RAISE.replace("HF_A", "HF_B")).adopted
    assert plan(case(("3", "300 sqft")), fitted(UNSEEN).adopted, later) == "not_required"
    result = api.check(api.loads(case(("3", "300 sqft"))), amendments=(later, fitted(UNSEEN).adopted))
    (project,) = result.projects
    assert (project.replacement_plan, project.as_last_seen) == ("depends", "not_required")
    assert result.laws[0].unseen_by == ("HF_A",)
    assert said_of(project) == {"the amount of {T} is at least 300 sqft"}
    (at,) = api.check(api.loads(case(("3", "400 sqft"))), amendments=(later, fitted(UNSEEN).adopted)).projects
    assert said_of(at) == {"the amount of {T} is 400 sqft or more"}


def said_of(project: ProjectResult) -> set[str]:
    return {v.says for facts in project.settles_plan.yes for v in facts}


@pytest.mark.parametrize(
    ("areas", "least"),
    [
        (("90 sqft",), "at least 90 sqft"),  # less than the 100 last seen is enough for it
        (("100 sqft",), "100 sqft or more"),
        (("300 sqft",), "at least 300 sqft"),  # just more than the 100 last seen is not
        (("60 sqft", "70 sqft"), "at least 130 sqft"),  # both count against the amount
        (("7 sqft", "7.5 sqft", "8 sqft", "8 sqft"), "at least 30.5 sqft"),
    ],
)
def test_of_an_amount_not_seen_the_least_that_suffices_is_named(areas: tuple[str, ...], least: str) -> None:
    bill = fitted(UNSEEN).adopted
    (project,) = api.check(api.loads(case(*(("3", area) for area in areas))), amendments=(bill,)).projects
    assert project.replacement_plan == "depends"
    assert said_of(project) == {f"the amount of {{T}} is {least}"}


def test_an_amount_not_seen_suffices_for_all_that_an_unknown_area_may_be() -> None:
    """Of 300 to 500 sq ft: just more than the 100 last seen exempts none, 500 whatever it is."""
    reading = api.loads(case(("3", "300 sqft to 500 sqft")))
    (project,) = api.check(reading, amendments=(fitted(UNSEEN).adopted,)).projects
    assert (project.replacement_plan, project.as_last_seen) == ("depends", "required")
    assert said_of(project) == {"the amount of {T} is at least 500 sqft"}


APPLIES = RAISE.replace("amend 9", "  applies to: {}\namend 9")


@pytest.mark.parametrize(
    ("rule", "line", "answer"),
    [
        ("work on or after 2018-06-01", "", "not_required"),  # the case's work is on 2018-06-01
        ("work on and after 2018-06-02", "", "required"),
        ("work before 2018-06-02", "", "not_required"),
        ("work before 2018-06-01", "", "required"),
        ("applications on or after 2018-05-01", "  applied: 2018-05-01", "not_required"),
        ("applications on or after 2018-05-01", "  applied: 2018-04-30", "required"),
        ("applications before 2018-05-01", "  applied: 2018-04-30", "not_required"),
        ("applications on or after 2018-05-01", "", "not_required"),  # not stated: the day of the law
        ("decisions on or after 2018-05-01", "  decision: 2018-04-30", "required"),
        ("decisions on or after 2018-05-01", "  decision: 2018-05-01", "not_required"),
    ],
)
def test_a_bill_governs_the_projects_it_applies_to(rule: str, line: str, answer: str) -> None:
    text = case(("3", "300 sqft")).replace("  assume", f"{line}\n  assume" if line else "  assume")
    bill = fitted(APPLIES.format(rule)).adopted
    result = api.check(api.loads(text, amendments=(bill,)), amendments=(bill,))
    assert not result.diagnostics  # the day of the decision is used
    assert result.projects[0].replacement_plan == answer


def test_two_projects_of_a_file_under_two_laws(tmp_path: Path) -> None:
    second = case(("3", "300 sqft")).replace("project p", "project q").replace("wetland w", "wetland v")
    second = second.replace("i0 in w", "j0 in v").replace("2018-06-01", "2018-06-01\n  applied: 2018-01-01")
    (tmp_path / "two.case").write_text(case(("3", "300 sqft")) + "\n" + second)
    (tmp_path / "t.amend").write_text(APPLIES.format("applications on or after 2018-05-01"))
    result = api.check(
        api.load(str(tmp_path / "two.case")), amendments=(fitted((tmp_path / "t.amend").read_text()).adopted,)
    )
    assert {p.id: (p.replacement_plan, p.amendments) for p in result.projects} == {
        "p": ("not_required", ("HF_A",)),
        "q": ("required", ()),
    }
    done = lexempt("check", "two.case", "--amend", "t.amend", "--project", "q", cwd=tmp_path)
    assert b"HF_A applies to applications on or after 2018-05-01: not to q" in done.stderr
    assert b"(law of 2018-06-01)" in done.stdout
    done = lexempt("interact", "t.amend", "--cases", "two.case", "--no-search", cwd=tmp_path)
    assert b"widens 1" in done.stdout  # p alone


def test_a_search_takes_the_bill_as_applying(tmp_path: Path) -> None:
    (tmp_path / "t.amend").write_text(APPLIES.format("work on or after 2026-08-01"))
    done = lexempt("diff", "law", "t.amend", "--impacts", "1", cwd=tmp_path)
    assert done.returncode == 0 and b"area: 101 sqft" in done.stdout
    assert b"HF_A applies to work on or after 2026-08-01: the search takes it as applying." in done.stdout


def test_every_search_takes_it_so(tmp_path: Path) -> None:
    """The amount of 9(a)(4) moves 103G.222, subd. 1(b); 5,000 sq ft in the class of 9(a)(3), with 2,000, shadow that clause."""
    (tmp_path / "t.amend").write_text(APPLIES.format("work on or after 2026-08-01"))
    done = lexempt("diff", "law", "t.amend", "--provision", "103G.222", cwd=tmp_path)
    assert done.returncode == 0 and b"10,400" in done.stdout
    wider = APPLIES.format("work on or after 2026-08-01").partition("amend ")[0]
    (tmp_path / "w.amend").write_text(wider + "amend 9(a)(2)\n  area class: insert less than 50\n")
    done = lexempt("law", "lint", "--kind", "shadowed", "--amend", "w.amend", cwd=tmp_path)
    assert done.returncode == 0 and b"Shadowed clause: subd. 9(a)(3)" in done.stdout
