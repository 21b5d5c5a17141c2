"""What the solver saw and said: for maintainers (`check --show atoms|answer`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from lexempt.case import Case, Known, Reading
from lexempt.law.program import load_law
from lexempt.law.vocabulary import load_vocabulary
from lexempt.solving.atoms import encode
from lexempt.solving.batch import Batch, law_set, tried_amounts
from lexempt.solving.draft import CaseAtoms
from lexempt.solving.engine import Watch
from lexempt.solving.options import CheckOptions
from lexempt.solving.prepared import canonical, choices_of


def show_atoms(readings: Sequence[Reading], options: CheckOptions) -> list[str]:
    """The facts of each case as clingo reads them, with whose ids ours are: `clingo asp/law.lp` runs on them."""
    lines: list[str] = []
    for case, item, day in _encoded(readings, options):
        lines.append(f"% {case.path}")
        lines += [f"% {ours} = {name}" for ours, name in sorted(item.names.items(), key=lambda pair: int(pair[0][1:]))]
        lines += [f"#const {constant}. [override]" for constant in item.scale.constants if not constant.endswith("=1")]
        law = law_set(day, options.repealed, options.amendments)
        lines += [*law.lines(item.scale.top, tried_amounts([item])), *law.beside]
        lines += item.lines
    return lines


def show_answer(readings: Sequence[Reading], options: CheckOptions) -> list[str]:
    """The shown atoms that hold in every completion, and after them those that hold in some only."""
    vocabulary = load_vocabulary()
    base = choices_of(options, vocabulary)
    lines: list[str] = []
    for case, item, day in _encoded(readings, options):
        law = law_set(day, options.repealed, options.amendments)
        batch = Batch([item], law, base, (), vocabulary, Watch(), (load_law().explaining,))
        sure = {str(atom) for atom in batch.session.consequences(batch.base, "cautious")}
        possible = {str(atom) for atom in batch.session.consequences(batch.base, "brave")}
        lines.append(f"% {case.path}")
        lines += [f"{atom}." for atom in sorted(sure)]
        lines += [f"{atom}.  % in some completions" for atom in sorted(possible - sure)]
    return lines


def _encoded(readings: Sequence[Reading], options: CheckOptions) -> Iterator[tuple[Case, CaseAtoms, int]]:
    start = 0
    for case in (canonical(r.case) for r in readings if r.case is not None):
        days = [
            v
            for s in case.statements
            if s.attribute == "work" and isinstance(s.value, Known)
            for v in s.value.values
            if isinstance(v, date)
        ]
        if options.on is None and not days:
            continue  # `check` says which day is missing
        day = options.on or min(days)
        item, start = encode(case, load_vocabulary(), start, day, options.assume)
        yield case, item, day.year * 10000 + day.month * 100 + day.day
