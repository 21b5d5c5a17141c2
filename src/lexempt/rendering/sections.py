"""The sections of a report: claims, impacts, paths, what is open, what it rests on, duties, obstacles, citations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from lexempt.records import NamedTuple
from lexempt.rendering import words
from lexempt.rendering.report import Section, facts_words
from lexempt.result import (
    ClaimAnswer,
    Condition,
    ConflictMember,
    Consequence,
    Dispute,
    Duty,
    ImpactResult,
    PartlyExempt,
    Path,
    Paths,
    ProjectResult,
    Use,
)
from lexempt.wording import natural

MISSES = 3
"""How many clauses just missed a report prints for an impact; JSON has all."""
ASSUMED = 3
"""How many assumed facts a report names for a clause; JSON has all."""
OUT_OF_REACH = ("reach", "in_force")
"""What fails of a clause that is not about the work at all: only a claim makes it worth a word."""
BESIDE = 2
"""Of how many impacts that are exempt under another clause a report says that they count all the same."""
SIDE = 4
"""How many facts a report names for a side of a conflict; JSON has all."""
TRUTH = {"always": "qualifies", "sometimes": "may qualify", "never": "does not qualify"}


def sections_of(project: ProjectResult, limit: int) -> list[Section]:
    """All sections that have something to say, in reading order."""
    made = (
        _claims(project),
        _impacts(project, limit),
        _paths(project, limit),
        _open(project, limit),
        disputed_section(project.disputed, project.in_words),
        _rests_on(project, limit),
        _line("Asserted, not determined", _asserted(project)),
        _duties(project, limit),
        _consequences(project, limit),
        _in_the_way(project),
        _conflicts(project, limit),
        _derived(project, limit),
        _line("Assumed", _assumed(project)),
        _line("Not stated, so counted as none", _counted_as_none(project)),
        _list("Not considered", [*project.notes, *(f"history: {event}" for event in project.history)], limit),
        _list("Not modelled", [words.with_citations(notice) for notice in project.not_modelled], limit),
        _line("Citations", "; ".join(words.cited(_named(project)))),
    )
    return [section for section in made if section is not None]


def _line(title: str, text: str) -> Section | None:
    return Section(title, ((text,),)) if text else None


def _list(title: str, texts: Iterable[str], limit: int) -> Section | None:
    found = list(dict.fromkeys(texts))
    return Section(title, _limited([(text,) for text in found], limit)) if found else None


def _limited(rows: Sequence[tuple[str, ...]], limit: int) -> tuple[tuple[str, ...], ...]:
    if len(rows) <= limit:
        return tuple(rows)
    width = len(rows[0])
    more = f"{len(rows) - limit:,} more: --format json, or --limit"
    return (*rows[:limit], ("...", *("",) * (width - 2), more)[-width:] if width > 1 else (f"... {more}",))


def _claims(project: ProjectResult) -> Section | None:
    rows = []
    for claim in project.claims:
        answers: dict[tuple[str, str], list[str]] = {}
        for impact, truth in claim.impacts:
            answers.setdefault((truth, _claim_missed(project, claim, impact, truth)), []).append(impact)
        said = [
            f"{words.cut(ids, 8)} {_plural(TRUTH[truth], len(ids))}{', because ' if why else ''}{why}"
            for (truth, why), ids in answers.items()
        ]
        source = words.sourced(claim.source)
        where = f"line {claim.line}" + (f", {source}" if source else "")
        rows.append((words.brief(claim.provision), f"{'; '.join(said) or 'no impact to answer for'} ({where})"))
    return Section("Claimed", tuple(rows), ("Provision", "Answer")) if rows else None


def _claim_missed(project: ProjectResult, claim: ClaimAnswer, impact: str, truth: str) -> str:
    """Why an impact does not qualify under what was claimed; of several clauses the nearest."""
    if truth != "never":
        return ""
    if any(i.id == impact and i.regulated == "never" for i in project.impacts):
        return "it is not regulated"
    found = next((miss for miss in _missed(project, impact, (claim.provision,)) if miss.claimed), None)
    return _first_failed(found) if found else ""


def _plural(verb: str, number: int) -> str:
    if number == 1:
        return verb
    return {"qualifies": "qualify", "does not qualify": "do not qualify"}.get(verb, verb)


def _impacts(project: ProjectResult, limit: int) -> Section | None:
    rows = [(i.id, i.area, "; ".join(_answers(project, i)) + ".") for i in project.impacts]
    return Section("Impacts", _limited(rows, limit), ("Impact", "Area", "Answer")) if rows else None


def _answers(project: ProjectResult, impact: ImpactResult) -> Iterator[str]:
    """What holds for one impact, the exemption first; where there is none, the clauses just missed."""
    outside = f": {words.bare(words.with_citations(impact.outside_act))}" if impact.outside_act else ""
    if impact.regulated == "never":
        yield f"not regulated{outside}"
        return
    if impact.regulated == "sometimes":
        yield f"may be outside the duty{outside}"
    if impact.prohibited_by:
        yield f"prohibited by {words.briefs(impact.prohibited_by, 'and')}"
    if impact.may_prohibit:
        yield f"may be prohibited by {words.briefs(impact.may_prohibit, 'and')}"
    if impact.qualifies:
        yield f"qualifies under {words.briefs(impact.qualifies)}"
    if impact.may_qualify:
        yield f"may qualify under {words.briefs(impact.may_qualify)}"
    if impact.released_by:
        yield f"released by {words.briefs(impact.released_by, 'and')}"
    if impact.may_release:
        yield f"may be released by {words.briefs(impact.may_release)}"
    if impact.qualifies_in_part:
        yield f"qualifies in part under {words.briefs(impact.qualifies_in_part)}"
    if not (impact.qualifies or impact.may_qualify or impact.released_by):
        if not impact.qualifies_in_part:
            yield "qualifies under none"
        yield from _misses(project, impact)


class _Miss(NamedTuple):
    """A clause that an impact does not qualify under: whether it was claimed, the conditions that failed, and how far it is."""

    claimed: bool
    provision: str
    failed: tuple[Condition, ...]
    nearness: tuple[Fraction, bool]


def _missed(project: ProjectResult, impact: str, claimed: Sequence[str]) -> list[_Miss]:
    """What was claimed, then the clauses that came nearest."""
    found = []
    for reason in project.reasons:
        failed = tuple(condition for condition in reason.conditions if not condition.holds and not condition.along)
        if reason.impact == impact and reason.holds == "never" and failed:
            asked = f"{reason.provision}/".startswith(tuple(f"{c}/" for c in claimed))
            found.append(_Miss(asked, reason.provision, failed, reason.nearness))
    return sorted(found, key=lambda miss: (not miss.claimed, miss.nearness))


def _shown_misses(project: ProjectResult, impact: ImpactResult, most: int = MISSES) -> list[_Miss]:
    if impact.qualifies or impact.may_qualify or impact.released_by or impact.regulated == "never":
        return []
    found = _missed(project, impact.id, [claim.provision for claim in project.claims])
    return [miss for miss in found if miss.failed[0].name not in OUT_OF_REACH][:most]


def _misses(project: ProjectResult, impact: ImpactResult) -> Iterator[str]:
    """Of each clause in reach that was missed the first condition that failed, with its margin."""
    for miss in _shown_misses(project, impact):
        yield f"not {words.brief(miss.provision)}, because {_first_failed(miss)}"


def nearest_miss(project: ProjectResult, impact: ImpactResult) -> tuple[str, str] | None:
    """The clause that an impact came nearest to, and what keeps it from it; None where no one clause is nearest, or none near.

    A clause is near that is no farther than one condition that failed.
    """
    found = [miss for miss in _shown_misses(project, impact, len(project.reasons)) if miss.nearness[0] <= 1]
    near = [miss for miss in found if miss.nearness[0] == min(other.nearness[0] for other in found)]
    # Of several as near: what was claimed, else the one where a number comes first.
    near = [miss for miss in near if miss.claimed] or [miss for miss in near if not miss.nearness[1]] or near
    return (near[0].provision, _first_failed(near[0])) if len(near) == 1 else None


def _first_failed(miss: _Miss) -> str:
    more = f", and {words.counted(len(miss.failed) - 1, 'more condition')}" if len(miss.failed) > 1 else ""
    return condition_words(miss.failed[0]) + more


def condition_words(condition: Condition) -> str:
    """A condition's sentence, to stand within another; the provision whose test it is; its margin, if a number decided."""
    sentence = words.bare(words.with_citations(condition.sentence)) or condition.name.replace("_", " ")
    notes = [words.brief(condition.name)] if words.provisions_in(condition.name) else []
    notes += [condition.margin] if condition.margin else []
    beside = [words.within(words.bare(words.with_citations(text))) for text in condition.beside[:BESIDE]]
    return "; ".join([words.within(sentence) + (f" ({': '.join(notes)})" if notes else ""), *beside])


