"""A report as text for a terminal, a file or an e-mail: 100 columns, verdict first; colour adds nothing to it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from lexempt.records import NamedTuple
from lexempt.rendering.report import Origin, Report, Section, build_report, build_summary
from lexempt.rendering.words import plain
from lexempt.result import CheckResult

WIDTH = 100
SCREEN = 50
"""Tables are set apart by empty lines if the report still has no more lines than this."""
_LAST = 36
"""The last column is at least so wide."""
_CELL = 44
"""No column but the last is wider than this."""


class Styled(NamedTuple):
    """A line and what it is: heading, title, required, not_required, depends, note, or nothing."""

    text: str
    style: str = ""


def render_text(result: CheckResult, origin: Origin, *, limit: int = 20, detail: bool = False) -> list[Styled]:
    """The lines of a result: one project in full, several as a line each unless `detail` asks for all in full."""
    if not result.projects:
        return []
    if len(result.projects) > 1 and not detail:
        return lay_out(build_summary(result, origin))
    lines: list[Styled] = []
    for project in result.projects:
        if lines:
            lines.append(Styled(""))
        lines += lay_out(build_report(result, project, origin, limit))
    return lines


def lay_out(report: Report, width: int = WIDTH) -> list[Styled]:
    """The lines of one report. No user text reaches a line raw."""
    lines = [Styled(plain(report.verdict), report.tone)] if len(report.verdict) <= width else []
    if not lines:
        lines = [Styled(part, report.tone) for part in _wrapped(report.verdict, width, "", "  ")]
    lines += [Styled(part) for text in report.lead for part in _wrapped(text, width, "  ", "    ")]
    lines += [Styled(part, "heading") for part in _wrapped(report.heading, width, "", "  ")]
    blocks = [list(_section(section, width)) for section in (*report.sections, *report.footer)]
    roomy = len(lines) + sum(len(block) + 1 for block in blocks) <= SCREEN
    for block in blocks:
        if roomy and block[0].style == "title":
            lines.append(Styled(""))
        lines += block
    return lines


def _section(section: Section, width: int) -> Iterator[Styled]:
    if not section.columns and len(section.rows) == 1:
        head = f"{section.title}: "
        for number, part in enumerate(_wrapped(head + section.rows[0][0], width, "", "  ")):
            yield Styled(part, "line" if number == 0 else "")
        return
    yield Styled(plain(section.title), "title")
    cells = [[plain(cell) for cell in row] for row in section.rows]
    widths = _widths(cells)
    for row in cells:
        yield from (Styled(part) for part in _row(row, widths, width))


def _widths(rows: Sequence[Sequence[str]]) -> list[int]:
    """The width of each column but the last."""
    count = max(len(row) for row in rows) - 1
    widths = [min(max(len(row[i]) for row in rows), _CELL) for i in range(count)]
    while sum(widths) + 2 * count > WIDTH - _LAST:
        widths[widths.index(max(widths))] -= 1
    return widths


def _row(row: Sequence[str], widths: Sequence[int], width: int) -> Iterator[str]:
    start = 2 + sum(w + 2 for w in widths)
    columns = [_broken(cell, w) for cell, w in zip(row[:-1], widths, strict=True)]
    columns.append(_broken(row[-1], max(width - start, _LAST - 2)))
    for number in range(max(len(column) for column in columns)):
        parts = [column[number] if number < len(column) else "" for column in columns]
        padded = "  ".join([*(part.ljust(w) for part, w in zip(parts, widths, strict=False)), parts[-1]])
        yield f"  {padded}".rstrip()


def _broken(text: str, width: int) -> list[str]:
    if len(text) <= width:
        return [text]
    return textwrap.wrap(text, width, break_on_hyphens=False) or [""]


def _wrapped(text: str, width: int, first: str, rest: str) -> list[str]:
    return textwrap.wrap(plain(text), width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
