"""An amended law and the oracle with the same changes made by hand agree on generated worlds.

The oracle takes other amounts, another list of types, and clauses repealed; the bill says the same in the amendment
language and goes through reading, fitting and `lexempt.check`.
"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from tests.oracle import agree, deminimis, law
from tests.oracle.matter import S

from lexempt.amending.fit import Fitted
from lexempt.amending.load import fitted_to_its_law
from lexempt.amending.reader import read_bill
from lexempt.result import ProjectResult
from lexempt.solving.check import check_cases
from lexempt.solving.options import CheckOptions

AMOUNTS = (20, 99, 100, 101, 400, 401, 1_000, 2_500, 4_999, 12_345, 20_000)
LIMITS = ("9/e", "9/f", "9/g", "9/h", "9/i", "9/f/2", "2/e", "5", "9/c")


def random_bill(rng: random.Random) -> tuple[str, dict[str, Fraction], frozenset[str]]:
    """A bill as text; and what it does, as the oracle takes it: the amounts it sets, the provisions it repeals."""
    lines = ["bill RANDOM", "  drafted against: 2018-08-01"]
    amounts: dict[str, Fraction] = {}
    for clause in sorted(rng.sample(sorted(deminimis.AMOUNT), rng.randint(1, 4))):
        new = rng.choice([a for a in AMOUNTS if a != deminimis.AMOUNT[clause]])
        amounts[clause] = Fraction(new)
        lines += [f"amend {clause}", f"  amount: strike {int(deminimis.AMOUNT[clause]):,} sqft, insert {new:,} sqft"]
    repealed = frozenset(S + name for name in rng.sample(LIMITS, rng.choice((0, 0, 1, 2))))
    for provision in sorted(repealed):
        lines += [f"repeal {provision}", "  references: leave"]
    return "\n".join(lines), amounts, repealed


def fitted(text: str) -> Fitted:
    loaded = fitted_to_its_law(read_bill(text, "random.amend"), "random.amend")
    assert not loaded.wrong, loaded.diagnostics
    assert loaded.fitted is not None
    return loaded.fitted


@pytest.mark.parametrize("seed", range(12))
def test_amended_law_and_amended_oracle_agree(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(f"amended {seed}")
    text, amounts, repealed = random_bill(rng)
    adopted = fitted(text).adopted
    changed = deminimis.AMOUNT | amounts
    monkeypatch.setattr(deminimis, "AMOUNT", changed)  # the generator draws areas at and beside these amounts too
    tally = agree.Tally()
    drawn = list(agree.draw(300 + seed, range(40), tally))
    options = CheckOptions(amendments=(adopted,), all_readings=False, reasons=False, limit=0, time_limit=0)
    result = check_cases([d.reading for d in drawn], options)
    answers: dict[str, list[ProjectResult]] = {d.name: [] for d in drawn}
    for project in result.projects:
        answers[project.path].append(project)
    refused = {line.partition(":")[0] + ":" + line.split(":")[1] for line in result.refused}
    compared = 0
    for d in drawn:
        if d.name in refused:
            continue
        wrong = agree.by_results(answers[d.name], d.world, law.evaluate(d.world, {}, repealed))
        assert not wrong, f"{text}\n{d.text}\n{wrong}"
        compared += 1
    assert compared >= 35


def test_the_test_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the bill, the oracle with another amount differs."""
    monkeypatch.setattr(deminimis, "AMOUNT", deminimis.AMOUNT | {S + "9/a/4": Fraction(20_000)})
    drawn = list(agree.draw(300, range(60), agree.Tally()))
    result = check_cases(
        [d.reading for d in drawn], CheckOptions(all_readings=False, reasons=False, limit=0, time_limit=0)
    )
    answers: dict[str, list[ProjectResult]] = {}
    for project in result.projects:
        answers.setdefault(project.path, []).append(project)
    assert any(
        agree.by_results(answers[d.name], d.world, law.evaluate(d.world, {})) for d in drawn if d.name in answers
    )
