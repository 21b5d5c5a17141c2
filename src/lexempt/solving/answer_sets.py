"""Finished answer sets as plain values, for explanations: one case grounded, one completion of what is open at a time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import clingo

from lexempt.law.program import included, load_law
from lexempt.law.vocabulary import Vocabulary
from lexempt.places import law_folder
from lexempt.records import NamedTuple
from lexempt.result import Settling, Truth
from lexempt.solving.batch import Batch, LawSet, truth
from lexempt.solving.compiled import compile_law
from lexempt.solving.draft import CaseAtoms, Open
from lexempt.solving.engine import Answer, read_answer
from lexempt.solving.settling import Settler

_DECIDED = ("in_force(", "listed(", "current(", "asks(")
Arguments = tuple[Any, ...]
Atoms = Mapping[str, frozenset[Arguments]]
"""Predicate -> arguments of its atoms: numbers, words (constants and strings alike), compounds as tuples."""


def plain_value(symbol: clingo.Symbol) -> Any:
    """A term of clingo's as a plain value."""
    kind = symbol.type
    if kind == clingo.SymbolType.Number:
        return symbol.number
    if kind == clingo.SymbolType.String:
        return symbol.string
    if kind == clingo.SymbolType.Function:
        return (symbol.name, *map(plain_value, symbol.arguments)) if symbol.arguments else symbol.name
    return str(symbol)


@lru_cache(maxsize=65_536)
def _read(text: str) -> tuple[str, Arguments] | None:
    """A plain atom as text: predicate and arguments; None where an argument is a compound."""
    name, bracket, rest = text.partition("(")
    if not bracket:
        return name, ()
    if "(" in rest:
        return None
    return name, tuple(_simple(word) for word in rest[:-1].split(","))


def _simple(word: str) -> Any:
    if word[0] == '"':
        return word[1:-1]
    return int(word) if word.isdigit() or (word[0] == "-" and word[1:].isdigit()) else word


def plain_atoms(symbols: Iterable[clingo.Symbol]) -> Atoms:
    """The atoms of an answer set by predicate."""
    found: dict[str, set[Arguments]] = {}
    for symbol in symbols:
        read = _read(str(symbol)) or (symbol.name, tuple(map(plain_value, symbol.arguments)))
        found.setdefault(read[0], set()).add(read[1])
    return {name: frozenset(atoms) for name, atoms in found.items()}


def atom_of(text: str) -> tuple[str, Arguments]:
    """An atom of ours, given as text, as plain values."""
    return _read(text) or next(
        (name, atom) for name, atoms in plain_atoms([clingo.parse_term(text)]).items() for atom in atoms
    )


def atom_text(predicate: str, arguments: Sequence[Any]) -> str:
    """An atom given as plain values, as the solver writes it."""
    return f"{predicate}({','.join(map(_term, arguments))})"


def _term(value: Any) -> str:
    if isinstance(value, tuple):
        return atom_text(value[0], value[1:])
    if isinstance(value, int):
        return str(value)
    return f'"{value}"' if "/" in value or "." in value else str(value)


class Taken(NamedTuple):
    """The values that what is open has in a completion: of facts the atoms that hold, of the law the value and its atom."""

    facts: tuple[tuple[Open, tuple[tuple[str, Arguments], ...]], ...]
    law: tuple[tuple[str, str, str, tuple[str, Arguments]], ...]
    """(provision, name, in words, atom)"""