def _paths(project: ProjectResult, limit: int) -> Section | None:
    if project.regulated == "never" or not project.impacts:
        return None
    paths = project.paths
    sure = [path for path in paths.maximal if path.exempts or path.partly]
    if not sure and not paths.possible and project.replacement_plan == "not_required":
        return Section("Paths", (("none, and none needed: every regulated impact is released",),))
    if not sure and not paths.possible:
        return Section("Paths", (("none exempts anything: " + (_path_list(paths.maximal) or "all replaced"),),))
    rows = [(str(n), path_words(path)) for n, path in enumerate(sure[:limit], 1)]
    rows += [("possible", path_words(path)) for path in paths.possible[:limit]]
    more = len(sure) + len(paths.possible) - len(rows)
    if more > 0:
        rows.append(("...", f"{more:,} more: --limit, or --format json"))
    exempt_anyhow = project.replacement_plan == "not_required"
    if not sure and paths.maximal and not exempt_anyhow:
        rows.append(("else", _path_list(paths.maximal)))
    count = count_words(paths) if sure else "none the same in every case" if exempt_anyhow else "none in every case"
    return Section(f"Paths: {count}", tuple(rows), ("Path", "Exempts and replaces"))


def _path_list(paths: Iterable[Path]) -> str:
    return " | ".join(path_words(path) for path in paths)


