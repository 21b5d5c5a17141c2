"""The choice of a path (asp/core/choice_of_path.lp) against the stratified verdict and the factored paths.

And the count of paths is exact where no one could list them.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from math import prod
from typing import Any

import clingo
import pytest
from tests.oracle import agree
from tests.oracle.matter import Matter
from tests.oracle.paths import Use, may_stand_together

import lexempt
from lexempt.law.program import load_law
from lexempt.law.vocabulary import load_vocabulary
from lexempt.result import ProjectResult
from lexempt.solving.batch import Batch, law_set
from lexempt.solving.check import check_cases
from lexempt.solving.engine import Answer, Watch
from lexempt.solving.options import CheckOptions
from lexempt.solving.paths import count, maximal_products

MOST_SETS = 4_000
Usable = set[tuple[str, str, str]]


def answer_sets(usable: Usable, needs: frozenset[str]) -> list[tuple[frozenset[tuple[str, str]], frozenset[str], bool]]:
    """Every answer set of the second program: (impact, clause) used, impacts replaced, wholly exempt."""
    control = clingo.Control(["0"])
    facts = [f"needs(p,{i})." for i in needs]
    scenarios = {s for _, s, _ in usable}
    facts += [f'usable(p,{i},{s},"{c}").' for i, s, c in usable]
    facts += [f"scenario({s})." for s in scenarios]
    control.add("base", [], load_law().paths_program + "\n".join(facts))
    control.ground([("base", [])])
    found = []
    with control.solve(yield_=True) as handle:
        for model in handle:
            symbols = model.symbols(shown=True)
            used = frozenset((s.arguments[1].name, s.arguments[2].string) for s in symbols if s.name == "uses")
            replaced = frozenset(s.arguments[1].name for s in symbols if s.name == "replaced")
            found.append((used, replaced, any(s.name == "wholly_exempt" for s in symbols)))
    return found


def batches(seed: int, worlds: int, terms: int) -> Iterator[tuple[list[agree.Drawn], Answer, agree.Terms]]:
    """Generated worlds, grounded under random readings and repeals."""
    pools: dict[tuple[str, ...], list[agree.Drawn]] = {}
    for drawn in agree.draw(seed, range(worlds), agree.Tally()):
        if drawn.item.known:
            pools.setdefault(drawn.item.scale.constants, []).append(drawn)
    pool = max(pools.values(), key=len)
    size = len(pool) // terms
    for n in range(terms):
        chosen = agree.random_terms(random.Random(f"{seed}:{n}"))
        part = pool[n * size : (n + 1) * size]
        law = law_set(agree.LAW_ON, tuple(sorted(chosen.repealed)))
        batch = Batch([d.item for d in part], law, chosen.readings, [], load_vocabulary(), Watch())
        yield part, batch.answers(batch.base)[0], chosen


def use(drawn: agree.Drawn, impact: str, clause: str) -> Use:
    """A clause with its limb, as the oracle calls it."""
    kind = drawn.world.impacts[impact].get("wetland_type")
    return clause, ("type_1" if kind == "1" else "types_2_6") if clause == "103G.2241/2/b" else ""


@pytest.mark.parametrize("seed", [301, 302, 303])
def test_the_two_programs_agree(seed: int) -> None:
    seen: Counter[str] = Counter()
    for part, answer, terms in batches(seed, 260, 8):
        for drawn in part:
            names = drawn.item.names
            verdict = agree.law.evaluate(drawn.world, terms.readings, terms.repealed)
            matter = Matter(drawn.world, terms.readings, terms.repealed)
            for project in drawn.world.projects:
                p = drawn.item.ids["project", project]
                needs = frozenset(drawn.item.ids["impact", i] for i in agree.needing(drawn.world, verdict, project))
                usable = answer.usable.get(p, set())
                by_scenario: dict[str, Counter[str]] = {}
                for i, s, _ in usable:
                    by_scenario.setdefault(s, Counter())[i] += 1
                if not needs or sum(prod(n + 1 for n in c.values()) for c in by_scenario.values()) > MOST_SETS:
                    continue
                sets = answer_sets(usable, needs)
                seen["projects"] += 1
                seen["sets"] += len(sets)
                for used, replaced, whole in sets:
                    chosen = dict(used)
                    assert len(chosen) == len(used), "an impact uses two clauses"
                    assert chosen.keys() | replaced == needs and not chosen.keys() & replaced
                    assert whole == (not replaced)
                    uses = [use(drawn, names[i], c) for i, c in used]
                    assert all(c in answer.qualifies[i] for i, c in used)
                    assert all(may_stand_together(matter, a, b) for a in uses for b in uses if a != b), drawn.text
                assert any(whole for _, _, whole in sets) == (p in answer.not_required), drawn.text
                exempted = {frozenset(i for i, _ in used) for used, _, _ in sets}
                largest = {one for one in exempted if not any(one < other for other in exempted)}
                best = {used for used, _, _ in sets if frozenset(i for i, _ in used) in largest}
                products = maximal_products(usable, needs)
                assert count(products) == len(best), drawn.text
                assert expand(products) == best
                seen["several"] += len(best) > 1
    assert seen["projects"] > 100 and seen["several"] > 20, seen


def expand(products: list[dict[str, tuple[str, ...]]]) -> set[frozenset[tuple[str, str]]]:
    """The paths of a union of products, listed."""
    found: set[frozenset[tuple[str, str]]] = set()
    for product in products:
        paths: list[list[tuple[str, str]]] = [[]]
        for impact, clauses in product.items():
            paths = [[*path, (impact, c)] for path in paths for c in clauses]
        found |= {frozenset(path) for path in paths}
    return found


def test_the_count_is_that_of_the_list() -> None:
    """Overlapping products: inclusion and exclusion against listing them."""
    rng = random.Random(17)
    for _ in range(400):
        impacts = [f"i{n}" for n in range(rng.randint(1, 4))]
        usable = {
            (i, f"s{s}", f"103G.2241/{c}")
            for i in impacts
            for s in range(rng.randint(1, 5))
            for c in range(1, 6)
            if rng.random() < 0.5
        }
        needs = frozenset(impacts)
        products = maximal_products(usable, needs)
        listed = expand(products)
        assert count(products) == len(listed)
        assert expand([dict(reversed(p.items())) for p in reversed(products)]) == listed
        by_scenario: dict[str, set[str]] = {}
        for i, s, _ in usable:
            by_scenario.setdefault(s, set()).add(i)
        covers = {frozenset(c) for c in by_scenario.values()} or {frozenset()}
        assert {frozenset(i for i, _ in path) for path in listed} == {
            c for c in covers if not any(c < d for d in covers)
        }


# --- numbers that nobody could list

EIGHT = "conservation practice, aquaculture, wild rice, utility routine, sewage system repair, forestry crossing, forest road, duck blind"
FACTS = f"""  activity: fill
  type: 2
  undertaking: {EIGHT}
  approved by the conservation district: yes
  panel review: before_approval
  Corps section 404 permit: yes
  conforms to permit: yes
  additional intrusion, draining or filling: no
  needed for compliance: yes
  limits hydrologic and biologic impact: yes
  filling avoided wherever possible: yes
