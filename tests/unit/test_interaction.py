"""`lexempt interact`: the lattice, minimal packages, undoing, order, and the report that goes into a memo."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from tests.product.calls import lexempt
from tests.properties.test_amended_agreement import fitted

from lexempt.amending import csv_out
from lexempt.amending.interaction import clashes, interaction, packages_of
from lexempt.amending.witness import Side, search
from lexempt.law.vocabulary import load_vocabulary
from lexempt.result import Plan
from lexempt.solving.manyfold import Wish
from lexempt.solving.options import CheckOptions
from lexempt.solving.prepared import choices_of

R: Plan = "required"
N: Plan = "not_required"
D: Plan = "depends"
P = ("x.case", "p")
HEAD = "bill {}\n  drafted against: 2018-08-01\n"
RAISE = HEAD.format("RAISE") + "amend 9(a)(4)\n  amount: strike 100 sqft, insert 400 sqft\n"
FREE = HEAD.format("FREE") + "repeal 9(e)\n"
OTHERS = HEAD.format("OTHERS") + "repeal 9(g)\n"
UNDO = HEAD.format("UNDO") + "amend 9(a)(2)\n  wetland type: strike 2\n"


def test_packages_are_all_of_them_small_ones_first() -> None:
    assert [sorted(p) for p in packages_of(3)] == [[], [0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]]


def of(*plans: Plan) -> dict[tuple[str, str], tuple[Plan, ...]]:
    return {P: plans}


def test_only_two_of_three_flip_it_and_the_third_undoes_it() -> None:
    """Packages: none, A, B, C, AB, AC, BC, ABC. Only AB flips; with C it is as before."""
    found = interaction(of(R, R, R, R, N, R, R, R), packages_of(3), 3)
    assert [(sorted(t.package), t.effect.widens) for t in found.together] == [([0, 1], (P,))]
    assert all(not e.widens and not e.narrows for e in found.standalone)
    assert [e.widens for e in found.stacked] == [(), (P,), ()] and found.stacked[2].narrows == (P,)
    assert found.last_in[2].narrows == (P,) and found.residual == ()  # all together do nothing, as the parts do


@pytest.mark.parametrize(
    ("plans", "kinds"),
    [
        ((R, N, R, R), [("undoes", 1, 0)]),
        ((R, N, N, N), [("either suffices", 0, 1)]),
        ((R, R, R, N), [("has an effect only with", 0, 1), ("has an effect only with", 1, 0)]),
        ((R, N, R, N), []),
        ((R, D, R, N), [("has an effect only with", 1, 0)]),
        ((R, R, R, R), []),
    ],
)
def test_pairs(plans: tuple[Plan, ...], kinds: list[tuple[str, int, int]]) -> None:
    found = interaction(of(*plans), packages_of(2), 2)
    assert [(p.kind, p.first, p.second) for p in found.pairs] == kinds


def test_residual_is_what_all_do_less_the_sum_of_the_parts() -> None:
    assert interaction(of(R, R, R, N), packages_of(2), 2).residual == (P,)
    assert interaction(of(R, N, N, N), packages_of(2), 2).residual == (P,)  # counted twice by the parts
    assert interaction(of(R, N, R, N), packages_of(2), 2).residual == ()


# --- clashes and order


@pytest.mark.parametrize(
    ("one", "other", "what"),
    [
        (RAISE, HEAD.format("B") + "amend 9(a)(4)\n amount: strike 100 sqft, insert 200 sqft\n", "set amount differently"),
        (RAISE, HEAD.format("B") + "repeal 9(a)(4)\n references: leave\n", "one repeals it, the other amends it"),
        (HEAD.format("B") + "amend 9(d)(2)\n wetland type: insert 7\n", "bill C\n  drafted against: 2018-08-01\n"
         "amend 9(d)(2)\n wetland type: insert 7\n", None),
        (RAISE, FREE, None),
    ],
)  # fmt: skip
def test_clashes(one: str, other: str, what: str | None) -> None:
    for bills in ([fitted(one), fitted(other)], [fitted(other), fitted(one)]):
        assert [c.what for c in clashes(bills)] == ([what] if what else [])


# --- the command

CASE = """project p
  county: Otter Tail
  work: 2018-06-01
  assume: ordinary
