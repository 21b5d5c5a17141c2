"""The table of results: what was asked for, the baseline, and what was measured."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .measuring import MB, Cost


@dataclass(frozen=True, slots=True)
class Row:
    """One line. `within` says whether the target is met; None where there is no target."""

    what: str
    measured: str
    cpu: str = ""
    baseline: str = ""
    ratio: str = ""
    target: str = ""
    within: bool | None = None

    @property
    def cells(self) -> tuple[str, ...]:
        verdict = "" if self.within is None else "PASS" if self.within else "over"
        return self.what, self.target, self.baseline, self.measured, self.cpu, self.ratio, verdict


HEAD = ("", "target", "baseline", "measured", "cpu", "ratio (cpu)", "")


def seconds(value: float) -> str:
    """A time, in the unit that shows three digits of it."""
    if value < 0.0995:
        return f"{value * 1000:.3g} ms" if value * 1000 >= 1 else f"{value * 1000:.2f} ms"
    return f"{value * 1000:.0f} ms" if value < 0.9995 else f"{value:.2f} s" if value < 100 else f"{value:.0f} s"


def megabytes(value: float) -> str:
    return f"{value / MB:.0f} MB"


def against(what: str, measured: Cost, baseline: Cost, most: float | None = None) -> Row:
    """A row for a cost that may be so many times that of a baseline, by wall time."""
    ratio = measured.wall / baseline.wall
    by_cpu = measured.cpu / baseline.cpu if baseline.cpu else float("nan")
    return Row(
        what,
        seconds(measured.wall),
        seconds(measured.cpu),
        seconds(baseline.wall),
        f"{ratio:.2f}x ({by_cpu:.2f}x)",
        f"<= {most:g}x" if most else "",
        ratio <= most if most else None,
    )


def within(what: str, measured: Cost, most: float | None = None) -> Row:
    """A row for a cost with a limit of its own, in seconds of wall time."""
    return Row(
        what,
        seconds(measured.wall),
        seconds(measured.cpu),
        target=f"< {seconds(most)}" if most else "",
        within=measured.wall < most if most else None,
    )


def render(title: str, rows: Iterable[Row], notes: Iterable[str] = ()) -> str:
    """A table as text, with notes below."""
    lines = [HEAD, *(row.cells for row in rows)]
    widths = [max(len(line[n]) for line in lines) for n in range(len(HEAD))]
    kept = [n for n in range(len(HEAD)) if n == 0 or n == len(HEAD) - 1 or any(line[n] for line in lines[1:])]
    text = [f"== {title}"]
    for line in lines:
        cells = [line[n].ljust(widths[n]) if n in (0, 6) else line[n].rjust(widths[n]) for n in kept]
        text.append("  ".join(cells).rstrip())
    return "\n".join([*text, *(f"   {note}" for note in notes)]) + "\n"
