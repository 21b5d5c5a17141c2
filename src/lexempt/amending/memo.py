"""Parts of a report that goes into a memo: headings, sentences and tables, as text or as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from lexempt.rendering.markdown import escaped
from lexempt.rendering.words import plain


def head(text: str, markdown: bool) -> Iterator[str]:
    """A heading."""
    yield ""
    yield f"### {text}" if markdown else text


def lines(text: str, markdown: bool, indent: str = "  ") -> Iterator[str]:
    """A sentence, in Markdown a paragraph."""
    if markdown:
        yield ""
        yield text
    else:
        yield from wrap(text, 100, initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False)


def table(header: Sequence[str], rows: Sequence[Sequence[str]], markdown: bool) -> Iterator[str]:
    """A table: its header and its rows, of as many cells each."""
    if markdown:
        yield ""
        yield "| " + " | ".join(header) + " |"
        yield "|" + "---|" * len(header)
        for row in rows:
            yield "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"
        return
    widths = [max(len(row[n]) for row in (header, *rows)) for n in range(len(header))]
    for row in (header, *rows):
        yield ("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))).rstrip()


def preformatted(text: str, markdown: bool) -> Iterator[str]:
    """Lines that stand as they are, such as a case."""
    if markdown:
        yield from ("", "```", *text.splitlines(), "```")
    else:
        yield from (f"    | {line}" for line in text.splitlines())


def user(text: str, markdown: bool) -> str:
    """Text of the user's, as it is."""
    return escaped(text) if markdown else plain(text)
