"""The loop that runs the parse tables gives what lark's own parser gives."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lark import Lark, Token
from lark.exceptions import UnexpectedInput

from lexempt.language.lines import split_lines, strip_comment
from lexempt.language.tables import STARTS, Failure, Node, build, run, tables
from lexempt.places import grammar_folder

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def lark() -> Lark:
    return Lark.open(
        str(grammar_folder() / "case.lark"),
        parser="lalr",
        start=list(STARTS),
        maybe_placeholders=False,
        import_paths=[str(grammar_folder())],
    )


def plain(node: Any) -> tuple[Any, ...]:
    if isinstance(node, Token):
        return (node.type.rsplit("__", 1)[-1], str(node).strip())
    return (node.data.rsplit("__", 1)[-1], *map(plain, node.children))


def ours(node: Node) -> tuple[Any, ...]:
    return (node.kind, node.text) if node.is_token else (node.kind, *map(ours, node.children))


def texts() -> list[str]:
    files = [*sorted((ROOT / "grammar" / "mistakes").glob("*.case")), *sorted((ROOT / "cases").glob("**/*.case"))[:60]]
    found: dict[str, None] = {}
    for path in files:
        for line in split_lines(path.read_text("utf-8", "replace")):
            content = strip_comment(line).strip()
            if len(content) < 300:
                found[content] = None
                found[content.partition(":")[2].strip()] = None
    return [text for text in found if text]


@pytest.mark.parametrize("start", STARTS)
def test_same_trees_and_same_refusals(lark: Lark, start: str) -> None:
    compared = 0
    for text in texts():
        found = run(start, text)
        try:
            expected = plain(lark.parse(text, start=start))
        except UnexpectedInput:
            assert isinstance(found, Failure), text
            continue
        assert not isinstance(found, Failure), text
        assert ours(found) == expected, text
        compared += 1
    assert compared > 1


def test_kept_tables_are_the_built_ones() -> None:
    assert tables() == build()
