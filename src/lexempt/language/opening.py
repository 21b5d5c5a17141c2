"""Headings and blocks of a file being read: what a line opens or closes, and tables from elsewhere."""

from __future__ import annotations

from lexempt.case import Expect, Expectation, Span, Thing
from lexempt.language.collected import OWN_KEYS, Collected
from lexempt.language.expectations import read_expect
from lexempt.language.headings import Opened, open_heading, reserved
from lexempt.language.keys import is_id
from lexempt.language.suggest import shown
from lexempt.language.tree import ExpectLine, Heading, Problem, RowLine
from lexempt.law.vocabulary import Vocabulary, normal
from lexempt.records import NamedTuple


class _Block(NamedTuple):
    """An `expect` block while it is read."""

    line: int
    opened: Expect


def _separator(content: str, vocabulary: Vocabulary) -> str:
    """What separates the cells, if the line is a row of a table from elsewhere."""
    if "\t" in content.strip():
        return "\t"
    from lexempt.language.pasted import is_header  # only for a mistake

    return next((s for s in ";," if content.count(s) > 1 and is_header(content.split(s), vocabulary)), "")


class Opening(Collected):
    """Opens things and blocks, and closes blocks."""

    def __init__(self, path: str, vocabulary: Vocabulary) -> None:
        super().__init__(path, vocabulary)
        self.opened: list[tuple[Opened, int, str | None]] = []
        self.block: _Block | None = None
        self.expected: list[Expectation] = []
        self.rows: list[tuple[int, RowLine]] = []
        self.tables: list[tuple[int, list[tuple[int, RowLine]]]] = []
        self.loose: list[tuple[int, list[tuple[int, RowLine]]]] = []
        """Tables of `|` that stand outside of `variants`."""
        self.in_table = False
        self.entity: str | None = None
        self.thing: str | None = None
        self.project: str | None = None
        """The nearest project heading above."""
        self.orphan = False
        self.marked = False
        """Whether a line has begun with the mark of a list or a quotation."""
        self.pasted = -1
        """The last line that was a row of a table from elsewhere."""
        self.elsewhere: list[tuple[int, str, bool, list[str]]] = []
        """Tables from elsewhere: the first line, what separates its cells, whether it stands under `variants`, its rows."""
        self.broken_names: set[str] = set()
        """Words of headings that could not be read: other lines that name them are not at fault."""

    def table_from_elsewhere(self, content: str, number: int) -> bool:
        """A table pasted from a spreadsheet: cells between tabs, or commas where its first row names columns.

        Reported once for a run of lines, when the file is read (`tables_from_elsewhere`).
        """
        if content.lstrip().startswith("|"):
            return False
        runs_on = bool(self.elsewhere) and self.pasted == number - 1
        between = self.elsewhere[-1][1] if runs_on else _separator(content, self.vocabulary)
        if not between or sum(1 for cell in content.split(between) if cell.strip()) < 2:
            return False
        if not runs_on:
            self.elsewhere.append((number, between, self.in_table and not self.rows, []))
        self.elsewhere[-1][3].append(content)
        self.pasted = number
        return True

    def names_columns(self, content: str) -> bool:
        """Whether the line is the first row of a table, whose first column is called as a kind of thing is."""
        from lexempt.language.pasted import is_header  # only for a mistake

        return is_header(content.split("\t"), self.vocabulary)

    def tables_from_elsewhere(self) -> None:
        """Say of each table from elsewhere how it is written here."""
        from lexempt.language.pasted import as_lines, ids_of  # only for a mistake

        for number, between, under_variants, texts in self.elsewhere:
            rows = [[cell.strip() for cell in text.split(between)] for text in texts]
            row = ("| " + " | ".join(rows[0]) + " |")[:200]
            expected, helping = "a heading for each row, and a fact a line", as_lines(rows, self.vocabulary)
            if under_variants or (helping is None and rows[0][0].casefold() == "name"):
                expected, helping = "a table under `variants`, with `|` between the cells", f"write `{row}`"
            elif helping is None:
                helping = "write each row as `impact fill_1 in w1`, with facts such as `type: 2` on lines of their own"
            self.broken_names |= ids_of(rows, self.vocabulary)
            message = "this looks like a table pasted from a spreadsheet"
            self.report(Problem("E114", message, 0, len(texts[0]), expected, helping), number)
        for number, loose in self.loose:
            rows = [[cell.text for cell in row.cells] for _, row in loose]
            rows = [row for row in rows if not all(set(cell) <= set("-: ") for cell in row)]
            self.broken_names |= ids_of(rows, self.vocabulary)
            written = as_lines(rows, self.vocabulary)
            expected = "a heading for each row, and a fact a line" if written else "a line `variants` before the table"
            helping = written or "write `variants` on a line of its own before the table"
            self.report(
                Problem("E113", "a row of a table stands outside of `variants`", 0, 1, expected, helping), number
            )

    def heading(self, node: Heading, content: str, number: int) -> None:
        opened = open_heading(node, self.vocabulary)
        tabs = "\t" in content.strip() and (opened.entity is None or self.names_columns(content))
        if tabs and self.table_from_elsewhere(content, number):
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
        for count in range(min(len(words), 12), 0, -1):
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

    def open_expect(self, node: ExpectLine, number: int) -> None:
        self.close_block()
        expect, problems = read_expect(node, number, self.vocabulary)
        for problem in problems:
            self.report(problem, number)
        self.block, self.expected = _Block(number, expect), []

    def close_block(self) -> None:
        if self.block is not None:
            if self.expected:
                self.expects.append(self.block.opened._replace(lines=tuple(self.expected)))
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
                                "write any name, such as `owner_a`: who it is need not be known"
                                if normal(target.text) == "unknown"
                                else f"write `{target.text}_1`",
                            ),
                            number,
                        )
                    else:
                        self.things[target.text] = Thing(
                            "owner", target.text, Span(number, target.start + 1, target.end + 1)
                        )
