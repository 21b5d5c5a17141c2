"""From a case to what is still to be asked of its projects: verdict, questions in order, what cannot matter and why."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import date

from lexempt.agenda import About, Agenda, Answer, Idle, Joint, Question
from lexempt.case import Case, Diagnostic, Known, Reading
from lexempt.law.derivations import concerns
from lexempt.law.vocabulary import Vocabulary, load_vocabulary
from lexempt.records import NamedTuple
from lexempt.result import CheckResult, FactValue, Plan, ReadingEffect, Settling, Truth
from lexempt.solving.atoms import encode
from lexempt.solving.batch import Batch, LawSet
from lexempt.solving.determined import only_determined
from lexempt.solving.draft import CaseAtoms, Open, proposing
from lexempt.solving.effects import plan_of
from lexempt.solving.engine import Answer as Atoms
from lexempt.solving.engine import StoppedError, Watch
from lexempt.solving.findings import Findings, telling
from lexempt.solving.idle import Idleness
from lexempt.solving.inquiry import Group, Inquiry, Step, shown
from lexempt.solving.matter import Twin
from lexempt.solving.numbers import RefusalError
from lexempt.solving.options import CheckOptions
from lexempt.solving.prepared import canonical, choices_of, digest, judged_by, law_days, law_of, law_used, with_work
from lexempt.solving.ranges import OWN, UP_TO_NEXT, day_words, edge, gap_words, of_days, value_of, words_of
from lexempt.solving.readings import under_readings
from lexempt.solving.scene import beside
from lexempt.solving.settling import fact_value
from lexempt.solving.words import listing, settled_words
from lexempt.solving.years import joint_questions

GOALS: tuple[tuple[About, str], ...] = (("plan", "plan_not_required"), ("prohibited", "prohibited"))
"""What is asked about, in this order, and the predicate of a project that says so."""
_TOGETHER = ("owners", "several")
"""What a reading concerns that says whether those who own a portion together are taken together."""
_PARTED = 5
"""Of so many questions the open ranges are parted where they do different things."""


class Asked(NamedTuple):
    """The agendas of one call, and the rest of what a result carries (its projects are left empty)."""

    agendas: tuple[Agenda, ...]
    result: CheckResult


class Scope(NamedTuple):
    """One project of one grounded case."""

    batch: Batch
    item: CaseAtoms
    project: str
    ours: str
    vocabulary: Vocabulary
    as_last_seen: bool
    twin: Twin | None
    """None where nothing is open."""
    matter: tuple[Open, ...]
    idle: tuple[Open, ...]
    """The open facts that can matter for a goal, and those that cannot."""

    def inquiry(self, predicate: str) -> Inquiry:
        """What is to be asked about one predicate of the project."""
        names = {found.name for found in self.idle}
        atom = f"{predicate}({self.ours})"
        return Inquiry(self.batch, self.item, atom, self.vocabulary, names, self.as_last_seen)

    def plan(self) -> Plan:
        """Whether a replacement plan is required."""
        return plan_of(self.batch.truth_with(f"plan_not_required({self.ours})", self.batch.base))

    def as_seen(self) -> Plan | None:
        """Where wordings of the law have not been seen: whether a plan is required if all of them are as last seen."""
        if not self.as_last_seen:
            return None
        return plan_of(self.batch.truth_with(f"plan_not_required({self.ours})", self.base))

    def prohibited(self) -> Truth:
        """Whether the work is prohibited."""
        return self.batch.truth_with(f"prohibited({self.ours})", self.batch.base)

    @property
    def base(self) -> list[int]:
        """What is assumed of readings, disputes and the law."""
        seen = [law.literals[0] for law in self.batch.law_opens] if self.as_last_seen else []
        return [*self.batch.base, *seen]


def ask_cases(
    readings: Sequence[Reading], options: CheckOptions, asked_to_stop: Callable[[], bool] = lambda: False
) -> Asked:
    """What is still to be asked of every project of these files.

    Files with errors get none. Raises ValueError for readings or profiles that the law does not have.
    """
    vocabulary = load_vocabulary()
    base = choices_of(options, vocabulary)
    diagnostics = [d for reading in readings for d in reading.diagnostics]
    agendas: list[Agenda] = []
    refused: list[str] = []
    inputs: list[tuple[str, str]] = []
    laws: dict[LawSet, None] = {}
    for reading in readings:
        if reading.case is None:
            continue
        case = canonical(reading.case)
        inputs.append((case.path, digest(case)))
        days, problems = law_days(case, options)
        if options.strict:
            case = only_determined(case, vocabulary)
        diagnostics += problems
        for judged, projects in days.items():
            day = judged.day
            laws[law_of(judged, options)] = None
            for project in projects:
                try:
                    limit = time.monotonic() + options.time_limit if options.time_limit else None
                    watch = Watch(limit, asked_to_stop)
                    agendas.append(agenda_of(case, project, day, options, vocabulary, base, watch))
                except RefusalError as refusal:
                    refused.append(f"{case.path}: {project}: {refusal}")
                except StoppedError as stopped:
                    if stopped.interrupted:
                        raise KeyboardInterrupt from None
                    refused.append(f"{case.path}: {project}: the time limit of {options.time_limit:g} s was reached")
    used = tuple(law_used(law, base, options) for law in laws)
    return Asked(tuple(agendas), CheckResult(used, (), tuple(diagnostics), not refused, tuple(inputs), tuple(refused)))


def day_of(case: Case, project: str, options: CheckOptions) -> date | Diagnostic:
    """The day whose law a project is judged by, or why there is none."""
    days, problems = law_days(case, options._replace(projects=(project,)))
    return next((judged.day for judged in days), None) or problems[0]


def scope_of(
    case: Case,
    project: str,
    day: date,
    options: CheckOptions,
    vocabulary: Vocabulary,
    base: dict[str, str],
    watch: Watch,
) -> Scope:
    """The case grounded for one project's questions. Raises RefusalError, StoppedError."""
    with proposing(options.amendments):
        item, _ = encode(with_work(case, day), vocabulary, 0, day, options.assume)
    ours, law = item.ids["project", project], law_of(judged_by(case, project, day, options), options)
    twin, opens = None, [found for found in item.opens if found.base is None]
    idle: list[Open] = []
    if opens:
        predicates = tuple(predicate for _, predicate in GOALS)
        # What has not been seen of the law is nobody's to answer: the questions are those under the law as last seen.
        twin = Twin(item, law, base, vocabulary, watch, predicates, ours, law.unseen)
        idle = twin.idle(opens)
    matter = tuple(found for found in opens if found not in idle)
    batch = Batch([item], law, base, (), vocabulary, watch, shown(matter))
    return Scope(batch, item, project, ours, vocabulary, law.unseen, twin, matter, tuple(idle))


