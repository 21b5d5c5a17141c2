"""The search for witnesses against brute force: the plain-Python oracle tries every project of a small domain.

Where brute force finds a project that a bill widens or narrows, the search must find one; where the search says that there
is none, brute force must find none. The domain (below) lies within the bounds of the search.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from datetime import date
from fractions import Fraction

import pytest
from tests.oracle import deminimis, law
from tests.oracle.matter import S
from tests.oracle.world import ELEVEN_COUNTIES, Ground, Impact, Portion, Project, Wetland, World, county_classes
from tests.properties.test_amended_agreement import fitted

from lexempt.amending.witness import Searched, Side, search
from lexempt.law.vocabulary import load_vocabulary
from lexempt.solving.options import CheckOptions
from lexempt.solving.prepared import choices_of

DAY = date(2018, 8, 1)
COUNTIES = ("aitkin", "otter_tail", "hennepin", "anoka", "blue_earth")
"""More than 80 percent; 50 to 80 outside, less than 50 inside, 50 to 80 inside, less than 50 outside of the eleven counties."""
NEW = (20, 50, 200, 400, 1_000, 6_000)


def random_bill(rng: random.Random) -> tuple[str, dict[str, Fraction], frozenset[str]]:
    """One or two amounts set anew, or a limit repealed."""
    lines, amounts = ["bill RANDOM", "  drafted against: 2018-08-01"], {}
    for clause in sorted(rng.sample(sorted(deminimis.AMOUNT), rng.choice((0, 1, 1, 2)))):
        old = deminimis.AMOUNT[clause]
        new = rng.choice([a for a in NEW if a != old])
        amounts[clause] = Fraction(new)
        lines += [f"amend {clause}", f"  amount: strike {int(old):,} sqft, insert {new:,} sqft"]
    limits = ("9/e", "9/f", "9/h", "9/d/1", "9/c", "9/a/4")
    repealed = frozenset(S + limit for limit in rng.sample(limits, 1 if not amounts else rng.choice((0, 1))))
    for provision in sorted(repealed - set(amounts)):
        lines += [f"repeal {provision}", "  references: leave"]
    return "\n".join(lines), amounts, repealed - set(amounts)


def world(county: str, impacts: tuple[tuple[str, str, str, int], ...], size: int) -> World:
    """A project in one wetland of one owner; (type, zone, cedar, area) of each impact, all of them fill."""
    facts = {"county": county}
    return World(
        projects={"p": Project("p", facts={"work": DAY})},
        wetlands={"w": Wetland("w", facts={"size": Fraction(size)})},
        portions={"h": Portion("h", wetland="w", owners=("o",), facts={"area": Fraction(size)})},
        grounds={"g": Ground("g", wetland="w", facts=facts)},
        impacts={
            f"i{n}": Impact(
                f"i{n}", project="p", portion="h", ground="g",
                facts={
                    "activity": "fill", "wetland_type": kind, "shoreland_zone": zone, "cedar_or_tamarack": cedar,
                    "area": Fraction(area),
                },
            )
            for n, (kind, zone, cedar, area) in enumerate(impacts)
        },
    )  # fmt: skip


def areas(amounts: dict[str, Fraction], repealed: frozenset[str]) -> tuple[int, ...]:
    touched = {
        int(a) for clause in (*amounts, *repealed) for a in (amounts.get(clause), deminimis.AMOUNT.get(clause)) if a
    }
    return tuple(sorted({1, *(max(1, t + d) for t in touched for d in (-1, 0, 1))}))


def worlds(tried: tuple[int, ...]) -> Iterator[tuple[World, tuple[tuple[str, str, str, int], ...]]]:
    zones = ("outside", "protection_zone", "setback_zone")
    for county in COUNTIES:
        for one in itertools.product("12345678", zones, ("no", "yes"), tried):
            yield world(county, (one,), 800_000), (one,)
        some = list(itertools.product("1378", zones, ("no",), tried))
        for pair in itertools.combinations_with_replacement(some[:: max(1, len(some) // 24)], 2):
            yield world(county, pair, 800_000), pair


def plan(found: World, amounts: dict[str, Fraction], repealed: frozenset[str], monkeypatch: pytest.MonkeyPatch) -> str:
    with monkeypatch.context() as patched:
        patched.setattr(deminimis, "AMOUNT", deminimis.AMOUNT | amounts)
        return law.evaluate(found, {}, repealed).projects["p"].replacement_plan


def searched(text: str) -> Searched:
    bill = fitted(text)
    vocabulary = load_vocabulary()
    sides = Side(DAY, (), bill.law), Side(DAY, (bill.adopted,), bill.amended)
    touched = sorted({row.args[0] if row.predicate in ("value", "item") else row.args[1] for row in bill.rows})
    return search(sides, touched, choices_of(CheckOptions(), vocabulary), vocabulary)


@pytest.mark.parametrize("seed", range(10))
def test_search_and_brute_force_agree(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    text, amounts, repealed = random_bill(random.Random(f"witness {seed}"))
    found = searched(text)
    kinds: dict[str, list[tuple[tuple[str, str, str, int], ...]]] = {"widens": [], "narrows": []}
    for tried, impacts in worlds(areas(amounts, repealed)):
        before, after = plan(tried, {}, frozenset(), monkeypatch), plan(tried, amounts, repealed, monkeypatch)
        if before != after:
            kinds["widens" if after == "not_required" else "narrows"].append(impacts)
    for kind, differing in kinds.items():
        witness = next((w for w in found.witnesses if w.wanted == kind), None)
        assert (witness is None) <= (not differing), f"{text}\n{kind}: {differing[0]}"
        if witness is not None and differing:
            fewest = min(len(impacts) for impacts in differing)
            assert witness.impacts <= fewest
            if witness.impacts == fewest == 1:
                # Nothing of what the witness is, but smaller, differs.
                kept = re.findall(r"(?:wetland )?type: (\d)|area: ([\d,]+) sqft", witness.case)
                kind_of = next(k for k, _ in kept if k)
                area = int(next(a for _, a in kept if a).replace(",", ""))
                if "cedar" not in witness.case and "zone" not in witness.case:
                    same = [i[0][3] for i in differing if i[0][:3] == (kind_of, "outside", "no") and len(i) == 1]
                    assert same and area <= min(same)


def test_the_domain_has_a_county_of_every_kind() -> None:
    kinds = [(county_classes()[c], c in ELEVEN_COUNTIES) for c in COUNTIES]
    low, middle, high = "less_than_50", "from_50_to_80", "greater_than_80"
    assert sorted(kinds) == sorted([(high, False), (middle, False), (low, True), (middle, True), (low, False)])


def test_a_law_and_itself_differ_in_nothing() -> None:
    bill = fitted("bill X\n  drafted against: 2018-08-01\namend 9(a)(4)\n  wetland type: strike 8\n")
    vocabulary = load_vocabulary()
    side = Side(DAY, (bill.adopted,), bill.amended)
    found = search([side, side], ["103G.2241/9/a/4"], choices_of(CheckOptions(), vocabulary), vocabulary)
    assert found.witnesses == () and found.bounds.impacts == 2
