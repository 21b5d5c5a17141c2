"""Every code of the amendment language has a file that provokes it, and the text it gives.

`LEXEMPT_ACCEPT=1 pytest tests/errors` rewrites the texts.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from lexempt.amending.load import Loaded, fitted_to_its_law
from lexempt.amending.reader import read_bill_bytes
from lexempt.language import render

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "grammar" / "mistakes" / "amendments").glob("*.amend"))


def loaded(path: Path) -> Loaded:
    """What the file gives; its name stands for its path."""
    return fitted_to_its_law(read_bill_bytes(path.read_bytes(), path.name), path.name)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_message(path: Path) -> None:
    found = loaded(path)
    text = render(found.diagnostics, found.lines)
    golden = path.with_suffix(".txt")
    if os.environ.get("LEXEMPT_ACCEPT"):
        golden.write_text(text)
    assert text == golden.read_text()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_gives_its_code_and_no_other_error(path: Path) -> None:
    code = path.stem.split("-")[0]
    found = loaded(path)
    assert {d.code for d in found.diagnostics if d.severity == "error"} == ({code} if code[0] == "E" else set())
    assert code in {d.code for d in found.diagnostics}
    assert found.wrong == (code[0] == "E")


def test_every_code_is_provoked() -> None:
    source = "".join(path.read_text() for path in (ROOT / "src" / "lexempt" / "amending").glob("*.py"))
    codes = {code for code in re.findall(r'"([EW]\d{3})"', source) if code[1] == "2"}
    assert codes == {path.stem.split("-")[0] for path in FILES}


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xfe\x00", b"bill", b"bill A\namend", b'bill A "', b"\0", b"amend :\n", b"bill \xc3\xa9"]
)
def test_any_bytes_end_in_a_diagnostic(data: bytes) -> None:
    found = fitted_to_its_law(read_bill_bytes(data, "x"), "x")
    assert found.diagnostics


def test_nothing_of_a_file_is_passed_over_silently() -> None:
    bill = b"bill A\n  drafted against: 2018-06-01\n"
    repeal = b"repeal 103G.2241/9/g\n"
    whole = read_bill_bytes(bill + b"# a comment\n" * 9_996 + repeal, "long.amend")
    assert whole.bill is not None and not whole.diagnostics and len(whole.lines) == 10_000  # the last line break begins no line
    (long,) = read_bill_bytes(bill + b"# a comment\n" * 10_000 + repeal, "long.amend").diagnostics
    assert long.code == "E102" and "at most 10,000 lines" in (long.expected or "")
    many = read_bill_bytes(bill + b"amend nothing\n" * 2_000 + repeal, "many.amend").diagnostics
    assert [d.code for d in many if d.code == "E108"] == ["E108"] and len(many) <= 1_001
