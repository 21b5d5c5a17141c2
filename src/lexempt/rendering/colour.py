"""The same lines in colour, for a terminal. Rich is imported here alone, and only when a terminal asks for it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TextIO

from lexempt.rendering.text import Styled

_STYLES = {
    "heading": "bold",
    "title": "bold cyan",
    "required": "bold magenta",
    "not_required": "bold green",
    "depends": "bold yellow",
    "note": "bold",
}


def wants_colour(stream: TextIO) -> bool:
    """Whether the stream is a terminal whose user has not asked for none (NO_COLOR, TERM=dumb)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def print_lines(lines: Iterable[Styled], stream: TextIO) -> None:
    """Print lines, coloured where the stream wants it; the text is the same."""
    if not wants_colour(stream):
        stream.write("".join(f"{line.text}\n" for line in lines))
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(file=stream, highlight=False, emoji=False, markup=False, soft_wrap=True)
    for line in lines:
        text = Text(line.text, style=_STYLES.get(line.style, ""))
        if line.style == "line":
            text.stylize("bold cyan", 0, line.text.find(":") + 1)
        console.print(text, soft_wrap=True)
