"""From proofs to steps: which are told at which level, in which words, with which facts and margins.

What has a documented sentence is a step of its own; what has none is plumbing: at the normal level its premises count as
those of the step above it, at the full level it is told as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from lexempt.explaining.derive import Branch, Derivation, Key, Node, Premise
from lexempt.explaining.sentences import Names, condition_of, documented_predicates, sentence_of
from lexempt.explaining.used import Used
from lexempt.explanation import FactUsed, Level, Margin, Step, Way
from lexempt.law.program import load_law
from lexempt.records import NamedTuple

_FULL, _NORMAL, _SHORT = 2, 1, 0
_RANK: dict[Level, int] = {"short": _SHORT, "normal": _NORMAL, "full": _FULL}
_SHOWN: dict[str, Level] = {"short": "short", "full": "full"}
_AROUND = frozenset(("exemption", "amount_clause", "adjusted", "derivable_attribute"))
"""Rows that sort clauses: a rule that fails at one of these was never meant for the atom."""
_VALUED = frozenset(("fact", "settled", "taken_as"))
"""Predicates whose second argument is an attribute."""


_UNMADE = Step("", False, "", (), "", None, None)


def address_of(key: Key, names: Names, side: str) -> str:
    """The address of a step: what it says, after the completion it speaks of."""
    predicate, arguments, holds = key
    words = ",".join([_word(value) for value in names.owned(arguments)])
    return f"{side + ':' if side else ''}{'' if holds else 'not '}{predicate}({words})"


def _word(value: Any) -> str:
    if type(value) is str:
        return value
    if value is None:
        return "_"
    if isinstance(value, tuple):
        return f"{value[0]}({','.join(_word(part) for part in value[1:])})"
    return str(value)


class _Below(NamedTuple):
    """What a conclusion rests on: the conclusions told below it; what is given for it, and tested; and what is given for what
    holds on the ways of a refutation before they end: facts to cite, but no test that decided anything."""

    keys: tuple[Key, ...]
    given: tuple[Premise, ...]
    passed: tuple[Premise, ...]


class Narrator:
    """Makes the steps of one completion. `level` is how much is told."""

    def __init__(
        self, derivation: Derivation, names: Names, level: Level, side: str, unseen: frozenset[tuple[str, str]]
    ) -> None:
        self.derivation, self.names, self.level, self.side = derivation, names, level, side
        self.used = Used(names, derivation.model, unseen)
        self.steps: dict[str, Step] = {}
        """By address, in the order in which they were told."""
        self._addresses: dict[Key, str] = {}
        self._lifted: dict[Key, _Below] = {}
        self._looks: dict[tuple[str, str], tuple[FactUsed, ...]] = {}
        self._orders: dict[tuple[str, ...], tuple[str, ...]] = {}
        """Of variables in the order in which they were bound: sorted."""

    def _address(self, key: Key) -> str:
        found = self._addresses.get(key)
        if found is None:
            found = self._addresses[key] = address_of(key, self.names, self.side)
        return found

    # --- which nodes are steps

    def level_of(self, key: Key) -> Level:
        """The shortest level at which a conclusion is told."""
        predicate, arguments, _ = key
        found = documented_predicates().get((predicate, len(arguments)))
        if condition_of(key) is not None or (predicate == "met" and None not in arguments):
            return "normal"
        if found is None or None in arguments or predicate == "fails":
            return "full"
        return _SHOWN.get(found.sentences.shown, "normal")

    def _told(self, key: Key) -> bool:
        return _RANK[self.level_of(key)] <= _RANK[self.level]

    # --- steps

    def tell(self, predicate: str, arguments: Iterable[Any]) -> str:
        """Make the step for an atom and for all that it rests on, as far as the level tells them; its address."""
        return self._step(self.derivation.node(predicate, tuple(arguments)))

    def conclude(self, predicate: str, arguments: Iterable[Any], because: Iterable[str]) -> str:
        """Make the step for a conclusion that is told by the steps given; at the full level by what its rule has."""
        if self.level == "full":
            return self.tell(predicate, arguments)
        values = tuple(arguments)
        holds = self.derivation.model.holds(predicate, values)
        # How each rule fails is told at the full level only, so it is not looked for here.
        node = self.derivation.node(predicate, values) if holds else Node((predicate, values, False))
        address = self._address(node.key)
        self.steps[address] = self._made(node, address, tuple(dict.fromkeys(because)))
        return address

    def known(self, predicate: str, arguments: Iterable[Any]) -> str | None:
        """The address of the step for an atom, where it is told already."""
        address = self._address(self.derivation.node(predicate, tuple(arguments)).key)
        return address if address in self.steps else None

    def out_of_reach(self, impact: str, clause: str) -> str:
        """Make the step that a clause is not about such work as an impact, with the facts that it looks at."""
        looked_at = [name for (_, _, name) in self.derivation.model.like("listed", (clause, "reaches", None))]
        facts = [fact for name in looked_at for fact in self._looked_at(impact, str(name))]
        if self.level == "full" or not facts:
            return self.tell("reach", (impact, clause))
        node = Node(("reach", (impact, clause), False))
        address = self._address(node.key)
        self.steps[address] = self._made(node, address, facts=_mattering(_each_once(facts)))
        return address

    def _looked_at(self, impact: str, name: str) -> tuple[FactUsed, ...]:
        found = self._looks.get((impact, name))
        if found is None:
            things = [thing for (_, thing) in self.derivation.model.like("about", (impact, None))]
            found = tuple(fact for thing in things for fact in self.used.known(thing, name))
            self._looks[impact, name] = found
        return found

    def _step(self, node: Node) -> str:
        address = self._address(node.key)
        if address in self.steps:
            return address
        self.steps[address] = _UNMADE  # its place: before what it rests on
        below, given, passed = self._below(node)
        because = tuple(dict.fromkeys([self._step(self.derivation.of(key)) for key in below]))
        facts = _each_once([fact for premise in (*passed, *given) for fact in self.used.facts(premise)])
        # What adds up to what says more than the comparisons that decide what is added up.
        tested = [premise for premise in given if premise.sum is not None] or given
        margins = (m for premise in tested if (m := self.used.margin(premise)) is not None)
        reads = (premise.key for premise in (*passed, *given) if premise.key is not None and premise.key[0] == "reads")
        readings = dict.fromkeys((str(arguments[0]), str(arguments[1])) for _, arguments, holds in reads if holds)
        self.steps[address] = self._made(
            node,
            address,
            because,
            facts if self.level == "full" else _mattering(facts),
            next(margins, None),
            tuple(readings),
        )
        return address

    def _made(
        self,
        node: Node,
        address: str,
        because: tuple[str, ...] = (),
        facts: tuple[FactUsed, ...] = (),
        margin: Margin | None = None,
        readings: tuple[tuple[str, str], ...] = (),
    ) -> Step:
        """The step of a node, with what it rests on."""
        predicate, arguments, holds = node.key
        rule = node.ready.rule if node.ready is not None else None
        provision, act = self._cited(node)
        return Step(
            address=address,
            holds=holds,
            predicate=predicate,
            arguments=self.names.owned(arguments),
            sentence=sentence_of(node.key, self.names, self.derivation.model),
            provision=provision,
            act=act,
            rule=rule.id if rule is not None else None,
            bindings=self._bindings(node.bound) if rule is not None else (),
            because=because,
            facts=facts,
            margin=margin,
            readings=readings,
            ways=tuple(self._way(node)) if self.level == "full" else (),
        )

    def _bindings(self, bound: Any) -> tuple[tuple[str, Any], ...]:
        order = tuple(bound)
        names = self._orders.get(order)
        if names is None:
            names = self._orders[order] = tuple(sorted(order))
        return tuple(zip(names, self.names.owned([bound[name] for name in names]), strict=True))

    def _way(self, node: Node) -> Iterator[Way]:
        for branch in node.branches:
            ends = branch.ends
            because = None
            if ends.key is not None:
                below = self.derivation.of(ends.key)
                if not below.given:
                    because = self._address(ends.key)
            yield Way(branch.ready.rule.id, self._bindings(branch.bound), ends.literal.place, because)

    def _cited(self, node: Node) -> tuple[str | None, str | None]:
        """The provision a step is about: the clause or condition it names, else where its rule stands; and its act."""
        rules = [node.ready.rule] if node.ready is not None else [b.ready.rule for b in node.branches]
        named = (value for value in reversed(node.key[1]) if isinstance(value, str))
        found = next((about for value in named if (about := _about(value)) is not None), None)
        if found is not None:
            return found
        written = next((rule for rule in rules if rule.provision), None)
        return (written.provision, written.act) if written is not None else (None, None)

    # --- what a step rests on

    def _below(self, node: Node) -> _Below:
        """What is told below a node, past all that is not told."""
        found = self._lifted.get(node.key)
        if found is not None:
            return found
        self._lifted[node.key] = _Below((), (), ())
        keys: dict[Key, None] = {}
        given: list[Premise] = []
        passed: list[Premise] = []
        for premise in self._on_the_way(node):
            if premise.key is None or self.derivation.of(premise.key).given:
                passed.append(premise)
            elif self.level != "full" and not self._told(premise.key) and not opaque(premise.key):
                more = self._below(self.derivation.of(premise.key))
                keys |= dict.fromkeys(more.keys)
                passed += (*more.passed, *more.given)
        for premise in self._premises(node):
            for part in (premise, *premise.inner):
                if part.key is None:
                    given.append(part)
                    continue
                below = self.derivation.of(part.key)
                if below.given:
                    given.append(part)
                elif self._told(part.key) and not (self.level != "full" and _says_the_same(part.key, node.key)):
                    keys[part.key] = None
                elif not opaque(part.key):
                    more = self._below(below)
                    keys |= dict.fromkeys(more.keys)
                    given += more.given
                    passed += more.passed
        found = _Below(tuple(keys), tuple(given), tuple(passed))
        self._lifted[node.key] = found
        return found

    def _premises(self, node: Node) -> tuple[Premise, ...]:
        """What a node rests on: of a refutation, at the full level each way, else the ways that came nearest."""
        return node.premises or tuple(branch.ends for branch in self._ways_told(node))

    def _on_the_way(self, node: Node) -> Iterator[Premise]:
        """What holds on the ways that are told of a refutation: they fail all the same."""
        if self.level == "full" and _of_many(node.key):
            return  # each has a step of its own there
        for branch in node.branches if _of_many(node.key) else self._nearest(node):
            yield from self.derivation.on_the_way(branch)

    def _ways_told(self, node: Node) -> Sequence[Branch]:
        return node.branches if self.level == "full" or _of_many(node.key) else self._nearest(node)

    def _nearest(self, node: Node) -> Sequence[Branch]:
        if len(node.branches) < 2:
            return node.branches
        scored = [(self._nearness(branch.ends, branch.reached), branch) for branch in node.branches]
        best = max((score for score, _ in scored), default=(0, 0))
        return [branch for score, branch in scored if score == best] if best[0] else node.branches

    def _nearness(self, ends: Premise, reached: int) -> tuple[int, int]:
        """How near a way came: one that another reading bars, or that was meant for other atoms, last."""
        if ends.key is None:
            return 2, reached
        predicate, arguments, _ = ends.key
        if predicate in _AROUND or (predicate in _VALUED and self.names.attribute(str(arguments[1])) is None):
            return 0, reached
        return (1 if predicate == "reads" else 2), reached


def _of_many(key: Key) -> bool:
    """Whether a refutation is of several things at once: every way counts, not only the nearest."""
    return key[0] in ("failed", "stopped", "limited") or None in key[1]


def _says_the_same(below: Key, above: Key) -> bool:
    """Whether two conclusions are told by the same sentence: a limit, and that it stops or fails what it limits."""
    return below[1:] == above[1:] and condition_of(below) == condition_of(above) is not None


def opaque(key: Key) -> bool:
    """Whether a conclusion is told with its clause or impact, and so, at the normal level, not below others again."""
    found = documented_predicates().get((key[0], len(key[1])))
    return found is not None and found.sentences.shown == "full"


def _mattering(facts: tuple[FactUsed, ...]) -> tuple[FactUsed, ...]:
    """Without those that nobody states and that are then none, unless there are no others."""
    return tuple(fact for fact in facts if fact.status != "closed") or facts


def _each_once(facts: Iterable[FactUsed]) -> tuple[FactUsed, ...]:
    found: dict[tuple[str, int | None], FactUsed] = {}
    for fact in facts:
        at = fact.fact, fact.line
        if at not in found or (fact.taken is not None and found[at].taken is None):
            found[at] = fact
    return tuple(found.values())


@lru_cache(maxsize=4_096)
def _about(value: str) -> tuple[str, str] | None:
    """The provision that a value names, and the act by which it stands: of a clause that the law documents with others, the
    paragraph or subdivision that they are in."""
    known, above = _provisions(), value
    while "/" in above:
        if above in known:
            return (above, known[above]) if above == value or value in load_law().exemptions else None
        above = above.rpartition("/")[0]
    return None


@lru_cache(maxsize=1)
def _provisions() -> dict[str, str]:
    return {group.provision: group.act for group in reversed(load_law().groups)}
