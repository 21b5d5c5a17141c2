"""A case as text, in canonical form: reading it gives the same facts, printing those the same text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from lexempt.case import (
    Between,
    Case,
    Expect,
    Known,
    NotApplicable,
    OneOf,
    Scalar,
    Source,
    Statement,
    Thing,
    Unknown,
    Value,
    Variant,
)
from lexempt.language.keys import MAX_YEARS, print_key
from lexempt.language.values import print_scalar, quoted
from lexempt.law.vocabulary import Attribute, Vocabulary, load_vocabulary

_ORDER = ("project", "wetland", "portion", "ground", "water", "drainage_system", "owner", "impact")


def print_value(value: Value, attribute: Attribute, vocabulary: Vocabulary) -> str:
    """A value as it is written."""
    if isinstance(value, Unknown):
        return "unknown"
    if isinstance(value, NotApplicable):
        return "not applicable"

    def one(scalar: Scalar) -> str:
        return print_scalar(scalar, attribute, vocabulary)

    if isinstance(value, Known):
        return ", ".join(map(one, value.values)) if value.values else "none"
    if isinstance(value, OneOf):
        return " or ".join(map(one, value.values))
    assert isinstance(value, Between)
    if value.about is not None:
        return f"about {one(value.about)}"
    if value.low is None:
        return f"at most {one(value.high)}" if value.high is not None else "unknown"
    return f"at least {one(value.low)}" if value.high is None else f"{one(value.low)} to {one(value.high)}"


def print_source(source: Source, day_before: bool = False) -> str:
    """`by WHO on DATE citing "DOCUMENT"`; for a claim the day may stand without a source before it."""
    words = []
    if source.who is not None:
        words.append(f"by {source.who if source.by is not None else quoted(source.who)}")
    if source.on is not None and (source.who is not None or day_before):
        words.append(f"on {source.on.isoformat()}")
    if source.citing is not None:
        words.append(f"citing {quoted(source.citing)}")
    return " ".join(words)


def heading(thing: Thing, vocabulary: Vocabulary, above: str | None = None) -> str:
    """A thing's heading; `for PROJECT` only if that is not the project above."""
    words = [vocabulary.entities[thing.entity].heading, thing.id]
    if thing.title is not None:
        words.append(quoted(thing.title))
    if thing.linked("owner"):
        words.append("of " + ", ".join(thing.linked("owner")))
    inside = [name for kind in ("portion", "wetland", "ground") for name in thing.linked(kind)]
    if inside:
        words.append("in " + ", ".join(inside))
    project = thing.linked("project")
    if thing.entity == "impact" and project and project[0] != above:
        words.append(f"for {project[0]}")
    return " ".join(words)


def fact_lines(statements: Sequence[Statement], entity: str, vocabulary: Vocabulary) -> list[str]:
    """The facts of a thing; years in a row with the same value share a line."""
    out: list[str] = []
    run: Statement | None = None
    first = last = 0

    def close() -> None:
        if run is not None:
            attribute = vocabulary.attribute(entity, run.attribute)
            assert attribute is not None
            span = str(first) if first == last else f"{first} to {last}"
            out.append(_fact(attribute, f"{attribute.words} {span}", run, vocabulary))

    for statement in statements:
        if isinstance(statement.key, int):
            same = run is not None and (run.attribute, run.value, run.source) == (
                statement.attribute,
                statement.value,
                statement.source,
            )
            if same and statement.key == last + 1 and statement.key - first < MAX_YEARS:
                last = statement.key
                continue
            close()
            run, first, last = statement, statement.key, statement.key
            continue
        close()
        run = None
        attribute = vocabulary.attribute(entity, statement.attribute)
        assert attribute is not None
        out.append(_fact(attribute, print_key(attribute, statement.key), statement, vocabulary))
    close()
    return out


def _fact(attribute: Attribute, key: str, statement: Statement, vocabulary: Vocabulary) -> str:
    source = print_source(statement.source)
    return f"  {key}: {print_value(statement.value, attribute, vocabulary)}" + (f"  {source}" if source else "")


def _project_lines(project: str, case: Case) -> list[str]:
    out = [f"  assume: {name}" for owner, name in case.assumes if owner == project]
    for claim in case.claims:
        if claim.project == project:
            for_impact = f"for {claim.impact}" if claim.impact else ""
            source = claim.source
            head = f"  claim {claim.provision}"
            out.append(" ".join(filter(None, [head, for_impact, print_source(source, day_before=True)])))
    for event in case.history:
        if event.project == project:
            day = f"on {event.on.isoformat()}" if event.on else ""
            out.append(" ".join(filter(None, [f"  history: {quoted(event.text)}", day, print_source(event.source)])))
    out += [f"  note: {quoted(note.text)}" for note in case.notes if note.project == project]
    return out


