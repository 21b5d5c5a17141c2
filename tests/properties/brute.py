"""The second check of the search: the oracle, in plain Python, tries every project of a small domain under a random amendment.

It never reads the law in ASP: the bill's numbers and repeals are set in the oracle by hand. Where it finds a project that the
bill widens or narrows the search must find one; where the search says that there is none it must find none; and a project of
one impact changes its answer exactly if it lies in a region. `python -m tests.properties.brute --count 200` for more.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from fractions import Fraction

from tests.oracle import deminimis, law
from tests.oracle.matter import S
from tests.oracle.world import ELEVEN_COUNTIES, Ground, Impact, Portion, Project, Wetland, World, county_classes
from tests.properties.test_amended_agreement import fitted

from lexempt.amending.domain import Limits, Side
from lexempt.amending.regions import Region, Regions, regions
from lexempt.amending.witness import WIDENS_NARROWS, Searched, search_readings
from lexempt.law.vocabulary import load_vocabulary
from lexempt.solving.options import CheckOptions
from lexempt.solving.prepared import choices_of

DAY = date(2018, 8, 1)
COUNTIES = ("aitkin", "otter_tail", "hennepin", "anoka", "blue_earth")
"""More than 80 percent; 50 to 80 outside, less than 50 inside, 50 to 80 inside, less than 50 outside of the eleven counties."""
ZONES = ("outside", "protection_zone", "setback_zone")
NEW = (20, 50, 200, 400, 1_000, 6_000)
Tried = tuple[str, str, str, int]
"""Type, zone, whether white cedar or tamarack, area of an impact."""


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


def world(county: str, impacts: tuple[Tried, ...], size: int = 800_000) -> World:
    """A project in one wetland of one owner; all impacts are fill."""
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
    """A square foot; and at, below and above each amount that is touched, old and new."""
    touched = {
        int(a) for clause in (*amounts, *repealed) for a in (amounts.get(clause), deminimis.AMOUNT.get(clause)) if a
    }
    return tuple(sorted({1, *(max(1, t + d) for t in touched for d in (-1, 0, 1))}))


def worlds(tried: tuple[int, ...]) -> Iterator[tuple[str, tuple[Tried, ...]]]:
    """Every project of one impact, and some of two: county and impacts."""
    for county in COUNTIES:
        for one in itertools.product("12345678", ZONES, ("no", "yes"), tried):
            yield county, (one,)
        some = list(itertools.product("1378", ZONES, ("no",), tried))
        for pair in itertools.combinations_with_replacement(some[:: max(1, len(some) // 24)], 2):
            yield county, pair


@contextmanager
def amended(amounts: dict[str, Fraction]) -> Iterator[()]:
    """The oracle with these amounts."""
    before = deminimis.AMOUNT
    deminimis.AMOUNT = before | amounts
    try:
        yield
    finally:
        deminimis.AMOUNT = before


def plan(found: World, repealed: frozenset[str] = frozenset()) -> str:
    """The oracle's answer."""
    return law.evaluate(found, {}, repealed).projects["p"].replacement_plan


def searched(text: str) -> tuple[Searched, Regions]:
    """What the tool finds: within one wetland of one owner, up to two impacts."""
    bill = fitted(text)
    vocabulary = load_vocabulary()
    sides = Side(DAY, (), bill.law), Side(DAY, (bill.adopted,), bill.amended)
    touched = sorted({row.args[0] if row.predicate in ("value", "item") else row.args[1] for row in bill.rows})
    choices = choices_of(CheckOptions(), vocabulary)
    found = search_readings(sides, touched, choices, vocabulary, WIDENS_NARROWS, Limits(2, 1, 1), (), widen=False)
    return found[()], regions(sides, touched, choices, vocabulary, 40)


def lies_in(region: Region, county: str, impact: Tried) -> bool:
    """Whether a project of one impact, ordinary otherwise, lies in a region."""
    kind = (county_classes()[county], county in ELEVEN_COUNTIES)
    kinds = {
        (county_classes()[c], c in ELEVEN_COUNTIES)
        for x in region.conditions
        if x.attribute == "county"
        for c in x.values
    }
    facts = {"wetland_type": impact[0], "shoreland_zone": impact[1], "cedar_or_tamarack": impact[2], "activity": "fill"}
    numbers = {"area": impact[3], "size": 800_000, "drained_or_filled_before": 0}
    for condition in region.conditions:
        name = condition.attribute
        if name == "county":
            fits = kind in kinds
        elif name in numbers:
            low, high = condition.low or 0, condition.high
            fits = low <= numbers[name] and (high is None or numbers[name] <= high)
        elif name in facts:
            fits = facts[name] in condition.values
        else:  # everything else is ordinary: none of a set, no to a question
            fits = "leaves out" in condition.words or "no" in condition.values
        if not fits:
            return False
    return True


def disagreements(seed: int) -> list[str]:
    """Where the tool and brute force differ on the amendment of this number."""
    text, amounts, repealed = random_bill(random.Random(f"witness {seed}"))
    found, where = searched(text)
    kinds: dict[str, list[tuple[Tried, ...]]] = {"widens": [], "narrows": []}
    wrong = []
    for county, impacts in worlds(areas(amounts, repealed)):
        tried = world(county, impacts)
        before = plan(tried)
        with amended(amounts):
            after = plan(tried, repealed)
        kind = "" if before == after else "widens" if after == "not_required" else "narrows"
        if kind:
            kinds[kind].append(impacts)
        if len(impacts) == 1 and not where.more:
            told = {region.kind for region in where.found if lies_in(region, county, impacts[0])}
            if told != ({kind} if kind else set()):
                wrong.append(f"{county} {impacts[0]}: {kind or 'same'}, by the regions {sorted(told) or 'same'}")
    for kind, differing in kinds.items():
        witness = next((w for w in found.witnesses if w.wanted == kind), None)
        if witness is None and differing:
            wrong.append(f"{kind}: none found, but {differing[0]}")
        if witness is not None and differing and witness.impacts > min(len(impacts) for impacts in differing):
            wrong.append(f"{kind}: {witness.impacts} impacts, but {min(differing, key=len)}")
    return [f"{seed}: {line}\n{text}" for line in wrong[:3]]


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.properties.brute", description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    chosen = parser.parse_args()
    start, wrong = time.perf_counter(), 0
    for seed in range(chosen.first, chosen.first + chosen.count):
        for line in disagreements(seed):
            wrong += 1
            print(line, flush=True)
    print(f"{chosen.count} amendments, {wrong} disagreements, {time.perf_counter() - start:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
