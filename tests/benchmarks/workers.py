"""Work measured in a process of its own: `python -m tests.benchmarks.workers WORK ARGUMENT...` prints its cost as JSON.

Time is taken after the imports and after the law and the vocabulary are read, which both sides need once.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .measuring import own_peak, timed


def case_files(folder: str, many: int) -> list[str]:
    """The first so many case files of a folder."""
    return [str(path) for path in sorted(Path(folder).rglob("*.case"))[:many]]


def _report(work: Callable[[], object], **more: float) -> dict[str, float]:
    cost = timed(work)
    return {"wall": cost.wall, "cpu": cost.cpu, "peak": own_peak(), **more}


def _warm() -> None:
    import lexempt.cli  # noqa: F401 - as in the command line, garbage is collected seldom
    from lexempt.law.program import load_law
    from lexempt.law.vocabulary import load_vocabulary

    load_law()
    load_vocabulary()


def verdicts(folder: str, many: str, readings: str = "all", reasons: str = "yes", jobs: str = "1") -> dict[str, float]:
    """Everything from text to verdicts, with every reading and all reasons, in one process, unless other is asked for."""
    from lexempt.language import files as language
    from lexempt.solving import check
    from lexempt.solving.options import CheckOptions

    from .stopwatch import Stopwatch

    _warm()
    files = case_files(folder, int(many))
    options = CheckOptions(time_limit=0, all_readings=readings == "all", reasons=reasons == "yes", jobs=int(jobs))
    answered: list[int] = []
    watch = Stopwatch()

    def work() -> None:
        read = [language.read_file(path) for path in files]
        result = check.check_cases([r for r in read if not isinstance(r, str)], options)
        answered.append(len(result.projects))

    with watch.running():
        found = _report(work)
    return found | {
        "projects": answered[0],
        "solving": watch.solving,
        "read": watch.spent["read"],
        "encode": watch.spent["encode"],
    }


def bare(folder: str, many: str) -> dict[str, float]:
    """Bare clingo on the facts of the same files and the rules of the law, as one program: load, ground, solve, read the
    model. `ground` is the part that is grounding."""
    import clingo

    from lexempt.language.files import read_file
    from lexempt.law.program import load_law
    from lexempt.law.vocabulary import load_vocabulary
    from lexempt.solving.check import encode
    from lexempt.solving.numbers import RefusalError

    _warm()
    lines: list[str] = ["law_on(20180601)."]
    constants: tuple[str, ...] = ()
    start = 0
    cases = 0
    for path in case_files(folder, int(many)):
        reading = read_file(path)
        if isinstance(reading, str) or reading.case is None:
            continue
        days = [
            s.value.values[0] for s in reading.case.statements if s.attribute == "work" and hasattr(s.value, "values")
        ]
        if not days or not 2012 <= days[0].year < 2024 or any(d.year != days[0].year for d in days):
            continue
        try:
            item, start = encode(reading.case, load_vocabulary(), start, days[0], True)
        except RefusalError:
            continue
        lines += item.lines
        cases += 1
        constants = constants or item.scale.constants
    facts = "\n".join(lines)
    arguments = [word for constant in constants for word in ("-c", constant)]
    ground = 0.0
    atoms = 0

    def work() -> None:
        nonlocal ground, atoms
        control = clingo.Control(arguments, message_limit=0)
        control.add("base", [], load_law().program)
        control.add("base", [], facts)
        begin = time.perf_counter()
        control.ground([("base", [])])
        ground = time.perf_counter() - begin
        with control.solve(yield_=True) as handle:
            for model in handle:
                atoms = len([(symbol.name, symbol.arguments) for symbol in model.symbols(shown=True)])
                break

    found = _report(work)
    return found | {"ground": ground, "atoms": atoms, "cases": cases}


def asking(path: str, times: str) -> dict[str, float]:
    """What there is to ask about one file: medians of the steps, and of all from case to agenda."""
    from lexempt.language.files import read_file
    from lexempt.solving.agenda import ask_cases, day_of, scope_of
    from lexempt.solving.engine import Watch
    from lexempt.solving.options import CheckOptions
    from lexempt.solving.prepared import canonical, choices_of

    from .measuring import Cost, middle

    _warm()
    from lexempt.law.vocabulary import load_vocabulary

    options, vocabulary, reading = CheckOptions(time_limit=0), load_vocabulary(), read_file(path)
    assert not isinstance(reading, str) and reading.case is not None
    case, base = canonical(reading.case), choices_of(options, vocabulary)
    day = day_of(case, "lane", options)
    steps: dict[str, list[Cost]] = {"idle": [], "sets": [], "order": [], "ask": []}
    for n in range(int(times) + 1):
        scopes: list[Any] = []
        costs = {
            "idle": timed(
                lambda scopes=scopes: scopes.append(scope_of(case, "lane", day, options, vocabulary, base, Watch()))
            )
        }
        inquiry = scopes[0].inquiry("plan_not_required")
        assert inquiry.open
        costs["sets"] = timed(lambda inquiry=inquiry: inquiry.settler.settling(inquiry.target))
        costs["order"] = timed(lambda inquiry=inquiry: list(inquiry.line()))
        costs["ask"] = timed(lambda: ask_cases([reading], options))
        if n:  # the first time the law is compiled, and caches are filled
            for key, cost in costs.items():
                steps[key].append(cost)
    medians = {key: middle(costs) for key, costs in steps.items()}
    return {key: c.wall for key, c in medians.items()} | {f"{key}_cpu": c.cpu for key, c in medians.items()}


WORKS: dict[str, Callable[..., dict[str, float]]] = {"verdicts": verdicts, "bare": bare, "asking": asking}

if __name__ == "__main__":
    print(json.dumps(WORKS[sys.argv[1]](*sys.argv[2:])))
