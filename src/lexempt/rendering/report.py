"""A report of one project as a value: verdict, lead lines, sections. Text and Markdown lay it out and say the same.

All texts are plain sentences; making them safe for a terminal or for Markdown is the layout's work.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from lexempt.rendering import words
from lexempt.result import CheckResult, FactValue, IfOrdinary, LawUsed, ProjectResult, ReadingEffect, Settling

Tone: TypeAlias = Literal["required", "not_required", "depends", "note"]

SETS = 3
"""How many settling sets a report prints each way; JSON has all."""
EFFECTS = 4
"""How many changes of reading a report prints."""


@dataclass(frozen=True, slots=True)
class Origin:
    """What made the report: the tool's version, and the command that makes it again."""

    version: str
    command: str


@dataclass(frozen=True, slots=True)
class Section:
    """A titled table. One row of one cell prints on the title's line; the last cell may be long and is wrapped."""

    title: str
    rows: tuple[tuple[str, ...], ...]
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """One project, or a list of them, ready to lay out."""

    heading: str
    verdict: str
    tone: Tone
    lead: tuple[str, ...]
    sections: tuple[Section, ...]
    footer: tuple[Section, ...]


def build_report(result: CheckResult, project: ProjectResult, origin: Origin, limit: int) -> Report:
    """The report of one project; a list longer than `limit` is cut and says so."""
    from lexempt.rendering.sections import sections_of

    title = f' "{project.title}"' if project.title else ""
    law = _law_of(result, project)
    return Report(
        heading=f"Project {project.id}{title} ({project.path})",
        verdict=verdict(project, law),
        tone=project.replacement_plan,
        lead=tuple(_lead(project)),
        sections=tuple(sections_of(project, limit)),
        footer=footer(result, (project,), origin),
    )


def build_summary(result: CheckResult, origin: Origin) -> Report:
    """All projects of a call, one row each: what is asked, and what it turns on."""
    rows = tuple((p.id, p.path, words.SHORT_PLAN[p.replacement_plan], turns_on(p)) for p in result.projects)
    counts = {plan: sum(p.replacement_plan == plan for p in result.projects) for plan in words.SHORT_PLAN}
    said = [f"{number:,} {words.SHORT_PLAN[plan]}" for plan, number in counts.items() if number]
    return Report(
        heading=words.counted(len(result.projects), "project"),
        verdict=f"{words.capital('; '.join(said))}{_amended(result)}.",
        tone="note",
        lead=("One in detail: add `--project ID`.",),
        sections=(Section("Projects", rows, ("Project", "File", "Answer", "Turns on")),),
        footer=footer(result, result.projects, origin),
    )


def _amended(result: CheckResult) -> str:
    names = dict.fromkeys(name for law in result.laws for name in law.amendments)
    return f" (law as amended by {words.listing(list(names))})" if names else ""


def verdict(project: ProjectResult, law: LawUsed | None) -> str:
    """The first line: the answer, the day of the law, readings chosen."""
    released = any(impact.released_by for impact in project.impacts)
    sentence = words.bare(words.headline(project.replacement_plan, project.exempt, project.regulated, released))
    if project.prohibited == "always" and project.replacement_plan != "required":
        sentence += ", but the work is prohibited all the same"
    chosen = "" if law is None or not law.readings else ", read with " + _choices(law.readings)
    profile = "" if law is None or law.profile == "statute" else f", profile {law.profile}"
    amended = "" if law is None or not law.amendments else f" as amended by {words.listing(law.amendments)}"
    return f"{sentence} (law of {project.law_on.isoformat()}{amended}{profile}{chosen})."


