"""From read case files to answers: lay out, ground in batches, solve, and put the answers together (DESIGN section 6)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import TypeAlias

from lexempt.case import Case, Diagnostic, Known, Loss, Reading, Scalar, Statement, Value
from lexempt.law.adopted import Adopted
from lexempt.law.program import effective_acts, load_law
from lexempt.law.vocabulary import Vocabulary, load_vocabulary
from lexempt.records import NamedTuple
from lexempt.result import CheckResult, IfOrdinary, LawUsed, ProjectResult
from lexempt.solving.atoms import encode
from lexempt.solving.batch import Batch, LawSet, law_set, unknown_values
from lexempt.solving.determined import only_determined
from lexempt.solving.draft import CaseAtoms, proposing
from lexempt.solving.engine import StoppedError, Watch
from lexempt.solving.judge import Judge
from lexempt.solving.numbers import RefusalError
from lexempt.solving.options import CheckOptions
from lexempt.solving.workers import in_turn

_KNOWN_BATCH = 500
_READINGS_BATCH = 12
_TELLING = ("telling_conflicts.",)
_AT_ONCE = 500
_AT_ONCE_WITH_READINGS = 64
"""How many cases are held as atoms at a time, so that memory does not grow with their number: a part of the work, which one
process does. Parts do not depend on how many processes there are, and neither do answers."""


class _Job(NamedTuple):
    """A case to answer: its place in the call, its atoms, the projects asked for."""

    place: int
    item: CaseAtoms
    projects: tuple[str, ...]


Explain: TypeAlias = Callable[[int, CaseAtoms, Sequence[ProjectResult], Judge], None]
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

    def __init__(self, options: CheckOptions, vocabulary: Vocabulary, asked_to_stop: Callable[[], bool]) -> None:
        self.options, self.vocabulary = options, vocabulary
        self.base = choices_of(options, vocabulary)
        self.watch = Watch(None, asked_to_stop)
        self.answers: dict[tuple[int, str], ProjectResult] = {}
        self.refused: list[str] = []
        self.explain: Explain | None = None

    def answer(self, cases: Sequence[tuple[int, Case]]) -> Part:
        """Answer some cases: encode, group by law set and units, ground in batches."""
        diagnostics: list[Diagnostic] = []
        inputs: list[tuple[str, str]] = []
        laws: dict[LawSet, None] = {}
        jobs: dict[tuple[LawSet, tuple[str, ...]], list[_Job]] = {}
        free = 0
        for index, given in cases:
            case = canonical(given)
            inputs.append((case.path, _digest(case)))
            if self.options.strict:
                case = only_determined(case, self.vocabulary)
            days, problems = _days(case, self.options)
            diagnostics += problems
            for day, projects in days.items():
                try:
                    dated = _with_work(case, day)
                    item, free = encode(dated, self.vocabulary, free, day, self.options.assume)
                except RefusalError as refusal:
                    self.refused += [f"{case.path}: {project}: {refusal}" for project in projects]
                    continue
                law = law_set(_number(day), self.options.repealed, self.options.amendments)
                law = law._replace(on=_first_day(law, self.options.amendments))
                laws[law] = None
                jobs.setdefault((law, item.scale.constants), []).append(_Job(index, item, projects))
        for (law, _), entries in jobs.items():
            alone = self.explain is not None
            for chunk in [[job] for job in entries] if alone else _chunks(entries, law, self.options):
                self._batch(chunk, law)
        return Part(self.answers, tuple(diagnostics), tuple(self.refused), tuple(inputs), tuple(laws))

    def _batch(self, chunk: Sequence[_Job], law: LawSet) -> None:
        options = self.options
        if options.time_limit:
            self.watch.deadline = time.monotonic() + options.time_limit
        try:
            items = [job.item for job in chunk]
            switched = sorted({name for item in items for name in item.in_play}) if options.all_readings else []
            extra = (load_law().explaining,) if options.reasons else _TELLING if options.all_readings else ()
            batch = Batch(items, law, self.base, switched, self.vocabulary, self.watch, extra)
            judge = Judge(batch, options, self.vocabulary)
            for job in chunk:
                for project in job.projects:
                    self.answers[job.place, project] = judge.project(job.item, project)
                if self.explain is not None:
                    self.explain(job.place, job.item, [self.answers[job.place, p] for p in job.projects], judge)
        except StoppedError as stopped:
            if stopped.interrupted:
                raise KeyboardInterrupt from None
            self.refused += [
                f"{job.item.case.path}: {project}: the time limit of {options.time_limit:g} s was reached"
                for job in chunk
                for project in job.projects
                if (job.place, project) not in self.answers
            ]


def check_cases(
    readings: Sequence[Reading],
    options: CheckOptions,
    asked_to_stop: Callable[[], bool] = lambda: False,
    explain: Explain | None = None,
) -> CheckResult:
    """Answer every project of these files. With `explain` each case is grounded alone, and handed over with its answers.

    A file with errors gets none; its diagnostics come back with the others'. A case that cannot be decided exactly, or in
    time, is refused with the reason and the result is not complete. Raises ValueError for readings or profiles that the
    law does not have.
    """
    base = choices_of(options, load_vocabulary())
    cases = [(index, reading.case) for index, reading in enumerate(readings) if reading.case is not None]
    size = _AT_ONCE_WITH_READINGS if options.all_readings or options.reasons else _AT_ONCE
    parts = [cases[at : at + size] for at in range(0, len(cases), size)]
    if explain is None:
        done = in_turn(answer_part, parts, options, asked_to_stop)
    else:
        done = [_explained(part, options, asked_to_stop, explain) for part in parts]
    answers = {key: found for part in done for key, found in part.answers.items()}
    if options.reasons and options.assume:
        for place, name in [key for key, found in answers.items() if found.replacement_plan == "depends"]:
            case = readings[place].case
            if case is not None and not case.assumes:
                answers[place, name] = _also_ordinary(case, answers[place, name], options, asked_to_stop)
    ordered = tuple(answers[key] for key in sorted(answers))
    refused = tuple(reason for part in done for reason in part.refused)
    diagnostics = (*(d for r in readings for d in r.diagnostics), *(d for part in done for d in part.diagnostics))
    laws = tuple(_law_used(law, base, options) for law in dict.fromkeys(law for part in done for law in part.laws))
    complete = not refused and all(project.paths.complete for project in ordered)
    inputs = tuple(entry for part in done for entry in part.inputs)
    return CheckResult(laws, ordered, diagnostics, complete, inputs, refused)


def answer_part(cases: Sequence[tuple[int, Case]], options: CheckOptions, asked_to_stop: Callable[[], bool]) -> Part:
    """Answer a part of a call's cases, each with its place in the call. Raises KeyboardInterrupt when asked to stop."""
    with proposing(options.amendments):
        return _Run(options, load_vocabulary(), asked_to_stop).answer(cases)


