"""From read case files to answers: lay out, ground in batches, solve, and put the answers together (DESIGN section 6)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date

from lexempt.case import Case, Diagnostic, Known, Loss, Reading, Statement, Value
from lexempt.law.program import effective_acts, load_law
from lexempt.law.vocabulary import Vocabulary, load_vocabulary
from lexempt.result import CheckResult, LawUsed, ProjectResult
from lexempt.solving.atoms import encode
from lexempt.solving.batch import Batch, LawSet, law_set, unknown_values
from lexempt.solving.draft import CaseAtoms
from lexempt.solving.engine import StoppedError, Watch
from lexempt.solving.judge import Judge
from lexempt.solving.numbers import RefusalError
from lexempt.solving.options import CheckOptions

_KNOWN_BATCH = 1000
_READINGS_BATCH = 100
_OPEN_BATCH = 12


def check_cases(
    readings: Sequence[Reading], options: CheckOptions, asked_to_stop: Callable[[], bool] = lambda: False
) -> CheckResult:
    """Answer every project of these files.

    A file with errors gets none; its diagnostics come back with the others'. A case that cannot be decided exactly, or in
    time, is refused with the reason and the result is not complete. Raises ValueError for readings or profiles that the
    law does not have.
    """
    vocabulary = load_vocabulary()
    base = choices_of(options, vocabulary)
    watch = Watch(time.monotonic() + options.time_limit if options.time_limit else None, asked_to_stop)
    diagnostics = [d for reading in readings for d in reading.diagnostics]
    answers: dict[tuple[int, str], ProjectResult] = {}
    jobs: dict[tuple[LawSet, tuple[str, ...]], list[tuple[int, CaseAtoms, tuple[str, ...]]]] = {}
    refused: list[str] = []
    inputs: list[tuple[str, str]] = []
    start = 0
    for index, reading in enumerate(readings):
        if reading.case is None:
            continue
        case = canonical(reading.case)
        inputs.append((case.path, _digest(case)))
        days, problems = _days(case, options)
        diagnostics += problems
        for day, projects in days.items():
            try:
                dated = _with_work(case, day)
                item, start = encode(dated, vocabulary, start, day, options.assume)
            except RefusalError as refusal:
                refused += [f"{case.path}: {project}: {refusal}" for project in projects]
                continue
            law = law_set(_number(day), options.repealed)
            jobs.setdefault((law._replace(on=_first_day(law)), item.scale.constants), []).append(
                (index, item, projects)
            )
    complete = not refused
    try:
        for (law, _), entries in jobs.items():
            for chunk in _chunks(entries, law, options):
                batch_answers = _answer(chunk, law, base, options, vocabulary, watch)
                answers.update(batch_answers)
    except StoppedError as stopped:
        if stopped.interrupted:
            raise KeyboardInterrupt from None
        complete = False
        for (_, _), entries in jobs.items():
            for index, item, projects in entries:
                refused += [
                    f"{item.case.path}: {project}: the time limit of {options.time_limit:g} s was reached"
                    for project in projects
                    if (index, project) not in answers
                ]
    ordered = [answers[key] for key in sorted(answers, key=lambda key: (key[0], key[1]))]
    if any(not p.paths.complete for p in ordered):
        complete = False
    laws = tuple(_law_used(law, base, options) for law in dict.fromkeys(law for law, _ in jobs))
    return CheckResult(laws, tuple(ordered), tuple(diagnostics), complete, tuple(inputs), tuple(refused))


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
    from hashlib import blake2b  # takes long to import

    hasher = blake2b(digest_size=12)
    for thing in case.things:
        hasher.update(repr((thing.entity, thing.id, thing.links)).encode())
    for s in case.statements:
        hasher.update(repr((s.thing, s.attribute, s.key, _text(s.value), s.source)).encode())
    hasher.update(repr((case.assumes, [(c.project, c.provision, c.impact, c.source) for c in case.claims])).encode())
    return hasher.hexdigest()


def _number(day: date) -> int:
    return day.year * 10000 + day.month * 100 + day.day


def _first_day(law: LawSet) -> int:
    """A day that stands for all days with these acts, so that cases of different days share a grounding."""
    starts = {act.id: act.start for act in load_law().acts}
    return max((starts[a] for a in law.acts), default=law.on)


def _days(case: Case, options: CheckOptions) -> tuple[dict[date, tuple[str, ...]], list[Diagnostic]]:
    """Which day's law each project is judged by."""
    found: dict[date, list[str]] = {}
    problems: list[Diagnostic] = []
    work = {s.thing: s for s in case.statements if s.attribute == "work"}
    for project in case.of("project"):
        if options.projects and project.id not in options.projects:
            continue
        stated = work.get(project.id)
        day = options.on
        if day is None and stated is not None:
            value = getattr(stated.value, "values", ())
            day = value[0] if value and isinstance(value[0], date) else None
        if day is None:
            message = f"no day tells which law `{project.id}` is judged by"
            problems.append(
                Diagnostic(
                    "E301",
                    message,
                    project.span,
                    f"a line `work: 2018-06-01`, or `--on DATE`; {_wordings()}",
                    "write the day of the work",
                    path=case.path,
                )
            )
        elif not effective_acts(_number(day)):
            message = f"the law of {day.isoformat()} is not known"
            span = stated.span if stated is not None and options.on is None else project.span
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
    """The case with the law's day as day of the work of each project that states no one day."""
    stated = {s.thing for s in case.statements if s.attribute == "work" and isinstance(s.value, Known)}
    missing = [p for p in case.of("project") if p.id not in stated]
    if not missing:
        return case
    others = tuple(s for s in case.statements if s.attribute != "work" or s.thing in stated)
    added = tuple(Statement(p.id, "work", Known((day,)), p.span, text=day.isoformat()) for p in missing)
    return case._replace(statements=(*others, *added))


