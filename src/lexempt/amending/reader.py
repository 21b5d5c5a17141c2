"""From the text of an amendment file to a bill, or to all of its mistakes of form, in file order. Never an exception."""

from __future__ import annotations

import re
from datetime import date
from typing import cast

from lexempt.amending.bill import Applies, Bill, BillRead, Kind, Section, Stroke
from lexempt.amending.syntax import BillLine, FactLine, SectionLine, StrokeLine, parse_line, parse_operations
from lexempt.case import Diagnostic
from lexempt.language import lines
from lexempt.language.facts import diagnostic
from lexempt.language.other_kind import is_case
from lexempt.language.provisions import provision_id
from lexempt.language.suggest import did_you_mean, shown
from lexempt.language.tree import Broken, Piece, Problem
from lexempt.law.vocabulary import normal

_DATES = {"drafted_against": "drafted against", "effective": "effective", "expires": "expires"}
_HEADINGS = ("bill", "amend", "repeal", "add provision", "renumber", "new fact", "suspend", "reinstate")
_APPLIES = re.compile(r"(work|applications?|decisions?)\s+(on\s+(?:or|and)\s+after|before)\s+(\S+)", re.I)
_FACT = {"w": "work", "a": "applied", "d": "decision"}
_AND = re.compile(r"\s*(?:\+|,|\band\b)\s*", re.I)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.\-]{0,59}")
_LINE = f"a heading ({', '.join(f'`{word}`' for word in _HEADINGS)}), or `KEY: strike ..., insert ...`"


def read_bill_bytes(data: bytes, path: str) -> BillRead:
    """Read an amendment file's bytes."""
    if len(data) > lines.MAX_BYTES:
        return _refused("E101", len(data), lines.MAX_BYTES, "bytes", path)
    text, wrong = lines.decode(data)
    if wrong is not None:
        return BillRead(None, (diagnostic(wrong, None, path),))
    return read_bill(text, path)


def _refused(code: str, size: int, most: int, what: str, path: str) -> BillRead:
    """A file that is too large to read at all."""
    problem = Problem(code, f"the file has {size:,} {what}", 0, 1, f"at most {most:,} {what} in a file")
    return BillRead(None, (diagnostic(problem, None, path),))


def read_bill(text: str, path: str) -> BillRead:
    """Read an amendment file's text."""
    text_lines = lines.split_lines(text)
    if is_case(text_lines):
        expected = "an amendment, whose first line is `bill NAME`"
        helping = f"check it: `lexempt check {path} --amend AMENDMENT`; `lexempt amend start` writes an amendment"
        other = Problem("E219", "this is a case, not an amendment", 0, 1, expected, helping)
        return BillRead(None, (diagnostic(other, None, path),), text_lines)
    if len(text_lines) > lines.MAX_LINES + 1:
        return _refused("E102", len(text_lines), lines.MAX_LINES, "lines", path)
    reader = _Reader(path)
    for number, raw in enumerate(text_lines, 1):
        if len(reader.found) >= lines.MAX_MISTAKES:
            message = f"the file has {lines.MAX_MISTAKES:,} mistakes or more"
            reader.report(Problem("E108", message, 0, 1, "an amendment with fewer; the rest was not read"), number)
            break
        if len(raw) > lines.MAX_LENGTH:
            message, most = (
                f"the line has {len(raw):,} characters",
                f"at most {lines.MAX_LENGTH:,} characters in a line",
            )
            reader.report(Problem("E103", message, 0, 1, most), number)
            continue
        concealed = lines.hidden(raw)
        if concealed is not None:
            reader.report(concealed, number)
            continue
        content = lines.strip_comment(raw)
        if content and not content.isspace():
            reader.line(content, number)
    bill = reader.finish(text_lines)
    return BillRead(bill, tuple(reader.found), text_lines)


def read_day(piece: Piece) -> date | Problem:
    """A day as case files write it; whatever else stands there is a problem."""
    from lexempt.language.quantities import EXPECTED, read_date

    if not re.fullmatch(r"\d{1,4}[./-]\d{1,2}[./-]?(\d{1,4})?", piece.text):
        return Problem("E205", f"{shown(piece.text)} is not a date", piece.start, piece.end, EXPECTED["date"])
    return read_date(piece)


