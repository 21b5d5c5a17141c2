"""Tables of variants: each row changes facts of the case and says what is expected then."""

from __future__ import annotations

from collections.abc import Mapping

from lexempt.case import Case, Expect, Expectation, Span, Statement, Thing, Variant
from lexempt.language import lines
from lexempt.language.expectations import SUBJECTS, read_readings, wants_of
from lexempt.language.facts import moved
from lexempt.language.keys import Key, resolve
from lexempt.language.quantities import read_date
from lexempt.language.suggest import did_you_mean, listed, shown
from lexempt.language.tree import Broken, Piece, Problem, Readings, RowLine
from lexempt.language.values import interpret
from lexempt.law.vocabulary import Attribute, Vocabulary, normal
from lexempt.records import NamedTuple

Found = list[tuple[Problem, int]]
_DASHES = frozenset("-: ")


class _Column(NamedTuple):
    """What a column of the table holds: `kind` is name, why, on, reading, result, fact or bad."""

    kind: str
    subject: str = ""
    attribute: Attribute | None = None
    keys: tuple[Key, ...] = ()
    impact: bool = False
    removes: bool = False
    """Whether `none` leaves the thing out: it is an impact's area."""


def _column(
    cell: Piece, case: Case, things: Mapping[str, Thing], vocabulary: Vocabulary
) -> tuple[_Column, Problem | None]:
    text = " ".join(cell.text.split())
    word = text.casefold()
    if word in ("name", "why", "on", "reading"):
        return _Column(word), None
    if word in SUBJECTS:
        return _Column("result", word), None
    thing = things.get(text)
    if thing is not None and thing.entity in ("impact", "project"):
        return _Column("result", text, impact=thing.entity == "impact"), None
    first, _, rest = text.partition(" ")
    projects = case.of("project")
    if first in things and rest:
        found = resolve(things[first].entity, rest, vocabulary)
        problem = found.problem and moved(found.problem, cell.start + len(first) + 1)
        subject = first
    elif len(projects) == 1:
        found = resolve("project", text, vocabulary)
        problem = found.problem and moved(found.problem, cell.start)
        subject = projects[0].id
        if found.attribute is None:
            problem = _unknown_column(text, cell, case, vocabulary)
    else:
        return _Column("bad"), _unknown_column(text, cell, case, vocabulary)
    if problem is not None or found.attribute is None:
        return _Column("bad"), problem or _unknown_column(text, cell, case, vocabulary)
    removes = found.attribute.name == "area" and things[subject].entity == "impact"
    return _Column("fact", subject, found.attribute, found.keys, removes=removes), None


def _unknown_column(text: str, cell: Piece, case: Case, vocabulary: Vocabulary) -> Problem:
    few = case.things[:60]
    ids = [thing.id for thing in few]
    words = ["name", "why", "on", "reading", *SUBJECTS, *ids]
    words += [f"{t.id} {a.words}" for t in few for a in vocabulary.of(t.entity) if text.partition(" ")[0] == t.id]
    words += [a.words for a in vocabulary.keys["project"].values()]
    rest = text.partition(" ")[2]
    words += [f"{t.id} {rest}" for t in few if rest and resolve(t.entity, rest, vocabulary).problem is None]
    expected = f"a fact column `THING FACT` such as `{ids[0] if ids else 'w1'} area`, or a result column: " + listed(
        [*SUBJECTS[:4], "an impact's id"]
    )
    return Problem("E174", f"unknown column {shown(text)}", cell.start, cell.end, expected, did_you_mean(text, words))


def _lists_things(rows: list[tuple[int, RowLine]], vocabulary: Vocabulary) -> Problem | None:
    """For a table that lists impacts, or other things, where variants of them should stand."""
    header = rows[0][1].cells
    if header[0].text.strip().casefold() == "name":
        return None
    from lexempt.language.pasted import as_lines  # only for a mistake

    helping = as_lines([[cell.text for cell in row.cells] for _, row in rows], vocabulary)
    if helping is None:
        return None
    message = "variants change facts of things that are there; they make none"
    expected = "a first column `name`, then columns such as `fill_1 area`"
    return Problem("E176", message, header[0].start, max(header[-1].end, header[0].start + 1), expected, helping)


