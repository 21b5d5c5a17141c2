"""What the suite returns, as values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

from lexempt.case import Diagnostic, Expect, Reading
from lexempt.law.adopted import Adopted


@dataclass(frozen=True, slots=True)
class Row:
    """One thing to run: a file's facts under one `expect` block, or one variant. `reading` carries no expectations."""

    path: str
    name: str
    line: int
    reading: Reading
    expects: Expect
    why: str = ""

    @property
    def id(self) -> str:
        """`FILE:LINE`, which no other row has."""
        return f"{self.path}:{self.line}"


@dataclass(frozen=True, slots=True)
class Failure:
    """A line that does not hold: where it stands, what it expected, what was got."""

    line: int
    subject: str
    expected: str
    got: str


@dataclass(frozen=True, slots=True)
class RowResult:
    """A row after its run. `trouble` says why it could not be judged at all (invalid facts, a limit)."""

    row: Row
    failures: tuple[Failure, ...]
    trouble: tuple[str, ...] = ()
    limited: bool = False
    """A limit of time or size cut its answer."""

    @property
    def state(self) -> Literal["passed", "failed"]:
        """Whether every line holds."""
        return "failed" if self.failures or self.trouble else "passed"


@dataclass(frozen=True, slots=True)
class FileMistakes:
    """A file that could not be read as a case, or only with warnings; its lines, to show them."""

    path: str
    diagnostics: tuple[Diagnostic, ...]
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SuiteOptions:
    """What the rows run under where they do not say: the day of the law, readings, the profile; and what amends the law."""

    on: date | None = None
    readings: tuple[tuple[str, str], ...] = ()
    profile: str = "statute"
    time_limit: float = 600.0
    amendments: tuple[Adopted, ...] = ()


@dataclass(frozen=True, slots=True)
class SuiteReport:
    """All rows in file order, files without expectations, files with mistakes, and how many calls it took."""

    rows: tuple[RowResult, ...]
    mistakes: tuple[FileMistakes, ...] = ()
    silent: tuple[str, ...] = ()
    """Files that expect nothing."""
    missing: tuple[str, ...] = ()
    """Paths where there is no file, or none that could be read, with the reason."""
    calls: int = 0

    @property
    def failed(self) -> tuple[RowResult, ...]:
        """The rows that do not hold."""
        return tuple(row for row in self.rows if row.state == "failed")

    @property
    def passed(self) -> bool:
        """Whether something ran and everything holds."""
        return bool(self.rows) and not self.failed and not self.missing and not self.invalid

    @property
    def invalid(self) -> tuple[FileMistakes, ...]:
        """The files with an error."""
        return tuple(file for file in self.mistakes if any(d.severity == "error" for d in file.diagnostics))
