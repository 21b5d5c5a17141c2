"""Where the time goes, for one case and for many."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .corpus import half_known, typical, written
from .measuring import ROOT
from .stopwatch import STAGES, Stopwatch
from .table import seconds


def run(folder: Path, quick: bool) -> str:
    """A column each for the demo, for typical cases, and for half-known ones."""
    many = 30 if quick else 100
    columns: list[tuple[str, Stopwatch, int]] = []
    demo = [str(ROOT / "cases" / "demo" / "field-lane-and-turnout.case")]
    known = written(typical(many * 2, seed=4), folder, "stages-known")
    half = written(half_known(many // 2, seed=4), folder, "stages-half")
    _check(demo)
    for name, files in (
        ("the demo", demo),
        (f"{many} known", known[:many]),
        (f"{many * 2} known", known),
        (f"{many // 2} half-known", half),
    ):
        columns.append((name, _check(files), len(files)))
    widths = [max(len(name), 16) for name, _, _ in columns]
    head = f"{'':20}" + "".join(f"  {name:>{w}}" for (name, _, _), w in zip(columns, widths, strict=True))
    lines = ["== Stages, time a case (share), warm", head]
    totals = [sum(watch.spent.values()) for _, watch, _ in columns]
    for stage in STAGES:
        cells = [
            f"{seconds(watch.spent[stage] / n)} ({watch.spent[stage] / total:4.0%})"
            for (_, watch, n), total in zip(columns, totals, strict=True)
        ]
        lines.append(f"{stage:20}" + "".join(f"  {c:>{w}}" for c, w in zip(cells, widths, strict=True)))
    cells = [seconds(total / n) for (_, _, n), total in zip(columns, totals, strict=True)]
    lines.append(f"{'all':20}" + "".join(f"  {c:>{w}}" for c, w in zip(cells, widths, strict=True)))
    missing = sorted({place for _, watch, _ in columns for place in watch.missing})
    if missing:
        lines.append(f"   no longer in the code: {', '.join(missing)}")
    return "\n".join(lines) + "\n"


def _check(files: Sequence[str]) -> Stopwatch:
    from lexempt.language import files as language
    from lexempt.rendering import text
    from lexempt.rendering.report import Origin
    from lexempt.solving import check
    from lexempt.solving.options import CheckOptions

    watch = Stopwatch()
    with watch.running():
        read = [language.read_file(path) for path in files]
        result = check.check_cases([r for r in read if not isinstance(r, str)], CheckOptions(time_limit=0))
        text.render_text(result, Origin("0", "lexempt check"), limit=20, detail=False)
    return watch
