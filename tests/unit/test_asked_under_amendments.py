"""`explain`, `options` and `ask` under an amended law say what `check` says of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.product.calls import lexempt
from tests.unit.test_amending import HEAD, RAISE, case, fitted

import lexempt as api

BELOW = case(("3", "300 sqft"))
"""Over the 100 sq ft of 9(a)(4), within 400."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.amend").write_text(RAISE)
    (tmp_path / "e.amend").write_text("bill HF_E\n  drafted against: 2018-08-01\nrepeal 9(e)\n")
    (tmp_path / "p.case").write_text(BELOW)
    (tmp_path / "two.case").write_text(case(("2", "4,000 sqft"), ("3", "90 sqft")))
    return tmp_path


@pytest.mark.parametrize("command", ["check", "explain", "options", "ask"])
def test_the_answer_is_that_of_the_amended_law(folder: Path, command: str) -> None:
    before = lexempt(command, "p.case", cwd=folder)
    after = lexempt(command, "p.case", "--amend", "a.amend", cwd=folder)
    assert (before.returncode, after.returncode) == (0, 0)
    assert before.stdout.startswith(b"A replacement plan is required")
    assert after.stdout.startswith(b"No replacement plan is required")
    assert b"as amended by HF_A)" in b" ".join(after.stdout.split()) and b"--amend a.amend" in after.stdout
    assert lexempt(command, "p.case", "--amend", "none.amend", cwd=folder).returncode == 2


def test_explain_tells_the_new_amount(folder: Path) -> None:
    done = lexempt("explain", "p.case", "--amend", "a.amend", "--provision", "9(a)(4)", cwd=folder)
    assert b"(300 of 400 sqft)" in b" ".join(done.stdout.split())


def test_explain_of_a_clause_that_a_bill_adds(folder: Path) -> None:
    (folder / "n.amend").write_text(
        HEAD + "add provision 9(d)(3)\n  amount: 350 sqft\n  if: shoreland zone is outside\n  if: wetland type is 3\n"
    )
    done = lexempt("explain", "p.case", "--amend", "n.amend", "--provision", "9(d)(3)", cwd=folder)
    assert done.returncode == 0 and b"qualifies under subd. 9(d)(3)" in done.stdout
    assert lexempt("explain", "p.case", "--provision", "9(d)(3)", cwd=folder).returncode == 2


def test_options_are_bounds_of_the_amended_law() -> None:
    """500 sq ft may be reduced to 400, where the law alone says 100."""
    large = api.loads(case(("3", "500 sqft")))
    for bills, bound in (((), "100 sqft"), ((fitted(RAISE).adopted,), "400 sqft")):
        (advice,) = api.options(large, amendments=bills).advice
        said = json.dumps([str(option) for option in advice.options])
        assert bound in said or bound.removesuffix(" sqft") in said


def test_nothing_is_left_to_ask_where_the_bill_settles_it() -> None:
    open_area = api.loads(case(("3", "150 sqft to 380 sqft"), ("2", "50 sqft to 60 sqft")))
    bills = (fitted(RAISE).adopted, fitted("bill HF_E\n  drafted against: 2018-08-01\nrepeal 9(e)\n").adopted)
    (before,) = api.ask(open_area)
    (after,) = api.ask(open_area, amendments=bills)
    assert (before.replacement_plan, after.replacement_plan) == ("required", "not_required")
    (between,) = api.ask(api.loads(case(("3", "350 sqft to 450 sqft"))), amendments=bills[:1])
    assert between.replacement_plan == "depends" and between.amendments == ("HF_A",)
    (question,) = between.questions
    assert "at most 400 sqft" in str(question)
