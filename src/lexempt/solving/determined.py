"""Which stated facts count where only what the deciding bodies determined does (`--strict`)."""

from __future__ import annotations

from lexempt.case import UNDETERMINED, Case, Statement
from lexempt.law.vocabulary import Attribute, Vocabulary
from lexempt.solving.settle import settle

NEED_NO_FINDING = frozenset((None, "landowner", "map"))
"""Who decides facts that anybody may state: the landowner says what is planned, a map shows where."""


def only_determined(case: Case, vocabulary: Vocabulary) -> Case:
    """The case with every fact unknown that needs a finding by a body with the power to decide it, and has none.

    What is assumed stays assumed; claims, history and notes stay as they are.
    """
    entity = {thing.id: thing.entity for thing in case.things}
    stated = _stated(case)
    found = []
    for s in case.statements:
        attribute = vocabulary.attribute(entity[s.thing], s.attribute)
        group = stated[s.thing, s.attribute, s.key]
        asserted = attribute is not None and is_asserted(attribute, s.thing, s.key, group)
        found.append(s._replace(value=UNDETERMINED) if asserted else s)
    return case._replace(statements=tuple(found))


def _stated(case: Case) -> dict[tuple[str, str, str | int | None], list[Statement]]:
    """(thing, attribute, key) -> the statements of that fact."""
    found: dict[tuple[str, str, str | int | None], list[Statement]] = {}
    for s in case.statements:
        found.setdefault((s.thing, s.attribute, s.key), []).append(s)
    return found


def as_decided(case: Case, vocabulary: Vocabulary) -> Case:
    """The case with only what the deciding body says, where sources differ and one statement is that body's: it prevails."""
    entity = {thing.id: thing.entity for thing in case.things}
    dropped: set[int] = set()
    for (thing, name, key), group in _stated(case).items():
        attribute = vocabulary.attribute(entity[thing], name)
        if attribute is not None and len(group) > 1 and settle(attribute, thing, key, group).differing:
            deciding = [s for s in group if settle(attribute, thing, key, [s]).determined]
            dropped.update(id(s) for s in group if len(deciding) == 1 and s is not deciding[0])
    return case._replace(statements=tuple(s for s in case.statements if id(s) not in dropped))


def is_asserted(attribute: Attribute, thing: str, key: str | int | None, statements: list[Statement]) -> bool:
    """Whether statements of one fact need a finding and have none."""
    if attribute.background or attribute.decided_by in NEED_NO_FINDING:
        return False
    return not settle(attribute, thing, key, statements).determined
