"""From the text of a case file to a case, or to all of its mistakes, in file order. Never an exception."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from lexempt.case import (
    Case,
    Diagnostic,
    Expect,
    Expectation,
    Reading,
    Span,
    Thing,
)
from lexempt.language import lines
from lexempt.language.checker import check
from lexempt.language.collected import OWN_KEYS, Collected
from lexempt.language.expectations import read_expect, wants_of
from lexempt.language.facts import diagnostic, read_fact, statements_of
from lexempt.language.headings import Opened, open_heading, reserved, resolve_links
from lexempt.language.keys import is_id
from lexempt.language.suggest import shown
from lexempt.language.tree import (
    Broken,
    ClaimLine,
    ExpectLine,
    Fact,
    Heading,
    HistoryLine,
    Problem,
    RowLine,
    VariantsLine,
)
from lexempt.language.values import broken_value
from lexempt.language.variants import read_variants
from lexempt.law.vocabulary import Vocabulary, normal

_LATER = ("project", "wetland", "water", "drainage_system", "owner", "portion", "ground", "impact")


class _Block(NamedTuple):
    """An `expect` block while it is read."""

    line: int
    opened: Expect


class _Reader(Collected):
    """Reads the lines of one file, and ties together what they say."""

    def __init__(self, path: str, vocabulary: Vocabulary) -> None:
        super().__init__(path, vocabulary)
        self.opened: list[tuple[Opened, int, str | None]] = []
        self.block: _Block | None = None
        self.expected: list[Expectation] = []
        self.rows: list[tuple[int, RowLine]] = []
        self.tables: list[tuple[int, list[tuple[int, RowLine]]]] = []
        self.in_table = False
        self.entity: str | None = None
        self.thing: str | None = None
        self.project: str | None = None
        """The nearest project heading above."""
        self.orphan = False
        self.pasted = -1
        self.broken_names: set[str] = set()
        """Words of headings that could not be read: other lines that name them are not at fault."""

    def read(self, text_lines: Iterable[str]) -> None:
        for number, raw in enumerate(text_lines, 1):
            if len(raw) > lines.MAX_LENGTH:
                message = f"the line has {len(raw):,} characters"
                self.report(
                    Problem(
                        "E103",
                        message,
                        0,
                        1,
                        f"at most {lines.MAX_LENGTH:,} characters in a line",
                        "break it into several facts",
                    ),
                    number,
                )
                continue
            concealed = lines.hidden(raw)
            if concealed is not None:
                self.report(concealed, number)
                continue
            content = lines.strip_comment(raw)
            if content and not content.isspace():
                self.line(content, number)
        self.close_block()

    def line(self, content: str, number: int) -> None:
        node = lines.tree("line", content)
        if isinstance(node, Fact):
            self.fact(node, content, number)
        elif isinstance(node, Heading):
            self.heading(node, content, number)
        elif isinstance(node, RowLine):
            self.row(node, number)
        elif isinstance(node, ClaimLine):
            self.close_block()
            self.claim(node, number)
        elif isinstance(node, HistoryLine):
            self.close_block()
            self.happening(node.rest, number)
        elif isinstance(node, ExpectLine):
            self.open_expect(node, number)
        elif isinstance(node, VariantsLine):
            self.close_block()
            self.in_table = True
            self.rows = []
            self.tables.append((number, self.rows))
        else:
            assert isinstance(node, Broken)
            self.broken(node, content, number)

    def broken(self, node: Broken, content: str, number: int) -> None:
        if self.table_from_elsewhere(content, number):
            return
        if content.lstrip().startswith("|"):
            expected: str | None = "cells between `|`"
        else:
            expected = "a heading, or a fact such as `county: Otter Tail`"
        self.report(broken_value(node, content, expected), number)

    def table_from_elsewhere(self, content: str, number: int) -> bool:
        """A table pasted from a spreadsheet: its cells are separated by tabs. Reported once for a run of lines."""
        cells = [cell.strip() for cell in content.split("\t")]
        if sum(1 for cell in cells if cell) < 2 or content.lstrip().startswith("|"):
            return False
        if self.pasted != number - 1:
            row = "| " + " | ".join(cells) + " |"
            self.report(
                Problem(
                    "E114",
                    "this looks like a table pasted from a spreadsheet",
                    0,
                    len(content),
                    "a table under `variants`, with `|` between the cells",
                    f"write `{row[:200]}`",
                ),
                number,
            )
        self.pasted = number
        return True

    def row(self, node: RowLine, number: int) -> None:
        if not self.in_table:
            self.report(
                Problem(
                    "E113", "a row of a table stands outside of `variants`", 0, 1, "a line `variants` before the table"
                ),
                number,
            )
            self.in_table = True
            self.rows = []
        self.rows.append((number, node))

    # --- headings

    def heading(self, node: Heading, content: str, number: int) -> None:
        opened = open_heading(node, self.vocabulary)
        if opened.entity is None and "\t" in content.strip() and self.table_from_elsewhere(content, number):
            return
        if opened.entity is None and self.missing_colon(node, number):
            return
        self.close_block()
        for problem in opened.problems:
            self.report(problem, number)
        self.entity, self.thing, self.ghost = opened.entity, None, True
        if opened.id is None:
            words = [word.text for word in node.words]
            self.broken_names |= {*words, "_".join(words[1:]), f"{words[0][0].lower()}{words[-1]}"}
        if opened.entity == "project":
            self.project = self.speaks_of = None
        if opened.id is None or opened.at is None:
            return
        span = Span(number, opened.at.start + 1, opened.at.end + 1)
        before = self.things.get(opened.id)
        if before is not None:
            message = f"`{opened.id}` is already the name of a thing, in line {before.span.line}"
            self.report(
                Problem(
                    "E124",
                    message,
                    opened.at.start,
                    opened.at.end,
                    "a name that no other thing has",
                    f"write `{opened.id}_2`",
                ),
                number,
            )
            if before.entity == "project":
                self.project = self.speaks_of = opened.id
            return
        assert opened.entity is not None
        self.things[opened.id] = Thing(opened.entity, opened.id, span, opened.title)
        self.thing, self.ghost = opened.id, False
        if opened.entity == "project":
            self.project = opened.id
        self.speaks_of = self.project
        for word, targets in opened.links:
            if word == "for":
                self.speaks_of = targets[0].text
        self.opened.append((opened, number, self.project))

    def missing_colon(self, node: Heading, number: int) -> bool:
        """`county Otter Tail`: a fact whose colon is missing."""
        words = [word.text for word in node.words]
        tables = [self.vocabulary.keys[self.entity]] if self.entity else list(self.vocabulary.keys.values())
        for count in range(len(words), 0, -1):
            key = " ".join(words[:count])
            if any(normal(key) in table for table in tables) or normal(key) in OWN_KEYS:
                rest = " ".join(words[count:])
                end = node.words[-1].end
                self.report(
                    Problem(
                        "E111",
                        f"`{key}` has no colon after it",
                        node.words[0].start,
                        end,
                        "a fact such as `county: Otter Tail`",
                        f"write `{key}: {rest}`".rstrip(),
                    ),
                    number,
                )
                return True
        return False

    # --- facts

    def fact(self, node: Fact, content: str, number: int) -> None:
        key = node.key.text.casefold()
        if key in OWN_KEYS:
            self.close_block()
            self.own(key, node, number)
            return
        if self.block is not None:
            rest = node.rest.text if node.rest else ""
            if not rest:
                self.report(
                    Problem(
                        "E115",
                        f"`{node.key.text}` expects nothing",
                        node.key.start,
                        len(content),
                        "what is expected, such as `replacement plan required`",
                    ),
                    number,
                )
                return
            subject = " ".join(node.key.text.split())
            self.expected.append(
                Expectation(subject, wants_of(subject, rest), Span(number, node.key.start + 1, len(content) + 1))
            )
            return
        first = key.split()[0]
        if (node.rest is None and first in ("expect", "variants")) or key == "claim":
            again = lines.tree("line", content.replace(":", " ", 1).rstrip())
            if isinstance(again, ExpectLine | VariantsLine | ClaimLine):
                self.line(content.replace(":", " ", 1).rstrip(), number)
                return
        if node.rest is None and self.heading_with_colon(node, number):
            return
        if self.entity is None:
            self.lost(node, content, number)
            return
        fact = read_fact(self.entity, content, self.vocabulary)
        for problem in fact.problems:
            self.report(problem, number)
        if self.thing is not None:
            self.statements += statements_of(self.thing, fact, number)

    def heading_with_colon(self, node: Fact, number: int) -> bool:
        """`project lane:` is a heading; the colon is a slip."""
        words = node.key.text.split()
        headings = {normal(entity.heading) for entity in self.vocabulary.entities.values()}
        if len(words) < 2 or not ({normal(words[0]), normal(" ".join(words[:2]))} & headings):
            return False
        if self.entity is not None and normal(node.key.text) in self.vocabulary.keys[self.entity]:
            return False
        self.report(
            Problem(
                "E116",
                f"a heading has no colon: `{node.key.text}:`",
                node.key.start,
                node.key.end + 1,
                None,
                f"write `{node.key.text}`",
            ),
            number,
        )
        heading = lines.tree("line", node.key.text)
        if isinstance(heading, Heading):
            self.heading(heading, node.key.text, number)
        return True

    def lost(self, node: Fact, content: str, number: int) -> None:
        """A fact with no thing to belong to: said once, for the run of them."""
        if not self.ghost and not self.orphan:
            self.orphan = True
            message = f"`{node.key.text}` stands before any heading"
            helping = 'start the file with a heading such as `project lane "Field lane"`, the facts after it'
            self.report(
                Problem(
                    "E125",
                    message,
                    node.key.start,
                    len(content),
                    "a heading that says what the fact belongs to",
                    helping,
                ),
                number,
            )

    def open_expect(self, node: ExpectLine, number: int) -> None:
        self.close_block()
        expect, problems = read_expect(node, number, self.vocabulary)
        for problem in problems:
            self.report(problem, number)
        self.block, self.expected = _Block(number, expect), []

    def close_block(self) -> None:
        if self.block is not None:
            if self.expected:
                self.expects.append(replace(self.block.opened, lines=tuple(self.expected)))
            else:
                self.report(
                    Problem(
                        "W207",
                        "this `expect` expects nothing",
                        0,
                        6,
                        "lines such as `project: replacement plan required`",
                        None,
                        "warning",
                    ),
                    self.block.line,
                )
        self.block = None
        self.in_table = False

    # --- the whole

    def finish(self) -> Case:
        self.imply_owners()
        resolved: dict[str, Thing] = dict(self.things)
        for opened, number, project in sorted(self.opened, key=lambda entry: _LATER.index(entry[0].entity or "")):
            assert opened.id is not None
            above = project
            if opened.entity == "impact" and above is None:
                projects = [thing.id for thing in resolved.values() if thing.entity == "project"]
                above = projects[0] if len(projects) == 1 else None
                if above is None and projects and not any(word == "for" for word, _ in opened.links) and opened.at:
                    self.report(
                        Problem(
                            "E130",
                            f"impact `{opened.id}` stands before any project",
                            opened.at.start,
                            opened.at.end,
                            "a project heading above it, or `for PROJECT` in its heading",
                        ),
                        number,
                    )
            links, problems = resolve_links(opened, resolved, above, self.vocabulary, self.broken_names)
            for problem in problems:
                self.report(problem, number)
            resolved[opened.id] = replace(resolved[opened.id], links=links)
        self.things = resolved
        case = Case(
            self.path,
            tuple(resolved.values()),
            tuple(self.statements),
            tuple(self.assumes),
            tuple(self.claims),
            tuple(self.history),
            tuple(self.notes),
            tuple(self.expects),
        )
        variants = []
        for number, rows in self.tables:
            if not rows and self.pasted > number:
                continue
            found, problems_at = read_variants(rows, number, case, self.vocabulary)
            variants += found
            for problem, at in problems_at:
                self.report(problem, at)
        return replace(case, variants=tuple(variants))

    def follows(self, problem: Problem) -> bool:
        """Whether an inconsistency only follows from a heading that could not be read."""
        if problem.code == "E107":
            return True
        return problem.code == "E158" and any(
            f"`{name}`" in problem.message for name in self.broken_names - set(self.things)
        )

    def imply_owners(self) -> None:
        """Owners named after `of` need no heading of their own."""
        for opened, number, _ in self.opened:
            for word, targets in opened.links:
                for target in targets if word == "of" else ():
                    if target.text in self.things:
                        continue
                    if not is_id(target.text):
                        self.report(
                            Problem(
                                "E122",
                                f"{shown(target.text)} cannot be a name",
                                target.start,
                                target.end,
                                "one word of letters, digits and `_`",
                                f"write `{'_'.join(target.text.split())}`",
                            ),
                            number,
                        )
                    elif reserved(target.text, self.vocabulary):
                        self.report(
                            Problem(
                                "E123",
                                f"`{target.text}` is a word of the vocabulary",
                                target.start,
                                target.end,
                                "a name of your own",
                                f"write `{target.text}_1`",
                            ),
                            number,
                        )
                    else:
                        self.things[target.text] = Thing(
                            "owner", target.text, Span(number, target.start + 1, target.end + 1)
                        )


def read_case(text: str, path: str, vocabulary: Vocabulary) -> Reading:
    """Read a case file's text: the case, or its mistakes; warnings in any case."""
    size = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
    if size > lines.MAX_BYTES:
        problem = Problem(
            "E101",
            f"the file has {size:,} bytes",
            0,
            1,
            f"at most {lines.MAX_BYTES:,} bytes in a file",
            "divide it into several files",
        )
        return Reading(None, (diagnostic(problem, None, path),))
    text_lines = lines.split_lines(text)
    if len(text_lines) > lines.MAX_LINES + 1:
        problem = Problem(
            "E102",
            f"the file has {len(text_lines):,} lines",
            0,
            1,
            f"at most {lines.MAX_LINES:,} lines in a file",
            "divide it into several files",
        )
        return Reading(None, (diagnostic(problem, None, path),))
    reader = _Reader(path, vocabulary)
    reader.read(text_lines)
    case = reader.finish()
    found = reader.diagnostics
    if not found and not case.things:
        found.append(
            diagnostic(
                Problem("E106", "the file is empty", 0, 1, "a case", "`lexempt new` writes one to start from"),
                None,
                path,
            )
        )
    wrong = any(d.severity == "error" for d in found)
    for inconsistent, line in check(case, vocabulary):
        if not wrong or (inconsistent.severity == "error" and not reader.follows(inconsistent)):
            found.append(diagnostic(inconsistent, line, path))
    ordered = tuple(sorted(found, key=_place))
    failed = any(d.severity == "error" for d in ordered)
    return Reading(None if failed else case, ordered, text_lines)


def _place(found: Diagnostic) -> tuple[int, int, str]:
    return (found.span.line, found.span.start, found.code) if found.span else (1 << 30, 0, found.code)


def read_bytes(data: bytes, path: str, vocabulary: Vocabulary) -> Reading:
    """Read a case file's bytes."""
    if len(data) > lines.MAX_BYTES:
        problem = Problem(
            "E101",
            f"the file has {len(data):,} bytes",
            0,
            1,
            f"at most {lines.MAX_BYTES:,} bytes in a file",
            "divide it into several files",
        )
        return Reading(None, (diagnostic(problem, None, path),))
    text, wrong = lines.decode(data)
    if wrong is not None:
        return Reading(None, (diagnostic(wrong, None, path),))
    return read_case(text, path, vocabulary)
