"""What the commands that answer cases share: the command to run again, and what was wrong with the files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from lexempt.cli.exits import INVALID, OK

if TYPE_CHECKING:
    from datetime import date
    from typing import Any, Protocol

    from lexempt.case import Reading
    from lexempt.result import CheckResult
    from lexempt.solving.options import CheckOptions

    class Asked(Protocol):
        """What every command that answers cases is told."""

        @property
        def on(self) -> date | None: ...
        @property
        def readings(self) -> tuple[tuple[str, str], ...]: ...
        @property
        def profile(self) -> str: ...
        @property
        def projects(self) -> tuple[str, ...]: ...
        @property
        def time_limit(self) -> float: ...


_LEFT_OUT = frozenset(("output", "jobs", "fail_on"))
"""Options that change where an answer goes, or what is done with it, not what it is."""


def command_line() -> str:
    """The command that gives the answer of this call again, of the options that were given and are not as by default."""
    context = click.get_current_context()
    parts = ["lexempt", *context.command_path.split()[context.parent is not None :]]
    for parameter in context.command.params:
        name = parameter.name or ""
        if context.get_parameter_source(name) is not click.core.ParameterSource.COMMANDLINE or name in _LEFT_OUT:
            continue
        value = context.params.get(name)
        if value == parameter.get_default(context):
            continue
        if isinstance(parameter, click.Argument):
            parts += value if isinstance(value, tuple) else [str(value)]
            continue
        for one in value if parameter.multiple and isinstance(value, tuple) else (value,):
            parts.append(parameter.opts[0])
            if not getattr(parameter, "is_flag", False):
                parts.append(
                    "=".join(one) if isinstance(one, tuple) else f"{one:g}" if isinstance(one, float) else str(one)
                )
    return " ".join(map(_quoted, parts))


def _quoted(word: str) -> str:
    if word.isascii() and word and all(c.isalnum() or c in "_@%+=:,./-" for c in word):
        return word
    import shlex  # rarely needed

    return shlex.quote(word)


def check_options(asked: Asked, **more: Any) -> CheckOptions:
    """How cases are to be answered, by the options of a command; `more` are those that not every command has."""
    from lexempt.solving.options import CheckOptions

    return CheckOptions(
        on=asked.on,
        readings=asked.readings,
        profile=asked.profile,
        projects=asked.projects,
        time_limit=asked.time_limit,
        **more,
    )


def say_what_is_wrong(read: Sequence[tuple[str, Reading]], result: CheckResult) -> int:
    """Say on standard error what came to light while answering, and what has no answer; the exit code of the former."""
    from lexempt.cli.output import say, say_diagnostics
    from lexempt.rendering.words import plain

    before = [found for _, reading in read for found in reading.diagnostics]
    lines = {path: reading.lines for path, reading in read}
    for found in result.diagnostics:
        if found not in before:
            say_diagnostics([found], lines.get(found.path, ()))
    for reason in result.refused:
        say(f"error: no answer: {plain(reason)}")
    return INVALID if any(found.severity == "error" for found in result.diagnostics) else OK


def say_limit(result: CheckResult, complete: bool) -> None:
    """Say on standard error that a limit cut the answer, where raising one gives more: not of what cannot be decided exactly."""
    from lexempt.cli.output import say

    in_time = [reason for reason in result.refused if "the time limit" not in reason]
    cut = len(in_time) < max(len(result.refused), 1) or any(not project.paths.complete for project in result.projects)
    if cut and not complete:
        say("warning: a limit cut the answer; --limit and --time-limit raise it")


def known_projects(asked: Sequence[str], read: Sequence[Reading]) -> None:
    """A usage error for a project that no file has; not where no file could be read at all."""
    known = [thing.id for reading in read if reading.case for thing in reading.case.of("project")]
    if not read:
        return
    from lexempt.language.suggest import did_you_mean, listed

    for project in asked:
        if project not in known:
            hint = did_you_mean(project, known, f"the projects are {listed(known, 'and')}")
            raise click.UsageError(f"no project is called `{project[:60]}`; {hint}")