class CaseAnswers:
    """One case under one law and the readings of a profile: what is sure and possible, and its completions one by one."""

    def __init__(self, item: CaseAtoms, batch: Batch, sure: Answer, possible: Answer, vocabulary: Vocabulary) -> None:
        self.item, self.batch, self.sure, self.possible, self.vocabulary = item, batch, sure, possible, vocabulary
        self.law = batch.law
        possible_here = item.possible | batch.asked_for
        self.left_out = frozenset() if batch.law.unseen else _left_out(possible_here)
        self._decided: Atoms = {} if batch.law.unseen else _decided(batch.law, item, possible_here)

    @property
    def certain(self) -> bool:
        """Nothing is open: there is one completion."""
        return self.batch.certain

    @property
    def opens(self) -> tuple[Open, ...]:
        """The facts that are open."""
        return tuple(found for found in self.item.opens if found.base is None)

    def truth_of(self, impact: str, clause: str) -> Truth:
        """Whether an impact (our id) qualifies under a clause or is released by it."""
        return truth(_held(self.sure, (impact, clause)), _held(self.possible, (impact, clause)))

    def taken(self, atoms: Atoms) -> Taken:
        """What a completion makes of the open facts and of the wording not seen."""
        facts = tuple(
            (found, tuple(a for a in (atom_of(o.atom) for o in found.options) if a[1] in atoms.get(a[0], ())))
            for found in self.item.opens
        )
        law: list[tuple[str, str, str, tuple[str, Arguments]]] = []
        for found in self.batch.law_opens:
            if found.name == "wording":
                stands = (found.provision,) in atoms.get("still", ())
                if stands:
                    law.append((found.provision, found.name, found.values[0], ("still", (found.provision,))))
                continue
            latest = next((v for c, n, v in atoms.get("latest", ()) if (c, n) == (found.provision, found.name)), 0)
            for c, n, v in sorted(atoms.get("current", ()), key=str):
                if (c, n) == (found.provision, found.name):
                    words = "as last seen" if v == latest else "less" if v < latest else "more"
                    law.append((c, n, words, ("current", (c, n, v))))
        return Taken(facts, tuple(law))

    def atoms(self, predicate: str, arity: int) -> Iterator[Arguments]:
        """The arguments of every atom of a predicate that may hold, as far as it was grounded."""
        for symbol, _, _ in self.batch.session.with_signature(predicate, arity):
            yield tuple(map(plain_value, symbol.arguments))

    def settling(self, atom: str) -> Settling:
        """A set of facts that makes an atom sure, and one that makes it surely false."""
        literal = self.batch.session.literal(atom)
        if literal is None:
            return Settling()
        # Where facts still decide under the law as last seen, they are what a user can find out.
        for last_seen in (True, False) if self.batch.law_opens and self.opens else (False,):
            settler = Settler(self.batch, self.item, self.vocabulary, 1, as_last_seen=last_seen)
            yes, no, _ = settler.settling(literal)
            if yes and no:
                break
        return Settling(yes[:1], no[:1])

    @property
    def unseen(self) -> frozenset[tuple[str, str]]:
        """(provision, name) of the values of the law that have not been seen; `wording` is the name of a whole wording."""
        return frozenset((found.provision, found.name) for found in self.batch.law_opens)

    def under_readings(
        self, asked: Sequence[tuple[str, str]]
    ) -> Iterator[tuple[str, str, dict[tuple[str, str], Truth]]]:
        """For each other choice of a reading in play: the truths of (impact, clause) that any reading touches."""
        batch = self.batch
        if not batch.switched:
            return
        sure = read_answer(batch.session.consequences(batch.prevailing, "cautious"))
        possible = read_answer(batch.session.consequences(batch.prevailing, "brave"))
        touched = [at for at in asked if _held(sure, at) != _held(possible, at)]
        if not touched:
            return
        for name in batch.switched:
            chosen = batch.reading_literals[name, batch.base_choices[name]]
            for choice in self.vocabulary.readings[name].choices:
                if choice == batch.base_choices[name]:
                    continue
                other = batch.reading_literals[name, choice]
                if self.certain:
                    atoms = [_conclusion(at) for at in touched]
                    truths = batch.truth_of(atoms, [other if literal == chosen else literal for literal in batch.base])
                    yield name, choice, dict(zip(touched, truths, strict=True))
                    continue
                answers = batch.answers([other if literal == chosen else literal for literal in batch.base])
                yield name, choice, {at: truth(_held(answers[0], at), _held(answers[1], at)) for at in touched}

    def completion(self, wanted: Sequence[tuple[str, bool]] = (), highest: bool = True) -> Atoms | None:
        """The atoms of a completion in which these atoms hold or not; None where there is none.

        Among several, open areas are at their upper end (`highest`) or their lower, as far as that can be.
        """
        session = self.batch.session
        if self.certain and not wanted:
            found = session.one(self.batch.base, every_atom=True)
            return None if found is None else self._whole(found)
        assumptions = [*self.batch.base, *(law.literals[0] for law in self.batch.law_opens)]
        asked = [(session.literal(atom), held) for atom, held in wanted]
        if any(literal is None and held for literal, held in asked):
            return None
        asked_literals = [literal if held else -literal for literal, held in asked if literal is not None]
        if session.core([*assumptions, *asked_literals]) is not None:
            assumptions = list(self.batch.base)  # not with the law as last seen
            if session.core([*assumptions, *asked_literals]) is not None:
                return None
        assumptions += asked_literals
        for fact in self.opens if not self.certain else ():
            ordered = fact.options if fact.ordered and not highest else fact.options[::-1] if fact.ordered else ()
            for option in ordered or fact.options:
                literal = session.literal(option.atom)
                if literal is not None and not fact.several and session.core([*assumptions, literal]) is None:
                    assumptions.append(literal)
                    break
        symbols = session.one(assumptions, every_atom=True)
        return None if symbols is None else self._whole(symbols)

    def _whole(self, symbols: Iterable[clingo.Symbol]) -> Atoms:
        """The atoms of an answer set, with what the law decides of clauses that were not grounded."""
        found = dict(plain_atoms(symbols))
        for predicate, atoms in self._decided.items():
            found[predicate] = found.get(predicate, frozenset()) | atoms
        return found