def _explained(
    cases: Sequence[tuple[int, Case]], options: CheckOptions, asked_to_stop: Callable[[], bool], explain: Explain
) -> Part:
    run = _Run(options, load_vocabulary(), asked_to_stop)
    run.explain = explain
    with proposing(options.amendments):
        return run.answer(cases)


def _also_ordinary(
    case: Case, found: ProjectResult, options: CheckOptions, asked_to_stop: Callable[[], bool]
) -> ProjectResult:
    """The answer with what it would be if all that is not stated were ordinary."""
    ordinary = Reading(case._replace(assumes=((found.id, "ordinary"),)))
    only = options._replace(projects=(found.id,), all_readings=False)
    for project in check_cases([ordinary], only, asked_to_stop).projects:
        return found._replace(if_ordinary=IfOrdinary(project.replacement_plan, project.settles_plan))
    return found


def choices_of(options: CheckOptions, vocabulary: Vocabulary) -> dict[str, str]:
    """The choice of every reading under these options. Raises ValueError for one the law does not have."""
    profiles = {"statute"} | {p for r in vocabulary.readings.values() for p in r.profiles}
    if options.profile not in profiles:
        raise ValueError(f"unknown profile `{options.profile}`; profiles: {', '.join(sorted(profiles))}")
    chosen = {name: r.profiles.get(options.profile, r.default) for name, r in vocabulary.readings.items()}
    for name, choice in options.readings:
        if name not in chosen:
            raise ValueError(f"unknown reading `{name}`")
        if choice not in vocabulary.readings[name].choices:
            known = ", ".join(vocabulary.readings[name].choices)
            raise ValueError(f"reading `{name}` has no choice `{choice}`; choices: {known}")
        chosen[name] = choice
    return chosen


def canonical(case: Case) -> Case:
    """The case with its things and statements in a fixed order, so that the order of lines changes nothing."""
    return case._replace(
        things=tuple(sorted(case.things, key=lambda t: (t.entity, t.id))),
        statements=tuple(
            sorted(case.statements, key=lambda s: (s.thing, s.attribute, str(s.key), _text(s.value), repr(s.source)))
        ),
        assumes=tuple(sorted(case.assumes)),
        claims=tuple(sorted(case.claims, key=lambda c: (c.project, c.provision, c.impact or ""))),
    )


def _text(value: Value) -> str:
    """A value as text, the same under every hash seed."""
    if isinstance(value, Known):
        return repr([(v.area, v.on, sorted(v.flags), v.most) if isinstance(v, Loss) else v for v in value.values])
    return repr(value)


