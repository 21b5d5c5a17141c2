"""All calls of clingo: grounding the law with the facts of a batch of cases, and solving under assumptions.

One thread, sorted facts, a fixed configuration: the same input gives the same answers in the same order. Any message of
clingo's is our own fault and raises. Nothing here is interrupted by an exception from a signal: `Watch` is asked while the
solver searches, and while grounding, which runs in a worker thread because clingo cannot be stopped there.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

import clingo

from lexempt.law.program import load_law
from lexempt.records import NamedTuple

Found = TypeVar("Found")
_FEW, _UNLIMITED = "500,umax", "umax,umax"
"""After how many conflicts, and restarts, a search gives up."""
_MESSAGES = 1_000_000


class StoppedError(Exception):
    """The time limit was reached, or the user interrupted (`interrupted`)."""

    def __init__(self, interrupted: bool) -> None:
        super().__init__("interrupted" if interrupted else "the time limit was reached")
        self.interrupted = interrupted


class Watch:
    """The deadline of a call (a monotonic time in seconds, or None), whether the user asked to stop, and what is best done while
    clingo grounds."""

    __slots__ = ("asked", "deadline", "meanwhile")

    def __init__(
        self,
        deadline: float | None = None,
        asked: Callable[[], bool] = lambda: False,
        meanwhile: Callable[[], None] = lambda: None,
    ) -> None:
        self.deadline, self.asked, self.meanwhile = deadline, asked, meanwhile

    def check(self) -> None:
        """Raise StoppedError if the call should end."""
        if self.asked():
            raise StoppedError(True)
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise StoppedError(False)


class Answer:
    """What holds in an answer set, by our ids. Sets of the shown atoms of law.lp."""

    def __init__(self) -> None:
        self.regulated: set[str] = set()
        self.qualifies: dict[str, set[str]] = {}
        self.released: dict[str, set[str]] = {}
        self.prohibited: dict[str, set[str]] = {}
        self.duties: set[tuple[str, str, str]] = set()
        self.usable: dict[str, set[tuple[str, str, str]]] = {}
        """project -> (impact, scenario, clause)"""
        self.in_part: dict[str, set[tuple[str, str, str, str]]] = {}
        """project -> (impact, scenario, clause, the reading that says whether a part is exempt)"""
        self.not_required: set[str] = set()
        self.exempt: set[str] = set()
        self.not_exempt: set[str] = set()
        self.any_regulated: set[str] = set()
        self.prohibited_projects: set[str] = set()
        self.unregulated: dict[str, set[str]] = {}
        """impact -> the conditions that take it out of scope"""
        self.approvals: dict[str, set[str]] = {}
        self.consequences: set[tuple[str, str, str, int]] = set()
        """(impact or project, provision, what it provides, its number); only where they were asked for"""
        self.derived: dict[str, set[tuple[str, str]]] = {}
        """thing -> (attribute, value) that a definition gives; only where explanations were asked for"""
        self.reasons: list[clingo.Symbol] = []
        """all other shown atoms: what explanations read"""


class Best(NamedTuple):
    """The atoms of an answer set; whether none is better."""

    atoms: list[clingo.Symbol]
    proven: bool


def best(
    control: clingo.Control,
    assumed: Sequence[tuple[clingo.Symbol, bool]],
    watch: Watch,
    patience: float = float("inf"),
) -> Best | None:
    """An answer set under assumptions, the best one where the program optimizes; None if there is none. After so many seconds
    (`patience`) the best one known by then will do.

    Raises StoppedError at a limit, which is looked at twenty times a second.
    """
    enough = time.monotonic() + patience
    known, proven = False, True
    with control.solve(assumptions=assumed, yield_=True, async_=True) as handle:
        while proven:
            watch.check()
            handle.resume()
            while proven and not handle.wait(0.05):
                watch.check()
                proven = not (known and time.monotonic() > enough)
            if proven and handle.model() is None:
                break
            known = True
        if not proven:
            handle.cancel()
        last = handle.last()
        return None if last is None else Best(list(last.symbols(atoms=True)), proven)


def read_answer(symbols: Iterable[clingo.Symbol]) -> Answer:
    """Sort the shown atoms of a model into an Answer."""
    answer = Answer()
    for symbol in symbols:
        name, arguments = symbol.name, symbol.arguments
        if name == "usable":
            p, i, s, c = arguments
            answer.usable.setdefault(p.name, set()).add((i.name, str(s), c.string))
        elif name == "usable_in_part":
            p, i, s, c, n = arguments
            answer.in_part.setdefault(p.name, set()).add((i.name, str(s), c.string, n.name))
        elif name == "qualifies":
            answer.qualifies.setdefault(arguments[0].name, set()).add(arguments[1].string)
        elif name == "regulated":
            answer.regulated.add(arguments[0].name)
        elif name == "duty":
            answer.duties.add((arguments[0].name, arguments[1].string, arguments[2].name))
        elif name == "plan_not_required":
            answer.not_required.add(arguments[0].name)
        elif name == "exempt":
            answer.exempt.add(arguments[0].name)
        elif name == "not_exempt":
            answer.not_exempt.add(arguments[0].name)
        elif name == "any_regulated":
            answer.any_regulated.add(arguments[0].name)
        elif name == "prohibited":
            answer.prohibited_projects.add(arguments[0].name)
        elif name in ("unregulated", "unscoped"):
            answer.unregulated.setdefault(arguments[0].name, set()).add(arguments[1].name)
        elif name == "derived":
            answer.derived.setdefault(arguments[0].name, set()).add((arguments[1].name, str(arguments[2])))
        elif name == "approval":
            answer.approvals.setdefault(arguments[0].name, set()).add(arguments[1].string)
        elif name == "consequence":
            about, provision, what, number = arguments
            answer.consequences.add((about.name, provision.string, what.name, number.number))
        elif name == "released_by":
            answer.released.setdefault(arguments[0].name, set()).add(arguments[1].string)
        elif name == "prohibited_by":
            answer.prohibited.setdefault(arguments[0].name, set()).add(arguments[1].string)
        else:
            answer.reasons.append(symbol)
    return answer


class _Logger:
    """Keeps clingo's messages. (A method of the session would tie session and control into a cycle that lives on.)"""

    def __init__(self, messages: list[str]) -> None:
        self.messages = messages

    def __call__(self, code: clingo.MessageCode, message: str) -> None:
        self.messages.append(f"{code}: {message}")


