"""The answers of many cases under every package of some amendments: one grounding, a solve under assumptions for each package.

A package is a set of amendments, as the numbers of their places; those of a package stand in the order of the call. What has
not been seen of the law is taken as last seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from lexempt.case import Diagnostic, Reading
from lexempt.law.program import order
from lexempt.law.vocabulary import load_vocabulary
from lexempt.records import NamedTuple
from lexempt.result import Plan, Truth
from lexempt.solving.atoms import encode
from lexempt.solving.batch import Batch, LawSet
from lexempt.solving.draft import CaseAtoms, proposing
from lexempt.solving.engine import Watch, read_answer
from lexempt.solving.manyfold import AS_LAST_SEEN
from lexempt.solving.numbers import RefusalError
from lexempt.solving.options import CheckOptions
from lexempt.solving.prepared import canonical, choices_of, law_days, law_of, with_work

_KNOWN_BATCH = 100
_PLANS: dict[Truth, Plan] = {"always": "not_required", "sometimes": "depends", "never": "required"}

Package = frozenset[int]


class PackageAnswers(NamedTuple):
    """(file, project) -> its answer under each package, in the order of the packages asked for; what could not be answered."""

    answers: dict[tuple[str, str], tuple[Plan, ...]]
    diagnostics: tuple[Diagnostic, ...]
    refused: tuple[str, ...]
    unseen: bool


class Grounded(NamedTuple):
    """Cases grounded together with every amendment as a switch: each case, and its projects of the law of this batch."""

    batch: Batch
    chunk: tuple[tuple[CaseAtoms, tuple[str, ...]], ...]
    switches: tuple[int | None, ...]
    """For each amendment the literal that it is adopted; None where it has expired on the day."""

    def projects(self) -> Iterator[tuple[tuple[str, str], str]]:
        """(file, project) and the atom that no replacement plan is required."""
        for item, projects in self.chunk:
            yield from (
                ((item.case.path, p), f"plan_not_required({item.ids['project', p]})") for p in projects
            )


class Grounding:
    """The batches of some files, one after the other; then what was wrong with them."""

    def __init__(self, readings: Sequence[Reading], options: CheckOptions, watch: Watch) -> None:
        self.readings, self.options, self.watch = readings, options, watch
        self.diagnostics: list[Diagnostic] = []
        self.refused: list[str] = []
        self.unseen = False

    def batches(self) -> Iterator[Grounded]:
        """Each batch, while cases are read with the amendments proposed."""
        options, vocabulary = self.options, load_vocabulary()
        jobs: dict[tuple[LawSet, tuple[str, ...], bool], list[tuple[CaseAtoms, tuple[str, ...]]]] = {}
        start = 0
        for case in (canonical(reading.case) for reading in self.readings if reading.case is not None):
            days, wrong = law_days(case, options)
            self.diagnostics += wrong
            for judged, projects in days.items():
                day = judged.day
                try:
                    item, start = encode(with_work(case, day), vocabulary, start, day, options.assume)
                except RefusalError as refusal:
                    self.refused += [f"{case.path}: {project}: {refusal}" for project in projects]
                    continue
                law = law_of(judged, options)._replace(switched=True)
                key = (law, item.scale.constants, item.known)
                jobs.setdefault(key, []).append((item, projects))
        self.unseen = any(law.unseen for law, _, _ in jobs)
        base = choices_of(options, vocabulary)
        for (law, _, known), entries in jobs.items():
            size = _KNOWN_BATCH if known else 1
            for at in range(0, len(entries), size):
                chunk = tuple(entries[at : at + size])
                extra = (AS_LAST_SEEN,) if law.unseen else ()
                batch = Batch([item for item, _ in chunk], law, base, [], vocabulary, self.watch, extra)
                switches = tuple(batch.session.literal(f'adopted("{a.name}")') for a in options.amendments)
                yield Grounded(batch, chunk, switches)


def answers_of_packages(
    readings: Sequence[Reading],
    options: CheckOptions,
    packages: Sequence[Package],
    asked_to_stop: Callable[[], bool] = lambda: False,
) -> PackageAnswers:
    """Every project of these files under every package of `options.amendments`."""
    grounding = Grounding(readings, options, Watch(None, asked_to_stop))
    answers: dict[tuple[str, str], tuple[Plan, ...]] = {}
    with proposing(options.amendments):
        for grounded in grounding.batches():
            _answer(grounded, packages, answers)
    return PackageAnswers(answers, tuple(grounding.diagnostics), tuple(grounding.refused), grounding.unseen)


def qualifying_as_last_seen(reading: Reading, options: CheckOptions) -> dict[str, tuple[str, ...]]:
    """What each impact of a wholly known file of one project qualifies under, if all that has not been seen is as last seen."""
    found: dict[str, tuple[str, ...]] = {}
    with proposing(options.amendments):
        for grounded in Grounding([reading], options, Watch()).batches():
            adopted = [literal for literal in grounded.switches if literal is not None]
            symbols = grounded.batch.session.one([*grounded.batch.base, *adopted])
            if symbols is None:
                raise AssertionError("the facts and the law have no answer set")
            answer = read_answer(symbols)
            for item, _ in grounded.chunk:
                ours = {name: i for (kind, name), i in item.ids.items() if kind == "impact"}
                found |= {name: tuple(sorted(answer.qualifies.get(i, ()), key=order)) for name, i in ours.items()}
    return found


def _answer(
    grounded: Grounded, packages: Sequence[Package], answers: dict[tuple[str, str], tuple[Plan, ...]]
) -> None:
    batch = grounded.batch
    at = dict(grounded.projects())
    known = all(item.known for item in batch.items)
    found: dict[tuple[str, str], list[Plan]] = {key: [] for key in at}
    for package in packages:
        chosen = [
            literal if place in package else -literal
            for place, literal in enumerate(grounded.switches)
            if literal is not None
        ]
        assumptions = [*batch.base, *chosen]
        if known:
            asked = {key: batch.session.literal(atom) for key, atom in at.items()}
            held = [literal for literal in asked.values() if literal is not None]
            truths = batch.session.truths(assumptions, held)
            if truths is None:
                raise AssertionError("the facts and the law have no answer set")
            true = dict(zip(held, truths, strict=True))
            for key, literal in asked.items():
                found[key].append("not_required" if literal is not None and true[literal] else "required")
        else:
            for key, atom in at.items():
                found[key].append(_PLANS[batch.truth_with(atom, assumptions)])
    answers.update({key: tuple(plans) for key, plans in found.items()})
