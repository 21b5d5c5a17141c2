"""What of a project may still be changed or asked for, as choices in the program: one alternative for each such fact.

Which facts these are is data of the vocabulary (`asp/vocabulary/changes.lp`). A lever keeps the fact as it stands or takes
one other value: an area or number its least (a bound is found later), a yes or no the other, a set one member less, an
impact its absence. Areas and numbers only ever count against a limit, so the least of them stands for all. A number of which
a range is stated may be planned smaller too: it is kept where it lies in its range, wherever that is.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Literal, TypeAlias

from lexempt.case import Scalar
from lexempt.law.derivations import derives_from
from lexempt.law.program import load_law
from lexempt.law.vocabulary import Attribute, Vocabulary, rows_of
from lexempt.records import NamedTuple
from lexempt.solving.draft import QUANTITIES, CaseAtoms, law_areas, measured_in, word
from lexempt.solving.scene import Placed
from lexempt.solving.settle import Settled

LeverKind: TypeAlias = Literal["leave_out", "reduce", "raise", "plan", "seek"]
LEAST = Fraction(1)
"""The least area or number that is tried, in its unit: less would be to leave it out."""


Rows: TypeAlias = Mapping[str, Mapping[str, tuple[str, ...]]]
"""Clause -> its lists (`requires`, `excepts`, ...)."""


class Lever(NamedTuple):
    """One fact of a project that may be otherwise, or an impact that may be left out."""

    kind: LeverKind
    thing: str
    """Where the changed fact is stated: an id of the user's."""
    about: str
    """What it is about, for people."""
    fact: Settled | None
    """The fact as it stands; None for leaving an impact out."""
    value: Scalar | None
    """The value it would have: for a set, the member that is left out."""
    text: str
    stands: str
    """The atom of the fact as it stands; empty where nothing says so."""
    changed: str
    """The atom of the changed fact; empty where only `stands` goes away."""


class Written(NamedTuple):
    """What the vocabulary says may be changed of one attribute."""

    kind: LeverKind
    value: str
    text: str


@lru_cache(maxsize=1)
def written() -> dict[tuple[str, str], tuple[Written, ...]]:
    """By (entity, attribute): what may be changed or asked for."""
    found: dict[tuple[str, str], tuple[Written, ...]] = {}
    rows = [("reduce", entity, name, "", "") for entity, name in rows_of("changeable")]
    rows += [("plan", *row) for row in rows_of("plannable")]
    rows += [("raise" if row[2] == "more" else "seek", *row) for row in rows_of("obtainable")]
    for kind, entity, name, value, text in rows:
        found[entity, name] = (*found.get((entity, name), ()), Written(kind, str(value), text))  # type: ignore[arg-type]
    return found


def levers_of(item: CaseAtoms, project: str, vocabulary: Vocabulary, rows: Rows | None = None) -> tuple[Lever, ...]:
    """The levers of one project: its impacts, and what is known of them, their ground, wetlands, and drainage systems.

    `rows` are the lists of each clause, where the law is known: what only clauses that are about other work ask is left out.
    """
    impacts = [placed for placed in item.scene.impacts.values() if placed.project == project]
    found = [
        Lever("leave_out", placed.id, placed.id, None, None, "", _placed(item, placed.id, project), "")
        for placed in impacts
        if not _tells_of_place(item, placed)
    ]
    things: dict[tuple[str, str], list[Placed]] = {("project", project): impacts}
    for placed in impacts:
        for kind, name in (("impact", placed.id), ("ground", placed.ground), ("wetland", placed.wetland)):
            things.setdefault((kind, name), []).append(placed)
    things |= {("drainage_system", system): impacts for system in item.scene.systems}
    for (kind, name), concerned in things.items():
        ours = item.ids[kind, name]
        where = item.scene.grounds[name].chain[0] if kind == "ground" else name
        for attribute in vocabulary.of(kind):
            fact = item.settled.get((ours, attribute.name, None))
            for row in written().get((kind, attribute.name), ()):
                if fact is None or fact.status == "disputed" or (fact.known is None and not _planned_smaller(fact, row)):
                    continue
                if (
                    row.kind in ("reduce", "raise")
                    or rows is None
                    or any(_may_ask(item, placed, attribute.name, rows) for placed in concerned)
                ):
                    found += _levers(item, ours, where, fact, row)
    return tuple(found)


def _tells_of_place(item: CaseAtoms, placed: Placed) -> bool:
    """Whether an impact states something that would be so without it, and that nothing else states."""
    told = ((attribute, value) for kind, attribute, value in rows_of("tells_of_place") if kind == "impact")
    return any(
        fact.known is None or value in fact.known
        for attribute, value in told
        for fact in item.facts_about(item.ids["impact", placed.id], attribute)
        if fact.statements
    )


def _planned_smaller(fact: Settled, row: Written) -> bool:
    """Whether a number that is not known may be planned smaller: of which one range is stated, by nobody otherwise."""
    return row.kind == "reduce" and fact.bounds is not None and bool(fact.statements) and not fact.differing


def most_of(fact: Settled) -> Fraction | None:
    """The number of a fact, or the upper end of its range; None where it has none."""
    value = fact.known[0] if fact.known else fact.bounds[1] if fact.bounds else None
    return value if isinstance(value, Fraction) else None


def _may_ask(item: CaseAtoms, placed: Placed, attribute: str, rows: Rows) -> bool:
    """Whether something that is not about other work may ask this of an impact."""
    asking = _asking(attribute, rows)
    return not asking or any(_in_reach(item, placed, clause) for clause in asking)


