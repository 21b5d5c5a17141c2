"""The options of one project: search, find bounds, apply each, check it again.

A change is kept only if the ordinary `check` of the changed case says that it settles the project.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from lexempt.advice import Advice, Move, Option, OptionKind
from lexempt.advising.apply import Change, applied
from lexempt.advising.bounds import Law, furthest
from lexempt.advising.moves import Mover, Planned, burden, kind_of
from lexempt.advising.search import Search, Ways
from lexempt.case import Case, Reading
from lexempt.law.vocabulary import load_vocabulary
from lexempt.records import NamedTuple
from lexempt.result import FactValue, PartlyExempt, ProjectResult
from lexempt.solving.atoms import encode
from lexempt.solving.batch import law_set
from lexempt.solving.check import check_cases
from lexempt.solving.engine import Watch
from lexempt.solving.options import CheckOptions
from lexempt.solving.prepared import choices_of

KINDS: tuple[OptionKind, ...] = ("as_designed", "change_design", "seek_finding", "find_out")
_FOUND_FOR_EACH = 3
"""So many ways are searched for each that is listed: they are ranked before the list is cut."""
_FEW = 4
"""So many facts not known are few: then the room to spare is told too."""


class _Draft(NamedTuple):
    """A way that is not checked yet: whether it holds whatever is not known, and the values to try, the widest first."""

    sure: bool
    plans: tuple[Planned, ...]


class Adviser:
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
        governing = tuple(a for a in options.amendments if a.name in project.amendments)
        law = law_set(number, options.repealed, governing)
        self.by = Law(law, choices_of(options, self.vocabulary), day, options.assume)
        # What was checked can be encoded.
        self.item, _ = encode(case, self.vocabulary, 0, day, options.assume)
        self.mover = Mover(self.item, self.vocabulary)

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
            options.sort(key=lambda option: (len(option.if_), *burden(option.moves)))
            listed += options[: self.most]
            count = len(options) - self.most if len(options) > self.most else 0
            if count + more.get(kind, 0):
                left.append((kind, count + more.get(kind, 0)))
        cut = self._cut(ways)
        return Advice(self.project, tuple(listed), not (left or cut), tuple(left), cut)

    def _cut(self, ways: Ways) -> tuple[OptionKind, ...]:
        """The kinds of which more may be found than was looked for."""
        project = self.project
        found: set[OptionKind] = set()
        if project.prohibited == "never" and not project.as_last_seen and not project.paths.complete:
            found.add("as_designed")
        if not ways.complete:
            found |= {"change_design", "seek_finding"}
        if project.settles_plan.more[0] or project.settles_prohibited.more[1]:
            # What sources differ on is put to the body that decides it.
            found |= {"find_out", *(("seek_finding",) if project.disputed else ())}
        return tuple(kind for kind in KINDS if kind in found)

    # --- as designed

    def _as_designed(self, search: Search) -> Iterator[Option]:
        """Each largest path, with the rest replaced. What is prohibited may not be done, replaced or not."""
        if self.project.prohibited != "never":
            return
        paths = self.project.paths
        found = (*paths.maximal, *(p for p in paths.possible if p.replaces))
        for path in search.paths() if self.project.as_last_seen else found:
            if not path.replaces:
                continue
            in_part = {impact for part in path.partly for impact in part.impacts}
            moves = tuple(
                self.mover.replaced(i)._replace(ratio=search.ratio(i)) for i in path.replaces if i not in in_part
            )
            moves += tuple(self._replaced_in_part(part, search) for part in path.partly if part.replaced_sqft != 0)
            readings = {part.reading for part in path.partly}
            back = (e for e in self.project.readings if e.of_extent and e.choices[0][0] in readings)
            fails = (*search.readings_against(path), *back) if self.options.all_readings else None
            yield Option("as_designed", moves, path, fails, path.needs, (), self.project.approvals, ())

    def _replaced_in_part(self, part: PartlyExempt, search: Search) -> Move:
        ratios = {search.ratio(impact) for impact in part.impacts}
        return self.mover.replaced_in_part(part)._replace(ratio=ratios.pop() if len(ratios) == 1 else None)

    # --- change the design, seek a finding

    def _drafts(self, ways: Ways) -> dict[OptionKind, list[_Draft]]:
        """The ways with the values their numbers may have, the least first."""
        every = [*ways.sure, *ways.perhaps]
        bounds = furthest(self.case, self.project.id, every, len(ways.sure), self.by, self.vocabulary, self.watch)
        drafts: dict[OptionKind, list[_Draft]] = {"change_design": [], "seek_finding": []}
        for n, (way, reach) in enumerate(zip(every, bounds, strict=True)):
            plans = self.mover.plans(way, reach)
            drafts[kind_of(plans[0].moves)].append(_Draft(n < len(ways.sure), tuple(plans)))
        for waiting in drafts.values():
            waiting.sort(key=lambda draft: (not draft.sure, *burden(draft.plans[0].moves)))
        return drafts

    def _confirmed(self, drafts: dict[OptionKind, list[_Draft]]) -> tuple[list[Option], dict[OptionKind, int]]:
        """The first of each kind that the ordinary check confirms, and how many of each kind were not asked for."""
        found: list[Option] = []
        trying: list[_Draft] = []
        while True:
            for kind, waiting in drafts.items():
                taken = sum(o.kind == kind for o in found) + sum(kind_of(d.plans[0].moves) == kind for d in trying)
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

    def _option(self, plan: Planned, mine: ProjectResult, projects: Sequence[ProjectResult]) -> Option:
        path = next((p for p in mine.paths.maximal if not p.replaces), None)
        effects = (effect for effect in mine.readings if effect.replacement_plan != "not_required")
        fails = tuple(effects) if self.options.all_readings else None
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
            kind_of(plan.moves),
            plan.moves,
            path,
            fails,
            needs,
            tuple(self._broken(mine, projects)),
            mine.approvals,
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

    # --- find out

    def _found_out(self) -> Iterator[Option]:
        """The sets of facts not known that settle the project if they turn out so; a body that sources differ before is asked."""
        disputed = {dispute.fact for dispute in self.project.disputed}
        for facts in self._settling():
            moves = tuple(self._turned_out(fact, disputed) for fact in facts)
            kind: OptionKind = "seek_finding" if any(move.kind == "seek" for move in moves) else "find_out"
            yield Option(kind, moves, None, None, (), (), (), ())

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


def _may_be_settled(project: ProjectResult) -> bool:
    return project.replacement_plan != "required" and project.prohibited != "always"
