"""The verdict of Minn. Stat. 103G.2241 (2012-08-01 to 2024-07-31) on a fully known world, in plain Python."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from . import agriculture, deminimis, drainage, other, releases, scope
from .extent import Deductible
from .matter import DE_MINIMIS, SUBDIVISION, Matter, S, View
from .paths import Paths, Use, de_minimis_withdrawn, maximal_paths
from .world import World


@dataclass(frozen=True, slots=True)
class ImpactVerdict:
    regulated: bool
    satisfies: frozenset[str]
    qualifies: frozenset[str]
    released_by: frozenset[str]
    prohibited: bool


@dataclass(frozen=True, slots=True)
class ProjectVerdict:
    """Of the group of projects that counts as one with this project."""

    members: frozenset[str]
    regulated: bool
    """Anything is regulated."""
    exempt: bool
    """Something is regulated, and on some path every regulated impact is exempt, be it released or not."""
    replacement_plan: str
    """`required` or `not_required`: on some path nothing regulated and unreleased is left to replace."""
    released: bool
    """A regulated impact is released outside the section."""
    paths: Paths


@dataclass(frozen=True, slots=True)
class Verdict:
    impacts: dict[str, ImpactVerdict]
    projects: dict[str, ProjectVerdict]


def evaluate(
    world: World, readings: Mapping[str, str] | None = None, repealed: frozenset[str] = frozenset()
) -> Verdict:
    """Readings not given are those of the profile *statute*; `repealed` holds ids such as `103G.2241/9/e`."""
    matter = Matter(world, readings or {}, repealed)
    views = matter.views
    satisfied = {name: satisfies(matter, view) for name, view in views.items()}
    regulated = frozenset(name for name, view in views.items() if scope.regulated(matter, view, satisfied[name]))
    released = {
        name: frozenset(releases.released(matter, view, regulated)) if name in regulated else frozenset()
        for name, view in views.items()
    }
    qualified = qualifies(matter, satisfied, regulated, released)
    verdicts = {
        name: ImpactVerdict(name in regulated, satisfied[name], qualified[name], released[name], scope.prohibited(view))
        for name, view in views.items()
    }
    deductible = Deductible(matter, satisfied, regulated, released, qualified)
    projects: dict[str, ProjectVerdict] = {}
    for group in set(matter.split_group.values()):
        verdict = _project(matter, group, satisfied, regulated, released, qualified, deductible)
        projects.update(dict.fromkeys(group, verdict))
    return Verdict(verdicts, {name: projects[name] for name in world.projects})


def satisfies(matter: Matter, view: View) -> frozenset[str]:
    """The clauses whose conditions on the kind of work hold, whatever the sums are, regulated or not."""
    found = {*agriculture.satisfied(matter, view), *drainage.satisfied(matter, view), *other.satisfied(matter, view)}
    amount = deminimis.amount_of(matter, view)
    if amount is not None:
        found.add(amount)
    if not found or not _general_conditions(matter, view):
        return frozenset()
    if matter.reads("ten_year_use", "required") and not view.impact.yes("agricultural_use_ten_years"):
        found = {clause for clause in found if SUBDIVISION[clause] not in ("1", "2")}
    if matter.repealed:
        found = {clause for clause in found if matter.stands(clause)}
    return frozenset(found)


def _general_conditions(matter: Matter, view: View) -> bool:
    """What some readings ask under every clause."""
    impact, wetland = view.impact, view.wetland
    if matter.reads("conduct_conditions", "conditions") and not (
        impact.yes("erosion_controlled") and not impact.yes("blocks_fish") and impact.yes("complies_otherwise")
    ):
        return False
    if matter.reads("excluded_wetlands", "excluded") and any(
        wetland.yes(fact) for fact in ("calcareous_fen", "banked", "used_for_replacement", "partly_impacted_before")
    ):
        return False
    return not (matter.reads("replacement_wetlands", "no_exemption") and wetland.yes("used_for_replacement"))


def qualifies(
    matter: Matter,
    satisfied: dict[str, frozenset[str]],
    regulated: frozenset[str],
    released: dict[str, frozenset[str]],
) -> dict[str, frozenset[str]]:
    """The clauses for which each impact qualifies: first those outside subdivision 9, then the amounts."""
    views = matter.views
    result: dict[str, frozenset[str]] = dict.fromkeys(views, frozenset())
    for name in regulated:
        view = views[name]
        if view.project.id in matter.barred_projects:
            continue
        good = set(satisfied[name] - DE_MINIMIS)
        if S + "2/b" in good:
            counted = [v for v in matter.members(view) if v.id in regulated and S + "2/b" in satisfied[v.id]]
            if not drainage.within_five_acres(matter, view, counted):
                good.remove(S + "2/b")
        if S + "6/a/1" in good and not other.under_half_acre(matter, view):
            good.remove(S + "6/a/1")
        if S + "10/1" in good and not other.spoil_fits(matter, view, regulated):
            good.remove(S + "10/1")
        result[name] = frozenset(good)
    amounts = {name: clause for name in regulated for clause in satisfied[name] & DE_MINIMIS}
    if not amounts:
        return result
    counted_amounts = amounts
    if matter.reads("released_impacts_counted", "not_counted"):
        counted_amounts = {name: c for name, c in amounts.items() if not released[name] and not result[name]}
    holdings = deminimis.holdings(matter)
    barred = matter.barred_projects | matter.barred_de_minimis
    within: dict[str, frozenset[str]] = {}
    for name, clause in amounts.items():
        view = views[name]
        if (
            view.project.id not in barred
            and name in counted_amounts
            and deminimis.within_amount(matter, view, clause, counted_amounts)
            and deminimis.within_portion(matter, view, clause, holdings[view.portion.id], regulated, amounts)
        ):
            within[name] = result[name] | {clause}
    return result | within


def _project(
    matter: Matter,
    group: frozenset[str],
    satisfied: dict[str, frozenset[str]],
    regulated: frozenset[str],
    released: dict[str, frozenset[str]],
    qualified: dict[str, frozenset[str]],
    deductible: Deductible,
) -> ProjectVerdict:
    members = matter.in_group[group]
    views = matter.views
    touched = [view for view in members if view.id in regulated]
    left_out = DE_MINIMIS if de_minimis_withdrawn(matter, members, regulated, satisfied, qualified) else frozenset()
    every = {view.id: [_use(view, clause) for clause in sorted(qualified[view.id] - left_out)] for view in touched}
    open_to = {name: uses for name, uses in every.items() if not released[name]}
    in_part = {name: [_use(views[name], c) for c in sorted(deductible.clauses(name) - left_out)] for name in open_to}
    names = frozenset(view.id for view in members)
    paths = maximal_paths(matter, open_to, in_part, lambda rests_on: deductible.extents(rests_on, names))
    settled = frozenset(open_to) in paths.exempted
    any_released = len(open_to) < len(touched)
    exempt = settled if not any_released else frozenset(every) in maximal_paths(matter, every).exempted
    return ProjectVerdict(
        members=group,
        regulated=bool(touched),
        exempt=bool(touched) and exempt,
        replacement_plan="not_required" if settled else "required",
        released=any_released,
        paths=paths,
    )


def _use(view: View, clause: str) -> Use:
    if clause != S + "2/b":
        return clause, ""
    return clause, "type_1" if view.type == "1" else "types_2_6"
