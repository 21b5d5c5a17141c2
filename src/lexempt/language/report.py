"""Diagnostics as text: the place, the line, a caret, what was expected, what to write instead."""

from __future__ import annotations

from collections.abc import Sequence

from lexempt.case import Diagnostic

_WIDTH = 110


def render(diagnostics: Sequence[Diagnostic], lines: Sequence[str] = ()) -> str:
    """All diagnostics of one file, in the order given, with the lines they speak of."""
    return "\n".join(render_one(found, lines) for found in diagnostics)


def render_one(found: Diagnostic, lines: Sequence[str] = ()) -> str:
    """One diagnostic, ending in a line feed."""
    out = [f"{found.severity}[{found.code}]: {found.message}"]
    margin = "  "
    if found.span is None:
        if found.path:
            out.append(f"  --> {found.path}")
    else:
        number = str(found.span.line)
        margin = " " * (len(number) + 1)
        out.append(f"{margin}--> {found.path or '<text>'}:{number}:{found.span.start}")
        if 0 < found.span.line <= len(lines):
            text, start, end = _window(lines[found.span.line - 1], found.span.start - 1, found.span.end - 1)
            out += [f"{margin} |", f"{number}  | {text}", f"{margin} | {' ' * start}{'^' * max(1, end - start)}"]
    if found.expected:
        out.append(f"{margin} = expected: {found.expected}")
    if found.help:
        out.append(f"{margin} = help: {found.help}")
    return "\n".join(out) + "\n"


def _window(line: str, start: int, end: int) -> tuple[str, int, int]:
    """The line without what can't be shown, cut around the span if it is long; the span within it."""
    shown = "".join(char if char.isprintable() else " " if char == "\t" else "?" for char in line)
    start = min(start, len(shown))
    end = max(start + 1, min(end, len(shown)))
    if len(shown) <= _WIDTH:
        return shown, start, end
    left = max(0, min(start - 20, len(shown) - _WIDTH))
    text = shown[left : left + _WIDTH]
    head = "..." if left else ""
    tail = "..." if left + _WIDTH < len(shown) else ""
    start, end = start - left, min(end - left, _WIDTH)
    return head + text + tail, start + len(head), max(end, start + 1) + len(head)
