"""Which fact to ask next, what each answer settles, and in which order: by solves under assumptions in one grounding.

The rule of order: first the fact of which the largest share of answers settles the verdict at once; where no answer of
any fact does, a fact of the smallest set that settles it, and the line goes on with its answer there. Between equals:
fewer answers, what the file speaks of, the order of the vocabulary. A fact chosen so always matters: a settling answer
turns a completion of the other side over, and no fact of a minimal set can be left out of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from fractions import Fraction
from typing import Literal, TypeAlias

from lexempt.law.vocabulary import Vocabulary
from lexempt.records import NamedTuple
from lexempt.solving.batch import Batch, LawOpen
from lexempt.solving.draft import CaseAtoms, Open
from lexempt.solving.ranges import of_days
from lexempt.solving.settling import Choice, Settler

Side: TypeAlias = Literal["yes", "no"]
SHOWN = """
option(E,A,V) :- asked(E,A,V), fact(E,A,V).
keyed_option(E,A,K,V) :- asked(E,A,K,V), keyed(E,A,K,V).
#show option/3.
#show keyed_option/4.
#defined asked/3.
#defined asked/4.
"""
MOST = 60
"""A line of questions ends after so many."""


class Group(NamedTuple):
    """Answers of a fact that do the same: indices of its options, and what they settle (None: open).

    Of a set, one index is a member that holds with whatever others, several are members of which one does, none is the
    empty set.
    """

    indices: tuple[int, ...]
    settles: Side | None
    lacking: tuple[int, ...] = ()
    """Of a set: that it has none of these members."""


class Step(NamedTuple):
    """A question in line: the fact, its answers in groups, and the choices before it under which they do that."""

    fact: Open
    groups: tuple[Group, ...]
    given: tuple[Choice, ...]


class Inquiry:
    """Asks about one atom (`plan_not_required(p)`) of one case, whose batch was grounded with `shown` facts.

    `idle`: names of facts that cannot matter.
    """

    def __init__(
        self,
        batch: Batch,
        item: CaseAtoms,
        atom: str,
        vocabulary: Vocabulary,
        idle: Collection[str] = (),
        as_last_seen: bool = False,
    ) -> None:
        self.batch, self.item, self.vocabulary = batch, item, vocabulary
        self.settler = Settler(batch, item, vocabulary, as_last_seen=as_last_seen)
        self.settler.fix(idle)
        self.base = list(self.settler.base)
        self.target = batch.session.literal(atom)
        self._by_symbol = {
            batch.session.symbol(_shown(option.atom)): (fact, n)
            for fact, _ in self.settler.facts
            if isinstance(fact, Open)
            for n, option in enumerate(fact.options)
        }
        self._literals = {fact.name: literals for fact, literals in self.settler.facts if isinstance(fact, Open)}
        order = {id(a): n for n, a in enumerate(vocabulary.attributes.values())}
        self._rank = {
            fact.name: (not fact.settled.statements, order[id(fact.settled.attribute)], fact.settled.thing, fact.name)
            for fact, _ in self.settler.facts
            if isinstance(fact, Open)
        }

    @property
    def open(self) -> bool:
        """Whether the atom holds in some completions and in others not."""
        target, session = self.target, self.batch.session
        return (
            target is not None
            and session.core([*self.base, target]) is None
            and session.core([*self.base, -target]) is None
        )

    def line(self, skipped: Collection[str] = (), most: int = MOST) -> Iterator[Step]:
        """The questions in order, each under the open answers to those before it; `skipped` facts (names) are not asked."""
        given: list[Choice] = []
        done = set(skipped)
        for _ in range(most):
            sides = self._sides(given)
            if sides is None:
                return
            step, go_on = self._next(sides, given, done)
            if step is None or go_on is None:
                return
            yield step
            done.add(step.fact.name)
            if go_on.assumptions():
                given.append(go_on)

    def any_of(self, names: Collection[str]) -> Step | None:
        """The first of these facts in the order between equals: where no settling set that was found has any of them."""
        sides = self._sides(())
        found = [fact for fact, _ in self.settler.facts if isinstance(fact, Open) and fact.name in names]
        if sides is None or not found:
            return None
        fact = min(found, key=lambda fact: self._rank[fact.name])
        return Step(fact, self._groups(fact, sides, (), True), ())

    def _sides(self, given: Sequence[Choice]) -> tuple[dict[str, set[int]], dict[str, set[int]]] | None:
        """For each side, the options of each fact that some completion of that side has; None where a side has none."""
        assert self.target is not None
        held = [*self.base, *(literal for choice in given for literal in choice.assumptions())]
        found: list[dict[str, set[int]]] = []
        for target in (self.target, -self.target):
            symbols = self.batch.session.consequences([target, *held], "brave")
            if not symbols and self.batch.session.core([target, *held]) is not None:
                return None
            options: dict[str, set[int]] = {}
            for symbol in symbols:
                at = self._by_symbol.get(symbol)
                if at is not None:
                    options.setdefault(at[0].name, set()).add(at[1])
            found.append(options)
        return found[0], found[1]

    def _next(
        self, sides: tuple[dict[str, set[int]], dict[str, set[int]]], given: list[Choice], done: set[str]
    ) -> tuple[Step | None, Choice | None]:
        best: tuple[tuple[object, ...], Open, tuple[Group, ...]] | None = None
        for fact, _ in self.settler.facts:
            if not isinstance(fact, Open) or fact.name in done:
                continue
            groups = self._groups(fact, sides, given)
            settling, every = _share(fact, groups)
            if not settling:
                continue
            score = (-Fraction(settling, every), every, *self._rank[fact.name])
            if best is None or score < best[0]:
                best = (score, fact, groups)
        if best is None:
            return self._of_smallest_set(sides, given, done)
        _, fact, groups = best
        return Step(fact, groups, tuple(given)), self._go_on(fact, groups)

    def _groups(
        self,
        fact: Open,
        sides: tuple[dict[str, set[int]], dict[str, set[int]]],
        given: Sequence[Choice],
        every: bool = False,
    ) -> tuple[Group, ...]:
        """The answers of a fact by what they settle; neighbours of a number or day, and all words of a choice, that do the
        same stand together. A number or day of which neither end settles is one open answer, unless `every` value is wanted."""
        yes, no = (side.get(fact.name, set()) for side in sides)
        if fact.ordered:
            ends = {0, len(fact.options) - 1}
            if ends <= yes & no and not every:
                return (Group(tuple(range(len(fact.options))), None),)
            # Of a number what settles lies at its ends; a day may do so in between, and on both sides of it.
            find = self._values if every or isinstance(fact.options[0].value, date) else self._reach
            yes, no = find(fact, yes, given, True), find(fact, no, given, False)
        effects = {n: _settles(n in yes, n in no) for n in sorted(yes | no)}
        if fact.several:
            members = [Group((n,), effect) for n, effect in effects.items()]
            members = _days_alike(members) if of_days(fact) else members
            return self._without(fact, members, given) or (*self._empty(fact, given), *members)
        groups: list[Group] = []
        for n, effect in effects.items():
            at = next((k for k, g in enumerate(groups) if g.settles == effect), None)
            if fact.ordered:
                at = len(groups) - 1 if groups and groups[-1].settles == effect else None
            if at is None:
                groups.append(Group((n,), effect))
            else:
                groups[at] = Group((*groups[at].indices, n), effect)
        return tuple(groups)

    def _reach(self, fact: Open, known: set[int], given: Sequence[Choice], side: bool) -> set[int]:
        """The options of a number or day from the least to the greatest that some completion of a side has."""
        assert self.target is not None
        held = [self.target if side else -self.target, *self.base]
        held += [literal for choice in given for literal in choice.assumptions()]
        literals, last = self._literals[fact.name], len(fact.options) - 1

        def some(low: int, high: int) -> int | None:
            out = [-literal for n, literal in enumerate(literals) if not low <= n <= high]
            truths = self.batch.session.truths([*held, *out], literals)
            return None if truths is None else truths.index(True)

        first = min(known) if known else some(0, last)
        if first is None:
            return set()
        low = high = first
        high = max(known, default=high)
        below: int = -1 if low else low
        while low - below > 1:  # nothing is at `below` or less
            middle = (below + low) // 2
            found = some(0, middle)
            below, low = (middle, low) if found is None else (below, found)
        above = last + 1 if high < last else high
        while above - high > 1:
            middle = (above + high + 1) // 2
            found = some(middle, last)
            above, high = (middle, high) if found is None else (above, found)
        return set(range(low, high + 1))

    def _values(self, fact: Open, known: set[int], given: Sequence[Choice], side: bool) -> set[int]:
        """Which options of a number or day some completion of a side has; `known` are some of them."""
        assert self.target is not None
        held = [self.target if side else -self.target, *self.base]
        held += [literal for choice in given for literal in choice.assumptions()]
        literals = self._literals[fact.name]
        found = set(known)
        while len(found) < len(literals):
            truths = self.batch.session.truths([*held, *(-literals[n] for n in found)], literals)
            if truths is None:
                break
            found.add(truths.index(True))
        return found

    def _without(self, fact: Open, members: Sequence[Group], given: Sequence[Choice]) -> tuple[Group, ...]:
        """The members of a set that settle something, and that it has none of them, if that settles it too."""
        settling = [group for group in members if group.settles]
        out = tuple(n for group in settling for n in group.indices)
        if not settling or len(settling) == len(members):
            return ()
        effect = self._effect([*given, self.lacking(fact, out)])
        return (*settling, Group((), effect[0], out)) if effect and effect[0] else ()

    def _empty(self, fact: Open, given: Sequence[Choice]) -> tuple[Group, ...]:
        """What the empty set does."""
        effect = self._effect([*given, self.choice(fact, ())])
        return (Group((), effect[0]),) if effect else ()

    def _effect(self, given: Sequence[Choice]) -> tuple[Side | None] | None:
        """What these choices settle; None where they cannot be."""
        assert self.target is not None
        held = [*self.base, *(lit for choice in given for lit in choice.assumptions())]
        sides = [self.batch.session.core([target, *held]) is None for target in (self.target, -self.target)]
        return (_settles(*sides),) if any(sides) else None

    def settles(self, choices: Sequence[Choice], side: Side) -> bool:
        """Whether these choices settle it this way, whatever else is open."""
        assert self.target is not None
        against = -self.target if side == "yes" else self.target
        held = [literal for choice in choices for literal in choice.assumptions()]
        return self.batch.session.core([against, *self.base, *held]) is not None

    def lacking(self, fact: Open, indices: Sequence[int]) -> Choice:
        """That a set has none of these members."""
        literals = self._literals[fact.name]
        return Choice(fact, literals, frozenset(), tuple(-literals[n] for n in indices))

    def choice(self, fact: Open, indices: Sequence[int]) -> Choice:
        """That a fact is one of these options; of a set, that these are among its members, or that it is empty."""
        literals = self._literals[fact.name]
        if fact.several:
            fixed = tuple(literals[n] for n in indices) or tuple(-literal for literal in literals)
            return Choice(fact, literals, frozenset(), fixed)
        return Choice(fact, literals, frozenset(indices))

    def _go_on(self, fact: Open, groups: Sequence[Group]) -> Choice:
        """That none of the settling answers was given."""
        if fact.several:
            # That the set is not empty cannot be said in literals; where only that settles, nothing is known then.
            return self.lacking(fact, [n for g in groups if g.settles for n in g.indices])
        return self.choice(fact, [n for group in groups if group.settles is None for n in group.indices])

    def _of_smallest_set(
        self, sides: tuple[dict[str, set[int]], dict[str, set[int]]], given: list[Choice], done: set[str]
    ) -> tuple[Step | None, Choice | None]:
        """A fact of the smallest set that settles the verdict, and its answer there."""
        assert self.target is not None
        found: list[tuple[tuple[object, ...], Choice]] = []
        with self.settler.supposing([lit for choice in given for lit in choice.assumptions()]):
            for target in (self.target, -self.target):
                for choices in self.settler.sets(target, 1):
                    for choice in choices:
                        fact = choice.fact
                        if isinstance(fact, Open) and fact.name not in done:
                            found.append(((len(choices), len(fact.options), *self._rank[fact.name]), choice))
        if not found:
            return None, None
        _, choice = min(found, key=lambda pair: pair[0])
        fact = choice.fact
        assert isinstance(fact, Open)
        if choice.fixed:
            choice = choice._replace(allowed=frozenset())  # what follows is under this member, not under any like it
        return Step(fact, self._groups(fact, sides, given, True), tuple(given)), choice

    def law_decides(self) -> bool:
        """Whether anything of the law itself is open."""
        return any(isinstance(fact, LawOpen) for fact, _ in self.settler.facts)


def shown(facts: Iterable[Open]) -> list[str]:
    """What is added to a batch so that the solver collects the values of these open facts; of a number or day the two ends."""
    atoms = [
        option.atom for fact in facts for option in (fact.options[0], fact.options[-1]) * fact.ordered or fact.options
    ]
    return [SHOWN, *(f"asked({atom.partition('(')[2]}." for atom in dict.fromkeys(atoms))]


def _days_alike(members: Sequence[Group]) -> list[Group]:
    """Members of a set of days with neighbours that do the same in one."""
    groups: list[Group] = []
    for group in members:
        if groups and groups[-1].settles == group.settles and groups[-1].indices[-1] + 1 == group.indices[0]:
            groups[-1] = Group((*groups[-1].indices, *group.indices), group.settles)
        else:
            groups.append(group)
    return groups


def _settles(yes: bool, no: bool) -> Side | None:
    return None if yes and no else "yes" if yes else "no"


def _share(fact: Open, groups: Sequence[Group]) -> tuple[int, int]:
    """How many of the answers settle, of how many: ranges of a number or day, words of a choice, members of a set."""
    if fact.ordered:
        return sum(1 for g in groups if g.settles), len(groups)
    sizes = [(1 if of_days(fact) or not g.indices else len(g.indices), g.settles) for g in groups]
    return sum(size for size, settles in sizes if settles), sum(size for size, _ in sizes)


def _shown(atom: str) -> str:
    return "keyed_option" + atom[5:] if atom.startswith("keyed(") else "option" + atom[4:]
