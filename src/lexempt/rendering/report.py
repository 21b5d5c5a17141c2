"""A report of one project as a value: verdict, lead lines, sections. Text and Markdown lay it out and say the same.

All texts are plain sentences; making them safe for a terminal or for Markdown is the layout's work.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from lexempt.records import NamedTuple
from lexempt.rendering import words
from lexempt.result import CheckResult, FactValue, IfOrdinary, LawUsed, Plan, ProjectResult, ReadingEffect, Settling
from lexempt.wording import natural

Tone: TypeAlias = Literal["required", "not_required", "depends", "note"]

SETS = 3
"""How many settling sets a report prints each way; JSON has all."""
EFFECTS = 4
"""How many changes of reading a report prints."""


class Origin(NamedTuple):
    """What made the report: the tool's version, and the command that makes it again."""

    version: str
    command: str


class Section(NamedTuple):
    """A titled table. One row of one cell prints on the title's line; the last cell may be long and is wrapped."""

    title: str
    rows: tuple[tuple[str, ...], ...]
    columns: tuple[str, ...] = ()


class Report(NamedTuple):
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
    law = law_of(result, project)
    return Report(
        heading=f"Project {project.id}{title} ({project.path})",
        verdict=verdict(project, law),
        tone=project.replacement_plan,
        lead=tuple(_lead(project, law)),
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
        lead=("One in detail: add `--project ID`.", *(f"{words.capital(left)}." for left in _left_out(result))),
        sections=(Section("Projects", rows, ("Project", "File", "Answer", "Turns on")),),
        footer=footer(result, result.projects, origin),
    )


def _amended(result: CheckResult) -> str:
    names = dict.fromkeys(name for law in result.laws for name in law.amendments)
    return f" (law as amended by {words.listing(list(names))})" if names else ""


def verdict(project: ProjectResult, law: LawUsed | None) -> str:
    """The first line: the answer, the day of the law, readings chosen."""
    if project.regulated == "never" and not project.impacts and not project.counted_with:
        return f"No impact is described, so nothing is judged (law of {project.law_on.isoformat()})."
    # One that is exempt as well is told as exempt; one that may be either way is not.
    released = any(i.released_by and not i.qualifies for i in project.impacts)
    sentence = words.bare(words.headline(project.replacement_plan, project.exempt, project.regulated, released))
    if project.exempt_area_sqft and project.replaced_area_sqft is not None:
        sentence += f", for {words.amount(project.replaced_area_sqft)} sqft only"
    if project.prohibited == "always" and project.replacement_plan != "required":
        sentence += ", but the work is prohibited all the same"
    chosen = "" if law is None or not law.readings else ", read with " + choices_words(law.readings)
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
        names = dict.fromkeys(fact.called or fact.title for facts in sets for fact in facts)
        names = names or dict.fromkeys(fact.called or fact.title for fact in project.open_facts)
        found.append(words.with_citations(words.cut(list(names), 3)) or "facts not settled")
    elif project.replacement_plan == "required":
        found.append(because(project))
    if project.under_all_readings == "differs":
        found.append("reading " + words.cut([choices_words(e.choices) for e in project.readings], 2, "or"))
    if not found:
        found.append(_basis(project))
    return "; ".join(found)


def _basis(project: ProjectResult) -> str:
    if not project.impacts:
        return "no impact described"
    if project.regulated == "never":
        return "nothing regulated"
    clauses = sorted({c for i in project.impacts for c in (*i.qualifies, *i.released_by)}, key=words.statutory)
    if project.replacement_plan == "not_required" and clauses:
        return words.briefs(clauses, "and") if len(clauses) < 4 else f"{len(clauses)} clauses"
    return "every regulated impact is exempt or released"


def because(project: ProjectResult) -> str:
    """What stands against exemption, in one clause: a conflict of provisions, or impacts without any."""
    missing = [i.id for i in project.impacts if i.replacement_plan == "required" and not (i.qualifies or i.released_by)]
    if project.conflicts and not missing:
        return words.bare(words.with_citations(project.conflicts[0]))
    if not missing:
        return "no path exempts every regulated impact"
    in_part = any(i.id in missing and i.qualifies_in_part for i in project.impacts)
    return f"no clause exempts {'all of ' if in_part else ''}{words.cut(sorted(missing, key=natural), 5)}"


