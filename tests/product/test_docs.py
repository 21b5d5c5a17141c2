"""What the pages in docs/ show is what happens, as for README.md."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from tests.product.calls import ROOT
from tests.product.test_readme import _FENCE, _ran, like

PAGES = sorted((ROOT / "docs").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_blocks(page: Path, tmp_path: Path) -> None:
    """In order, for later blocks use the files of earlier ones."""
    (tmp_path / "bin").mkdir()
    command = tmp_path / "bin" / "lexempt"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m lexempt.cli.main "$@"\n')
    command.chmod(0o755)
    ran = 0
    for kind, more, body in _FENCE.findall(page.read_text("utf-8")):
        if kind == "case":
            (tmp_path / more.strip()).write_text(body)
        elif kind == "console":
            for line, shown in re.findall(r"^\$ ([^\n]+)\n((?:(?!\$ )[^\n]*\n)*)", body, re.M):
                got = _ran(line, tmp_path)
                assert like(got, shown), f"$ {line}\n{got}"
                ran += 1
    assert ran


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_names_no_machine(page: Path) -> None:
    text = page.read_text("utf-8")
    for word in ("/home/", "/work/", "/tmp/", "pypi", "loophole", "http"):
        assert word not in text.casefold()
    assert max(len(line) for line in text.splitlines()) <= 140