def read_variants(
    rows: list[tuple[int, RowLine]], at: int, case: Case, vocabulary: Vocabulary
) -> tuple[list[Variant], Found]:
    """The variants of one table, and its mistakes with their lines."""
    problems: Found = []
    rows = [
        (number, row)
        for number, row in rows
        if not all(set(cell.text) <= _DASHES for cell in row.cells) or not row.cells
    ]
    if len(rows) < 2 or not rows[0][1].cells:
        named = not rows or rows[0][1].cells
        message = "the table of variants is empty" if not rows else "the table of variants has no rows"
        message = message if named else "the first row of the variants names no columns"
        problems.append(
            (
                Problem(
                    "E176",
                    message,
                    0,
                    8,
                    "a row of column names, then a row for each variant",
                    "`| name | project |` and so on",
                ),
                rows[0][0] if rows else at,
            )
        )
        return [], problems
    header_at, header = rows[0]
    listed_things = _lists_things(rows, vocabulary)
    if listed_things is not None:
        return [], [(listed_things, header_at)]
    things = {thing.id: thing for thing in case.things}
    columns: list[_Column] = []
    for i, cell in enumerate(header.cells):
        column, problem = _column(cell, case, things, vocabulary)
        if i == 0 and column.kind != "name":
            problem = Problem(
                "E176",
                "the first column is not `name`",
                cell.start,
                max(cell.end, cell.start + 1),
                "a first column `name`",
                "write `| name | ...`",
            )
            column = _Column("bad")
        if problem is not None:
            problems.append((problem, header_at))
        elif column.kind != "bad" and column in columns:
            problems.append(
                (
                    Problem(
                        "E174", f"column {shown(cell.text)} stands twice", cell.start, cell.end, "each column once"
                    ),
                    header_at,
                )
            )
        columns.append(column)
    if not any(column.kind in ("result", "bad") for column in columns):
        problems.append(
            (
                Problem(
                    "W207",
                    "the variants expect nothing",
                    0,
                    header.cells[-1].end if header.cells else 1,
                    "a column such as `project`",
                    None,
                    "warning",
                ),
                header_at,
            )
        )
    variants: list[Variant] = []
    names: set[str] = {variant.name for variant in case.variants}
    for number, row in rows[1:]:
        if len(row.cells) != len(columns):
            message = f"the row has {len(row.cells)} cells, the table {len(columns)} columns"
            problems.append(
                (
                    Problem(
                        "E173",
                        message,
                        row.cells[0].start if row.cells else 0,
                        row.cells[-1].end if row.cells else 1,
                        f"{len(columns)} cells between `|`",
                        "leave a cell empty to change nothing",
                    ),
                    number,
                )
            )
            continue
        variant, found = _row(row, number, columns, case, vocabulary)
        problems += [(problem, number) for problem in found]
        name = variant.name
        if columns[0].kind == "name" and (not name or name in names):
            message = f"two variants are called {shown(name)}" if name else "the variant has no name"
            cell = row.cells[0]
            problems.append(
                (
                    Problem(
                        "E175", message, cell.start, max(cell.end, cell.start + 1), "a name of its own for each variant"
                    ),
                    number,
                )
            )
        names.add(name)
        variants.append(variant)
    return variants, problems


def _row(
    row: RowLine, number: int, columns: list[_Column], case: Case, vocabulary: Vocabulary
) -> tuple[Variant, list[Problem]]:
    problems: list[Problem] = []
    name = why = ""
    replaces: list[Statement] = []
    removes: list[str] = []
    expected: list[Expectation] = []
    readings: tuple[tuple[str, str], ...] = ()
    on = None
    for column, cell in zip(columns, row.cells, strict=True):
        text = cell.text
        span = Span(number, cell.start + 1, max(cell.end, cell.start + 1) + 1)
        if column.kind == "name":
            name = " ".join(text.split())
        elif column.kind == "why":
            why = " ".join(text.split())
        elif not text or column.kind == "bad":
            continue
        elif column.kind == "on":
            day = read_date(Piece(text, cell.start, cell.end))
            if isinstance(day, Problem):
                problems.append(day)
            else:
                on = day
        elif column.kind == "reading":
            parsed = lines.tree("readings", text)
            if isinstance(parsed, Broken):
                problems.append(
                    Problem(
                        "E170",
                        f"{shown(text)} is not a reading and its choice",
                        cell.start,
                        cell.end,
                        "`combining_amounts = each_paragraph`",
                    )
                )
            else:
                assert isinstance(parsed, Readings)
                readings, found = read_readings(parsed.pairs, vocabulary)
                problems += [moved(problem, cell.start) for problem in found]
        elif column.kind == "result":
            expected.append(Expectation(column.subject, wants_of(column.subject, text, column.impact), span))
        else:
            assert column.attribute is not None
            if column.removes and normal(text) == "none":
                removes.append(column.subject)
                continue
            value = interpret(column.attribute, text, vocabulary)
            problems += [moved(problem, cell.start) for problem in value.problems]
            if value.value is not None:
                replaces += [
                    Statement(column.subject, column.attribute.name, value.value, span, key, value.source, value.text)
                    for key in column.keys
                ]
    row_span = Span(number, row.cells[0].start + 1, row.cells[-1].end + 1)
    expects = Expect(tuple(expected), row_span, on, readings)
    return Variant(name, tuple(replaces), tuple(removes), expects, row_span, why), problems
