"""Every code has a file that provokes it, and the text it gives.

`LEXEMPT_ACCEPT=1 pytest tests/errors` rewrites the texts.
"""

from __future__ import annotations

import importlib.util
import os
import re
from pathlib import Path

import pytest

from lexempt.case import Reading
from lexempt.language import read_bytes, render
from lexempt.language.interchange import read_json
from lexempt.law.vocabulary import load_vocabulary

ROOT = Path(__file__).parents[2]
MISTAKES = ROOT / "grammar" / "mistakes"
FILES = sorted(path for path in MISTAKES.iterdir() if path.suffix in (".case", ".json"))
_spec = importlib.util.spec_from_file_location("made", Path(__file__).with_name("made.py"))
assert _spec is not None and _spec.loader is not None
made = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(made)


def reading_of(path: Path) -> Reading:
    """What reading the file gives; its name stands for its path."""
    if path.suffix == ".json":
        return read_json(path.read_bytes(), path.name, load_vocabulary())
    return read_bytes(path.read_bytes(), path.name, load_vocabulary())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_message(path: Path) -> None:
    reading = reading_of(path)
    text = render(reading.diagnostics, reading.lines)
    golden = path.with_suffix(".txt")
    if os.environ.get("LEXEMPT_ACCEPT"):
        golden.write_text(text)
    assert text == golden.read_text()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_gives_its_code_and_no_other(path: Path) -> None:
    severities = ("error",) if path.name.startswith("E") else ("error", "warning")
    codes = {found.code for found in reading_of(path).diagnostics if found.severity in severities}
    assert codes == {path.stem.split("-")[0]}


@pytest.mark.parametrize("code", sorted(made.MADE))
def test_made(code: str) -> None:
    reading = read_bytes(made.MADE[code], "made", load_vocabulary())
    assert code in {found.code for found in reading.diagnostics}
    assert len(reading.diagnostics) <= 1_001


def test_every_code_is_provoked() -> None:
    source = "".join(path.read_text() for path in (ROOT / "src" / "lexempt" / "language").glob("*.py"))
    codes = set(re.findall(r'"([EW]\d{3})"', source))
    assert codes == {path.stem.split("-")[0] for path in FILES} | set(made.MADE)


def test_errors_leave_no_case_and_warnings_do() -> None:
    for path in FILES:
        assert (reading_of(path).case is None) == (path.name[0] == "E"), path.name
