"""Conflicts are minimal and all of them are found: by the independent oracle, and by clingexplaid on the choice of a path."""

from __future__ import annotations

import itertools
from functools import lru_cache

import clingo
import pytest
from clingexplaid.unsat.computer import SubsetComputer
from clingexplaid.unsat.sets import MinimalUnsatisfiableSubset
from tests.oracle import law
from tests.oracle.agree import DAY, LAW_ON, world_of
from tests.oracle.readings import DEFAULT
from tests.oracle.to_case import to_case_text
from tests.oracle.world import World

from lexempt import loads
from lexempt.case import Case, Reading
from lexempt.law.program import load_law
from lexempt.law.vocabulary import load_vocabulary
from lexempt.result import Conflict, ProjectResult
from lexempt.solving.atoms import encode
from lexempt.solving.batch import Batch, law_set
from lexempt.solving.check import check_cases
from lexempt.solving.engine import Watch
from lexempt.solving.options import CheckOptions
from lexempt.solving.prepared import canonical

SEED = 53
OPTIONS = CheckOptions(on=DAY, all_readings=False, limit=200)


@lru_cache(maxsize=1)
def checked() -> tuple[tuple[World, Case, ProjectResult], ...]:
    """Generated worlds, and each of their projects as checked."""
    worlds = [world_of(SEED, number) for number in range(220)]
    readings = [loads(to_case_text(world), f"w{n}.case") for n, world in enumerate(worlds)]
    found = []
    for project in check_cases(readings, OPTIONS).projects:
        number = int(project.path[1:].removesuffix(".case"))
        case = readings[number].case
        assert case is not None
        found.append((worlds[number], case, project))
    return tuple(found)


def combined(project: ProjectResult) -> set[frozenset[str]]:
    return {frozenset(m.about for m in c.members) for c in project.conflict_sets if c.kind == "combined"}


def test_impacts_that_may_not_be_exempt_together() -> None:
    """By the oracle: no path exempts all of a conflict; each part of it is exempt on some path; no other such set is minimal."""
    seen = 0
    for world, _, project in checked():
        paths = law.evaluate(world).projects[project.id].paths.exempted
        found = combined(project)
        single = sorted({i for path in paths for i in path})
        for size in range(1, min(len(single), 4) + 1):
            for chosen in map(frozenset, itertools.combinations(single, size)):
                possible = any(chosen <= path for path in paths)
                minimal = not possible and all(any(chosen - {i} <= path for path in paths) for i in chosen)
                assert (chosen in found) == minimal, (project.path, project.id, chosen)
        seen += bool(found)
    assert seen >= 20


def test_clingexplaid_agrees() -> None:
    """The minimal unsatisfiable subsets of "each of these impacts is exempt" in the program that chooses a path."""
    vocabulary, compared = load_vocabulary(), 0
    for _, case, project in checked():
        if not combined(project) or compared >= 25:
            continue
        item, _ = encode(canonical(case), vocabulary, 0, DAY, True)
        batch = Batch([item], law_set(LAW_ON), DEFAULT, (), vocabulary, Watch())
        ours = item.ids["project", project.id]
        usable = batch.answers(batch.base)[0].usable[ours]
        assert _unsatisfiable(usable, item.names) == combined(project), project.path
        compared += 1
    assert compared >= 15


def _unsatisfiable(usable: set[tuple[str, str, str]], names: dict[str, str]) -> set[frozenset[str]]:
    impacts = sorted({i for i, _, _ in usable})
    facts = [f"needs(p,{i})." for i in impacts] + [f'usable(p,{i},{s},"{c}").' for i, s, c in usable]
    facts += [f"scenario({s})." for s in sorted({s for _, s, _ in usable})]
    control = clingo.Control(["0"])
    control.add("base", [], load_law().paths_program + "\n".join(facts))
    control.ground([("base", [])])
    assumed = [(clingo.parse_term(f"exempted(p,{i})"), True) for i in impacts]
    found = SubsetComputer(control, assumed).multiple(types={MinimalUnsatisfiableSubset})
    return {frozenset(names[symbol.arguments[1].name] for symbol, _ in subset.iter_symbols()) for subset in found}


def test_the_provisions_are_what_keeps_them_apart() -> None:
    """Without its provisions a conflict is none; those of each are 9(e), 9(g) or, by the rule profile, 11(b)."""
    asked = 0
    for _, case, project in checked():
        for conflict in (c for c in project.conflict_sets if c.kind == "combined"):
            assert conflict.provisions, conflict
            if asked < 12:
                asked += 1
                without = OPTIONS._replace(repealed=conflict.provisions)
                again = next(p for p in check_cases([Reading(case, (), ())], without).projects if p.id == project.id)
                assert frozenset(m.about for m in conflict.members) not in combined(again)
    assert asked == 12


# --- of written cases

