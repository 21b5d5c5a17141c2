"""A half-known case under one law, asked many questions: can this hold and that not, and what is the smallest case where?

The case is grounded once, its readings open. A question is a set of atoms that hold, or do not, under assumptions. An
answer is a completion: the value of every open fact, with the fewest facts that are not ordinary.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import clingo

from lexempt.case import Case, Scalar
from lexempt.law.program import load_law
from lexempt.law.vocabulary import Vocabulary
from lexempt.solving.atoms import encode
from lexempt.solving.batch import LawSet
from lexempt.solving.compiled import compile_law, text_of
from lexempt.solving.draft import proposing
from lexempt.solving.engine import Watch, best
from lexempt.solving.manyfold import AS_LAST_SEEN, Completion, completion_of, is_impact_area
from lexempt.solving.prepared import canonical

Question: TypeAlias = Mapping[str, bool]
"""Atoms, as clingo writes them, and whether they hold; `{i}` and `{p}` stand for the impact and the project."""


class Probe:
    """One project with one impact, half known, grounded under one law with every reading open; `choices` are those asked
    under unless a question says otherwise. What is unseen of the law is as last seen.

    `ordinary`: (thing, attribute) -> the values that cost nothing, the simplest first. `extra` are rules of the asker's own.
    """

    def __init__(
        self,
        case: Case,
        law: LawSet,
        choices: Mapping[str, str],
        vocabulary: Vocabulary,
        ordinary: Mapping[tuple[str, str], tuple[Scalar, ...]],
        watch: Watch,
        extra: Sequence[str] = (),
    ) -> None:
        self.watch, self.choices = watch, dict(choices)
        one = canonical(case)
        (day,) = {s.value.values[0] for s in one.statements if s.attribute == "work"}  # type: ignore[union-attr]
        with proposing(law.adopted):
            self.item, _ = encode(one, vocabulary, 0, day, True)  # type: ignore[arg-type]
        item = self.item
        ids = {kind: ours for (kind, _), ours in item.ids.items() if kind in ("project", "impact")}
        self._ids = {"p": ids["project"], "i": ids["impact"]}
        lines = [*item.lines, *law.beside, *extra, *self._costs(ordinary)]
        for name in sorted(choices):
            lines.append(f"switch({name}).")
            lines += [f'means({name},{choice},"").' for choice in vocabulary.readings[name].choices]
        if law.unseen:
            lines += [load_law().program, *law.lines(item.scale.top), AS_LAST_SEEN]
        else:
            compiled = compile_law(law.on, tuple(law.lines(item.scale.top)))
            lines.append(compiled.program(item.possible, law.reaches_further))
        self._lines = lines
        self.control = self._ground(("--opt-mode=opt",), ())

    def _ground(self, options: Sequence[str], more: Sequence[str]) -> clingo.Control:
        arguments = [word for constant in self.item.scale.constants for word in ("-c", constant)]
        control = clingo.Control([*options, *arguments], logger=lambda *_: None, message_limit=1)
        control.add("base", [], "\n".join([*self._lines, *more]))
        control.ground([("base", [])])
        return control

    def _costs(self, ordinary: Mapping[tuple[str, str], tuple[Scalar, ...]]) -> Iterable[str]:
        yield ":- impact_wetland(I, W), fact(I, area, A), fact(W, size, S), A > S."
        yield "#minimize { A@1, I : fact(I, area, A), impact(I, P) }."
        for n, found in enumerate(self.item.opens):
            usual = ordinary.get((found.settled.thing, found.settled.attribute.name), ())
            for k, option in enumerate(found.options):
                if option.value in usual:
                    yield f"prefers({n},{usual.index(option.value)}) :- {option.atom}."
                elif not is_impact_area(found):
                    yield f"costs({n},{k}) :- {option.atom}."
        yield "#minimize { 1@3, N, K : costs(N, K) }."
        yield "#minimize { K@2, N : prefers(N, K) }."
        yield "#minimize { N*64+K@0, N, K : costs(N, K) }."
        yield "#defined costs/2.  #defined prefers/2.  #defined fact/3."

    def table(
        self, sayings: Sequence[str], readings: Mapping[str, str] | None = None, given: Sequence[str] = ()
    ) -> tuple[frozenset[str], ...]:
        """Every way in which atoms of these predicates (`name/arity`) hold together in some completion, sorted.

        `given` are rules that narrow the completions. Raises StoppedError at a limit.
        """
        shown = {name.partition("/")[0] for name in sayings}
        control = self._ground(
            ("0", "--opt-mode=ignore", "--project=project"), [*given, *(f"#project {s}." for s in sayings)]
        )
        found: set[frozenset[str]] = set()
        with control.solve(assumptions=self._assumptions({}, readings or {}), yield_=True) as handle:
            for model in handle:
                self.watch.check()
                found.add(frozenset(str(symbol) for symbol in model.symbols(atoms=True) if symbol.name in shown))
        return tuple(sorted(found, key=sorted))

    def _assumptions(self, question: Question, readings: Mapping[str, str]) -> list[tuple[clingo.Symbol, bool]]:
        asked = [
            (clingo.parse_term(f"reads({name},{choice})"), True)
            for name, choice in (self.choices | dict(readings)).items()
        ]
        for atom, holds in question.items():
            text = atom.replace("{i}", self._ids["i"]).replace("{p}", self._ids["p"])
            asked.append((clingo.parse_term(text), holds))
        return asked

    def _find(self, which: str) -> None:
        """Whether the next search is for any completion (`ignore`) or for the smallest (`opt`)."""
        solve: Any = self.control.configuration.solve
        solve.opt_mode = which

    def possible(self, question: Question, readings: Mapping[str, str] | None = None) -> bool:
        """Whether some completion answers to it. Raises StoppedError at a limit."""
        self.watch.check()
        self._find("ignore")
        return bool(self.control.solve(assumptions=self._assumptions(question, readings or {})).satisfiable)

    def one(
        self, question: Question, predicate: str, readings: Mapping[str, str] | None = None
    ) -> frozenset[str] | None:
        """What holds of a predicate of one argument in some completion that answers to it; None if none does."""
        self.watch.check()
        self._find("ignore")
        with self.control.solve(assumptions=self._assumptions(question, readings or {}), yield_=True) as handle:
            model = handle.model()
            if model is None:
                return None
            held = (symbol for symbol in model.symbols(atoms=True) if symbol.name == predicate)
            return frozenset(text_of(symbol.arguments[0]) for symbol in held)

    def smallest(self, question: Question, readings: Mapping[str, str] | None = None) -> Completion | None:
        """The smallest completion that answers to it, if there is one. Raises StoppedError at a limit."""
        self._find("opt")
        smallest = best(self.control, self._assumptions(question, readings or {}), self.watch)
        return None if smallest is None else completion_of(self.item.opens, smallest)
