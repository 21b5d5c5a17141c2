"""An interaction as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lexempt.amending import beside_text, joint_text
from lexempt.amending.interaction import Effect, Project
from lexempt.amending.interaction_text import Told
from lexempt.solving.packages import Package


def as_json(told: Told) -> dict[str, Any]:
    """Schema `lexempt.interact/1`. Packages are lists of names in the order of the call."""

    def projects(found: Sequence[Project]) -> list[dict[str, str]]:
        return [{"path": path, "id": name} for path, name in found]

    def effect(found: Effect) -> dict[str, Any]:
        return {"widens": projects(found.widens), "narrows": projects(found.narrows)}

    def package(found: Package) -> list[str]:
        return [told.names[n] for n in sorted(found)]

    over = told.over
    document: dict[str, Any] = {
        "schema": "lexempt.interact/1",
        "base": told.base,
        "amendments": [
            {"name": n, "title": t, "provisions": list(p)}
            for n, t, p in zip(told.names, told.titles, told.touched, strict=True)
        ],
        "side_by_side": [
            {
                "provision": r.provision,
                "line": r.key,
                "law": r.law,
                "each": dict(zip(told.names, r.each, strict=True)),
                "together": r.together,
                "bucket": r.bucket,
            }
            for r in told.matrix
        ],
        "clashes": [
            {
                "amendments": [told.names[c.first], told.names[c.second]],
                "provision": c.provision,
                "what": c.what,
                "prevails": None if c.prevails is None else told.names[c.prevails],
            }
            for c in told.clashes
        ],
        "conflicts": [
            {
                "kind": c.kind,
                "amendments": [told.names[n] for n in c.amendments],
                "provisions": list(c.provisions),
                "what": c.what,
            }
            for c in told.conflicts
        ],
        "conflicts_looked_for": list(told.looked_for),
        "reverse_order_differs": projects(told.other_order),
        "beside": beside_text.as_json(told.beside, told.moved),
        "notes": list(told.notes),
        "unseen_as_last_seen": told.unseen,
    }
    if told.joint is not None:
        document |= joint_text.as_json(told.joint, told.names)
    if over is not None:
        document["cases"] = {
            "projects": over.projects,
            "every_package": over.searched is None,
            "not_searched": {
                "cut": projects(over.searched.cut),
                "depending": projects(over.searched.depending),
                "undoing": projects(over.searched.half),
            }
            if over.searched is not None
            else None,
            "packages": [
                {"package": package(p), **effect(e)} for p, e in zip(over.packages, over.effects, strict=True)
            ],
            "amendments": [
                {
                    "name": name,
                    "standalone": effect(over.standalone[n]),
                    "stacked": effect(over.stacked[n]),
                    "last_in": effect(over.last_in[n]),
                }
                for n, name in enumerate(told.names)
            ],
            "residual": projects(over.residual),
            "only_together": [{"package": package(t.package), **effect(t.effect)} for t in over.together],
            "blocks": [
                {"flips": package(b.flips), "blocks": package(b.blocks), "projects": projects(b.projects)}
                for b in over.blocks
            ],
            "pairs": [
                {
                    "kind": p.kind,
                    "first": told.names[p.first],
                    "second": told.names[p.second],
                    "projects": projects(p.projects),
                }
                for p in over.pairs
            ],
        }
    return document
