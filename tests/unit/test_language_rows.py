"""Fact-only text: pools, ranges, nested terms; anything else is refused with its line. Folders and the cache."""

from __future__ import annotations

import pytest

from lexempt import places
from lexempt.law.rows import Compound, Row, RowError, read_rows


def test_pools_ranges_and_terms() -> None:
    text = 'a(x, ("p"; "q")). % remark\nchoice(i, t, (1..3)). %* block *%\n'
    text += "attribute(p, f, references(project)). done. n(-2)."
    assert read_rows(text) == [
        Row("a", ("x", "p")),
        Row("a", ("x", "q")),
        Row("choice", ("i", "t", 1)),
        Row("choice", ("i", "t", 2)),
        Row("choice", ("i", "t", 3)),
        Row("attribute", ("p", "f", Compound("references", ("project",)))),
        Row("done", ()),
        Row("n", (-2,)),
    ]


@pytest.mark.parametrize(
    "text", ["a(X).", "a :- b.", '#include "x".', "a(1..99999999).", "a(" * 40, "a(b", "a", "a(@f()).", 'a("x']
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(RowError, match="text:2"):
        read_rows("ok(1).\n" + text)


def test_folders() -> None:
    assert (places.law_folder() / "vocabulary").is_dir()
    assert (places.grammar_folder() / "case.lark").is_file()


def test_no_cache_folder_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc/none")
    places._writable.cache_clear()
    assert places.cache_folder() is None
    places.write_cache("x", b"y")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "")
    assert places.cache_folder() is None


def test_what_is_kept_of_the_rules_is_what_was_parsed() -> None:
    from lexempt.law.rule_source import parse_rules
    from lexempt.law.rules import load_rules

    load_rules()
    load_rules.cache_clear()
    kept = load_rules()
    assert kept == parse_rules(places.law_folder(), kept.digest)
