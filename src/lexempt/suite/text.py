"""A suite report in words: each failure with its file and line, what was expected and what was got; then the counts."""

from __future__ import annotations

from collections.abc import Iterator

from lexempt.rendering.words import counted, plain
from lexempt.suite.types import RowResult, SuiteReport


def report_lines(report: SuiteReport) -> Iterator[str]:
    """The lines of a report. All well: one line."""
    for row in report.failed:
        yield from row_lines(row)
    for path in report.silent:
        yield f"{plain(path)}: expects nothing"
    yield summary(report)


def row_lines(result: RowResult) -> Iterator[str]:
    """One row that does not hold."""
    row = result.row
    why = f" ({plain(row.why)})" if row.why else ""
    yield f"{plain(row.path)}:{row.line}: {plain(row.name)}{why}"
    for text in result.trouble:
        yield f"    {plain(text)}"
    for failure in result.failures:
        place = "" if failure.line == row.line else f"line {failure.line}, "
        yield f"    {place}{plain(failure.subject)}"
        yield f"      expected  {plain(failure.expected)}"
        yield f"      got       {plain(failure.got)}"


def summary(report: SuiteReport) -> str:
    """What ran and how it went. That nothing ran is said, for it is a failure."""
    if not report.rows:
        return "no case ran"
    files = len({row.row.path for row in report.rows})
    failed = len(report.failed)
    how = f"{failed:,} failed" if failed else "all hold"
    ran = f"{counted(len(report.rows), 'case')} in {counted(files, 'file')}"
    ran += f", {counted(report.calls, 'call')} of the checker"
    invalid = f"; {counted(len(report.invalid), 'file')} with mistakes" if report.invalid else ""
    return f"{ran}: {how}{invalid}"
