"""A bill that amends another bill's text; and what a bill, or two, cannot do to the same words."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.product.calls import lexempt
from tests.unit.test_amending import HEAD, RAISE, case, fitted, plan

from lexempt.amending.fit import Fitted
from lexempt.amending.interaction import clashes
from lexempt.amending.inverse import inverse
from lexempt.amending.load import Loaded, fitted_to_its_law
from lexempt.amending.reader import read_bill
from lexempt.amending.standing import walk
from lexempt.solving.rows import law_rows

FIRST = HEAD + (
    'new fact watershed_plan of project "Adopted?"\n'
    "add provision 9(d)(3) after 9(d)(2)\n  amount: 1,000 sqft\n  activity: drain or fill\n"
    "  if: shoreland zone is outside\n  if: wetland type is 7\n  if: in 11 counties\n  if: watershed plan\n"
)
SECOND = "bill HF_B\n  drafted against: HF_A\namend 9(d)(3)\n  amount: strike 1,000 sqft, insert 500 sqft\n  if: strike watershed plan\n"


def against(text: str, *beside: Fitted) -> Loaded:
    return fitted_to_its_law(read_bill(text, "x.amend"), "x.amend", beside)


def later(text: str, *beside: Fitted) -> Fitted:
    loaded = against(text, *beside)
    assert not loaded.wrong and loaded.fitted is not None, loaded.diagnostics
    return loaded.fitted


def test_it_amends_what_the_other_inserts() -> None:
    """1,000 sq ft where a plan stands; with the second bill 500, plan or not."""
    one = fitted(FIRST)
    other = later(SECOND, one)
    assert other.law.provisions["103G.2241/9/d/3"].numbers["amount"].number == 1_000
    assert other.amended.provisions["103G.2241/9/d/3"].numbers["amount"].number == 500
    small, large = (case(("7", f"{area} sqft"), county="Hennepin") for area in (500, 501))
    both = (one.adopted, other.adopted)
    assert [plan(small), plan(small, one.adopted), plan(small, *both), plan(large, *both)] == [
        "required", "depends", "not_required", "required",
    ]  # fmt: skip


def test_fractions_of_a_foot_are_exact_at_the_amended_amount() -> None:
    """The number keeps the unit that the first bill gave it."""
    one = fitted(FIRST)
    both = (one.adopted, later(SECOND, one).adopted)
    thirds = [case(("7", f"499 {n}/3 sqft"), ("7", "1/3 sqft"), county="Hennepin") for n in (1, 2)]
    assert [plan(text, *both) for text in thirds] == ["not_required", "not_required"]
    assert plan(case(("7", "500 sqft"), ("7", "1/3 sqft"), county="Hennepin"), *both) == "required"


def test_the_other_has_to_be_at_hand() -> None:
    loaded = against(SECOND)
    assert loaded.wrong and [d.code for d in loaded.diagnostics] == ["E223"]
    assert [d.code for d in against(SECOND, fitted(RAISE.replace("HF_A", "HF_C"))).diagnostics] == ["E223"]


def test_it_strikes_what_stands_in_the_other() -> None:
    loaded = against(SECOND.replace("1,000", "900"), fitted(FIRST))
    (found,) = [d for d in loaded.diagnostics if d.severity == "error"]
    assert found.code == "E214" and "1,000 sqft" in str(found.expected)


def test_three_in_a_row() -> None:
    one = fitted(RAISE)
    two = later("bill HF_B\n  drafted against: HF_A\namend 9(a)(4)\n  amount: times 2\n", one)
    three = later(
        "bill HF_C\n  drafted against: HF_B\namend 9(a)(4)\n  amount: strike 800 sqft, insert 700 sqft\n", one, two
    )
    assert [b.bill.name for b in three.before] == ["HF_A", "HF_B"]
    ends = [plan(case(("3", f"{area} sqft")), one.adopted, two.adopted, three.adopted) for area in (700, 701)]
    assert ends == ["not_required", "required"]
    assert not clashes((one, two, three))[1:]  # HF_A and HF_C set it differently, and HF_C knows


def test_taken_back_the_other_stands() -> None:
    one = fitted(FIRST)
    other = later(SECOND, one)
    rows = (*law_rows(), *one.rows, *other.rows, *inverse(other, "BACK"))
    undone = walk(rows, (*one.law.acts, "HF_A", "HF_B", "BACK"), other.law.units)
    assert {p: (v.state, v.lists) for p, v in undone.provisions.items()} == {
        p: (v.state, v.lists) for p, v in other.law.provisions.items()
    }
    assert undone.provisions["103G.2241/9/d/3"].numbers["amount"].number == 1_000


@pytest.mark.parametrize(
    "lines",
    [
        "repeal 9(g)\nrepeal 9(g)",
        "repeal 9(g)\nsuspend 9(g)",
        "repeal 9(a)(4)\namend 9(a)(4)\n  amount: times 2",
        "amend 9(a)(4)\n  amount: times 2\nrepeal 9(a)(4)",
        "amend 9(a)(4)\n  amount: times 2\n  amount: times 3",
        "amend 9(a)/*\n  amount: times 2\namend 9(a)(4)\n  amount: strike 100 sqft, insert 400 sqft",
        "amend 9(a)(4)\n  if: insert unknown\n  amount: times 2",
        "add provision 9(d)(3)\n  if: wetland type is 7\nadd provision 9(d)(3)\n  if: wetland type is 6",
    ],
)
def test_two_things_to_the_same_words(lines: str) -> None:
    loaded = against(f"{HEAD}{lines}\n")
    assert [d.code for d in loaded.diagnostics if d.severity == "error"] == ["E224"], loaded.diagnostics
    assert loaded.fitted is not None
    clashing = [c.line for c in loaded.fitted.changes if c.status == "clashes"]
    assert len(clashing) == 1 and all(c.line not in clashing for c in loaded.fitted.changes if c.status == "fits")


def test_several_things_to_different_words_fit() -> None:
    strokes = "amend 9(a)(4)\n  amount: times 2\n  wetland type: strike 3\n  wetland type: strike 4, insert 6\n"
    fitted(f"{HEAD}{strokes}repeal 9(b)\n  references: mend\n")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.amend").write_text(FIRST)
    (tmp_path / "b.amend").write_text(SECOND)
    (tmp_path / "c.amend").write_text(RAISE.replace("HF_A", "HF_C"))
    (tmp_path / "d.amend").write_text(RAISE.replace("HF_A", "HF_D").replace("400", "200"))
    return tmp_path


def test_commands(folder: Path) -> None:
    assert lexempt("amend", "check", "b.amend", cwd=folder).returncode == 3
    for call in (("b.amend", "--against", "a.amend"), ("a.amend", "b.amend")):
        done = lexempt("amend", "check", *call, cwd=folder)
        assert done.returncode == 0 and b"HF_B and the law of 2018-08-01 as amended by HF_A" in done.stdout
    done = lexempt("amend", "check", "b.amend", "--against", "a.amend", "--on", "2012-09-01", cwd=folder)
    assert done.returncode == 0 and b"fits" in done.stdout
    done = lexempt("amend", "print", "b.amend", "--against", "a.amend", cwd=folder)
    assert b"[deleted: 1,000 sqft], [inserted: 500 sqft]" in done.stdout
    assert lexempt("diff", "a.amend", "a.amend+b.amend", "--impacts", "1", cwd=folder).returncode == 0


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_print_says_where_two_bills_clash(folder: Path, form: str) -> None:
    said = b"clash at subd. 9(a)(4): set amount differently; "
    done = lexempt("amend", "print", "c.amend", "d.amend", "--format", form, cwd=folder)
    assert said in done.stdout.replace(b"\\", b"") and b"200 sqft" in done.stdout
    assert said not in lexempt("amend", "print", "c.amend", "--format", form, cwd=folder).stdout
    assert said in lexempt("amend", "check", "c.amend", "d.amend", cwd=folder).stdout
