"""The answers for each project of a batch: truths, paths, readings, disputes, what settles it, duties, reasons."""

from __future__ import annotations

from collections import defaultdict
from datetime import date

from lexempt.case import Known
from lexempt.law.program import citation, load_law, order
from lexempt.law.vocabulary import Vocabulary
from lexempt.result import (
    ClaimAnswer,
    ClauseReason,
    Derivation,
    Dispute,
    Duty,
    FactValue,
    ImpactResult,
    Path,
    Paths,
    Plan,
    ProjectResult,
    ReadingEffect,
    Settling,
    Truth,
)
from lexempt.solving.batch import Batch, truth
from lexempt.solving.draft import CaseAtoms, Open
from lexempt.solving.engine import read_answer
from lexempt.solving.matter import cannot_matter
from lexempt.solving.options import CheckOptions
from lexempt.solving.paths import count, maximal_products
from lexempt.solving.reasons import Reasons
from lexempt.solving.settle import Settled
from lexempt.solving.settling import Settler, fact_value
from lexempt.solving.words import settled_words, title, value_words


def _plan(value: Truth) -> Plan:
    return "not_required" if value == "always" else "required" if value == "never" else "depends"


class Judge:
    """Reads one batch's answers. Everything that all its projects share is solved once."""

    def __init__(self, batch: Batch, options: CheckOptions, vocabulary: Vocabulary) -> None:
        self.batch, self.options, self.vocabulary = batch, options, vocabulary
        self.sure, self.possible = batch.answers(batch.base)
        self.reasons = Reasons(batch, vocabulary) if options.reasons else None
        self.effects = self._reading_effects() if options.all_readings else {}
        self.last_seen = self._last_seen()

    # --- readings

    def _targets(self) -> list[tuple[str, str]]:
        """(our project id, atom) of the verdicts."""
        projects = [ours for item in self.batch.items for (kind, _), ours in item.ids.items() if kind == "project"]
        return [(p, f"{name}({p})") for p in projects for name in ("plan_not_required", "exempt", "not_exempt")]

    def _verdicts(self, assumptions: list[int]) -> dict[str, tuple[Plan, Truth]]:
        targets = self._targets()
        truths = dict(
            zip(
                (atom for _, atom in targets),
                self.batch.truth_of([atom for _, atom in targets], assumptions),
                strict=True,
            )
        )
        return {
            p: (_plan(truths[f"plan_not_required({p})"]), _exempt(truths[f"exempt({p})"], truths[f"not_exempt({p})"]))
            for p, _ in targets
        }

    def _reading_effects(self) -> dict[str, list[ReadingEffect]]:
        """For each project: the other choices of single readings that change its verdict."""
        batch = self.batch
        standing = self._verdicts(batch.base)
        in_play = {
            ours: set(item.in_play) for item in batch.items for (kind, _), ours in item.ids.items() if kind == "project"
        }
        found: dict[str, list[ReadingEffect]] = defaultdict(list)
        for name in batch.switched:
            reading = self.vocabulary.readings[name]
            chosen = batch.reading_literals[name, batch.base_choices[name]]
            for choice, meaning in reading.choices.items():
                if choice == batch.base_choices[name]:
                    continue
                other = [batch.reading_literals[name, choice] if lit == chosen else lit for lit in batch.base]
                took = tuple(who for taken, who in reading.took if taken == choice)
                for p, (plan, exempt) in self._verdicts(other).items():
                    if name in in_play[p] and (plan, exempt) != standing[p]:
                        found[p].append(ReadingEffect(((name, choice),), plan, exempt, meaning, took))
        if batch.certain:
            self._joint_effects(standing, in_play, found)
        return found

    def _joint_effects(
        self,
        standing: dict[str, tuple[Plan, Truth]],
        in_play: dict[str, set[str]],
        found: dict[str, list[ReadingEffect]],
    ) -> None:
        """Where no single reading changes a verdict: the minimal set of choices that together do, if any does."""
        batch = self.batch
        free = batch.prevailing
        reach = read_answer(batch.session.consequences(free, "brave")).not_required
        hold = read_answer(batch.session.consequences(free, "cautious")).not_required
        for p in standing:
            required = standing[p][0] == "required"
            literal = batch.session.literal(f"plan_not_required({p})")
            if literal is None or found[p] or (p not in reach if required else p in hold):
                continue
            target = literal if required else -literal
            others = [lit for (n, _), lit in batch.reading_literals.items()]
            truths = batch.session.truths([*free, target], others)
            if truths is None:
                continue
            held = {key: lit for (key, lit), t in zip(batch.reading_literals.items(), truths, strict=True) if t}
            changed = [key for key in held if key[1] != batch.base_choices[key[0]]]
            kept = list(changed)
            for key in changed:
                tried = [k for k in kept if k != key]
                assumptions = [
                    batch.reading_literals[n, dict(tried).get(n, batch.base_choices[n])] for n in batch.switched
                ]
                if batch.session.core([*free, *assumptions, target]) is None:
                    kept = tried
            plan: Plan = "not_required" if required else "required"
            exempt: Truth = "always" if required else "never"
            meaning = "; ".join(self.vocabulary.readings[n].choices[c] for n, c in kept)
            found[p].append(ReadingEffect(tuple(kept), plan, exempt, meaning))

    def _last_seen(self) -> dict[str, Plan]:
        if not self.batch.law_opens:
            return {}
        assumptions = [*self.batch.base, *(law.literals[0] for law in self.batch.law_opens)]
        return {p: plan for p, (plan, _) in self._verdicts(assumptions).items()}

    # --- one project

    def project(self, item: CaseAtoms, name: str) -> ProjectResult:
        """The answers for one project of one case."""
        p = item.ids["project", name]
        sure, possible = self.sure, self.possible
        thing = next(t for t in item.case.things if t.entity == "project" and t.id == name)
        impacts = sorted(i for i, placed in item.scene.impacts.items() if placed.project == name)
        plan_truth = truth(p in sure.not_required, p in possible.not_required)
        exempt = _exempt(
            truth(p in sure.exempt, p in possible.exempt), truth(p in sure.not_exempt, p in possible.not_exempt)
        )
        prohibited = truth(p in sure.prohibited_projects, p in possible.prohibited_projects)
        last_seen = self.last_seen.get(p) if plan_truth == "sometimes" else None
        free = Settler(self.batch, item, self.vocabulary)
        # Where facts still decide under the law as last seen, they are what a user can find out.
        settler = Settler(self.batch, item, self.vocabulary, as_last_seen=True) if last_seen == "depends" else free
        paths = self._paths(item, p, settler)
        settled: dict[str, Settling] = {}
        for atom, value in (("plan_not_required", plan_truth), ("exempt", exempt), ("prohibited", prohibited)):
            settled[atom] = self._settling(settler, f"{atom}({p})") if value == "sometimes" else Settling()
        effects = tuple(self.effects.get(p, ()))
        reasons = tuple(r for i in impacts for r in self.reasons.of(item, i)) if self.reasons else ()
        results = tuple(self._impact(item, i, paths, plan_truth) for i in impacts)
        group = self._group(item, p)
        counted = sorted(
            {placed.project for i, placed in item.scene.impacts.items() if item.ids["impact", i] in group} - {name}
        )
        opens, unmattering = self._open_facts(item, plan_truth, settled["plan_not_required"])
        touched = {c for r in results for c in (*r.qualifies, *r.may_qualify, *r.released_by)}
        return ProjectResult(
            id=name,
            title=thing.title,
            path=item.case.path,
            law_on=self._day(item, name),
            replacement_plan=_plan(plan_truth),
            exempt=exempt,
            regulated=truth(p in sure.any_regulated, p in possible.any_regulated),
            prohibited=prohibited,
            under_all_readings="not_run" if not self.options.all_readings else "differs" if effects else "same",
            impacts=results,
            paths=paths,
            settles_exempt=settled["exempt"],
            settles_prohibited=settled["prohibited"],
            settles_plan=settled["plan_not_required"],
            readings=effects,
            as_last_seen=last_seen,
            law_turns_on=self._law_turns_on(free, p) if last_seen else (),
            claims=self._claims(item, name, impacts),
            disputed=self._disputes(item, p),
            asserted=self._asserted(item, name),
            open_facts=opens,
            cannot_matter=unmattering,
            duties=self._duties(item, impacts),
            approvals=self._approvals(item, impacts),
            conflicts=self._conflicts(item, paths, results),
            reasons=reasons,
            derived=self._derivations(item),
            not_modelled=_not_modelled(touched),
            assumptions=tuple(
                dict.fromkeys(a for owner, a in item.case.assumes if owner == name and self.options.assume)
            ),
            assumed_facts=self._assumed(item),
            notes=tuple(n.text for n in item.case.notes if n.project == name),
            history=tuple(
                h.text + (f" on {h.on.isoformat()}" if h.on else "") for h in item.case.history if h.project == name
            ),
            counted_with=tuple(counted),
        )

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
            self._outside(item, name) if regulated == "never" else None,
        )

    def _outside(self, item: CaseAtoms, name: str) -> str:
        placed = item.scene.impacts[name]
        status = item.settled[item.ids["wetland", placed.wetland], "public_waters_status", None]
        words = settled_words(status, self.vocabulary)
        if status.known and words in ("public waters wetland", "public water"):
            return f"`{placed.wetland}` is a {words}: 103G.221 and 103G.245 govern, not 103G.2241"
        activity = settled_words(item.settled[item.ids["impact", name], "activity", None], self.vocabulary)
        return f"activity `{activity}` here is not draining, filling or regulated excavation of a wetland (103G.222, subd. 1(a))"

    # --- paths

    def _paths(self, item: CaseAtoms, p: str, settler: Settler) -> Paths:
        mine = {ours for (kind, _), ours in item.ids.items() if kind == "impact"}
        group = self._group(item, p)
        needs_possible = {i for i in group if i in self.possible.regulated and not self.sure.released.get(i)}
        usable = self.sure.usable.get(p, set())
        may_use = self.possible.usable.get(p, set())
        needs = frozenset(needs_possible | {i for i, _, _ in may_use} & mine)
        products = maximal_products(usable, needs)
        total = count(products)
        cut = self.options.limit > 0 and len(products) > self.options.limit
        shown = products[: self.options.limit] if cut else products
        maximal = tuple(self._path(item, product, needs) for product in shown)
        possible = self._possible_paths(item, p, settler, may_use - usable and may_use, needs, products)
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
            if q != p and self._truth_with(f"joined({p},{q})", self.batch.base) != "never":
                own.add(item.ids["impact", i])
        return own

    def _path(
        self,
        item: CaseAtoms,
        product: dict[str, tuple[str, ...]],
        needs: frozenset[str],
        need: tuple[FactValue, ...] = (),
    ) -> Path:
        exempts = tuple(sorted((item.names[i], clauses) for i, clauses in product.items()))
        replaces = tuple(sorted(item.names[i] for i in needs if i not in product))
        return Path(exempts, replaces, need)

    def _possible_paths(
        self,
        item: CaseAtoms,
        p: str,
        settler: Settler,
        may_use: set[tuple[str, str, str]],
        needs: frozenset[str],
        sure: list[dict[str, tuple[str, ...]]],
    ) -> tuple[Path, ...]:
        """Paths of some completions that are in none of the sure ones, each with facts that make it sure."""
        if not may_use:
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
            need = settler.needs([lit for i in wanted if (lit := covers[i]) is not None])
            if need is None:
                continue
            product = {i: tuple(sorted(by_scenario[scenario][i], key=order)) for i in wanted}
            found.append((covered, self._path(item, product, needs, need)))
        kept = [path for covered, path in found if not any(covered < other for other, _ in found)]
        return tuple(
            sorted(set(kept), key=lambda path: (len(path.replaces), path.exempts))[: self.options.limit or None]
        )

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
        if not self.options.reasons or len(self.batch.items) > 4:
            return tuple(listed), ()
        idle = cannot_matter(
            self.batch,
            item,
            [o for o in opens if fact_value(o, "", self.vocabulary).fact not in mattering],
            self.vocabulary,
        )
        titles = {title(o.settled.attribute, o.settled.thing, o.settled.key) for o in idle}
        return tuple(v for v in listed if v.title not in titles), tuple(sorted(titles))

    def _claims(self, item: CaseAtoms, project: str, impacts: list[str]) -> tuple[ClaimAnswer, ...]:
        found = []
        for claim in item.case.claims:
            if claim.project != project:
                continue
            asked = [claim.impact] if claim.impact else impacts
            truths: list[tuple[str, Truth]] = []
            for impact in asked:
                i = item.ids["impact", impact]
                sure = any(self._names(claim.provision, c) for c in self.sure.qualifies.get(i, ()))
                possible = any(self._names(claim.provision, c) for c in self.possible.qualifies.get(i, ()))
                truths.append((impact, truth(sure, possible)))
            found.append(ClaimAnswer(claim.provision, tuple(truths), claim.span.line, claim.source))
        return tuple(found)

    def _names(self, written: str, provision: str) -> bool:
        """Whether a provision as somebody cites it names a clause, by the citations of the acts in force."""
        cited = citation(provision, self.batch.law.acts)
        return cited == written or cited.startswith(written + "/") or provision == written

    def _disputes(self, item: CaseAtoms, p: str) -> tuple[Dispute, ...]:
        found = []
        for fact in item.opens:
            if fact.settled.status != "disputed":
                continue
            attribute = fact.settled.attribute
            words = [value_words(attribute, option.value, self.vocabulary) for option in fact.options]
            literals = [self.batch.session.literal(option.atom) for option in fact.options]
            outcomes: list[tuple[str, Plan]] = []
            for word, literal in zip(words, literals, strict=True):
                if literal is None:
                    continue
                base = [lit for lit in self.batch.base if lit not in literals]
                outcomes.append((word, _plan(self._truth_with(f"plan_not_required({p})", [*base, literal]))))
            prevails = words[fact.base] if fact.base is not None else None
            others = tuple(w for w in words if w != prevails)
            body = self.vocabulary.bodies.get(attribute.decided_by or "")
            view = fact_value(fact, "", self.vocabulary)
            found.append(
                Dispute(
                    view.fact,
                    view.title,
                    prevails,
                    body.title if body and prevails else None,
                    others,
                    tuple(outcomes),
                    len({o for _, o in outcomes}) > 1,
                )
            )
        return tuple(found)

    def _truth_with(self, atom: str, assumptions: list[int]) -> Truth:
        literal = self.batch.session.literal(atom)
        if literal is None or self.batch.session.core([*assumptions, literal]) is not None:
            return "never"
        return "always" if self.batch.session.core([*assumptions, -literal]) is not None else "sometimes"

    def _asserted(self, item: CaseAtoms, project: str) -> tuple[str, ...]:
        """Stated facts that somebody other than the landowner or a map must determine, and that nobody with the power did."""
        found = []
        portions = [f for h in item.scene.holdings.values() for f in _portion_facts(item, h.portions, self.vocabulary)]
        for fact in (*item.settled.values(), *portions):
            decider = fact.attribute.decided_by
            if fact.statements and not fact.determined and decider not in (None, "landowner", "map"):
                thing = fact.statements[0].thing
                key = f".{fact.key}" if fact.key is not None else ""
                found.append(f"{thing}.{fact.attribute.name}{key}")
        return tuple(sorted(set(found)))

    def _assumed(self, item: CaseAtoms) -> tuple[str, ...]:
        found = {
            f"{title(f.attribute, f.thing, f.key)}: {settled_words(f, self.vocabulary)}"
            for f in item.settled.values()
            if f.status == "assumed"
        }
        return tuple(sorted(found))

    def _derivations(self, item: CaseAtoms) -> tuple[Derivation, ...]:
        found = []
        names = {ours: name for (_, name), ours in item.ids.items()}
        for symbol, literal, fact in self.batch.session.with_signature("derived", 3):
            ours = symbol.arguments[0].name
            attribute = symbol.arguments[1].name
            settled = item.settled.get((ours, attribute, None))
            if settled is None or ours not in names:
                continue
            if not fact and self._truth_with(str(symbol), self.batch.base) != "always":
                continue
            del literal
            derived = value_words(settled.attribute, str(symbol.arguments[2]), self.vocabulary)
            stated = settled_words(settled, self.vocabulary) if settled.statements else None
            view = title(settled.attribute, settled.thing, None)
            found.append(
                Derivation(f"{settled.thing}.{attribute}", view, derived, stated, settled.attribute.cites or "")
            )
        return tuple(sorted(found, key=lambda d: d.fact))

    # --- duties, approvals, conflicts

    def _duties(self, item: CaseAtoms, impacts: list[str]) -> tuple[Duty, ...]:
        found = []
        ours = {item.ids["impact", i]: i for i in impacts}
        states: dict[tuple[str, str], set[str]] = defaultdict(set)
        for i, provision, state in self.possible.duties:
            if i in ours:
                states[i, provision].add(state)
        for (i, provision), held in states.items():
            sure = {s for j, c, s in self.sure.duties if j == i and c == provision}
            state = (
                next(iter(sure)) if sure else "open" if len(held) > 1 or not self.batch.certain else next(iter(held))
            )
            documented = load_law().conditions.get(provision)
            sentence = documented.says.replace("{I}", ours[i]) if documented else ""
            if state == "breached" and documented:
                sentence = documented.denies.replace("{I}", ours[i])
            found.append(Duty(provision, ours[i], state, sentence))  # type: ignore[arg-type]
        return tuple(sorted(found, key=lambda d: (d.impact, order(d.provision))))

    def _approvals(self, item: CaseAtoms, impacts: list[str]) -> tuple[str, ...]:
        found = set()
        for impact in impacts:
            wetland = item.scene.impacts[impact].wetland
            status = item.settled[item.ids["wetland", wetland], "public_waters_status", None]
            values = status.known if status.known is not None else status.among or status.attribute.choices
            if any(v in ("public_waters_wetland", "public_water") for v in values):
                may = "" if status.known else "may "
                found.add(
                    f"{impact}: work in `{wetland}` {may}need{'' if may else 's'} the commissioner's permit for public waters (103G.245)"
                )
        return tuple(sorted(found))

    def _conflicts(self, item: CaseAtoms, paths: Paths, results: tuple[ImpactResult, ...]) -> tuple[str, ...]:
        found: list[str] = []
        exempt = [r for r in results if r.qualifies and r.prohibited_by]
        for result in exempt:
            found.append(
                f"{result.id} qualifies for an exemption and is prohibited all the same ({citation(result.prohibited_by[0])})"
            )
        if self.reasons is not None and len(paths.maximal) > 1:
            first, rest = paths.maximal[0], paths.maximal[1:]
            for other in rest:
                for impact, clauses in first.exempts:
                    for against, clauses_2 in other.exempts:
                        if impact != against and impact in other.replaces and against in first.replaces:
                            why = next((w for c in clauses for d in clauses_2 if (w := self._apart(c, d))), None)
                            if why:
                                found.append(f"{impact} and {against} each qualify, but not together ({citation(why)})")
        return tuple(dict.fromkeys(found))

    def _apart(self, one: str, other: str) -> str | None:
        assert self.reasons is not None
        return self.reasons.apart.get((one, other)) or self.reasons.apart.get((other, one))


def _exempt(held: Truth, failed: Truth) -> Truth:
    """Over the completions in which something is regulated: from `exempt` and `not_exempt`."""
    if held == "never":
        return "never"
    return "always" if failed == "never" else "sometimes"


def _portion_facts(item: CaseAtoms, portions: tuple[str, ...], vocabulary: Vocabulary) -> list[Settled]:
    from lexempt.solving.settle import settle

    found = []
    for portion in portions:
        for attribute in vocabulary.of("portion"):
            lines = [s for s in item.case.statements if s.thing == portion and s.attribute == attribute.name]
            if lines and not attribute.background and any(isinstance(s.value, Known) for s in lines):
                found.append(settle(attribute, portion, None, lines))
    return found


def _not_modelled(touched: set[str]) -> tuple[str, ...]:
    found = []
    for group in load_law().groups:
        if group.not_modelled and any(c == group.provision or c.startswith(group.provision + "/") for c in touched):
            found.append(f"{citation(group.provision)}: {group.not_modelled}")
    return tuple(found)


__all__ = ["ClauseReason", "Judge", "Open"]