wetland w
  size: 300,000 sqft
impact lane in w
  activity: fill
  type: 2
  area: 4,000 sqft
impact turnout in w
  activity: fill
  type: 3
  area: 300 sqft
expect on 2018-06-01
  project: replacement plan required
variants
  | name       | turnout area | project                       | why                       |
  | within 100 | 90 sqft      | replacement plan required     | 9(e) alone stands against |
  | no turnout | none         | replacement plan not required | 9(a)(2)                   |
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("raise", RAISE), ("free", FREE), ("undo", UNDO)):
        (tmp_path / f"{name}.amend").write_text(text)
    (tmp_path / "less.amend").write_text(RAISE.replace("RAISE", "LESS").replace("400", "200"))
    (tmp_path / "a.case").write_text(CASE)
    return tmp_path


def told(folder: Path, *arguments: str) -> dict[str, object]:
    done = lexempt("interact", *arguments, "--format", "json", cwd=folder)
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return found


def test_three_bills_over_a_case(folder: Path) -> None:
    """Turnout of 300 sq ft: only RAISE and FREE together; UNDO takes type 2 out of 9(a)(2), so the lane needs a plan again."""
    found = told(folder, "raise.amend", "free.amend", "undo.amend", "--cases", "a.case", "--no-search")
    cases = found["cases"]
    assert cases["projects"] == 3  # type: ignore[index]
    (only,) = [t for t in cases["only_together"] if "RAISE" in t["package"]]  # type: ignore[index]
    assert only["package"] == ["RAISE", "FREE"] and [p["path"] for p in only["widens"]] == ["a.case:15"]
    undone = [p for p in cases["pairs"] if p["kind"] == "undoes"]  # type: ignore[index]
    assert [(p["first"], p["second"], [q["path"] for q in p["projects"]]) for p in undone] == [
        ("UNDO", "FREE", ["a.case:19"])
    ]
    packages = {tuple(p["package"]): (len(p["widens"]), len(p["narrows"])) for p in cases["packages"]}  # type: ignore[index]
    assert (
        packages[()] == (0, 0)
        and packages[("RAISE", "FREE")] == (2, 0)
        and packages[("RAISE", "FREE", "UNDO")] == (0, 1)
    )


def test_the_same_amount_struck_by_two_bills_in_both_orders(folder: Path) -> None:
    (folder / "a.case").write_text(CASE.replace("area: 4,000 sqft", "area: 4,000 sqft\n  undertaking: duck blind"))
    (folder / "b.case").write_text(
        CASE.partition("impact lane")[0] + "impact turnout in w\n  activity: fill\n  type: 3\n  area: 300 sqft\n"
    )
    for order, prevails in ((("raise.amend", "less.amend"), "LESS"), (("less.amend", "raise.amend"), "RAISE")):
        found = told(folder, *order, "--cases", "b.case", "--no-search")
        assert [(c["what"], c["prevails"]) for c in found["clashes"]] == [("set amount differently", prevails)]  # type: ignore[index, attr-defined]
        assert [p["id"] for p in found["reverse_order_differs"]] == ["p"]  # type: ignore[index, attr-defined]


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_the_first_line_is_the_base(folder: Path, form: str) -> None:
    done = lexempt(
        "interact", "raise.amend", "free.amend", "--cases", "a.case", "--no-search", "--format", form, cwd=folder
    )
    first = done.stdout.decode().splitlines()[:2]
    assert "Base: law of each project's day." in " ".join(first) and "RAISE" in " ".join(first)


def test_mistakes(folder: Path) -> None:
    assert lexempt("interact", "none.amend", cwd=folder).returncode == 2
    assert lexempt("interact", "raise.amend", "free.amend", "--cases", "none.case", cwd=folder).returncode == 2
    assert lexempt("interact", "raise.amend", "--on", "1991-01-01", "--no-search", cwd=folder).returncode == 2


# --- over any project


