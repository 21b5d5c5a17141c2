"""One half-known case under several laws at once: the smallest completion that gets the wanted answers from each.

The laws are grounded together over the same open facts: every predicate that a law defines is there once for each, under
another name. What is asked is then one optimization: a completion with the wanted answers, first with the fewest facts that
are not ordinary, then with the smallest areas.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

import clingo
from clingo import ast

from lexempt.case import Case, Scalar
from lexempt.law.program import load_law
from lexempt.law.vocabulary import Vocabulary
from lexempt.records import NamedTuple
from lexempt.solving.atoms import encode
from lexempt.solving.batch import LawSet
from lexempt.solving.compiled import compile_law
from lexempt.solving.draft import CaseAtoms, Open, proposing
from lexempt.solving.engine import StoppedError, Watch
from lexempt.solving.prepared import canonical

Answers: TypeAlias = Sequence[bool | None]
"""For each law: no replacement plan is required, one is, or either."""


class Wish(NamedTuple):
    """What a completion is searched for: the answer under each law; and a clause that some impact qualifies under in the last
    law and not in the first (`gains`), or the other way around (`loses`)."""

    answers: Answers
    gains: str | None = None
    loses: str | None = None


_SHARED = frozenset(("fact", "keyed"))
AS_LAST_SEEN = """
:- unseen_wording(C), not still(C).
:- unknown_now(C, N), latest(C, N, V), not current(C, N, V).
"""
"""What has not been seen of the law is as last seen: a rule for programs whose version chains are open."""


class Completion(NamedTuple):
    """A completion: the value of every open fact, by (thing, attribute); several values where the fact is a set."""

    values: Mapping[tuple[str, str], tuple[Scalar, ...]]


class Manyfold:
    """A half-known case of one project grounded under several laws; `choices` are those of the readings.

    `ordinary`: (thing, attribute) -> the values that cost nothing. Where a law is unseen in part, it is taken as last seen.
    """

    def __init__(
        self,
        case: Case,
        laws: Sequence[LawSet],
        choices: Mapping[str, str],
        vocabulary: Vocabulary,
        ordinary: Mapping[tuple[str, str], tuple[Scalar, ...]],
        watch: Watch,
    ) -> None:
        self.watch = watch
        one = canonical(case)
        (day,) = {s.value.values[0] for s in one.statements if s.attribute == "work"}  # type: ignore[union-attr]
        with proposing([amendment for law in laws for amendment in law.adopted]):
            self.item, _ = encode(one, vocabulary, 0, day, True)  # type: ignore[arg-type]
        item = self.item
        self.project = next(ours for (kind, _), ours in item.ids.items() if kind == "project")
        readings = [
            f"chosen({name},{choice})."
            for name, choice in sorted(choices.items())
            if choice != vocabulary.readings[name].default
        ]
        arguments = [word for constant in item.scale.constants for word in ("-c", constant)]
        self.control = clingo.Control(["--opt-mode=opt", *arguments], logger=lambda *_: None, message_limit=1)
        given = {line.partition("(")[0] for line in (*item.lines, *readings)}
        texts = [*item.lines, *readings]
        self.suffixes = tuple(f"v{n}" for n in range(len(laws)))
        for suffix, law in zip(self.suffixes, laws, strict=True):
            texts.append(_renamed(_program(law, item), suffix, frozenset(given), suffix == "v0"))
        texts.append(self._questions(ordinary))
        self.control.add("base", [], "\n".join(texts))
        self.control.ground([("base", [])])

    def _questions(self, ordinary: Mapping[tuple[str, str], tuple[Scalar, ...]]) -> str:
        lines = [
            # An impact lies within its wetland (both in whole square feet here).
            ":- impact_wetland(I, W), fact(I, area, A), fact(W, size, S), A > S.",
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
        lines += ["#defined costs/2.  #defined prefers/2.  #defined fact/3."]
        first, last = self.suffixes[0], self.suffixes[-1]
        lines.append(f"gains(C) :- qualifies__{last}(I, C), not qualifies__{first}(I, C).")
        lines.append(f"loses(C) :- qualifies__{first}(I, C), not qualifies__{last}(I, C).")
        lines += [
            f"#defined plan_not_required__{suffix}/1.  #defined qualifies__{suffix}/2." for suffix in self.suffixes
        ]
        return "\n".join(lines)

    def smallest(self, wish: Wish) -> Completion | None:
        """The smallest completion of that kind; None if there is none. Raises StoppedError at a limit."""
        project = [clingo.Function(self.project)]
        asked = [
            (clingo.Function(f"plan_not_required__{suffix}", project), answer)
            for suffix, answer in zip(self.suffixes, wish.answers, strict=True)
            if answer is not None
        ]
        for name, clause in (("gains", wish.gains), ("loses", wish.loses)):
            if clause is not None:
                asked.append((clingo.Function(name, [clingo.String(clause)]), True))
        best: list[clingo.Symbol] | None = None
        with self.control.solve(assumptions=asked, yield_=True, async_=True) as handle:
            while True:
                self.watch.check()
                handle.resume()
                while not handle.wait(0.05):
                    self.watch.check()
                model = handle.model()
                if model is None:
                    break
                best = list(model.symbols(atoms=True))
        if best is None:
            return None
        held = {str(symbol) for symbol in best if symbol.name in _SHARED}
        values = {}
        for found in self.item.opens:
            thing, attribute = found.settled.thing, found.settled.attribute
            values[thing, attribute.name] = tuple(o.value for o in found.options if _same(o.atom) in held)
        return Completion(values)


def is_impact_area(found: Open) -> bool:
    """Whether an open fact is the area of an impact, of which the smallest is wanted by itself."""
    return (found.settled.attribute.entity, found.settled.attribute.name) == ("impact", "area")


def _same(atom: str) -> str:
    return str(clingo.parse_term(atom))


def _program(law: LawSet, item: CaseAtoms) -> list[str]:
    """The statements of a law, one a line."""
    if law.unseen:
        chains = "\n".join([*law.lines(item.scale.top), AS_LAST_SEEN])
        return [*_lines(load_law().program), *_lines(chains), *law.beside]
    compiled = compile_law(law.on, tuple(law.lines(item.scale.top)))
    return [*compiled.program(item.possible, law.reaches_further).splitlines(), *law.beside]


_STRING = re.compile(r'("(?:[^"\\\n]|\\.)*")')
_ATOM = re.compile(r"\b([a-z_][A-Za-z0-9_']*)(?=\()")


@lru_cache(maxsize=16)
def _lines(program: str) -> tuple[str, ...]:
    """The statements of a program, one a line, as clingo writes them."""
    found: list[str] = []
    ast.parse_string(program, lambda statement: found.append(str(statement)))
    return tuple(found)


def _renamed(lines: Sequence[str], suffix: str, given: frozenset[str], first: bool) -> str:
    """Statements (one a line) with all they define under names of its own; what is given as facts stays shared.

    Function terms of the same name are renamed along, everywhere, which changes nothing.
    """
    heads: dict[str, str] = {}
    for line in lines:
        if line and line[0] != "#":
            head = line.partition(":-")[0]
            found = _ATOM.search(head)
            if found is not None:
                heads.setdefault(found.group(1), head[found.start() :])
    names = frozenset(heads) - _SHARED
    renamed: list[str] = []
    for line in lines:
        found = _ATOM.search(line.partition(":-")[0])
        shared = found is not None and found.group(1) in _SHARED and line[0] != "#"
        if not line or (not first and (shared or line.startswith("#const"))) or line.startswith(("#show", "#program")):
            continue
        if line.startswith("#defined"):
            name, _, places = line.removeprefix("#defined").strip().rstrip(".").partition("/")
            renamed.append(f"#defined {name}__{suffix}/{places}." if name in names else line)
            continue
        parts = _STRING.split(line)
        for n in range(0, len(parts), 2):
            parts[n] = _ATOM.sub(lambda m: f"{m[1]}__{suffix}" if m[1] in names else m[1], parts[n])
        renamed.append("".join(parts))
    for name in sorted(names & given):
        for arity in sorted({_arity(line) for line in lines if line.startswith(name + "(")} | {_arity(heads[name])}):
            arguments = ",".join(f"X{n}" for n in range(arity))
            renamed.append(f"{name}__{suffix}({arguments}) :- {name}({arguments}).")
    return "\n".join(renamed)


def _arity(text: str) -> int:
    """How many arguments the first atom of a text has."""
    depth = count = 0
    for part in _STRING.split(text)[::2]:
        for character in part:
            if character == "(":
                depth += 1
                count += depth == 1
            elif character == ")":
                depth -= 1
                if depth == 0:
                    return count
            elif character == "," and depth == 1:
                count += 1
    return count


__all__: Sequence[str] = ("Answers", "Completion", "Manyfold", "StoppedError", "Wish")
