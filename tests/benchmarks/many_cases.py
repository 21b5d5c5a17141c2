"""A thousand cases in one call, and ten thousand: time against bare clingo on the same facts, and memory."""

from __future__ import annotations

import shutil
from pathlib import Path

from .corpus import typical, written
from .measuring import MB, ROOT, Cost, cores, interleaved, worker, worker_memory
from .table import Row, against, megabytes, render, seconds

_PATIENCE = 150.0
"""Seconds that the long run may take; where it would take longer, growth is measured on fewer cases, and the row says so."""
_LIMIT = 300 * MB


def run(folder: Path, quick: bool) -> str:
    """All four rows of the target."""
    many = 100 if quick else 1000
    written(typical(many), folder, "typical")
    place = str(folder / "typical")
    seen: dict[str, list[dict[str, float]]] = {}

    def cost(name: str, work: str, *arguments: object) -> Cost:
        numbers = worker(work, *arguments)
        seen.setdefault(name, []).append(numbers)
        return Cost(numbers["wall"], numbers["cpu"], int(numbers["peak"]))

    works = {
        "bare": lambda: cost("bare", "bare", place, many),
        "default": lambda: cost("default", "verdicts", place, many, "none", "no"),
        "listed": lambda: cost("listed", "verdicts", place, many, "all", "no", cores()),
        "everything": lambda: cost("everything", "verdicts", place, many, "all", "yes", cores()),
    }
    costs, rounds = interleaved(works, 3, _PATIENCE)
    bare = costs["bare"]
    solving = min(seen["default"], key=lambda n: n["solving"])
    share = solving["solving"] / solving["wall"]
    rows = [
        Row(f"bare clingo, {many} cases as one program", seconds(bare.wall), seconds(bare.cpu)),
        against(f"(a) text to verdicts as `check` lists them, {many} cases", costs["listed"], bare, 5),
        against("    the same with all reasons, as `--format json` has them", costs["everything"], bare),
        against("    the same in one process, without other readings and reasons", costs["default"], bare),
        against(
            "(b) atoms to verdicts, default readings",
            Cost(costs["default"].wall * share, costs["default"].cpu * share),
            bare,
            1.5,
        ),
        _memory(place, many, bare),
    ]
    notes = [f"medians of {rounds} interleaved rounds, a process each; bare clingo's share of grounding:"]
    notes[0] += f" {seen['bare'][0]['ground'] / seen['bare'][0]['wall']:.0%}"
    notes.append(f"bare clingo was given {seen['bare'][0]['cases']:.0f} of {many} cases, the tool answered")
    notes[-1] += f" {seen['everything'][0]['projects']:.0f} projects"
    rows += _with_bundled(folder, many)
    growth, said = _growth(folder, costs["listed"], many, quick)
    return render(f"{many} cases in one call", [*rows, *growth], [*notes, *said])


def _memory(place: str, many: int, bare: Cost) -> Row:
    peak = worker_memory("verdicts", place, many, "all", "no", cores())
    return Row(
        "(c) peak memory of (a), all its processes",
        megabytes(peak),
        baseline=megabytes(bare.peak),
        target=f"< {megabytes(_LIMIT)}",
        within=peak < _LIMIT,
    )


def _with_bundled(folder: Path, many: int) -> list[Row]:
    """The bundled cases, which leave facts open and are of several days, alone: they cannot share groundings so well."""
    place = folder / "bundled"
    shutil.copytree(ROOT / "cases", place, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    bare = worker("bare", place, 100_000)
    mine = worker("verdicts", place, 100_000, "all", "no", cores())
    name = f"the bundled cases ({mine['projects']:.0f} projects have a day), text to verdicts"
    return [against(name, Cost(mine["wall"], mine["cpu"]), Cost(bare["wall"], bare["cpu"]))]


def _growth(folder: Path, whole: Cost, many: int, quick: bool) -> tuple[list[Row], list[str]]:
    """Ten times as many cases, with the options of the command line if that can be waited for."""
    base = many
    while base > 10 and whole.wall * base / many * 11 > (_PATIENCE / 3 if quick else _PATIENCE):
        base //= 10
    written(typical(base * 10, seed=3), folder, "growing")
    place = str(folder / "growing")
    few, lot = (worker("verdicts", place, size, "all", "no", cores()) for size in (base, base * 10))
    ratio, by_cpu = lot["wall"] / few["wall"], lot["cpu"] / few["cpu"]
    target = "8x to 12.5x" if base >= 1000 else ""
    rows = [
        Row(
            f"(d) text to verdicts, {base * 10} cases against {base}",
            seconds(lot["wall"]),
            seconds(lot["cpu"]),
            seconds(few["wall"]),
            f"{ratio:.2f}x ({by_cpu:.2f}x)",
            target,
            8 <= ratio <= 12.5 if target else None,
        ),
        Row("    peak memory of the first process", megabytes(lot["peak"]), baseline=megabytes(few["peak"])),
    ]
    notes = [f"memory grew by {(lot['peak'] - few['peak']) / (base * 9) / 1024:.0f} kB a case"]
    if base < 1000:
        notes.append(
            f"(d) is asked of 10,000 cases: at {seconds(whole.wall / many)} a case that would take too long here"
        )
        if base < many:
            rows += [
                Row(f"    {many} cases against {base}", seconds(whole.wall), seconds(whole.cpu), seconds(few["wall"]))
            ]
    return rows, notes
