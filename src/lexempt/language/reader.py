"""From the text of a case file to a case, or to all of its mistakes, in file order. Never an exception."""

from __future__ import annotations

import re
from collections.abc import Iterable

from lexempt.case import (
    Case,
    Diagnostic,
    Expectation,
    Reading,
    Span,
    Thing,
)
from lexempt.language import lines
from lexempt.language.checker import check
from lexempt.language.collected import OWN_KEYS
from lexempt.language.expectations import wants_of
from lexempt.language.facts import diagnostic, read_fact, statements_of
from lexempt.language.headings import resolve_links
from lexempt.language.opening import Opening
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

_HEADING = r'^\w+(\s+("[^"]*"|of|in|for)(\s.*)?)?$'
"""What follows the kind in a heading that is well formed enough to be meant as one."""
_MARKS = "-*•–>"
_MARKED = rf"^\s*([{_MARKS}])\s+(?=\S)"
"""What documents put before a line: the mark of a list or a quotation."""
_LATER = ("project", "wetland", "water", "drainage_system", "owner", "portion", "ground", "impact")


class _Reader(Opening):
    """Reads the lines of one file, and ties together what they say."""

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
            if len(self.diagnostics) > lines.MAX_MISTAKES:
                break
            if len(self.statements) > lines.MAX_STATEMENTS:
                message = f"the file states more than {lines.MAX_STATEMENTS:,} facts"
                self.report(Problem("E109", message, 0, 1, None, "divide it into several files"), number)
                break
            content = lines.strip_comment(raw)
            if content and not content.isspace():
                self.line(self.unmarked(content, number) if content.lstrip()[0] in _MARKS else content, number)
        self.close_block()

    def unmarked(self, content: str, number: int) -> str:
        """The line without the mark of a list or a quotation before it; said once."""
        found = re.match(_MARKED, content)
        if found is None:
            return content
        mark = found[1]
        if not self.marked:
            message, expected = f"the line starts with `{mark}`", "a heading, or a fact such as `county: Otter Tail`"
            helping = f"take the `{mark}` away, here and in the lines below"
            self.report(Problem("E118", message, found.start(1), found.end(1), expected, helping), number)
        self.marked = True
        return " " * found.end() + content[found.end() :]

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
        problem = broken_value(node, content, expected)
        if problem.code == "E110" and len(re.findall(r"[^\W\d_]{2,}", content)) > 3 and not re.search("[:=|]", content):
            problem = problem._replace(help='a sentence is kept as `note: "..."`, or after `# `')
        key, equals, value = (part.strip() for part in content.partition("="))
        if equals and value and self.entity is not None and normal(key) in self.vocabulary.keys[self.entity]:
            problem = problem._replace(help=f"write `{key}: {value}`")
        self.report(problem, number)

    def row(self, node: RowLine, number: int) -> None:
        if not self.in_table:
            self.in_table = True
            self.rows = []
            self.loose.append((number, self.rows))
        self.rows.append((number, node))

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
        if node.rest is not None and self.colon_after_kind(node, content, number):
            return
        if self.entity is None:
            self.lost(node, content, number)
            return
        fact = read_fact(self.entity, content, self.vocabulary)
        for problem in fact.problems:
            self.report(problem, number)
        if self.thing is not None:
            self.statements += statements_of(self.thing, fact, number)

    def colon_after_kind(self, node: Fact, content: str, number: int) -> bool:
        """`wetland: w1` is a heading too, written like a fact."""
        kind = normal(node.key.text)
        headings = {normal(entity.heading) for entity in self.vocabulary.entities.values()}
        if kind not in headings or (self.entity is not None and kind in self.vocabulary.keys[self.entity]):
            return False
        if kind == "owner" and self.entity is not None and node.rest is not None:
            name = "_".join(re.findall(r"[^\W_]+", node.rest.text)).lower() or "owner_a"
            helping = f"portions have owners: write `portion north of {name} in w1`"
            message, expected = "an owner is no fact; it stands in a heading", "a heading, or a fact of the thing above"
            self.report(Problem("E116", message, node.key.start, node.rest.end, expected, helping), number)
            return True
        written = " ".join(content.replace(":", " ", 1).split())
        if not re.match(_HEADING, written.removeprefix(" ".join(node.key.text.split())).lstrip()):
            return False
        heading = lines.tree("line", written)
        if not isinstance(heading, Heading):
            return False
        message = f"a heading has no colon: `{node.key.text}:`"
        self.report(Problem("E116", message, node.key.start, node.key.end + 1, None, f"write `{written}`"), number)
        self.heading(heading, written, number)
        return True

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

    def finish(self) -> Case:
        if self.elsewhere or self.loose:
            self.tables_from_elsewhere()
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
            if len(self.diagnostics) > lines.MAX_MISTAKES:
                break
            links, problems = resolve_links(opened, resolved, above, self.vocabulary, self.broken_names)
            for problem in problems:
                self.report(problem, number)
            resolved[opened.id] = resolved[opened.id]._replace(links=links)
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
        return case._replace(variants=tuple(variants))

    def follows(self, problem: Problem) -> bool:
        """Whether an inconsistency only follows from a heading that could not be read."""
        if problem.code == "E107":
            return True
        return problem.code in ("E158", "E172") and any(
            f"`{name}`" in problem.message for name in self.broken_names - set(self.things)
        )


