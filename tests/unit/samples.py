"""Results to render and to judge: a project and an impact of nothing, with changes."""

from __future__ import annotations

from datetime import date
from typing import Any

from lexempt.result import ImpactResult, Paths, ProjectResult, Settling


def project(name: str = "p1", path: str = "x.case", **changes: Any) -> ProjectResult:
    """A project that needs a plan, with changes."""
    blank = dict.fromkeys(ProjectResult._fields, ())
    nothing = dict.fromkeys(("title", "as_last_seen", "if_ordinary", "exempt_area_sqft", "replaced_area_sqft"))
    plan = {"replacement_plan": "required", "exempt": "never", "regulated": "always", "prohibited": "never"}
    settles = dict.fromkeys(("settles_exempt", "settles_prohibited", "settles_plan"), Settling())
    more = {
        "id": name,
        "path": path,
        "law_on": date(2018, 6, 1),
        "under_all_readings": "same",
        "paths": Paths(0, True, ()),
    }
    given: dict[str, Any] = {**blank, **nothing, **plan, **settles, **more, **changes}
    return ProjectResult(**given)


def impact(name: str, *qualifies: str, **changes: Any) -> ImpactResult:
    """A regulated impact of 90 sqft."""
    return ImpactResult(name, None, "90 sqft", "always", qualifies, (), (), (), (), (), "depends")._replace(**changes)
