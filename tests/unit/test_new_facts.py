"""A bill that lets a case state a new fact, and asks for it: the whole example of the design."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.product.calls import lexempt
from tests.unit.test_amending import HEAD, case, fitted

import lexempt as api
from lexempt.law.vocabulary import declaring, load_vocabulary

BILL = """bill HF_A "Small amounts"
  drafted against: 2018-08-01
  effective: 2026-08-01
amend 103G.2241/9/a/4
  amount: strike 100 sqft, insert 400 sqft
repeal 103G.2241/9/e
  references: mend
add provision 103G.2241/9/d/3 after 103G.2241/9/d/2
  activity: drain or fill
  amount: 1,000 sqft per project
  if: shoreland zone is outside
  if: area class is less_than_50
  if: in 11 counties
  if: wetland type is 7
  if: watershed_plan is yes
  unless: white cedar or tamarack
new fact watershed_plan of project "Has the watershed plan been adopted?"
  values: yes, no
  decided by: board
"""
HENNEPIN = case(("7", "900 sqft"), county="Hennepin")


def stated(value: str) -> str:
    return HENNEPIN.replace("  assume: ordinary", f"  assume: ordinary\n  watershed plan: {value}")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (stated("yes"), "not_required"),
        (stated("no"), "required"),
        (HENNEPIN, "depends"),
        (stated("unknown"), "depends"),
    ],
)
def test_the_new_fact_decides(text: str, answer: str) -> None:
    """Type 7 in Hennepin fits no other amount: the new clause alone, where the plan has been adopted."""
    bill = fitted(BILL).adopted
    result = api.check(api.loads(text, amendments=(bill,)), amendments=(bill,))
    assert not result.diagnostics
    (project,) = result.projects
    assert project.replacement_plan == answer
    if answer == "depends":
        (fact,) = project.settles_plan.yes[0]
        assert (fact.fact, fact.value, fact.decided_by) == (
            "p.watershed_plan",
            "yes",
            "Board of Water and Soil Resources",
        )


def test_the_word_is_known_only_with_the_bill() -> None:
    before = load_vocabulary()
    assert api.loads(stated("yes")).diagnostics[0].code == "E140"
    with declaring(fitted(BILL).facts):
        assert load_vocabulary().attributes["project", "watershed_plan"].choices == ()
        assert not api.loads(stated("yes")).diagnostics
    assert load_vocabulary() is before


@pytest.mark.parametrize("command", ["check", "cases"])
def test_the_amendment_that_declares_a_fact_is_named(command: str, tmp_path: Path) -> None:
    """With its file and the line of `new fact`, where the call names the folder it stands in; of one file, how to name it."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "plan.amend").write_text(BILL)
    (tmp_path / "in" / "a.case").write_text(stated("yes") + "expect on 2018-06-01\n  p: replacement plan required\n")
    line = BILL.splitlines().index('new fact watershed_plan of project "Has the watershed plan been adopted?"') + 1
    said = lexempt(command, "in", cwd=tmp_path).stderr.decode()
    assert "error[E140]: unknown fact `watershed plan` of a project" in said
    assert f"help: `HF_A` declares it of a project, in/plan.amend:{line} (`--amend in/plan.amend`)" in said
    alone = lexempt(command, "in/a.case", cwd=tmp_path).stderr.decode()
    assert "plan.amend" not in alone and "what an amendment declares is known with `--amend FILE`" in alone


def test_what_is_ordinary_is_taken_where_the_case_assumes_it() -> None:
    bill = fitted(BILL + "  ordinary: yes\n").adopted
    (project,) = api.check(api.loads(HENNEPIN), amendments=(bill,)).projects
    assert project.replacement_plan == "not_required"


def test_other_words_than_yes_and_no() -> None:
    text = BILL.replace("yes, no", "adopted, in draft, none yet").replace(
        "watershed_plan is yes", "watershed_plan is adopted or in draft"
    )
    bill = fitted(text).adopted
    for value, answer in (("adopted", "not_required"), ("in draft", "not_required"), ("none yet", "required")):
        (project,) = api.check(api.loads(stated(value), amendments=(bill,)), amendments=(bill,)).projects
        assert project.replacement_plan == answer


def test_of_an_impact() -> None:
    """A fact of each impact: one of two has it."""
    text = (
        HEAD
        + 'new fact beaver_dam of impact "Is it the site of a beaver dam?"\namend 9(a)(2)\n  if: insert beaver dam\n'
    )
    bill = fitted(text).adopted
    both = case(("2", "1,000 sqft"), ("2", "1,000 sqft"), more="  beaver dam: yes")
    one = both[::-1].replace("sey :mad revaeb", "on :mad revaeb", 1)[::-1]
    for words, answer in ((both, "not_required"), (one, "required")):
        (project,) = api.check(api.loads(words, amendments=(bill,)), amendments=(bill,)).projects
        assert project.replacement_plan == answer


def test_it_fits_another_law_and_a_bill_that_says_the_same(tmp_path: Path) -> None:
    """The fact is new to the law, not to the call: fitted again, and declared alike by two bills, it is no clash."""
    (tmp_path / "a.amend").write_text(BILL)
    (tmp_path / "same.amend").write_text(HEAD.replace("HF_A", "HF_S") + BILL[BILL.index("new fact") :])
    (tmp_path / "other.amend").write_text(HEAD.replace("HF_A", "HF_O") + "new fact watershed_plan of project\n")
    (tmp_path / "p.case").write_text(stated("yes").replace("2018-06-01", "2025-06-01"))
    done = lexempt("amend", "check", "a.amend", "--on", "2024-09-01", cwd=tmp_path)
    assert b"fits         line 17: new fact" in done.stdout and b"E219" not in done.stderr
    done = lexempt("check", "p.case", "--amend", "a.amend", cwd=tmp_path)
    assert done.returncode == 0 and b"line 17" not in done.stderr
    assert lexempt("check", "p.case", "--amend", "a.amend", "--amend", "same.amend", cwd=tmp_path).returncode == 0
    done = lexempt("check", "p.case", "--amend", "a.amend", "--amend", "other.amend", cwd=tmp_path)
    assert done.returncode == 2 and b"declare `watershed_plan` differently" in done.stderr


def test_commands(tmp_path: Path) -> None:
    (tmp_path / "a.amend").write_text(BILL)
    (tmp_path / "p.case").write_text(stated("yes by board"))
    done = lexempt("check", "p.case", "--amend", "a.amend", cwd=tmp_path)
    assert done.returncode == 0 and b"watershed plan of p: yes (line" in b" ".join(done.stdout.split())
    assert lexempt("check", "p.case", cwd=tmp_path).returncode == 3
    done = lexempt("facts", "watershed plan", "--amend", "a.amend", cwd=tmp_path)
    assert b"Has the watershed plan been adopted?" in done.stdout and b"decided by: Board" in done.stdout
    assert lexempt("facts", "watershed plan", cwd=tmp_path).returncode == 2
    (tmp_path / "e.case").write_text(
        stated("yes") + "\nexpect on 2018-06-01\n  project: replacement plan not required\n"
    )
    assert lexempt("cases", "e.case", "--amend", "a.amend", cwd=tmp_path).returncode == 0
    assert lexempt("cases", "e.case", cwd=tmp_path).returncode == 3
    done = lexempt("diff", "law", "a.amend", cwd=tmp_path)
    assert b"|   watershed plan: yes" in done.stdout  # a witness that needs it
    done = lexempt("amend", "enact", "a.amend", "--act", "2026c12", cwd=tmp_path)
    assert b"attribute(project, watershed_plan, yes_no)." in done.stdout
