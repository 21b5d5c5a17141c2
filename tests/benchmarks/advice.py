"""What `options` costs, from a read case to ranked options that were checked again; and a project's minimal conflicts."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles

from lexempt import loads
from lexempt.advising.options import options_for
from lexempt.case import Reading
from lexempt.solving.check import check_cases
from lexempt.solving.conflicts import Conflicts
from lexempt.solving.options import CheckOptions

from .corpus import half_known, typical
from .measuring import ROOT, Cost, interleaved, middle, timed
from .table import Row, render, within

_OPTIONS = 0.25
_CONFLICT = 0.05
_LISTED = 6
_TURNOUT = "impact t{n} in w1\n  activity: fill\n  type: 3\n  area: 9 sqft\n"
_HEAD = (
    "project p1\n  county: Otter Tail\n  work: 2018-06-01\n  assume: ordinary\nwetland w1\n  size: 90 acres\n"
    "impact lane in w1\n  activity: fill\n  type: 2\n  area: 400 sqft\n"
)


def run(_folder: Path, quick: bool) -> str:
    """Typical projects that need a plan, half-known ones, and the demo; conflicts among 2, 11 and 101 impacts."""
    rows: list[Row] = []
    notes: list[str] = []
    for name, texts in (
        ("typical projects", list(typical(40 if quick else 150))),
        ("half-known projects", list(half_known(20 if quick else 60))),
    ):
        open_ = [reading for text in texts if _has_to_be_settled(reading := loads(text))]
        costs = [_options(reading) for reading in open_]
        rows.append(within(f"options, median of {len(costs)} {name}", middle(costs), _OPTIONS))
        walls = [cost.wall for cost in costs]
        tenth = quantiles(walls, n=10)[-1]
        notes.append(
            f"{name}: {sum(w <= _OPTIONS for w in walls)} of {len(walls)} within; one in ten takes {tenth:.2f} s"
        )
    demo = loads((ROOT / "cases/demo/field-lane-and-turnout.case").read_bytes(), "demo.case")
    works: dict[str, Callable[[], Cost]] = {"demo": lambda: _options(demo)}
    for many in (1, 10, 100):
        reading = loads(_HEAD + "".join(_TURNOUT.format(n=n) for n in range(many)))
        works[f"minimal conflicts among {many + 1} impacts"] = lambda r=reading: _conflicts(r)
    found, rounds = interleaved(works, 3 if quick else 9)
    rows.append(within("options, demo", found.pop("demo"), _OPTIONS))
    rows += [within(name, cost, _CONFLICT) for name, cost in found.items()]
    notes.append(
        f"projects that need a plan, in one process after a first call; demo and conflicts: medians of {rounds} runs"
    )
    return render("Options and conflicts", rows, notes)


def _has_to_be_settled(reading: Reading) -> bool:
    found = check_cases([reading], CheckOptions(all_readings=False)).projects
    return any(project.replacement_plan != "not_required" for project in found)


def _options(reading: Reading) -> Cost:
    """The median of three runs."""
    return middle([timed(lambda: options_for([reading], CheckOptions(), _LISTED)) for _ in range(3)])


def _conflicts(reading: Reading) -> Cost:
    """What finding the conflicts takes of a check, the check aside."""
    walls: list[float] = []
    cpus: list[float] = []
    whole = Conflicts.of

    def measured(*arguments: object) -> object:
        wall, cpu = time.perf_counter(), time.process_time()
        try:
            return whole(*arguments)  # type: ignore[arg-type]
        finally:
            walls.append(time.perf_counter() - wall)
            cpus.append(time.process_time() - cpu)

    Conflicts.of = measured  # type: ignore[method-assign,assignment]
    try:
        check_cases([reading], CheckOptions(all_readings=False))
    finally:
        Conflicts.of = whole  # type: ignore[method-assign]
    return Cost(median(walls), median(cpus))
