"""What settles a question: subset-minimal sets of facts each way, what the answer needs, and what cannot matter.

From a completion in which the answer is as wanted, the solver's core over the open facts is minimised by deletion; each
fact of it is then widened to all values (or the widest range) that settle the answer as well. The sets are minimal by
inclusion; the smallest found come first (field/trial.md, section 3: smallest by number is not feasible).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction

from lexempt.law.vocabulary import Vocabulary
from lexempt.records import NamedTuple
from lexempt.result import FactValue, Settling
from lexempt.solving.batch import Batch, LawOpen
from lexempt.solving.candidates import VAST
from lexempt.solving.draft import CaseAtoms, Open
from lexempt.solving.ranges import day_words, ends_of, met_by, of_days, words_of
from lexempt.solving.settle import said_in
from lexempt.solving.words import called, law_said, listing, said, thing_words, title, value_words

_SETS = 4
_TRIES = 10
_EFFORT = 120
"""How many questions to the solver a list of sets may take before no further set is begun."""
_WIDEN = 16
_HALVES = 200
"""How many questions to the solver it may take to widen a choice among more words than that."""
_FEW = 16
"""A core of so few facts is minimised one by one."""


class Choice(NamedTuple):
    """An open fact and the options of it that are allowed; the rest is excluded by assuming their literals false."""

    fact: Open | LawOpen
    literals: tuple[int, ...]
    allowed: frozenset[int]
    """Indices into `literals`. For a set fact: members of which one alone, such as that in `fixed`, is enough."""
    fixed: tuple[int, ...] = ()
    """For a set fact: the signed literals of the members that it has, and of those that it has not."""

    def assumptions(self) -> list[int]:
        """The literals to assume for it."""
        if self.fixed:
            return list(self.fixed)
        if len(self.allowed) == 1:
            return [self.literals[n] for n in self.allowed]  # exactly one of them holds
        return [-literal for n, literal in enumerate(self.literals) if n not in self.allowed]

    def others(self) -> list[list[int]]:
        """What to assume so that it does not hold, each way to do so."""
        if self.fixed and not self.allowed:
            return [[-literal] for literal in self.fixed]
        return [[-self.literals[n] for n in sorted(self.allowed)]]


def _meeting(choices: Sequence[Choice]) -> list[Choice]:
    """The choices of a set, each number with the places where the answer can turn for what the other numbers are in the set.

    Two areas of at most 2,501 and 2,499 square feet add up to an amount of 5,000: then the second turns at 2,499.
    """
    numbers = [c for c in choices if isinstance(c.fact, Open) and c.fact.ordered and c.fact.turns and c.allowed]
    if len(numbers) < 2:
        return list(choices)
    met = {id(c): c._replace(fact=met_by(c.fact, _ends(numbers, c))) for c in numbers if isinstance(c.fact, Open)}
    return [met.get(id(choice), choice) for choice in choices]


def _ends(numbers: Sequence[Choice], own: Choice) -> list[tuple[Open, frozenset[Fraction]]]:
    """The other numbers of a set, each with where its range in it ends."""
    return [(c.fact, ends_of(c.fact, c.allowed)) for c in numbers if c is not own and isinstance(c.fact, Open)]


def _vast(choice: Choice) -> bool:
    """Whether a choice takes a size that no wetland has, which only stands for all that are larger than those tried."""
    if not isinstance(choice.fact, Open) or not choice.fact.ordered or not choice.allowed:
        return False
    least = choice.fact.options[min(choice.allowed)].value
    return isinstance(least, Fraction) and least >= VAST


def _trades(chosen: Sequence[Choice]) -> bool:
    """Whether more of one area in a set leaves less of another: then there are sets for what lies between the areas tried."""
    facts = [choice.fact for choice in chosen if isinstance(choice.fact, Open) and choice.fact.ordered]
    return sum(f.settled.attribute.type in ("area", "losses") and f.settled.among is None for f in facts) > 1


def _telling(found: Sequence[list[Choice]]) -> list[list[Choice]]:
    """Those of these sets that say more than those before them, where sets of fewer facts come first."""
    kept: list[list[Choice]] = []
    for chosen in sorted(found, key=len):
        if not any(_only_a_step(chosen, other) for other in kept):
            kept.append(chosen)
    return kept


def _only_a_step(chosen: Sequence[Choice], other: Sequence[Choice]) -> bool:
    """Whether all that a set settles beyond another is where one number lies on the place where the answer turns, or the step
    beside it.

    Both sides of such a place are tried. So where one area settles it alone above an amount, that amount exactly, or a step
    below it, and a step of another area seem to do so together: true, and of no use to anybody.
    """
    mine = {id(choice.fact): choice for choice in chosen}
    beyond = [c for c in other if id(c.fact) not in mine or not _within(mine[id(c.fact)], c)]
    if len(beyond) != 1 or id(beyond[0].fact) not in mine:
        return False
    fact = beyond[0].fact
    if not isinstance(fact, Open) or not fact.ordered or fact.settled.among is not None:
        return False
    values = [fact.options[n].value for n in sorted(mine[id(fact)].allowed - beyond[0].allowed)]
    low, high = values[0], values[-1]
    return isinstance(low, Fraction) and isinstance(high, Fraction) and high - low <= fact.unit


def _within(choice: Choice, other: Choice) -> bool:
    """Whether a choice allows nothing that another choice of the fact does not."""
    if choice.fixed or other.fixed:
        return choice == other
    return choice.allowed <= other.allowed


class Settler:
    """Answers questions about one case of a batch. Literals that grounding made constants are left out."""

    def __init__(
        self, batch: Batch, item: CaseAtoms, vocabulary: Vocabulary, most: int | None = None, as_last_seen: bool = False
    ) -> None:
        self.batch, self.item, self.vocabulary = batch, item, vocabulary
        self.facts: list[tuple[Open | LawOpen, tuple[int, ...]]] = []
        for found in item.opens:
            if found.base is None:
                literals = tuple(batch.session.literal(option.atom) or 0 for option in found.options)
                if all(literals):
                    self.facts.append((found, literals))
        # What the file speaks of comes first, and so rather than the rest into the sets.
        self.facts.sort(key=lambda pair: isinstance(pair[0], Open) and not pair[0].settled.statements)
        self.base = batch.base
        self.asked = 0
        self.unfinished: set[int] = set()
        """Targets that more sets may settle than were looked for."""
        self.most = most or _SETS
        if as_last_seen:
            self.base = [*batch.base, *(law.literals[0] for law in batch.law_opens)]
        else:
            self.facts += [(law, law.literals) for law in batch.law_opens]

    def fix(self, names: Collection[str]) -> None:
        """Leave facts out that cannot matter, whatever the others are: each is held at one of its values."""
        held: list[int] = []
        for fact, literals in self.facts:
            if isinstance(fact, Open) and fact.name in names:
                held += [-literal for literal in literals] if fact.several else [literals[0]]
        self.facts = [(fact, lit) for fact, lit in self.facts if not isinstance(fact, Open) or fact.name not in names]
        self.base = [*self.base, *held]

    def settling(self, target: int) -> Settling:
        """Sets of facts that make a literal sure, and sets that make it surely false."""
        yes, no = self._sets(target), self._sets(-target)
        return Settling(yes, no, (target in self.unfinished, -target in self.unfinished))

    def _sets(self, target: int) -> tuple[tuple[FactValue, ...], ...]:
        seen = {self._set_words(choices) for choices in self.sets(target)}
        ordered = sorted(seen, key=lambda words: (len(words), [w.title for w in words], [w.value for w in words]))
        return tuple(ordered)

    def _set_words(self, choices: Sequence[Choice]) -> tuple[FactValue, ...]:
        return tuple(sorted(map(self.words, _meeting(choices)), key=lambda value: value.title))

    @contextmanager
    def supposing(self, literals: Sequence[int]) -> Iterator[None]:
        """Within it, these literals hold too."""
        before = self.base
        self.base = [*before, *literals]
        try:
            yield
        finally:
            self.base = before

    def sets(self, target: int, most: int | None = None) -> list[list[Choice]]:
        """Subset-minimal sets of choices that make a literal sure, those of fewest facts first; a few of them, or at most so
        many, and none that only moves a number of another over the place where the answer turns."""
        most = most or self.most
        every: list[list[Choice]] = []
        found: list[list[Choice]] = []
        seen: set[tuple[FactValue, ...]] = set()
        queue: list[list[int]] = [[]]
        tried: set[frozenset[int]] = set()
        tries = 0
        begun = self.asked
        while queue and len(found) < most and tries < _TRIES and (not found or self.asked - begun < _EFFORT):
            tries += 1
            extra = queue.pop(0)
            held = self._completion([*self.base, *extra, target])
            if held is None:
                continue
            chosen = self._minimal(held, target)
            if chosen is None:  # what is not among the facts decides: look elsewhere
                queue += [[*extra, *(-c.literals[n] for n in c.allowed)] for c in held if not c.fixed]
                continue
            words = self._set_words(chosen)
            if words not in seen:
                seen.add(words)
                if any(map(_vast, chosen)):
                    self.unfinished.add(target)
                else:
                    every.append(chosen)
                found = _telling(every)
            # Of a set found before too: from here on it is ruled out in other ways than where it was found first.
            for further in ([*extra, *out] for choice in chosen for out in choice.others()):
                if frozenset(further) not in tried:
                    tried.add(frozenset(further))
                    queue.append(further)
        if (queue and found) or len(found) < len(every) or any(map(_trades, found)):
            self.unfinished.add(target)
        return found

    def _completion(self, assumptions: Sequence[int]) -> list[Choice] | None:
        every = [literal for _, literals in self.facts for literal in literals]
        truths = self.batch.session.truths(assumptions, every)
        if truths is None:
            return None
        held: list[Choice] = []
        at = 0
        for fact, literals in self.facts:
            mine = truths[at : at + len(literals)]
            at += len(literals)
            if isinstance(fact, Open) and fact.several:
                held.append(
                    Choice(
                        fact,
                        literals,
                        frozenset(),
                        tuple(lit if t else -lit for lit, t in zip(literals, mine, strict=True)),
                    )
                )
            else:
                held.append(Choice(fact, literals, frozenset(n for n, t in enumerate(mine) if t)))
        return held

    def _core(self, choices: Sequence[Choice], target: int) -> list[int] | None:
        """Whether these choices settle the target: None if not, else the positions of some of them that already do."""
        owner = {literal: n for n, choice in enumerate(choices) for literal in choice.assumptions()}
        self.asked += 1
        # The target first: what follows from assumptions before it gives clasp no reason, and so a core of everything.
        core = self.batch.session.core([-target, *self.base, *owner])
        return None if core is None else sorted({owner[literal] for literal in core if literal in owner})

    def _minimal(self, held: list[Choice], target: int) -> list[Choice] | None:
        """A subset-minimal part of a completion that settles the target, each choice widened as far as it still does; None
        where all of it does not."""
        chosen = self._trimmed(held, target)
        if chosen is None:
            return None
        n, size = 0, max(len(chosen) // 4, 1)
        while n < len(chosen):
            # Several at once, fewer where that takes too much: a set of k out of m costs about k log(m / k) questions.
            size = min(size, len(chosen) - n)
            rest = chosen[:n] + chosen[n + size :]
            core = self._core(rest, target)
            if core is not None:
                # What stands before n is needed, so every core keeps it.
                chosen = [rest[m] for m in core]
                size *= 2
            elif size == 1:
                n, size = n + 1, max((len(chosen) - n) // 8, 1)  # needed
            else:
                size //= 2
        for n, choice in enumerate(chosen):
            others = [c for m, c in enumerate(chosen) if m != n]
            if choice.fixed:
                chosen[n] = self._loosened(choice, others, target)
            elif len(choice.literals) > 2:
                chosen[n] = self._widened(choice, others, target)
        return chosen

    def _trimmed(self, choices: list[Choice], target: int) -> list[Choice] | None:
        """Few of these choices that settle the target; None where all do not.

        Where an assumption already follows to be false, clasp's core is all assumptions up to it. So that one is put
        first, and the question is asked again, until the core holds nothing but such ones, or few.
        """
        front = 0
        while (core := self._core(choices, target)) is not None:
            choices = [choices[n] for n in core]
            if len(choices) <= max(front, _FEW):
                return choices
            choices, front = [choices[-1], *choices[:-1]], front + 1
        return None

    def _settles(self, choices: Sequence[Choice], target: int) -> bool:
        return self._core(choices, target) is not None

    def _loosened(self, choice: Choice, others: list[Choice], target: int) -> Choice:
        """A set with those of its members, and of what it lacks, that are needed; where that is one member, with all others
        that would do in its place."""
        fixed = list(choice.fixed)
        for literal in choice.fixed:
            rest = tuple(lit for lit in fixed if lit != literal)
            if rest and self._settles([*others, choice._replace(fixed=rest)], target):
                fixed.remove(literal)
        if len(fixed) > 1 or fixed[0] < 0:
            return choice._replace(fixed=tuple(fixed))
        enough = {n for n, literal in enumerate(choice.literals) if literal == fixed[0]}
        if len(choice.literals) <= _WIDEN:
            for n, literal in enumerate(choice.literals):
                if n not in enough and self._settles([*others, choice._replace(fixed=(literal,))], target):
                    enough.add(n)
        return choice._replace(fixed=tuple(fixed), allowed=frozenset(enough))

    def _widened(self, choice: Choice, others: list[Choice], target: int) -> Choice:
        allowed = set(choice.allowed)
        if isinstance(choice.fact, Open) and choice.fact.ordered:
            for step, end in ((1, len(choice.literals)), (-1, -1)):
                reach = max(allowed) if step > 0 else min(allowed)
                low, high = 0, abs(end - reach) - 1
                while low < high:
                    middle = (low + high + 1) // 2
                    tried = allowed | {reach + step * k for k in range(1, middle + 1)}
                    if self._settles([*others, Choice(choice.fact, choice.literals, frozenset(tried))], target):
                        low = middle
                    else:
                        high = middle - 1
                allowed |= {reach + step * k for k in range(1, low + 1)}
        elif len(choice.literals) <= _WIDEN:
            for n in range(len(choice.literals)):
                if n not in allowed:
                    wider = Choice(choice.fact, choice.literals, frozenset(allowed | {n}))
                    if self._settles([*others, wider], target):
                        allowed.add(n)
        else:
            self._widened_by_halves(choice, others, target, allowed)
        return Choice(choice.fact, choice.literals, frozenset(allowed))

    def _widened_by_halves(self, choice: Choice, others: list[Choice], target: int, allowed: set[int]) -> None:
        """Allow as many more words of a long list as settle it too: many at once, where all of them do."""
        queue = [[n for n in range(len(choice.literals)) if n not in allowed]]
        tries, asked = 0, self.asked
        while queue and tries < _HALVES:
            part = queue.pop(0)
            tries += 1
            wider = Choice(choice.fact, choice.literals, frozenset(allowed.union(part)))
            if self._settles([*others, wider], target):
                allowed.update(part)
            elif len(part) > 1:
                queue += [part[: len(part) // 2], part[len(part) // 2 :]]
        self.asked = asked  # how long a list of words is says nothing about how many sets there may be

    def needs(self, targets: Sequence[int]) -> tuple[FactValue, ...] | None:
        """Facts that, so settled, make all targets hold; None where no completion does."""
        held = self._completion([*self.base, *targets])
        if held is None:
            return None
        chosen: dict[int, Choice] = {}
        for target in targets:
            found = self._minimal(held, target)
            for choice in held if found is None else found:
                at = id(choice.fact)
                if at not in chosen:
                    chosen[at] = choice
                elif not choice.fixed and not chosen[at].fixed:
                    chosen[at] = Choice(choice.fact, choice.literals, chosen[at].allowed & choice.allowed)
        return self._set_words(list(chosen.values()))

    # --- words

    def words(self, choice: Choice) -> FactValue:
        """A fact and the values allowed of it, in the user's words."""
        fact = choice.fact
        if isinstance(fact, LawOpen):
            value = fact.said(choice.allowed)
            return FactValue(
                f"{fact.provision}.{fact.name}",
                value,
                f"{fact.name} of {fact.provision}",
                says=law_said(fact.provision, fact.name, value),
            )
        value = self._members(fact, choice) if choice.fixed else words_of(fact, choice.allowed, self.vocabulary)
        return fact_value(fact, value, self.vocabulary)

    def _members(self, fact: Open, choice: Choice) -> str:
        """The members of a set; where only some are settled, those that are among them and those that are not."""
        held, out = ([n for n, lit in enumerate(choice.literals) if sign * lit in choice.fixed] for sign in (1, -1))
        if choice.allowed:
            held = sorted(choice.allowed)
        if of_days(fact):
            return _on_days(fact, held, out, bool(choice.allowed))
        named = [value_words(fact.settled.attribute, option.value, self.vocabulary) for option in fact.options]
        if choice.allowed:
            return listing([named[n] for n in held], "or") + " among others"
        if len(held) + len(out) == len(named):
            return ", ".join(named[n] for n in held) or "none"
        lacks = f"none of {listing([named[n] for n in out], 'or')}" if out else ""
        has = f"{', '.join(named[n] for n in held)} among others" if held else ""
        return f"{has}, but {lacks}" if has and lacks else has or lacks


def _on_days(fact: Open, held: Sequence[int], out: Sequence[int], any_of: bool) -> str:
    """A set of days, each tried one standing for those that no rule tells apart from it: on which one is, on which none."""
    if len(out) == len(fact.options):
        return "none"
    said = [day_words(fact, held)] if any_of else [day_words(fact, (n,)) for n in held]
    said += [f"not {day_words(fact, out)}"] if out else []
    return " and ".join(said)


def fact_value(fact: Open, value: str, vocabulary: Vocabulary) -> FactValue:
    """An open fact with a value in words, who decides it, and the line that speaks of it."""
    settled = fact.settled
    body = vocabulary.bodies.get(settled.attribute.decided_by or "")
    statement = said_in(settled)
    line = statement.span.line if statement is not None else None
    key = f".{settled.key}" if settled.key is not None else ""
    return FactValue(
        f"{thing_words(settled.thing)}.{settled.attribute.name}{key}",
        value,
        title(settled.attribute, settled.thing, settled.key),
        body.title if body else None,
        line,
        said(settled.attribute, settled.key, value),
        called(settled.attribute, settled.thing, settled.key),
    )