class _Reader:
    def __init__(self, path: str) -> None:
        self.path = path
        self.found: list[Diagnostic] = []
        self.bill: BillLine | None = None
        self.dates: dict[str, tuple[date, int, Piece]] = {}
        self.sections: list[Section] = []
        self.applies: Applies | None = None
        self.against: list[str] = []
        self.lost = False

    def report(self, problem: Problem, number: int | None) -> None:
        self.found.append(diagnostic(problem, number, self.path))

    def line(self, content: str, number: int) -> None:
        node = parse_line(content)
        if isinstance(node, Broken):
            self.broken(node, content, number)
        elif isinstance(node, BillLine):
            self.heading(node, number)
        elif isinstance(node, FactLine):
            self.need_bill(node.name, number)
            question = node.question.text if node.question else None
            self.sections.append(Section(number, "new fact", node.name, "", node.entity, (), question=question))
        elif isinstance(node, SectionLine):
            self.section(node, number)
        elif self.sections:
            self.stroke(node, number)
        else:
            self.header(node, content, number)

    def broken(self, node: Broken, content: str, number: int) -> None:
        first = content.split()[0]
        start = content.index(first)
        if node.start > start and normal(first) in (*map(normal, _HEADINGS), "add", "new"):
            message = (
                f"this `{first.lower()}` line breaks off"
                if not node.found
                else f"{shown(node.found)} does not fit here"
            )
            self.report(Problem("E201", message, node.start, node.end, node.expected), number)
            return
        helping = did_you_mean(
            first, _HEADINGS, "after a key there is a colon: `amount: strike 100 sqft, insert 400 sqft`"
        )
        message = f"this line is not understood: {shown(content.strip())}"
        self.report(Problem("E201", message, start, len(content), _LINE, helping), number)

    def heading(self, node: BillLine, number: int) -> None:
        if self.bill is not None:
            message = "a second bill starts here"
            self.report(
                Problem("E202", message, node.name.start, node.name.end, "one bill in a file", "divide the file"),
                number,
            )
            return
        self.bill = node
        if not _NAME.fullmatch(node.name.text):
            expected = "a letter, then letters, digits, `_`, `-`, `.`, up to 60"
            message = f"{shown(node.name.text)} cannot name a bill"
            self.report(Problem("E202", message, node.name.start, node.name.end, expected, "such as `HF_2393`"), number)

    def section(self, node: SectionLine, number: int) -> None:
        self.need_bill(node.provision, number)
        written = node.provision.text
        many = node.word == "amend" and written.endswith("*")
        found = provision_id(written.rstrip("*").rstrip("/ ") if many else written)
        other = provision_id(node.other.text) if node.other else None
        for piece, known in ((node.provision, found), (node.other, other)):
            if piece is not None and known is None:
                message = f"{shown(piece.text)} is not a provision"
                expected = "a provision such as `103G.2241/9/a/4` or `9(a)(4)`"
                self.report(Problem("E203", message, piece.start, piece.end, expected), number)
        kind = cast(Kind, node.word)
        self.sections.append(Section(number, kind, node.provision, found or "", node.other, (), many))

    def need_bill(self, at: Piece, number: int) -> None:
        if self.bill is None and not self.lost:
            self.lost = True
            message = "this stands before any bill"
            self.report(
                Problem("E202", message, at.start, at.end, 'a first line such as `bill HF_2393 "Small amounts"`'),
                number,
            )

    def header(self, node: StrokeLine, content: str, number: int) -> None:
        self.need_bill(node.key, number)
        name = normal(node.key.text)
        if name == "applies_to":
            self.applies_to(node, number)
            return
        if name not in _DATES:
            expected = "before the first section: `drafted against`, `effective`, `expires` or `applies to`"
            helping = did_you_mean(
                node.key.text, [*_DATES.values(), "applies to"], "say first to which provision: `amend 103G.2241/9/a/4`"
            )
            message = f"{shown(node.key.text)} says nothing about a bill"
            self.report(Problem("E204", message, node.key.start, node.key.end, expected, helping), number)
            return
        if node.rest is None:
            self.report(
                Problem(
                    "E205", f"`{_DATES[name]}` has no date", node.key.start, len(content), "a date such as `2018-06-01`"
                ),
                number,
            )
            return
        written: Piece | None = node.rest
        if name == "drafted_against":
            written = self.bills_in(node.rest)
        if written is None:
            return
        day = read_day(written)
        if isinstance(day, Problem):
            self.report(day, number)
        elif name in self.dates:
            message = f"`{_DATES[name]}` is set twice"
            self.report(Problem("E205", message, node.key.start, node.rest.end, "one date"), number)
        else:
            self.dates[name] = (day, number, node.rest)

    def bills_in(self, rest: Piece) -> Piece | None:
        """Keep the bills that a bill is drafted against, and give what else stands there: a day."""
        day: Piece | None = None
        at = 0
        for gap in (*_AND.finditer(rest.text), None):
            end = gap.start() if gap is not None else len(rest.text)
            part = Piece(rest.text[at:end], rest.start + at, rest.start + end)
            if _NAME.fullmatch(part.text):
                self.against.append(part.text)
            elif part.text and day is None:
                day = part
            at = gap.end() if gap is not None else end
        return day

    def applies_to(self, node: StrokeLine, number: int) -> None:
        at = node.rest or node.key
        found = _APPLIES.fullmatch(at.text)
        day = read_day(Piece(found[3], at.start + found.start(3), at.end)) if found else None
        if found is None or self.applies is not None:
            message = (
                "`applies to` is set twice" if found else f"{shown(at.text)} does not say to what the bill applies"
            )
            expected = "such as `work on or after 2026-08-01`; `applications` or `decisions`; `before`"
            self.report(Problem("E205", message, at.start, at.end, expected), number)
        elif isinstance(day, Problem):
            self.report(day, number)
        elif day is not None:
            self.applies = Applies(_FACT[found[1][0].lower()], found[2].lower() == "before", day)

    def stroke(self, node: StrokeLine, number: int) -> None:
        section = self.sections[-1]
        stroke = Stroke(number, node.key, node.rest)
        if node.rest is None:
            message = f"{shown(node.key.text)} has no value"
            self.report(
                Problem("E205", message, node.key.start, node.key.end + 1, "what is struck, inserted or set"), number
            )
            return
        if section.kind == "amend":
            operations = parse_operations(node.rest)
            if isinstance(operations, Broken):
                at = operations
                message = f"{shown(at.found)} does not fit here" if at.found else "the line breaks off"
                helping = f"write `{node.key.text}: strike OLD, insert NEW`, or `replace OLD with NEW`"
                self.report(Problem("E206", message, at.start, at.end, at.expected, helping), number)
                return
            stroke = stroke._replace(operations=operations)
        self.sections[-1] = section._replace(strokes=(*section.strokes, stroke))

    def finish(self, text_lines: tuple[str, ...]) -> Bill | None:
        if self.bill is None:
            if not self.found:
                helping = "`lexempt amend start PROVISION` prints one to start from"
                self.report(
                    Problem(
                        "E202", "the file has no bill", 0, 1, 'a line such as `bill HF_2393 "Small amounts"`', helping
                    ),
                    None,
                )
            return None
        effective, expires = self.dates.get("effective"), self.dates.get("expires")
        if effective and expires and expires[0] <= effective[0]:
            piece = expires[2]
            message = f"the bill expires before it takes effect on {effective[0].isoformat()}"
            self.report(Problem("E207", message, piece.start, piece.end, "a later day"), expires[1])
        days = {name: self.dates[name][0] if name in self.dates else None for name in _DATES}
        title = self.bill.title.text if self.bill.title else None
        return Bill(
            self.path, self.bill.name.text, title, days["drafted_against"], days["effective"], days["expires"],
            tuple(self.sections), text_lines, self.applies, tuple(dict.fromkeys(self.against)),
        )  # fmt: skip
