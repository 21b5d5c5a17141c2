"""Explanations as text and as Markdown: the same lines, indented or as nested lists."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from lexempt.explanation import Explanations, ProjectExplanation
from lexempt.rendering.explanation_lines import lines_of
from lexempt.rendering.markdown import escaped
from lexempt.rendering.report import Origin, build_report
from lexempt.rendering.text import WIDTH, Styled
from lexempt.rendering.words import plain

_DEEPEST = 12
"""Deeper lines are not indented any further."""


def render_explanation_text(found: Explanations, origin: Origin) -> list[Styled]:
    """The lines of all projects explained."""
    lines: list[Styled] = []
    for explained in found.projects:
        if lines:
            lines.append(Styled(""))
        lines += _text(found, explained, origin)
    return lines


def _text(found: Explanations, explained: ProjectExplanation, origin: Origin) -> Iterator[Styled]:
    report = build_report(found.result, explained.project, origin, 1)
    for part in _wrapped(report.verdict, "", "  "):
        yield Styled(part, report.tone)
    for text in report.lead:
        yield from (Styled(part) for part in _wrapped(text, "  ", "    "))
    yield Styled(plain(report.heading), "heading")
    for line in lines_of(explained):
        if line.depth == 0:
            yield Styled("")
            yield Styled(plain(line.text), "title")
            continue
        indent = "  " * min(line.depth, _DEEPEST)
        yield from (Styled(part) for part in _wrapped(line.text, indent, indent + "  "))
    yield Styled("")
    for section in report.footer:
        yield from (Styled(part) for part in _wrapped(f"{section.title}: {section.rows[0][0]}", "", "  "))


def _wrapped(text: str, first: str, rest: str) -> list[str]:
    return textwrap.wrap(plain(text), WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)


def render_explanation_markdown(found: Explanations, origin: Origin) -> str:
    """All projects explained, as nested lists."""
    return "\n\n".join("\n".join(_markdown(found, explained, origin)) for explained in found.projects) + "\n"


def _markdown(found: Explanations, explained: ProjectExplanation, origin: Origin) -> Iterator[str]:
    report = build_report(found.result, explained.project, origin, 1)
    yield f"## {escaped(report.heading)}"
    yield ""
    yield f"**{escaped(report.verdict)}**"
    if report.lead:
        yield ""
        yield from (f"- {escaped(text)}" for text in report.lead)
    for line in lines_of(explained):
        if line.depth == 0:
            yield ""
            yield f"### {escaped(line.text)}"
            yield ""
        else:
            yield f"{'  ' * (line.depth - 1)}- {escaped(line.text)}"
    yield ""
    yield "---"
    yield ""
    yield "  \n".join(f"*{escaped(section.title)}:* {escaped(section.rows[0][0])}" for section in report.footer)
