"""Our own Markdown reports as HTML whose tables paste into a word processor: headings, tables, paragraphs, preformatted text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape, unescape

_ESCAPED = re.compile(r"\\([\\`*<>\[\]|~_#+.)-])")
_CELL = re.compile(r"(?<!\\)\|")


def from_markdown(lines: Iterable[str], title: str) -> Iterator[str]:
    """The lines of an HTML document; nothing in it is markup but what the report itself has (headings, tables, bold, code)."""
    yield '<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">'
    yield f"<title>{escape(title)}</title>"
    table = pre = False
    for line in lines:
        if line == "```":
            yield "</pre>" if pre else "<pre>"
            pre = not pre
            continue
        if pre:
            yield escape(line)
            continue
        if table and not line.startswith("|"):
            yield "</table>"
            table = False
        if line.startswith("|"):
            if re.fullmatch(r"[|\- ]+", line):
                continue
            tag = "td" if table else "th"
            if not table:
                yield "<table>"
                table = True
            cells = [cell.strip() for cell in _CELL.split(line)[1:-1]]
            yield "<tr>" + "".join(f"<{tag}>{_inline(cell)}</{tag}>" for cell in cells) + "</tr>"
        elif line == "---":
            yield "<hr>"
        elif line.startswith("#"):
            depth = len(line) - len(line.lstrip("#"))
            yield f"<h{depth}>{_inline(line.lstrip('# '))}</h{depth}>"
        elif line:
            yield f"<p>{_inline(line)}</p>"
    if table:
        yield "</table>"
    yield "</html>"


def _inline(text: str) -> str:
    kept = _ESCAPED.sub(lambda found: f"\0{ord(found[1])}\0", text)
    safe = escape(unescape(kept), quote=False)
    safe = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", safe)
    safe = re.sub(r"(?<!\*)\*([^*]+)\*(?!\*)", r"<em>\1</em>", safe)
    safe = re.sub(r"`([^`]+)`", r"<code>\1</code>", safe)
    return re.sub("\0(\\d+)\0", lambda found: escape(chr(int(found[1])), quote=False), safe)
