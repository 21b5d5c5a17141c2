"""The bill that takes another one back: applied after it, the law stands as before."""

from __future__ import annotations

from lexempt.amending.fit import Fitted
from lexempt.amending.standing import Standing
from lexempt.solving.rows import LawRow


def inverse(fitted: Fitted, name: str) -> tuple[LawRow, ...]:
    """The rows of an act of that name which undoes a bill under the law it was fitted to.

    Raises ValueError where a number of that law has not been seen: what the bill replaced cannot be put back.
    """
    law = fitted.law
    rows = []
    for predicate, args in fitted.rows:
        if predicate in ("value", "unknown_value"):
            rows += _number(law, args[0], args[1], name)
        elif predicate == "item":
            rows.append(LawRow("strikes", (name, *args[:3])))
        elif predicate == "strikes":
            rows.append(LawRow("item", (*args[1:], name)))
        elif predicate == "cites":
            rows.append(LawRow("cites", (args[0], law.cited(args[0]), name)))
        elif predicate in ("repeals", "unseen"):
            rows.append(LawRow("enacts", (name, args[1])))
        else:
            rows.append(LawRow("repeals", (name, args[1])))
    return tuple(dict.fromkeys(rows))


def _number(law: Standing, provision: str, name: str, act: str) -> list[LawRow]:
    before = law.provisions.get(provision)
    if before is None or name not in before.numbers:
        return []  # the provision is new: it goes as a whole
    number = before.numbers[name]
    if number.unseen:
        raise ValueError(f"{name} of {provision} has not been seen")
    return [LawRow("value", (provision, name, str(number.number), act))]
