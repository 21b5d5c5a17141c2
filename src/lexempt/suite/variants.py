"""From a case and a row of its table of variants to the case which that row describes."""

from __future__ import annotations

from lexempt.case import Case, Statement, Variant


def apply_variant(case: Case, variant: Variant) -> Case:
    """The case with the variant's facts in place of the file's, and the variant's expectations alone.

    A fact is known by its thing, attribute and key; every statement of it is replaced, whoever made it. A thing that is
    left out takes its statements and the claims for it along.
    """
    changed = {(s.thing, s.attribute, s.key) for s in variant.replaces}
    gone = frozenset(variant.removes)
    kept: list[Statement] = []
    placed: set[int] = set()
    for statement in case.statements:
        at = (statement.thing, statement.attribute, statement.key)
        if at not in changed:
            kept.append(statement)
            continue
        for number, new in enumerate(variant.replaces):
            if number not in placed and (new.thing, new.attribute, new.key) == at:
                placed.add(number)
                kept.append(new)
    kept += [new for number, new in enumerate(variant.replaces) if number not in placed]
    return case._replace(
        things=tuple(thing for thing in case.things if thing.id not in gone),
        statements=tuple(statement for statement in kept if statement.thing not in gone),
        claims=tuple(claim for claim in case.claims if claim.impact not in gone),
        expects=(variant.expects,) if variant.expects.lines else (),
        variants=(),
    )
