"""Clingo takes the law without a word: alone, with every recorded case, and each file with the core."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from pathlib import Path

import clingo
import pytest
from tests.law.sources import ASP, CORE, ROOT, included

from lexempt import load
from lexempt.case import Reading
from lexempt.law.vocabulary import load_vocabulary
from lexempt.solving.atoms import encode

CASES = sorted((ROOT / "cases").rglob("*.case"))
_DAYS = (20180601, 20250601)
_EVERY = (20000601, 20100601, *_DAYS)


def messages(files: Iterable[Path], lines: Iterable[str] = (), constants: Iterable[str] = ()) -> list[tuple[str, str]]:
    """What clingo says while it grounds these, as (code, message)."""
    said: list[tuple[str, str]] = []
    arguments = [word for constant in constants for word in ("-c", constant)]
    control = clingo.Control(arguments, logger=lambda code, text: said.append((code.name, text)), message_limit=10**6)
    for file in files:
        control.load(str(file))
    control.add("base", [], "\n".join(lines))
    control.ground([("base", [])])
    return said


@pytest.mark.parametrize("extra", [(), ("explaining.lp",)], ids=["law", "law and explaining"])
def test_law_alone(extra: tuple[str, ...]) -> None:
    assert messages([ASP / "law.lp", *(ASP / name for name in extra)]) == []


@pytest.mark.parametrize("day", _EVERY)
def test_empty_case(day: int) -> None:
    assert messages([ASP / "law.lp"], [f"law_on({day})."]) == []


@pytest.mark.parametrize("day", _EVERY)
def test_one_answer_set_without_unknowns(day: int) -> None:
    control = clingo.Control(["0", "--project=show"])
    control.load(str(ASP / "law.lp"))
    control.add("base", [], f"law_on({day}).")
    control.ground([("base", [])])
    found = []
    control.solve(on_model=lambda model: found.append(str(model)))
    assert found == [""], "no case: nothing is shown"


@pytest.mark.parametrize("name", ["choice_of_path.lp", "departing.lp"])
def test_programs_apart_alone(name: str) -> None:
    assert messages([ASP / "core" / name]) == []


@pytest.mark.parametrize("name", [name for name in included() if name.startswith("law/")])
def test_each_file_with_the_core(name: str) -> None:
    files = dict.fromkeys((*CORE, "law/acts.lp", name))
    codes = {code for code, _ in messages([ASP / file for file in files], ["law_on(20180601)."])}
    assert codes <= {"AtomUndefined"}, "beside atoms of other files, nothing is amiss"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_with_a_case(path: Path) -> None:
    vocabulary = load_vocabulary()
    reading: Reading = load(str(path))
    assert reading.case is not None
    for day in _DAYS:
        item, _ = encode(reading.case, vocabulary, 0, date(day // 10_000, day // 100 % 100, day % 100), True)
        lines = [*item.lines, *(f"switch({name})." for name in item.in_play), f"law_on({day})."]
        assert messages([ASP / "law.lp", ASP / "explaining.lp"], lines, item.scale.constants) == []
