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
from lexempt.law.vocabulary import Vocabulary
from lexempt.solving.rows import LawRow

CONDITIONS = {"if": "requires", "unless": "excepts"}
"""The keys of conditions and exceptions, and the lists that hold them."""


class Desk:
    """What has been found of a bill so far, against one law: mistakes, the fate of each stroke, rows, facts beside them."""

    def __init__(self, bill: Bill, law: Standing, vocabulary: Vocabulary) -> None:
        self.bill, self.law, self.vocabulary = bill, law, vocabulary
        self.act = bill.name
        self.found: list[Diagnostic] = []
        self.changes: list[Change] = []
        self.rows: list[LawRow] = []
        self.beside: list[str] = []
        self.units: dict[tuple[str, str], str | None] = {(v.provision, v.name): v.unit for v in load_law().values}

    def report(self, problem: Problem, line: int) -> None:
        """A mistake, or something to know, at a line."""
        self.found.append(diagnostic(problem, line, self.bill.path))

    def clash(self, problem: Problem, line: int, provision: str, words: str) -> None:
        """A mistake that makes a stroke one that does not fit."""
        self.report(problem, line)
        self.changes.append(Change(line, provision, words, "clashes", problem.message))

    def change(self, line: int, provision: str, words: str, note: str | None = None) -> None:
        """A stroke that fits."""
        self.changes.append(Change(line, provision, words, "fits", note))

    def idle(self, stroke_line: int, at: Piece, provision: str, words: str, message: str) -> None:
        """Something that is so already: said, not refused."""
        self.report(Problem("W221", message, at.start, at.end, None, None, "warning"), stroke_line)
        self.changes.append(Change(stroke_line, provision, words, "already law", message))


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


def within(provision: str, above: str) -> bool:
    """Whether a provision is another one, or below it."""
    return provision == above or provision.startswith(above + "/")