def read_case(text: str, path: str, vocabulary: Vocabulary) -> Reading:
    """Read a case file's text: the case, or its mistakes; warnings in any case."""
    size = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
    if size > lines.MAX_BYTES:
        return _refused("E101", size, lines.MAX_BYTES, "bytes", path)
    text_lines = lines.split_lines(text)
    if len(text_lines) > lines.MAX_LINES + 1:
        return _refused("E102", len(text_lines), lines.MAX_LINES, "lines", path)
    start = text_lines[0].lstrip()[:1] if text_lines else ""
    if start in "{[" or "bill" in text[:2_000]:
        from lexempt.language.other_kind import not_a_case  # only for a mistake

        other = not_a_case(text_lines, path)
        if other is not None:
            return Reading(None, (diagnostic(other, None, path),), text_lines)
    reader = _Reader(path, vocabulary)
    reader.read(text_lines)
    case = reader.finish()
    found = reader.diagnostics
    if not case.things and not any(d.severity == "error" for d in found):
        message = "the file has no project" if found else "the file is empty"
        empty = Problem("E106", message, 0, 1, "a case", "`lexempt new` writes one to start from")
        found.append(diagnostic(empty, None, path))
    wrong = any(d.severity == "error" for d in found)
    for inconsistent, line in check(case, vocabulary) if len(found) < lines.MAX_MISTAKES else ():
        if not wrong or (inconsistent.severity == "error" and not reader.follows(inconsistent)):
            found.append(diagnostic(inconsistent, line, path))
    ordered = tuple(sorted(found, key=_place))
    if len(ordered) > lines.MAX_MISTAKES:
        worst = min(d.severity for d in ordered)  # an error, if there is one
        message = f"the file has more than {lines.MAX_MISTAKES:,} mistakes"
        more = Problem("E108", message, 0, 1, None, "mend those first", worst)
        ordered = (*ordered[: lines.MAX_MISTAKES], diagnostic(more, None, path))
    failed = any(d.severity == "error" for d in ordered)
    return Reading(None if failed else case, ordered, text_lines)


def _refused(code: str, size: int, most: int, what: str, path: str) -> Reading:
    """A file that is too large to read at all."""
    message, expected = f"the file has {size:,} {what}", f"at most {most:,} {what} in a file"
    problem = Problem(code, message, 0, 1, expected, "divide it into several files")
    return Reading(None, (diagnostic(problem, None, path),))


def _place(found: Diagnostic) -> tuple[int, int, str]:
    return (found.span.line, found.span.start, found.code) if found.span else (1 << 30, 0, found.code)


def read_bytes(data: bytes, path: str, vocabulary: Vocabulary) -> Reading:
    """Read a case file's bytes."""
    if len(data) > lines.MAX_BYTES:
        return _refused("E101", len(data), lines.MAX_BYTES, "bytes", path)
    text, wrong = lines.decode(data)
    if wrong is not None:
        return Reading(None, (diagnostic(wrong, None, path),))
    return read_case(text, path, vocabulary)
