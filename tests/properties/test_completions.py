"""Always, sometimes and never, what settles an answer and what cannot matter, against every completion."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import lexempt
import pytest
from lexempt.result import FactValue, ProjectResult, Truth
from lexempt.solving.check import check_cases
from lexempt.solving.options import CheckOptions
from tests.oracle import law
from tests.oracle.matter import Matter
from tests.oracle.paths import may_stand_together
from tests.properties.completing import MOST, Blurred, allows, blurred, named, verdicts

Completions = list[tuple[tuple[Any, ...], law.Verdict]]


def answered(case: Blurred, seen: Counter[str]) -> list[ProjectResult] | None:
    """The tool's answer; None where the blurred file has mistakes of consistency, or is refused."""
    reading = lexempt.loads(case.text, "blurred.case")
    if reading.case is None:
        seen["not read"] += 1
        return None
    found = check_cases([reading], CheckOptions(all_readings=False, time_limit=0))
    if found.refused:
        seen["refused"] += 1
        return None
    assert not any(d.severity == "error" for d in found.diagnostics), found.diagnostics
    return list(found.projects)


def truth(held: Sequence[bool]) -> Truth:
    return "always" if all(held) else "sometimes" if any(held) else "never"


def problems(case: Blurred, results: list[ProjectResult], completions: Completions, seen: Counter[str]) -> list[str]:
    """Everything in which the answer is not what the completions say."""
    wrong: list[str] = []
    for result in results:
        p = result.id
        plans = [v.projects[p].replacement_plan == "not_required" for _, v in completions]
        exempts = [v.projects[p].exempt for _, v in completions]
        regulated = [v.projects[p].regulated for _, v in completions]
        barred = [
            any(v.impacts[i].prohibited for i in v.impacts if case.base.impacts[i].project in v.projects[p].members)
            for _, v in completions
        ]
        words = {"always": "not_required", "never": "required", "sometimes": "depends"}
        expected = {
            "replacement_plan": words[truth(plans)],
            "regulated": truth(regulated),
            "exempt": truth([e for e, r in zip(exempts, regulated, strict=True) if r]) if any(regulated) else "never",
            "prohibited": truth(barred),
        }
        for name, value in expected.items():
            seen[f"{name} {value}"] += 1
            if getattr(result, name) != value:
                wrong.append(f"{p}: {name} {getattr(result, name)}, over the completions: {value}")
        for impact in result.impacts:
            verdict = [v.impacts[impact.id] for _, v in completions]
            for name, sure, may in (
                ("qualifies", impact.qualifies, impact.may_qualify),
                ("released_by", impact.released_by, impact.may_release),
            ):
                in_all = frozenset.intersection(*(getattr(v, name) for v in verdict))
                in_some = frozenset.union(*(getattr(v, name) for v in verdict))
                if (set(sure), set(may)) != (in_all, in_some - in_all):
                    wrong.append(
                        f"{impact.id}: {name} {sure}, may {may}; over the completions: "
                        f"{sorted(in_all)}, {sorted(in_some - in_all)}"
                    )
            if impact.regulated != truth([v.regulated for v in verdict]):
                wrong.append(f"{impact.id}: regulated {impact.regulated}")
            if bool(impact.prohibited_by) != all(v.prohibited for v in verdict):
                wrong.append(f"{impact.id}: prohibited by {impact.prohibited_by}")
        for name, held, settling in (
            ("plan", plans, result.settles_plan),
            ("exempt", exempts, result.settles_exempt),
            ("prohibited", barred, result.settles_prohibited),
        ):
            asked = expected[{"plan": "replacement_plan"}.get(name, name)] in ("depends", "sometimes")
            for way, sets in (("yes", settling.yes), ("no", settling.no)):
                if asked and not sets and (name != "exempt" or (way == "yes") in held):
                    wrong.append(f"{p}: nothing settles {name} with {way}")
                for chosen in sets:
                    seen["settling sets"] += 1
                    wrong += (f"{p}: {words}" for words in settles(case, completions, chosen, held, way == "yes", name))
        wrong += (f"{p}: {words}" for words in matters(case, completions, result))
        wrong += (f"{p}: {words}" for words in paths(case, completions, result))
    return wrong


def conforming(case: Blurred, values: tuple[Any, ...], chosen: Sequence[FactValue]) -> bool:
    """Whether a completion has the values that these facts name."""
    by_fact = {blur.fact: (blur, value) for blur, value in zip(case.blurs, values, strict=True)}
    return all(allows(fact, *by_fact[named(fact.fact)]) for fact in chosen)


def settles(
    case: Blurred, completions: Completions, chosen: Sequence[FactValue], held: list[bool], yes: bool, name: str
) -> list[str]:
    """A settling set is about facts that are open, is sufficient, possible, and needs each of its facts."""
    shown = [(fact.fact, fact.value) for fact in chosen]
    unknown = {blur.fact for blur in case.blurs}
    if {named(fact.fact) for fact in chosen} - unknown:
        return [f"{name} {yes} settled by what is no open fact: {shown}"]
    outcome = [h for (values, _), h in zip(completions, held, strict=True) if conforming(case, values, chosen)]
    if not outcome:
        return [f"{name} {yes} settled by what cannot be: {shown}"]
    if any(h != yes for h in outcome):
        return [f"{name} not settled as {yes} by {shown}"]
    wrong = []
    for fact in chosen:
        rest = [other for other in chosen if other is not fact]
        outcome = [h for (values, _), h in zip(completions, held, strict=True) if conforming(case, values, rest)]
        if all(h == yes for h in outcome):
            wrong.append(f"{name} {yes} settled by {shown} also without {fact.fact}")
    return wrong


