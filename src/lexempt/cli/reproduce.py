"""The footer that lets anyone make a report again: version, amendments and inputs with their hashes, readings, command."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from lexempt.cli.calls import command_line
from lexempt.cli.output import tool_version
from lexempt.places import fingerprint

if TYPE_CHECKING:
    from lexempt.amending.fit import Fitted
    from lexempt.case import Reading


def origin(
    bills: Iterable[Fitted],
    cases: Sequence[Reading] = (),
    readings: Sequence[tuple[str, str]] = (),
    profile: str = "statute",
    complete: bool = True,
) -> dict[str, Any]:
    """What the footer says, as JSON has it."""
    text = "\0".join("\n".join((reading.case.path if reading.case else "", *reading.lines)) for reading in cases)
    return {
        "tool": {"name": "lexempt", "version": tool_version()},
        "command": command_line(),
        "inputs": {
            "amendments": {b.bill.name: fingerprint("\n".join(b.bill.lines).encode()) for b in bills},
            "cases": len(cases),
            "cases_hash": fingerprint(text.encode()) if cases else None,
        },
        "readings": dict(readings),
        "profile": profile,
        "complete": complete,
    }


def footer(said: dict[str, Any], markdown: bool = False) -> list[str]:
    """The same as text, or Markdown."""
    from textwrap import wrap

    from lexempt.rendering.markdown import escaped
    from lexempt.rendering.words import counted, plain

    inputs = said["inputs"]
    parts = [f"lexempt {said['tool']['version']}"]
    parts += [f"amendment {name} {digest}" for name, digest in inputs["amendments"].items()]
    parts += [f"{counted(inputs['cases'], 'case')} {inputs['cases_hash']}"] if inputs["cases"] else []
    parts.append(f"profile {said['profile']}")
    parts.append("readings " + (", ".join(f"{n} = {c}" for n, c in said["readings"].items()) or "as the profile"))
    parts.append("complete" if said["complete"] else "INCOMPLETE: a limit cut the answer")
    if markdown:
        return ["", "---", "", f"*Reproduce:* {escaped('; '.join(parts))}  ", f"*Command:* {escaped(said['command'])}"]
    lines = [*wrap(f"Reproduce: {plain('; '.join(parts))}", 100, subsequent_indent="  ", break_on_hyphens=False)]
    return [
        "",
        *lines,
        *wrap(f"Command: {plain(said['command'])}", 100, subsequent_indent="  ", break_on_hyphens=False),
    ]
