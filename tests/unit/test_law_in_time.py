"""`law show --on` and `law history`: the provision on a day, and what each act did to it."""

from __future__ import annotations

import json

import pytest
from tests.product.calls import ROOT, lexempt


def said(*arguments: str) -> str:
    done = lexempt("law", *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode()


def test_show_on_a_day() -> None:
    before, after = said("show", "9(a)(4)", "--on", "2018-06-01"), said("show", "9(a)(4)", "--on", "2024-09-01")
    assert "  amount: 100 sqft\n" in before and "  wetland type: 3, 4, 5, 8\n" in before
    assert "  amount: 100 sqft (as last seen)\n" in after  # its new wording has not been seen
    assert "subd. 9(e): in words not seen" in said("show", "9(e)", "--on", "2024-09-01")


def test_show_before_2012() -> None:
    """Since 1996 400 sq ft of what the scale does not list; since 2007 100, and type 7 not where less than half remains."""
    first, second = said("show", "9(a)", "--on", "2000-01-01"), said("show", "9(a)", "--on", "2010-01-01")
    assert first.count("in words not seen") == 4 and "in 11 counties" not in first
    assert [line for line in first.splitlines() if "amount: " in line] == [
        "  amount: 10,000 sqft", "  amount: 5,000 sqft", "  amount: 2,000 sqft", "  amount: 400 sqft",
    ]  # fmt: skip
    assert "in words not seen" not in second and second.count("  wetland type: 1, 2, 6, 7\n") == 2
    assert "  wetland type: 1, 2, 6\n" in second and "  amount: 100 sqft\n" in second and "in 11 counties" in second
    assert "not in force" in said("show", "9(d)(1)", "--on", "2000-01-01")


def test_show_cites_as_the_act_of_the_day_does() -> None:
    """2024 c 90 moved the clauses up: the clause first encoded as 1(3) is 1(2) since."""
    shown = said("show", "103G.2241/1", "--on", "2024-09-01")
    assert "subd. 1(2): in force   [103G.2241/1/3]" in shown and "subd. 1(2): not in force   [103G.2241/1/2]" in shown


def test_history() -> None:
    told = said("history", "103G.2241/1")
    first, second = told.split("2024-08-01  ")
    assert (
        first.startswith("1996-08-01  ")
        and "  subd. 1(1): added\n" in first
        and "  subd. 1(6): in words not seen\n" in first
    )
    assert "2007-07-01  Laws 2007, chapter 57, article 1\n  subd. 1(2): wording known again\n" in first
    assert "2012-08-01  Minnesota Statutes 2018\n" in first
    assert "  subd. 1(1): repealed\n" in second and "  subd. 1(2): repealed\n" in second
    assert (
        "  subd. 1(6): rewritten in words not seen\n" in second and "subd. 1(3): renumbered as subd. 1(2)\n" in second
    )
    assert told.endswith("Before 1996-08-01: not known.\n")
    assert "subd. 9(a)(4): may have been changed, in words not seen" in said("history", "9(a)(4)")


@pytest.mark.parametrize(
    ("day", "said_of"), [("2000-06-01", ["9(a)"]), ("2010-06-01", []), ("2018-06-01", []), ("2024-09-01", [])]
)
def test_what_an_ended_act_left_open_is_not_said_of_later_days(day: str, said_of: list[str]) -> None:
    """Which types the scale of 1996 listed has not been seen; the lists of 2007 and since have been."""
    done = lexempt("check", str(ROOT / "cases/demo/field-lane-and-turnout.case"), "--on", day)
    shown = done.stdout.decode()
    assert "subd. 9(a)" in shown
    assert [
        of for of in ("9(a)", "9(b)", "9(d)") if f"subd. {of}: wh" in shown or f"subd. {of}: the w" in shown
    ] == said_of


@pytest.mark.parametrize("command", [("history",), ("show", "--on", "2018-06-01")])
def test_a_provision_that_is_not_there(command: tuple[str, ...]) -> None:
    done = lexempt("law", command[0], "103G.2241/9/z", *command[1:])
    assert done.returncode == 2 and b"no provision that is encoded; did you mean" in done.stderr
    assert lexempt("law", "show", "9(a)(4)", "--on", "1991-01-01").returncode == 2


@pytest.mark.parametrize("command", ["show", "lint"])
def test_a_day_before_all_that_is_known(command: str) -> None:
    done = lexempt("law", command, "--on", "1990-01-01")
    assert done.returncode == 2 and b"the first known is that of 1996-08-01" in done.stderr


def test_between_two_laws_seen_in_part_the_carve_out_of_2007_is_found() -> None:
    """Laws 2007, chapter 57 took the eleven counties out of 9(a)(2): 5,000 sq ft there until then, 2,500 under 9(d)(1) since. Of both
    days some words have not been seen, so that a clause only may exempt; as last seen it does."""
    done = lexempt("diff", "2000-01-01", "2008-01-01", "--quick", "--impacts", "1", "--format", "json")
    assert done.returncode == 0, done.stderr
    found = {w["kind"]: w for w in json.loads(done.stdout)["search"]["witnesses"]}
    lost = found["loses 103G.2241/9/a/2"]
    assert (lost["before"], lost["after"]) == ("not_required", "required") and "area: 2,501 sqft" in lost["case"]
    assert lost["impacts"] == [{"id": "i1", "before": ["103G.2241/9/a/2"], "after": []}]