def _chunks(
    entries: list[tuple[int, CaseAtoms, tuple[str, ...]]], law: LawSet, options: CheckOptions
) -> Iterator[list[tuple[int, CaseAtoms, tuple[str, ...]]]]:
    known = [e for e in entries if e[1].known and not law.unseen]
    rest = [e for e in entries if not (e[1].known and not law.unseen)]
    if options.all_readings:
        known.sort(key=lambda e: (e[1].in_play, e[0]))
        rest.sort(key=lambda e: (e[1].in_play, e[0]))
    size = _READINGS_BATCH if options.all_readings or options.reasons else _KNOWN_BATCH
    for group, limit in ((known, size), (rest, _OPEN_BATCH)):
        for at in range(0, len(group), limit):
            yield group[at : at + limit]


def _answer(
    chunk: list[tuple[int, CaseAtoms, tuple[str, ...]]],
    law: LawSet,
    base: Mapping[str, str],
    options: CheckOptions,
    vocabulary: Vocabulary,
    watch: Watch,
) -> dict[tuple[int, str], ProjectResult]:
    items = [item for _, item, _ in chunk]
    switched = sorted({name for item in items for name in item.in_play}) if options.all_readings else []
    extra = (load_law().explaining,) if options.reasons else ()
    batch = Batch(items, law, base, switched, vocabulary, watch, extra)
    judge = Judge(batch, options, vocabulary)
    return {(index, project): judge.project(item, project) for index, item, projects in chunk for project in projects}


def _law_used(law: LawSet, base: Mapping[str, str], options: CheckOptions) -> LawUsed:
    titles = {act.id: act.title for act in load_law().acts}
    unseen = tuple(f"{provision}.{name}" for provision, name, act in unknown_values() if act in law.acts)
    day = date(law.on // 10000, law.on // 100 % 100, law.on % 100)
    return LawUsed(
        options.on or day, tuple((a, titles[a]) for a in law.acts), options.readings, options.profile, unseen
    )
