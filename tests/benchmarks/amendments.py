"""Amendments: every package over cases, and the search for a smallest project on which two laws differ."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

from lexempt.amending.fit import Fitted
from lexempt.amending.interaction import packages_of
from lexempt.amending.load import fitted_to_its_law
from lexempt.amending.reader import read_bill
from lexempt.amending.witness import Side, search
from lexempt.language.files import case_files, read_file
from lexempt.law.vocabulary import load_vocabulary
from lexempt.solving.options import CheckOptions
from lexempt.solving.packages import answers_of_packages
from lexempt.solving.prepared import choices_of
from lexempt.suite.run import rows_of

from .measuring import ROOT, Cost, interleaved, timed
from .table import Row, render, within

_DAY = date(2018, 8, 1)
_AMOUNTS = (
    ("9/a/1", "10,000"), ("9/a/2", "5,000"), ("9/a/3", "2,000"), ("9/a/4", "100"), ("9/b/1", "400"),
    ("9/b/2", "100"), ("9/c", "20"), ("9/d/1", "2,500"), ("9/d/2", "1,000"),
)  # fmt: skip


def _bill(name: str, lines: str) -> Fitted:
    fitted = fitted_to_its_law(read_bill(f"bill {name}\n  drafted against: 2018-08-01\n{lines}", name), name).fitted
    assert fitted is not None
    return fitted


def _bills() -> list[Fitted]:
    """Twelve: each amount set anew, and three limits repealed."""
    found = [
        _bill(f"B{n}", f"amend 103G.2241/{clause}\n  amount: strike {old} sqft, insert 77 sqft\n")
        for n, (clause, old) in enumerate(_AMOUNTS)
    ]
    return found + [_bill(f"R{p}", f"repeal 9({p})\n  references: leave\n") for p in ("e", "f", "g")]


def run(_folder: Path, quick: bool) -> str:
    """Targets are those of the issue on amendments."""
    bills = _bills()
    files, _ = case_files([str(ROOT / "cases" / "103G.2241" / "9")])
    rows = [row.reading for file in files for row in rows_of(read_file(file))]  # type: ignore[arg-type]
    many = [r for r in rows if r.case is not None][:250]
    adopted = tuple(bill.adopted for bill in bills)
    raised, freed = _bill("RAISE", "amend 9(a)(4)\n  amount: strike 100 sqft, insert 400 sqft\n"), bills[9]

    def searching(bill: Fitted) -> Callable[[], object]:
        sides = [Side(_DAY, (), bill.law), Side(_DAY, (bill.adopted,), bill.amended)]
        touched = sorted({a for row in bill.rows for a in row.args if "/" in a})
        vocabulary = load_vocabulary()
        choices = choices_of(CheckOptions(), vocabulary)
        return lambda: search(sides, touched, choices, vocabulary)

    def packages(number: int, cases: int) -> Callable[[], Cost]:
        options = CheckOptions(amendments=adopted[:number])
        return lambda: timed(lambda: answers_of_packages(many[:cases], options, packages_of(number)))

    works = {
        "4,096 packages, 1 case": packages(12, 1),
        "64 packages, 250 cases": packages(6, 250),
        "9(a)(4) raised: a witness, and none that narrows": lambda: timed(searching(raised)),
        "9(e) repealed: a witness, and none that narrows": lambda: timed(searching(freed)),
    }
    targets = (0.5, 1.25, 0.5, 0.5)
    costs, rounds = interleaved(works, 3 if quick else 5, 90)
    table: list[Row] = [within(name, cost, most) for (name, cost), most in zip(costs.items(), targets, strict=True)]
    return render("Amendments", table, [f"medians of {rounds} runs; up to 2 impacts are searched"])