def _digest(case: Case) -> str:
    try:
        from _blake2 import blake2b  # what `hashlib` gives, which loads all of OpenSSL beside it
    except ImportError:
        from hashlib import blake2b

    hasher = blake2b(digest_size=12)
    for thing in case.things:
        hasher.update(repr((thing.entity, thing.id, thing.links)).encode())
    for s in case.statements:
        hasher.update(repr((s.thing, s.attribute, s.key, _text(s.value), s.source)).encode())
    hasher.update(repr((case.assumes, [(c.project, c.provision, c.impact, c.source) for c in case.claims])).encode())
    return hasher.hexdigest()


def _number(day: date) -> int:
    return day.year * 10000 + day.month * 100 + day.day


def _first_day(law: LawSet, amendments: Sequence[Adopted] = ()) -> int:
    """A day that stands for all days with these acts and amendments, so that cases of different days share a grounding."""
    starts = {act.id: act.start for act in load_law().acts}
    ends = [amendment.end for amendment in amendments if amendment.end <= law.on]
    return max((*(starts[a] for a in law.acts), *ends), default=law.on)


def _days(case: Case, options: CheckOptions) -> tuple[dict[date, tuple[str, ...]], list[Diagnostic]]:
    """Which day's law each project is judged by."""
    found: dict[date, list[str]] = {}
    problems: list[Diagnostic] = []
    work: dict[str, list[Statement]] = {}
    for statement in case.statements:
        if statement.attribute == "work":
            work.setdefault(statement.thing, []).append(statement)
    for project in case.of("project"):
        if options.projects and project.id not in options.projects:
            continue
        stated = work.get(project.id, [])
        values = {v for s in stated for v in getattr(s.value, "values", (None,))}
        day = options.on
        if day is None and len(values) == 1:
            value = values.pop()
            day = value if isinstance(value, date) else None
        if day is None:
            message = f"no one day tells which law `{project.id}` is judged by"
            problems.append(
                Diagnostic(
                    "E301",
                    message,
                    stated[0].span if stated else project.span,
                    f"a line `work: 2018-06-01`, or `--on DATE`; {_wordings()}",
                    "run it once for each day it may be, with `--on DATE`" if stated else "write the day of the work",
                    path=case.path,
                )
            )
        elif not effective_acts(_number(day)):
            message = f"the law of {day.isoformat()} is not known"
            span = stated[0].span if stated and options.on is None else project.span
            problems.append(
                Diagnostic(
                    "E302",
                    message,
                    span,
                    _wordings(),
                    "choose a day whose law is known with `--on DATE`",
                    path=case.path,
                )
            )
        else:
            found.setdefault(day, []).append(project.id)
    return {day: tuple(projects) for day, projects in found.items()}, problems


def _wordings() -> str:
    acts = sorted(load_law().acts, key=lambda act: act.start)
    text = ", ".join(f"since {str(a.start)[:4]}-{str(a.start)[4:6]}-{str(a.start)[6:]} ({a.title})" for a in acts)
    return f"the wordings known: {text}"


def _with_work(case: Case, day: date) -> Case:
    """The case with the law's day as day of the work of each project that does not state one day."""
    days: dict[str, set[Scalar | Loss]] = {}
    for s in case.statements:
        if s.attribute == "work" and isinstance(s.value, Known):
            days.setdefault(s.thing, set()).update(s.value.values)
    stated = {thing for thing, values in days.items() if len(values) == 1}
    missing = [p for p in case.of("project") if p.id not in stated]
    if not missing:
        return case
    others = tuple(s for s in case.statements if s.attribute != "work" or s.thing in stated)
    added = tuple(Statement(p.id, "work", Known((day,)), p.span, text=day.isoformat()) for p in missing)
    return case._replace(statements=(*others, *added))


def _chunks(entries: list[_Job], law: LawSet, options: CheckOptions) -> Iterator[list[_Job]]:
    """Batches: many cases with everything known together; one with open facts alone, because which of several facts that settle
    it are found first must not depend on its neighbours (and what is sure and possible grows with the batch)."""
    known = [job for job in entries if job.item.known and not law.unseen]
    if options.all_readings:
        known.sort(key=lambda job: (job.item.in_play, job.place))
    size = _READINGS_BATCH if options.all_readings or options.reasons else _KNOWN_BATCH
    for at in range(0, len(known), size):
        yield known[at : at + size]
    for job in entries:
        if not (job.item.known and not law.unseen):
            yield [job]


def _law_used(law: LawSet, base: Mapping[str, str], options: CheckOptions) -> LawUsed:
    titles = {act.id: act.title for act in load_law().acts}
    unseen = tuple(f"{provision}.{name}" for provision, name, act in unknown_values() if act in law.acts)
    day = date(law.on // 10000, law.on // 100 % 100, law.on % 100)
    return LawUsed(
        options.on or day,
        tuple((a, titles[a]) for a in law.acts),
        options.readings,
        options.profile,
        unseen,
        tuple(amendment.name for amendment in law.adopted),
    )
