"""What cannot matter: an exact test with two copies of a case that agree on every open fact but one.

A fact matters iff two completions that differ in it alone get different answers. Both copies are grounded together; ties
hold each pair of open facts equal, and are lifted one at a time by assumption.
"""

from __future__ import annotations

from collections.abc import Sequence

from lexempt.law.vocabulary import Vocabulary
from lexempt.solving.atoms import encode
from lexempt.solving.batch import Batch
from lexempt.solving.compiled import compile_law
from lexempt.solving.draft import CaseAtoms, Open
from lexempt.solving.engine import Session, Watch


def cannot_matter(batch: Batch, item: CaseAtoms, asked: Sequence[Open], vocabulary: Vocabulary) -> list[Open]:
    """Those of the open facts that change no project's replacement-plan answer in any completion."""
    if not asked:
        return []
    start = 1 + max(int(name[1:]) for name in item.names)
    twin, _ = encode(item.case, vocabulary, start, item.on, item.assume)
    lines = [*item.lines, *twin.lines, *batch.law.beside]
    lines += [f"chosen({n},{c})." for n, c in sorted(batch.base_choices.items()) if c != vocabulary.readings[n].default]
    names = {found.name: n for n, found in enumerate(item.opens)}
    for n, (one, other) in enumerate(zip(item.opens, twin.opens, strict=True)):
        lines.append(f"{{ tied({n}) }}.")
        for mine, theirs in zip(one.options, other.options, strict=True):
            lines.append(f":- tied({n}), {mine.atom}, not {theirs.atom}.")
            lines.append(f":- tied({n}), not {mine.atom}, {theirs.atom}.")
    about_acts = tuple(batch.law.lines(item.scale.top))
    if batch.law.unseen:
        session = Session([*lines, *about_acts], item.scale.constants, Watch())
    else:
        compiled = compile_law(batch.law.on, about_acts)
        program = compiled.program(item.possible, batch.law.reaches_further)
        session = Session(lines, item.scale.constants, Watch(), program)
    base = [
        lit
        for found in (*item.opens, *twin.opens)
        if found.base is not None
        for lit in (session.literal(found.options[found.base].atom),)
        if lit is not None
    ]
    ties = {n: session.literal(f"tied({n})") for n in names.values()}
    pairs = []
    for (kind, name), ours in item.ids.items():
        if kind == "project":
            here = session.literal(f"plan_not_required({ours})")
            there = session.literal(f"plan_not_required({twin.ids[kind, name]})")
            if here is not None and there is not None:
                pairs.append((here, there))
    idle = []
    for found in asked:
        n = names[found.name]
        held = [lit for m, lit in ties.items() if m != n and lit is not None]
        if all(session.core([*base, *held, here, -there]) is not None for here, there in pairs):
            idle.append(found)
    return idle