class _Background:
    """Work in a thread of its own; what goes wrong in it is raised by who waits for it."""

    def __init__(self, work: Callable[[], None]) -> None:
        self._failure: list[BaseException] = []
        self._worker = threading.Thread(target=self._run, args=(work,), daemon=True)
        self._worker.start()

    def _run(self, work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:
            self._failure.append(error)

    def goes_on(self, seconds: float) -> bool:
        """Whether it is not done after so long."""
        self._worker.join(seconds)
        return self._worker.is_alive()

    def wait(self) -> None:
        """Until it is done."""
        self._worker.join()
        if self._failure:
            raise self._failure[0]


class Begun:
    """A control that reads a program in the background, while what is to stand beside it is still being made."""

    def __init__(self, program: str) -> None:
        self.messages: list[str] = []
        self.control = clingo.Control(
            ["--warn=no-atom-undefined"], logger=_Logger(self.messages), message_limit=_MESSAGES
        )
        control = self.control
        self._reading = _Background(lambda: control.add("base", [], program))

    def wait(self) -> None:
        """Until the program is read. Raises what clingo raised."""
        self._reading.wait()


class Session:
    """A grounded batch. `assume` literals are (atom text, truth); unknown atoms are constants of the program."""

    def __init__(
        self,
        lines: Iterable[str],
        constants: Sequence[str],
        watch: Watch,
        program: str | None = None,
        observer: clingo.Observer | None = None,
        all_declared: bool = True,
        begun: Begun | None = None,
    ) -> None:
        """`all_declared`: every predicate of the program is defined in it or declared to be; else nobody looks. `begun`: has
        read the beginning of the program, which declares the constants."""
        self._watch = watch
        # An exception in clingo's logger would end the process, so messages are kept and raised afterwards.
        self._messages: list[str] = [] if begun is None else begun.messages
        if begun is None:
            arguments = [word for constant in constants for word in ("-c", constant)]
            arguments += [] if all_declared else ["--warn=no-atom-undefined"]
            self._control = clingo.Control(arguments, logger=_Logger(self._messages), message_limit=_MESSAGES)
        else:
            self._control = begun.control
            lines = [*lines, *(f"#const {constant}. [override]" for constant in constants)]
        if observer is not None:
            self._control.register_observer(observer)
        self._ground("\n".join([load_law().program if program is None else program, *lines]), begun)
        self._set: tuple[str, int, str] | None = None
        self._literals: dict[str, int | None] = {}
        self._symbols: dict[str, clingo.Symbol] = {}

    def _ground(self, program: str, begun: Begun | None) -> None:
        def work() -> None:
            if begun is not None:
                begun.wait()
            self._control.add("base", [], program)
            self._control.ground([("base", [])])

        grounding = _Background(work)
        self._watch.meanwhile()
        while grounding.goes_on(0.05):
            self._watch.check()
        grounding.wait()
        if self._messages:
            raise AssertionError("clingo says " + "\n".join(self._messages[:5]))

    def symbol(self, atom: str) -> clingo.Symbol:
        """An atom of ours as clingo's value."""
        if atom not in self._symbols:
            self._symbols[atom] = clingo.parse_term(atom)
        return self._symbols[atom]

    def literal(self, atom: str) -> int | None:
        """The solver literal of an atom; None where the program has no such atom."""
        if atom not in self._literals:
            found = self._control.symbolic_atoms[self.symbol(atom)]
            self._literals[atom] = None if found is None else found.literal
        return self._literals[atom]

    def with_signature(self, name: str, arity: int) -> Iterator[tuple[clingo.Symbol, int, bool]]:
        """(symbol, literal, is a fact) of every atom of a predicate."""
        for atom in self._control.symbolic_atoms.by_signature(name, arity):
            yield atom.symbol, atom.literal, atom.is_fact

    def _mode(self, mode: str, models: int, limit: str) -> None:
        if self._set != (mode, models, limit):
            solve: Any = self._control.configuration.solve
            solve.enum_mode, solve.models, solve.solve_limit = mode, models, limit
            self._set = (mode, models, limit)

    def one(self, assumptions: Sequence[int], every_atom: bool = False) -> list[clingo.Symbol] | None:
        """The shown atoms (or all) of an answer set under assumptions, None if there is none."""
        return self._first(
            assumptions,
            lambda model: list(model.symbols(atoms=True) if every_atom else model.symbols(shown=True)),
            lambda _: None,
        )

    def truths(self, assumptions: Sequence[int], literals: Sequence[int]) -> list[bool] | None:
        """The truth of each literal in an answer set under assumptions, None if there is none."""
        return self._first(assumptions, lambda model: [model.is_true(literal) for literal in literals], lambda _: None)

    def core(self, assumptions: Sequence[int]) -> list[int] | None:
        """None if there is an answer set under the assumptions, else some of them that rule every one out."""
        return self._first(assumptions, lambda _: None, lambda handle: list(handle.core()))

    def every(self, assumptions: Sequence[int], literals: Sequence[int]) -> list[list[bool]]:
        """The truth of each literal in every answer set under assumptions."""
        return self._all(
            assumptions,
            "auto",
            lambda models, _: [[model.is_true(literal) for literal in literals] for model in models],
        )

    def consequences(self, assumptions: Sequence[int], mode: str) -> list[clingo.Symbol]:
        """The shown atoms that hold in some (`brave`) or in all (`cautious`) answer sets. (Of atoms that are not shown the
        solver keeps no consequences.)"""

        def last(models: Iterator[clingo.Model], handle: clingo.SolveHandle) -> list[clingo.Symbol]:
            for _ in models:
                pass
            model = handle.last()
            return [] if model is None else list(model.symbols(shown=True))

        return self._all(assumptions, mode, last)

    # A search in the background can be stopped at any time, but starting it costs more than most searches take. So each is
    # first tried here, with so few conflicts that nobody waits for it.

    def _first(
        self,
        assumptions: Sequence[int],
        read: Callable[[clingo.Model], Found],
        failed: Callable[[clingo.SolveHandle], Found],
    ) -> Found:
        """What is read of an answer set under assumptions, or of the handle where there is none."""
        self._watch.check()
        self._mode("auto", 1, _FEW)
        with self._control.solve(assumptions=assumptions, yield_=True) as handle:
            for model in handle:
                return read(model)
            if handle.get().satisfiable is False:
                return failed(handle)
        self._mode("auto", 1, _UNLIMITED)
        with self._control.solve(assumptions=assumptions, yield_=True, async_=True) as handle:
            for model in self._models(handle):
                return read(model)
            return failed(handle)

    def _all(
        self,
        assumptions: Sequence[int],
        mode: str,
        read: Callable[[Iterator[clingo.Model], clingo.SolveHandle], Found],
    ) -> Found:
        """What is read of all answer sets under assumptions."""
        self._watch.check()
        self._mode(mode, 0, _FEW)
        with self._control.solve(assumptions=assumptions, yield_=True) as handle:
            found = read(self._watched(handle), handle)
            if handle.get().exhausted:
                return found
        self._mode(mode, 0, _UNLIMITED)
        with self._control.solve(assumptions=assumptions, yield_=True, async_=True) as handle:
            return read(self._models(handle), handle)

    def _watched(self, models: Iterable[clingo.Model]) -> Iterator[clingo.Model]:
        for model in models:
            self._watch.check()
            yield model

    def _models(self, handle: clingo.SolveHandle) -> Iterator[clingo.Model]:
        """The answer sets, searched for in the background: limits and Ctrl-C are heeded while the solver works."""
        while True:
            self._watch.check()
            handle.resume()
            while not handle.wait(0.05):
                self._watch.check()
            model = handle.model()
            if model is None:
                return
            yield model