def _nearest(project: ProjectResult) -> str:
    """Where one impact alone has no clause, and one clause is the nearest: that, and what keeps it from it."""
    from lexempt.rendering.sections import nearest_miss

    missing = [i for i in project.impacts if i.replacement_plan == "required" and not (i.qualifies or i.released_by)]
    found = nearest_miss(project, missing[0]) if len(missing) == 1 else None
    return f"; nearest is {words.brief(found[0])}, but {found[1]}" if found else ""


def _lead(project: ProjectResult, law: LawUsed | None) -> list[str]:
    lines = []
    if project.prohibited != "never":
        bars = {p for i in project.impacts for p in (*i.prohibited_by, *i.may_prohibit)}
        verb = "is prohibited" if project.prohibited == "always" else "may be prohibited"
        lines.append(f"The work {verb}, exempt or not: {words.listing(words.cited(bars)) or 'see below'}.")
    breached = sorted({duty.provision for duty in project.duties if duty.state == "breached"}, key=words.statutory)
    if breached:
        lines.append(f"Duties are breached: {words.briefs(breached, 'and')}.")
    if project.regulated == "never":
        why = dict.fromkeys(i.outside_act for i in project.impacts if i.outside_act)
        lines += [words.with_citations(sentence) for sentence in list(why)[:2]]
    if project.replacement_plan == "required":
        lines.append(f"Because: {because(project)}{_nearest(project)}.")
    if project.replacement_plan == "depends":
        if project.if_ordinary:
            lines += _if_ordinary(project.if_ordinary)
        if project.as_last_seen:
            lines += _unseen_law(project, project.as_last_seen, law)
        # The question asked of the plan is whether none is required.
        lines += settled_lines(project.settles_plan, words.PLAN["not_required"], words.PLAN["required"])
    if project.prohibited == "sometimes":
        lines += settled_lines(project.settles_prohibited, "it is prohibited", "it is not prohibited")
    if project.cannot_matter:
        known = dict(project.in_words)
        idle = words.cut(words.merged_years(known.get(title, title) for title in project.cannot_matter), 8)
        # Where something else is open too, the same fact may matter to that.
        beside = project.prohibited == "sometimes" or any(duty.state == "open" for duty in project.duties)
        lines.append(f"Cannot matter{' to the replacement plan' if beside else ''}: {words.with_citations(idle)}.")
    if project.under_all_readings == "same":
        lines.append(same_under_readings(project.replacement_plan))
    lines += [effect_line(project, effect) for effect in project.readings[:EFFECTS]]
    if len(project.readings) > EFFECTS:
        lines.append(f"And under {len(project.readings) - EFFECTS} more changes of reading (--format json lists them).")
    if project.counted_with:
        lines.append(
            f"Counted as one project with {words.listing(project.counted_with)} ({words.brief(words.PROJECT)})."
        )
    if project.asserted:
        lines.append(asserted_line(project.asserted, project.strict))
    return lines


def asserted_line(asserted: Sequence[str], strict: bool) -> str:
    """How many facts nobody with the power to decide them has determined."""
    number = words.counted(len(asserted), "fact")
    if strict:
        return f"{number} asserted, not determined by whoever decides: taken as unknown (--strict)."
    return f"Rests on {number} asserted, not determined by whoever decides (--strict takes them as unknown)."


def _unseen_law(project: ProjectResult, as_last_seen: Plan, law: LawUsed | None) -> list[str]:
    """What the answer is if an act whose wording was not seen changed nothing, and on which provisions it turns."""
    act = words.listing(law.unseen_by) if law and law.unseen_by else "a later act"
    lines = [f"lexempt has not seen all of the wording in force on that day: {act} may have changed it."]
    if as_last_seen == "depends":
        lines.append("If nothing that was not seen has changed, it depends on the facts below.")
    else:
        lines.append(f"If nothing that was not seen has changed, {words.PLAN[as_last_seen]}.")
    turns = words.of_the_law(value.title for value in project.law_turns_on)
    return [*lines, f"Of the law it may turn on {turns}."] if turns else lines


def same_under_readings(plan: Plan) -> str:
    """That no reading gives another answer; where it depends on facts, by another reading it may be on others."""
    if plan == "depends":
        return "It depends under every reading, though not always on the same bounds."
    return "The headline is the same under every reading of the law that the project touches."