def count_words(paths: Paths) -> str:
    """`2 paths`, or `24 paths in 3 groups` where impacts have alternatives; a cut list says so."""
    listed = len(paths.maximal)
    if not paths.complete:
        first = words.counted(listed, "group")
        return f"{words.counted(paths.count, 'path')}, of which the first {first} are listed (--limit)"
    if paths.count == listed:
        return words.counted(listed, "path")
    return f"{words.counted(paths.count, 'path')} in {words.counted(listed, 'group')}"


def path_words(path: Path) -> str:
    """`i1, i2 under subds. 6(a)(1) or 9(a)(1); i3 replaced`, and for a possible path what it needs."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for impact, clauses in sorted(path.exempts, key=lambda exempt: natural(exempt[0])):
        groups.setdefault(clauses, []).append(impact)
    parts = [f"{_ids(ids)} under {words.briefs(clauses)}" for clauses, ids in groups.items()]
    parts += [partly_words(found) for found in path.partly]
    in_part = {impact for found in path.partly for impact in found.impacts}
    replaced = [impact for impact in path.replaces if impact not in in_part]
    if replaced:
        parts.append(f"{_ids(replaced)} replaced")
    needs = f" - if {facts_words(path.needs)}" if path.needs else ""
    return "; ".join(parts) + needs


def partly_words(found: PartlyExempt) -> str:
    """`i1 in part under subd. 9(a)(1): 10,000 sqft exempt, 1 sqft replaced`."""
    head = f"{_ids(found.impacts)} in part under {words.briefs(found.provisions)}"
    if found.exempt_sqft is None or found.replaced_sqft is None:
        return f"{head} (how much is open: {found.open_why})"
    together = " together" if len(found.impacts) > 1 else ""
    exempt, replaced = words.amount(found.exempt_sqft), words.amount(found.replaced_sqft)
    return f"{head}: {exempt} sqft exempt{together}, {replaced} sqft replaced"


def _ids(ids: Iterable[str]) -> str:
    found = sorted(ids, key=natural)
    return ", ".join(found) if len(found) <= 8 else f"{', '.join(found[:7])} and {len(found) - 7} more"


def _open(project: ProjectResult, limit: int) -> Section | None:
    """One row a fact; the years of one that are known and decided alike stand in one row."""
    alike: dict[tuple[str, str, str | None], tuple[list[int], list[int]]] = {}
    for fact in project.open_facts:
        name, year = words.without_year(words.with_citations(fact.called or fact.title))
        years, lines = alike.setdefault((name, fact.value, fact.decided_by), ([], []))
        years += year
        lines += [fact.line] if fact.line else []
    rows = [
        (words.with_years(name, years) + _lines(lines), words.dated(value), decider or "a wording of the law not seen")
        for (name, value, decider), (years, lines) in alike.items()
    ]
    return Section("Open", _limited(rows, limit), ("Fact", "Known", "Decided by")) if rows else None


def _lines(numbers: Sequence[int]) -> str:
    many = "s" if len(set(numbers)) > 1 else ""
    return f" (line{many} {words.spans(numbers)})" if numbers else ""


def disputed_section(disputed: Sequence[Dispute], in_words: Sequence[tuple[str, str]] = ()) -> Section | None:
    """The facts on which sources differ, and what each value stated would give; `in_words`: how people call facts, by title."""
    rows, known = [], dict(in_words)
    for dispute in disputed:
        if dispute.prevails is None:
            text = f"stated as {words.listing(dispute.others)}; the body that decides it has not spoken"
        else:
            by = f" ({dispute.prevails_by})" if dispute.prevails_by else ""
            text = f"{dispute.prevails} prevails{by}; also stated: {words.listing(dispute.others)}"
        if dispute.changes_result:
            outcomes = [f"with {value}, {words.PLAN[plan]}" for value, plan in dispute.outcomes]
            text += f". It matters: {'; '.join(outcomes)}"
        else:
            text += ". It does not change the answer"
        rows.append((known.get(dispute.title, dispute.title), f"{text}."))
    return Section("Disputed", tuple(rows), ("Fact", "Sources")) if rows else None


def _rests_on(project: ProjectResult, limit: int) -> Section | None:
    """For each clause met: the facts it rests on, with their lines, and the first of the assumed ones."""
    rows = []
    for reason in project.reasons:
        if reason.holds != "always":
            continue
        uses = {use.title: use for condition in reason.conditions for use in condition.uses}
        stated = words.merged_years(_use(use) for use in uses.values() if use.status != "assumed")
        assumed = [_use(use) for use in uses.values() if use.status == "assumed"]
        stated += [f"{use} (assumed)" for use in assumed[:ASSUMED]]
        if len(assumed) > ASSUMED:
            stated.append(words.counted(len(assumed) - ASSUMED, "more assumed fact"))
        rows.append((reason.impact, words.brief(reason.provision), "; ".join(stated) or "no fact of the case"))
    return Section("Rests on", _limited(rows, min(limit, 8)), ("Impact", "Clause", "Facts")) if rows else None


def _use(use: Use) -> str:
    notes = [f"line {use.line}"] if use.line else []
    status = {"unstated": "not stated"}.get(use.status, use.status)
    if status not in ("stated", "assumed", use.value):
        notes.append(status)
    if use.source.who or use.source.by:
        notes.append(f"by {use.source.who or use.source.by}")
    said = words.with_citations(use.says or f"{use.title}: {use.value}")
    return said + (f" ({', '.join(notes)})" if notes else "")


def _asserted(project: ProjectResult) -> str:
    known = dict(project.in_words)
    found = words.merged_years(words.with_citations(known.get(fact, fact)) for fact in project.asserted)
    return f"{words.counted(len(project.asserted), 'fact')}: {words.cut(found, 8)}" if found else ""


def _duties(project: ProjectResult, limit: int) -> Section | None:
    """Duties that are open or breached, impacts with the same one together; those met in one line."""
    met = sorted({duty.provision for duty in project.duties if duty.state == "met"}, key=words.statutory)
    waiting: dict[tuple[str, str], list[Duty]] = {}
    for duty in project.duties:
        if duty.state != "met":
            waiting.setdefault((duty.provision, duty.state), []).append(duty)
    if not waiting:
        how = "as stated or assumed" if project.assumptions else "as stated"
        return _line("Duties", f"met, {how}: {words.briefs(met, 'and')}" if met else "")
    rows = []
    for (provision, state), duties in waiting.items():
        impacts = [duty.impact for duty in duties]
        sentence = words.with_citations(duties[0].sentence)
        if len(impacts) > 1:
            sentence = words.capital(re.sub(rf"(?<!\w){re.escape(impacts[0])}(?!\w)", "each of them", sentence))
        rows.append((_ids(impacts), words.brief(provision), state, sentence))
    if met:
        others = [duty.impact for duty in project.duties if duty.state == "met"]
        rows.append((_ids(dict.fromkeys(others)), words.briefs(met, "and"), "met", ""))
    return Section("Duties", _limited(rows, limit), ("Impact", "Provision", "State", "Duty"))


def _consequences(project: ProjectResult, limit: int) -> Section | None:
    rows = [
        (_ids(told.about for told in alike), words.brief(alike[0].provision), sentence)
        for alike, sentence in consequences_told(project)
    ]
    return Section(consequences_title(project), _limited(rows, limit), ("Impact", "Provision", "What follows")) if rows else None


def consequences_told(project: ProjectResult) -> Iterator[tuple[tuple[Consequence, ...], str]]:
    """What follows for a plan, or for work that needs none, in a sentence each: what is the same of several impacts together."""
    found: dict[tuple[str, str, str], list[Consequence]] = {}
    for told in project.consequences:
        bare = re.sub(rf"(?<!\w){re.escape(told.about)}(?!\w)", "{}", told.sentence)
        found.setdefault((told.provision, bare, consequence_mark(project, told)), []).append(told)
    for (_, bare, mark), alike in found.items():
        sentence = bare.replace("{}", alike[0].about if len(alike) == 1 else "each of them")
        sentence = words.with_citations(sentence if len(alike) == 1 else words.capital(sentence))
        yield tuple(alike), sentence.rstrip(".") + mark + "."


def consequences_title(project: ProjectResult) -> str:
    """The heading of what follows for a plan, with what holds of all of it."""
    title = "Replacement, by the last wording seen" if _all_last_seen(project) else "Replacement"
    return f"{title}, if a plan is required" if _open_plan(project) else title


def consequence_mark(project: ProjectResult, told: Consequence) -> str:
    """What is to be said of one beyond its heading: whether it depends, or is so only by the last wording seen."""
    surely = told.if_required if _open_plan(project) else told.holds == "always"
    mark = "" if surely else " (depends)"
    return mark + " (by the last wording seen)" * (told.if_last_seen and not _all_last_seen(project))


def _all_last_seen(project: ProjectResult) -> bool:
    return all(told.if_last_seen for told in project.consequences)


def _open_plan(project: ProjectResult) -> bool:
    return (project.as_last_seen or project.replacement_plan) == "depends"


def _in_the_way(project: ProjectResult) -> Section | None:
    rows = []
    for verb, bars in (
        ("prohibited by", {i.id: i.prohibited_by for i in project.impacts}),
        ("may be prohibited by", {i.id: i.may_prohibit for i in project.impacts}),
    ):
        for provision in sorted({p for found in bars.values() for p in found}, key=words.statutory):
            barred = _ids(impact for impact, found in bars.items() if provision in found)
            rows.append((f"{verb} {words.brief(provision)}: {barred}",))
    rows += [(words.with_citations(text),) for text in project.approvals]
    rows += [(words.with_citations(text),) for text in project.conflicts if not project.conflict_sets]
    return Section("In the way", tuple(rows)) if rows else None


def _conflicts(project: ProjectResult, limit: int) -> Section | None:
    """What cannot stand together, and the stated facts that each side rests on; approvals stand under *In the way*."""
    rows = [
        (words.with_citations(conflict.sentence), "; ".join(_side(member) for member in conflict.members))
        for conflict in project.conflict_sets
        if conflict.kind != "approval"
    ]
    if not project.conflicts_complete:
        rows = [*rows[:limit], ("...", "there are more: --limit, or --format json")]
    return Section("Conflicts", _limited(rows, limit), ("Conflict", "Sides")) if rows else None


def _side(member: ConflictMember) -> str:
    """`lane_fill under subd. 9(a)(2): type of lane_fill: 2 (line 9)`; of many facts the first."""
    facts = words.cut([_use(use) for use in member.facts], SIDE)
    how = {"prohibited": "prohibited by", "derived": "by"}.get(member.kind, "under")
    head = f"{how} {words.briefs(member.provisions)}" if member.provisions else ""
    if member.kind == "exempt":
        head = f"{member.about} {head}"
    return f"{head}: {facts}" if head and facts else head or facts


def _derived(project: ProjectResult, limit: int) -> Section | None:
    rows = []
    for d in project.derived:
        if d.stated is None:
            text = f"{d.derived}, by {words.brief(d.provision)}"
        elif d.stated == d.derived:
            continue
        else:
            text = f"stated {d.stated}, which counts; {words.brief(d.provision)} gives {d.derived}"
        rows.append((d.title, text))
    return Section("Derived", _limited(rows, limit), ("Fact", "Value")) if rows else None


def _assumed(project: ProjectResult) -> str:
    """The sets of assumptions by name; their facts in full where they are few, else how many."""
    if not project.assumptions:
        return ""
    facts = project.assumed_facts
    few = ", ".join(facts)
    if not facts:
        return words.listing(project.assumptions)
    if len(few) <= 70:
        return f"{words.listing(project.assumptions)}: {few}"
    return f"{words.listing(project.assumptions)} ({words.counted(len(facts), 'fact')}; --format json lists them)"


def _counted_as_none(project: ProjectResult) -> str:
    if project.replacement_plan == "not_required":
        return ""
    found = words.cut(project.counted_as_none, 8)
    return f"{found} (with --assume nothing too)" if found else ""


def _named(project: ProjectResult) -> set[str]:
    """The provisions that the report names, and the duty itself, where something is regulated."""
    found = {claim.provision for claim in project.claims}
    if project.regulated != "never":
        found.add(words.DUTY)
    for impact in project.impacts:
        found.update(impact.qualifies, impact.may_qualify, impact.released_by, impact.may_release)
        found.update(impact.prohibited_by, impact.may_prohibit)
        if impact.outside_act:
            found.update(words.provisions_in(impact.outside_act))
        for miss in _shown_misses(project, impact):
            found.add(miss.provision)
            found.update(words.provisions_in(miss.failed[0].name))
    for reason in project.reasons:
        if reason.holds == "always":
            found.update(p for condition in reason.conditions for p in words.provisions_in(condition.name))
    found.update(derivation.provision for derivation in project.derived if derivation.provision)
    if project.counted_with:
        found.add(words.PROJECT)
    found.update(duty.provision for duty in project.duties)
    found.update(consequence.provision for consequence in project.consequences)
    for text in (*project.conflicts, *project.approvals):
        found.update(words.provisions_in(text))
    return {provision.partition("@")[0] for provision in found}
