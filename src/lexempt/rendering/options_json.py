"""Options as JSON (schema `lexempt.options/1`) or JSON lines: the same steps as the text, with exact numbers."""

from __future__ import annotations

from lexempt.advice import Advice, Move, Option, OptionsResult
from lexempt.rendering.json_out import Json, area_json, conflict_json, diagnostic_json, dump, law_json, path_json
from lexempt.rendering.options_report import move_words, option_words
from lexempt.rendering.report import Origin, days_of
from lexempt.result import FactValue, ReadingEffect

SCHEMA = "lexempt.options/1"


def options_json(result: OptionsResult, origin: Origin) -> str:
    """The whole result as one document."""
    laws = [law_json(result.check, law) for law in result.check.laws]
    document = {
        "schema": SCHEMA,
        "tool": {"name": "lexempt", "version": origin.version},
        "command": origin.command,
        "laws": laws,
        "projects": [advice_json(advice) for advice in result.advice],
        "diagnostics": [diagnostic_json(d) for d in result.check.diagnostics],
        "refused": list(result.check.refused),
        "inputs": [{"path": path, "hash": digest} for path, digest in result.check.inputs],
        "complete": result.complete,
    }
    return dump(document, indent=2) + "\n"


def options_jsonl(result: OptionsResult, origin: Origin) -> str:
    """A line for each project."""
    laws = {day: law_json(result.check, law) for law in result.check.laws for day in days_of(result.check, law)}
    tool = {"name": "lexempt", "version": origin.version}
    lines = [
        dump({"schema": SCHEMA, "tool": tool, "law": laws.get(a.project.law_on.isoformat()), "project": advice_json(a)})
        for a in result.advice
    ]
    return "".join(f"{line}\n" for line in lines)


def advice_json(advice: Advice) -> Json:
    """One project: its answer as it stands, and its options in order of rank; `rank` counts from 1.

    `complete` is false where there are more, or may be: `left_off` counts, by kind, those found and not listed, and `cut`
    names the kinds that were not searched to the end.
    """
    project = advice.project
    return {
        "id": project.id,
        "path": project.path,
        "law_on": project.law_on.isoformat(),
        "replacement_plan": project.replacement_plan,
        "prohibited": project.prohibited,
        "as_last_seen": project.as_last_seen,
        "as_if_ordinary": None if advice.ordinary is None else advice.ordinary.replacement_plan,
        "under_readings": [_effect(effect) for effect in project.readings],
        "conflicts": [conflict_json(conflict) for conflict in project.conflict_sets],
        "conflicts_complete": project.conflicts_complete,
        "options": [{"rank": n, **option_json(option)} for n, option in enumerate(advice.options, 1)],
        "left_off": dict(advice.left_off),
        "cut": list(advice.cut),
        "complete": advice.complete,
    }


def option_json(option: Option) -> Json:
    """One option."""
    return {
        "kind": option.kind,
        "words": option_words(option),
        "moves": [_move(move) for move in option.moves],
        "path": None if option.path is None else path_json(option.path),
        "if": [_value(fact) for fact in option.if_],
        "fails_under": None if option.fails_under is None else [_effect(effect) for effect in option.fails_under],
        "breaks": list(option.breaks),
        "still_needs": list(option.still_needs),
        "margins": [{"impact": i, "provision": p, "margin": m} for i, p, m in option.margins],
    }


def _move(move: Move) -> Json:
    return {
        "kind": move.kind,
        "words": move_words(move),
        "things": list(move.things),
        "fact": move.fact,
        "now": move.now,
        "to": move.to,
        "decided_by": move.decided_by,
        "line": move.line,
        "bound": None if move.bound is None else str(move.bound),
        "ratio": None if move.ratio is None else {"times": move.ratio[0], "provision": move.ratio[1]},
        "part": move.part,
        "less_sqft": None if move.less is None else str(move.less),
    }


def _value(fact: FactValue) -> Json:
    return {fact.fact: fact.value}


def _effect(effect: ReadingEffect) -> Json:
    return {
        "choices": dict(effect.choices),
        "replacement_plan": effect.replacement_plan,
        "meaning": effect.meaning,
        "took": list(effect.took),
        "of_extent": effect.of_extent,
        "exempt_area_sqft": area_json(effect.exempt_sqft),
        "replaced_area_sqft": area_json(effect.replaced_sqft),
    }
