"""What the grammar sees in one line or one value: pieces of text with their columns, no meaning yet.

Columns count from 0 within the text that was parsed; who places them in a file adds the start.
"""

from __future__ import annotations

from typing import TypeAlias

from lexempt.records import NamedTuple


class Piece(NamedTuple):
    """A piece of the text and where it stands. For a quoted text, `text` is what the quotes hold."""

    text: str
    start: int
    end: int


class SourceText(NamedTuple):
    """`by WHO on DATE citing "DOCUMENT"`; `quoted` if who is a name in quotes."""

    by: Piece | None = None
    on: Piece | None = None
    citing: Piece | None = None
    quoted: bool = False


class Problem(NamedTuple):
    """A mistake in a text; it becomes a Diagnostic once the line is known."""

    code: str
    message: str
    start: int
    end: int
    expected: str | None = None
    help: str | None = None
    severity: str = "error"


# --- lines


class Heading(NamedTuple):
    """Words, an optional title, and what stands after `of`, `in`, `for`."""

    words: tuple[Piece, ...]
    title: Piece | None
    links: tuple[tuple[Piece, tuple[Piece, ...]], ...]
    source: SourceText | None


class Fact(NamedTuple):
    """`key: rest`; the rest is parsed once the key's type is known."""

    key: Piece
    rest: Piece | None


class ClaimLine(NamedTuple):
    """`claim PROVISION for IMPACT on DATE ...`."""

    provision: Piece
    impact: Piece | None
    on: Piece | None
    source: SourceText | None


class HistoryLine(NamedTuple):
    """`history WORDS on DATE ...`; the rest is a text."""

    rest: Piece


class ExpectLine(NamedTuple):
    """`expect on DATE with READING = CHOICE, ...`."""

    on: Piece | None
    readings: tuple[tuple[Piece, Piece], ...]


class VariantsLine(NamedTuple):
    """`variants`."""


class RowLine(NamedTuple):
    """A row of a table: its cells, an empty one with an empty text."""

    cells: tuple[Piece, ...]


Line: TypeAlias = Heading | Fact | ClaimLine | HistoryLine | ExpectLine | VariantsLine | RowLine


# --- values


class Number(NamedTuple):
    """A number as written, and its unit as written."""

    number: Piece
    unit: Piece | None


class Day(NamedTuple):
    """A day as written, well formed or not."""

    day: Piece


class Amount(NamedTuple):
    """One scalar, or two bounds; `mode` is empty, `to`, or the word before a single bound (`at most`, ...)."""

    mode: str
    scalars: tuple[Number | Day, ...]
    start: int
    end: int


class Entry(NamedTuple):
    """An amount, an amount on a day, or a label (the flag of a loss, or a word where a number should be)."""

    amount: Amount | None
    on: Number | Day | None
    label: Piece | None
    start: int
    end: int


class Quantities(NamedTuple):
    """Numbers and days; `state` is `unknown`, `none` or `not_applicable`; separators stand between the entries."""

    state: Piece | None
    entries: tuple[Entry, ...]
    separators: tuple[str, ...]
    source: SourceText | None


class Words(NamedTuple):
    """Phrases and the separators between them: `,`, `and`, `or`."""

    phrases: tuple[Piece, ...]
    separators: tuple[str, ...]
    source: SourceText | None


class Text(NamedTuple):
    """A text, quoted or bare, perhaps with a day."""

    text: Piece
    on: Piece | None
    source: SourceText | None


class Readings(NamedTuple):
    """`READING = CHOICE, ...`."""

    pairs: tuple[tuple[Piece, Piece], ...]


Parsed: TypeAlias = Line | Quantities | Words | Text | Readings


class Broken(NamedTuple):
    """The text doesn't parse: where, what stands there, and what could have stood there, in words."""

    start: int
    end: int
    found: str
    expected: str
