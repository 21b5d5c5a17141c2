"""The minimal sets of levers that settle a project, found in one grounding of its case with every lever free."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from lexempt.advising.levers import Lever, levers_of, opened
from lexempt.law.vocabulary import Vocabulary
from lexempt.records import NamedTuple
from lexempt.result import Path, ReadingEffect
from lexempt.solving.batch import Batch, LawSet
from lexempt.solving.compiled import compile_law
from lexempt.solving.draft import CaseAtoms
from lexempt.solving.engine import Watch
from lexempt.solving.minimal import minimal_sets
from lexempt.solving.paths import maximal_products

_EFFORT, _LEAST_EFFORT, _ALL = 250, 40, 12_000
"""How many sets of levers are tried: fewer of many levers, for then each costs more."""
_TRIMMED = 24
"""A reason against a set of so few levers is cut down one by one."""


class Ways(NamedTuple):
    """Sets of levers that settle a project, smallest first; `perhaps` do so only if facts not known turn out well."""

    sure: tuple[tuple[Lever, ...], ...]
    perhaps: tuple[tuple[Lever, ...], ...]
    complete: bool


class Search:
    """The levers of one project in a grounding of their own, under the readings and the law of a call."""

    def __init__(
        self,
        item: CaseAtoms,
        project: str,
        law: LawSet,
        base: Mapping[str, str],
        vocabulary: Vocabulary,
        watch: Watch,
        all_readings: bool = True,
    ) -> None:
        self.item, self.project, self.vocabulary = item, project, vocabulary
        rows = None if law.unseen else compile_law(law.on, tuple(law.lines(item.scale.top))).listed
        self.levers = levers_of(item, project, vocabulary, rows)
        free = opened(item, self.levers)
        self.batch = Batch([free], law, base, item.in_play if all_readings else (), vocabulary, watch)
        session = self.batch.session
        self.held = [self._literal(lever.stands, lever.changed) for lever in self.levers]
        self.given = [*self.batch.base, *(law_open.literals[0] for law_open in self.batch.law_opens)]
        ours = self.ours = item.ids["project", project]
        self.plan = session.literal(f"plan_not_required({ours})")
        barred = session.literal(f"prohibited({ours})")
        self.wanted = [] if self.plan is None else [self.plan, *([] if barred is None else [-barred])]
        self.certain = item.known
        least = {lever.changed: n for n, lever in enumerate(self.levers) if not lever.stands}
        ranged = {lever.fact: n for n, lever in enumerate(self.levers) if lever.fact is not None and lever.fact.open}
        self.unknown: dict[int, int | None] = {}
        """Literals of the facts not known, and the lever that plans the fact otherwise, if there is one."""
        for found in item.opens:
            for option in found.options if found.base is None else ():
                literal = session.literal(option.atom)
                if literal is not None and option.atom not in least:
                    self.unknown[literal] = ranged.get(found.settled)

    def _literal(self, stands: str, changed: str) -> int:
        literal = self.batch.session.literal(stands or changed)
        assert literal is not None
        return literal if stands else -literal

    def ways(self, most: int) -> Ways:
        """The first `most` minimal sets of levers that settle the project for sure, and those that may."""
        if not self.wanted:
            return Ways((), (), True)
        # To leave out all impacts is to give the project up; so it is none of the ways where each of them may be left out.
        left = frozenset(n for n, lever in enumerate(self.levers) if lever.kind == "leave_out")
        own = sum(placed.project == self.project for placed in self.item.scene.impacts.values())
        barred = (left,) if left and len(left) == own else ()
        effort = min(_EFFORT, max(_LEAST_EFFORT, _ALL // len(self.levers))) if self.levers else 1
        found = minimal_sets(self._refute, most, effort, barred)
        named = [self._named(chosen) for chosen in found.sets]
        if self.certain:
            return Ways(tuple(named), (), found.complete)
        # Sets that do at all; the empty one means that the facts not known settle it by themselves.
        maybe = minimal_sets(self._refute_at_all, most, effort, barred)
        perhaps = [s for s in maybe.sets if not any(done <= s for done in found.sets)]
        return Ways(
            tuple(named),
            tuple(self._named(s) for s in perhaps if frozenset() not in perhaps),
            found.complete and maybe.complete,
        )

    def _named(self, chosen: frozenset[int]) -> tuple[Lever, ...]:
        return tuple(self.levers[n] for n in sorted(chosen))

    def _refute(self, chosen: frozenset[int]) -> frozenset[int] | None:
        kept = [n for n in range(len(self.levers)) if n not in chosen]
        core = self._core(kept, self.wanted)
        if core is not None:
            return self._trimmed(core)
        turned = None if self.certain else self._against(chosen, kept)
        if turned is None:
            return None
        # Whatever settles it for sure does so too if the facts not known turn out as they do here: those that it leaves open.
        against = [literal for literal in turned if self.unknown[abs(literal)] is None]
        own = {literal: n for literal in turned if (n := self.unknown[abs(literal)]) is not None and literal > 0}
        core = self._core(kept, [*self.wanted, *against], own)
        return frozenset(kept) if core is None else self._trimmed(core, against, own)

    def _refute_at_all(self, chosen: frozenset[int]) -> frozenset[int] | None:
        core = self._core([n for n in range(len(self.levers)) if n not in chosen], self.wanted)
        return None if core is None else self._trimmed(core)

    def _core(
        self, kept: Sequence[int], wanted: Sequence[int], own: Mapping[int, int] = MappingProxyType({})
    ) -> frozenset[int] | None:
        """The levers that stand against what is wanted if these are kept; `own`: where the facts of some lie that are not known."""
        at = {self.held[n]: n for n in kept} | {literal: n for literal, n in own.items() if n in kept}
        core = self.batch.session.core([*self.given, *wanted, *at])
        return None if core is None else frozenset(at[literal] for literal in core if literal in at)

    def _trimmed(
        self, core: frozenset[int], against: Sequence[int] = (), own: Mapping[int, int] = MappingProxyType({})
    ) -> frozenset[int]:
        """The reason without levers it does not need, so that the tree stays narrow."""
        if len(core) > _TRIMMED:
            return core
        needed = sorted(core)
        for n in sorted(core):
            if n in needed:
                less = self._core([m for m in needed if m != n], [*self.wanted, *against], own)
                if less is not None:
                    needed = [m for m in needed if m in less]
        return frozenset(needed)

    def _against(self, chosen: frozenset[int], kept: Sequence[int]) -> list[int] | None:
        """Facts not known, as they would have to turn out for the changed facts not to settle it; None if they always do."""
        held = [*self.given, *(self.held[n] for n in kept), *(-self.held[n] for n in chosen)]
        for literal in self.wanted:
            truths = self.batch.session.truths([*held, -literal], list(self.unknown))
            if truths is not None:
                return [open_ if true else -open_ for open_, true in zip(self.unknown, truths, strict=True)]
        return None

    # --- the case as it stands

    def ratio(self, impact: str) -> tuple[int, str] | None:
        """How many times its area has to be replaced, and the provision that says so; None where that depends."""
        session, ours = self.batch.session, self.item.ids["impact", impact]
        for symbol, literal, _ in session.with_signature("replaced_at", 3):
            held = [*self.given, *self.held, -literal]
            if symbol.arguments[0].name == ours and session.core(held) is not None:
                return symbol.arguments[2].number, symbol.arguments[1].string
        return None

    def paths(self) -> tuple[Path, ...]:
        """The largest paths under the law as last seen, whatever of the facts is not known."""
        session, held = self.batch.session, [*self.given, *self.held]
        needs = {
            symbol.arguments[1].name
            for symbol, literal, _ in session.with_signature("needs", 2)
            if symbol.arguments[0].name == self.ours and session.core([*held, literal]) is None
        }
        usable = {
            (symbol.arguments[1].name, str(symbol.arguments[2]), symbol.arguments[3].string)
            for symbol, literal, _ in session.with_signature("usable", 4)
            if symbol.arguments[0].name == self.ours and session.core([*held, -literal]) is not None
        }
        names = self.item.names
        return tuple(
            Path(
                tuple(sorted((names[i], clauses) for i, clauses in product.items())),
                tuple(sorted(names[i] for i in needs if i not in product)),
            )
            for product in maximal_products(usable, frozenset(needs))
        )

    def readings_against(self, path: Path) -> Iterator[ReadingEffect]:
        """The single changes of reading under which it is not enough to replace what a path of the case replaces."""
        batch, session = self.batch, self.batch.session
        covered = {
            (str(symbol.arguments[1]), symbol.arguments[2].name): literal
            for symbol, literal, _ in session.with_signature("covered", 3)
            if symbol.arguments[0].name == self.ours
        }
        needed = {
            symbol.arguments[1].name: literal
            for symbol, literal, _ in session.with_signature("needs", 2)
            if symbol.arguments[0].name == self.ours
        }
        replaced = {self.item.ids["impact", impact] for impact in path.replaces}
        rest = {impact: literal for impact, literal in needed.items() if impact not in replaced}
        for name in batch.switched:
            standing = batch.reading_literals[name, batch.base_choices[name]]
            for choice, meaning in self.vocabulary.readings[name].choices.items():
                if choice != batch.base_choices[name]:
                    read = [literal for literal in self.given if literal != standing]
                    held = [*read, batch.reading_literals[name, choice], *self.held]
                    holds = self._may_hold if path.needs else self._holds
                    if not holds(held, rest, covered):
                        took = tuple(who for c, who in self.vocabulary.readings[name].took if c == choice)
                        yield ReadingEffect(((name, choice),), "required", "never", meaning, took)

    def _holds(self, given: Sequence[int], rest: Mapping[str, int], covered: Mapping[tuple[str, str], int]) -> bool:
        """Whether all that a path does not replace, so far as it needs anything, is exempt together."""
        session = self.batch.session
        scenarios = dict.fromkeys(scenario for scenario, _ in covered)
        if self.certain:
            every = [*covered.values(), *rest.values()]
            truths = session.truths(given, every)
            held = {literal for literal, true in zip(every, truths or (), strict=False) if true}
            asked = [impact for impact, literal in rest.items() if literal in held]
            return not asked or any(all(covered.get((s, i)) in held for i in asked) for s in scenarios)
        asked = [i for i, literal in rest.items() if session.core([*given, literal]) is None]
        return not asked or any(
            all((s, i) in covered and session.core([*given, rest[i], -covered[s, i]]) is not None for i in asked)
            for s in scenarios
        )

    def _may_hold(self, given: Sequence[int], rest: Mapping[str, int], covered: Mapping[tuple[str, str], int]) -> bool:
        """The same where facts not known turn out well: each of the rest is exempt in one scenario, or needs nothing."""
        session = self.batch.session
        for scenario in dict.fromkeys(scenario for scenario, _ in covered):
            asked = [covered.get((scenario, i), -needed) for i, needed in rest.items()]
            if session.core([*given, *asked]) is None:
                return True
        return False
