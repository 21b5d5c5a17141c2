"""From read case files to explanations: the answers of `check`, and for every clause why it holds or does not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from lexempt.case import Reading
from lexempt.explaining.bearing import Bearings
from lexempt.explaining.clauses import Test, clauses_of, conclusion, in_reach, measures, tests_of, why
from lexempt.explaining.derive import Derivation
from lexempt.explaining.flip import smallest_flip
from lexempt.explaining.model import Model
from lexempt.explaining.narrate import Narrator
from lexempt.explaining.sentences import Names
from lexempt.explaining.terms import ready_rules
from lexempt.explaining.together import Together
from lexempt.explanation import (
    Bearing,
    Beside,
    ClauseAnswer,
    Contrast,
    Explanations,
    Following,
    Level,
    ProjectExplanation,
    ReadingChange,
    Side,
    Standing,
    Step,
    Why,
)
from lexempt.law.program import order
from lexempt.law.vocabulary import load_vocabulary
from lexempt.records import NamedTuple
from lexempt.result import FactValue, ProjectResult, Truth
from lexempt.solving.answer_sets import Atoms, CaseAnswers, Taken, atom_text
from lexempt.solving.check import check_cases
from lexempt.solving.draft import CaseAtoms
from lexempt.solving.judge import Judge
from lexempt.solving.options import CheckOptions
from lexempt.solving.scene import beside
from lexempt.wording import natural

_RANK: dict[Standing, int] = {"met": 0, "open": 1, "missed": 2, "out of reach": 3, "not in force": 4}


class Wanted(NamedTuple):
    """What is asked about: these impacts (none named: all), and clauses at or below a provision (None: all).

    With `instead_of` only the difference between what holds and that provision.
    """

    impacts: tuple[str, ...] = ()
    provision: str | None = None
    instead_of: str | None = None

    def clause(self, cited: str) -> bool:
        """Whether a clause, as it is cited, is asked about."""
        return self.provision is None or below(cited, self.provision)


def below(cited: str, provision: str) -> bool:
    """Whether a citation is a provision or stands below it."""
    return f"{cited}/".startswith(f"{provision}/")


def explain_cases(
    readings: Sequence[Reading],
    options: CheckOptions,
    level: Level = "normal",
    wanted: Wanted = Wanted(),  # noqa: B008 - it is frozen
    asked_to_stop: Callable[[], bool] = lambda: False,
) -> Explanations:
    """Explain the answer for every project of these files. Raises ValueError as `check_cases` does.

    A project whose explanation the time limit cut is refused with the reason, and the result is not complete.
    """
    found: dict[tuple[str, str], ProjectExplanation] = {}

    def one(_place: int, item: CaseAtoms, projects: Sequence[ProjectResult], judge: Judge) -> None:
        answers = CaseAnswers(item, judge.batch, judge.sure, judge.possible, load_vocabulary())
        for project in projects:
            found[project.path, project.id] = ProjectExplainer(answers, project, level, wanted).explain()

    result = check_cases(readings, options, asked_to_stop, one)
    ordered = tuple(found[p.path, p.id]._replace(project=p) for p in result.projects if (p.path, p.id) in found)
    cut = tuple(
        f"{p.path}: {p.id}: the time limit of {options.time_limit:g} s was reached"
        for p in result.projects
        if (p.path, p.id) not in found
    )
    complete = result.complete and not cut
    return Explanations(result._replace(refused=(*result.refused, *cut), complete=complete), ordered, complete)


class ProjectExplainer:
    """Explains one project of a case that was answered."""

    def __init__(self, answers: CaseAnswers, project: ProjectResult, level: Level, wanted: Wanted) -> None:
        self.answers, self.project, self.level, self.wanted = answers, project, level, wanted
        self.names = Names(answers.item, answers.law.acts, answers.vocabulary)
        self.rules = ready_rules(answers.item.scale.constants)
        self.apart = beside(answers.item.case, answers.item.scene, project.id)
        """What of the file the project has nothing to do with."""
        self.narrators: dict[str, Narrator] = {}
        self._taken: dict[str, Taken] = {}
        self._low: Narrator | None = None
        self.sides: dict[str, Side] = {}
        self.counted = {
            (r.impact, r.provision, c.name): c.margin
            for r in project.reasons
            for c in r.conditions
            if c.margin is not None and c.room is None
        }
        """(impact, clause, condition) -> how many of the years needed count."""
        self.nearness = {(r.impact, r.provision): r.nearness for r in project.reasons}

    def explain(self) -> ProjectExplanation:
        """Every clause for every impact of the project, and the verdict."""
        first = self._narrator(self._completion(()))
        impacts = sorted(i.id for i in self.project.impacts if i.id in (self.wanted.impacts or (i.id,)))
        clauses_asked = [
            clause
            for clause in clauses_of(first.derivation)
            if self.wanted.clause(self.answers.law.cited(clause)) or self.wanted.clause(clause)
        ]
        asked = [(impact, clause) for impact in impacts for clause in clauses_asked]
        if self.wanted.instead_of is not None:
            return self._contrasted(first, impacts)
        changes = self._readings(asked)
        clauses = [self._clause(first, *at)._replace(readings=changes.get(at, ())) for at in asked]
        verdicts = self._verdicts(first) if self.wanted == Wanted() else ()
        follows = tuple(self._follows()) if self.wanted == Wanted() else ()
        bearings = self._bearings(first, [self.answers.item.ids["impact", impact] for impact in impacts])
        told = self._told()
        answered = [why for answer in clauses for why in answer.why]
        answered += [why for bearing in bearings for why in bearing.why]
        roots = [a for w in (*answered, *verdicts) for a in (w.step, *w.tests)]
        kept = _reached([*roots, *(f.step for f in follows)], told.steps)
        told = told._replace(steps=tuple(step for step in told.steps if step.address in kept), follows=follows, bearings=bearings)
        flip = None
        if self.level != "short" and self.wanted == Wanted() and self.project.replacement_plan != "depends":
            flip = smallest_flip(self.answers, self.project, list(self._numbers(first, clauses)))
        return told._replace(clauses=tuple(sorted(clauses, key=self._order)), verdicts=verdicts, flip=flip)

    def _bearings(self, first: Narrator, impacts: list[str]) -> tuple[Bearing, ...]:
        """What the provisions asked about do that exempt nothing."""
        if self.wanted.provision is None:
            return ()
        found = Bearings(self.answers, self.project, first, self._in_some, impacts)
        return tuple(found.of(lambda p: self.wanted.clause(self.answers.law.cited(p)) or self.wanted.clause(p)))

    def _numbers(self, first: Narrator, clauses: list[ClauseAnswer]) -> Iterator[Step]:
        """The tests of numbers that the answer may turn on: those alone that keep a clause from holding, or that let it hold."""
        narrator = first  # what is told has been taken from it
        if first.level != "normal":
            narrator = Narrator(first.derivation, self.names, "normal", first.side, self.answers.unseen)
        required = self.project.replacement_plan == "required"
        for answer in clauses:
            if answer.standing != ("missed" if required else "met"):
                continue
            ours = self.answers.item.ids["impact", answer.impact]
            told = [
                narrator.steps[narrator.tell(test.predicate, test.arguments)]
                for test in tests_of(first.derivation, ours, answer.provision)
                for passes in [first.derivation.model.holds(test.predicate, test.arguments) == test.wanted]
                if (not passes if required else test.predicate != "met" and measures(first.derivation, test))
            ]
            if not required or all(step.margin is not None for step in told):
                yield from told

    def _told(self) -> ProjectExplanation:
        constants = (text.partition("=") for text in self.answers.item.scale.constants)
        return ProjectExplanation(
            self.project,
            self.level,
            clauses=(),
            steps=tuple(self._with_years(step) for n in self.narrators.values() for step in n.steps.values()),
            sides=tuple(self.sides.values()),
            units=tuple((name, int(size)) for name, _, size in constants),
        )

    def _with_years(self, step: Step) -> Step:
        """A step that counts years tells which of those stated do not count, as `check` does."""
        words = self.counted.get(step.arguments, "") if step.margin is not None and step.predicate == "met" else ""
        if step.margin is None or not words:
            return step
        counted = words.startswith(f"{step.margin.value} of {step.margin.limit} years")
        # How far one of the years stands from those that count says nothing of how many are lacking.
        return step._replace(margin=step.margin._replace(words=words) if counted and not step.margin.unit else None)

    # --- one outcome instead of another

    def _contrasted(self, first: Narrator, impacts: list[str]) -> ProjectExplanation:
        asked = self.wanted.instead_of or ""
        law = self.answers.law
        every = clauses_of(first.derivation)
        named = [c for c in every if below(law.cited(c), asked) or below(c, asked)]
        # A wording of another day has no conditions that could fail.
        targets = [c for c in named if first.derivation.model.holds("in_force", (c,))] or named
        contrasts = [self._contrast(first, impact, targets, every) for impact in impacts]
        kept = {address for c in contrasts for address in (*c.missing, *c.differs)}
        told = self._told()
        below_kept = _reached(kept, told.steps)
        return told._replace(
            contrasts=tuple(contrasts), steps=tuple(step for step in told.steps if step.address in below_kept)
        )

    def _contrast(self, first: Narrator, impact: str, targets: list[str], every: list[str]) -> Contrast:
        ours = self.answers.item.ids["impact", impact]
        held = [c for c in every if self.answers.truth_of(ours, c) == "always" and c not in targets]
        outcome = next(iter(held), None)
        missed = {c: self._tests(ours, c) for c in targets}
        truths = {c: self.answers.truth_of(ours, c) for c in targets}

        def distance(c: str) -> tuple[bool, bool, int, object]:
            return truths[c] != "always", self._far(ours, c), sum(not passes for _, passes in missed[c]), order(c)

        target = min(missed, key=distance)
        truth = truths[target]
        narrator = first if truth == "always" else self._where(ours, target, False)
        derivation = narrator.derivation
        missing: tuple[str, ...]
        if self._far(ours, target):
            missing = (narrator.out_of_reach(ours, target),)
        else:
            missing = tuple(narrator.tell(t.predicate, t.arguments) for t, passes in missed[target] if not passes)
            if not missing and truth != "always":
                missing = (narrator.tell("regulated", (ours,)),)
        made = {t.arguments[2]: _asks(derivation, t) for t, passes in missed[target] if passes}
        of_outcome = [] if outcome is None else [t for t, passes in self._tests(ours, outcome) if passes]
        looked_at = {fact.fact for address in missing for fact in narrator.steps[address].facts}
        told = []
        for test in of_outcome:
            if made.get(test.arguments[2]) != _asks(derivation, test):
                address = narrator.tell(test.predicate, test.arguments)
                # Only what is said of the same facts stands against what is missing.
                if looked_at & {fact.fact for fact in narrator.steps[address].facts}:
                    told.append(address)
        same = sum(made.get(test.arguments[2]) == _asks(derivation, test) for test in of_outcome)
        beside = tuple(self._besides(first, impact, (outcome, target)))
        return Contrast(impact, target, outcome, missing, tuple(told), same, truth, beside)

    def _besides(self, first: Narrator, impact: str, compared: tuple[str | None, str]) -> Iterator[Beside]:
        """The other impacts beside whose exemptions one of the clauses compared may not be used."""
        ids, together = self.answers.item.ids, Together(first.derivation)
        project = ids["project", self.project.id]
        for other in (found.id for found in self.project.impacts if found.id != impact):
            ours = ids["impact", other]
            clauses = [c for c in clauses_of(first.derivation) if self.answers.truth_of(ours, c) != "never"]
            exempting = [c for c in clauses if first.derivation.model.holds("exemption", (c,))]
            if not exempting or exempting != clauses:  # released otherwise, it uses no exemption
                continue
            barred = [
                (clause, tuple(together.kept_apart(clause, exempting)))
                for clause in compared
                if clause is not None and not together.may(project, clause, exempting)
            ]
            if barred:
                yield Beside(other, tuple(exempting), tuple(barred))

    def _far(self, ours: str, clause: str) -> bool:
        return not in_reach(self._failing(ours, clause).derivation, ours, clause)

    def _tests(self, ours: str, clause: str) -> list[tuple[Test, bool]]:
        """The tests of a clause that measure or decide something, with whether they pass where it does not hold."""
        derivation = self._failing(ours, clause).derivation
        return [
            (test, passes)
            for test in tests_of(derivation, ours, clause)
            for passes in [derivation.model.holds(test.predicate, test.arguments) == test.wanted]
            if test.predicate == "met" or not passes or measures(derivation, test)
        ]

    def _failing(self, ours: str, clause: str) -> Narrator:
        """A completion in which a clause does not hold, or any where it always does."""
        always = self.answers.truth_of(ours, clause) == "always"
        return next(iter(self.narrators.values())) if always else self._where(ours, clause, False)

    # --- completions

    def _completion(self, wanted: tuple[tuple[str, bool], ...], highest: bool = True) -> Atoms:
        found = self.answers.completion(wanted, highest)
        if found is None:
            raise AssertionError(f"no completion with {wanted}")
        return found

    def _narrator(self, atoms: Atoms) -> Narrator:
        """The narrator of a completion; completions with the same atoms share one."""
        side = self._side(atoms)
        if side not in self.narrators:
            model = Model(atoms, self.rules, self.answers.left_out)
            derivation = Derivation(model, self.rules)
            self.narrators[side] = Narrator(derivation, self.names, self.level, side, self.answers.unseen)
        return self.narrators[side]

    def _side(self, atoms: Atoms) -> str:
        """The id of a completion: nothing where there is only one."""
        taken = self.answers.taken(atoms)
        for side, known in self._taken.items():
            if known == taken:
                return side
        side = "" if self.answers.certain else str(len(self._taken) + 1)
        self._taken[side] = taken
        ours = [(found, atoms) for found, atoms in taken.facts if found.settled.thing not in self.apart]
        values = tuple(sorted((self.names.choice(found, atoms) for found, atoms in ours), key=lambda v: v.title))
        law = tuple(FactValue(f"{p}.{n}", words, f"{n} of {p}") for p, n, words, _ in taken.law)
        chosen = [(p, a) for _, atoms_ in taken.facts for p, a in atoms_] + [atom for *_, atom in taken.law]
        own = tuple(sorted(((p, tuple(map(self.names.own, a))) for p, a in chosen), key=str))
        if own or side:
            self.sides[side] = Side(side, (*values, *law), own)
        return side

    def _where(self, ours: str, clause: str, held: bool) -> Narrator:
        """A completion in which an impact qualifies under a clause, or does not: one that is told already, if there is one."""
        predicate, arguments = conclusion(next(iter(self.narrators.values())).derivation, ours, clause)
        return self._in_some(predicate, arguments, f'{predicate}({ours},"{clause}")', held)

    def _in_some(self, predicate: str, arguments: tuple[Any, ...], atom: str, held: bool) -> Narrator:
        for narrator in self.narrators.values():
            if narrator.derivation.model.holds(predicate, arguments) == held:
                return narrator
        return self._narrator(self._completion(((atom, held),)))

    # --- clauses

    def _clause(self, first: Narrator, impact: str, clause: str) -> ClauseAnswer:
        ours = self.answers.item.ids["impact", impact]
        holds = self.answers.truth_of(ours, clause)
        if holds == "sometimes":
            (yes, _), (no, failed) = (why(self._where(ours, clause, held), ours, clause) for held in (True, False))
            predicate, _ = conclusion(first.derivation, ours, clause)
            depends = self.answers.settling(f'{predicate}({ours},"{clause}")')
            return ClauseAnswer(impact, clause, holds, "open", (yes, no), failed, depends)
        narrator = first if holds == "always" or self.answers.certain else self._lowest()
        found, failed = why(narrator, ours, clause)
        standing = self._standing(narrator.derivation, ours, clause, holds)
        otherwise = self._otherwise(narrator, ours, clause) if standing == "missed" and not self.answers.certain else ()
        answer = ClauseAnswer(impact, clause, holds, standing, (found, *otherwise), failed)
        # As `check` measures it; a clause that has no conditions of its own by what fails.
        far = self.nearness.get((impact, clause), (Fraction(failed), True))
        return answer._replace(nearness=far) if standing == "missed" else answer

    def _otherwise(self, narrator: Narrator, ours: str, clause: str) -> tuple[Why, ...]:
        """Why a clause does not hold either where all that fails in one completion does not fail, if there is such a one."""
        model = narrator.derivation.model
        tests = tests_of(narrator.derivation, ours, clause)
        failing = [test for test in tests if model.holds(test.predicate, test.arguments) != test.wanted]
        wanted = tuple((atom_text(test.predicate, test.arguments), test.wanted) for test in failing)
        atoms = self.answers.completion(wanted, highest=False) if wanted else None
        if atoms is None or (other := self._narrator(atoms)) is narrator:
            return ()
        return (why(other, ours, clause)[0],)

    def _lowest(self) -> Narrator:
        """The completion with open areas at their lower end: what fails there fails for another reason than their size."""
        if self._low is None:
            self._low = self._narrator(self._completion((), highest=False))
        return self._low

    def _readings(self, asked: list[tuple[str, str]]) -> dict[tuple[str, str], tuple[ReadingChange, ...]]:
        """For each impact and clause the choices of readings under which its answer is another."""
        ids = self.answers.item.ids
        found: dict[tuple[str, str], list[ReadingChange]] = {}
        for name, choice, truths in self.answers.under_readings([(ids["impact", i], c) for i, c in asked]):
            for at in asked:
                ours = ids["impact", at[0]], at[1]
                if ours in truths and truths[ours] != self.answers.truth_of(*ours):
                    found.setdefault(at, []).append(ReadingChange(name, choice, truths[ours]))
        return {at: tuple(changes) for at, changes in found.items()}

    def _standing(self, derivation: Derivation, ours: str, clause: str, holds: Truth) -> Standing:
        if holds != "never":
            return "met" if holds == "always" else "open"
        if not derivation.model.holds("in_force", (clause,)):
            return "not in force"
        return "missed" if in_reach(derivation, ours, clause) else "out of reach"

    def _order(self, answer: ClauseAnswer) -> tuple[Any, ...]:
        cited = self.answers.law.cited(answer.provision)
        claimed = any(f"{cited}/".startswith(f"{claim.provision}/") for claim in self.project.claims)
        place = (order(answer.provision), natural(answer.impact))
        return (not claimed, _RANK[answer.standing], answer.nearness, answer.failed, *place)

    def _verdicts(self, first: Narrator) -> tuple[Why, ...]:
        ours = self.answers.item.ids["project", self.project.id]
        ids = self.answers.item.ids
        regulated = (first.tell("regulated", (ids["impact", impact.id],)) for impact in self.project.impacts)
        whole = [first]
        if self.project.replacement_plan == "depends":
            atom = f"plan_not_required({ours})"
            whole = [self._in_some("plan_not_required", (ours,), atom, held) for held in (True, False)]
        for narrator in whole if self.level == "normal" else ():
            for _, impact, _, clause in narrator.derivation.model.like("usable", (ours, None, None, None)):
                why(narrator, impact, clause)  # so that it is told by its tests
            self._uncovered(narrator, ours)
        told = [Why(narrator.side, narrator.tell("plan_not_required", (ours,)), ()) for narrator in whole]
        return (*told, *(Why(first.side, step, ()) for step in regulated))

    def _uncovered(self, narrator: Narrator, ours: str) -> None:
        """That impacts are not exempt by a choice of exemptions is told by the clauses it allows that are about such work."""
        derivation = narrator.derivation
        model = derivation.model
        for _, choice in model.like("tried", (ours, None)):
            allowed = sorted((clause for _, clause in model.like("allows", (choice, None))), key=order)
            for _, impact in model.like("needs", (ours, None)):
                if not model.holds("covered", (ours, choice, impact)):
                    found = [self._denied(narrator, impact, c) for c in allowed if in_reach(derivation, impact, c)]
                    if found:
                        narrator.conclude("covered", (ours, choice, impact), found)

    def _denied(self, narrator: Narrator, impact: str, clause: str) -> str:
        """The step that a clause does not hold here; why one that never holds does not is told with the clauses."""
        denied = conclusion(narrator.derivation, impact, clause)
        if self.answers.truth_of(impact, clause) == "never":
            return narrator.known(*denied) or narrator.conclude(*denied, ())
        return why(narrator, impact, clause)[0].step

    def _follows(self) -> Iterator[Following]:
        """What follows for the plan, each in a completion in which it does; how it follows is told at the full level."""
        item = self.answers.item
        possible = self.answers.possible.consequences
        for told in self.project.consequences:
            count = int((told.number or 0) * (item.scale.sqft if told.unit else 1))
            for kind in ("impact", "project"):
                ours = item.ids.get((kind, told.about), "")
                if (ours, told.provision, told.what, count) in possible:
                    arguments = (ours, told.provision, told.what, count)
                    atom = f'consequence({ours},"{told.provision}",{told.what},{count})'
                    narrator = self._in_some("consequence", arguments, atom, True)
                    yield Following(told, narrator.side, narrator.conclude("consequence", arguments, ()))


def _asks(derivation: Derivation, test: Test) -> object:
    """What a test asks for: two clauses that ask a condition of the same values ask the same."""
    _, clause, name = test.arguments
    values = frozenset(v for (_, _, v) in derivation.model.like("listed", (clause, name, None)))
    return test.wanted, values, "" if test.predicate == "met" else clause


def _reached(roots: Iterable[str], every: Iterable[Step]) -> set[str]:
    """The addresses of these steps and of all that they rest on."""
    steps = {step.address: step for step in every}
    found: set[str] = set()
    left = list(roots)
    while left:
        at = left.pop()
        if at not in found:
            found.add(at)
            left += steps[at].because
    return found
