"""The kinds of conflict between amendments, each where there is one and where there is none.

Expected is what the texts of the bills and of 103G.2241 as of 2018 say, with the reason in each case.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from tests.product.calls import lexempt
from tests.properties.test_amended_agreement import fitted

from lexempt.amending.conflicts import KINDS, Conflict, conflicts
from lexempt.amending.fit import all_adopted
from lexempt.amending.standing import standing_on
from lexempt.law.vocabulary import load_vocabulary
from lexempt.linting.clauses import Law
from lexempt.linting.together import conflicts as left_idle
from lexempt.solving.engine import Watch
from lexempt.solving.options import CheckOptions
from lexempt.solving.prepared import choices_of

S = "103G.2241/"
DAY = date(2018, 8, 1)


def bill(name: str, *lines: str) -> str:
    return f"bill {name}\n  drafted against: 2018-08-01\n" + "".join(f"{line}\n" for line in lines)


def leave(*clauses: str) -> tuple[str, ...]:
    return tuple(f"repeal {clause}\n  references: leave" for clause in clauses)


RAISE = "amend 9(a)(4)\n  amount: strike 100 sqft, insert 400 sqft"


def found(kind: str, *texts: str) -> list[Conflict]:
    """The conflicts of one kind that can be read off."""
    bills = [fitted(text) for text in texts]
    return [c for c in conflicts(standing_on(20180801), bills) if c.kind == kind]


def idle(kind: str, *texts: str) -> list[Conflict]:
    """Those that are searched for in the law itself."""
    bills = [fitted(text) for text in texts]
    base, vocabulary = standing_on(20180801), load_vocabulary()
    choices = choices_of(CheckOptions(), vocabulary)

    def law(group: list[object]) -> Law:
        adopted = tuple(b.adopted for b in group)  # type: ignore[attr-defined]
        return Law(DAY, adopted, all_adopted(base, group), choices, vocabulary)  # type: ignore[arg-type]

    told = left_idle(law([]), [law([b]) for b in bills], law([*bills]), Watch())
    return [c for c in told if c.kind == kind]


def test_two_amounts_for_one_clause() -> None:
    (textual,) = found("textual", bill("A", RAISE), bill("B", RAISE.replace("400", "200")))
    assert (textual.amendments, textual.provisions) == ((0, 1), (S + "9/a/4",)) and "here B" in textual.what
    assert found("textual", bill("A", RAISE), bill("B", "repeal 9(e)")) == []


def test_one_number_for_two_provisions() -> None:
    move = "renumber 9(b) as 103G.2241/9/k\n  references: move"
    (numbers,) = found("renumbering", bill("A", move), bill("B", move.replace("9(b)", "9(c)")))
    assert numbers.amendments == (0, 1) and "103G.2241/9/k" in numbers.what
    assert found("renumbering", bill("A", move), bill("B", move.replace("9(b)", "9(c)").replace("/k", "/l"))) == []


def test_references_left_to_nothing_by_one_and_by_both() -> None:
    # 9(e) and 9(f)(1) name paragraph (b). Each repeal of one of its two clauses leaves the other; both leave none.
    one, two = bill("A", *leave("9(b)(1)")), bill("B", *leave("9(b)(2)"))
    assert not [c for c in found("reference", one, bill("C", RAISE)) if c.provisions[1] == S + "9/b"]
    both = [c for c in found("reference", one, two) if c.provisions[1] == S + "9/b"]
    assert {c.provisions for c in both} == {(S + "9/e", S + "9/b"), (S + "9/f/1", S + "9/b")}
    assert all("neither leaves so alone" in c.what for c in both)
    alone = found("reference", bill("A", *leave("9(b)")), bill("C", RAISE))
    assert {c.amendments for c in alone} == {(0,)} and all("A takes out" in c.what for c in alone)


def test_one_changes_the_class_that_the_other_goes_by() -> None:
    # 9(a)(1) is for counties of more than 80 percent, which 103G.005, subd. 10b defines; 9(c) is for every county.
    moved = bill("CLASS", "amend 103G.005/10b\n  at least: strike 80 percent, insert 75 percent")
    scale = bill("SCALE", "amend 9(a)(1)\n  amount: strike 10,000 sqft, insert 12,000 sqft")
    (definition,) = found("definition", scale, moved)
    assert definition.amendments == (1, 0) and definition.provisions == ("103G.005/10b", S + "9/a/1")
    assert "area class" in definition.what
    assert found("definition", bill("A", "amend 9(c)\n  amount: strike 20 sqft, insert 30 sqft"), moved) == []


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        ("effective: 2026-08-01", "effective: 2027-08-01", ["from 2026-08-01 to 2027-08-01 A stands without B"]),
        ("effective: 2026-08-01", "effective: 2026-08-01", []),
        ("expires: 2026-08-01", "effective: 2026-08-01", ["they never stand together"]),
        ("expires: 2025-08-01", "effective: 2026-08-01", ["in between subd. 9(a)(4) read as before"]),
        ("expires: 2027-08-01", "effective: 2026-08-01", ["from 2027-08-01 on B stands without A, which expires"]),
        ("applies to: work on or after 2026-08-01", "", ["A applies to work on or after 2026-08-01, B applies to every"]),
        ("applies to: work before 2026-08-01", "applies to: work before 2026-08-01", []),
    ],
)
def test_days_and_projects_for_which_one_stands_without_the_other(one: str, other: str, said: list[str]) -> None:
    def dated(name: str, line: str, amount: str) -> str:
        head, rest = bill(name, RAISE.replace("400", amount)).split("2018-08-01\n")
        return f"{head}2018-08-01\n" + (f"  {line}\n" if line else "") + rest

    told = [c.what for c in found("time", dated("A", one, "400"), dated("B", other, "200"))]
    assert len(told) == len(said) and all(words in what for words, what in zip(said, told, strict=True))


def test_a_limit_that_decides_nothing_once_both_stand() -> None:
    # 9(e) keeps amounts apart: two are left by A ((a)(1) and the clauses of (d) are more), and by B (those of (a)); one by both.
    one = bill("A", *leave("9(b)", "9(c)", "9(d)"))
    two = bill("B", *leave("9(a)(2)", "9(a)(3)", "9(a)(4)"))
    (dead,) = idle("dead text", one, two)
    assert dead.provisions == (S + "9/e",) and dead.amendments == (0, 1) and "once both stand" in dead.what
    assert idle("dead text", one, bill("C", RAISE)) == []


def test_a_clause_of_nothing_is_dead_text_of_one_bill() -> None:
    (dead,) = idle("dead text", bill("A", RAISE), bill("B", "amend 9(a)(3)\n  amount: strike 2,000 sqft, insert 0 sqft"))
    assert dead.amendments == (1,) and "no project qualifies under subd. 9(a)(3) once B stands" in dead.what


def test_a_new_exemption_of_what_is_prohibited() -> None:
    # 103G.223 forbids filling a listed fen; every exemption of 2018 reaches them, and so does a new one.
    clause = (
        "add provision 103G.2241/9/d/3 after 103G.2241/9/d/2\n  activity: drain or fill\n  amount: 1,000 sqft per project\n"
        "  if: shoreland zone is outside\n  if: wetland type is 7"
    )
    (barred,) = idle("contradiction", bill("A", clause), bill("B", RAISE))
    assert barred.amendments == (0,) and barred.provisions == ("103G.223", S + "9/d/3")
    assert idle("contradiction", bill("C", "repeal 9(e)"), bill("B", RAISE)) == []


@pytest.fixture
def conflicts_told(tmp_path: Path) -> Callable[..., list[tuple[str, tuple[str, ...]]]]:
    def told(*texts: str, case: str = "") -> list[tuple[str, tuple[str, ...]]]:
        for n, text in enumerate(texts):
            (tmp_path / f"{n}.amend").write_text(text)
        (tmp_path / "a.case").write_text(case)
        files = [f"{n}.amend" for n in range(len(texts))]
        done = lexempt("interact", *files, "--cases", "a.case", "--no-search", "--format", "json", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        document = json.loads(done.stdout)
        assert set(document["conflicts_looked_for"]) == set(KINDS) - {"dead text", "contradiction", "only together", "cancelling"}
        return [(c["kind"], tuple(c["amendments"])) for c in document["conflicts"]]

    return told


CASE = """project p
  county: Otter Tail
  work: 2018-06-01
  assume: ordinary
wetland w
  size: 300,000 sqft
impact turnout in w
  activity: fill
  type: 3
  area: 300 sqft
"""
LANE = "impact lane in w\n  activity: fill\n  type: 2\n  area: 4,000 sqft\n"


def test_what_recorded_cases_show(conflicts_told: Callable[..., list[tuple[str, tuple[str, ...]]]]) -> None:
    """300 sq ft of type 3 are exempt with A, not with B after it (200), and with A alone where a lane beside it is freed of 9(e)."""
    low = bill("B", RAISE.replace("400", "200"))
    kinds = conflicts_told(bill("A", RAISE), low, case=CASE)
    assert ("order", ("A", "B")) in kinds and ("cancelling", ("B", "A")) in kinds and ("textual", ("A", "B")) in kinds
    kinds = conflicts_told(bill("A", RAISE), bill("FREE", "repeal 9(e)"), case=CASE + LANE)
    assert kinds == [("only together", ("A", "FREE"))]