HEAD = "project p1\n  county: Cass\n  work: 2018-06-01\n  assume: ordinary\nwetland w1\n  size: 300,000 sqft\n"
FILL = "impact i1 in w1\n  activity: fill\n  type: 2\n  area: 400 sqft\n"


def conflicts(text: str, **options: object) -> list[Conflict]:
    reading = loads(text, "x.case")
    assert reading.case is not None, reading.diagnostics
    (project,) = check_cases([reading], CheckOptions(**options)).projects  # type: ignore[arg-type]
    return list(project.conflict_sets)


FEN = "  listed calcareous fen: yes\n"
DISPUTE = ('  type: 3 by consultant citing "Report"\n', "  type: 4 by lgu\n")
PUBLIC = "  public waters status: public waters wetland\n"
CLASSED = ("  area class: less than 50\n", "  county: Cass\n")


@pytest.mark.parametrize(
    ("kind", "text", "members"),
    [
        ("prohibited", HEAD + FEN + FILL, (FEN, FILL)),
        ("approval", HEAD + PUBLIC + FILL, (PUBLIC, FILL)),
        ("derived", HEAD + CLASSED[0] + FILL, CLASSED),
        ("disputed", HEAD + "impact i1 in w1\n  activity: fill\n  area: 400 sqft\n" + "".join(DISPUTE), DISPUTE),
    ],
)
def test_without_any_member_there_is_no_conflict(kind: str, text: str, members: tuple[str, ...]) -> None:
    found = [c for c in conflicts(text) if c.kind == kind]
    assert len(found) == 1
    assert len(found[0].members) == 2
    lines = text.splitlines(keepends=True)
    for member in members:
        first = member.splitlines(keepends=True)[0]
        assert first in lines
        without = text.replace(member, "")
        assert not [c for c in conflicts(without) if c.kind == kind]
        line = lines.index(first) + 1
        named = {use.line for side in found[0].members for use in side.facts}
        assert line in named or member == FILL, (line, named)


def test_each_side_names_its_facts_with_their_sources() -> None:
    (found,) = conflicts(HEAD + "impact i1 in w1\n  activity: fill\n  area: 400 sqft\n" + "".join(DISPUTE))
    assert found.sentence == "type of i1 is stated as 3 and as 4"
    assert [(use.value, use.source.who, use.source.citing) for side in found.members for use in side.facts] == [
        ("3", "consultant", "Report"), ("4", "lgu", None),
    ]  # fmt: skip


def test_the_rule_profile_bars_combining() -> None:
    """11(b): by what is known of the rule, exemptions of two subdivisions may not be combined on a project."""
    more = "impact i2 in w1\n  activity: fill\n  type: 2\n  area: 9 acres\n  undertaking: duck blind\n"
    more += "impact i3 in w1\n  activity: fill\n  type: 2\n  area: 9 acres\n  undertaking: forestry crossing\n"
    more += "  limits hydrologic and biologic impact: yes\n"
    text = HEAD.replace("300,000 sqft", "90 acres") + more
    assert not [c for c in conflicts(text) if c.kind == "combined"]
    found = [c for c in conflicts(text, profile="rule") if c.kind == "combined"]
    assert [(c.sentence, c.provisions) for c in found] == [
        ("i2 and i3 each qualify, but not together (103G.2241/11/b)", ("103G.2241/11/b",))
    ]


def test_an_exemption_that_another_impact_takes_away() -> None:
    """9(e) read so that de minimis ends where the impacts fall under two amounts: each qualifies, neither may use it."""
    more = "impact i2 in w1\n  activity: fill\n  type: 3\n  area: 80 sqft\n"
    reading = (("combining_amounts", "whole_project"),)
    found = [c for c in conflicts(HEAD + FILL + more, readings=reading) if c.kind == "combined"]
    assert [(c.sentence, c.provisions) for c in found] == [
        ("i1 and i2 each qualify, but not together (103G.2241/9/e)", ("103G.2241/9/e",))
    ]
    assert not conflicts(HEAD + FILL, readings=reading)


def test_the_list_is_cut_and_says_so() -> None:
    """Six impacts under one amount and one that is a duck blind, 10(2): six pairs, of which two are asked for."""
    same = "".join(FILL.replace("i1", f"a{n}") for n in range(6))
    other = "impact blind in w1\n  activity: fill\n  type: 2\n  area: 40 sqft\n  undertaking: duck blind\n"
    reading = loads(HEAD + same + other.replace("type: 2", "type: 3").replace("40 sqft", "400 sqft"), "x.case")
    (project,) = check_cases([reading], CheckOptions(limit=2)).projects
    assert len(project.conflict_sets) == 2 and not project.conflicts_complete
    (project,) = check_cases([reading], CheckOptions()).projects
    assert len(project.conflict_sets) == 6 and project.conflicts_complete
