"""Projects whose impacts each qualify under many exemptions: the paths are counted, not listed."""

from __future__ import annotations

from pathlib import Path

from lexempt import check, loads

from .corpus import many_exemptions
from .measuring import Cost, interleaved, timed
from .stopwatch import Stopwatch
from .table import Row, render, within

_LEAST = 8
_MOST = 0.3


def run(_folder: Path, quick: bool) -> str:
    """20 and 200 impacts."""
    rows: list[Row] = []
    notes: list[str] = []
    for impacts in (20, 200):
        text = many_exemptions(impacts)
        reading = loads(text)
        project = check(reading, time_limit=0).projects[0]
        exemptions = [set(i.qualifies) for i in project.impacts]
        fewest = min(map(len, exemptions))
        # All clauses but the amount stand together; the amount goes with itself alone, for all impacts.
        others = [len({c for c in clauses if not c.startswith("103G.2241/9/")}) for clauses in exemptions]
        expected = 1
        for each in others:
            expected *= each
        expected += all(len(clauses) > each for clauses, each in zip(exemptions, others, strict=True))
        exact = project.paths.complete and project.paths.count == expected and fewest >= _LEAST

        def solving(reading=reading, **options: bool) -> Cost:
            watch = Stopwatch()
            with watch.running():
                cost = timed(lambda: check(reading, time_limit=0, **options))
            return Cost(watch.solving, cost.cpu * watch.solving / cost.wall)

        works = {
            "atoms to answer, every reading and reason": solving,
            "atoms to answer, default readings, no reasons": lambda f=solving: f(all_readings=False, reasons=False),
            "text to answer": lambda t=text: timed(lambda: check(loads(t), time_limit=0)),
        }
        costs, rounds = interleaved(works, 3 if quick else 7, 60)
        for name, cost in costs.items():
            rows.append(within(f"{impacts} impacts, {name}", cost, _MOST if name.startswith("atoms") else None))
        rows.append(Row(f"{impacts} impacts, exact number of paths", "right" if exact else "WRONG", within=exact))
        digits = f"{project.paths.count:.3e}" if project.paths.count < 10**300 else "beyond a float"
        notes.append(f"{impacts} impacts: at least {fewest} exemptions each, {digits} paths; medians of {rounds} runs")
        if fewest < _LEAST:
            notes.append(f"the project is not the one asked for: an impact has only {fewest} exemptions")
    return render("Paths", rows, notes)