def test_raising_9a4_and_repealing_9e_do_together_what_neither_does() -> None:
    """By the words (each_amount) 9(e) keeps any two amounts apart: within 9(a) already. Read by paragraph it keeps only
    amounts of different paragraphs apart, so the joint effect needs two paragraphs, such as 9(a) and 9(b)."""
    from datetime import date

    day = date(2018, 8, 1)
    one, other = fitted(RAISE), fitted(FREE)
    from lexempt.amending.fit import all_adopted

    groups = ((), (one,), (other,), (one, other))
    sides = [Side(day, tuple(b.adopted for b in g), all_adopted(one.law, g)) for g in groups]
    vocabulary = load_vocabulary()
    choices = choices_of(CheckOptions(), vocabulary)
    wanted = {"joint": Wish((False, False, False, True)), "undone": Wish((False, True, None, False))}
    touched = ("103G.2241/9/a/4", "103G.2241/9/e")
    found = search(sides, touched, choices, vocabulary, wanted)
    (joint,) = found.witnesses
    assert joint.wanted == "joint" and joint.impacts == 2 and joint.answers == (R, R, R, N)
    assert {c.rsplit("/", 1)[0] for _, each in joint.clauses for c in each[-1]} == {"103G.2241/9/a"}
    (read,) = search(sides, touched, {**choices, "combining_amounts": "each_paragraph"}, vocabulary, wanted).witnesses
    assert read.answers == (R, R, R, N)
    assert len({"/".join(c.split("/")[:3]) for _, each in read.clauses for c in each[-1]}) == 2


def test_html_has_tables_and_no_markup_of_the_users(folder: Path) -> None:
    (folder / "raise.amend").write_text(RAISE.replace("bill RAISE", 'bill RAISE "<b>Small</b> & more"'))
    done = lexempt(
        "interact", "raise.amend", "free.amend", "--cases", "a.case", "--no-search", "--format", "html", cwd=folder
    )
    page = done.stdout.decode()
    assert "&lt;b&gt;Small&lt;/b&gt; &amp; more" in page and "<b>" not in page
    assert "<tr><th>amendment</th><th>standalone</th><th>stacked</th><th>last-in</th></tr>" in page
    assert "<em>Command:</em> lexempt interact raise.amend free.amend" in page
    assert page.count("<table>") == page.count("</table>") == 4 and "</html>" in page


def test_side_by_side_says_which_of_them_changes_a_line(folder: Path) -> None:
    """RAISE and LESS set one amount differently, FREE and a second bill repeal the same paragraph, UNDO strikes a type."""
    (folder / "again.amend").write_text(FREE.replace("FREE", "AGAIN"))
    files = ("raise.amend", "less.amend", "free.amend", "again.amend", "undo.amend")
    found = told(folder, *files, "--no-search")
    rows = {(r["provision"], r["line"]): r for r in found["side_by_side"]}  # type: ignore[index, attr-defined]
    amount = rows["103G.2241/9/a/4", "amount"]
    assert (amount["law"], amount["each"]["RAISE"], amount["each"]["LESS"], amount["each"]["FREE"]) == (
        "100 sqft", "400 sqft", "200 sqft", "100 sqft",
    )  # fmt: skip
    assert amount["together"] == "200 sqft" and amount["bucket"] == "conflict"
    assert rows["103G.2241/9/e", "text"]["bucket"] == "several, alike"
    assert rows["103G.2241/9/a/2", "wetland type"]["bucket"] == "UNDO only"
    assert len(rows) == 3


def test_csv_has_a_row_for_each_project_and_a_column_for_each_package(folder: Path) -> None:
    done = lexempt("interact", "raise.amend", "free.amend", "--cases", "a.case", "--format", "csv", cwd=folder)
    rows = list(csv.reader(done.stdout.decode().splitlines()))
    assert rows[0] == ["file", "project", "base", "RAISE", "FREE", "RAISE + FREE", "not_the_sum_of_the_parts"]
    assert rows[1] == ["a.case:15", "p", "required", "required", "required", "not_required", "yes"]
    assert len(rows) == 4
    assert lexempt("interact", "raise.amend", "--format", "csv", cwd=folder).returncode == 2


