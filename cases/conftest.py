"""Every recorded case is a test: an item for each `expect` block and each variant, all checked in one shared run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lexempt.case import Reading
from lexempt.suite.run import grouped, read_file, rows_of, run_group
from lexempt.suite.text import row_lines
from lexempt.suite.types import Row, RowResult, SuiteOptions

_RESULTS: dict[str, RowResult] = {}


class CaseError(Exception):
    """A row that does not hold; its text is the report."""


class RowItem(pytest.Item):
    """One row of a case file."""

    row: Row

    def runtest(self) -> None:
        if self.row.id not in _RESULTS:
            _run(self)
        result = _RESULTS[self.row.id]
        if result.state == "failed":
            raise CaseError("\n".join(row_lines(result)))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        if isinstance(excinfo.value, CaseError):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.row.line - 1, f"{self.path.name}: {self.row.name}"


class MistakeItem(pytest.Item):
    """A file that is no valid case, or that expects nothing."""

    trouble: str

    def runtest(self) -> None:
        raise CaseError(self.trouble)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        return str(excinfo.value)


class CaseFile(pytest.File):
    """A case file."""

    def collect(self) -> Iterator[pytest.Item]:
        reading = read_file(str(self.path))
        rows = [] if isinstance(reading, str) else rows_of(reading)
        if not rows:
            item = MistakeItem.from_parent(self, name="readable")
            item.trouble = _trouble(reading)
            yield item
        names: dict[str, int] = {}
        for row in rows:
            names[row.name] = names.get(row.name, 0) + 1
            again = f" (line {row.line})" if names[row.name] > 1 else ""
            one = RowItem.from_parent(self, name=row.name + again)
            one.row = row
            yield one


def _trouble(reading: Reading | str) -> str:
    if isinstance(reading, str):
        return reading
    found = [f"line {d.span.line if d.span else 0}: error[{d.code}]: {d.message}" for d in reading.diagnostics]
    return "\n".join(found) or "the file expects nothing"


def _run(asked: RowItem) -> None:
    """Check all rows that this session collected, in as few calls as their days and readings allow."""
    options = SuiteOptions()
    rows = [item.row for item in asked.session.items if isinstance(item, RowItem)]
    for group in grouped(rows, options):
        if asked.row.id in {row.id for row in group.rows}:
            try:
                done = run_group(group, options)
            except Exception as error:
                done = [RowResult(row, (), (f"its shared run ended in {error!r}",)) for row in group.rows]
                _RESULTS.update({result.row.id: result for result in done})
                raise
            _RESULTS.update({result.row.id: result for result in done})


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Case files below this folder."""
    return CaseFile.from_parent(parent, path=file_path) if file_path.suffix == ".case" else None
