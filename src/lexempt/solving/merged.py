"""Several ground programs as one, in which all that they say alike is there once.

Each program is grounded by itself and its rules are read off. An atom is known by its rules: two atoms, of whichever program,
whose rules are the same over the same atoms are one. So of two laws that differ in a number only what rests on that number is
there twice, and that their answers are equal elsewhere need not be found out by search. (This is how circuits are compared:
structural hashing, Kuehlmann and Krohm 1997.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import clingo

from lexempt.records import NamedTuple

Node: TypeAlias = int
TRUE: Node = 0
Literals: TypeAlias = tuple[int, ...]
"""Signed numbers of nodes, one above them, so that the first one can be negated too; ascending."""
Rule: TypeAlias = tuple[Sequence[int], int, Sequence[tuple[int, int]]]
"""The body of a rule: (body, -1, ()), or ((), bound, weighted body)."""


class _Observer(clingo.Observer):
    """Keeps the rules of a grounding: (choice, head, body), and with a bound (choice, head, bound, weighted body)."""

    def __init__(self) -> None:
        self.rules: list[tuple[bool, Sequence[int], Sequence[int]]] = []
        self.weighted: list[tuple[bool, Sequence[int], int, Sequence[tuple[int, int]]]] = []

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        self.rules.append((choice, head, body))

    def weight_rule(self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]) -> None:
        self.weighted.append((choice, head, lower_bound, body))


class _Body(NamedTuple):
    """A body over nodes: literals that all hold (`bound` is None), or weights of which at least so much holds."""

    literals: Literals
    bound: int | None = None
    weights: tuple[int, ...] = ()


def _atoms(rules: Sequence[Rule]) -> list[int]:
    """All that some bodies rest on."""
    found = [abs(literal) for plain, _, _ in rules for literal in plain]
    for _, _, weighted in rules:
        if weighted:
            found += [abs(literal) for literal, _ in weighted]
    return found


class Ground:
    """A program, grounded: its rules by head, and its atoms of the predicates that anybody will ask for. Raises RuntimeError where
    clingo does."""

    def __init__(self, program: Sequence[str], arguments: Sequence[str], asked: frozenset[str]) -> None:
        control = clingo.Control(list(arguments), logger=lambda *_: None, message_limit=1)
        observer = _Observer()
        control.register_observer(observer, replace=True)
        control.add("base", [], "\n".join(program))
        control.ground([("base", [])])
        self.names: dict[int, list[clingo.Symbol]] = {}
        """Atom -> its names: the grounder makes one atom of several that rest on the same."""
        self.facts: list[clingo.Symbol] = []
        atoms = control.symbolic_atoms
        for name, arity, _ in sorted(signature for signature in atoms.signatures if signature[0] in asked):
            for atom in atoms.by_signature(name, arity):
                if atom.is_fact:
                    self.facts.append(atom.symbol)
                else:
                    self.names.setdefault(atom.literal, []).append(atom.symbol)
        self.rules: dict[int, list[Rule]] = {}
        """By head (0: none)."""
        self.chosen: set[int] = set()
        kept: list[tuple[bool, Sequence[int], Rule]] = [(c, head, (body, -1, ())) for c, head, body in observer.rules]
        kept += [(c, head, ((), bound, weighted)) for c, head, bound, weighted in observer.weighted]
        rules = self.rules
        for choice, head, rule in kept:
            if choice:
                self.chosen.update(head)
            for concluded in head or (0,):
                if concluded in rules:
                    rules[concluded].append(rule)
                else:
                    rules[concluded] = [rule]


class Merged:
    """Ground programs as one `control`; the atoms asked of each are there as `NAME__SUFFIX`, those of `shared` under their name.

    Choices of shared predicates are the same in all programs; any other choice is each program's own.
    """

    def __init__(self, programs: Sequence[Ground], suffixes: Sequence[str], shared: frozenset[str]) -> None:
        self.shared = shared
        self._known: dict[object, Node] = {}
        self._bodies: list[tuple[_Body, ...]] = [()]
        self._choices: dict[Node, clingo.Symbol | None] = {}
        constraints: dict[_Body, None] = {}
        at: list[dict[int, Node]] = []
        for number, program in enumerate(programs):
            nodes = self._nodes(program, number)
            at.append(nodes)
            for body in program.rules.get(0, ()):
                read = self._body(body, nodes)
                if read is not None:
                    constraints.setdefault(read)
        self.nodes = len(self._bodies)
        # The least cost is small here: few facts are out of the ordinary. So it is approached from below, the large weights first.
        arguments = ["--opt-mode=opt", "--opt-strategy=usc,oll,disjoint,stratify"]
        self.control = clingo.Control(arguments, logger=lambda *_: None, message_limit=1)
        self._write(programs, suffixes, at, constraints)

    # --- atoms as nodes

    def _nodes(self, program: Ground, number: int) -> dict[int, Node]:
        """The node of each atom that is asked for or that something rules out, and of all that these rest on, those first."""
        nodes: dict[int, Node] = {}
        open_now: set[int] = set()
        asked = {*program.names, *_atoms(program.rules.get(0, ()))}
        for start in sorted(asked):
            stack = [start]
            while stack:
                atom = stack[-1]
                if atom in nodes:
                    stack.pop()
                    continue
                if atom in program.chosen:
                    nodes[atom] = self._choice(program, number, atom)
                    stack.pop()
                    continue
                waiting = [below for below in _atoms(program.rules.get(atom, ())) if below not in nodes]
                if not waiting:
                    nodes[atom] = self._defined(program.rules.get(atom, ()), nodes)
                    open_now.discard(atom)
                    stack.pop()
                elif atom in open_now:
                    raise AssertionError(f"the program goes in a circle through {program.names.get(atom, [])}")
                else:
                    open_now.add(atom)
                    stack += waiting
        return nodes

    def _choice(self, program: Ground, number: int, atom: int) -> Node:
        symbol = next((s for s in program.names.get(atom, ()) if s.name in self.shared), None)
        node = self._node((number, atom) if symbol is None else symbol, ())
        self._choices[node] = symbol
        return node

    def _defined(self, rules: Sequence[Rule], nodes: dict[int, Node]) -> Node:
        bodies = {read for body in rules if (read := self._body(body, nodes)) is not None}
        if any(body.bound is None and not body.literals for body in bodies):
            return TRUE
        if len(bodies) == 1:
            (only,) = bodies
            if only.bound is None and len(only.literals) == 1 and only.literals[0] > 0:
                return only.literals[0] - 1  # an atom by another name
        ordered = tuple(sorted(bodies, key=lambda b: (b.bound is not None, b.literals, b.weights)))
        return self._node(ordered, ordered)

    def _body(self, body: Rule, nodes: dict[int, Node]) -> _Body | None:
        """A body over nodes; None where it never holds."""
        plain, bound, weighted = body
        if bound < 0:
            literals = {nodes[abs(x)] + 1 if x > 0 else -nodes[abs(x)] - 1 for x in plain} - {TRUE + 1}
            return None if -(TRUE + 1) in literals else _Body(tuple(sorted(literals)))
        total: dict[int, int] = {}
        for literal, weight in weighted:
            node = nodes[abs(literal)] + 1 if literal > 0 else -nodes[abs(literal)] - 1
            total[node] = total.get(node, 0) + weight
        ordered = sorted(total.items())
        return _Body(tuple(node for node, _ in ordered), bound, tuple(weight for _, weight in ordered))

    def _node(self, key: object, bodies: tuple[_Body, ...]) -> Node:
        node = self._known.get(key)
        if node is None:
            node = self._known[key] = len(self._bodies)
            self._bodies.append(bodies)
        return node

    # --- the one program

    def _write(
        self,
        programs: Sequence[Ground],
        suffixes: Sequence[str],
        at: Sequence[dict[int, Node]],
        constraints: dict[_Body, None],
    ) -> None:
        with self.control.backend() as backend:
            atoms = [0] * len(self._bodies)
            for node, symbol in self._choices.items():
                if symbol is not None:
                    atoms[node] = backend.add_atom(symbol)
            for node in range(len(atoms)):
                atoms[node] = atoms[node] or backend.add_atom()

            def add(head: Sequence[int], body: _Body) -> None:
                signed = [atoms[x - 1] if x > 0 else -atoms[-x - 1] for x in body.literals]
                if body.bound is None:
                    backend.add_rule(head, signed)
                else:
                    backend.add_weight_rule(head, body.bound, list(zip(signed, body.weights, strict=True)))

            backend.add_rule([atoms[TRUE]])
            for node in self._choices:
                backend.add_rule([atoms[node]], choice=True)
            for node, bodies in enumerate(self._bodies):
                for body in bodies:
                    add([atoms[node]], body)
            for body in constraints:
                add([], body)
            said: dict[clingo.Symbol, None] = {}
            for program, suffix, nodes in zip(programs, suffixes, at, strict=True):
                for symbol in program.facts:
                    self._name(backend, symbol, suffix, atoms[TRUE], said)
                for atom, symbols in program.names.items():
                    for symbol in symbols:
                        if self._choices.get(nodes[atom]) != symbol:
                            self._name(backend, symbol, suffix, atoms[nodes[atom]], said)

    def _name(
        self, backend: clingo.Backend, symbol: clingo.Symbol, suffix: str, atom: int, said: dict[clingo.Symbol, None]
    ) -> None:
        """Give an atom its name."""
        shared = symbol.name in self.shared
        name = symbol if shared else clingo.Function(f"{symbol.name}__{suffix}", symbol.arguments)
        if name not in said:
            said[name] = None
            backend.add_rule([backend.add_atom(name)], [atom])


__all__ = ["Ground", "Merged"]
