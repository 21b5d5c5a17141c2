"""Files of another kind than the reader's: an amendment, a case, JSON, a document of a word processor."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lexempt.language.tree import Problem

_JSON = re.compile(r'\s*(?:\{\s*(?:"|\}\s*$)|\[\s*(?:[\[{"]|\]\s*$))')
_BILL = re.compile(r"bill\s+\S", re.I)
_CASE = re.compile(r"(?:project|wetland|portion|impact|owner|ground|water|drainage system)\s+[^:]*$", re.I)
_FORMATS = (
    (b"PK\x03\x04", "a zip file, as word processors and spreadsheets write"),
    (b"%PDF", "a PDF"),
    (b"{\\rtf", "a document in rich text"),
    (b"\xd0\xcf\x11\xe0", "a document of an office program"),
)


def _first(lines: Sequence[str]) -> str:
    """The first line that says something."""
    return next((line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")), "")


def not_a_case(lines: Sequence[str], path: str) -> Problem | None:
    """Why lines are no case at all, if they are something else we know."""
    if _JSON.match("\n".join(lines[:20])):
        message, helping = "this is JSON, not the lines of a case", "name the file so that it ends in `.json`"
    elif _BILL.match(_first(lines)):
        message, helping = (
            "this is an amendment, not a case",
            f"check a case under it: `lexempt check CASE --amend {path}`",
        )
    else:
        return None
    return Problem("E119", message, 0, 1, 'a heading such as `project lane "Field lane"`, and a fact a line', helping)


def is_case(lines: Sequence[str]) -> bool:
    """Whether lines begin as those of a case do."""
    return _CASE.match(_first(lines)) is not None


def format_of(data: bytes) -> str | None:
    """What the bytes are, if they begin as a known format does that is no text."""
    return next((name for start, name in _FORMATS if data.startswith(start)), None)