class Standing(NamedTuple):
    """Where the questions about a project stand: the verdict, the question to ask first, how many can follow."""

    plan: Plan
    prohibited: Truth
    as_last_seen: Plan | None
    question: Question | None
    most: int
    open: tuple[str, ...]
    """Titles of the facts that can still matter."""


def standing_of(
    case: Case,
    project: str,
    day: date,
    options: CheckOptions,
    vocabulary: Vocabulary,
    base: dict[str, str],
    watch: Watch,
    asked: Collection[str] = (),
) -> Standing:
    """The first question that was not asked yet. Raises RefusalError, StoppedError."""
    scope = scope_of(canonical(case), project, day, options, vocabulary, base, watch)
    names = {found.name: fact_value(found, "", vocabulary) for found in scope.matter}
    skipped = {name for name, view in names.items() if view.fact in asked}
    question = None
    for about, predicate in GOALS:
        inquiry = scope.inquiry(predicate)
        if question is None and inquiry.open:
            step = next(inquiry.line(skipped, 1), None) or inquiry.any_of(names.keys() - skipped)
            question = question_of(scope, inquiry, about, step) if step is not None else None
    return Standing(
        plan=scope.plan(),
        prohibited=scope.prohibited(),
        as_last_seen=scope.as_seen(),
        question=question,
        most=len(names.keys() - skipped),
        open=tuple(sorted({view.title for view in names.values()})),
    )


