"""Every condition that a clause can fail has its sentences, and says which facts it reads."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from tests.law.sources import ROOT, atoms, constants, documented, names, rules

from lexempt.law.rules import load_rules
from lexempt.law.vocabulary import load_vocabulary

ATTRIBUTES = {name for _, name in load_vocabulary().attributes}


def _named(predicates: dict[str, int]) -> Iterator[str]:
    """The constants at the place of the condition in these predicates' heads."""
    for name in names():
        for rule in rules(name):
            for atom in atoms(rule.head):
                place = predicates.get(atom.name)
                if place is not None and place < len(atom.arguments):
                    yield from constants(atom.arguments[place])


def conditions() -> set[str]:
    """What `met`, `fails`, `requires` and `excepts` name, duties that a reading makes conditions, why an impact is
    outside, and what follows for a plan."""
    return set(
        _named(
            {
                "met": 2,
                "fails": 2,
                "requires": 1,
                "excepts": 1,
                "duty_of": 0,
                "unregulated": 1,
                "unscoped": 1,
                "approval": 1,
                "consequence": 2,
            }
        )
    )


def limits() -> set[str]:
    """What `stops` and `limits` name."""
    return set(_named({"stops": 2, "limits": 2}))


def test_the_law_has_conditions_and_limits() -> None:
    assert len(conditions()) > 50
    assert {"amount", "five_acres", "103G.2241/9/f"} <= limits()


@pytest.mark.parametrize("name", sorted(conditions()))
def test_condition_is_documented(name: str) -> None:
    if name in ATTRIBUTES:
        assert ("condition", "attribute") in documented()
    else:
        assert ("condition", name) in documented()


@pytest.mark.parametrize("name", sorted(limits()))
def test_limit_is_documented(name: str) -> None:
    assert ("stops", name) in documented()


@pytest.mark.parametrize(("kind", "name"), [key for key in sorted(documented()) if key[0]])
def test_block_is_complete(kind: str, name: str) -> None:
    block = documented()[kind, name]
    wanted = {"Says", "Denies"} if name == "attribute" else {"Says", "Denies", "Reads"}
    assert set(block) == wanted
    assert block["Says"] != block["Denies"]
    assert all(
        block[word].endswith(".") and block[word][0] in "{ABCDEFGHIJKLMNOPQRSTUVWXYZ" for word in ("Says", "Denies")
    )
    unknown = {word.strip() for word in block.get("Reads", "").split(",")} - ATTRIBUTES - {""}
    assert not unknown, f"no attributes: {unknown}"


def test_no_block_is_left_over() -> None:
    used = {("condition", name) for name in conditions()} | {("stops", name) for name in limits()}
    left = {key for key in documented() if key[0]} - used - {("condition", "attribute")}
    in_python = "".join(path.read_text("utf-8") for path in (ROOT / "src" / "lexempt" / "solving").glob("*.py"))
    assert not {name for _, name in left if f'"{name}"' not in in_python}


def test_predicates_say_and_deny() -> None:
    for (kind, name), block in documented().items():
        if not kind:
            assert {"Says", "Denies"} <= set(block), name


# What no explanation tells: facts and choices are told as facts, and these are rows for what adds up.
_UNTOLD = {"fact", "keyed", "sum_of", "in_sum", "bound_of", "least_bound", "below_bound", "share_bound"}
_UNTOLD |= {"count_of", "in_count", "not_in_count", "least_count", "remark"}
_UNTOLD |= {"altered_by"}


def _worded() -> set[tuple[str, int]]:
    blocks = {(name.partition("(")[0], name.count(",") + 1) for (kind, name) in documented() if not kind}
    return blocks | {(name.split("/")[0], int(name.split("/")[1])) for name in load_rules().wordings}


def test_every_conclusion_has_words() -> None:
    reached = {(rule.predicate, len(rule.terms)) for rule in load_rules().rules if rule.body}
    assert {f"{name}/{arity}" for name, arity in reached - _worded() if name not in _UNTOLD} == set()


@pytest.mark.parametrize("name", sorted(load_rules().wordings))
def test_wording_fits_its_predicate(name: str) -> None:
    """Its letters are its arguments; what has a sentence for *not* is a conclusion of some rule, and else a value in some rule."""
    wording = load_rules().wordings[name]
    used = set(re.findall(r"\{(\w+)(?: (?:sqft|plot|foot|day|year))?\}", wording.says + wording.denies))
    assert used <= set(wording.letters)
    assert "{" not in re.sub(r"\{\w+(?: (?:sqft|plot|foot|day|year))?\}", "", wording.says + wording.denies)
    predicate, _, arity = name.partition("/")
    if wording.denies:
        assert wording.says.endswith(".") and wording.denies.endswith(".") and wording.says != wording.denies
        assert any(
            (rule.predicate, str(len(rule.terms))) == (predicate, arity) for rule in load_rules().rules if rule.body
        )
    else:
        assert any(predicate in str(rule.terms) for rule in load_rules().rules)
