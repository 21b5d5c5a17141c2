"""The mistakes newcomers make are told what to write instead; what is no mistake just works."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.product.calls import lexempt
from tests.product.mistaken import GOOD, MISTAKES, Mistake

from lexempt import loads
from lexempt.language import canonical, render


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda m: m.name)
def test_says_what_to_write(mistake: Mistake) -> None:
    reading = loads(mistake.text, "my.case")
    assert reading.case is None
    message = render([d for d in reading.diagnostics if d.code == mistake.code], reading.lines)
    assert message, [d.code for d in reading.diagnostics]
    for words in mistake.says:
        assert words in message
    assert all(d.help or d.expected for d in reading.diagnostics)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda m: m.name)
def test_ends_with_three(mistake: Mistake, tmp_path: Path) -> None:
    (tmp_path / "my.case").write_text(mistake.text)
    done = lexempt("check", "my.case", cwd=tmp_path)
    assert done.returncode == 3
    assert mistake.code.encode() in done.stderr
    assert b"Traceback" not in done.stderr


def _tabs(text: str) -> bytes:
    return text.replace("  ", "\t").replace(": ", ":\t").encode()


FORMS = {
    "tabs": _tabs(GOOD),
    "Windows line ends": GOOD.replace("\n", "\r\n").encode(),
    "old Mac line ends": GOOD.replace("\n", "\r").encode(),
    "byte order mark": b"\xef\xbb\xbf" + GOOD.encode(),
    "all three": b"\xef\xbb\xbf" + _tabs(GOOD).replace(b"\n", b"\r\n"),
    "no line end at the end": GOOD.rstrip("\n").encode(),
    "no indent": "\n".join(line.strip() for line in GOOD.splitlines()).encode(),
    "blanks at line ends": GOOD.replace("\n", "   \n").encode(),
    "capitals": GOOD.replace("county", "County").replace("fill\n", "Fill\n").encode(),
    "hard spaces": GOOD.replace("4,000 sqft", "4,000\u00a0sqft").encode(),
    "curly quotes": GOOD.replace('"Field lane"', "\u201cField lane\u201d").encode(),
}


@pytest.mark.parametrize("form", FORMS)
def test_just_works(form: str) -> None:
    plain, other = loads(GOOD, "f"), loads(FORMS[form], "f")
    assert other.case is not None, render(other.diagnostics, other.lines)
    assert plain.case is not None
    assert canonical(other.case) == canonical(plain.case)


@pytest.mark.parametrize(
    "written", ["St. Louis", "Saint Louis", "st louis", "LeSueur", "Le Sueur", "Otter Tail County", "lac qui parle"]
)
def test_forgiving_counties(written: str) -> None:
    assert loads(GOOD.replace("Otter Tail", written), "f").case is not None


def test_every_mistake_of_a_file_at_once() -> None:
    text = GOOD.replace("4,000 sqft", "4,000").replace("Otter Tail", "Otter Tale").replace("activity", "actvity")
    reading = loads(text, "f")
    assert [d.code for d in reading.diagnostics] == ["E145", "E140", "E146"]
    lines = [d.span.line for d in reading.diagnostics if d.span]
    assert lines == sorted(lines)


@pytest.mark.parametrize("line", ["type: 2", "area: 4,000 sqft"])
def test_a_question_mark_is_unknown(line: str) -> None:
    key = line.partition(":")[0]
    asked, unknown = (loads(GOOD.replace(line, f"{key}: {value}"), "f") for value in ("?", "unknown"))
    assert asked.case is not None and unknown.case is not None
    assert canonical(asked.case) == canonical(unknown.case)


def _told(mistake: Mistake) -> str | None:
    """What the message says to write, in place of what was written; None where it names a choice of things."""
    (found,) = [d for d in loads(mistake.text, "f").diagnostics if d.code == mistake.code]
    said = re.match("write `([^`]+)`", found.help or "")
    if said is None or found.code not in ("E144", "E148", "E155") or found.span is None:
        return None
    lines = mistake.text.split("\n")
    line = lines[found.span.line - 1]
    lines[found.span.line - 1] = line[: found.span.start - 1] + said[1] + line[found.span.end - 1 :]
    return "\n".join(lines)


def test_what_is_said_to_be_written_can_be_read() -> None:
    told = {mistake.name: text for mistake in MISTAKES if (text := _told(mistake)) is not None}
    assert len(told) > 15
    for name, text in told.items():
        assert loads(text, "f").case is not None, (name, text)