def _expect_lines(expect: Expect) -> list[str]:
    head = "expect" + (f" on {expect.on.isoformat()}" if expect.on else "")
    if expect.readings:
        head += " with " + _readings(expect.readings)
    return [head, *(f"  {line.subject}: {line.wants}" for line in expect.lines)]


def _readings(readings: tuple[tuple[str, str], ...]) -> str:
    return ", ".join(f"{name} = {choice}" for name, choice in readings)


def _merge(orders: Sequence[Sequence[str]]) -> list[str]:
    """One order of columns in which every row's own order holds."""
    names = list(dict.fromkeys(name for order in orders for name in order))
    before: dict[str, set[str]] = {name: set() for name in names}
    for order in orders:
        for earlier, later in pairwise(order):
            before[later].add(earlier)
    done: list[str] = []
    while names:
        free = next((name for name in names if not before[name] - set(done)), names[0])
        names.remove(free)
        done.append(free)
    return done


def _variant_cells(
    variant: Variant, things: dict[str, Thing], vocabulary: Vocabulary
) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    facts: dict[str, str] = {}
    for statement in variant.replaces:
        entity = things[statement.thing].entity
        line = fact_lines([statement], entity, vocabulary)[0]
        key, _, value = line.strip().partition(": ")
        facts[f"{statement.thing} {key}"] = value
    removes = {f"{thing} area": "none" for thing in variant.removes}
    return facts, removes, {line.subject: line.wants for line in variant.expects.lines}


def _table(case: Case, vocabulary: Vocabulary) -> list[str]:
    things = {thing.id: thing for thing in case.things}
    rows = [_variant_cells(variant, things, vocabulary) for variant in case.variants]
    facts = _merge([list(row[0]) for row in rows] + [list(row[1]) for row in rows])
    results = _merge([list(row[2]) for row in rows])
    names = ["name", *facts]
    days = any(variant.expects.on for variant in case.variants)
    readings = any(variant.expects.readings for variant in case.variants)
    names += (["on"] if days else []) + (["reading"] if readings else []) + results
    why = any(variant.why for variant in case.variants)
    table = [names + (["why"] if why else [])]
    for variant, (changed, removed, wanted) in zip(case.variants, rows, strict=True):
        cells = [variant.name, *((changed | removed).get(name, "") for name in facts)]
        if days:
            cells.append(variant.expects.on.isoformat() if variant.expects.on else "")
        if readings:
            cells.append(_readings(variant.expects.readings))
        cells += [wanted.get(name, "") for name in results]
        table.append(cells + ([variant.why] if why else []))
    widths = [max(len(row[i]) for row in table) for i in range(len(table[0]))]
    lines = [
        "  | " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in table
    ]
    return ["variants", *lines]


def print_case(case: Case, vocabulary: Vocabulary | None = None, *, with_expectations: bool = True) -> str:
    """The case as text, things and facts in their order; comments are not part of a case."""
    words = vocabulary or load_vocabulary()
    said: dict[str, list[Statement]] = {}
    for statement in case.statements:
        said.setdefault(statement.thing, []).append(statement)
    named = {owner for portion in case.of("portion") for owner in portion.linked("owner")}
    blocks: list[list[str]] = []
    above: str | None = None
    only = [project.id for project in case.of("project")]
    for thing in case.things:
        if thing.entity == "owner" and thing.title is None and thing.id in named and thing.id not in said:
            continue
        nearest = above if above is not None else only[0] if len(only) == 1 else None
        block = [heading(thing, words, nearest), *fact_lines(said.get(thing.id, ()), thing.entity, words)]
        if thing.entity == "project":
            above = thing.id
            block += _project_lines(thing.id, case)
        blocks.append(block)
    if with_expectations:
        blocks += [_expect_lines(expect) for expect in case.expects]
        if case.variants:
            blocks.append(_table(case, words))
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def canonical(case: Case, vocabulary: Vocabulary | None = None) -> str:
    """The facts of a case in one order, whatever the order of its lines: what an input's hash is taken of."""
    words = vocabulary or load_vocabulary()
    entity = {thing.id: thing.entity for thing in case.things}

    def place(statement: Statement) -> tuple[str, ...]:
        attribute = words.attribute(entity[statement.thing], statement.attribute)
        assert attribute is not None
        value = print_value(statement.value, attribute, words)
        return (statement.attribute, str(statement.key or ""), value, print_source(statement.source))

    ordered = case._replace(
        things=tuple(sorted(case.things, key=lambda thing: (_ORDER.index(thing.entity), thing.id))),
        statements=tuple(sorted(case.statements, key=place)),
        assumes=tuple(sorted(case.assumes)),
        claims=tuple(sorted(case.claims, key=lambda c: (c.provision, c.impact or "", print_source(c.source, True)))),
        history=tuple(
            sorted(case.history, key=lambda h: (h.on.isoformat() if h.on else "", h.text, print_source(h.source)))
        ),
        notes=tuple(sorted(case.notes, key=lambda n: n.text)),
    )
    return print_case(ordered, words, with_expectations=False)
