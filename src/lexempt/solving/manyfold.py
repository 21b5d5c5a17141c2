"""One half-known case under several laws at once: the smallest completion that gets the wanted answers from each.

Each law is grounded over the same open facts, and the ground programs are merged: what the laws say alike is there once, and
what is asked of each has its name with a suffix. What is asked is then one optimization: a completion with the wanted answers,
first with the fewest facts that are not ordinary, then with the smallest areas.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any, TypeAlias

import clingo

from lexempt.case import Case, Scalar
from lexempt.law.program import load_law
from lexempt.law.vocabulary import Vocabulary
from lexempt.records import NamedTuple
from lexempt.solving.atoms import encode
from lexempt.solving.batch import LawSet, needed_for
from lexempt.solving.compiled import compile_law
from lexempt.solving.draft import CaseAtoms, Open, proposing
from lexempt.solving.engine import Best, StoppedError, Watch, best
from lexempt.solving.merged import Ground, Merged
from lexempt.solving.prepared import canonical

Answers: TypeAlias = Sequence[bool | None]
"""For each law: no replacement plan is required, one is, or either."""


class Wish(NamedTuple):
    """What a completion is searched for: the answer under each law; and a clause that some impact qualifies under in the last
    law and not in the first (`gains`), or the other way around (`loses`); where all impacts that need an exemption are
    (`place`: an attribute, and the value that all have, or None where two of them differ)."""

    answers: Answers
    gains: str | None = None
    loses: str | None = None
    place: tuple[str, str | None] | None = None
    tells: tuple[str, ...] = ()
    """Provisions that the rules of `Asks` say `tells(PROVISION, ...)` of."""


class Asks(NamedTuple):
    """What is asked of the laws beside their answers: facts added to each, rules over both, and what these read of each law.

    In `rules` the predicates of the laws end in `__v0` and `__v1`; `named` are they, without that, with their numbers of arguments.
    """

    given: tuple[str, ...] = ()
    rules: str = ""
    named: tuple[tuple[str, int], ...] = ()


_NOTHING_ELSE = Asks()

_ARITIES = {
    "fact": 3, "keyed": 4, "reads": 2, "impact": 2, "impact_wetland": 2, "impact_holding": 2, "step": 3, "at_least": 2,
    "plan_not_required": 1, "qualifies": 2, "usable": 4, "needs": 2,
}  # fmt: skip
_NAMED = frozenset(("plan_not_required", "qualifies", "usable", "needs"))
"""What is asked of each law."""
_STATED = frozenset(("fact", "keyed"))
"""What the options of open facts are."""
_SHARED = frozenset(_ARITIES) - _NAMED
"""What is the case under every law."""
_PATIENCE = 5.0
"""So many seconds are spent on a smaller completion than one that is known."""
AS_LAST_SEEN = """
:- unseen_wording(C), not still(C).
:- unknown_now(C, N), latest(C, N, V), not current(C, N, V).
"""
"""What has not been seen of the law is as last seen: a rule for programs whose version chains are open."""


ByYear: TypeAlias = tuple[str, tuple[int, ...], tuple[str, ...]]
"""An attribute that is stated by year, some years, ascending, and its words in order."""


class Completion(NamedTuple):
    """A completion: the value of every open fact, by (thing, attribute), of a keyed one `attribute key`; several values where the fact
    is a set."""

    values: Mapping[tuple[str, str], tuple[Scalar, ...]]
    least: bool = True
    """Whether it is known that none is smaller."""


class Manyfold:
    """A half-known case of one project grounded under several laws; `choices` are those of the readings.

    `ordinary`: (thing, attribute) -> the values that cost nothing. Where a law is unseen in part, it is taken as last seen.
    `interchangeable`: pairs of impacts (the user's ids) that could change places, of which only one order is tried.
    `switched`: readings of which another choice may be asked for later. `asks`: what else is asked. `by_year`: facts of years that
    could change places, of which only one order is tried.
    """

    def __init__(
        self,
        case: Case,
        laws: Sequence[LawSet],
        choices: Mapping[str, str],
        vocabulary: Vocabulary,
        ordinary: Mapping[tuple[str, str], tuple[Scalar, ...]],
        watch: Watch,
        interchangeable: Sequence[tuple[str, str]] = (),
        switched: Sequence[str] = (),
        asks: Asks = _NOTHING_ELSE,
        by_year: Sequence[ByYear] = (),
    ) -> None:
        self.watch, self.choices, self.switched, self.asks = watch, choices, tuple(sorted(switched)), asks
        one = canonical(case)
        (day,) = {s.value.values[0] for s in one.statements if s.attribute == "work"}  # type: ignore[union-attr]
        with proposing([amendment for law in laws for amendment in law.adopted]):
            self.item, _ = encode(one, vocabulary, 0, day, True)  # type: ignore[arg-type]
        item = self.item
        self.project = next(ours for (kind, _), ours in item.ids.items() if kind == "project")
        readings = [
            f"chosen({name},{choice})."
            for name, choice in sorted(choices.items())
            if choice != vocabulary.readings[name].default and name not in switched
        ]
        readings += [f"switch({name})." for name in self.switched]
        readings += [f'means({n},{choice},"").' for n in self.switched for choice in vocabulary.readings[n].choices]
        arguments = [word for constant in item.scale.constants for word in ("-c", constant)]
        self.suffixes = tuple(f"v{n}" for n in range(len(laws)))
        asked = _SHARED | _NAMED | {name for name, _ in asks.named}
        programs = [
            Ground([*_program(law, item, asks.given), *asks.given, *item.lines, *readings], arguments, asked)
            for law in laws
        ]
        self.control = Merged(programs, self.suffixes, _SHARED).control
        questions = [self._questions(ordinary), *self._places(interchangeable), *self._ordered(by_year), asks.rules]
        self.control.add("questions", [], "\n".join(questions))
        self.control.ground([("questions", [])])
        if not self.any(Wish(())):
            raise AssertionError("the domain has no project at all, so that nothing could be found in it")

    def _questions(self, ordinary: Mapping[tuple[str, str], tuple[Scalar, ...]]) -> str:
        lines = [
            "#minimize { A@1, I : fact(I, area, A), impact(I, P) }.",
        ]
        for n, found in enumerate(self.item.opens):
            usual = ordinary.get((found.settled.thing, found.settled.attribute.name), ())
            for k, option in enumerate(found.options):
                if option.value in usual:
                    # Of several usual values the first one is the simplest.
                    lines.append(f"prefers({n},{usual.index(option.value)}) :- {option.atom}.")
                elif not is_impact_area(found):
                    lines.append(f"costs({n},{k}) :- {option.atom}.")
        lines += ["#minimize { 1@3, N, K : costs(N, K) }.", "#minimize { K@2, N : prefers(N, K) }."]
        # Of several that are as small, the one whose facts come first in the vocabulary.
        lines.append("#minimize { N*64+K@0, N, K : costs(N, K) }.")
        lines += ["#defined costs/2.  #defined prefers/2.", *self._given()]
        first, last = self.suffixes[0], self.suffixes[-1]
        # Where two laws give different answers, some clause can be used for some impact under one of them only, or some
        # impact needs an exemption under one of them only.
        for one, other in permutations(self.suffixes, 2):
            lines.append(f"differ({one},{other}) :- usable__{one}(P, I, S, C), not usable__{other}(P, I, S, C).")
            lines.append(f"differ({one},{other}) :- needs__{other}(P, I), not needs__{one}(P, I).")
        changed = "changed({}) :- plan_not_required__{}(P), not plan_not_required__{}(P)."
        lines += [changed.format("widens", last, first), changed.format("narrows", first, last)]
        lines.append("{ elsewhere }.")
        lines.append(f"gains(C) :- qualifies__{last}(I, C), not qualifies__{first}(I, C).")
        lines.append(f"loses(C) :- qualifies__{first}(I, C), not qualifies__{last}(I, C).")
        for name in sorted({f.settled.attribute.name for f in self.item.opens if f.settled.attribute.type == "choice"}):
            lines.append(f"is_at({name},V) :- fact(I, {name}, V), needs__{last}(P, I).")
            lines.append(f"unlike({name}) :- is_at({name},V), is_at({name},W), V < W.")
        return "\n".join(lines)

    def _given(self) -> Iterator[str]:
        """That the merged program may have such atoms. Without a rule for them clingo takes what comes from elsewhere to be
        certain, and grounds only the first instance of a rule for each head."""
        yield "{ never }.  :- never."
        for name, places in (_ARITIES | dict(self.asks.named)).items():
            for full in [f"{name}__{suffix}" for suffix in self.suffixes] if name not in _SHARED else [name]:
                yield f"{full}({','.join(['never'] * places)}) :- never."

    def _places(self, interchangeable: Sequence[tuple[str, str]]) -> Iterator[str]:
        """What lies within what (all in whole square feet here), and one order of impacts that could change places."""
        item, ids = self.item, self.item.ids
        yield "room(W, S) :- fact(W, size, S), impact_wetland(_, W)."
        yield ":- room(W, S), #sum { D, I, A : step(I, A, D), impact_wetland(I, W) } > S."
        for found in item.opens:
            attribute, thing = found.settled.attribute, found.settled.thing
            if (attribute.entity, attribute.name) != ("portion", "area"):
                continue
            holding = next(h for h in item.scene.holdings.values() if thing in h.portions)
            h, w = ids["holding", holding.id], ids["wetland", holding.wetland]
            for option in found.options:
                assert isinstance(option.value, Fraction)
                area = option.value.numerator
                yield f"extent({h},{w},{area}) :- {option.atom}."
        yield "#defined extent/3."
        yield ":- extent(H, W, V), #sum { D, I, A : step(I, A, D), impact_holding(I, H) } > V."
        yield ":- room(W, S), #sum { V, H : extent(H, W, V) } > S."
        for one, other in interchangeable:
            first, second = ids["impact", one], ids["impact", other]
            yield f":- at_least({second}, A), not at_least({first}, A)."

    def _ordered(self, by_year: Sequence[ByYear]) -> Iterator[str]:
        """Of years that could change places, those with a later word come first."""
        opens = {(f.settled.thing, f.settled.attribute.name, f.settled.key): f for f in self.item.opens}
        for thing, name, key in opens:
            for attribute, years, words in by_year:
                if name != attribute or key not in years[:-1]:
                    continue
                following = opens[thing, name, years[years.index(key) + 1]]
                for one in opens[thing, name, key].options:
                    for other in following.options:
                        if words.index(str(one.value)) < words.index(str(other.value)):
                            yield f":- {one.atom}, {other.atom}."

    def any(self, wish: Wish, choices: Mapping[str, str] | None = None) -> bool:
        """Whether there is a completion of that kind. Raises StoppedError at a limit."""
        return self._best(self._asked(wish, choices), "ignore") is not None

    def _best(self, asked: Sequence[tuple[clingo.Symbol, bool]], mode: str) -> Best | None:
        """An answer set, the best one where the mode is `opt`, if that is found in time."""
        solving: Any = self.control.configuration.solve
        solving.opt_mode = mode
        return best(self.control, asked, self.watch, _PATIENCE)

    def _asked(self, wish: Wish, choices: Mapping[str, str] | None) -> list[tuple[clingo.Symbol, bool]]:
        """What is assumed."""
        project = [clingo.Function(self.project)]
        asked = [
            (clingo.Function(f"plan_not_required__{suffix}", project), answer)
            for suffix, answer in zip(self.suffixes, wish.answers, strict=False)
            if answer is not None
        ]
        for (one, was), (other, now) in combinations(zip(self.suffixes, wish.answers, strict=False), 2):
            if was is not None and now is not None and was != now:
                less, more = (one, other) if now else (other, one)
                asked.append((clingo.Function("differ", [clingo.Function(more), clingo.Function(less)]), True))
        for name in self.switched:
            choice = (choices or self.choices)[name]
            reading = [clingo.Function(name), clingo.Function(choice)]
            asked.append((clingo.Function("reads", reading), True))
        if wish.place is not None:
            attribute, value = clingo.Function(wish.place[0]), wish.place[1]
            asked.append((clingo.Function("unlike", [attribute]), value is None))
            asked += [(clingo.Function("is_at", [attribute, clingo.Function(value)]), True)] if value is not None else []
        for name, clauses in (("gains", [wish.gains]), ("loses", [wish.loses]), ("tells", wish.tells)):
            named = [clingo.String(clause) for clause in clauses if clause is not None]
            if named:
                asked.append((clingo.Function(name, named), True))
        return asked

    def told(self, count: int) -> list[tuple[str, ...]]:
        """All that the rules of `Asks` may say `tells(...)` of, with so many provisions."""
        told = [atom.symbol.arguments for atom in self.control.symbolic_atoms.by_signature("tells", count)]
        of_text = clingo.SymbolType.String  # anything else only keeps the program open (see `_given`)
        return [tuple(a.string for a in arguments) for arguments in told if all(a.type == of_text for a in arguments)]

    # --- regions: sets of completions, given by literals that hold in all of them

    def all_change(self, kind: str, box: Sequence[tuple[str, bool]]) -> bool:
        """Whether the answer changes that way (`widens` or `narrows`, from the first law to the last) in a whole region."""
        asked = [(clingo.parse_term(atom), truth) for atom, truth in box]
        asked += [(clingo.Function("changed", [clingo.Function(kind)]), False), *self._asked(Wish(()), None)]
        return self._best(asked, "ignore") is None

    def leave_out(self, box: Sequence[tuple[str, bool]]) -> None:
        """From now on `smallest(..., elsewhere=True)` looks outside of this region."""
        found = self.control.symbolic_atoms
        body = [found[clingo.Function("elsewhere")].literal]  # type: ignore[union-attr]
        for text, truth in box:
            atom = found[clingo.parse_term(text)]
            assert atom is not None
            body.append(atom.literal if truth else -atom.literal)
        with self.control.backend() as backend:
            backend.add_rule([], body)

    def smallest(
        self, wish: Wish, choices: Mapping[str, str] | None = None, elsewhere: bool = False
    ) -> Completion | None:
        """The smallest completion of that kind, under other choices of the switched readings if they are given; None if there
        is none. Raises StoppedError at a limit."""
        asked = [*self._asked(wish, choices), (clingo.Function("elsewhere"), elsewhere)]
        smallest = self._best(asked, "opt")
        if smallest is None:
            return None
        return completion_of(self.item.opens, smallest)


def completion_of(opens: Sequence[Open], found: Best) -> Completion:
    """What an answer set says of every open fact."""
    held = {str(symbol) for symbol in found.atoms if symbol.name in _STATED}
    values: dict[tuple[str, str], tuple[Scalar, ...]] = {}
    for fact in opens:
        thing, name, key = fact.settled.thing, fact.settled.attribute.name, fact.settled.key
        chosen = tuple(o.value for o in fact.options if str(clingo.parse_term(o.atom)) in held)
        values[thing, name if key is None else f"{name} {key}"] = chosen
    return Completion(values, found.proven)


def is_impact_area(found: Open) -> bool:
    """Whether an open fact is the area of an impact, of which the smallest is wanted by itself."""
    return (found.settled.attribute.entity, found.settled.attribute.name) == ("impact", "area")


def _program(law: LawSet, item: CaseAtoms, given: Sequence[str]) -> list[str]:
    """The program of a law for a case, with the parts that what is given beside it asks for."""
    if law.unseen:
        return [load_law().program, *law.lines(item.scale.top), AS_LAST_SEEN, *law.beside]
    compiled = compile_law(law.on, tuple(law.lines(item.scale.top)))
    return [compiled.program(item.possible | needed_for(given), law.reaches_further), *law.beside]


__all__: Sequence[str] = ("Answers", "Completion", "Manyfold", "StoppedError", "Wish")
