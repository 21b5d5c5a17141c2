"""The page of `lexempt diff` beside the answers: provisions, references to mend, what is asked for, what moves, dead clauses.

What is expected is read from 103G.2241, subd. 9, of 2018: (e) and (f)(1) name paragraphs (a), (b) and (c); (b)(2) has only what
(b)(1) has no larger amount for; (d) is about the eleven counties that (a)(2) and (a)(3) except.
"""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from tests.product.calls import lexempt

import lexempt as api
from lexempt.amending.beside import Beside, beside
from lexempt.amending.fit import all_adopted
from lexempt.amending.load import fitted_to_its_law
from lexempt.amending.reader import read_bill_bytes
from lexempt.amending.standing import Standing, standing_on
from lexempt.amending.versions import Version
from lexempt.case import Reading
from lexempt.cli.bill_page import Page, look
from lexempt.law.vocabulary import load_vocabulary

DAY = date(2018, 8, 1)
S = "103G.2241/9/"
VOCABULARY = load_vocabulary()
CHOICES = {name: reading.default for name, reading in VOCABULARY.readings.items()}


def version(*bills: str) -> Version:
    fitted = []
    for n, sections in enumerate(bills):
        text = f"bill HF_{n}\n  drafted against: 2018-08-01\n{sections}\n"
        loaded = fitted_to_its_law(read_bill_bytes(text.encode(), "a.amend"), "a.amend")
        assert loaded.fitted is not None and not loaded.wrong, loaded.diagnostics
        fitted.append(loaded.fitted)
    return Version(DAY, tuple(fitted))


def law(*bills: str) -> Standing:
    return all_adopted(standing_on(20180801), version(*bills).bills)


def of(*bills: str, cases: tuple[Reading, ...] = ()) -> Beside:
    return beside(law(), law(*bills), VOCABULARY, cases)


# --- provisions, references


def test_provisions_by_what_becomes_of_them() -> None:
    found = of("amend 9(a)(4)\n  amount: strike 100 sqft, insert 400 sqft\nrepeal 9(g)\nrenumber 9(i) as 103G.2241/9/k")
    assert found.fates == (("amended", (S + "a/4",)), ("repealed", (S + "g",)))


@pytest.mark.parametrize(
    ("bills", "expected"),
    [
        (("repeal 9(b)\n  references: leave",), {(S + "e", S + "b"), (S + "f/1", S + "b")}),
        (("repeal 9(b)\n  references: mend",), set()),
        (("repeal 9(b)(1)\n  references: leave",), {(S + "b/2", S + "b/1")}),  # paragraph (b) still has a clause
        (("repeal 9(b)\nrepeal 9(e)\nrepeal 9(f)",), set()),
        (("amend 9(e)\n  paragraph: insert 103G.2241/9/d",), set()),
        (("amend 9(a)(4)\n  amount: strike 100 sqft, insert 400 sqft",), set()),
    ],
)
def test_references_to_mend(bills: tuple[str, ...], expected: set[tuple[str, str]]) -> None:
    assert {(r.of, r.to) for r in of(*bills).unmended} == expected


def test_two_bills_leave_a_reference_that_neither_leaves_alone() -> None:
    """One names paragraph (c) in 9(h), the other repeals (c) and mends the references of the law it knows."""
    names, repeals = "amend 9(h)\n  paragraph: insert 103G.2241/9/c", "repeal 9(c)\n  references: mend"
    assert not of(names).unmended and not of(repeals).unmended
    assert [(r.of, r.to) for r in of(names, repeals).unmended] == [(S + "h", S + "c")]


# --- facts asked for

ASKS = "amend 9(a)(1)\n  unless: insert watershed class is less than 50"
ASKS_CLASS = "amend 9(b)(1)\n  if: insert area class is less than 50"


@pytest.mark.parametrize(
    ("bill", "expected"),
    [
        (ASKS, {(S + "a/1", "watershed_class")}),
        ("amend 9(a)(1)\n  wetland type: strike 7", set()),  # it asks for the type already
        ("amend 9(a)(2)\n  unless: strike in 11 counties", set()),  # it asks for less
        ("repeal 9(g)", set()),
    ],
)
def test_what_is_asked_for_and_was_not(bill: str, expected: set[tuple[str, str]]) -> None:
    assert {(a.provision, a.attribute) for a in of(bill).asked} == expected


def case(place: str = "", first: str = "", second: str = "", project: str = "") -> Reading:
    impact = "impact {0} in {1}\n  activity: fill\n  type: 3\n  area: 9 sqft\n"
    text = f"project p\n  work: 2018-06-01\n  assume: ordinary\n{place}{project}"
    text += f"wetland w1\n  size: 9 acres\n{first}wetland w2\n  size: 9 acres\n{second}"
    reading = api.loads((text + impact.format("i1", "w1") + impact.format("i2", "w2")).encode())
    assert reading.case is not None, reading.diagnostics
    return reading


COUNTY, CLASS = "  county: Cass\n", "  watershed class: less than 50\n"


@pytest.mark.parametrize(
    ("reading", "unstated"),
    [
        (case(COUNTY), 1),
        (case(COUNTY, CLASS, CLASS), 0),
        (case(COUNTY, CLASS), 1),  # nothing is said of the other impact's wetland
        (case(COUNTY, project=CLASS), 0),  # ground is as the project says where nothing nearer does
    ],
)
def test_projects_that_do_not_state_it(reading: Reading, unstated: int) -> None:
    (asked,) = of(ASKS, cases=(reading,)).asked
    assert asked.unstated == unstated


