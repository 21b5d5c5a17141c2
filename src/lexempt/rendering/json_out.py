"""A result as JSON (schema `lexempt.check/1`) or as JSON lines: exact, without a clock, the same bytes each time.

Lists keep the order of the result; keys are sorted. Counts are strings of digits, for they have no upper bound.
"""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any

from lexempt.case import Diagnostic, Source
from lexempt.rendering.report import Origin, days_of
from lexempt.rendering.words import exact
from lexempt.result import (
    CheckResult,
    ClauseReason,
    Condition,
    Conflict,
    Consequence,
    FactValue,
    ImpactResult,
    LawUsed,
    Path,
    ProjectResult,
    Settling,
    Use,
)

SCHEMA = "lexempt.check/1"
Json = dict[str, Any]
_RAW = re.compile("[\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb]")


def render_json(result: CheckResult, origin: Origin) -> str:
    """The whole result as one document."""
    return dump(result_json(result, origin), indent=2) + "\n"


def render_jsonl(result: CheckResult, origin: Origin) -> str:
    """A line for each project. Each carries its schema, its law and whether the call was complete."""
    laws = {day: law_json(result, law) for law in result.laws for day in days_of(result, law)}
    digests = dict(result.inputs)
    lines = []
    for project in result.projects:
        head = {
            "schema": SCHEMA,
            "law": laws.get(project.law_on.isoformat()),
            "input": _input(project.path, digests.get(project.path)),
        }
        tool = {"name": "lexempt", "version": origin.version}
        lines.append(dump({**head, "tool": tool, "complete": result.complete, "project": project_json(project)}))
    return "".join(f"{line}\n" for line in lines)


def dump(value: Any, indent: int | None = None) -> str:
    """JSON with sorted keys, readable letters, and every control or direction character escaped."""
    separators = (",", ":") if indent is None else None
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, indent=indent, separators=separators, allow_nan=False)
    return _RAW.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def result_json(result: CheckResult, origin: Origin) -> Json:
    """The contract of DESIGN section 11, and more keys beside."""
    laws = [law_json(result, law) for law in result.laws]
    return {
        "schema": SCHEMA,
        "tool": {"name": "lexempt", "version": origin.version},
        "command": origin.command,
        "law": laws[0] if laws else None,
        "laws": laws,
        "projects": [project_json(project) for project in result.projects],
        "diagnostics": [diagnostic_json(d) for d in result.diagnostics],
        "refused": list(result.refused),
        "inputs": [_input(path, digest) for path, digest in result.inputs],
        "complete": result.complete,
    }


def law_json(result: CheckResult, law: LawUsed) -> Json:
    """The law that answers rest on; `on` is the day asked for if it is one, else the first day of that law."""
    days = days_of(result, law)
    return {
        "on": days[0] if len(days) == 1 else law.on.isoformat(),
        "acts": [act for act, _ in law.acts],
        "titles": dict(law.acts),
        "amendments": list(law.amendments),
        "numbers": dict(law.numbers),
        "profile": law.profile,
        "readings": dict(law.readings),
        "unknown_values": list(law.unknown_values),
    }


def project_json(p: ProjectResult) -> Json:
    """One project."""
    return {
        "id": p.id,
        "title": p.title,
        "path": p.path,
        "law_on": p.law_on.isoformat(),
        "amendments": list(p.amendments),
        "replacement_plan": p.replacement_plan,
        "exempt": p.exempt,
        "regulated": p.regulated,
        "prohibited": p.prohibited,
        "under_all_readings": p.under_all_readings,
        "as_last_seen": p.as_last_seen,
        "law_turns_on": [value.fact for value in p.law_turns_on],
        "if_ordinary": None
        if p.if_ordinary is None
        else {
            "replacement_plan": p.if_ordinary.replacement_plan,
            "as_last_seen": p.if_ordinary.as_last_seen,
            "depends_on": _settling(p.if_ordinary.settles_plan, "not_required", "required"),
        },
        "exempt_area_sqft": area_json(p.exempt_area_sqft),
        "replaced_area_sqft": area_json(p.replaced_area_sqft),
        "impacts": [_impact(impact) for impact in p.impacts],
        "paths": {
            "count": exact(p.paths.count),
            "complete": p.paths.complete,
            "maximal": [path_json(path) for path in p.paths.maximal],
            "possible": [
                path_json(path) | {"needs": [_value(fact) for fact in path.needs]} for path in p.paths.possible
            ],
        },
        "depends_on": {
            "exempt": _settling(p.settles_exempt),
            "prohibited": _settling(p.settles_prohibited),
            "replacement_plan": _settling(p.settles_plan, "not_required", "required"),
            "readings": [dict(effect.choices) for effect in p.readings],
        },
        "under_readings": [
            {
                "choices": dict(effect.choices),
                "replacement_plan": effect.replacement_plan,
                "exempt": effect.exempt,
                "meaning": effect.meaning,
                "took": list(effect.took),
                "of_extent": effect.of_extent,
                "exempt_area_sqft": area_json(effect.exempt_sqft),
                "replaced_area_sqft": area_json(effect.replaced_sqft),
            }
            for effect in p.readings
        ],
        "claims": [
            {"provision": c.provision, "impacts": dict(c.impacts), "line": c.line, "source": _source(c.source)}
            for c in p.claims
        ],
        "disputed": [
            {
                "fact": d.fact,
                "title": d.title,
                "prevails": d.prevails,
                "prevails_by": d.prevails_by,
                "others": list(d.others),
                "outcomes": dict(d.outcomes),
                "changes_result": d.changes_result,
            }
            for d in p.disputed
        ],
        "asserted": list(p.asserted),
        "strict": p.strict,
        "open_facts": [_fact(fact) for fact in p.open_facts],
        "cannot_matter": list(p.cannot_matter),
        "duties": [
            {"provision": d.provision, "impact": d.impact, "state": d.state, "sentence": d.sentence} for d in p.duties
        ],
        "approvals": list(p.approvals),
        "consequences": [consequence_json(told) for told in p.consequences],
        "conflicts": list(p.conflicts),
        "conflict_sets": [conflict_json(conflict) for conflict in p.conflict_sets],
        "conflicts_complete": p.conflicts_complete,
        "reasons": [_reason(reason) for reason in p.reasons],
        "derived": [
            {"fact": d.fact, "title": d.title, "derived": d.derived, "stated": d.stated, "provision": d.provision}
            for d in p.derived
        ],
        "not_modelled": list(p.not_modelled),
        "assumptions": list(p.assumptions),
        "assumed_facts": list(p.assumed_facts),
        "notes": list(p.notes),
        "history": list(p.history),
        "counted_with": list(p.counted_with),
        "counted_as_none": list(p.counted_as_none),
        "in_words": dict(p.in_words),
    }


