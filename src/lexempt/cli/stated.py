"""The facts of a case as read: one line each, with the place and the source it comes from."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from lexempt.case import Reading
from lexempt.language.printer import print_value
from lexempt.law.vocabulary import load_vocabulary
from lexempt.rendering.words import sourced


def fact_lines(reading: Reading, projects: Collection[str] = ()) -> Iterator[str]:
    """`turnout.wetland_type = 2   (lane.case:22, by panel)`; only of these projects' impacts, if any are named."""
    case = reading.case
    if case is None:
        return
    vocabulary = load_vocabulary()
    entity = {thing.id: thing.entity for thing in case.things}
    others = {t.id for t in case.things if t.entity == "project" and projects and t.id not in projects}
    others |= {t.id for t in case.of("impact") if set(t.linked("project")) & others}
    for statement in case.statements:
        if statement.thing in others:
            continue
        attribute = vocabulary.attribute(entity[statement.thing], statement.attribute)
        value = statement.text if attribute is None else print_value(statement.value, attribute, vocabulary)
        key = "" if statement.key is None else f"[{statement.key}]"
        source = sourced(statement.source)
        place = f"{case.path}:{statement.span.line}" + (f", {source}" if source else "")
        yield f"{statement.thing}.{statement.attribute}{key} = {value}   ({place})"
    for project, name in case.assumes:
        if project not in others:
            yield f"{project} assumes {name}"
