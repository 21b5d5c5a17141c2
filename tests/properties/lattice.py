"""Whether the lattice of packages says of each case what `check` says of it when the package alone is applied.

Five real amendments that fit the law of one day, all 32 subsets of them, every bundled case with its variants, all under the
law of that day. The lattice answers under assumptions in one grounding; `check` grounds each package anew. What it refuses
(areas too fine to be added up exactly) `check` has to refuse under all five together. The whole takes some ten minutes: `python -m
tests.properties.lattice`; the test takes every eighth of the cases that the five are not about.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import time
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from tests.properties.test_amended_agreement import fitted

from lexempt.amending.load import load_amendment, place_of
from lexempt.case import Reading
from lexempt.language.files import case_files, read_file
from lexempt.law.adopted import Adopted
from lexempt.result import Plan
from lexempt.solving.check import check_cases
from lexempt.solving.options import CheckOptions
from lexempt.solving.packages import Package, answers_of_packages
from lexempt.suite.run import rows_of

DAY = date(2018, 8, 1)
HEAD = "bill {}\n  drafted against: 2018-08-01\n"
PROPOSED = ("hf2393-a1", "wca-1995-habitat")
"""Bills of 2012 and 1995 that stand beside the law as files."""
ENACTED = (
    # What Laws 2024, chapter 90, article 3 did, so far as it has been seen, as three bills against the wording before it: pasture
    # is repealed; the crop test of 1(1) gives way to labels of NRCS (1(8) and (9) here: a bill cannot fill a number it empties);
    # excavation in flooded areas counts in every type of wetland, not in types 3, 4 and 5 only.
    HEAD.format("PASTURE") + "repeal 103G.2241/1/2\n",
    HEAD.format("LABELS") + "repeal 103G.2241/1/1\n"
    "add provision 103G.2241/1/8 after 103G.2241/1/7\n  if: NRCS label is prior converted cropland\n"
    "  if: agricultural land is yes\n  if: NRCS determination final and certified is yes\n"
    "add provision 103G.2241/1/9 after 103G.2241/1/8\n"
    "  if: NRCS label is farmed wetland, farmed wetland pasture or wetland\n"
    "  if: drainage maintenance authorized by NRCS is yes\n  if: NRCS determination final and certified is yes\n",
    HEAD.format("EXCAVATION")
    + "amend 103G.222/1/a\n  excavated type: insert 1, insert 2, insert 6, insert 7, insert 8\n",
)
AMENDED = ("cases/103G.222/1/a/", "cases/103G.2241/1/", "cases/103G.2241/10/")
"""Cases on which each of the five shows; 9(a), which the first amends too, has many cases elsewhere."""
PACKAGES: tuple[Package, ...] = tuple(frozenset(p) for n in range(6) for p in itertools.combinations(range(5), n))


def five() -> tuple[Adopted, ...]:
    """The five amendments."""
    found = []
    for name in PROPOSED:
        loaded = load_amendment(place_of(name))
        assert not isinstance(loaded, str) and loaded.fitted is not None and not loaded.wrong
        found.append(loaded.fitted.adopted)
    return (*found, *(fitted(text).adopted for text in ENACTED))


def rows(every: int = 1) -> list[Reading]:
    """The bundled cases with their variants; or those of the provisions that the five amend, and one of so many of the others,
    from a place drawn once and for all."""
    files, _ = case_files(["cases"])
    found = [row.reading for f in files for row in rows_of(read_file(f))]
    first = random.Random("lattice").randrange(every)
    others = [reading for reading in found if not _amended(reading)]
    return [*(reading for reading in found if _amended(reading)), *others[first::every]]


def _amended(reading: Reading) -> bool:
    assert reading.case is not None
    return reading.case.path.startswith(AMENDED)


class Agreement(NamedTuple):
    """How many projects were compared under every package, and for how many of these it depends on facts; which were refused;
    where the two ways differ; and to how many projects each package gives another answer than no amendment does."""

    projects: int
    depending: int
    refused: tuple[str, ...]
    wrong: tuple[str, ...]
    flips: dict[Package, int]


def agreement(readings: Sequence[Reading], told: bool = False) -> Agreement:
    """Compare the two ways on these cases; `told`: a line on stderr for each package."""
    bills = five()
    asked = CheckOptions(on=DAY, amendments=bills)
    together = answers_of_packages(readings, asked, PACKAGES)
    wrong = ["words not seen on that day"] if together.unseen else []
    refused: set[tuple[str, str]] = set()
    flips = dict.fromkeys(PACKAGES, 0)
    for place, package in enumerate(PACKAGES):
        start = time.perf_counter()
        applied = tuple(bills[n] for n in sorted(package))
        options = CheckOptions(on=DAY, amendments=applied, all_readings=False, reasons=False, limit=0)
        alone: dict[tuple[str, str], Plan] = {
            (project.path, project.id): project.replacement_plan for project in check_cases(readings, options).projects
        }
        names = [bill.name for bill in applied]
        for key in sorted({*alone, *together.answers}):
            one, other = together.answers.get(key), alone.get(key)
            if one is None and any(line.startswith(f"{key[0]}: {key[1]}: ") for line in together.refused):
                refused.add(key)
            elif one is None or other is None or one[place] != other:
                wrong.append(f"{key[0]} {key[1]} under {names}: {one and one[place]} in the lattice, {other} by check")
            elif one[place] != one[0]:
                flips[package] += 1
        if told:
            print(f"{place + 1}/32 {'+'.join(names) or 'no amendment'}: {len(alone)} projects, {flips[package]} changed, "
                  f"{time.perf_counter() - start:.0f} s", file=sys.stderr, flush=True)  # fmt: skip
    # The last package is all five: `check` has to refuse there what the lattice refuses.
    wrong += [f"{path} {project}: refused in the lattice only" for path, project in sorted(refused & set(alone))]
    depending = sum("depends" in plans for plans in together.answers.values())
    return Agreement(len(together.answers), depending, together.refused, tuple(wrong), flips)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.properties.lattice", description=__doc__.partition("\n")[0])
    parser.add_argument("--every", type=int, default=1, help="one of so many of the cases that the five are not about")
    chosen = parser.parse_args()
    start = time.perf_counter()
    found = agreement(rows(chosen.every), told=True)
    for line in (*(f"refused: {line}" for line in found.refused), *found.wrong[:50]):
        print(line)
    bills = five()
    idle = [bill.name for n, bill in enumerate(bills) if not found.flips[frozenset((n,))]]
    print(f"changes no answer alone: {', '.join(idle) or 'none of the five'}")
    seconds = time.perf_counter() - start
    print(f"{found.projects} projects ({found.depending} depend), 32 packages, {len(found.refused)} refused, "
          f"{len(found.wrong)} disagreements, {seconds:.0f} s")  # fmt: skip
    return 1 if found.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