def consequence_json(told: Consequence) -> Json:
    """What a provision provides for the plan, or for work that needs none."""
    number = told.number
    return {
        "provision": told.provision,
        "about": told.about,
        "what": told.what,
        "number": None if number is None else int(number) if number.denominator == 1 else str(number),
        "unit": told.unit,
        "holds": told.holds,
        "if_required": told.if_required,
        "if_last_seen": told.if_last_seen,
        "sentence": told.sentence,
    }


def conflict_json(conflict: Conflict) -> Json:
    """A minimal conflict: its members with the stated facts they rest on."""
    return {
        "kind": conflict.kind,
        "sentence": conflict.sentence,
        "provisions": list(conflict.provisions),
        "members": [
            {
                "kind": member.kind,
                "about": member.about,
                "provisions": list(member.provisions),
                "facts": [_use(use) for use in member.facts],
            }
            for member in conflict.members
        ],
    }


def diagnostic_json(d: Diagnostic) -> Json:
    """One mistake or warning, at its place."""
    span = None if d.span is None else {"line": d.span.line, "start": d.span.start, "end": d.span.end}
    return {
        "code": d.code,
        "severity": d.severity,
        "path": d.path,
        "span": span,
        "message": d.message,
        "expected": d.expected,
        "help": d.help,
    }


def _impact(impact: ImpactResult) -> Json:
    return {
        "id": impact.id,
        "title": impact.title,
        "area": impact.area,
        "regulated": impact.regulated,
        "outside_act": impact.outside_act,
        "qualifies": list(impact.qualifies),
        "may_qualify": list(impact.may_qualify),
        "released_by": list(impact.released_by),
        "may_release": list(impact.may_release),
        "prohibited_by": list(impact.prohibited_by),
        "may_prohibit": list(impact.may_prohibit),
        "replacement_plan": impact.replacement_plan,
        "qualifies_in_part": list(impact.qualifies_in_part),
    }


def path_json(path: Path) -> Json:
    """A path. What is exempt in part stands under `replaces` too, and then with its areas under `partly`."""
    whole: Json = {
        "exempts": {impact: list(clauses) for impact, clauses in path.exempts},
        "replaces": list(path.replaces),
    }
    if not path.partly:
        return whole
    return whole | {
        "partly": [
            {
                "impacts": list(found.impacts),
                "provisions": list(found.provisions),
                "area_sqft": area_json(found.area_sqft),
                "exempt_area_sqft": area_json(found.exempt_sqft),
                "replaced_area_sqft": area_json(found.replaced_sqft),
                "most_exempt_sqft": {impact: area_json(area) for impact, area in found.most_exempt},
                "reading": found.reading,
                "open_why": found.open_why or None,
            }
            for found in path.partly
        ],
        "exempt_area_sqft": area_json(path.exempt_sqft),
        "replaced_area_sqft": area_json(path.replaced_sqft),
    }


def area_json(area: Fraction | None) -> str | None:
    """An exact area in square feet: digits, or a fraction as `121/2`."""
    return None if area is None else str(area)


def _value(fact: FactValue) -> Json:
    return {fact.fact: fact.value}


def _settling(settling: Settling, yes: str = "yes", no: str = "no") -> Json:
    """Sets of facts that settle a question each way; the plan's `yes` is that none is required."""
    return {
        way: [[_value(fact) for fact in facts] for facts in sets]
        for way, sets in ((yes, settling.yes), (no, settling.no))
    }


def _fact(fact: FactValue) -> Json:
    return {
        "fact": fact.fact,
        "title": fact.title,
        "value": fact.value,
        "decided_by": fact.decided_by,
        "line": fact.line,
    }


def _reason(reason: ClauseReason) -> Json:
    conditions = [_condition(condition) for condition in reason.conditions]
    return {"impact": reason.impact, "provision": reason.provision, "holds": reason.holds, "conditions": conditions}


def _condition(condition: Condition) -> Json:
    return {
        "name": condition.name,
        "holds": condition.holds,
        "sentence": condition.sentence,
        "margin": condition.margin,
        "beside": list(condition.beside),
        "uses": [_use(use) for use in condition.uses],
    }


def _use(use: Use) -> Json:
    return {
        "title": use.title,
        "value": use.value,
        "line": use.line,
        "status": use.status,
        "source": _source(use.source),
    }


def _source(source: Source) -> Json | None:
    if source == Source():
        return None
    on = source.on.isoformat() if source.on else None
    return {"by": source.by, "who": source.who, "on": on, "citing": source.citing}


def _input(path: str, digest: str | None) -> Json:
    return {"path": path, "hash": digest}
