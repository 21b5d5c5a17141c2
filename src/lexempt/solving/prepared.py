"""A case made ready to be answered: in a fixed order, on the day whose law it is judged by, under one choice of each reading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from lexempt.case import Case, Diagnostic, Known, Loss, Scalar, Statement, Value
from lexempt.law.adopted import Adopted
from lexempt.law.program import effective_acts, load_law
from lexempt.law.vocabulary import Vocabulary
from lexempt.records import NamedTuple
from lexempt.result import LawUsed
from lexempt.solving.batch import LawSet, law_set, unknown_values
from lexempt.solving.draft import day_number
from lexempt.solving.options import CheckOptions


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


def digest(case: Case) -> str:
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


def first_day(law: LawSet, amendments: Sequence[Adopted] = ()) -> int:
    """A day that stands for all days with these acts and amendments, so that cases of different days share a grounding."""
    starts = {act.id: act.start for act in load_law().acts}
    ends = [amendment.end for amendment in amendments if amendment.end <= law.on]
    return max((*(starts[a] for a in law.acts), *ends), default=law.on)


class Judged(NamedTuple):
    """What a project is judged by: the law of a day, without the amendments (names) that do not apply to it."""

    day: date
    without: tuple[str, ...] = ()


def judged_by(case: Case, project: str, day: date, options: CheckOptions) -> Judged:
    """The law of a day as it governs a project."""
    return Judged(day, _not_applying(case, project, day, options))


def _not_applying(case: Case, project: str, day: date, options: CheckOptions) -> tuple[str, ...]:
    """The amendments whose transition rule leaves a project out, by the day it states, else by that of the law."""
    found = []
    for amendment in options.amendments if options.transitions else ():
        if amendment.applies is None:
            continue
        attribute, before, bound = amendment.applies
        stated = {
            value
            for s in case.statements
            if s.thing == project and s.attribute == attribute
            for value in getattr(s.value, "values", ())
        }
        own = next(iter(stated)) if len(stated) == 1 else day
        if isinstance(own, date) and (day_number(own) < bound) != before:
            found.append(amendment.name)
    return tuple(found)


def law_days(case: Case, options: CheckOptions) -> tuple[dict[Judged, tuple[str, ...]], list[Diagnostic]]:
    """Which law each project is judged by."""
    found: dict[Judged, list[str]] = {}
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
                    "write one day, or run it once for each day it may be, with `--on DATE`"
                    if stated
                    else "write the day of the work",
                    path=case.path,
                )
            )
        elif not effective_acts(day_number(day)):
            message = f"the law of {day.isoformat()} is not known"
            span = stated[0].span if stated and options.on is None else project.span
            problems.append(
                Diagnostic(
                    "E302",
                    message,
                    span,
                    _wordings(),
                    "that law is not here: what it says of this work cannot be answered (`--on DATE` asks another law)",
                    path=case.path,
                )
            )
        else:
            found.setdefault(judged_by(case, project.id, day, options), []).append(project.id)
    return {judged: tuple(projects) for judged, projects in found.items()}, problems


def _wordings() -> str:
    acts = sorted(load_law().acts, key=lambda act: act.start)
    text = ", ".join(f"since {str(a.start)[:4]}-{str(a.start)[4:6]}-{str(a.start)[6:]} ({a.title})" for a in acts)
    return f"the wordings known: {text}"


def with_work(case: Case, day: date) -> Case:
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


def law_of(judged: Judged, options: CheckOptions) -> LawSet:
    """The law set that projects are judged by, by the day that stands for all with the same acts and amendments."""
    amendments = tuple(a for a in options.amendments if a.name not in judged.without)
    law = law_set(day_number(judged.day), options.repealed, amendments)
    return law._replace(on=first_day(law, amendments))


def law_used(law: LawSet, base: Mapping[str, str], options: CheckOptions) -> LawUsed:
    titles = {act.id: act.title for act in load_law().acts}
    unseen = tuple(f"{provision}.{name}" for provision, name in law.unseen_numbers)
    acts_unseen = {act for _, _, act in unknown_values()}
    day = date(law.on // 10000, law.on // 100 % 100, law.on % 100)
    return LawUsed(
        options.on or day,
        tuple((a, titles[a]) for a in law.acts),
        options.readings,
        options.profile,
        unseen,
        tuple(amendment.name for amendment in law.adopted),
        tuple({p: number for amendment in law.adopted for p, number in amendment.cites}.items()),
        (*(titles[a] for a in law.acts if a in acts_unseen), *(a.name for a in law.adopted if a.unseen)),
    )
