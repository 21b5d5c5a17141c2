"""`law show --on` and `law history`: the provision on a day, and what each act did to it."""

from __future__ import annotations

import pytest
from tests.product.calls import lexempt


def said(*arguments: str) -> str:
    done = lexempt("law", *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode()


def test_show_on_a_day() -> None:
    before, after = said("show", "9(a)(4)", "--on", "2018-06-01"), said("show", "9(a)(4)", "--on", "2024-09-01")
    assert "  amount: 100 sqft\n" in before and "  wetland type: 3, 4, 5, 8\n" in before
    assert "  amount: 100 sqft (as last seen)\n" in after  # its new wording has not been seen
    assert "subd. 9(e): rewritten by a later act, in words not seen" in said("show", "9(e)", "--on", "2024-09-01")


def test_show_cites_as_the_act_of_the_day_does() -> None:
    """2024 c 90 moved the clauses up: the clause first encoded as 1(3) is 1(2) since."""
    shown = said("show", "103G.2241/1", "--on", "2024-09-01")
    assert "subd. 1(2): in force   [103G.2241/1/3]" in shown and "subd. 1(2): not in force   [103G.2241/1/2]" in shown


def test_history() -> None:
    told = said("history", "103G.2241/1")
    first, second = told.split("2024-08-01  ")
    assert first.startswith("2012-08-01  Minnesota Statutes 2018\n") and "  subd. 1(1): added\n" in first
    assert "  subd. 1(1): repealed\n" in second and "  subd. 1(2): repealed\n" in second
    assert "  subd. 1(6): rewritten in words not seen\n" in second and "subd. 1(3)" not in second
    assert told.endswith("Before 2012-08-01: not known.\n")
    assert "subd. 9(a)(4): may have been changed, in words not seen" in said("history", "9(a)(4)")


@pytest.mark.parametrize("command", [("history",), ("show", "--on", "2018-06-01")])
def test_a_provision_that_is_not_there(command: tuple[str, ...]) -> None:
    done = lexempt("law", command[0], "103G.2241/9/z", *command[1:])
    assert done.returncode == 2 and b"no provision that is encoded; did you mean" in done.stderr
    assert lexempt("law", "show", "9(a)(4)", "--on", "2001-01-01").returncode == 2
