"""A passed bill as groups of rows for `asp/law/`: what a maintainer adds to the files of the provisions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lexempt.amending.fit import Fitted, as_fact
from lexempt.law.program import load_law, order
from lexempt.solving.rows import LawRow

_ACT_LAST = ("value", "unknown_value", "item", "cites")
"""Rows that begin with the provision and end with the act; in the others the act comes first."""


def enacted_lines(fitted: Fitted, act: str, day: int) -> Iterator[str]:
    """The act, and a group for each provision, in statutory order. `act` is its id (`2026c12`), `day` its first (YYYYMMDD)."""
    bill = fitted.bill
    units = {(c, n): unit for c, n, unit in fitted.units}
    rank = max(known.rank for known in load_law().acts) + 1
    end = bill.expires
    last = end.year * 10_000 + end.month * 100 + end.day if end else 99991231
    title = (bill.title or bill.name).replace("\\", "").replace('"', "'")
    if bill.applies is not None:
        yield f"% It applies to {bill.applies.words} only. Rows have no place for that: as they stand the act governs by the day asked for."
    yield "% to asp/law/acts.lp"
    yield f'act("{act}", {rank}, {day}, {last}).   title("{act}", "{title}").'
    yield from _vocabulary(fitted)
    groups: dict[str, list[str]] = {}
    for row in fitted.rows:
        groups.setdefault(_provision(row), []).append(_spaced(as_fact(_by(row, act), units)))
    for fact in fitted.beside:
        found = re.search(r'"([^"]+)"', fact)
        assert found is not None
        groups[found.group(1)].append(_spaced(fact))
    texts = {group.provision: (group.text, group.file) for group in load_law().groups}
    for provision in sorted(groups, key=order):
        text, file = texts.get(provision, ("", ""))
        yield ""
        yield f"% to asp/{file}" if file else "% to a file of its own, and to asp/law.lp"
        yield f"%! {provision} ({act})"
        yield f"%> {text or 'Restate the provision here, in words of our own.'}"
        yield from (f"{line}." for line in groups[provision])


def _vocabulary(fitted: Fitted) -> Iterator[str]:
    """The entries of new facts."""
    for fact in fitted.facts:
        attribute = fact.attribute
        at = f"{fact.entity}, {fact.name}"
        yield f"% to asp/vocabulary/{fact.entity}.lp"
        yield f"attribute({at}, {attribute.type})."
        if attribute.choices:
            yield f"choice({at}, ({'; '.join(attribute.choices)}))."
        if fact.question is not None:
            question = fact.question.replace("\\", "").replace('"', "'")
            yield f'question({at}, "{question}").'
        if fact.decided_by is not None:
            yield f"decided_by({at}, {fact.decided_by})."
        if fact.ordinary is not None:
            yield f"assumed(ordinary, {at}, {fact.ordinary})."


def _provision(row: LawRow) -> str:
    return row.args[0] if row.predicate in _ACT_LAST else row.args[1]


def _by(row: LawRow, act: str) -> LawRow:
    """The row as the act's own."""
    if row.predicate in _ACT_LAST:
        return LawRow(row.predicate, (*row.args[:-1], act))
    return LawRow(row.predicate, (act, *row.args[1:]))


def _spaced(fact: str) -> str:
    return re.sub(r',(?=(?:[^"]*"[^"]*")*[^"]*$)', ", ", fact)