def matters(case: Blurred, completions: Completions, result: ProjectResult) -> list[str]:
    """A fact that cannot matter changes no project's plan; an open fact that is listed does, where the plan depends."""
    plans = {
        values: tuple(v.projects[p].replacement_plan for p in sorted(v.projects)) for values, v in completions
    }
    listed = {named(fact.fact) for fact in result.open_facts}
    wrong = []
    for n, blur in enumerate(case.blurs):
        outcomes: dict[tuple[Any, ...], set[Any]] = {}
        for values, plan in plans.items():
            outcomes.setdefault((*values[:n], *values[n + 1 :]), set()).add(plan)
        does = any(len(o) > 1 for o in outcomes.values())
        idle = any(title.startswith(blur.attribute.also[0] if blur.attribute.also else blur.attribute.words)
                   and re.search(rf" of {blur.thing}( |$)", title) for title in result.cannot_matter)  # fmt: skip
        mine = {v: p for (v, _), p in zip(completions, [v.projects[result.id].replacement_plan for _, v in completions], strict=True)}
        if idle and result.replacement_plan == "depends" and does:
            wrong.append(f"{blur.fact} is said not to matter, and does")
        if idle and len(set(mine.values())) == 1 and result.replacement_plan == "depends":
            wrong.append("depends, and does not")
        if result.replacement_plan == "depends" and not does and blur.fact in listed:
            wrong.append(f"{blur.fact} is listed as open, and does not matter")
    return wrong


def paths(case: Blurred, completions: Completions, result: ProjectResult) -> list[str]:
    """The exemptions of a sure path stand, and stand together, in every completion; of a possible one, where its needs are met."""
    matter = Matter(case.base, {})
    wrong = []
    for path in (*result.paths.maximal, *result.paths.possible):
        possible = path in result.paths.possible
        for values, verdict in completions:
            if not conforming(case, values, path.needs):
                continue
            uses = [
                [(i, c) for c in clauses if c in verdict.impacts[i].qualifies or not possible] for i, clauses in path.exempts
            ]
            good = [c for choices in uses for i, c in choices if c in verdict.impacts[i].qualifies]
            together = possible or all(may_stand_together(matter, (c, ""), (d, "")) for c in good for d in good if c != d)
            released = [i for i, _ in path.exempts if verdict.impacts[i].released_by]
            if not together or (len(good) < sum(map(len, uses)) and not released) or not all(uses):
                shown = [(f.fact, f.value) for f in path.needs]
                wrong.append(f"path {path.exempts} (needs {shown}) does not stand where {values}")
                break
    return wrong


KINDS: dict[str, Callable[[Any], bool]] = {
    "any": lambda a: True,
    "numbers": lambda a: a.type in ("area", "percent", "distance", "number", "losses"),
    "dates": lambda a: a.type == "date",
    "words": lambda a: a.type in ("choice", "yes_no", "set", "county"),
}
CASES = [("any", 1, 60), ("any", 2, 60), ("numbers", 3, 60), ("dates", 4, 40), ("words", 5, 60)]


def differ(completions: Completions) -> bool:
    """Whether the completions do not all give the same plans."""
    return len({tuple(p.replacement_plan for p in v.projects.values()) for _, v in completions}) > 1


def run(kind: str, seed: int, number: int, seen: Counter[str]) -> list[tuple[Blurred, list[str]]]:
    """Blurred worlds of a kind, and what is wrong with their answers."""
    rng = random.Random(f"{kind} {seed}")
    found = []
    while seen["cases"] < number:
        case = blurred(rng, KINDS[kind], 2 if kind == "dates" else 4)
        if case is None:
            continue
        completions = verdicts(case)
        assert len(completions) <= MOST
        if rng.random() < 0.85 and not differ(completions):
            continue  # mostly cases in which something depends
        results = answered(case, seen)
        if results is None:
            continue
        seen["cases"] += 1
        seen["completions"] += len(completions)
        wrong = problems(case, results, completions, seen)
        if wrong:
            found.append((case, wrong))
    return found


@pytest.mark.parametrize(("kind", "seed", "number"), CASES)
def test_answers_hold_over_every_completion(kind: str, seed: int, number: int) -> None:
    seen: Counter[str] = Counter()
    found = run(kind, seed, number, seen)
    assert not found, f"{len(found)} of {number}\n" + "\n".join(map(str, found[0][1])) + "\n" + found[0][0].text
    assert seen["replacement_plan depends"] >= number // 20, seen


if __name__ == "__main__":
    import sys

    kinds, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    for kind in kinds.split(","):
        seen: Counter[str] = Counter()
        found = run(kind, first, count, seen)
        print(kind, len(found), dict(seen))
        for case, wrong in found[: int(sys.argv[4]) if len(sys.argv) > 4 else 3]:
            print("=====", *wrong[:8], case.text, sep="\n")