def turns_on(project: ProjectResult) -> str:
    """What the answer of a project turns on, on one line."""
    found = []
    if project.prohibited != "never":
        found.append("prohibited" if project.prohibited == "always" else "may be prohibited")
    if project.replacement_plan == "depends":
        sets = [*project.settles_plan.yes, *project.settles_plan.no]
        titles = dict.fromkeys(fact.title for facts in sets for fact in facts)
        titles = titles or dict.fromkeys(fact.title for fact in project.open_facts)
        found.append(words.with_citations(words.cut(list(titles), 3)) or "facts not settled")
    elif project.replacement_plan == "required":
        found.append(_because(project))
    if project.under_all_readings == "differs":
        found.append("reading " + words.cut([_choices(e.choices) for e in project.readings], 2, "or"))
    if not found:
        found.append(_basis(project))
    return "; ".join(found)


def _basis(project: ProjectResult) -> str:
    if project.regulated == "never":
        return "nothing regulated"
    clauses = sorted({c for i in project.impacts for c in (*i.qualifies, *i.released_by)}, key=words.statutory)
    if project.replacement_plan == "not_required" and clauses:
        return words.briefs(clauses, "and") if len(clauses) < 4 else f"{len(clauses)} clauses"
    return "every regulated impact is exempt or released"


def _because(project: ProjectResult) -> str:
    """What stands against exemption, in one clause: a conflict of provisions, or impacts without any."""
    missing = [i.id for i in project.impacts if i.replacement_plan == "required" and not (i.qualifies or i.released_by)]
    if project.conflicts and not missing:
        return words.bare(words.with_citations(project.conflicts[0]))
    return f"no clause exempts {words.cut(missing, 5)}" if missing else "no path exempts every regulated impact"


def _lead(project: ProjectResult) -> list[str]:
    lines = []
    if project.prohibited != "never":
        bars = {p for i in project.impacts for p in (*i.prohibited_by, *i.may_prohibit)}
        verb = "is prohibited" if project.prohibited == "always" else "may be prohibited"
        lines.append(f"The work {verb}, exempt or not: {words.listing(words.cited(bars)) or 'see below'}.")
    if project.regulated == "never":
        why = dict.fromkeys(i.outside_act for i in project.impacts if i.outside_act)
        lines += [words.with_citations(sentence) for sentence in list(why)[:2]]
    if project.replacement_plan == "required":
        lines.append(f"Because: {_because(project)}.")
    if project.replacement_plan == "depends":
        if project.if_ordinary:
            lines += _if_ordinary(project.if_ordinary)
        if project.as_last_seen:
            lines.append(f"If every wording of the law not seen is as last seen: {words.PLAN[project.as_last_seen]}.")
            turns = words.with_citations(words.cut([value.title for value in project.law_turns_on], 8))
            if turns:
                lines.append(f"It turns on wording since 2024 that lexempt has not seen: {turns}.")
        # The question asked of the plan is whether none is required.
        lines += _settled(project.settles_plan, words.PLAN["not_required"], words.PLAN["required"])
    if project.prohibited == "sometimes":
        lines += _settled(project.settles_prohibited, "it is prohibited", "it is not prohibited")
    if project.cannot_matter:
        lines.append(f"Cannot matter: {words.with_citations(words.cut(project.cannot_matter, 8))}.")
    if project.under_all_readings == "same":
        lines.append("The same under every reading of the law that the project touches.")
    lines += [_effect(project, effect) for effect in project.readings[:EFFECTS]]
    if len(project.readings) > EFFECTS:
        lines.append(f"And under {len(project.readings) - EFFECTS} more changes of reading (--format json lists them).")
    if project.counted_with:
        lines.append(f"Counted as one project with {words.listing(project.counted_with)} (§ 103G.005, subd. 14d).")
    return lines


def _if_ordinary(found: IfOrdinary) -> list[str]:
    """The answer if what is not stated is ordinary: most files state no more than what is special."""
    head = "If all that is not stated is ordinary (`assume: ordinary`)"
    if found.replacement_plan != "depends":
        return [f"{head}: {words.PLAN[found.replacement_plan]}."]
    settled = _settled(found.settles_plan, words.PLAN["not_required"], words.PLAN["required"])
    return [f"{head}, it depends on less:", *settled, "With nothing assumed:"]