def _asking(attribute: str, rows: Rows) -> tuple[str, ...]:
    """The clauses that ask an attribute by a condition; none where it is asked otherwise, so that nothing can be left out."""
    asked = {clause: {*lists.get("requires", ()), *lists.get("excepts", ())} for clause, lists in rows.items()}
    reading = {name for name, documented in load_law().conditions.items() if attribute in documented.reads}
    if reading - set().union(*asked.values()):
        return ()
    return tuple(clause for clause, names in asked.items() if names & (reading | {attribute}))


def _in_reach(item: CaseAtoms, placed: Placed, clause: str) -> bool:
    """Whether a clause may be about an impact: unless what it is about is known to be otherwise."""
    name, values = load_law().reach.get(clause, ("", ()))
    ours = [item.ids["impact", placed.id], item.ids["ground", placed.ground], item.ids["wetland", placed.wetland]]
    facts = [fact for one in ours for fact in item.facts_about(one, name)]
    if not facts or any((one, name) in item.keyed for one in ours):
        return True
    derivable = any((fact.attribute.entity, name) in derives_from() for fact in facts)
    return derivable or any(fact.known is None or set(fact.known) & set(values) for fact in facts)


def _placed(item: CaseAtoms, impact: str, project: str) -> str:
    return f"impact({item.ids['impact', impact]},{item.ids['project', project]})"


def _levers(item: CaseAtoms, ours: str, where: str, fact: Settled, row: Written) -> list[Lever]:
    attribute, known = fact.attribute, fact.known or ()
    about = where if attribute.entity != "ground" else fact.thing.removeprefix("ground ")
    if row.kind in ("reduce", "raise"):
        return _numbers(item, ours, where, about, fact, row)
    if row.kind == "seek" and fact.determined:
        return []  # the body has spoken
    if attribute.type == "set" and row.value == "fewer":
        return [
            Lever(row.kind, where, about, fact, v, row.text, _atom(ours, attribute, word(str(v))), "") for v in known
        ]
    if known == (row.value,):
        return []
    stands = _atom(ours, attribute, word(str(known[0]))) if known else ""
    return [Lever(row.kind, where, about, fact, row.value, row.text, stands, _atom(ours, attribute, word(row.value)))]


def _numbers(item: CaseAtoms, ours: str, where: str, about: str, fact: Settled, row: Written) -> list[Lever]:
    attribute = fact.attribute
    now = fact.known[0] if fact.known else None
    if row.kind == "raise":
        largest = law_areas()[-1]
        if fact.determined or (isinstance(now, Fraction) and now >= largest):
            return []
        stands = _atom(ours, attribute, _term(item, attribute, now)) if isinstance(now, Fraction) else ""
        return [
            Lever(
                "raise",
                where,
                about,
                fact,
                largest,
                row.text,
                stands,
                _atom(ours, attribute, _term(item, attribute, largest)),
            )
        ]
    most = most_of(fact)
    if most is not None and most <= LEAST:
        return []
    stands = _atom(ours, attribute, _term(item, attribute, now)) if isinstance(now, Fraction) else ""
    least = _atom(ours, attribute, _term(item, attribute, LEAST))
    return [Lever("reduce", where, about, fact, LEAST, row.text, stands, least)]


def _atom(ours: str, attribute: Attribute, term: str) -> str:
    return f"fact({ours},{attribute.name},{term})"


def _term(item: CaseAtoms, attribute: Attribute, value: Fraction) -> str:
    if measured_in(attribute) == "area":
        return str(item.scale.area(value))
    assert attribute.type in QUANTITIES
    return str(item.scale.count(value))


def opened(item: CaseAtoms, levers: tuple[Lever, ...]) -> CaseAtoms:
    """The case with every lever free: each keeps its fact or takes the other value."""
    gone = {f"{lever.stands}." for lever in levers if lever.stands}
    lines = [line for line in item.lines if line not in gone]
    possible = set(item.possible)
    alike: dict[str, list[str]] = {}
    for lever in levers:
        if lever.stands and lever.changed:
            alike.setdefault(lever.stands, []).append(lever.changed)
        elif lever.fact is not None and lever.fact.open:
            lines = _offered(item, lever, lines)
        else:
            lines.append(f"{{ {lever.stands or lever.changed} }}.")
        if lever.fact is not None:
            possible.add((lever.fact.attribute.name, "stated"))
            if isinstance(lever.value, str):
                possible.add((lever.fact.attribute.name, lever.value))
    lines += [f"1 {{ {'; '.join([stands, *changed])} }} 1." for stands, changed in alike.items()]
    return item._replace(lines=tuple(sorted(lines)), possible=frozenset(possible))


def _offered(item: CaseAtoms, lever: Lever, lines: list[str]) -> list[str]:
    """The lines of a case in which a number of which a range is known may also be the lever's."""
    ours, name, least = lever.changed.removeprefix("fact(").removesuffix(")").split(",")
    steps = f"next_below({ours},"
    more = [f"may({ours},{name},{least})."]
    if any(line.startswith(steps) for line in lines):
        found = next(found for found in item.opens if found.settled == lever.fact)
        terms = {int(option.atom.removesuffix(")").rpartition(",")[2]) for option in found.options} | {int(least)}
        more += [f"{steps}{above},{below},{above - below})." for below, above in pairwise(sorted(terms))]
    return [*(line for line in lines if not line.startswith(steps)), *more]
