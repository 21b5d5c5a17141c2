"""Every provision is restated in our own words, and no eight words in a row are the statute's."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.law.shingles import official, shingles
from tests.law.sources import ASP, ROOT, documented, names, text

from lexempt.law.program import load_law, order
from lexempt.law.vocabulary import load_vocabulary

GROUP = re.compile(r"^%! (.+)$", re.M)
SEEDS = ROOT.parent / "shared" / "seeds"


def test_hashes_are_there() -> None:
    assert len(official()) > 2_000
    assert all(re.fullmatch(r"[0-9a-f]{12}", digest) for digest in official())


def test_hashes_are_those_of_the_seed() -> None:
    """Where the wording itself is at hand. Where it is not, the list stands for it in the tests below."""
    seeds = sorted(SEEDS.glob("000_*.txt")) if SEEDS.is_dir() else []
    for seed in seeds:
        assert {digest for digest, _ in shingles(seed.read_text("utf-8"))} == official()


@pytest.mark.parametrize("name", [name for name in names() if name.startswith("law/")])
def test_groups_are_restated(name: str) -> None:
    program = text(name)
    for found in GROUP.finditer(program):
        assert re.fullmatch(r"[\w.]+(/\w+)*(@\w+)? \(\w+\)", found[1]), found[1]
        after = program[found.end() + 1 :]
        assert after.startswith("%> "), f"{found[1]} is not restated"
        restated = [line for line in after.splitlines() if line.startswith("%>")]
        assert restated[0][3:4].isupper()


def test_groups_are_all_read() -> None:
    written = sum(len(GROUP.findall(text(name))) for name in names() if name.startswith("law/"))
    assert len(load_law().groups) == written
    assert all(group.text.endswith(".") for group in load_law().groups)


def test_acts_of_groups_are_acts() -> None:
    acts = {act.id for act in load_law().acts}
    assert {group.act for group in load_law().groups} <= acts


def test_groups_stand_in_statutory_order_within_a_file() -> None:
    """What a paragraph says as a whole may follow its clauses."""
    for name in names():
        mine = [g.provision for g in load_law().groups if g.file == name and g.provision.startswith("103G.2241/")]
        clauses = [p for p in mine if not any(other != p and other.startswith(p + "/") for other in mine)]
        assert [order(p) for p in clauses] == sorted(order(p) for p in clauses), name


def _written() -> list[tuple[str, str]]:
    """Every sentence of ours about the law, with its place."""
    found = [(f"{g.provision} ({g.act})", g.text) for g in load_law().groups]
    found += [(f"{g.provision} ({g.act})", g.not_modelled) for g in load_law().groups if g.not_modelled]
    found += [(f"{name}: {head}", said) for (_, name), block in documented().items() for head, said in block.items()]
    for reading in load_vocabulary().readings.values():
        found += [(f"reading {reading.name}: {choice}", meaning) for choice, meaning in reading.choices.items()]
    found += [(f"question of {a.name}", a.question) for a in load_vocabulary().attributes.values() if a.question]
    return found


@pytest.mark.parametrize(("place", "sentence"), _written(), ids=[place for place, _ in _written()])
def test_not_copied(place: str, sentence: str) -> None:
    assert [run for digest, run in shingles(sentence) if digest in official()] == [], place


def _comments(path: Path) -> str:
    lines = path.read_text("utf-8").splitlines()
    return "\n".join(line.partition("%" if path.suffix == ".lp" else "#")[2] for line in lines)


@pytest.mark.parametrize("path", sorted(ASP.rglob("*.lp")), ids=lambda path: path.relative_to(ASP).as_posix())
def test_comments_are_not_copied(path: Path) -> None:
    assert [run for digest, run in shingles(_comments(path)) if digest in official()] == []


def test_readme_is_not_copied() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert [run for digest, run in shingles(readme) if digest in official()] == []
