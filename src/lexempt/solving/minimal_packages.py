"""Minimal packages of amendments that change an answer, and minimal ones that undo such a change, without trying every package.

With every amendment a switch in one grounding, whether *some* package within a set of amendments changes the answer is one
solve: those outside of the set are assumed not to be adopted. That is so of every larger set too, whatever one amendment undoes
of another; and the least such sets are the least packages that change the answer. Where there is none, the amendments that
the solver's core names, so far as none can be left out of it, are a reason against the set (`minimal`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from lexempt.case import Reading
from lexempt.records import NamedTuple
from lexempt.result import Plan
from lexempt.solving.draft import proposing
from lexempt.solving.engine import Watch
from lexempt.solving.minimal import Found, minimal_sets
from lexempt.solving.options import CheckOptions
from lexempt.solving.packages import Grounded, Grounding, Package

_MOST = 20
"""So many minimal packages of a project, and undoing ones of each, at most."""
_EFFORT = 400
"""So many solves for them."""


class Flip(NamedTuple):
    """A minimal package that changes an answer, and the minimal ones that undo it where both stand."""

    package: Package
    undone_by: tuple[Package, ...]


class Flips(NamedTuple):
    """(file, project) -> its flips; the projects of which there may be more; those not looked at, as their answer depends on open
    facts before any amendment; those of which what undoes a flip was not looked for, as facts are open."""

    found: Mapping[tuple[str, str], tuple[Flip, ...]]
    cut: tuple[tuple[str, str], ...]
    depending: tuple[tuple[str, str], ...]
    half: tuple[tuple[str, str], ...]


def flips_of_packages(
    readings: Sequence[Reading],
    options: CheckOptions,
    base: Mapping[tuple[str, str], Plan],
    asked_to_stop: Callable[[], bool] = lambda: False,
) -> Flips:
    """The minimal packages of `options.amendments` for each project of these files; `base`: their answers under none."""
    found: dict[tuple[str, str], tuple[Flip, ...]] = {}
    cut: list[tuple[str, str]] = []
    half: list[tuple[str, str]] = []
    depending = sorted(project for project, plan in base.items() if plan == "depends")
    with proposing(options.amendments):
        for grounded in Grounding(readings, options, Watch(None, asked_to_stop)).batches():
            known = all(item.known for item in grounded.batch.items)
            for project, atom in grounded.projects():
                literal = grounded.batch.session.literal(atom)
                if base[project] == "depends" or literal is None:
                    continue
                switched = _Switched(grounded, literal if base[project] == "required" else -literal)
                flips, whole = switched.flips(known)
                if flips:
                    found[project] = flips
                    half += [] if known else [project]
                cut += [] if whole else [project]
    return Flips(found, tuple(sorted(cut)), tuple(depending), tuple(sorted(half)))


class _Switched:
    """A project whose amendments are switches; `changed` is the literal that its answer is not that of the base."""

    def __init__(self, grounded: Grounded, changed: int) -> None:
        self.batch, self.changed = grounded.batch, changed
        self.switches = {place: literal for place, literal in enumerate(grounded.switches) if literal is not None}
        self.places = {literal: place for place, literal in self.switches.items()}

    def flips(self, known: bool) -> tuple[tuple[Flip, ...], bool]:
        """The flips, and whether these are all; what undoes them only where no fact is open."""
        packages = self._minimal(self.changed, frozenset())
        whole, found = packages.complete, []
        for package in packages.sets:
            undoing = self._minimal(-self.changed, package) if known else Found((), True)
            whole = whole and undoing.complete
            found.append(Flip(package, undoing.sets))
        return tuple(found), whole

    def _minimal(self, wanted: int, adopted: Package) -> Found:
        """The minimal packages beside those `adopted` under which a literal can hold."""

        held = [*self.batch.base, wanted, *(self.switches[place] for place in sorted(adopted))]

        def against(left_out: Package) -> Package | None:
            """None if it can hold without these, else some of them that stand against it."""
            core = self.batch.session.core([*held, *(-self.switches[place] for place in sorted(left_out))])
            return None if core is None else frozenset(self.places[-n] for n in core if -n in self.places) & left_out

        def refute(allowed: Package) -> Package | None:
            reason = against(frozenset(self.switches) - allowed - adopted)
            for place in sorted(reason or ()):
                if reason is not None and place in reason:
                    reason = _smaller(against(reason - {place}), reason)
            return reason

        return minimal_sets(refute, _MOST, _EFFORT)


def _smaller(found: Package | None, reason: Package) -> Package:
    return reason if found is None else found
