"""What is known of each fact: stated, disputed, assumed, closed, unknown (DESIGN section 4, states of a fact).

Pure functions from a case to settled facts; numbers stay exact. Which value prevails when sources differ is the
vocabulary's: the body that decides the fact.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from lexempt.case import Between, Case, Known, Loss, NotApplicable, OneOf, Scalar, Statement, Unknown
from lexempt.law.vocabulary import Attribute, Vocabulary
from lexempt.records import NamedTuple

Status: TypeAlias = Literal["stated", "disputed", "assumed", "closed", "unstated", "unknown"]
_ADDING = frozenset({"dates", "losses", "references"})
"""Types of which each line adds a member; of all others two lines are two statements of one fact."""


class Settled(NamedTuple):
    """One fact of one thing. Exactly one of `known`, `among`, `bounds` is given, or none where nothing is known.

    `known` are the members that hold (one for a single-valued fact), `among` the values of which one holds, `bounds` the
    closed range of a number or day. A disputed fact whose deciding body spoke has both `known` and `among`.
    """

    attribute: Attribute
    thing: str
    key: str | int | None
    status: Status
    known: tuple[Scalar, ...] | None = None
    among: tuple[Scalar, ...] | None = None
    bounds: tuple[Fraction | date | None, Fraction | date | None] | None = None
    statements: tuple[Statement, ...] = ()
    determined: bool = False
    """Stated by the body that decides it."""

    @property
    def open(self) -> bool:
        """Nothing settles it."""
        return self.known is None

    @property
    def told(self) -> Status:
        """Its status as reports tell it: what is stated and still open is unknown, unless sources dispute it."""
        return "unknown" if self.open and self.statements and self.status != "disputed" else self.status

    @property
    def differing(self) -> bool:
        """Whether its sources say different things."""
        if len(self.statements) < 2 or self.attribute.type in _ADDING:
            return False
        return len({_canonical(s) for s in self.statements}) > 1


ByKey: TypeAlias = dict[str | int | None, list[Statement]]
"""The statements of one attribute of one thing, by their key."""


class Statements:
    """The statements of a case, found by thing and attribute."""

    __slots__ = ("_found", "assumes")

    def __init__(self, case: Case, assume: bool) -> None:
        self._found: dict[str, dict[str, ByKey]] = {}
        for statement in case.statements:
            stated = self._found.setdefault(statement.thing, {})
            stated.setdefault(statement.attribute, {}).setdefault(statement.key, []).append(statement)
        self.assumes: tuple[str, ...] = tuple(dict.fromkeys(name for _, name in case.assumes)) if assume else ()

    def near(self, things: Iterable[str]) -> dict[str, ByKey]:
        """By attribute: the statements of the nearest of these things that states it at all."""
        found: dict[str, ByKey] = {}
        for thing in things:
            found = {**self._found.get(thing, {}), **found}
        return found

    def attributes_of(self, thing: str) -> tuple[str, ...]:
        """The attributes that a thing states."""
        return tuple(self._found.get(thing, ()))


def _by_decider(attribute: Attribute, statements: list[Statement]) -> list[Statement]:
    spoke = [s for s in statements if s.source.by == attribute.decided_by and s.source.by is not None]
    dated = [s for s in spoke if s.source.on is not None]
    if len(spoke) == len(dated) and dated:
        newest = max(s.source.on for s in dated if s.source.on)
        return [s for s in dated if s.source.on == newest]
    return spoke


def settle(attribute: Attribute, thing: str, key: str | int | None, statements: list[Statement]) -> Settled:
    """What these statements of one fact come to."""
    decided = _by_decider(attribute, statements)
    determined = bool(decided)
    every = tuple(statements)
    if attribute.type in _ADDING:
        if any(isinstance(s.value, Unknown) for s in statements):
            return Settled(attribute, thing, key, "unknown", statements=every)
        members = tuple(v for s in statements if isinstance(s.value, Known) for v in s.value.values)
        ranges = tuple(s for s in statements if isinstance(s.value, Between))
        if ranges:
            first = ranges[0].value
            assert isinstance(first, Between)
            return Settled(attribute, thing, key, "unknown", bounds=(first.low, first.high), statements=every)
        return Settled(attribute, thing, key, "stated", known=members, statements=every, determined=determined)
    if len({_canonical(s) for s in statements}) == 1:
        return _said(attribute, thing, key, statements[0], every, determined)
    # What the deciding body says prevails, also where it does not say one value.
    if len({_canonical(s) for s in decided}) == 1:
        found = _said(attribute, thing, key, decided[0], every, determined)
        if found.known is None:
            return found
        among = tuple(dict.fromkeys(v for s in statements for v in _members(s)))
        return found._replace(status="disputed", among=among)
    heard = decided or statements
    among = tuple(dict.fromkeys(v for s in heard for v in _members(s)))
    if any(isinstance(s.value, Between) for s in heard):
        return Settled(attribute, thing, key, "unknown", bounds=_hull(heard), statements=every)
    return Settled(attribute, thing, key, "disputed", among=among or None, statements=every)


def _said(
    attribute: Attribute,
    thing: str,
    key: str | int | None,
    statement: Statement,
    every: tuple[Statement, ...],
    determined: bool,
) -> Settled:
    """What one of the statements of a fact says by itself."""
    value = statement.value
    if isinstance(value, Known):
        return Settled(attribute, thing, key, "stated", known=value.values, statements=every, determined=determined)
    if isinstance(value, OneOf):
        return Settled(attribute, thing, key, "unknown", among=value.values, statements=every, determined=determined)
    if isinstance(value, Between):
        return Settled(
            attribute, thing, key, "unknown", bounds=(value.low, value.high), statements=every, determined=determined
        )
    if isinstance(value, NotApplicable):
        return Settled(attribute, thing, key, "stated", known=(), statements=every, determined=determined)
    return Settled(attribute, thing, key, "unknown", statements=every)


def _hull(statements: Iterable[Statement]) -> tuple[Fraction | date | None, Fraction | date | None]:
    """The least and the most that any of these allows; None where one of them has no such end."""
    ends: list[tuple[Any, Any]] = []
    for statement in statements:
        if isinstance(statement.value, Between):
            ends.append((statement.value.low, statement.value.high))
        else:
            ends += [(value, value) for value in _members(statement)]
    least, most = zip(*ends, strict=True)
    return None if None in least else min(least), None if None in most else max(most)


def said_in(fact: Settled, value: Scalar | None = None) -> Statement | None:
    """The statement that a fact is cited from: one that says its value, or this one of an open fact; else one that says all that
    is known of it; else the first. None where nobody states it."""
    exact = [s for s in fact.statements if isinstance(s.value, Known) and s.value.values == fact.known]
    says = [s for s in fact.statements if fact.open and value is not None and value in _members(s)]
    alone = ((s, settle(fact.attribute, fact.thing, fact.key, [s])) for s in fact.statements if fact.differing)
    same = [s for s, one in alone if fact.open and (one.among, one.bounds) == (fact.among, fact.bounds)]
    return next(iter(exact or says or same or fact.statements), None)


def _canonical(statement: Statement) -> object:
    value = statement.value
    if isinstance(value, Known | OneOf):
        return (type(value).__name__, frozenset(value.values))
    return value


def _members(statement: Statement) -> tuple[Scalar, ...]:
    value = statement.value
    return value.values if isinstance(value, Known | OneOf) else ()


@lru_cache(maxsize=4096)
def _unstated(attribute: Attribute, assumes: tuple[str, ...]) -> tuple[Status, tuple[Scalar, ...] | None]:
    """What holds of a fact that nobody states: what a set of assumptions says, none where the list is closed, or unknown."""
    for name in assumes:
        if name in attribute.assumed:
            return "assumed", _assumed(attribute, attribute.assumed[name])
    return ("closed", ()) if attribute.closed else ("unstated", None)


def _assumed(attribute: Attribute, word: str) -> tuple[Scalar, ...]:
    if word == "none" and (attribute.type not in ("choice", "yes_no") or "none" not in attribute.choices):
        return ()
    if attribute.type == "date":
        return (date(int(word[:4]), int(word[4:6]), int(word[6:])),)
    if attribute.type in ("number", "area", "percent", "distance") and word.isdigit():
        return (Fraction(word),)
    return (word,)


def numbers_or_ends(facts: Iterable[Settled]) -> list[Fraction]:
    """The numbers that facts have, and of those that lie in a range its ends."""
    return [v for f in facts for v in (*(f.known or ()), *(f.bounds or ())) if isinstance(v, Fraction)]


def losses(settled: Settled) -> tuple[Loss, ...]:
    """The earlier losses a settled list holds."""
    return tuple(v for v in settled.known or () if isinstance(v, Loss))


@lru_cache(maxsize=64)
def _asked_of(
    vocabulary: Vocabulary, entity: str, assumes: tuple[str, ...]
) -> tuple[tuple[Attribute, str, Status, tuple[Scalar, ...] | None], ...]:
    """The attributes that rules read, their names, and what holds of each where nobody states it."""
    read = (attribute for attribute in vocabulary.of(entity) if not attribute.background)
    return tuple((attribute, attribute.name, *_unstated(attribute, assumes)) for attribute in read)


def facts_of(
    statements: Statements, vocabulary: Vocabulary, entity: str, thing: str, chain: tuple[str, ...]
) -> list[Settled]:
    """Every fact of one thing, by the vocabulary's order; `chain` is where its statements are looked for, nearest first."""
    found: list[Settled] = []
    near = statements.near(chain)
    for attribute, name, status, known in _asked_of(vocabulary, entity, statements.assumes):
        by_key = near.get(name)
        if by_key is None:
            found.append(Settled(attribute, thing, None, status, known))
        else:
            found += [settle(attribute, thing, key, lines) for key, lines in by_key.items()]
    return found
