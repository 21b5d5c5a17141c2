"""From read case files to answers: lay out, ground in batches, solve, and put the answers together (DESIGN section 6)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeAlias

from lexempt.case import Case, Diagnostic, Reading
from lexempt.law.program import load_law
from lexempt.law.vocabulary import Vocabulary, load_vocabulary
from lexempt.records import NamedTuple
from lexempt.result import CheckResult, IfOrdinary, ProjectResult
from lexempt.solving.atoms import encode
from lexempt.solving.batch import TELLING_CONSEQUENCES, Batch, LawSet, begin
from lexempt.solving.determined import only_determined
from lexempt.solving.draft import CaseAtoms, proposing
from lexempt.solving.engine import Begun, StoppedError, Watch
from lexempt.solving.numbers import RefusalError
from lexempt.solving.options import CheckOptions
from lexempt.solving.prepared import canonical, choices_of, digest, law_days, law_of, law_used, with_work
from lexempt.solving.workers import in_turn

if TYPE_CHECKING:
    from lexempt.solving.judge import Judge
    from lexempt.solving.partly import AddingUp, Waiting

_KNOWN_BATCH = 500
_READINGS_BATCH = 8
_OPEN_BATCH = 4
_TELLING = ("telling_conflicts.",)
_AT_ONCE = 500
_AT_ONCE_WITH_READINGS = 128
"""How many cases are held as atoms at a time, so that memory does not grow with their number: a part of the work, which one
process does. Parts do not depend on how many processes there are, and neither do answers."""


class _Job(NamedTuple):
    """A case to answer: its place in the call, its atoms, the projects asked for."""

    place: int
    item: CaseAtoms
    projects: tuple[str, ...]


Explain: TypeAlias = Callable[[int, CaseAtoms, Sequence[ProjectResult], "Judge"], None]
"""What is done with each case that was answered, while its grounding is there: place in the call, atoms, answers."""


class Part(NamedTuple):
    """What a part of a call's cases comes to. Answers go by (place of the case in the call, project)."""

    answers: Mapping[tuple[int, str], ProjectResult]
    diagnostics: tuple[Diagnostic, ...]
    refused: tuple[str, ...]
    inputs: tuple[tuple[str, str], ...]
    laws: tuple[LawSet, ...]


class _Run:
    """A part of a call while it is answered."""

    def __init__(
        self,
        options: CheckOptions,
        vocabulary: Vocabulary,
        asked_to_stop: Callable[[], bool],
        explain: Explain | None,
        meanwhile: Callable[[], None],
    ) -> None:
        self.options, self.vocabulary = options, vocabulary
        self.base = choices_of(options, vocabulary)
        self.watch = Watch(None, asked_to_stop, meanwhile)
        self.answers: dict[tuple[int, str], ProjectResult] = {}
        self.refused: list[str] = []
        self.explain = explain
        self.begun: dict[LawSet, Begun | None] = {}
        """What clingo reads while the first cases of a law are laid out."""

    def answer(self, cases: Sequence[tuple[int, Case]]) -> Part:
        """Answer some cases: encode, group by law set and units, ground in batches."""
        diagnostics: list[Diagnostic] = []
        inputs: list[tuple[str, str]] = []
        laws: dict[LawSet, None] = {}
        jobs: dict[tuple[LawSet, tuple[str, ...]], list[_Job]] = {}
        free = 0
        for index, given in cases:
            case = canonical(given)
            inputs.append((case.path, digest(case)))
            if self.options.strict:
                case = only_determined(case, self.vocabulary)
            days, problems = law_days(case, self.options)
            diagnostics += problems
            for judged, projects in days.items():
                day = judged.day
                law = law_of(judged, self.options)
                if law not in self.begun:
                    self.begun[law] = begin(law)
                try:
                    dated = with_work(case, day)
                    item, free = encode(dated, self.vocabulary, free, day, self.options.assume)
                except RefusalError as refusal:
                    self.refused += [f"{case.path}: {project}: {refusal}" for project in projects]
                    continue
                law = law_of(judged, self.options)
                laws[law] = None
                jobs.setdefault((law, item.scale.constants), []).append(_Job(index, item, projects))
        for (law, _), entries in jobs.items():
            alone = self.explain is not None
            waiting: list[tuple[_Job, str, Waiting]] = []
            adding_up: AddingUp | None = None
            if self.options.all_readings and not self.options.reasons and not alone:
                from lexempt.solving.partly import AddingUp

                adding_up = AddingUp(law, self.base, self.vocabulary, self.watch)
            for chunk in [[job] for job in entries] if alone else _chunks(entries, law, self.options):
                with self._limited(chunk):
                    waiting += self._batch(chunk, law, adding_up)
            for at in range(0, len(waiting), _KNOWN_BATCH):
                some = waiting[at : at + _KNOWN_BATCH]
                with self._limited([job for job, _, _ in some]):
                    self._complete(some)
        return Part(self.answers, tuple(diagnostics), tuple(self.refused), tuple(inputs), tuple(laws))

    @contextmanager
    def _limited(self, jobs: Sequence[_Job]) -> Iterator[None]:
        """A piece of work on these within the time limit; what it does not answer is refused."""
        options = self.options
        if options.time_limit:
            self.watch.deadline = time.monotonic() + options.time_limit
        try:
            yield
        except StoppedError as stopped:
            if stopped.interrupted:
                raise KeyboardInterrupt from None
            self.refused += [
                f"{job.item.case.path}: {project}: the time limit of {options.time_limit:g} s was reached"
                for job in jobs
                for project in job.projects
                if (job.place, project) not in self.answers
            ]

    def _batch(
        self, chunk: Sequence[_Job], law: LawSet, adding_up: AddingUp | None
    ) -> list[tuple[_Job, str, Waiting]]:
        """Answer a batch; which answers still wait for what adds up."""
        options = self.options
        items = [job.item for job in chunk]
        switched = sorted({name for item in items for name in item.in_play}) if options.all_readings else []
        extra: tuple[str, ...] = (
            (load_law().explaining,) if options.reasons else _TELLING if options.all_readings else ()
        )
        if options.reasons or options.consequences:
            extra = (*extra, TELLING_CONSEQUENCES)
        begun, self.begun[law] = self.begun.get(law), None
        batch = Batch(items, law, self.base, switched, self.vocabulary, self.watch, extra, begun=begun)
        from lexempt.solving.judge import Judge  # not needed before clingo has grounded (see `meanwhile`)

        judge = Judge(batch, options, self.vocabulary, adding_up)
        for job in chunk:
            for project in job.projects:
                self.answers[job.place, project] = judge.project(job.item, project)
            if self.explain is not None:
                self.explain(job.place, job.item, [self.answers[job.place, p] for p in job.projects], judge)
        names = {job.item.ids["project", project]: (job, project) for job in chunk for project in job.projects}
        return [(*names[p], found) for p, found in (judge.waiting or {}).items()]

    def _complete(self, waiting: Sequence[tuple[_Job, str, Waiting]]) -> None:
        """Add the readings that change how much is to be replaced."""
        held = {(job.place, project): self.answers.pop((job.place, project)) for job, project, _ in waiting}
        for job, project, found in waiting:
            answer = held[job.place, project]
            more = found.partly.effects(found.asked, found.standing, found.exempt)
            if more:
                answer = answer._replace(readings=(*answer.readings, *more), under_all_readings="differs")
            self.answers[job.place, project] = answer