"""
CLAUSES = ("1/4", "1/5", "1/6", "6/a/2", "6/a/3", "7/1", "7/2", "10/2")
"""1(4), 1(5), 1(6) of subd. 1; 6(a)(2), 6(a)(3) of 6; 7(1), 7(2) of 7; 10(2) of 10."""


def many(number: int, area: int) -> str:
    """A project of so many impacts, each of which meets all of CLAUSES, in Otter Tail County (9(a)(2): 5,000 sq ft)."""
    head = (
        "project p\n  county: Otter Tail\n  work: 2018-06-01\n  assume: ordinary\n\nwetland w\n  size: 300,000 sqft\n\n"
    )
    return head + "\n".join(f"impact i{n} in w\n{FACTS}  area: {area} sqft\n" for n in range(number))


def counted(text: str, **options: Any) -> tuple[ProjectResult, float]:
    begin = time.perf_counter()
    found = check_cases([lexempt.loads(text)], CheckOptions(all_readings=False, reasons=False, **options))
    assert found.complete and len(found.projects) == 1, (found.diagnostics, found.refused)
    return found.projects[0], time.perf_counter() - begin


CHOICES: list[tuple[Mapping[str, str], tuple[str, ...], int, int, str]] = [
    # readings, repealed, area of each of 20, paths, and the reckoning
    ({}, (), 251, 8**20, "5,020 is over 9(a)(2); each of 20 impacts uses any of eight"),
    ({}, (), 250, 8**20 + 1, "5,000 is the amount: beside, all 20 by 9(a)(2), which 9(g) keeps apart from the rest"),
    ({}, ("103G.2241/9/g",), 250, 9**20, "without 9(g) the amount is a ninth choice"),
    ({}, ("103G.2241/9/g", "103G.2241/7"), 250, 7**20, "without subd. 7 two fewer"),
    ({"combining_exemptions": "barred"}, (), 250, 3**20 + 2**20 + 2**20 + 1 + 1, "subds. 1, 6, 7, 10, 9 each alone"),
    ({"combining_exemptions": "barred"}, (), 251, 3**20 + 2**20 + 2**20 + 1, "and without the amount"),
]


@pytest.mark.parametrize(("readings", "repealed", "area", "paths", "why"), CHOICES)
def test_twenty_impacts_with_eight_exemptions_each(
    readings: Mapping[str, str], repealed: tuple[str, ...], area: int, paths: int, why: str
) -> None:
    project, seconds = counted(many(20, area), readings=tuple(readings.items()), repealed=repealed)
    assert project.paths.count == paths, why
    assert project.paths.complete and project.replacement_plan == "not_required"
    assert seconds < 5
    gone = [c for c in CLAUSES if not any(f"103G.2241/{c}".startswith(r) for r in repealed)]
    for impact in project.impacts:
        amount = ["103G.2241/9/a/2"] if area == 250 else []
        assert sorted(impact.qualifies) == sorted([f"103G.2241/{c}" for c in gone] + amount)


def test_two_hundred_impacts() -> None:
    project, seconds = counted(many(200, 25))
    assert project.paths.count == 8**200 + 1  # 200 x 25 = 5,000
    assert seconds < 20
    assert [len(path.exempts) for path in project.paths.maximal] == [200, 200]
