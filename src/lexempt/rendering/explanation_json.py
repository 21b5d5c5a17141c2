"""Explanations as JSON (schema `lexempt.explanation/1`, in `explanation.schema.json` beside this file) or JSON lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lexempt.case import Source
from lexempt.explanation import ClauseAnswer, Explanations, FactUsed, Following, ProjectExplanation, Side, Step, Why
from lexempt.rendering.json_out import Json, consequence_json, diagnostic_json, dump, law_json
from lexempt.rendering.report import Origin, days_of
from lexempt.result import FactValue

SCHEMA = "lexempt.explanation/1"


def schema_text() -> str:
    """The JSON Schema of what `render_explanation_json` writes."""
    return (Path(__file__).parent / "explanation.schema.json").read_text("utf-8")


def render_explanation_json(found: Explanations, origin: Origin, rules: str) -> str:
    """All of them as one document. `rules` is the digest of the rule table that steps name their rules by."""
    result = found.result
    document = {
        **_head(origin, rules),
        "command": origin.command,
        "laws": [law_json(result, law) for law in result.laws],
        "projects": [project_explanation_json(explained) for explained in found.projects],
        "diagnostics": [diagnostic_json(d) for d in result.diagnostics],
        "refused": list(result.refused),
        "complete": found.complete,
    }
    return dump(document, indent=2) + "\n"


def render_explanation_jsonl(found: Explanations, origin: Origin, rules: str) -> str:
    """A line for each project."""
    laws = {day: law_json(found.result, law) for law in found.result.laws for day in days_of(found.result, law)}
    lines = []
    for explained in found.projects:
        law = laws.get(explained.project.law_on.isoformat())
        project = project_explanation_json(explained)
        lines.append(dump({**_head(origin, rules), "law": law, "project": project, "complete": found.complete}))
    return "".join(f"{line}\n" for line in lines)


def _head(origin: Origin, rules: str) -> Json:
    return {"schema": SCHEMA, "tool": {"name": "lexempt", "version": origin.version}, "rules": rules}


def project_explanation_json(explained: ProjectExplanation) -> Json:
    """One project."""
    project = explained.project
    return {
        "id": project.id,
        "path": project.path,
        "law_on": project.law_on.isoformat(),
        "replacement_plan": project.replacement_plan,
        "level": explained.level,
        "units": dict(explained.units),
        "verdicts": [_why(why) for why in explained.verdicts],
        "clauses": [_clause(answer) for answer in explained.clauses],
        "follows": [_follows(found) for found in explained.follows],
        "bearings": [
            {"provision": b.provision, "bears": b.bears, "said": list(b.said), "why": [_why(why) for why in b.why]}
            for b in explained.bearings
        ],
        "contrasts": [
            {
                "impact": c.impact,
                "instead_of": c.instead_of,
                "outcome": c.outcome,
                "holds": c.holds,
                "missing": list(c.missing),
                "differs": list(c.differs),
                "same": c.same,
                "beside": [
                    {
                        "impact": b.impact,
                        "clauses": list(b.clauses),
                        "barred": [{"provision": clause, "by": list(by)} for clause, by in b.barred],
                    }
                    for b in c.beside
                ],
            }
            for c in explained.contrasts
        ],
        "flip": None if explained.flip is None else explained.flip._asdict(),
        "sides": [_side(side) for side in explained.sides],
        "steps": [_step(step) for step in explained.steps],
    }


def _why(why: Why) -> Json:
    return {"side": why.side, "step": why.step, "tests": list(why.tests)}


def _clause(answer: ClauseAnswer) -> Json:
    return {
        "impact": answer.impact,
        "provision": answer.provision,
        "holds": answer.holds,
        "standing": answer.standing,
        "failed": answer.failed,
        "why": [_why(why) for why in answer.why],
        "depends_on": {
            way: [[_value(value) for value in facts] for facts in sets]
            for way, sets in (("yes", answer.depends_on.yes), ("no", answer.depends_on.no))
        },
        "readings": [{"reading": c.reading, "choice": c.choice, "holds": c.holds} for c in answer.readings],
    }


def _follows(found: Following) -> Json:
    """What follows, as `lexempt.check/1` tells it, and its step."""
    return {**consequence_json(found.consequence), "side": found.side, "step": found.step}


def _value(value: FactValue) -> Json:
    return {"fact": value.fact, "title": value.title, "value": value.value, "line": value.line}


def _side(side: Side) -> Json:
    return {
        "id": side.id,
        "takes": [_value(value) for value in side.takes],
        "atoms": [[predicate, *map(_term, arguments)] for predicate, arguments in side.atoms],
    }


def _term(value: Any) -> Any:
    return [_term(part) for part in value] if isinstance(value, tuple) else value


def _step(step: Step) -> Json:
    margin = step.margin
    return {
        "address": step.address,
        "holds": step.holds,
        "atom": [step.predicate, *map(_term, step.arguments)],
        "sentence": step.sentence,
        "provision": step.provision,
        "act": step.act,
        "rule": step.rule,
        "with": {name: _term(value) for name, value in step.bindings},
        "ways": [
            {"rule": w.rule, "with": {n: _term(v) for n, v in w.bindings}, "at": w.at, "because": w.because}
            for w in step.ways
        ],
        "because": list(step.because),
        "facts": [_fact(fact) for fact in step.facts],
        "readings": dict(step.readings),
        "margin": None if margin is None else margin._asdict(),
    }


def _fact(fact: FactUsed) -> Json:
    return {
        "fact": fact.fact,
        "title": fact.title,
        "value": fact.value,
        "status": fact.status,
        "line": fact.line,
        "source": _source(fact.source),
        "taken": fact.taken,
    }


def _source(source: Source) -> Json | None:
    if source == Source():
        return None
    on = source.on.isoformat() if source.on else None
    return {"by": source.by, "who": source.who, "on": on, "citing": source.citing}