def check_cases(
    readings: Sequence[Reading],
    options: CheckOptions,
    asked_to_stop: Callable[[], bool] = lambda: False,
    explain: Explain | None = None,
    meanwhile: Callable[[], None] = lambda: None,
) -> CheckResult:
    """Answer every project of these files. With `explain` each case is grounded alone, and handed over with its answers.
    `meanwhile` is called whenever clingo begins to ground here: it leaves the interpreter to others.

    A file with errors gets none; its diagnostics come back with the others'. A case that cannot be decided exactly, or in
    time, is refused with the reason and the result is not complete. Raises ValueError for readings or profiles that the
    law does not have.
    """
    base = choices_of(options, load_vocabulary())
    cases = [(index, reading.case) for index, reading in enumerate(readings) if reading.case is not None]
    size = _AT_ONCE_WITH_READINGS if options.all_readings or options.reasons else _AT_ONCE
    parts = [cases[at : at + size] for at in range(0, len(cases), size)]
    if explain is None and len(parts) > 1:
        done = in_turn(answer_part, parts, options, asked_to_stop)
    else:
        done = [answer_part(part, options, asked_to_stop, explain, meanwhile) for part in parts]
    answers = {key: found for part in done for key, found in part.answers.items()}
    if options.reasons and options.assume:
        for place, name in [key for key, found in answers.items() if found.replacement_plan == "depends"]:
            case = readings[place].case
            if case is not None and not case.assumes:
                answers[place, name] = _also_ordinary(case, answers[place, name], options, asked_to_stop)
    ordered = tuple(answers[key] for key in sorted(answers))
    refused = tuple(reason for part in done for reason in part.refused)
    diagnostics = (*(d for r in readings for d in r.diagnostics), *(d for part in done for d in part.diagnostics))
    laws = tuple(law_used(law, base, options) for law in dict.fromkeys(law for part in done for law in part.laws))
    complete = not refused and all(project.paths.complete for project in ordered)
    inputs = tuple(entry for part in done for entry in part.inputs)
    return CheckResult(laws, ordered, diagnostics, complete, inputs, refused)


def answer_part(
    cases: Sequence[tuple[int, Case]],
    options: CheckOptions,
    asked_to_stop: Callable[[], bool],
    explain: Explain | None = None,
    meanwhile: Callable[[], None] = lambda: None,
) -> Part:
    """Answer a part of a call's cases, each with its place in the call. Raises KeyboardInterrupt when asked to stop."""
    with proposing(options.amendments):
        return _Run(options, load_vocabulary(), asked_to_stop, explain, meanwhile).answer(cases)


def _also_ordinary(
    case: Case, found: ProjectResult, options: CheckOptions, asked_to_stop: Callable[[], bool]
) -> ProjectResult:
    """The answer with what it would be if all that is not stated were ordinary."""
    ordinary = Reading(case._replace(assumes=((found.id, "ordinary"),)))
    only = options._replace(projects=(found.id,), all_readings=False)
    for project in check_cases([ordinary], only, asked_to_stop).projects:
        return found._replace(
            if_ordinary=IfOrdinary(project.replacement_plan, project.settles_plan, project.as_last_seen)
        )
    return found


def _chunks(entries: list[_Job], law: LawSet, options: CheckOptions) -> Iterator[list[_Job]]:
    """Batches: many cases with everything known together; one with open facts alone, because which of several facts that settle
    it are found first must not depend on its neighbours (and what is sure and possible grows with the batch). Where only the
    verdict is asked for, a few of them."""
    known = [job for job in entries if job.item.known and not law.unseen]
    if options.all_readings:
        known.sort(key=lambda job: (job.item.in_play, job.place))
    size = _READINGS_BATCH if options.all_readings or options.reasons else _KNOWN_BATCH
    for at in range(0, len(known), size):
        yield known[at : at + size]
    rest = [job for job in entries if not (job.item.known and not law.unseen)]
    size = 1 if options.all_readings or options.reasons else _OPEN_BATCH
    for at in range(0, len(rest), size):
        yield rest[at : at + size]
