"""The options of a project as a report: one row each, ranked, under the kind of thing that is to be done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from lexempt.advice import Advice, Move, Option, OptionKind, OptionsResult
from lexempt.rendering import words
from lexempt.rendering.report import (
    EFFECTS,
    Origin,
    Report,
    Section,
    because,
    choices_words,
    effect_line,
    facts_words,
    footer,
    law_of,
    verdict,
)
from lexempt.rendering.sections import path_words
from lexempt.rendering.text import Styled
from lexempt.result import ProjectResult
from lexempt.wording import Unit, area_words, natural

HEADS: dict[OptionKind, str] = {
    "as_designed": "As designed: replace what is not exempt",
    "change_design": "Change the design",
    "seek_finding": "Seek a finding",
    "find_out": "Find out",
}
_LIMITED = "the search stopped at its limit, there may be more: a higher --limit may find them"
FURTHER: dict[OptionKind, str] = {
    "as_designed": _LIMITED,
    "change_design": _LIMITED,
    "seek_finding": _LIMITED,
    "find_out": "the search stopped at its limit, there may be more: `lexempt ask` tells what each fact does",
}
"""What is said of a kind that more may be found of; of facts to find out, so many sets are looked for whatever --limit says."""
ROOM = 3
"""How many limits an option names to which room is left."""
NAMED = 6
"""How many impacts are named of those that are treated alike."""
FAILS = 2
"""How many readings an option names under which it fails; JSON has all."""
FREE = "No replacement plan is required"


def options_text(result: OptionsResult, origin: Origin) -> list[Styled]:
    """The lines for people: each project in full, one after the other."""
    from lexempt.rendering.text import lay_out

    lines: list[Styled] = []
    for advice in result.advice:
        if lines:
            lines.append(Styled(""))
        lines += lay_out(options_report(result, advice, origin))
    return lines


def options_markdown(result: OptionsResult, origin: Origin) -> str:
    """The same as Markdown."""
    from lexempt.rendering.markdown import lay_out

    parts = ["\n".join(lay_out(options_report(result, advice, origin))) for advice in result.advice]
    return "\n\n".join(parts) + "\n" if parts else ""


def options_report(result: OptionsResult, advice: Advice, origin: Origin) -> Report:
    """The report of one project."""
    project = advice.project
    title = f' "{project.title}"' if project.title else ""
    return Report(
        heading=f"Options for project {project.id}{title} ({project.path})",
        verdict=verdict(project, law_of(result.check, project)),
        tone=project.replacement_plan,
        lead=tuple(_lead(advice)),
        sections=tuple(_sections(advice)),
        footer=footer(result.check._replace(complete=result.complete), (project,), origin, not advice.complete),
    )


def _lead(advice: Advice) -> Iterator[str]:
    if advice.ordinary is not None:
        head = "As if all that is not stated were ordinary (`assume: ordinary`)"
        yield f"{head}: {words.PLAN[advice.ordinary.replacement_plan]}."
    project = advice.ordinary or advice.project
    if project.as_last_seen:
        yield f"As if every wording of the law not seen were as last seen: {words.PLAN[project.as_last_seen]}."
    if project.conflicts and project.replacement_plan == "required":
        yield f"Because: {because(project)}."
    if project.prohibited != "never":
        bars = {p for i in project.impacts for p in (*i.prohibited_by, *i.may_prohibit)}
        verb = "is prohibited" if project.prohibited == "always" else "may be prohibited"
        yield f"The work {verb}, exempt or not: {words.listing(words.cited(bars))}."
    if not _open(project):
        yield "Nothing has to change."
    elif not advice.options and advice.complete:
        yield "Nothing was found that would settle it."
    if project.replacement_plan != "not_required":
        free = [effect for effect in project.readings if effect.replacement_plan == "not_required"]
        for effect in free[:EFFECTS]:
            meaning = f" ({words.bare(effect.meaning)})" if effect.meaning else ""
            # What is prohibited, or may be, has to change whatever the reading.
            changed = " or changed" if project.prohibited == "never" else ""
            yield f"Read with {choices_words(effect.choices)}{meaning}: nothing need be replaced{changed}."
        extent = [effect for effect in project.readings if effect.of_extent]
        yield from (effect_line(project, effect) for effect in extent[:EFFECTS])
        more = sum(max(0, len(effects) - EFFECTS) for effects in (free, extent))
        if more:
            yield f"And under {words.counted(more, 'more change')} of reading (--format json lists them)."
    yield from _cut(advice)


def _cut(advice: Advice) -> Iterator[str]:
    """That lists below are not all there is, and which; what each leaves out stands at its end."""
    if advice.complete:
        return
    kinds = [kind for kind in HEADS if kind in advice.cut or kind in dict(advice.left_off)]
    if kinds:
        yield f"Cut, there may be more options: {words.listing([HEADS[kind].partition(':')[0] for kind in kinds])}."
    else:
        yield "The search was stopped: there may be options (--time-limit gives it longer)."


def _left_out(kind: OptionKind, advice: Advice) -> str:
    """What the list of a kind leaves out; empty where it is all there is."""
    left = dict(advice.left_off).get(kind)
    said = [f"{left} more: --limit"] if left else []
    return "; ".join([*said, *([FURTHER[kind]] if kind in advice.cut else ())])


def _open(project: ProjectResult) -> bool:
    """Whether a replacement plan, or the question whether the work is prohibited, still stands in the way."""
    plan = project.as_last_seen or project.replacement_plan
    return plan != "not_required" or project.prohibited != "never"


def _sections(advice: Advice) -> Iterator[Section]:
    number = 0
    for kind, head in HEADS.items():
        rows = []
        for option in advice.options:
            if option.kind == kind:
                number += 1
                rows.append((str(number), option_words(option), outcome(option, advice.ordinary or advice.project)))
        left = _left_out(kind, advice)
        if left:
            rows.append(("...", left, ""))
        if rows:
            yield Section(head, tuple(rows), ("Option", "What to do", "Then"))


def option_words(option: Option) -> str:
    """What is to be done, as one sentence without a stop."""
    moves = sorted(option.moves, key=lambda move: [natural(thing) for thing in move.things])
    replaced = [move for move in moves if move.kind == "replace"]
    found = [f"replace {words.cut([_sized(move) for move in replaced], NAMED)}{_ratio(replaced)}"] if replaced else []
    left = [move for move in moves if move.kind == "leave_out"]
    found += [f"leave out {words.cut([_sized(move) for move in left], NAMED)}"] if left else []
    found += [move_words(move) for move in option.moves if move.kind not in ("replace", "leave_out")]
    return words.capital(words.listing(found))


def _sized(move: Move) -> str:
    if not move.part:
        return f"{move.things[0]} ({move.now})"
    part = "a part" if move.less is None else area_words(move.less, move.unit, words.amount)
    return f"{part} of {words.listing(move.things)} ({move.now})"


def _ratio(moves: Sequence[Move]) -> str:
    """By how much, where the ratio is the same for all of them."""
    found = {move.ratio for move in moves}
    ratio = found.pop() if len(found) == 1 else None
    if ratio is None:
        return ""
    areas = [move.less for move in moves if move.less is not None]
    how = f"{ratio[0]} for 1 ({words.brief(ratio[1])})"
    if len(areas) < len(moves):
        return f" at {how}"
    unit: Unit = "acres" if all(move.unit == "acres" for move in moves) else "sqft"
    return f" by {area_words(sum(areas, Fraction(0)) * ratio[0], unit, words.amount, up=True)}, {how}"


def move_words(move: Move) -> str:
    """One move, as part of a sentence."""
    body = f"the {move.decided_by}" if move.decided_by else ""
    if move.kind == "replace":
        return f"replace {_sized(move)}{_ratio([move])}"
    if move.kind == "leave_out":
        return f"leave out {_sized(move)}"
    if move.kind == "reduce":
        what = words.listing(move.things) if move.title.startswith("area of") else move.title
        more = " together" if len(move.things) > 1 else ""
        now = f"({move.now}{' in all' if more else ''})" if move.ranged else f"from {move.now}"
        return f"reduce {what} {now} to {move.to}{more}"
    if move.kind == "plan":
        return move.text
    if move.kind == "seek" and move.text:
        bound = f": {move.to}" if move.to.startswith("at least") else ""
        ask = "to find" if move.text.startswith("that ") else "for"
        return f"ask {body or 'whoever decides it'} {ask} {move.text}{bound}"
    title = words.with_citations(move.title)
    if move.kind == "seek":
        return f"have {body} decide {title} (stated: {move.now}): {move.to} would do"
    who = f" ({move.decided_by})" if move.decided_by else ""
    return f"find out {title}{who}: {move.to} would do"


def outcome(option: Option, project: ProjectResult) -> str:
    """What is so then: the path, what it depends on, what it breaks, what is still needed."""
    found = []
    if option.path is not None and (option.path.exempts or option.path.partly):
        found.append(f"Exempt: {path_words(option.path._replace(needs=(), replaces=()))}")
    elif option.kind == "as_designed":
        found.append("Nothing is exempt")
    else:
        found.append(FREE if project.prohibited == "never" else f"{FREE}, and nothing is prohibited")
    if option.margins and option.path is not None:
        found[-1:] = [f"{found[-1]} ({'; '.join(_margins(option))})"]
    if option.if_:
        found.append(f"if {facts_words(option.if_)}")
    found += [words.with_citations(text) for text in option.breaks]
    found += [f"still: {words.with_citations(text)}" for text in option.still_needs]
    if option.fails_under:
        named = [choices_words(effect.choices) for effect in option.fails_under]
        found.append(f"not if read with {words.cut(named, FAILS, 'or')}")
    return "; ".join(found)


def _margins(option: Option) -> list[str]:
    """The room that is left to the nearest limit of each impact, once for those that share it."""
    nearest: dict[str, str] = {}
    for impact, _, margin in option.margins:
        nearest.setdefault(impact, margin)
    shared: dict[str, list[str]] = {}
    for impact in sorted(nearest, key=natural):
        shared.setdefault(nearest[impact], []).append(impact)
    if len(shared) < 2:
        return list(shared)
    said = [f"{words.cut(impacts, NAMED)}: {margin}" for margin, impacts in shared.items()]
    more = len(said) - ROOM
    return [*said[:ROOM], *([f"{words.counted(more, 'more limit')}: --format json"] if more > 0 else [])]