def test_a_cell_that_a_spreadsheet_would_run_is_text() -> None:
    assert csv_out.write(("x",), [("=1+1",), ("a,b",)]) == 'x\n\'=1+1\n"a,b"\n'


@pytest.mark.parametrize(
    ("plans", "expected"),
    [
        # none, A, B, C, AB, AC, BC, ABC
        ((R, R, R, R, N, R, R, R), [([0, 1], [2])]),  # C undoes what A and B do together
        ((R, N, R, R, N, N, R, R), [([0], [1, 2])]),  # only both undo what A does
        ((R, N, R, R, R, N, R, R), []),  # that B alone undoes A is a pair
        ((R, R, R, R, N, R, R, N), []),
    ],
)
def test_what_undoes_a_package(plans: tuple[Plan, ...], expected: list[tuple[list[int], list[int]]]) -> None:
    found = interaction(of(*plans), packages_of(3), 3)
    assert [(sorted(b.flips), sorted(b.blocks)) for b in found.blocks] == expected


# --- more amendments than every package can be tried of

IDLE = tuple(
    HEAD.format(f"IDLE{n}") + f"amend 103G.222/1/d\n  deed years: strike 10, insert {11 + n}\n" for n in range(10)
)
"""They change the years of a deed restriction, and no answer."""


def test_of_too_many_amendments_not_every_package_is_tried() -> None:
    """None, 13 alone, 78 pairs, 11 of each and all before it that are larger than a pair and smaller than all but one, 13 of all but
    one (that of the first twelve among them), and all."""
    packages = packages_of(13)
    assert len(packages) == 1 + 13 + 78 + 9 + 13 + 1 == len(set(packages))
    assert packages[0] == frozenset() and packages[-1] == frozenset(range(13))


def test_minimal_packages_are_found_without_trying_every_one(folder: Path) -> None:
    """As over the three bills alone, with ten idle ones among them: with a turnout of 300 sq ft only RAISE and FREE together flip it,
    and UNDO undoes that; with one of 90 sq ft FREE does alone; without a turnout none is needed until UNDO narrows."""
    for n, text in enumerate(IDLE):
        (folder / f"idle{n}.amend").write_text(text)
    idle = [f"idle{n}.amend" for n in range(10)]
    files = (*idle[:4], "raise.amend", *idle[4:7], "undo.amend", *idle[7:], "free.amend")
    found = told(folder, *files, "--cases", "a.case", "--no-search")["cases"]
    assert found["every_package"] is False  # type: ignore[index]
    only = [
        (t["package"], [p["path"] for p in t["widens"]], [p["path"] for p in t["narrows"]])
        for t in found["only_together"]  # type: ignore[index]
    ]
    assert only == [(["RAISE", "FREE"], ["a.case:15"], [])]
    blocks = [(b["flips"], b["blocks"], [p["path"] for p in b["projects"]]) for b in found["blocks"]]  # type: ignore[index]
    assert blocks == [(["RAISE", "FREE"], ["UNDO"], ["a.case:15"])]
    alone = {a["name"]: a["standalone"] for a in found["amendments"]}  # type: ignore[index]
    assert [p["path"] for p in alone["FREE"]["widens"]] == ["a.case:19"]
    assert [p["path"] for p in alone["UNDO"]["narrows"]] == ["a.case:20"]
    assert found["not_searched"] == {"cut": [], "depending": [], "undoing": []}  # type: ignore[index]


def test_what_is_not_enumerated_is_said(folder: Path) -> None:
    for n, text in enumerate(IDLE):
        (folder / f"idle{n}.amend").write_text(text)
    files = ("raise.amend", "free.amend", "undo.amend", *(f"idle{n}.amend" for n in range(10)))
    done = lexempt("interact", *files, "--cases", "a.case", "--no-search", cwd=folder)
    said = " ".join(done.stdout.decode().split())
    assert done.returncode == 0
    assert "Not every one of the 8,192 packages of 13 amendments was tried" in said
    assert "Every package, against the base" not in said
