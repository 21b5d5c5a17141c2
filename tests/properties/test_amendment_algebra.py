"""Applied and taken back, a bill leaves the law as it was; bills of different things commute; any text ends in a diagnostic."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexempt.amending.compare import comparison
from lexempt.amending.definitions import relying_on
from lexempt.amending.fit import Fitted, all_adopted
from lexempt.amending.inverse import inverse
from lexempt.amending.load import fitted_to_its_law
from lexempt.amending.reader import read_bill
from lexempt.amending.standing import Provision, standing_on, walk
from lexempt.amending.terms import lines_of
from lexempt.law.vocabulary import load_vocabulary
from lexempt.solving.rows import law_rows

LAW = standing_on(20180801)
VOCABULARY = load_vocabulary()


def stroke(rng: random.Random, provision: Provision) -> str | None:
    """A line of `amend start`, uncommented and, where it is a number or a list, changed."""
    key, value = rng.choice(lines_of(provision, VOCABULARY))
    name = key.replace(" ", "_")
    if key in ("if", "unless"):
        return f"  {key}: strike {value}"
    if name in provision.numbers:
        number = provision.numbers[name]
        if number.unit not in ("sqft", "foot"):
            return None
        unit = "sqft" if number.unit == "sqft" else "feet"
        return f"  {key}: strike {value}, insert {rng.randint(1, 99_999):,} {unit}"
    members = value.split(", ")
    if key == "wetland type":
        free = [t for t in "12345678" if t not in members]
        return f"  {key}: strike {rng.choice(members)}" + (
            f", insert {rng.choice(free)}" if free and rng.random() < 0.6 else ""
        )
    return f"  {key}: strike {rng.choice(members)}" if " and " not in value else None


def is_below(provision: str, gone: list[str]) -> bool:
    """Whether it goes with one that the bill takes out: nothing more can be done to it."""
    return any(provision.startswith(f"{other}/") for other in gone)


def random_bill(rng: random.Random, name: str, every: bool = False) -> Fitted:
    """Strokes, repeals and a new clause, as text that is read and fitted; with `every` new numbers, words not seen and new facts."""
    lines = [f"bill {name}", "  drafted against: 2018-08-01"]
    whole = [p for p in LAW.provisions.values() if p.state == "in force" and lines_of(p, VOCABULARY)]
    gone: list[str] = []
    for provision in sorted(rng.sample(whole, rng.randint(1, 4)), key=lambda p: p.id):
        if is_below(provision.id, gone):
            continue
        # What is defined there is asked for: it cannot be taken out by itself.
        if rng.random() < 0.25 and not relying_on([provision.id], [LAW]):
            gone.append(provision.id)
            lines += [f"{rng.choice(('repeal', 'suspend'))} {provision.id}", "  references: leave"]
            continue
        found = stroke(rng, provision)
        if found is not None:
            lines += [f"amend {provision.id}", found]
    if rng.random() < 0.4:
        lines += [f"add provision 103G.2241/9/d/{rng.randint(3, 9)}", f"  amount: {rng.randint(1, 9_999)} sqft"]
        lines += ["  if: shoreland zone is outside", f"  if: wetland type is {rng.randint(1, 8)}"]
        if every:
            lines += ["  if: survey_done", "new fact survey_done of impact"]
    if every:
        named = {word for line in lines for word in line.split()}
        free = [p for p in whole if p.id not in named and not is_below(p.id, gone)]
        moved = rng.choice([p for p in free if "/" in p.id])  # a section has no other number here
        hidden, stopped = rng.sample([p for p in free if p is not moved], 2)
        lines += [f"renumber {moved.id} as {moved.id.rpartition('/')[0]}/zz", "  references: move"]
        if "amount" in hidden.numbers and not moved.id.startswith(hidden.id):
            lines += [f"amend {hidden.id}", "  amount: insert unknown"]
        lines += [f"amend {stopped.id}", "  if: insert unknown"]
    loaded = fitted_to_its_law(read_bill("\n".join(lines), name), name)
    assert not loaded.wrong and loaded.fitted is not None, ("\n".join(lines), loaded.diagnostics)
    return loaded.fitted


@pytest.mark.parametrize("every", [False, True])
@pytest.mark.parametrize("seed", range(60))
def test_applied_and_taken_back_it_is_as_it_was(seed: int, every: bool) -> None:
    bill = random_bill(random.Random(f"algebra {seed}"), "BILL", every)
    after = all_adopted(LAW, (bill,))
    if bill.rows:
        assert comparison(LAW, after, VOCABULARY)
    undone = walk((*law_rows(), *bill.rows, *inverse(bill, "BACK")), (*LAW.acts, "BILL", "BACK"))
    assert undone.cites == LAW.cites
    for name, now in undone.provisions.items():
        before = LAW.provisions.get(name)
        if before is None:
            assert now.state == "not in force"
            continue
        assert now.state == before.state and now.lists == before.lists
        assert {n: (v.number, v.unseen) for n, v in now.numbers.items()} == {
            n: (v.number, v.unseen) for n, v in before.numbers.items()
        }


def test_the_new_operations_are_among_them() -> None:
    """The test above is not empty."""
    rows = [r.predicate for s in range(60) for r in random_bill(random.Random(f"algebra {s}"), "BILL", True).rows]
    assert all(rows.count(predicate) > 5 for predicate in ("cites", "unknown_value", "unseen", "item", "repeals"))


@pytest.mark.parametrize("seed", range(30))
def test_bills_of_different_provisions_commute(seed: int) -> None:
    rng = random.Random(f"commute {seed}")
    one, other = random_bill(rng, "ONE"), random_bill(rng, "OTHER")
    touched = [{a for row in b.rows for a in row.args if "/" in a} for b in (one, other)]
    if touched[0] & touched[1]:
        return
    assert not comparison(all_adopted(LAW, (one, other)), all_adopted(LAW, (other, one)), VOCABULARY)


def test_most_pairs_are_of_different_provisions() -> None:
    """The test above is not empty."""
    disjoint = 0
    for seed in range(30):
        rng = random.Random(f"commute {seed}")
        one, other = random_bill(rng, "ONE"), random_bill(rng, "OTHER")
        disjoint += not (
            {a for r in one.rows for a in r.args if "/" in a} & {a for r in other.rows for a in r.args if "/" in a}
        )
    assert disjoint > 10


WORDS = st.sampled_from(
    [
        "bill", "amend", "repeal", "add provision", "suspend", "reinstate", "after", "strike", "insert", "replace", "with", "A",
        "9(a)(4)", "103G.2241/9/e", "103G.2241/9/d/3", "amount:", "if:", "unless:", "wetland type:", "references:", "mend", "leave",
        "100 sqft", "400 sqft", "3", "8", ",", "in 11 counties", "shoreland zone is outside", "drafted against:", "effective:",
        "renumber", "as", "new fact", "of", "project", "values:", "yes, no", "decided by:", "board", "applies to:", "work on or after",
        "2018-08-01", "2024-08-01", '"x"', "#", "\n", "\n  ", "unknown", "9" * 40, "-1 acres", "\t", "é", ":", "county: Otter Tail",
    ]
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(WORDS, max_size=25))
def test_any_words_end_in_a_bill_or_a_diagnostic(words: list[str]) -> None:
    text = "bill X\n" * (len(words) % 2) + " ".join(words)
    loaded = fitted_to_its_law(read_bill(text, "x"), "x")
    assert loaded.fitted is not None or loaded.diagnostics
    if loaded.fitted is not None and not loaded.wrong:
        adopted = loaded.fitted.adopted
        assert bool(adopted.chains) or loaded.diagnostics


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200))
def test_any_text_ends_in_a_bill_or_a_diagnostic(text: str) -> None:
    loaded = fitted_to_its_law(read_bill(text, "x"), "x")
    assert loaded.diagnostics