def test_what_follows_from_what_is_stated_is_stated() -> None:
    """The county gives the presettlement class, which 9(b)(1) does not ask for."""
    found = of(ASKS_CLASS, cases=(case(COUNTY), case(first="  area class: less than 50\n")))
    assert found.projects == 2 and {a.attribute: a.unstated for a in found.asked}["area_class"] == 1


# --- what is searched for


def whole(*bills: str, base: tuple[str, ...] = ()) -> Page:
    return look(version(*base), version(*base, *bills), DAY, (), CHOICES, "whole")


NO_AMOUNT = "amend 9(a)(3)\n  amount: strike 2,000 sqft, insert 0 sqft"
WIDER = "amend 9(a)(2)\n  area class: insert less than 50"


def test_a_threshold_that_moves_elsewhere() -> None:
    """103G.222, subd. 1(b) rides on the amounts of 9(a): it has 10,000 sq ft more."""
    page = whole("amend 9(a)(4)\n  amount: strike 100 sqft, insert 400 sqft")
    assert page.moved is not None and page.idle == ()
    (moved,) = page.moved
    assert moved.provision == "103G.222/1/b"
    assert "10,100" in moved.before[0] and "10,400" in moved.after[0]


@pytest.mark.parametrize(
    ("bill", "kind", "provision"),
    [(NO_AMOUNT, "dead", S + "a/3"), (WIDER, "shadowed", S + "a/3")],
)
def test_a_clause_made_dead_or_shadowed(bill: str, kind: str, provision: str) -> None:
    """An amount of nothing; and 5,000 sq ft of the same types where 2,000 are."""
    found = whole(bill).idle
    assert found is not None and [(f.kind, f.provision) for f in found] == [(kind, provision)]


def test_a_clause_that_was_dead_before_is_not_made_so() -> None:
    assert whole("repeal 9(g)", base=(NO_AMOUNT,)).idle == ()


# --- the command

CASE = """project p
  county: Otter Tail
  work: 2018-06-01
  assume: ordinary
wetland w
  size: 300,000 sqft
impact i in w
  activity: fill
  type: {}
  area: 60 sqft
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "told.amend").write_text(
        "bill HF_F\n  drafted against: 2018-08-01\namend 9(a)(4)\n  amount: strike 100 sqft, insert unknown\n"
    )
    (tmp_path / "asks.amend").write_text(f"bill HF_G\n  drafted against: 2018-08-01\n{ASKS}\n")
    (tmp_path / "three.case").write_text(CASE.format(3))
    (tmp_path / "two.case").write_text(CASE.format(2))
    return tmp_path


def test_the_page_in_each_form(folder: Path) -> None:
    """Over cases it is read from the rows; what has to be searched for is not, and that is said."""
    call = ("diff", "law", "asks.amend", "--cases", ".")
    text = " ".join(lexempt(*call, cwd=folder).stdout.decode().split())
    for said in (
        "Amended: subd. 9(a)(1).",
        "References to mend: none of those recorded (a lead-in such as `except as provided in paragraph (e)` is not).",
        "Asked for now and not before: subd. 9(a)(1) asks for watershed class.",
        "Projects that do not state it: watershed class (2 of 2).",
        "Clauses made dead or shadowed, limits made idle: not looked for (only with --search).",
    ):
        assert said in text
    found = json.loads(lexempt(*call, "--format", "json", cwd=folder).stdout)
    assert found["worded_differently"] == [{"provision": S + "a/1", "fate": "amended"}]
    assert found["asked_for"] == [
        {"provision": S + "a/1", "attribute": "watershed_class", "not_stated": 2, "projects": 2}
    ]
    assert found["references_to_mend"] == [] and found["without_effect"] is None and found["moved"] is None


@pytest.mark.parametrize("require", ["no-change", "only-widens", "only-narrows"])
@pytest.mark.parametrize(
    "how",
    [
        ("--quick", "--impacts", "1"),
        ("--cases", "three.case"),  # 9(a)(4) is about type 3
        ("--provision", "103G.222"),  # 1(b) rides on the amount of 9(a)(4)
    ],
    ids=lambda how: how[0],
)
def test_what_nobody_has_seen_shows_nothing(folder: Path, how: tuple[str, ...], require: str) -> None:
    done = lexempt("diff", "law", "told.amend", *how, "--require", require, cwd=folder)
    assert done.returncode == 1
    assert f"note: --require {require} is not shown: " in done.stderr.decode()
    assert "not seen" in done.stderr.decode() or "not been seen" in done.stderr.decode()


@pytest.mark.parametrize("how", [("--cases", "two.case"), ("--provision", "103G.223")], ids=lambda how: how[0])
def test_what_words_not_seen_cannot_reach_is_shown(folder: Path, how: tuple[str, ...]) -> None:
    """9(a)(4) is not about type 2 in this county, and 103G.223 is about no amount."""
    done = lexempt("diff", "law", "told.amend", *how, "--require", "no-change", cwd=folder)
    assert (done.returncode, done.stderr) == (0, b"")
