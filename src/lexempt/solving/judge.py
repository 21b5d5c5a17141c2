"""The answers for each project of a batch: truths, paths, readings, disputes, what settles it, duties, reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import TypeAlias

from lexempt.law.derivations import exempts_part
from lexempt.law.program import load_law, order
from lexempt.law.vocabulary import Vocabulary
from lexempt.result import (
    ClauseReason,
    Conflict,
    Derivation,
    FactValue,
    ImpactResult,
    PartlyExempt,
    Path,
    Paths,
    Plan,
    ProjectResult,
    ReadingEffect,
    Settling,
    Truth,
)
from lexempt.solving.batch import Batch, truth
from lexempt.solving.conflicts import Conflicts
from lexempt.solving.draft import CaseAtoms
from lexempt.solving.effects import Effects, exempt_of, plan_of
from lexempt.solving.extent import partly_exempt
from lexempt.solving.findings import Findings, not_modelled
from lexempt.solving.matter import cannot_matter
from lexempt.solving.options import CheckOptions
from lexempt.solving.paths import Product, by_scenario, count, count_in_part, largest, maximal_products
from lexempt.solving.reasons import Reasons
from lexempt.solving.settling import Settler, fact_value
from lexempt.solving.words import settled_words, title


class Judge:
    """Reads one batch's answers. Everything that all its projects share is solved once."""

    def __init__(self, batch: Batch, options: CheckOptions, vocabulary: Vocabulary) -> None:
        self.batch, self.options, self.vocabulary = batch, options, vocabulary
        self.sure, self.possible = batch.answers(batch.base)
        self.reasons = Reasons(batch, self.sure, self.possible, vocabulary) if options.reasons else None
        self.findings = Findings(batch, self.sure, self.possible, vocabulary)
        effects = Effects(batch, self.sure, self.possible, vocabulary, thorough=options.reasons)
        self.effects = effects.of_readings() if options.all_readings else {}
        self.last_seen = effects.as_last_seen()
        self._sums = self.reasons

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
        paths = self._paths(item, p, settler)
        settled = {atom: Settling() for atom in ("plan_not_required", "exempt", "prohibited")}
        for atom, value in (("plan_not_required", plan_truth), ("exempt", exempt), ("prohibited", prohibited)):
            # Of many projects only what settles the plan is told, one set each way.
            if value == "sometimes" and (self.options.reasons or atom == "plan_not_required"):
                settled[atom] = self._seen_only(self._settling(settler, f"{atom}({p})"))
        effects = self.effects.get(p)
        if effects is not None and plan_truth == "never":
            effects = [*effects, *self._of_extent(item, p, paths, exempt)]
        reasons = tuple(r for i in impacts for r in self.reasons.of(item, i)) if self.reasons else ()
        results = tuple(self._impact(item, i, paths, plan_truth) for i in impacts)
        group = self._group(item, p)
        counted = sorted(
            {placed.project for i, placed in item.scene.impacts.items() if item.ids["impact", i] in group} - {name}
        )
        derived = self.findings.derivations(item)
        conflicts, every = self._conflicts(item, name, results, reasons, derived)
        opens, unmattering = self._open_facts(item, plan_truth, settled["plan_not_required"])
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
            disputed=self.findings.disputes(item, p),
            asserted=self.findings.asserted(item),
            open_facts=opens,
            cannot_matter=unmattering,
            duties=self.findings.duties(item, impacts),
            approvals=self.findings.approvals(item, impacts),
            conflicts=tuple(c.sentence for c in conflicts if c.kind in ("prohibited", "combined")),
            reasons=reasons,
            derived=derived,
            not_modelled=not_modelled(touched),
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
            counted_as_none=self.reasons.counted_as_none(item, impacts) if self.reasons else (),
            in_words=self.findings.in_words(item) if self.options.reasons else (),
            conflict_sets=conflicts,
            conflicts_complete=every,
            exempt_area_sqft=_least(paths).exempt_sqft if any(path.partly for path in paths.maximal) else None,
            replaced_area_sqft=_least(paths).replaced_sqft if plan_truth == "never" else None,
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
        yes, no = settler.settling(literal)
        return Settling(yes, no)

    def _seen_only(self, settling: Settling) -> Settling:
        """Without the sets that rest on a wording being another, or an amount less, than was last seen: other words may say
        anything, and an amount may be less and still enough, so that nothing is settled by it."""
        law = {f"{o.provision}.{o.name}" for o in self.batch.law_opens}

        def kept(groups: tuple[tuple[FactValue, ...], ...]) -> tuple[tuple[FactValue, ...], ...]:
            return tuple(
                group
                for group in groups
                if all(v.fact not in law or v.value == "more" or "as last seen" in v.value for v in group)
            )

        return Settling(kept(settling.yes), kept(settling.no))

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
            self._in_part(item, name),
        )

    def _in_part(self, item: CaseAtoms, name: str) -> tuple[str, ...]:
        """The clauses under which a part of an impact is exempt, by the readings in use."""
        i, p = item.ids["impact", name], item.ids["project", item.scene.impacts[name].project]
        chosen = self._exempting_parts()
        found = {c for j, _, c, reading in self.sure.in_part.get(p, ()) if j == i and reading in chosen}
        return tuple(sorted(found, key=order))

    def _exempting_parts(self) -> frozenset[str]:
        """The readings in use that exempt a part of what exceeds a number."""
        return frozenset(name for name, choice in exempts_part().items() if self.batch.base_choices.get(name) == choice)

    # --- paths

    def _paths(self, item: CaseAtoms, p: str, settler: Settler) -> Paths:
        mine = {ours for (kind, _), ours in item.ids.items() if kind == "impact"}
        group = self._group(item, p)
        needs_possible = {i for i in group if i in self.possible.regulated and not self.sure.released.get(i)}
        usable = self.sure.usable.get(p, set())
        may_use = self.possible.usable.get(p, set())
        needs = frozenset(needs_possible | {i for i, _, _ in may_use} & mine)
        found = self._extents(item, p, group, needs, self._exempting_parts())
        if found is None:
            products = [Product(product, {}) for product in maximal_products(usable, needs)]
            total = count([dict(product.whole) for product in products])
        else:
            products = largest([product for product, _ in found], needs)
            total = count_in_part(products)
        cut = self.options.limit > 0 and len(products) > self.options.limit
        shown = products[: self.options.limit] if cut else products
        maximal = tuple(self._path(item, product, needs, _at(found, product)) for product in shown)
        wholly = [dict(product.whole) for product in products]
        possible = self._possible_paths(item, p, settler, may_use - usable and may_use, needs, wholly)
        return Paths(total, not cut, maximal, possible)

    def _extents(
        self, item: CaseAtoms, p: str, group: set[str], needs: frozenset[str], chosen: frozenset[str]
    ) -> _Extents | None:
        """What each scenario surely exempts if these readings exempt a part, with the areas; None where none does."""
        in_part = [(i, s, c) for i, s, c, reading in self.sure.in_part.get(p, ()) if reading in chosen]
        if not in_part:
            return None
        by = {clause: reading for _, _, clause, reading in self.sure.in_part[p]}
        extents: _Extents = []
        for product in by_scenario(self.sure.usable.get(p, set()), in_part, needs).values():
            partly = partly_exempt(item, product, by, frozenset(group), self._adding_up()) if product.part else ()
            left = {item.ids["impact", i] for found in partly for i in found.impacts}
            kept = Product(product.whole, {i: clauses for i, clauses in product.part.items() if i in left})
            extents.append((kept, partly))
        return extents

    def _of_extent(self, item: CaseAtoms, p: str, paths: Paths, exempt: Truth) -> list[ReadingEffect]:
        """The readings that alone change how much is to be replaced, where a plan is required in any case."""
        effects: list[ReadingEffect] = []
        chosen = self._exempting_parts()
        asked = {reading for _, _, _, reading in self.sure.in_part.get(p, ())}
        for name in sorted(asked):
            group = self._group(item, p)
            needs = frozenset(i for i in group if i in self.possible.regulated and not self.sure.released.get(i))
            found = self._extents(item, p, group, needs, chosen ^ {name})
            usable = self.sure.usable.get(p, set())
            products = (
                [Product(product, {}) for product in maximal_products(usable, needs)]
                if found is None
                else largest([product for product, _ in found], needs)
            )
            other = Paths(0, True, tuple(self._path(item, product, needs, _at(found, product)) for product in products))
            least = _least(other)
            if least.replaced_sqft is not None and least.replaced_sqft == _least(paths).replaced_sqft:
                continue
            reading = self.vocabulary.readings[name]
            choice = reading.default if name in chosen else exempts_part()[name]
            took = tuple(who for taken, who in reading.took if taken == choice)
            effects.append(
                ReadingEffect(
                    ((name, choice),),
                    "required",
                    exempt,
                    reading.choices[choice],
                    took,
                    True,
                    least.exempt_sqft,
                    least.replaced_sqft,
                )
            )
        return effects

    def _adding_up(self) -> Reasons:
        """What adds up to what, of the cases with anything exempt in part: grounded with the explanations, once, where they
        were not."""
        if self._sums is None:
            batch = self.batch
            items = [item for item in batch.items if self.sure.in_part.keys() & item.names.keys()]
            extra = (load_law().explaining,)
            beside = Batch(items, batch.law, batch.base_choices, (), self.vocabulary, batch.watch, extra)
            self._sums = Reasons(beside, *beside.answers(beside.base), self.vocabulary)
        return self._sums

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

    def _path(
        self,
        item: CaseAtoms,
        product: Product,
        needs: frozenset[str],
        partly: tuple[PartlyExempt, ...] = (),
        need: tuple[FactValue, ...] = (),
    ) -> Path:
        exempts = tuple(sorted((item.names[i], clauses) for i, clauses in product.whole.items()))
        replaces = tuple(sorted(item.names[i] for i in needs if i not in product.whole))
        if need or any(i not in item.areas or i not in self.sure.regulated for i in needs):
            return Path(exempts, replaces, need, partly)
        left = [item.areas[i] for i in needs if i not in product.whole and i not in product.part]
        rest = [found.replaced_sqft for found in partly]
        if None in rest:
            return Path(exempts, replaces, need, partly)
        replaced = sum((*left, *(area for area in rest if area is not None)), Fraction(0))
        return Path(
            exempts, replaces, need, partly, sum((item.areas[i] for i in needs), Fraction(0)) - replaced, replaced
        )

    def _possible_paths(
        self,
        item: CaseAtoms,
        p: str,
        settler: Settler,
        may_use: set[tuple[str, str, str]],
        needs: frozenset[str],
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
                i: self.batch.session.literal(f"covered({p},{scenario},{i})") for i in sorted(by_scenario[scenario])
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
            left = frozenset(i for i in needs if i in covered or self._may_be_regulated(i, together))
            found.append((covered, self._path(item, Product(product, {}), left, (), need)))
        kept = [path for covered, path in found if not any(covered < other for other, _ in found)]
        return tuple(
            sorted(set(kept), key=lambda path: (len(path.replaces), path.exempts))[: self.options.limit or None]
        )

    def _may_be_regulated(self, i: str, together: Sequence[int]) -> bool:
        """Whether an impact (our id) needs anything in some completion in which these hold."""
        literal = self.batch.session.literal(f"regulated({i})")
        return literal is not None and self.batch.session.core([*self.batch.base, *together, literal]) is None

    # --- facts

    def _open_facts(
        self, item: CaseAtoms, plan_truth: Truth, settling: Settling
    ) -> tuple[tuple[FactValue, ...], tuple[str, ...]]:
        opens = [found for found in item.opens if found.base is None]
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


_Extents: TypeAlias = list[tuple[Product, tuple[PartlyExempt, ...]]]
_ALL_OPEN = Path((), ())


def _at(extents: _Extents | None, product: Product) -> tuple[PartlyExempt, ...]:
    return next((partly for found, partly in extents or () if found == product), ())


def _least(paths: Paths) -> Path:
    """The path that replaces least; one that tells no area where any of them does not."""
    known = [(path.replaced_sqft, n) for n, path in enumerate(paths.maximal) if path.replaced_sqft is not None]
    if len(known) < len(paths.maximal) or not known or not paths.complete:
        return _ALL_OPEN
    return paths.maximal[min(known)[1]]
