"""From read case files to ranked options: check, search, find bounds, apply each and check it again.

An option is kept only if the ordinary `check` of the changed case says that it settles the project.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from lexempt.advice import Advice, Move, Option, OptionKind, OptionsResult
from lexempt.advising.apply import Change, applied, edit_of, exactly
from lexempt.advising.bounds import NUMBERS, Law, Reach, furthest, name_of, together
from lexempt.advising.levers import Lever
from lexempt.advising.search import Search, Ways
from lexempt.case import Case, Reading, Scalar
from lexempt.law.vocabulary import load_vocabulary
from lexempt.records import NamedTuple
from lexempt.result import FactValue, ProjectResult
from lexempt.solving.atoms import encode
from lexempt.solving.batch import law_set
from lexempt.solving.check import canonical, check_cases, choices_of
from lexempt.solving.engine import StoppedError, Watch
from lexempt.solving.options import CheckOptions
from lexempt.solving.words import settled_words, title, value_words

KINDS: tuple[OptionKind, ...] = ("as_designed", "change_design", "seek_finding", "find_out")
_FOUND_FOR_EACH = 3
"""So many ways are searched for each that is listed: they are ranked before the list is cut."""
_FEW = 4
"""So many facts not known are few: then the room to spare is told too."""


class _Planned(NamedTuple):
    """A way with the values its numbers would have: changes of the case, and the moves that say so."""

    changes: tuple[Change, ...]
    moves: tuple[Move, ...]


class _Draft(NamedTuple):
    """A way that is not checked yet: whether it holds whatever is not known, and the values to try, the widest first."""

    sure: bool
    plans: tuple[_Planned, ...]


def options_for(
    readings: Sequence[Reading],
    options: CheckOptions,
    most: int,
    asked_to_stop: Callable[[], bool] = lambda: False,
) -> OptionsResult:
    """The options of every project of these files, at most `most` of each kind.

    Raises ValueError for readings or profiles that the law does not have.
    """
    check = check_cases(readings, options._replace(projects=()), asked_to_stop)
    every = {(project.path, project.id): project for project in check.projects}
    if options.projects:
        check = check._replace(projects=tuple(p for p in check.projects if p.id in options.projects))
    found: list[Advice] = []
    cases = {reading.case.path: reading.case for reading in readings if reading.case is not None}
    complete = check.complete
    for project in check.projects:
        watch = Watch(time.monotonic() + options.time_limit if options.time_limit else None, asked_to_stop)
        try:
            beside = {name: other for (path, name), other in every.items() if path == project.path}
            advice = _Adviser(canonical(cases[project.path]), project, beside, options, most, watch).advice()
        except StoppedError as stopped:
            if stopped.interrupted:
                raise KeyboardInterrupt from None
            advice, complete = Advice(project, (), False, ()), False
        found.append(advice)
    return OptionsResult(check, tuple(found), complete)


class _Adviser:
    """The options of one project."""

    def __init__(
        self,
        case: Case,
        project: ProjectResult,
        every: Mapping[str, ProjectResult],
        options: CheckOptions,
        most: int,
        watch: Watch,
    ) -> None:
        self.case, self.project, self.every = case, project, every
        self.options, self.most, self.watch = options, most, watch
        self.vocabulary = load_vocabulary()
        day = project.law_on
        number = day.year * 10000 + day.month * 100 + day.day
        self.by = Law(law_set(number, options.repealed), choices_of(options, self.vocabulary), day, options.assume)
        # What was checked can be encoded.
        self.item, _ = encode(case, self.vocabulary, 0, day, options.assume)

    def advice(self) -> Advice:
        """Everything found, ranked; nothing where the project is settled as it stands."""
        if settled(self.project):
            return Advice(self.project, (), True, ())
        search = Search(
            self.item,
            self.project.id,
            self.by.law,
            self.by.base,
            self.vocabulary,
            self.watch,
            self.options.all_readings,
        )
        ways = search.ways(self.most * _FOUND_FOR_EACH)
        found: dict[OptionKind, list[Option]] = {kind: [] for kind in KINDS}
        for option in (*self._as_designed(search), *self._found_out()):
            found[option.kind].append(option)
        changed, more = self._confirmed(self._drafts(ways))
        for option in changed:
            found[option.kind].append(option)
        listed: list[Option] = []
        left: list[tuple[OptionKind, int]] = []
        for kind, options in found.items():
            options.sort(key=lambda option: (len(option.if_), *_burden(option.moves)))
            listed += options[: self.most]
            count = len(options) - self.most if len(options) > self.most else 0
            if count + more.get(kind, 0):
                left.append((kind, count + more.get(kind, 0)))
        return Advice(self.project, tuple(listed), ways.complete, tuple(left))

    # --- as designed

    def _as_designed(self, search: Search) -> Iterator[Option]:
        """Each largest path, with the rest replaced. What is prohibited may not be done, replaced or not."""
        if self.project.prohibited != "never":
            return
        paths = self.project.paths
        for path in (*paths.maximal, *(p for p in paths.possible if p.replaces)):
            if not path.replaces:
                continue
            moves = tuple(self._replaced(i)._replace(ratio=search.ratio(i)) for i in path.replaces)
            fails = tuple(search.readings_against(path)) if self.options.all_readings else ()
            yield Option("as_designed", moves, path, fails, path.needs, (), self._needed(self.project), ())

    def _replaced(self, impact: str) -> Move:
        """Replacing an impact, of this project or of one counted with it."""
        fact = self.item.settled[self.item.ids["impact", impact], "area", None]
        area = settled_words(fact, self.vocabulary)
        return Move("replace", (impact,), None, f"area of {impact}", area, area, less=_number(fact.known))

    # --- change the design, seek a finding

    def _drafts(self, ways: Ways) -> dict[OptionKind, list[_Draft]]:
        """The ways with the values their numbers may have, the least first."""
        every = [*ways.sure, *ways.perhaps]
        bounds = furthest(self.case, self.project.id, every, len(ways.sure), self.by, self.vocabulary, self.watch)
        drafts: dict[OptionKind, list[_Draft]] = {"change_design": [], "seek_finding": []}
        for n, (way, reach) in enumerate(zip(every, bounds, strict=True)):
            plans = self._plans(way, reach)
            drafts[_kind(plans[0].moves)].append(_Draft(n < len(ways.sure), tuple(plans)))
        for waiting in drafts.values():
            waiting.sort(key=lambda draft: (not draft.sure, *_burden(draft.plans[0].moves)))
        return drafts

    def _confirmed(self, drafts: dict[OptionKind, list[_Draft]]) -> tuple[list[Option], dict[OptionKind, int]]:
        """The first of each kind that the ordinary check confirms, and how many of each kind were not asked for."""
        found: list[Option] = []
        trying: list[_Draft] = []
        while True:
            for kind, waiting in drafts.items():
                taken = sum(o.kind == kind for o in found) + sum(_kind(d.plans[0].moves) == kind for d in trying)
                trying += waiting[: max(0, self.most - taken)]
                del waiting[: max(0, self.most - taken)]
            if not trying:
                return found, {kind: len(waiting) for kind, waiting in drafts.items()}
            self.watch.check()
            results = self._checked([draft.plans[0].changes for draft in trying])
            again: list[_Draft] = []
            for draft, projects in zip(trying, results, strict=True):
                mine = next((p for p in projects if p.id == self.project.id), None)
                if mine is not None and (settled(mine) or (not draft.sure and _may_be_settled(mine))):
                    found.append(self._option(draft.plans[0], mine, projects))
                elif draft.plans[1:]:
                    again.append(draft._replace(plans=draft.plans[1:]))
            trying = again

    def _plans(self, way: Sequence[Lever], found: dict[str, Reach]) -> list[_Planned]:
        """The ways to give the numbers of a way their values, the widest first."""
        names = [name_of(lever) for lever in way if lever.kind in NUMBERS]
        least = {name_of(lever): lever.value for lever in way if isinstance(lever.value, Fraction)}
        if any(name not in found for name in names):
            return [self._planned(way, least)]
        most = {name: found[name].most for name in names}
        value = {name: found[name].value for name in names}
        plans = []
        for values in (most, value) if most != value else (value,):
            shared = together(way, values)
            if shared is not None:
                plans.append(self._planned(way, shared[1], total=shared[0]))
        plans += [self._planned(way, values) for values in ((most,) if most != value else ())]
        # Where the turn itself does not do, everything below it does.
        turns = {name: reach.turn for name, reach in found.items() if reach.turn is not None and len(names) == 1}
        plans.append(self._planned(way, value, turns=turns))
        if len(names) > 1:
            plans.append(self._planned(way, {**least, names[0]: value[names[0]]}))
        return plans

    def _planned(
        self,
        way: Sequence[Lever],
        values: Mapping[str, Fraction],
        total: Fraction | None = None,
        turns: Mapping[str, Fraction] = MappingProxyType({}),
    ) -> _Planned:
        changes = tuple(
            Change(lever, exactly(values[name_of(lever)]) if lever.kind in NUMBERS else None) for lever in way
        )
        shared = [c for c in changes if c.lever.kind == "reduce"] if total is not None else []
        moves = [self._reduced(shared, total)] if shared and total is not None else []
        for change in changes:
            if change not in shared:
                name = name_of(change.lever)
                moves.append(self._move(change, values.get(name), turns.get(name)))
        return _Planned(changes, tuple(moves))

    def _reduced(self, changes: Sequence[Change], value: Fraction, turn: Fraction | None = None) -> Move:
        """Smaller numbers: one of its own, or several with one bound; `turn`: less than this, which itself is too much."""
        bound = value if turn is None else turn
        levers = [change.lever for change in changes]
        facts = [lever.fact for lever in levers if lever.fact is not None]
        attribute = facts[0].attribute
        now = sum((v for fact in facts for v in fact.known or () if isinstance(v, Fraction)), Fraction(0))
        things = tuple(lever.about for lever in levers)
        names = title(attribute, things[0], None)
        if len(things) > 1:
            names = f"{attribute.words} of {', '.join(things[:-1])} and {things[-1]} together"
        return Move(
            "reduce",
            things,
            name_of(levers[0]) if len(levers) == 1 else None,
            names,
            value_words(attribute, now, self.vocabulary),
            f"{'at most' if turn is None else 'less than'} {value_words(attribute, bound, self.vocabulary)}",
            line=facts[0].statements[0].span.line if facts[0].statements else None,
            less=now - value if attribute.type == "area" else None,
            bound=bound,
            edits=tuple(edit_of(change) for change in changes),
        )

    def _move(self, change: Change, value: Fraction | None, turn: Fraction | None) -> Move:
        lever, edits = change.lever, (edit_of(change),)
        if lever.fact is None:
            return self._replaced(lever.thing)._replace(kind="leave_out", to="none", edits=edits)
        if lever.kind == "reduce" and value is not None:
            return self._reduced([change], value, turn)
        attribute = lever.fact.attribute
        asked = lever.kind in ("seek", "raise")
        body = self.vocabulary.bodies.get(attribute.decided_by or "") if asked else None
        member = value_words(attribute, lever.value, self.vocabulary) if isinstance(lever.value, str) else ""
        if lever.kind == "raise" and value is not None:
            to = f"at least {value_words(attribute, value, self.vocabulary)}"
        elif lever.changed:
            to = member
        else:
            left = [v for v in lever.fact.known or () if v != lever.value]
            to = ", ".join(value_words(attribute, v, self.vocabulary) for v in left) or "none"
        return Move(
            "seek" if asked else "plan",
            (lever.about,),
            name_of(lever),
            title(attribute, lever.about, None),
            settled_words(lever.fact, self.vocabulary),
            to,
            body.title if body is not None else None,
            lever.fact.statements[0].span.line if lever.fact.statements else None,
            lever.text.replace("{T}", lever.about).replace("{V}", member),
            bound=value,
            edits=edits,
        )

    def _checked(self, changes: Sequence[Sequence[Change]]) -> list[tuple[ProjectResult, ...]]:
        """The ordinary check of each changed case: all projects of it, in order."""
        readings = [
            Reading(applied(self.case, change)._replace(path=f"{n}"), (), ()) for n, change in enumerate(changes)
        ]
        # Of many facts not known, reasons cost far more than the room to spare is worth.
        few = sum(fact.base is None for fact in self.item.opens) <= _FEW and not self.by.law.unseen
        options = self.options._replace(projects=(), on=self.by.on, reasons=few)
        result = check_cases(readings, options, self.watch.asked)
        return [tuple(p for p in result.projects if p.path == f"{n}") for n in range(len(changes))]

    def _option(self, plan: _Planned, mine: ProjectResult, projects: Sequence[ProjectResult]) -> Option:
        path = next((p for p in mine.paths.maximal if not p.replaces), None)
        fails = tuple(effect for effect in mine.readings if effect.replacement_plan != "not_required")
        sets = mine.settles_plan.yes
        needs = sets[0] if not settled(mine) and sets else ()
        margins = [
            (reason.impact, reason.provision, condition.margin, condition.room)
            for reason in mine.reasons
            if reason.holds == "always"
            for condition in reason.conditions
            if condition.margin is not None and condition.room is not None
        ]
        margins.sort(key=lambda found: (found[0], found[3]))
        return Option(
            _kind(plan.moves),
            plan.moves,
            path,
            fails,
            needs,
            tuple(self._broken(mine, projects)),
            self._needed(mine),
            tuple(found[:3] for found in margins),
        )

    def _broken(self, mine: ProjectResult, projects: Sequence[ProjectResult]) -> Iterator[str]:
        """What is worse than before: an impact without an exemption it had, a duty that is no longer met."""
        before = {impact.id: impact for impact in self.project.impacts}
        for impact in mine.impacts:
            lost = set(before[impact.id].qualifies) - set(impact.qualifies)
            if lost and not impact.qualifies and impact.regulated != "never":
                yield f"{impact.id} no longer qualifies under {', '.join(sorted(lost))}"
        met = {(d.impact, d.provision) for d in self.project.duties if d.state == "breached"}
        for duty in mine.duties:
            if duty.state == "breached" and (duty.impact, duty.provision) not in met:
                yield duty.sentence.rstrip(".")
        for other in projects:
            if other.id != mine.id and other.id in self.every and settled(self.every[other.id]) and not settled(other):
                yield f"{other.id} is no longer settled without a replacement plan"

    def _needed(self, project: ProjectResult) -> tuple[str, ...]:
        return project.approvals

    # --- find out

    def _found_out(self) -> Iterator[Option]:
        """The sets of facts not known that settle the project if they turn out so; a body that sources differ before is asked."""
        disputed = {dispute.fact for dispute in self.project.disputed}
        for facts in self._settling():
            moves = tuple(self._turned_out(fact, disputed) for fact in facts)
            kind: OptionKind = "seek_finding" if any(move.kind == "seek" for move in moves) else "find_out"
            yield Option(kind, moves, None, (), (), (), (), ())

    def _settling(self) -> tuple[tuple[FactValue, ...], ...]:
        """Sets of facts with which no plan is required and nothing is prohibited."""
        plan, bar = (
            tuple(facts for facts in sets if not any(_of_the_law(fact) for fact in facts))
            for sets in (self.project.settles_plan.yes, self.project.settles_prohibited.no)
        )
        if self.project.prohibited == "never":
            return plan
        if self.project.replacement_plan == "not_required":
            return bar
        both = ((*p, *b) for p in plan for b in bar if not {f.fact for f in p} & {f.fact for f in b})
        return tuple(tuple(sorted(facts, key=lambda fact: fact.title)) for facts in both)

    def _turned_out(self, fact: FactValue, disputed: set[str]) -> Move:
        kind = "seek" if fact.fact in disputed and fact.decided_by else "find_out"
        known = next((f.value for f in self.project.open_facts if f.fact == fact.fact), "not known")
        thing = fact.fact.partition(".")[0]
        return Move(kind, (thing,), fact.fact, fact.title, known, fact.value, fact.decided_by, fact.line)  # type: ignore[arg-type]


def settled(project: ProjectResult) -> bool:
    """Whether a project may go ahead without a replacement plan: for the law not seen, if it is as last seen."""
    plan = (
        project.as_last_seen
        if project.replacement_plan == "depends" and project.as_last_seen
        else project.replacement_plan
    )
    return plan == "not_required" and project.prohibited == "never"


def _of_the_law(fact: FactValue) -> bool:
    """Whether it is a wording or a value of the law that is not seen: nobody can find that out about a project."""
    return fact.decided_by is None and fact.line is None


def _number(values: tuple[Scalar, ...] | None) -> Fraction | None:
    return values[0] if values and isinstance(values[0], Fraction) else None


def _may_be_settled(project: ProjectResult) -> bool:
    return project.replacement_plan != "required" and project.prohibited != "always"


def _kind(moves: Sequence[Move]) -> OptionKind:
    return "seek_finding" if any(move.kind == "seek" for move in moves) else "change_design"


def _burden(moves: Sequence[Move]) -> tuple[object, ...]:
    """Ranking within a kind, after what needs no further facts: fewer things touched, less given up, names."""
    less = sum((move.less for move in moves if move.less is not None), Fraction(0))
    order = tuple(sorted((move.things, move.fact or "") for move in moves))
    return (sum(len(move.things) for move in moves), less, order)


__all__ = ["options_for", "settled"]
