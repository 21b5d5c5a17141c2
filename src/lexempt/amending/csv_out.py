"""Tables as comma-separated values, for a spreadsheet: one table a file, a header first."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence

from lexempt.amending.difference import Difference
from lexempt.amending.impact import ImpactRow
from lexempt.amending.interaction import Interaction, Project
from lexempt.result import Plan
from lexempt.solving.packages import Package

_RISKY = ("=", "+", "-", "@", "\t", "\r")


def write(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table as text. A cell that a spreadsheet would take for a formula is written as text."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([_safe(str(cell)) for cell in row] for row in rows)
    return out.getvalue()


def _safe(cell: str) -> str:
    return "'" + cell if cell.startswith(_RISKY) else cell


def difference(found: Difference) -> str:
    """A row for each project that differs."""
    header = ("file", "project", "before", "after", "kinds", "gained", "lost", "under_readings")
    rows = (
        (
            p.path, p.id, p.before, p.after, "; ".join(p.kinds),
            "; ".join(f"{i} {c}" for i, c in p.gained), "; ".join(f"{i} {c}" for i, c in p.lost),
            "; ".join(f"{', '.join(f'{n}={c}' for n, c in r.choices)}: {r.before} to {r.after}" for r in p.readings),
        )
        for p in found.different
    )  # fmt: skip
    return write(header, rows)


def impact(rows: Sequence[ImpactRow]) -> str:
    """A row for each group of projects."""
    header = ("attribute", "value", "projects", "widened", "narrowed", "otherwise_different", "depends_now")
    return write(header, rows)


def packages(
    over: Interaction, answers: Mapping[Project, Sequence[Plan]], names: Sequence[str], packages_: Sequence[Package]
) -> str:
    """A row for each project, a column for each package."""
    columns = [" + ".join(names[n] for n in sorted(p)) or "base" for p in packages_]
    residual = set(over.residual)
    rows = ((*project, *plans, "yes" if project in residual else "no") for project, plans in sorted(answers.items()))
    return write(("file", "project", *columns, "not_the_sum_of_the_parts"), rows)
