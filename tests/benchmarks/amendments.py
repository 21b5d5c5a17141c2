"""Amendments: every package over cases, and the search for a smallest project on which two laws differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path

import lexempt.cli  # noqa: F401 - as in the command line, garbage is collected seldom
from lexempt.amending.fit import Fitted
from lexempt.amending.interaction import packages_of
from lexempt.amending.load import fitted_to_its_law, load_amendment, place_of
from lexempt.amending.reader import read_bill
from lexempt.amending.versions import touched
from lexempt.amending.witness import WIDENS_NARROWS, Limits, Side, search_readings
from lexempt.language.files import case_files, read_file
from lexempt.law.vocabulary import load_vocabulary
from lexempt.solving.manyfold import Wish
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


def _beside(name: str) -> Fitted:
    """A proposal that stands beside the law."""
    loaded = load_amendment(place_of(name))
    assert not isinstance(loaded, str) and loaded.fitted is not None
    return loaded.fitted


def run(_folder: Path, quick: bool) -> str:
    """Targets are those of the issue on amendments."""
    bills = _bills()
    files, _ = case_files([str(ROOT / "cases" / "103G.2241" / "9")])
    rows = [row.reading for file in files for row in rows_of(read_file(file))]  # type: ignore[arg-type]
    many = [r for r in rows if r.case is not None]
    # As many as are asked for, if need be some of them again under other names.
    again = [r._replace(case=r.case._replace(path=f"{r.case.path} {n}")) for n in range(9) for r in many if r.case]
    thousand = again[: 250 if quick else 1_000]
    adopted = tuple(bill.adopted for bill in bills)
    vocabulary = load_vocabulary()
    choices = choices_of(CheckOptions(), vocabulary)

    def searching(bill: Fitted, wanted: Mapping[str, Wish], widen: bool = False) -> Callable[[], Cost]:
        sides = [Side(_DAY, (), bill.law), Side(_DAY, (bill.adopted,), bill.amended)]
        provisions = touched(bill.law, bill.amended)
        return lambda: timed(
            lambda: search_readings(sides, provisions, choices, vocabulary, wanted, Limits(), (), widen=widen)
        )

    def packages(number: int, cases: int) -> Callable[[], Cost]:
        options = CheckOptions(amendments=adopted[:number])
        return lambda: timed(lambda: answers_of_packages(thousand[:cases], options, packages_of(number)))

    amount = "amend 9(a)(4)\n  amount: strike 100 sqft, insert 400 sqft\n"
    real = {
        "9(a)(4) raised": _bill("RAISE", amount),
        "9(e) repealed": bills[9],
        "9(g) repealed": bills[11],
        "HF 2393 A1": _beside("hf2393-a1"),
        "habitat bill of 1995": _beside("wca-1995-habitat"),
    }
    widens = {"widens": WIDENS_NARROWS["widens"]}
    narrows = {"narrows": WIDENS_NARROWS["narrows"]}
    works: dict[str, tuple[Callable[[], Cost], float]] = {
        "4,096 packages, 1 case": (packages(12, 1), 0.5),
        f"64 packages, {len(thousand):,} cases": (packages(6, len(thousand)), 5 * len(thousand) / 1_000),
    }
    for name, bill in real.items():
        works[f"{name}: a first witness"] = (searching(bill, widens), 0.5)
    works["9(a)(4) raised: none narrows, on the cone"] = (searching(real["9(a)(4) raised"], narrows), 2)
    works["9(a)(4) raised: none narrows, widened"] = (searching(real["9(a)(4) raised"], narrows, True), 30)
    costs, rounds = interleaved({name: work for name, (work, _) in works.items()}, 3 if quick else 5, 90)
    table: list[Row] = [within(name, cost, works[name][1]) for name, cost in costs.items()]
    return render(
        "Amendments", table, [f"medians of {rounds} runs; up to 3 impacts in 2 wetlands of 2 owners are searched"]
    )
