"""What README.md shows is what happens: its files, its commands and their output, its Python."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.product.calls import ROOT, SRC, environment

README = (ROOT / "README.md").read_text("utf-8")
_FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.M | re.S)
BLOCKS = [(kind, more.strip(), body) for kind, more, body in _FENCE.findall(README)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `lexempt` on the path, where the blocks run one after the other."""
    place = tmp_path_factory.mktemp("readme")
    (place / "bin").mkdir()
    command = place / "bin" / "lexempt"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m lexempt.cli.main "$@"\n')
    command.chmod(0o755)
    return place


def _ran(command: str, folder: Path) -> str:
    env = environment()
    env["PATH"] = f"{folder / 'bin'}:{env['PATH']}"
    done = subprocess.run(
        ["bash", "-c", f"{command} 2>&1"], cwd=folder, env=env, capture_output=True, timeout=120, check=False
    )
    return done.stdout.decode()


def like(got: str, shown: str) -> bool:
    """Whether the output is as shown; a line `...` stands for any lines."""
    pattern = "".join(r"(?:[^\n]*\n)*?" if line == "..." else re.escape(line) + r"\n" for line in shown.splitlines())
    return re.fullmatch(pattern, got) is not None


def test_like() -> None:
    assert like("a\nb\nc\n", "a\n...\nc\n") and like("a\nc\n", "a\n...\nc\n")
    assert not like("a\nb\nc\n", "a\nc\n") and not like("a\nb\n", "a\n")


def test_blocks(folder: Path) -> None:
    """In order, for later blocks use the files of earlier ones."""
    ran = 0
    for kind, more, body in BLOCKS:
        if kind == "case":
            path = folder / more
            path.parent.mkdir(exist_ok=True)
            path.write_text(body)
        elif kind == "console":
            for command, shown in re.findall(r"^\$ ([^\n]+)\n((?:(?!\$ )[^\n]*\n)*)", body, re.M):
                got = _ran(command, folder)
                assert like(got, shown), f"$ {command}\n{got}"
                ran += 1
    assert ran >= 8


def test_python(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for _, more, body in (block for block in BLOCKS if block[0] == "case"):
        (folder / more).parent.mkdir(exist_ok=True)
        (folder / more).write_text(body)
    lane = next(body for kind, more, body in BLOCKS if more == "lane.case")
    (folder / "found.case").write_text(lane.replace("type: 2 or 3", "type: 3"))
    monkeypatch.chdir(folder)
    code = "".join(body for kind, _, body in BLOCKS if kind == "python")
    test = doctest.DocTestParser().get_doctest(code, {}, "README", "README.md", 0)
    assert len(test.examples) >= 5
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


def test_says_what_there_is() -> None:
    from lexempt.cli.main import _COMMANDS

    table = README.split("## Commands")[1].split("**Not there yet:**")
    for command in _COMMANDS:
        assert f"`{command}" in table[0]
    missing = table[1].split("\n\n")[0]
    for command in ("coverage",):
        assert command in missing
        assert command not in _COMMANDS, f"`{command}` is there now: say so in the README"


def test_names_the_days_of_the_law() -> None:
    from lexempt.law.program import load_law

    for act in load_law().acts:
        day = f"{act.start // 10_000}-{act.start // 100 % 100:02}-{act.start % 100:02}"
        assert day in README


def test_kinds_of_work_are_those_there_are() -> None:
    from lexempt.language import KINDS

    named = re.search(r"The kinds of work: ([^.]+)\.", README)
    assert named is not None
    assert tuple(named[1].split(", ")) == KINDS


def test_test_command_is_that_of_ci() -> None:
    assert "make test" in README
    assert (ROOT / ".ci" / "run").read_text().rstrip().endswith("make test")


def test_is_short_and_names_no_machine() -> None:
    assert len(README.splitlines()) <= 400
    assert str(SRC.parent) not in README
    for word in ("/home/", "/work/", "/tmp/", "pypi", "loophole", "http"):
        assert word not in README.casefold()
    assert max(len(line) for line in README.splitlines()) <= 140