def _conclusion(at: tuple[str, str]) -> str:
    impact, clause = at
    return f'{"qualifies" if clause in load_law().exemptions else "released_by"}({impact},"{clause}")'


def _held(answer: Answer, at: tuple[str, str]) -> bool:
    impact, clause = at
    return clause in answer.qualifies.get(impact, ()) or clause in answer.released.get(impact, ())


def _decided(law: LawSet, item: CaseAtoms, possible: Collection[tuple[str, str]]) -> Atoms:
    """What is decided of the wording in force in the parts of the law that cannot matter for a case."""
    parts = compile_law(law.on, tuple(law.lines(item.scale.top))).parts
    found: dict[str, set[Arguments]] = {}
    for part in parts:
        if part.needed_where and not any(gate in possible for gate in part.needed_where):
            for name, atom in _decided_lines(part.text, item.scale.constants):
                found.setdefault(name, set()).add(atom)
    return {name: frozenset(atoms) for name, atoms in found.items()}


@lru_cache(maxsize=256)
def _decided_lines(text: str, constants: tuple[str, ...]) -> tuple[tuple[str, Arguments], ...]:
    """The decided rows among the lines of a part, their numbers in the units of a case."""
    units = {name: int(size) for name, _, size in (constant.partition("=") for constant in constants)}
    found = []
    for line in text.splitlines():
        if line.startswith(_DECIDED):
            name, atom = atom_of(line.removesuffix("."))
            number, times, unit = str(atom[-1]).partition("*")
            found.append((name, (*atom[:-1], int(number) * units.get(unit, 1)) if times else atom))
    return tuple(found)


def _left_out(possible: Collection[tuple[str, str]]) -> frozenset[str]:
    """The files of the law that cannot matter where this is possible, and were not grounded."""
    law = load_law()
    files = included((law_folder() / "law.lp").read_text("utf-8"))
    return frozenset(
        file
        for file, part in zip(files, law.parts, strict=False)
        if part.needed_where and not any(gate in possible for gate in part.needed_where)
    )
