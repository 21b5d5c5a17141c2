"""A report as Markdown that pastes into a memo: headings, tables, lists. The words are those of the text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lexempt.rendering.report import Origin, Report, Section, build_report, build_summary
from lexempt.rendering.words import plain
from lexempt.result import CheckResult

_MARKS = re.compile(r"([\\`*<>\[\]|~])|(?<![0-9A-Za-z])(_)|(_)(?![0-9A-Za-z])|&(?=#?\w+;)")
_FIRST = re.compile(r"^(\s*)([#+-]|\d+[.)])(?=\s|$)")


def render_markdown(result: CheckResult, origin: Origin, *, limit: int = 20, detail: bool = False) -> str:
    """The result as Markdown: one project in full, several as a table unless `detail` asks for all in full."""
    if not result.projects:
        return ""
    if len(result.projects) > 1 and not detail:
        return "\n".join(lay_out(build_summary(result, origin))) + "\n"
    parts = ["\n".join(lay_out(build_report(result, project, origin, limit))) for project in result.projects]
    return "\n\n".join(parts) + "\n"


def escaped(text: str) -> str:
    """Text that Markdown and HTML show as it is."""
    safe = _MARKS.sub(lambda found: "&amp;" if found.group() == "&" else "\\" + found.group(), plain(text))
    return _FIRST.sub(r"\1\\\2", safe)


def lay_out(report: Report) -> Iterator[str]:
    """The lines of one report."""
    yield f"## {escaped(report.heading)}"
    yield ""
    yield f"**{escaped(report.verdict)}**"
    if report.lead:
        yield ""
        yield from (f"- {escaped(text)}" for text in report.lead)
    for section in report.sections:
        yield ""
        yield from _section(section)
    yield ""
    yield "---"
    yield ""
    yield "  \n".join(f"*{escaped(section.title)}:* {escaped(section.rows[0][0])}" for section in report.footer)


def _section(section: Section) -> Iterator[str]:
    if not section.columns and len(section.rows) == 1:
        yield f"**{escaped(section.title)}:** {escaped(section.rows[0][0])}"
        return
    yield f"### {escaped(section.title)}"
    yield ""
    if not section.columns:
        yield from (f"- {escaped(row[0])}" for row in section.rows)
        return
    yield f"| {' | '.join(section.columns)} |"
    yield f"|{'---|' * len(section.columns)}"
    yield from (f"| {' | '.join(escaped(cell) for cell in row)} |" for row in section.rows)