def _if_ordinary(found: IfOrdinary) -> list[str]:
    """The answer if what is not stated is ordinary: most files state no more than what is special."""
    head = "If all that is not stated is ordinary (`assume: ordinary`)"
    if found.as_last_seen == "depends":
        head += " and nothing has changed in the law that was not seen"
    if found.replacement_plan != "depends":
        return [f"{head}: {words.PLAN[found.replacement_plan]}."]
    settled = settled_lines(found.settles_plan, words.PLAN["not_required"], words.PLAN["required"])
    return [f"{head}, it depends on less:", *settled, "With nothing assumed:"]


def settled_lines(settling: Settling, yes: str, no: str) -> list[str]:
    """One line each way: the sets of facts that settle the question, and who decides them."""
    lines = []
    for answer, sets, others in ((yes, settling.yes, settling.more[0]), (no, settling.no, settling.more[1])):
        if sets:
            shown = sets[:SETS]
            bodies = {fact.decided_by for facts in shown for fact in facts}
            alternatives = [facts_words(facts, bodies=len(bodies) > 1) for facts in shown]
            left = len(sets) - SETS
            more = f"; or {words.counted(left, 'more way')}" if left > 0 else ""
            among = ", among others" if others else ""
            body = bodies.pop() if len(bodies) == 1 else None
            who = f" (decided by: {body})" if body else ""
            if len(shown) > 1 and any(len(facts) > 1 for facts in shown):
                lines.append(
                    f"{words.capital(answer)} in each of these cases{f' and {left} more' if left > 0 else ''}{among}{who}:"
                )
                lines += [f"({letter}) {case}." for letter, case in zip("abcdef", alternatives, strict=False)]
            else:
                lines.append(f"{words.capital(answer)} if {'; or if '.join(alternatives)}{more}{among}{who}.")
    return lines


def facts_words(facts: Sequence[FactValue], bodies: bool = False) -> str:
    """`type of lane and yard is 2, and w1 is a wetland (panel)`; bodies only if asked for.

    What the law has to be, where it was not seen, stands apart: `..., provided that subd. 2(c) still reads as before`.
    """
    stated: dict[tuple[str, bool, str | None], list[str]] = {}
    law: dict[tuple[str, str], list[str]] = {}
    for fact in facts:
        what, of, thing = fact.title.rpartition(" of ")
        if words.provisions_in(thing) == [thing]:
            law.setdefault((fact.says, fact.value), []).append(thing)
        else:
            sentence = words.dated(words.with_citations(fact.says or f"{what}{of}{{T}} is {fact.value}"))
            stated.setdefault((sentence, bool(fact.says), fact.decided_by), []).append(thing)
    said = []
    for (sentence, of_one, body), things in _spans(stated).items():
        who = f" ({body})" if bodies and body else ""
        each = "each of " if of_one and len(things) > 1 else ""
        said.append(sentence.replace("{T}", each + words.cut(sorted(things, key=natural), 6)) + who)
    kept = [_law_words(sentence, value, provisions) for (sentence, value), provisions in law.items()]
    if said and kept:
        return f"{_in_series(said)}, provided that {words.listing(kept)}"
    return _in_series(said) or words.listing(kept)


_Stated: TypeAlias = dict[tuple[str, bool, str | None], list[str]]


def _spans(stated: _Stated) -> _Stated:
    """The same with the years of which the same is said of the same things in one: `land use 2014 to 2021 of i1`."""
    alike: dict[tuple[str, bool, str | None, tuple[str, ...]], list[int]] = {}
    for (sentence, of_one, body), things in stated.items():
        text, years = words.without_year(sentence)
        alike.setdefault((text, of_one, body, tuple(things)), []).extend(years)
    return {
        (words.with_years(text, years), of_one, body): list(things)
        for (text, of_one, body, things), years in alike.items()
    }


def _in_series(said: Sequence[str]) -> str:
    return words.listing(said) if len(said) < 3 else f"{', '.join(said[:-1])}, and {said[-1]}"


def _law_words(sentence: str, value: str, provisions: Sequence[str]) -> str:
    """What a provision whose present wording was not seen has to be."""
    if sentence:
        return words.listing([sentence.replace("{T}", words.brief(provision)) for provision in provisions])
    s = "" if len(provisions) > 1 else "s"
    how = f"still read{s} as before" if value == "as last seen" else f"read{s} otherwise now"
    return f"{words.briefs(provisions, 'and')} {how}"


