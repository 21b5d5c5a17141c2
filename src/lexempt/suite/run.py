"""Run recorded cases: read files, spread them into rows, check rows of one law and readings together, judge each line.

A grounding of 50 projects costs little more than one of a single project, so rows are grouped by the day of the law and
the readings they ask for: as many calls of the checker as there are such groups, and no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date

from lexempt.case import Case, Diagnostic, Expect, Known, Reading
from lexempt.language.files import case_files, read_file
from lexempt.records import NamedTuple
from lexempt.result import CheckResult, ProjectResult
from lexempt.suite.judge import judge
from lexempt.suite.types import Failure, FileMistakes, Row, RowResult, SuiteOptions, SuiteReport
from lexempt.suite.variants import apply_variant

_NEED_REASONS = frozenset(("because", "duty", "consequence"))


class Group(NamedTuple):
    """Rows that one call of the checker answers: the same day of the law and readings."""

    on: date | None
    readings: tuple[tuple[str, str], ...]
    rows: tuple[Row, ...]


Check = Callable[[Sequence[Reading], Group, SuiteOptions], CheckResult]


def rows_of(reading: Reading) -> list[Row]:
    """The rows of one file: one for each `expect` block that has lines, one for each variant that expects something."""
    case = reading.case
    if case is None:
        return []
    bare = case._replace(expects=(), variants=())
    rows = []
    for expect in case.expects:
        if expect.lines:
            rows.append(_row(case, bare, _block_name(expect, case.expects), expect, reading))
    first = case.expects[0] if case.expects else None
    for variant in case.variants:
        if variant.expects.lines:
            changed = apply_variant(case, variant)._replace(expects=())
            expects = variant.expects
            if expects.on is None and first is not None and law_day(changed) is None:
                expects = expects._replace(on=first.on)
            rows.append(_row(case, changed, variant.name, expects, reading, variant.why))
    return rows


def law_day(case: Case) -> date | None:
    """The day of work, if it is stated and the same for every project; it picks the law where nothing else does."""
    days = {}
    for statement in case.statements:
        if statement.attribute == "work":
            one = isinstance(statement.value, Known) and len(statement.value.values) == 1
            days[statement.thing] = statement.value.values[0] if one and isinstance(statement.value, Known) else None
    found = {days.get(project.id) for project in case.of("project")}
    day = found.pop() if len(found) == 1 else None
    return day if isinstance(day, date) else None


def _row(case: Case, changed: Case, name: str, expect: Expect, reading: Reading, why: str = "") -> Row:
    """A row whose case goes by the row's own id, so that its result can be told from its siblings'."""
    at = changed._replace(path=f"{case.path}:{expect.span.line}")
    return Row(case.path, name, expect.span.line, Reading(at, (), reading.lines), expect, why)


def _block_name(expect: Expect, all_of_them: tuple[Expect, ...]) -> str:
    """`as stated`, with the readings, and with the day where blocks differ in it."""
    parts = ["as stated"]
    if len({other.on for other in all_of_them}) > 1 and expect.on is not None:
        parts.append(f"on {expect.on.isoformat()}")
    if expect.readings:
        parts.append("with " + ", ".join(f"{name} = {choice}" for name, choice in expect.readings))
    return " ".join(parts)


def grouped(rows: Iterable[Row], options: SuiteOptions) -> list[Group]:
    """Rows by day and readings, in the order in which the first of each comes. Options win over what rows say."""
    found: dict[tuple[date | None, tuple[tuple[str, str], ...]], list[Row]] = {}
    for row in rows:
        chosen = dict(row.expects.readings) | dict(options.readings)
        own = row.expects.on or (law_day(row.reading.case) if row.reading.case else None)
        key = (options.on or own, tuple(sorted(chosen.items())))
        found.setdefault(key, []).append(row)
    return [Group(on, readings, tuple(members)) for (on, readings), members in found.items()]


def check_group(readings: Sequence[Reading], group: Group, options: SuiteOptions) -> CheckResult:
    """One call of the checker for a group."""
    from lexempt.solving.check import check_cases
    from lexempt.solving.options import CheckOptions

    reasons = any(line.subject.casefold() in _NEED_REASONS for row in group.rows for line in row.expects.lines)
    asked = CheckOptions(
        on=group.on,
        readings=group.readings,
        profile=options.profile,
        time_limit=options.time_limit,
        amendments=options.amendments,
        limit=1000,
        all_readings=False,
        reasons=reasons,
    )
    return check_cases(readings, asked)


def run_cases(paths: Sequence[str], options: SuiteOptions | None = None, check: Check = check_group) -> SuiteReport:
    """Run every recorded case below the paths."""
    options = options or SuiteOptions()
    files, missing = case_files(paths)
    rows: list[Row] = []
    mistakes: list[FileMistakes] = []
    silent: list[str] = []
    for path in files:
        reading = read_file(path)
        if isinstance(reading, str):
            missing.append(reading)
            continue
        if reading.diagnostics:
            mistakes.append(FileMistakes(path, reading.diagnostics, reading.lines))
        found = rows_of(reading)
        rows += found
        if reading.case is not None and not found:
            silent.append(path)
    groups = grouped(rows, options)
    results = {done.row.id: done for group in groups for done in run_group(group, options, check)}
    done = tuple(results[row.id] for row in rows)
    return SuiteReport(done, tuple(mistakes), tuple(silent), tuple(missing), len(groups))


def run_group(group: Group, options: SuiteOptions, check: Check = check_group) -> list[RowResult]:
    """Check the rows of a group together, and judge each."""
    result = check([row.reading for row in group.rows], group, options)
    projects: dict[str, list[ProjectResult]] = {}
    for project in result.projects:
        projects.setdefault(project.path, []).append(project)
    wrong: dict[str, list[Diagnostic]] = {}
    for found in result.diagnostics:
        if found.severity == "error":
            wrong.setdefault(found.path, []).append(found)
    return [judged(row, projects.get(row.id, []), wrong.get(row.id, []), result.refused) for row in group.rows]


def judged(
    row: Row, projects: Sequence[ProjectResult], wrong: Sequence[Diagnostic] = (), refused: Sequence[str] = ()
) -> RowResult:
    """Judge every line of a row on the projects its case gave."""
    failures = []
    trouble = [f"error[{found.code}]: {found.message}" for found in wrong]
    if not projects and not trouble:
        own = [reason for reason in refused if row.id in reason]
        trouble = (own or list(refused))[:3] or ["the case has no answer"]
        return RowResult(row, (), tuple(trouble), limited=bool(refused))
    for line in row.expects.lines:
        if trouble:
            break
        verdict = judge(line, projects)
        if not verdict.holds:
            failures.append(Failure(line.span.line, line.subject, line.wants, verdict.got))
    return RowResult(row, tuple(failures), tuple(trouble))
