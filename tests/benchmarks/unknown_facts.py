"""Projects with up to twenty unknown facts each."""

from __future__ import annotations

from pathlib import Path

from .corpus import half_known, written
from .measuring import Cost, cores, worker
from .table import Row, megabytes, render, seconds

_MOST = 0.015
_PATIENCE = 120.0


def run(folder: Path, quick: bool) -> str:
    """A thousand of them, or as many as can be waited for, with the options of the command line and with less."""
    many = 48 if quick else 1000
    written(half_known(many), folder, "half-known")
    place = str(folder / "half-known")
    trial = worker("verdicts", place, 24)
    asked = min(many, max(48, int(_PATIENCE / (trial["wall"] / 24))))
    rows: list[Row] = []
    first: dict[str, float] = {}
    for name, readings, reasons, jobs in (
        ("as `check` lists them", "all", "no", cores()),
        ("default readings", "none", "no", cores()),
        ("default readings, in one process", "none", "no", 1),
        ("with all reasons, as `--format json` has them", "all", "yes", cores()),
    ):
        numbers = worker("verdicts", place, asked, readings, reasons, jobs)
        first = first or numbers
        each = Cost(numbers["wall"], numbers["cpu"]) / numbers["projects"]
        target = f"<= {seconds(_MOST)}" if not rows else ""
        rows.append(
            Row(
                f"a project, {name}",
                seconds(each.wall),
                seconds(each.cpu),
                target=target,
                within=each.wall <= _MOST if target else None,
            )
        )
    notes = [f"{first['projects']:.0f} projects of {asked} files; of the first row, reading the text takes"]
    notes[0] += f" {first['read'] / first['wall']:.1%}, atoms to verdicts {first['solving'] / first['wall']:.0%};"
    notes[0] += f" peak {megabytes(first['peak'])}"
    if asked < many:
        notes.append(f"{many} would take too long here: the first {asked} stand for them")
    return render("Unknown facts, text to verdicts", rows, notes)
