"""A bill on the desk: what has been found of it against one law, section by section."""

from __future__ import annotations

from collections.abc import Sequence

from lexempt.amending.bill import Bill, Operation
from lexempt.amending.fitted import Change
from lexempt.amending.standing import Standing
from lexempt.case import Diagnostic
from lexempt.language.facts import diagnostic
from lexempt.language.suggest import did_you_mean, shown
from lexempt.language.tree import Piece, Problem
from lexempt.law.program import load_law
from lexempt.law.vocabulary import NewFact, Vocabulary
from lexempt.solving.rows import LawRow

CONDITIONS = {"if": "requires", "unless": "excepts"}
"""The keys of conditions and exceptions, and the lists that hold them."""


class Desk:
    """What has been found of a bill so far, against one law: mistakes, the fate of each stroke, rows, facts beside them.

    `elsewhere`: it was drafted against another law.
    """

    def __init__(self, bill: Bill, law: Standing, vocabulary: Vocabulary, elsewhere: bool = False) -> None:
        self.bill, self.law, self.vocabulary, self.elsewhere = bill, law, vocabulary, elsewhere
        self.act = bill.name
        self.found: list[Diagnostic] = []
        self.changes: list[Change] = []
        self.rows: list[LawRow] = []
        self.beside: list[str] = []
        self.facts: list[NewFact] = []
        self.units: dict[tuple[str, str], str | None] = {(v.provision, v.name): v.unit for v in load_law().values}
        self.units |= law.units
        self._said: dict[tuple[str, ...], tuple[int, bool]] = {}

    def once(self, start: int, line: int, at: Piece, words: str, whole: bool) -> None:
        """The rows from `start` on are those of this line, which is about whole provisions or not: a clash where an earlier line
        says something else of the same, or takes the provision out."""
        for row in dict.fromkeys(self.rows[start:]):
            about = said_before(row)
            keys = (
                [about, ("gone", about[1]), ("touched", about[1])]
                if about[0] == "text"
                else [about, ("gone", about[1])]
            )
            before = next((self._said[key] for key in keys if self._said.get(key, (line, whole))[0] != line), None)
            # What is struck or moved along with a provision may be so by other lines too.
            along = before is not None and {"strikes": whole or before[1], "item": whole and before[1]}.get(
                row.predicate, False
            )
            if before is not None and about[0] != "cites" and not along:
                message = f"line {before[0]} of the bill says something else of {about[1]} already"
                helping = "say it in one place: a bill cannot do two things to the same words"
                fits = Change(line, about[1], words, "fits")
                self.changes = [c for c in self.changes if c._replace(words=words, note=None) != fits]
                self.clash(Problem("E224", message, at.start, at.end, None, helping), line, about[1], words)
                return
            self._said.setdefault(about, (line, whole))
            if row.predicate in ("repeals", "unseen"):
                self._said.setdefault(("gone", about[1]), (line, whole))
            elif about[0] != "cites":
                self._said.setdefault(("touched", about[1]), (line, whole))

    def report(self, problem: Problem, line: int) -> None:
        """A mistake, or something to know, at a line."""
        self.found.append(diagnostic(problem, line, self.bill.path))

    def clash(self, problem: Problem, line: int, provision: str, words: str) -> None:
        """A mistake that makes a stroke one that does not fit."""
        self.report(problem, line)
        self.changes.append(Change(line, provision, words, "clashes", problem.message))

    def absent(self, problem: Problem, line: int, provision: str, words: str, struck_only: bool) -> None:
        """Words that are struck and are not there: a mistake in the law the bill was drafted against; in another law they are gone
        already, if nothing takes their place."""
        if self.elsewhere and struck_only:
            self.changes.append(Change(line, provision, words, "already law", problem.message))
        else:
            self.clash(problem, line, provision, words)

    def change(self, line: int, provision: str, words: str, note: str | None = None) -> None:
        """A stroke that fits."""
        self.changes.append(Change(line, provision, words, "fits", note))

    def idle(self, stroke_line: int, at: Piece, provision: str, words: str, message: str) -> None:
        """Something that is so already: said, not refused."""
        self.report(Problem("W221", message, at.start, at.end, None, None, "warning"), stroke_line)
        self.changes.append(Change(stroke_line, provision, words, "already law", message))


def said_before(row: LawRow) -> tuple[str, ...]:
    """What a row is about: two lines of a bill must not say something of the same."""
    predicate, args = row
    if predicate in ("item", "strikes"):
        return ("member", *(args[:3] if predicate == "item" else args[1:]))
    if predicate in ("value", "unknown_value"):
        return ("number", args[0], args[1])
    if predicate == "cites":
        return ("cites", args[0])
    return ("text", args[1])


def dangling(desk: Desk, piece: Piece, provision: str) -> Problem:
    """A reference to what is not there."""
    helping = did_you_mean(provision, desk.law.provisions)
    message = f"{shown(provision)} is no provision of this law: the reference would dangle"
    return Problem("E203", message, piece.start, piece.end, "a provision that is there", helping)


def operations_in_words(operations: Sequence[Operation]) -> str:
    """As they are written: `strike 100 sqft, insert 400 sqft`."""
    words = []
    for o in operations:
        if o.deed == "replace" and o.old is not None and o.new is not None:
            words.append(f"replace {o.old.text} with {o.new.text}")
        else:
            piece = o.old or o.new
            words.append(f"{o.deed} {piece.text if piece is not None else ''}")
    return ", ".join(words)
