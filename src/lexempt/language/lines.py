"""From a file's text to lines, and the memory of what lines and values parse to: case files repeat themselves."""

from __future__ import annotations

import re
from functools import lru_cache

from lexempt.language.tree import Broken, Parsed, Problem

MAX_BYTES = 1_000_000
MAX_LINES = 10_000
MAX_LENGTH = 2_000
MAX_MISTAKES = 1_000
MAX_STATEMENTS = 50_000

_NEWLINE = re.compile(r"\r\n|\n|\r")
_HIDDEN = "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff\ud800-\udfff]"
_QUOTED_OR_COMMENT = re.compile(r'"(?:[^"\\]|\\.)*(?:"|$)|“[^”]*(?:”|$)|(?:(?<=\s)|^)#(?=[\s#|]|$)|^#')


def decode(data: bytes) -> tuple[str, Problem | None]:
    """The text of a file's bytes: UTF-8, or UTF-16 if it says so, with or without a byte order mark."""
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"
    try:
        return data.removeprefix(b"\xef\xbb\xbf").decode(encoding), None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        from lexempt.language.other_kind import format_of  # only for a mistake

        known = format_of(data)
        if known is not None:
            expected, helping = "plain text in UTF-8", "save it as plain text (`.txt`), and name it `.case`"
            return "", Problem("E105", f"the file is {known}, not plain text", 0, 1, expected, helping)
        return "", Problem(
            "E105",
            f"the file is not UTF-8 text (line {line})",
            0,
            1,
            "plain text in UTF-8",
            "save it as plain text with the encoding UTF-8",
        )


def split_lines(text: str) -> tuple[str, ...]:
    """The lines of a text, whatever ends them; letters with accents in their composed form."""
    text = text.removeprefix("\ufeff")
    if not text.isascii():
        import unicodedata

        text = unicodedata.normalize("NFC", text)
    return tuple(_NEWLINE.split(text))


def hidden(line: str) -> Problem | None:
    """A control character, or a character that hides or turns text around."""
    if line.isprintable():
        return None
    if line.isascii() and line.isprintable():
        return None
    found = re.search(_HIDDEN, line)
    if found is None:
        return None
    import unicodedata

    name = unicodedata.name(found.group(), "control character").lower()
    message = f"the line holds a character that cannot be seen (U+{ord(found.group()):04X}, {name})"
    return Problem(
        "E104",
        message,
        found.start(),
        found.end(),
        "text without control characters",
        "delete it, or type the line again",
    )


def strip_comment(line: str) -> str:
    """The line without its comment. A comment starts with `#` at the start of a line, or after and before a space."""
    if "#" not in line:
        return line.rstrip()
    for found in _QUOTED_OR_COMMENT.finditer(line):
        if found.group() == "#":
            return line[: found.start()].rstrip()
    return line.rstrip()


@lru_cache(maxsize=65_536)
def tree(start: str, text: str) -> Parsed | Broken:
    """What a line or a value parses to. lark is imported when the first new text comes."""
    from lexempt.language.syntax import parse

    return parse(start, text)
