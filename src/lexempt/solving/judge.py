"""The answers for each project of a batch: truths, paths, readings, disputes, what settles it, duties, reasons."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date

from lexempt.law.program import order
from lexempt.law.vocabulary import Vocabulary
from lexempt.result import (
    ClauseReason,
    Conflict,
    Derivation,
    FactValue,
    ImpactResult,
    Path,
    Paths,
    Plan,
    ProjectResult,
    Settling,
    Truth,
)
from lexempt.solving.batch import Batch, truth
from lexempt.solving.conflicts import Conflicts
from lexempt.solving.draft import CaseAtoms
from lexempt.solving.effects import Effects, exempt_of, plan_of
from lexempt.solving.findings import Findings, not_modelled, telling
from lexempt.solving.matter import cannot_matter
from lexempt.solving.options import CheckOptions
from lexempt.solving.partly import AddingUp, Asked, Found, PartlyExempting, Waiting, replacing_least
from lexempt.solving.paths import Product
from lexempt.solving.reasons import Reasons
from lexempt.solving.scene import beside
from lexempt.solving.settling import Settler, fact_value
from lexempt.solving.words import settled_words, title


class Judge:
    """Reads one batch's answers. Everything that all its projects share is solved once."""

    def __init__(
        self, batch: Batch, options: CheckOptions, vocabulary: Vocabulary, adding_up: AddingUp | None = None
    ) -> None:
        """`adding_up`: what is waited for with the readings that change how much is to be replaced (see `waiting`)."""
        self.batch, self.options, self.vocabulary = batch, options, vocabulary
        self.sure, self.possible = batch.answers(batch.base)
        self.reasons = Reasons(batch, self.sure, self.possible, vocabulary) if options.reasons else None
        self.findings = Findings(batch, self.sure, self.possible, vocabulary)
        effects = Effects(batch, self.sure, self.possible, vocabulary, thorough=options.reasons)
        self.effects = effects.of_readings() if options.all_readings else {}
        self.last_seen = effects.as_last_seen()
        sums = self.reasons or adding_up or AddingUp(batch.law, batch.base_choices, vocabulary, batch.watch)
        self.partly = PartlyExempting(batch, self.sure, vocabulary, sums)
        self.waiting: dict[str, Waiting] | None = None if adding_up is None else {}
        """By our id of a project: of which answers those readings are still to be found; None where nothing waits."""
        self.findings.last_seen = effects.last_seen

    # --- one project

    def project(self, item: CaseAtoms, name: str) -> ProjectResult:
        """The answers for one project of one case."""
        self.batch.watch.check()
        p = item.ids["project", name]
        sure, possible = self.sure, self.possible
        thing = next(t for t in item.case.things if t.entity == "project" and t.id == name)
        impacts = sorted(i for i, placed in item.scene.impacts.items() if placed.project == name)
        plan_truth = truth(p in sure.not_required, p in possible.not_required)
        exempt = exempt_of(
            truth(p in sure.exempt, p in possible.exempt), truth(p in sure.not_exempt, p in possible.not_exempt)
        )
        prohibited = truth(p in sure.prohibited_projects, p in possible.prohibited_projects)
        last_seen = self.last_seen.get(p) if plan_truth == "sometimes" else None
        most = None if self.options.reasons else 1
        free = Settler(self.batch, item, self.vocabulary, most)
        # Where facts still decide under the law as last seen, they are what a user can find out.
        settler = (
            Settler(self.batch, item, self.vocabulary, most, as_last_seen=True) if last_seen == "depends" else free
        )
        asked = self._asked(item, p)
        paths = self._paths(asked, settler)
        settled = {atom: Settling() for atom in ("plan_not_required", "exempt", "prohibited")}
        for atom, value in (("plan_not_required", plan_truth), ("exempt", exempt), ("prohibited", prohibited)):
            # Of many projects only what settles the plan is told, one set each way.
            if value == "sometimes" and (self.options.reasons or atom == "plan_not_required"):
                settled[atom] = self._seen_only(self._settling(settler, f"{atom}({p})"))
        effects = self.effects.get(p)
        least = replacing_least(paths.maximal if paths.complete else ())
        if effects is not None and plan_truth == "never":
            if self.waiting is None:
                effects = [*effects, *self.partly.effects(asked, least, exempt)]
            else:
                self.partly.expect(item)
                self.waiting[p] = Waiting(self.partly, asked, least, exempt)
        reasons = tuple(r for i in impacts for r in self.reasons.of(item, i)) if self.reasons else ()
        results = tuple(self._impact(item, i, paths, plan_truth) for i in impacts)
        group = self._group(item, p)
        counted = sorted(
            {placed.project for i, placed in item.scene.impacts.items() if item.ids["impact", i] in group} - {name}
        )
        apart = beside(item.case, item.scene, name)
        derived = self.findings.derivations(item, apart)
        conflicts, every = self._conflicts(item, name, results, reasons, derived)
        opens, unmattering = self._open_facts(item, apart, plan_truth, settled["plan_not_required"])
        disputed = self.findings.disputes(item, p)
        # What another source says may decide though all that the deciding body leaves open does not.
        unmattering = tuple(title for title in unmattering if title not in telling(disputed))
        touched = {c for r in results for c in (*r.qualifies, *r.may_qualify, *r.released_by)}
        return ProjectResult(
            id=name,
            title=thing.title,
            path=item.case.path,
            law_on=self._day(item, name),
            replacement_plan=plan_of(plan_truth),
            exempt=exempt,
            regulated=truth(p in sure.any_regulated, p in possible.any_regulated),
            prohibited=prohibited,
            under_all_readings="not_run" if effects is None else "differs" if effects else "same",
            impacts=results,
            paths=paths,
            settles_exempt=settled["exempt"],
            settles_prohibited=settled["prohibited"],
            settles_plan=settled["plan_not_required"],
            readings=tuple(effects or ()),
            as_last_seen=last_seen,
            law_turns_on=self._law_turns_on(free, p) if last_seen else (),
            claims=self.findings.claims(item, name, impacts),
            disputed=disputed,
            asserted=self.findings.asserted(item, apart),
            open_facts=opens,
            cannot_matter=unmattering,
            duties=self.findings.duties(item, impacts),
            approvals=self.findings.approvals(item, impacts),
            consequences=self.findings.consequences(item, name, impacts),
            conflicts=tuple(c.sentence for c in conflicts if c.kind in ("prohibited", "combined")),
            reasons=reasons,
            derived=derived,
            not_modelled=not_modelled(touched, self.batch.law.on),
            assumptions=tuple(
                dict.fromkeys(a for owner, a in item.case.assumes if owner == name and self.options.assume)
            ),
            assumed_facts=self.findings.assumed(item) if self.options.reasons else (),
            notes=tuple(n.text for n in item.case.notes if n.project == name),
            history=tuple(
                h.text + (f" on {h.on.isoformat()}" if h.on else "") for h in item.case.history if h.project == name
            ),
            counted_with=tuple(counted),
            strict=self.options.strict,
            amendments=tuple(amendment.name for amendment in self.batch.law.adopted),
            counted_as_none=self.reasons.counted_as_none(item, impacts) if self.reasons else (),
            in_words=self.findings.in_words(item) if self.options.reasons else (),
            conflict_sets=conflicts,
            conflicts_complete=every,
            exempt_area_sqft=least.exempt_sqft if any(path.partly for path in paths.maximal) else None,
            replaced_area_sqft=least.replaced_sqft if plan_truth == "never" else None,
        )

    def _conflicts(
        self,
        item: CaseAtoms,
        name: str,
        results: tuple[ImpactResult, ...],
        clauses: tuple[ClauseReason, ...],
        derived: tuple[Derivation, ...],
    ) -> tuple[tuple[Conflict, ...], bool]:
        if not (self.options.reasons or self.options.all_readings):
            return (), True
        finder = Conflicts(item, self.sure, results, clauses, self.batch, self.vocabulary)
        return finder.of(name, derived, self.options.limit or 20)

    def _day(self, item: CaseAtoms, name: str) -> date:
        if self.options.on is not None:
            return self.options.on
        fact = item.settled[item.ids["project", name], "work", None]
        assert fact.known and isinstance(fact.known[0], date)  # without --on, the day of work picked the law
        return fact.known[0]

    def _law_turns_on(self, settler: Settler, p: str) -> tuple[FactValue, ...]:
        settling = self._settling(settler, f"plan_not_required({p})")
        found = {
            v.fact: v
            for group in (*settling.yes, *settling.no)
            for v in group
            if v.decided_by is None and v.line is None
        }
        law = {f"{o.provision}.{o.name}" for o in self.batch.law_opens}
        return tuple(found[name]._replace(value="not seen") for name in sorted(found) if name in law)

    def _settling(self, settler: Settler, atom: str) -> Settling:
        literal = self.batch.session.literal(atom)
        if literal is None:
            return Settling()
        return settler.settling(literal)

    def _seen_only(self, settling: Settling) -> Settling:
        """Without the sets that rest on a wording being another, or an amount less, than was last seen: other words may say
        anything, and an amount may be less and still enough, so that nothing is settled by it."""
        law = {f"{o.provision}.{o.name}" for o in self.batch.law_opens}

        def kept(groups: tuple[tuple[FactValue, ...], ...]) -> tuple[tuple[FactValue, ...], ...]:
            return tuple(group for group in groups if all(v.fact not in law or _enough(v.value) for v in group))

        return Settling(kept(settling.yes), kept(settling.no), settling.more)

    def _impact(self, item: CaseAtoms, name: str, paths: Paths, plan_truth: Truth) -> ImpactResult:
        i = item.ids["impact", name]
        sure, possible = self.sure, self.possible
        regulated = truth(i in sure.regulated, i in possible.regulated)
        qualifies, may = sure.qualifies.get(i, set()), possible.qualifies.get(i, set())
        released, may_release = sure.released.get(i, set()), possible.released.get(i, set())
        plan: Plan
        if regulated == "never" or released or plan_truth == "always":
            plan = "not_required"
        elif not may and not may_release and regulated == "always":
            plan = "required"
        elif self.batch.certain:
            exempting = [any(impact == name for impact, _ in path.exempts) for path in paths.maximal]
            plan = "not_required" if exempting and all(exempting) else "depends" if any(exempting) else "required"
        else:
            plan = "depends"
        area = item.settled[i, "area", None]
        thing = next(t for t in item.case.things if t.entity == "impact" and t.id == name)
        return ImpactResult(
            name,
            thing.title,
            settled_words(area, self.vocabulary),
            regulated,
            tuple(sorted(qualifies, key=order)),
            tuple(sorted(may - qualifies, key=order)),
            tuple(sorted(released, key=order)),
            tuple(sorted(may_release - released, key=order)),
            tuple(sorted(sure.prohibited.get(i, set()), key=order)),
            tuple(sorted(possible.prohibited.get(i, set()) - sure.prohibited.get(i, set()), key=order)),
            plan,
            self.findings.outside(item, name) if regulated == "never" else None,
            self.partly.clauses(item, name),
        )

    # --- paths

    def _asked(self, item: CaseAtoms, p: str) -> Asked:
        """A project (our id) with the impacts that count with it, and those that need something in some completion."""
        mine = {ours for (kind, _), ours in item.ids.items() if kind == "impact"}
        group = self._group(item, p)
        needs = {i for i in group if i in self.possible.regulated and not self.sure.released.get(i)}
        needs |= {i for i, _, _ in self.possible.usable.get(p, ())} & mine
        return Asked(item, p, frozenset(group), frozenset(needs))

    def _paths(self, asked: Asked, settler: Settler) -> Paths:
        usable = self.sure.usable.get(asked.project, set())
        may_use = self.possible.usable.get(asked.project, set())
        found, total = self.partly.paths(asked)
        cut = self.options.limit > 0 and len(found) > self.options.limit
        maximal = tuple(self.partly.path(asked, one) for one in (found[: self.options.limit] if cut else found))
        wholly = [one.product.whole for one in found]
        possible = self._possible_paths(asked, settler, may_use - usable and may_use, wholly)
        return Paths(total, not cut, maximal, possible)

    def _group(self, item: CaseAtoms, p: str) -> set[str]:
        """Our ids of the impacts counted with this project: those it needs something for in some completion."""
        own = {
            item.ids["impact", i]
            for i, placed in item.scene.impacts.items()
            if item.ids["project", placed.project] == p
        }
        if len(item.scene.projects) == 1:
            return own
        for i, placed in item.scene.impacts.items():
            q = item.ids["project", placed.project]
            if q != p and self.batch.truth_with(f"joined({p},{q})", self.batch.base) != "never":
                own.add(item.ids["impact", i])
        return own

    def _possible_paths(
        self,
        asked: Asked,
        settler: Settler,
        may_use: set[tuple[str, str, str]],
        sure: Sequence[Mapping[str, tuple[str, ...]]],
    ) -> tuple[Path, ...]:
        """Paths of some completions that are in none of the sure ones, each with facts that make it sure."""
        if not may_use or not self.options.reasons:
            return ()
        by_scenario: dict[str, dict[str, set[str]]] = {}
        for i, s, c in may_use:
            by_scenario.setdefault(s, {}).setdefault(i, set()).add(c)
        found: list[tuple[frozenset[str], Path]] = []
        for scenario in sorted(by_scenario):
            covers = {
                i: self.batch.session.literal(f"covered({asked.project},{scenario},{i})")
                for i in sorted(by_scenario[scenario])
            }
            wanted: list[str] = []
            for i, literal in covers.items():
                if literal is None:
                    continue
                tried = [lit for j in (*wanted, i) if (lit := covers[j]) is not None]
                if self.batch.session.core([*self.batch.base, *tried]) is None:
                    wanted.append(i)
            covered = frozenset(wanted)
            if not wanted or any(covered <= frozenset(product) for product in sure):
                continue
            together = [lit for i in wanted if (lit := covers[i]) is not None]
            need = settler.needs(together)
            if need is None:
                continue
            product = {i: tuple(sorted(by_scenario[scenario][i], key=order)) for i in wanted}
            left = frozenset(i for i in sorted(asked.needs) if i in covered or self._may_be_regulated(i, together))
            found.append((covered, self.partly.path(asked._replace(needs=left), Found(Product(product, {})), need)))
        kept = [path for covered, path in found if not any(covered < other for other, _ in found)]
        return tuple(
            sorted(dict.fromkeys(kept), key=lambda path: (len(path.replaces), path.exempts))[: self.options.limit or None]
        )

    def _may_be_regulated(self, i: str, together: Sequence[int]) -> bool:
        """Whether an impact (our id) needs anything in some completion in which these hold."""
        literal = self.batch.session.literal(f"regulated({i})")
        return literal is not None and self.batch.session.core([*self.batch.base, *together, literal]) is None

    # --- facts

    def _open_facts(
        self, item: CaseAtoms, apart: Collection[str], plan_truth: Truth, settling: Settling
    ) -> tuple[tuple[FactValue, ...], tuple[str, ...]]:
        opens = [found for found in item.opens if found.base is None and found.settled.thing not in apart]
        listed = [fact_value(found, settled_words(found.settled, self.vocabulary), self.vocabulary) for found in opens]
        listed.sort(key=lambda value: value.title)
        if plan_truth != "sometimes":
            return tuple(listed), tuple(value.title for value in listed)
        mattering = {value.fact for group in (*settling.yes, *settling.no) for value in group}
        if not self.options.reasons:
            return tuple(listed), ()
        idle = cannot_matter(
            self.batch,
            item,
            [o for o in opens if fact_value(o, "", self.vocabulary).fact not in mattering],
            self.vocabulary,
        )
        titles = {title(o.settled.attribute, o.settled.thing, o.settled.key) for o in idle}
        return tuple(v for v in listed if v.title not in titles), tuple(sorted(titles))


def _enough(value: str) -> bool:
    """Whether what a law not seen is taken as settles something: as last seen, or an amount as large or larger."""
    return value == "more" or "as last seen" in value or value.startswith("at least")