def effect_line(project: ProjectResult, effect: ReadingEffect) -> str:
    """What another reading makes of the answer, in one sentence."""
    answer = words.PLAN[effect.replacement_plan]
    if effect.of_extent:
        answer = _extent(project, effect)
    elif effect.outside:
        answer = words.with_citations(f"{answer}; no impact is regulated then: {effect.outside}")
    elif effect.replacement_plan == project.replacement_plan:
        exempt = {"always": "exempt", "sometimes": "exempt on some facts", "never": "not exempt"}[effect.exempt]
        released = effect.replacement_plan == "not_required" and effect.exempt == "never"
        answer += "; what is regulated is exempt or released" if released else f"; the project is {exempt}"
    meaning = f" ({words.bare(effect.meaning)})" if effect.meaning else ""
    took = f" Taken so by {words.listing(effect.took)}." if effect.took else ""
    return f"Read with {choices_words(effect.choices)}{meaning}: {answer}.{took}"


def _extent(project: ProjectResult, effect: ReadingEffect) -> str:
    """How much is to be replaced under another reading."""
    if effect.replaced_sqft is None:
        return "a part is exempt; how much is open, see the paths with that reading"
    replaced = f"{words.amount(effect.replaced_sqft)} sqft"
    if not effect.exempt_sqft:
        return f"all {replaced} need be replaced"
    less = project.replaced_area_sqft is None or effect.replaced_sqft < project.replaced_area_sqft
    return f"{'only ' if less else ''}{replaced} need be replaced"


def choices_words(choices: tuple[tuple[str, str], ...]) -> str:
    """`combining_amounts = each_paragraph`."""
    return words.listing([f"{name} = {choice}" for name, choice in choices])


def _not_run(project: ProjectResult) -> str:
    """Of several files other readings are asked only where the facts decide."""
    return "other readings not run" + (" where it depends" if project.replacement_plan == "depends" else "")


def law_of(result: CheckResult, project: ProjectResult) -> LawUsed | None:
    """The law that a project was judged by: of the day itself, or the newest that was in force by then."""
    before = [law for law in result.laws if law.on <= project.law_on and law.amendments == project.amendments]
    return max(before, key=lambda law: law.on, default=None)


def days_of(result: CheckResult, law: LawUsed) -> list[str]:
    """The days asked for that this law is the law of."""
    return sorted({p.law_on.isoformat() for p in result.projects if law_of(result, p) == law})


def _left_out(result: CheckResult) -> list[str]:
    """What the call was asked for and has no answer for, or not all of it."""
    said = [] if result.complete else ["a limit cut the answer"]
    if result.refused:
        said.append(f"no answer for {words.counted(len(result.refused), 'project')} that could not be decided")
    invalid = list(dict.fromkeys(d.path for d in result.diagnostics if d.severity == "error"))
    if invalid:
        said.append(f"no answer for {words.counted(len(invalid), 'file')} with mistakes ({words.cut(invalid, 3)})")
    return said


def footer(
    result: CheckResult, projects: tuple[ProjectResult, ...], origin: Origin, lists_cut: bool = False
) -> tuple[Section, ...]:
    """What is needed to make the report again: version, law, readings, inputs, command, complete or not.

    `lists_cut`: lists of the report were cut, and say so themselves.
    """
    parts = [f"lexempt {origin.version}"]
    used_laws = [law_of(result, project) for project in projects]
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
    parts += list(dict.fromkeys(_not_run(p) for p in projects if p.under_all_readings == "not_run"))
    used = {p.path for p in projects}
    inputs = [f"{path} {digest}" for path, digest in result.inputs if path in used]
    many = f"{len(inputs):,} files (hashes: --format json)"
    parts.append("input " + (", ".join(inputs) if len(inputs) < 4 else many))
    left_out = _left_out(result)
    whole = "complete but for the lists that say they were cut" if lists_cut else "complete"
    parts.append(f"INCOMPLETE: {words.listing(left_out)}" if left_out else whole)
    return (Section("Reproduce", (("; ".join(parts),),)), Section("Command", ((origin.command,),)))