def agenda_of(
    case: Case,
    project: str,
    day: date,
    options: CheckOptions,
    vocabulary: Vocabulary,
    base: dict[str, str],
    watch: Watch,
) -> Agenda:
    """What is still to be asked of one project."""
    assumed = None
    beyond: tuple[FactValue, ...] = ()
    scope = scope_of(case, project, day, options, vocabulary, base, watch)
    if options.assume and not case.assumes and scope.item.opens:
        assumed = next(iter(vocabulary.assumption_sets()), None)
        if assumed is not None:
            bare = scope
            case = case._replace(assumes=((project, assumed),))
            scope = scope_of(case, project, day, options, vocabulary, base, watch)
            known = {found.name for found in scope.item.opens}
            beyond = tuple(fact_value(f, "", vocabulary) for f in bare.matter if f.name not in known)
    questions: list[Question] = []
    joint: list[Joint] = []
    names: set[str] = set()
    for about, predicate in GOALS:
        inquiry = scope.inquiry(predicate)
        if inquiry.open:
            asked = len(questions)
            steps: list[Step] = []
            for step in inquiry.line(names):
                steps.append(step)
                questions.append(question_of(scope, inquiry, about, step, len(questions) < _PARTED))
                names.add(step.fact.name)
            joint += joint_questions(inquiry, steps, questions[asked:], asked)
            left = {found.name for found in scope.matter} - names
            if len(questions) == asked and (first := inquiry.any_of(left)) is not None:
                questions.append(question_of(scope, inquiry, about, first, len(questions) < _PARTED))
                names.add(first.fact.name)
    effects, decide = under_readings(scope.item, scope.batch, scope.ours, base, vocabulary)
    why = Idleness(scope.batch, scope.item, project, scope.base, scope.twin)
    plan = scope.inquiry("plan_not_required")
    findings = Findings(scope.batch, Atoms(), Atoms(), vocabulary)
    disputed = findings.disputes(scope.item, scope.ours)
    settles = plan.settler.settling(plan.target) if plan.open and plan.target is not None else Settling()
    return Agenda(
        id=project,
        title=next(t.title for t in case.things if t.entity == "project" and t.id == project),
        path=case.path,
        law_on=day,
        replacement_plan=scope.plan(),
        prohibited=scope.prohibited(),
        questions=tuple(questions),
        joint=tuple(joint),
        later=_listed(scope, [found for found in scope.matter if found.name not in names]),
        idle=tuple(
            sorted(
                (
                    *(
                        Idle(view.fact, view.title, why.reason(f))
                        for f in scope.idle
                        for view in (fact_value(f, "", vocabulary),)
                        if view.title not in telling(disputed)
                    ),
                    *_joint_owners(scope, base, effects),
                ),
                key=lambda i: i.title,
            )
        ),
        settles_plan=settles,
        disputed=disputed,
        asserted=findings.asserted(scope.item, beside(scope.item.case, scope.item.scene, project)),
        readings=effects,
        same_readings=tuple(n for n in scope.item.in_play if all(n != name for e in effects for name, _ in e.choices)),
        readings_decide=decide,
        strict=options.strict,
        amendments=tuple(amendment.name for amendment in scope.batch.law.adopted),
        as_last_seen=scope.as_seen(),
        assumed=assumed,
        in_words=findings.in_words(scope.item),
        extent_readings=_of_extent(scope),
        beyond=tuple(sorted(beyond, key=lambda v: v.title)),
    )


def _joint_owners(scope: Scope, base: dict[str, str], effects: Sequence[ReadingEffect]) -> Iterator[Idle]:
    """That it does not matter who owns a portion together, where the reading in use takes the owners together, and why; and
    with which choices of readings it would."""
    item, readings = scope.item, scope.vocabulary.readings
    impacts = {i.holding for i in item.scene.impacts.values() if i.project == scope.project}
    reading = next((n for n in item.in_play if _TOGETHER in concerns().get(n, ())), None)
    if reading is None or base[reading] != readings[reading].default:
        return
    meaning = readings[reading].choices[base[reading]]
    others = [effect.choices for effect in effects if any(name == reading for name, _ in effect.choices)]
    ways = [listing([f"{name} = {choice}" for name, choice in choices], "and") for choices in others]
    would = f"; they would matter read with {listing(ways, 'or with')}" if ways else ""
    for holding in item.scene.holdings.values():
        if len(holding.owners) > 1 and holding.id in impacts:
            reason = f"{meaning} ({reading} = {base[reading]}){would}"
            yield Idle(f"{holding.id}.owners", f"owners of {listing(holding.portions, 'and')}", reason)


