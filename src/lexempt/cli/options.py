"""Options that several commands share, with their parsing and their messages."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any, TypeVar

import click

from lexempt.cli.light import option

_F = TypeVar("_F", bound=Callable[..., Any])
PROFILES = ("statute", "rule")
_FORCED = "lexempt.force"
"""Where a call keeps whether `--force` was given: read before the others, for it is eager."""


class Day(click.ParamType):  # type: ignore[type-arg]
    """A day: YYYY-MM-DD."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        if isinstance(value, date):
            return value
        if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
            self.fail(f"`{value[:40]}` is not a day; write it as 2018-06-01", param, ctx)
        try:
            return date.fromisoformat(value)
        except ValueError:
            self.fail(f"there is no day {value}", param, ctx)


def _a_number(_ctx: click.Context, _param: click.Parameter, value: float) -> float:
    """The number, which click lets be `nan`. Raises click.BadParameter."""
    if math.isnan(value):
        raise click.BadParameter("nan is not a number of seconds")
    return value


class Choice(click.ParamType):  # type: ignore[type-arg]
    """A reading and its choice: NAME=CHOICE, both of the law. Wrong names are answered with the nearest right one."""

    name = "name=choice"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        if isinstance(value, tuple):
            return value
        from lexempt.language.suggest import did_you_mean, listed
        from lexempt.law.vocabulary import load_vocabulary, normal

        name, equals, choice = value.partition("=")
        readings = load_vocabulary().readings
        reading = readings.get(normal(name))
        if reading is None:
            hint = did_you_mean(name, readings, "`lexempt law readings` lists them")
            self.fail(f"no reading is called `{name.strip()[:60]}`; {hint}", param, ctx)
        if not equals or normal(choice) not in reading.choices:
            said = f"no choice `{choice.strip()[:60]}`" if equals else "no choice yet"
            hint = (equals and did_you_mean(choice, reading.choices)) or f"write {_ways(reading.name, reading.choices)}"
            more = f" ({listed(reading.choices)})" if "did you mean" in hint else ""
            self.fail(f"`{reading.name}` has {said}; {hint}{more}", param, ctx)
        return reading.name, normal(choice)


def _ways(name: str, choices: Sequence[str] | Any) -> str:
    return " or ".join(f"{name}={choice}" for choice in choices)


class FailOn(click.ParamType):  # type: ignore[type-arg]
    """What makes `check` end with 1: words separated by commas."""

    name = "list"
    words = ("plan-required", "depends", "prohibited", "reading")

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> frozenset[str]:
        if isinstance(value, frozenset):
            return value
        asked = [word.strip().casefold() for word in value.split(",") if word.strip()]
        if not asked:
            self.fail(f"nothing is named; write one or more of {', '.join(self.words)}", param, ctx)
        for word in asked:
            if word not in self.words:
                self.fail(f"`{word[:40]}` is none of {', '.join(self.words)}", param, ctx)
        return frozenset(asked)


def law_options(command: _F) -> _F:
    """`--on`, `--reading`, `--profile`."""
    command = option(
        "--profile",
        type=click.Choice(PROFILES),
        default="statute",
        show_default=True,
        help="Default readings: of the words alone, or with what is known of Minn. R. 8420.",
    )(command)
    command = option(
        "--reading",
        "readings",
        type=Choice(),
        multiple=True,
        metavar="NAME=CHOICE",
        help="Read the law so where its words leave a choice (`lexempt law readings`).",
    )(command)
    return option("--on", type=Day(), metavar="DATE", help="Use the law of this day instead of the day of the work.")(
        command
    )


def assume_option(command: _F) -> _F:
    """`--assume nothing`."""
    text = "Take nothing for granted, whatever the file assumes."
    return option("--assume", type=click.Choice(["nothing"]), help=text)(command)


def strict_option(command: _F) -> _F:
    """`--strict`."""
    text = "Take facts as unknown that nobody with the power to decide them has determined."
    return option("--strict", is_flag=True, help=text)(command)


def one_choice_each(readings: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """The readings in order of name; a usage error where one is set in two ways."""
    found: dict[str, str] = {}
    for name, choice in readings:
        if found.setdefault(name, choice) != choice:
            raise click.UsageError(f"`--reading {name}` is set in two ways: {found[name]} and {choice}")
    return tuple(sorted(found.items()))


def output_option(text: str) -> Callable[[_F], _F]:
    """`-o FILE`, which never takes an existing file's place unless `--force` says so."""

    def with_options(command: _F) -> _F:
        force = option(
            "--force",
            is_flag=True,
            expose_value=False,
            is_eager=True,
            callback=_force,
            help="With --output: overwrite the file if it exists.",
        )
        named = option("-o", "--output", metavar="FILE", callback=_not_there, help=text)
        return force(named(command))

    return with_options


def _force(ctx: click.Context, _param: click.Parameter, forced: bool) -> None:
    ctx.meta[_FORCED] = forced


def _not_there(ctx: click.Context, _param: click.Parameter, output: str | None) -> str | None:
    """The name, if no file is there yet, or it may be overwritten; pipes and devices always may."""
    if output is None and ctx.meta[_FORCED]:
        raise click.UsageError("--force is for --output FILE, which is not there", ctx)
    if output is None or ctx.meta[_FORCED]:
        return output
    from pathlib import Path  # with all it brings, long to import

    if Path(output).is_file():
        raise click.UsageError(f"`{output}` exists already; it is not overwritten without --force", ctx)
    return output


def time_limit_option(default: float, text: str) -> Callable[[_F], _F]:
    """`--time-limit`, in seconds, of a tenth to a day."""
    seconds = click.FloatRange(0.1, 86_400)
    return option("--time-limit", type=seconds, default=default, show_default=True, help=text, callback=_a_number)