def _settled(settling: Settling, yes: str, no: str) -> list[str]:
    """One line each way: the sets of facts that settle the question, and who decides them."""
    lines = []
    for answer, sets in ((yes, settling.yes), (no, settling.no)):
        if sets:
            shown = sets[:SETS]
            bodies = {fact.decided_by for facts in shown for fact in facts}
            alternatives = [facts_words(facts, bodies=len(bodies) > 1) for facts in shown]
            more = f"; or {words.counted(len(sets) - SETS, 'more way')}" if len(sets) > SETS else ""
            body = bodies.pop() if len(bodies) == 1 else None
            who = f" (decided by: {body})" if body else ""
            lines.append(f"{words.capital(answer)} if {'; or if '.join(alternatives)}{more}{who}.")
    return lines


def facts_words(facts: Sequence[FactValue], bodies: bool = False) -> str:
    """`type of lane and yard is 2, and class of ditch_9 is public (drainage authority)`; bodies only if asked for."""
    alike: dict[tuple[str, str, str | None], list[str]] = {}
    for fact in facts:
        what, of, thing = words.with_citations(fact.title).rpartition(" of ")
        alike.setdefault((what + of, fact.value, fact.decided_by), []).append(thing)
    said = []
    for (what, value, body), things in alike.items():
        who = f" ({body})" if bodies and body else ""
        said.append(f"{what}{words.cut(things, 6)} is {value}{who}")
    return words.listing(said) if len(said) < 3 else f"{', '.join(said[:-1])}, and {said[-1]}"


def _effect(project: ProjectResult, effect: ReadingEffect) -> str:
    answer = words.PLAN[effect.replacement_plan]
    if effect.replacement_plan == project.replacement_plan:
        exempt = {"always": "exempt", "sometimes": "exempt on some facts", "never": "not exempt"}[effect.exempt]
        answer = f"{answer}; the project is {exempt}"
    meaning = f" ({words.bare(effect.meaning)})" if effect.meaning else ""
    took = f" Taken so by {words.listing(effect.took)}." if effect.took else ""
    return f"Read with {_choices(effect.choices)}{meaning}: {answer}.{took}"


def _choices(choices: tuple[tuple[str, str], ...]) -> str:
    return words.listing([f"{name} = {choice}" for name, choice in choices])


def _law_of(result: CheckResult, project: ProjectResult) -> LawUsed | None:
    """The law that a project was judged by: of the day itself, or the newest that was in force by then."""
    before = [law for law in result.laws if law.on <= project.law_on]
    return max(before, key=lambda law: law.on, default=None)


def days_of(result: CheckResult, law: LawUsed) -> list[str]:
    """The days asked for that this law is the law of."""
    return sorted({p.law_on.isoformat() for p in result.projects if _law_of(result, p) == law})


def footer(result: CheckResult, projects: tuple[ProjectResult, ...], origin: Origin) -> tuple[Section, ...]:
    """What is needed to make the report again: version, law, readings, inputs, command, complete or not."""
    parts = [f"lexempt {origin.version}"]
    used_laws = [_law_of(result, project) for project in projects]
    for law in result.laws:
        if law not in used_laws:
            continue
        days = days_of(result, law)
        acts = "; ".join(title if title == act else f"{title} [{act}]" for act, title in law.acts) or "no act known"
        parts.append(f"law of {words.cut(days, 3)}: {acts}")
        if law.amendments:
            parts.append("amendments " + ", ".join(law.amendments))
        parts.append(f"profile {law.profile}")
        parts.append("readings " + (", ".join(f"{n} = {c}" for n, c in law.readings) or "as the profile"))
    parts += list(dict.fromkeys("other readings not run" for p in projects if p.under_all_readings == "not_run"))
    used = {p.path for p in projects}
    inputs = [f"{path} {digest}" for path, digest in result.inputs if path in used]
    many = f"{len(inputs):,} files (hashes: --format json)"
    parts.append("input " + (", ".join(inputs) if len(inputs) < 4 else many))
    parts.append("complete" if result.complete else "INCOMPLETE: a limit cut the answer")
    return (Section("Reproduce", (("; ".join(parts),),)), Section("Command", ((origin.command,),)))