def _of_extent(scope: Scope) -> tuple[str, ...]:
    """The readings that may change how much of the project is to be replaced, in some completion."""
    session = scope.batch.session
    asked: dict[str, list[int]] = {}
    for symbol, literal, _ in session.with_signature("usable_in_part", 5):
        if symbol.arguments[0].name == scope.ours:
            asked.setdefault(symbol.arguments[4].name, []).append(literal)
    held = (name for name, of in asked.items() if any(session.core([*scope.base, one]) is None for one in of))
    return tuple(sorted(held))


def _listed(scope: Scope, found: Sequence[Open]) -> tuple[FactValue, ...]:
    values = [fact_value(f, settled_words(f.settled, scope.vocabulary), scope.vocabulary) for f in found]
    return tuple(sorted(values, key=lambda value: value.title))


def question_of(scope: Scope, inquiry: Inquiry, about: About, step: Step, parted: bool = True) -> Question:
    """A step of the line as a question with its answers; open ranges are `parted` where they do different things."""
    fact, attribute, vocabulary = step.fact, step.fact.settled.attribute, scope.vocabulary
    view = fact_value(fact, settled_words(fact.settled, vocabulary), vocabulary)
    answers = _answers(inquiry, fact, step.groups, scope.twin if parted else None)
    return Question(
        about=about,
        fact=view.fact,
        title=view.title,
        text=attribute.question or f"What is the {view.title}?",
        known=view.value,
        decided_by=view.decided_by,
        cites=attribute.cites,
        line=view.line,
        answers=tuple(answers),
        given=tuple(inquiry.settler.words(choice) for choice in step.given),
        thing=_place(scope.item, fact),
        attribute=attribute.name,
        key=fact.settled.key,
    )


def _answers(inquiry: Inquiry, fact: Open, groups: Sequence[Group], twin: Twin | None) -> Iterator[Answer]:
    """The answers that groups of options are; of a number or day without gaps, as ranges that end at the law's thresholds."""
    if not fact.ordered or fact.settled.among is not None:
        for group in groups:
            yield from _named(inquiry, fact, group)
        return
    parts = [(part, g.settles) for g in groups for part in _parted(fact, g, twin)]
    losses = fact.settled.attribute.type == "losses"
    for at, (part, settles) in enumerate(parts):
        if losses and fact.options[part[0]].value == 0:
            yield Answer("none", settles, Known(()))
            part = part[1:]
        # Where it is not known at which value the answer turns, what leaves it open reaches up to what settles it.
        reach = UP_TO_NEXT if settles is None else OWN
        if part:
            value = None if losses else value_of(fact, part, reach)
            yield Answer(words_of(fact, part, inquiry.vocabulary, reach), settles, value, ranged=True)
        beside = parts[at + 1][1] if at + 1 < len(parts) else None
        between = gap_words(fact, (parts[at][0])[-1], inquiry.vocabulary) if settles and beside else None
        if between is not None:
            yield Answer(between[0], None, None if losses else between[1], ranged=True)


def _parted(fact: Open, group: Group, twin: Twin | None) -> list[tuple[int, ...]]:
    """The options of an open answer, parted where they do different things and it is known where that turns."""
    if twin is None or group.settles is not None:
        return [group.indices]
    found: list[tuple[int, ...]] = []
    for part in twin.parts(fact, group.indices):
        if found and edge(fact, found[-1][-1]) is None:
            found[-1] = (*found[-1], *part)
        else:
            found.append(part)
    return found


def _named(inquiry: Inquiry, fact: Open, group: Group) -> Iterator[Answer]:
    """The words that a group of options is, or of a set its members."""
    if group.lacking:
        yield Answer("none of these", group.settles, None)
    elif fact.several and not group.indices:
        yield Answer("none", group.settles, Known(()))
    elif of_days(fact):
        first = fact.options[group.indices[0]].value
        value = Known((first,)) if len(group.indices) == 1 else None
        yield Answer(day_words(fact, group.indices), group.settles, value, member=True)
    else:
        for n in group.indices:
            value = Known((fact.options[n].value,))
            yield Answer(words_of(fact, (n,), inquiry.vocabulary), group.settles, value, member=fact.several)


def _place(item: CaseAtoms, fact: Open) -> str:
    """The thing that the fact is stated under; empty for a portion that the file does not declare."""
    thing, entity = fact.settled.thing, fact.settled.attribute.entity
    if entity == "ground":
        return item.scene.grounds[thing].chain[0]
    return thing if any(t.id == thing and t.entity == entity for t in item.case.things) else ""
