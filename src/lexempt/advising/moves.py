"""The moves that a way of settling a project comes to, with the values its numbers may have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from lexempt.advice import Move, OptionKind
from lexempt.advising.apply import Change, edit_of, exactly
from lexempt.advising.bounds import NUMBERS, Reach, name_of, together
from lexempt.advising.levers import Lever, most_of
from lexempt.case import Scalar
from lexempt.law.vocabulary import Vocabulary
from lexempt.records import NamedTuple
from lexempt.result import PartlyExempt
from lexempt.solving.draft import CaseAtoms
from lexempt.solving.settle import Settled
from lexempt.solving.words import number, of_fact, settled_words, stated_in, title, value_words
from lexempt.wording import Unit, area_words, natural


class Planned(NamedTuple):
    """A way with the values its numbers would have: changes of the case, and the moves that say so."""

    changes: tuple[Change, ...]
    moves: tuple[Move, ...]


class Mover:
    """Puts the ways of one case into moves."""

    def __init__(self, item: CaseAtoms, vocabulary: Vocabulary) -> None:
        self.item, self.vocabulary = item, vocabulary

    def replaced(self, impact: str) -> Move:
        """Replacing an impact, of this project or of one counted with it."""
        fact = self.item.settled[self.item.ids["impact", impact], "area", None]
        area = settled_words(fact, self.vocabulary)
        less, most, unit = _number(fact.known), most_of(fact), stated_in(fact)
        return Move("replace", (impact,), None, f"area of {impact}", area, area, less=less, most=most, unit=unit)

    def replaced_in_part(self, found: PartlyExempt) -> Move:
        """Replacing what is not exempt of impacts that are exempt in part; which part of several is open."""
        facts = [self.item.settled[self.item.ids["impact", i], "area", None] for i in found.impacts]
        known = [value for fact in facts for value in fact.known or () if isinstance(value, Fraction)]
        whole = sum(known, Fraction(0)) if len(known) == len(facts) else None
        unit = _unit(facts)
        now = area_words(whole, unit, number) if whole is not None else "not known"
        names, less = " and ".join(found.impacts), found.replaced_sqft
        return Move("replace", found.impacts, None, f"area of {names}", now, now, less=less, most=less, part=True, unit=unit)

    def plans(self, way: Sequence[Lever], found: dict[str, Reach]) -> list[Planned]:
        """The ways to give the numbers of a way their values, the widest first."""
        names = [name_of(lever) for lever in way if lever.kind in NUMBERS]
        least = {name_of(lever): lever.value for lever in way if isinstance(lever.value, Fraction)}
        if any(name not in found for name in names):
            return [self._planned(way, least)]
        most = {name: found[name].most for name in names}
        value = {name: found[name].value for name in names}
        # Each as far as it may go by itself; where one bound holds for all of them, that is too far.
        plans = [self._planned(way, values) for values in ((most,) if most != value else ())]
        plans += [self._planned(way, value)] if len(names) > 1 else []
        for values in (most, value) if most != value else (value,):
            shared = together(way, values)
            if shared is not None:
                plans.append(self._planned(way, shared[1], total=shared[0]))
        # Where the turn itself does not do, everything below it does.
        turns = {name: reach.turn for name, reach in found.items() if reach.turn is not None and len(names) == 1}
        plans.append(self._planned(way, value, turns=turns))
        if len(names) > 1:
            plans.append(self._planned(way, {**least, names[0]: value[names[0]]}))
        return plans

    def _planned(
        self,
        way: Sequence[Lever],
        values: Mapping[str, Fraction],
        total: Fraction | None = None,
        turns: Mapping[str, Fraction] = MappingProxyType({}),
    ) -> Planned:
        changes = tuple(
            Change(lever, exactly(values[name_of(lever)]) if lever.kind in NUMBERS else None) for lever in way
        )
        shared = [c for c in changes if c.lever.kind == "reduce"] if total is not None else []
        moves = [self._reduced(shared, total)] if shared and total is not None else []
        for change in changes:
            if change not in shared:
                name = name_of(change.lever)
                moves.append(self._move(change, values.get(name), turns.get(name)))
        return Planned(changes, tuple(moves))

    def _reduced(self, changes: Sequence[Change], value: Fraction, turn: Fraction | None = None) -> Move:
        """Smaller numbers: one of its own, or several with one bound; `turn`: less than this, which itself is too much."""
        bound = value if turn is None else turn
        levers = [change.lever for change in changes]
        facts = [lever.fact for lever in levers if lever.fact is not None]
        attribute = facts[0].attribute
        most = [end for fact in facts if (end := most_of(fact)) is not None]
        now = sum(most, Fraction(0)) if len(most) == len(facts) else None
        ranged = any(fact.open for fact in facts)
        things = tuple(lever.about for lever in levers)
        names = title(attribute, things[0], None)
        if len(things) > 1:
            names = f"{attribute.words} of {', '.join(things[:-1])} and {things[-1]} together"
        return Move(
            "reduce",
            things,
            name_of(levers[0]) if len(levers) == 1 else None,
            names,
            self._now(facts),
            f"{'at most' if turn is None else 'less than'} {self._amount(facts, bound)}",
            line=facts[0].statements[0].span.line if facts[0].statements else None,
            less=now - value if attribute.type == "area" and now is not None and not ranged else None,
            most=now - value if attribute.type == "area" and now is not None else None,
            ranged=ranged,
            bound=bound,
            unit=_unit(facts),
            edits=tuple(edit_of(change) for change in changes),
        )

    def _now(self, facts: Sequence[Settled]) -> str:
        """A number as it stands, or the sum of several: a range where one of them is."""
        if len(facts) == 1:
            return settled_words(facts[0], self.vocabulary)
        least = sum((_least_of(fact) for fact in facts), Fraction(0))
        most = sum((end for fact in facts if (end := most_of(fact)) is not None), Fraction(0))
        ends = (self._amount(facts, end) for end in (least, most))
        return " to ".join(dict.fromkeys(ends))

    def _amount(self, facts: Sequence[Settled], value: Fraction) -> str:
        """A number that several facts share, or one has."""
        if facts[0].attribute.type == "area":
            return area_words(value, _unit(facts), number)
        return value_words(facts[0].attribute, value, self.vocabulary)

    def _move(self, change: Change, value: Fraction | None, turn: Fraction | None) -> Move:
        lever, edits = change.lever, (edit_of(change),)
        if lever.fact is None:
            return self.replaced(lever.thing)._replace(kind="leave_out", to="none", edits=edits)
        if lever.kind == "reduce" and value is not None:
            return self._reduced([change], value, turn)
        attribute = lever.fact.attribute
        asked = lever.kind in ("seek", "raise")
        body = self.vocabulary.bodies.get(attribute.decided_by or "") if asked else None
        member = value_words(attribute, lever.value, self.vocabulary) if isinstance(lever.value, str) else ""
        if lever.kind == "raise" and value is not None:
            to = f"at least {of_fact(lever.fact, value, self.vocabulary, up=True)}"
        elif lever.changed:
            to = member
        else:
            left = [v for v in lever.fact.known or () if v != lever.value]
            to = ", ".join(value_words(attribute, v, self.vocabulary) for v in left) or "none"
        return Move(
            "seek" if asked else "plan",
            (lever.about,),
            name_of(lever),
            title(attribute, lever.about, None),
            settled_words(lever.fact, self.vocabulary),
            to,
            body.title if body is not None else None,
            lever.fact.statements[0].span.line if lever.fact.statements else None,
            lever.text.replace("{T}", lever.about).replace("{V}", member),
            bound=value,
            edits=edits,
        )


def _least_of(fact: Settled) -> Fraction:
    value = fact.known[0] if fact.known else fact.bounds[0] if fact.bounds else None
    return value if isinstance(value, Fraction) else Fraction(0)


def _unit(facts: Sequence[Settled]) -> Unit:
    """Acres where all of these areas are stated in acres."""
    return "acres" if all(stated_in(fact) == "acres" for fact in facts) else "sqft"


def kind_of(moves: Sequence[Move]) -> OptionKind:
    """Whether moves change the design only, or ask a body for something."""
    return "seek_finding" if any(move.kind == "seek" for move in moves) else "change_design"


def burden(moves: Sequence[Move]) -> tuple[object, ...]:
    """Ranking within a kind, after what needs no further facts: fewer things touched, less given up, names."""
    less = sum((move.most for move in moves if move.most is not None), Fraction(0))
    order = tuple(sorted(([natural(thing) for thing in move.things], move.fact or "") for move in moves))
    return (sum(1 if move.part else len(move.things) for move in moves), less, order)


def _number(values: tuple[Scalar, ...] | None) -> Fraction | None:
    return values[0] if values and isinstance(values[0], Fraction) else None
