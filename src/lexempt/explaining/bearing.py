"""What provisions that exempt nothing do to a project: what they bar, limit, ask or define, each with its proof or refutation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, TypeAlias

from lexempt.explaining.clauses import clauses_of, conclusion, in_reach, measures, tests_of
from lexempt.explaining.derive import Derivation, Key
from lexempt.explaining.narrate import Narrator
from lexempt.explaining.terms import Variable
from lexempt.explanation import Bearing, Why
from lexempt.law.program import load_law, order, within
from lexempt.law.rules import Rule
from lexempt.records import NamedTuple
from lexempt.result import ProjectResult, Truth
from lexempt.solving.answer_sets import CaseAnswers, atom_text
from lexempt.solving.words import listing

InSome: TypeAlias = Callable[[str, tuple[Any, ...], str, bool], Narrator]
"""A completion in which an atom (predicate, arguments, as text) holds or does not."""
_BARS = ("prohibited_by", "approval")
"""Conclusions about an impact that name the provision beside it."""
_TESTS = ("stops", "limits", "fails", "met")
"""Conclusions that name a condition or limit of a clause."""
_CLIMBS = 4
"""How far up from rules about clauses alone a conclusion about the project is looked for."""


class _Found(NamedTuple):
    """A conclusion that a provision has a part in."""

    predicate: str
    arguments: tuple[Any, ...]
    """None: whatever it is; then no such atom holds."""
    bears: bool | None = True
    """Whether it changes something where it holds (True) or where it does not (False); None: in neither case."""
    tests: tuple[tuple[str, str], ...] = ()
    """The impacts and clauses that a conclusion about clauses is told by."""


class Bearings:
    """Reads one project of a case that was answered, for some of its impacts (our ids). `first` tells one completion."""

    def __init__(
        self, answers: CaseAnswers, project: ProjectResult, first: Narrator, in_some: InSome, impacts: Sequence[str]
    ) -> None:
        self.answers, self.project, self.first, self.in_some = answers, project, first, in_some
        self.impacts = impacts
        self.ours = answers.item.ids["project", project.id]
        self.model = first.derivation.model
        self.clauses = clauses_of(first.derivation)
        self._under: set[Key] | None = None

    def of(self, wanted: Callable[[str], bool]) -> Iterator[Bearing]:
        """Every provision asked for that has no exemption or release at or below it, in statutory order."""
        exempting = [clause.partition("@")[0] for clause in self.clauses]
        asked = [p for p in _provisions() if wanted(p) and not any(within(c, p.partition("@")[0]) for c in exempting)]
        for provision in asked:
            found = self._bearing(provision)
            if found.said or found.why or not any(p != provision and within(p, provision) for p in asked):
                yield found

    def _bearing(self, provision: str) -> Bearing:
        enacted = any(row[1] == provision for row in self.first.derivation.rules.rows.get("enacts", {}))
        if enacted and self._truth("in_force", (provision,)) == "never":
            return Bearing(provision, "never", (f"It is not in force on {self.project.law_on.isoformat()}.",), ())
        said, found = self._defined(provision)
        found += [*self._of_impacts(provision), *self._follows(provision)]
        conflicts, together = self._together(provision)
        said, found = [*said, *conflicts], [*found, *together]
        if not found and not said:
            found = list(self._in_proofs(provision))
        if not found and not said:
            said = [f"Not modelled: {g.not_modelled}" for g in load_law().groups if g.provision == provision and g.not_modelled]
        told: list[tuple[Truth, Why]] = []
        for one in found:
            told += self._told(one)
        bears: Truth = max((truth for truth, _ in told), key=("never", "sometimes", "always").index, default="never")
        shown = dict.fromkeys(step for truth, step in told if bears == "never" or truth != "never")
        return Bearing(provision, bears, tuple(said), tuple(shown))

    # --- conclusions that name the provision

    def _of_impacts(self, provision: str) -> Iterator[_Found]:
        derivation = self.first.derivation
        heads = {rule.predicate for rule in self._rules(provision) if provision in rule.terms}
        of_duties = any(row[0] == provision for row in derivation.rules.rows.get("duty_of", {}))
        tests = [
            test
            for impact in self.impacts
            for clause in self.clauses
            if in_reach(derivation, impact, clause)
            for test in tests_of(derivation, impact, clause)
            if test.arguments[2] == provision
        ]
        # Where nothing is put to a limit's test, that is why it changes nothing.
        at_work = [t for t in tests if t.predicate == "met" or self.model.holds(*t[:2]) or measures(derivation, t)]
        tests = [t for t in tests if self.model.holds("satisfies", t.arguments[:2])] or tests[:1]
        yield from (_Found(test.predicate, test.arguments, not test.wanted) for test in at_work or tests)
        if not tests:
            yield from self._beyond_reach(provision)
        for impact in self.impacts:
            yield from (_Found(predicate, (impact, provision)) for predicate in _BARS if predicate in heads)
            if self.model.holds("decides_scope", (provision,)):
                yield _Found("regulated", (impact,))
            if of_duties or "duty" in heads:
                states = self._possible("duty", (impact, provision, None))
                yield from (_Found("duty", state) for state in states or [(impact, provision, None)])

    def _beyond_reach(self, provision: str) -> Iterator[_Found]:
        """A condition of clauses that are not about such work."""
        rows = [row for kind in ("requires", "excepts") for row in self.model.like("listed", (None, kind, provision))]
        clauses = {str(row[0]) for row in rows} | {
            str(rule.terms[1]) for rule in self._rules(provision) if rule.predicate in _TESTS and rule.terms[-1] == provision
        }
        for clause in sorted(clauses & set(self.clauses), key=order):
            if self.model.like("listed", (clause, "reaches", None)):
                yield from (_Found("reach", (impact, clause), None) for impact in self.impacts)

    def _follows(self, provision: str) -> Iterator[_Found]:
        rules = [r for r in self._rules(provision) if r.predicate == "consequence" and provision in r.terms]
        asked = {thing for rule in rules for thing in self._things(str(rule.terms[0]))}
        for thing in (self.ours, *self.impacts):
            found = sorted(self._possible("consequence", (thing, provision, None, None)), key=str)
            yield from (_Found("consequence", at) for at in found)
            if not found and thing in asked:
                yield _Found("consequence", (thing, provision, None, None))

    def _defined(self, provision: str) -> tuple[list[str], list[_Found]]:
        """What the definitions of the provision's file give for things of the project, and what they are not asked for."""
        files = {group.file for group in load_law().groups if group.provision == provision}
        by_head, said, found = self.first.derivation.rules.by_head, [], []
        defined = {str(r.terms[1]): None for r in by_head.get(("derived", 3), ()) if r.rule.file in files}
        things = dict.fromkeys(str(e) for i in self.impacts for _, e in self.model.like("about", (i, None)))
        for attribute in defined:
            given = [at for thing in things for at in self._possible("derived", (thing, attribute, None))]
            for at in given:
                found.append(_Found("derived", at, None if self.model.holds("stated", at[:2]) else True))
            if not given:
                known = self.first.names.attribute(attribute)
                said.append(f"What is stated or assumed counts: the {known.words if known else attribute}.")
        if any(r.rule.file in files for r in by_head.get(("unregulated", 2), ())):
            found += [_Found("regulated", (impact,), False) for impact in self.impacts]
        return said, found

    # --- what it lets stand together

    def _together(self, provision: str) -> tuple[list[str], list[_Found]]:
        """The conflicts that the provision makes, in words, and the clauses that it keeps apart."""
        if not any(r.rule.terms[-1] == provision for r in self.first.derivation.rules.by_head.get(("apart", 3), ())):
            return [], []
        ids, names = self.answers.item.ids, self.answers.item.names
        conflicts = [
            conflict
            for conflict in self.project.conflict_sets
            if conflict.kind == "combined"
            and provision in conflict.provisions
            and any(ids["impact", member.about] in self.impacts for member in conflict.members)
        ]
        apart = {(c, d) for c, d, _ in self._possible("apart", (None, None, provision))}
        found: dict[_Found, None] = {}
        for conflict in conflicts:
            members = [(ids["impact", m.about], clause) for m in conflict.members for clause in m.provisions]
            found |= dict.fromkeys(self._kept_apart(provision, apart, members, True))
        withheld = [
            _Found("withheld", (self.ours, clause))
            for _, clause in self._possible("withheld", (self.ours, None))
            if self._rests_on(("withheld", (self.ours, clause)), provision)
        ]
        if conflicts or withheld:
            return [conflict.sentence for conflict in conflicts], [*found, *withheld]
        counted = {self.ours, *(q for _, q in self.model.like("joined", (self.ours, None)))}
        members = [
            (i, clause)
            for i, project in sorted(self.model.all("impact"))
            if project in counted and names.get(i) is not None
            for clause in self.clauses
            if self.answers.truth_of(i, clause) != "never"
        ]
        free = None if self.answers.certain else True
        pairs = list(self._kept_apart(provision, apart, members, free))
        if pairs:
            return [f"No impact of {self.project.id} needs both."] if free is None else [], pairs
        clauses = sorted({clause for _, clause in members}, key=order)
        under = f"Impacts of {self.project.id} qualify under {listing(clauses, 'and')}" if clauses else "No impact qualifies"
        return [f"{under}: it has no two clauses to keep apart."], []

    def _kept_apart(
        self, provision: str, apart: set[tuple[Any, ...]], members: Iterable[tuple[str, str]], bears: bool | None
    ) -> Iterator[_Found]:
        of = {clause: impact for impact, clause in reversed(list(members))}
        for one, other in combinations(sorted(of), 2):
            for pair in ((one, other), (other, one)):
                if pair in apart:
                    tests = tuple((of[clause], clause) for clause in pair)
                    yield _Found("apart", (*pair, provision), bears, tests)

    # --- others: where rules for the project's things name it

    def _in_proofs(self, provision: str) -> Iterator[_Found]:
        """Conclusions about things of the project from rules that name the provision, but for those below others of them."""
        rules, depth = self._rules(provision), 1
        while rules and not any(self._things(str(rule.terms[0])) for rule in rules) and depth < _CLIMBS:
            # Of clauses only: what rests on that.
            named, depth = {rule.predicate for rule in rules}, depth + 1
            rules = [rule for rule in self._every_rule() if any(lit[0] == "is" and lit[1] in named for lit in rule.body)]
        heads = {
            (rule.predicate, len(rule.terms)): (str(rule.terms[0]), [t if t == provision else None for t in rule.terms[1:]])
            for rule in rules
        }
        below = {literal[1] for rule in rules for literal in rule.body if literal[0] in ("is", "not")}
        for (predicate, arity), (letter, others) in heads.items():
            if predicate in below or predicate in _TESTS:
                continue
            for thing in self._things(letter):
                held = self._possible(predicate, (thing, *others))
                by_it = [atom for atom in held if self._rests_on((predicate, atom), provision, depth)]
                used = [a for a in by_it if (predicate, a, True) in self._reached()]
                for atom in used or by_it:
                    yield _Found(predicate, atom, True if used else None)
                if not held and self.first.names.can_deny(predicate, arity):
                    yield _Found(predicate, (thing, *others))

    def _things(self, letter: str) -> list[str]:
        """The things of the project that a variable of a rule stands for: the law has one letter for each kind of thing."""
        of = {"?W": "impact_wetland", "?G": "impact_ground", "?H": "impact_holding"}.get(letter)
        if of is not None:
            return list(dict.fromkeys(e for i in self.impacts for _, e in self.model.like(of, (i, None))))
        return {"?I": list(self.impacts), "?J": list(self.impacts), "?P": [self.ours]}.get(letter, [])

    def _rules(self, provision: str) -> list[Rule]:
        every = self._every_rule()
        return [rule for rule in every if _names(rule.terms, provision) or _names(rule.body, provision)]

    def _every_rule(self) -> Iterator[Rule]:
        return (ready.rule for rules in self.first.derivation.rules.by_head.values() for ready in rules)

    def _reached(self) -> set[Key]:
        """All that the answers of the project and of its clauses rest on."""
        if self._under is None:
            derivation = self.first.derivation
            roots: list[tuple[str, tuple[Any, ...]]] = [("plan_not_required", (self.ours,)), ("exempt", (self.ours,))]
            roots += [conclusion(derivation, i, c) for i in self.impacts for c in self.clauses]
            roots += [("prohibited_by", (i, c)) for i, c in self._possible("prohibited_by", (None, None))]
            self._under = set(_walked(derivation, [derivation.node(*root).key for root in roots]))
        return self._under

    def _rests_on(self, atom: tuple[str, tuple[Any, ...]], provision: str, depth: int = 99) -> bool:
        """Whether the proof of an atom, so far down, has a rule that names the provision."""
        derivation = self.first.derivation
        start = derivation.node(*atom).key
        return start[2] and any(
            ready is not None and (_names(ready.rule.terms, provision) or _names(ready.rule.body, provision))
            for key in _walked(derivation, [start], depth)
            for ready in [derivation.of(key).ready]
        )

    # --- telling

    def _told(self, found: _Found) -> Iterator[tuple[Truth, Why]]:
        """The conclusion, on both sides where it is open, and whether it changes something."""
        truth = "never" if None in found.arguments else self._truth(found.predicate, found.arguments)
        bears: Truth = "never"
        if found.bears is not None and truth == "sometimes":
            bears = "sometimes"
        elif found.bears is not None and (truth == "always") == found.bears:
            bears = "always"
        narrators = [self.first]
        if truth == "sometimes":
            text = atom_text(found.predicate, found.arguments)
            narrators = [self.in_some(found.predicate, found.arguments, text, held) for held in (True, False)]
            narrators = narrators if found.bears is not None else narrators[:1]
        elif self.model.holds(found.predicate, found.arguments) != (truth == "always"):
            return
        for narrator in narrators:
            holds = narrator.derivation.model.holds(found.predicate, found.arguments)
            qualifying = self._qualifying(narrator)
            tests = tuple(qualifying[at] for at in found.tests if holds)
            if found.predicate == "reach" and not holds:
                step = narrator.out_of_reach(*found.arguments)
            elif tests or (found.predicate == "consequence" and holds):
                step = narrator.conclude(found.predicate, found.arguments, tests)
            else:
                step = narrator.tell(found.predicate, found.arguments)
            yield bears, Why(narrator.side, step, tests)

    def _qualifying(self, narrator: Narrator) -> dict[tuple[str, str], str]:
        """The steps that impacts qualify under clauses; why they do, and why a plan is required, is not what is asked, so below
        the full level it is not told."""
        found = {}
        if narrator.known("plan_not_required", (self.ours,)) is None:
            narrator.conclude("plan_not_required", (self.ours,), ())
        for clause in self.clauses:
            for (impact, *_) in narrator.derivation.model.like("impact", (None, None)):
                predicate, arguments = conclusion(narrator.derivation, impact, clause)
                if narrator.derivation.model.holds(predicate, arguments):
                    found[impact, clause] = narrator.known(predicate, arguments) or narrator.conclude(predicate, arguments, ())
        return found

    def _truth(self, predicate: str, arguments: tuple[Any, ...]) -> Truth:
        if self.answers.certain:
            return "always" if self.model.holds(predicate, arguments) else "never"
        truth = self.answers.batch.truth_with(atom_text(predicate, arguments), self.answers.batch.base)
        # What no open fact touches was not grounded with the case.
        return "always" if truth == "never" and self.model.holds(predicate, arguments) else truth

    def _possible(self, predicate: str, pattern: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        """The atoms that hold in some completion."""
        found = {tuple(atom): None for atom in self.model.like(predicate, pattern)}
        if not self.answers.certain:
            found |= {
                atom: None
                for atom in self.answers.atoms(predicate, len(pattern))
                if all(p in (None, v) for p, v in zip(pattern, atom, strict=True)) and self._truth(predicate, atom) != "never"
            }
        return list(found)


def _provisions() -> list[str]:
    """Every provision that has a group, or a condition of its own."""
    law = load_law()
    return sorted({*(group.provision for group in law.groups), *law.named_conditions}, key=order)


def _names(term: Any, provision: str) -> bool:
    if isinstance(term, (list, tuple)):
        return any(_names(part, provision) for part in term)
    return type(term) is not Variable and term == provision


def _walked(derivation: Derivation, roots: Iterable[Key], depth: int = 10_000) -> Iterator[Key]:
    """These conclusions and all that their proofs and refutations rest on, so far down."""
    seen: set[Key] = set()
    level = list(roots)
    while level and depth:
        depth -= 1
        beneath: list[Key] = []
        for key in level:
            if key not in seen:
                seen.add(key)
                yield key
                for premise in derivation.below(derivation.of(key)):
                    beneath += [part.key for part in (premise, *premise.inner) if part.key is not None]
        level = beneath
