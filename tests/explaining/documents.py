"""What the checker reads, made as anybody can make it: the rule table, a case's atoms and facts, an explanation as JSON."""

from __future__ import annotations

import json
from datetime import date
from functools import cache
from typing import Any

from tests.explaining.checker import check

import lexempt
from lexempt.case import Reading
from lexempt.cli.stated import fact_lines
from lexempt.explanation import Level
from lexempt.law.rules import load_rules, table_json
from lexempt.law.vocabulary import load_vocabulary
from lexempt.rendering.explanation_json import render_explanation_json
from lexempt.rendering.report import Origin
from lexempt.solving.options import CheckOptions
from lexempt.solving.show import show_atoms

ORIGIN = Origin("0", "lexempt explain")


@cache
def table() -> dict[str, Any]:
    """The rule table as published."""
    return json.loads(json.dumps(table_json(load_rules())))


def document(reading: Reading, level: Level, **options: Any) -> dict[str, Any]:
    """The explanation of a case as JSON."""
    return json.loads(render_explanation_json(lexempt.explain(reading, level, **options), ORIGIN, load_rules().digest))


def chosen(**options: Any) -> list[tuple[str, ...]]:
    """The readings set otherwise than by default."""
    readings = load_vocabulary().readings
    by_profile = {
        name: r.profiles[options["profile"]] for name, r in readings.items() if options.get("profile") in r.profiles
    }
    return [("chosen", name, choice) for name, choice in ({**by_profile, **dict(options.get("readings", ()))}).items()]


def complaints(reading: Reading, project: dict[str, Any], **options: Any) -> list[str]:
    """What the checker says against the explanation of one project."""
    asked = {k: v for k, v in options.items() if k in ("assume", "repealed")}
    lines = show_atoms([reading], CheckOptions(on=date.fromisoformat(project["law_on"]), **asked))
    given = [*chosen(**options), ("telling_consequences",), ("telling_conflicts",)]
    return check(table(), lines, list(fact_lines(reading)), given, project)
