"""Options and commands of click that lay out their help only when it is asked for (`lexempt.cli` tells why)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

_F = TypeVar("_F", bound=Callable[..., Any])


class Option(click.Option):
    """An option whose help is one line as it stands."""

    def __init__(self, *declarations: Any, help: str | None = None, **more: Any) -> None:
        super().__init__(*declarations, **more)
        self.help = help


def _show_help(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()


class Command(click.Command):
    """A command whose `--help` is an option of that kind."""

    _shown: Option | None = None

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        names = self.get_help_option_names(ctx)
        if not names or not self.add_help_option:
            return None
        if self._shown is None:
            self._shown = Option(
                [*names, "asked_for_help"],
                is_flag=True,
                is_eager=True,
                expose_value=False,
                callback=_show_help,
                help="Show this message and exit.",
            )
        return self._shown


class Group(Command, click.Group):
    """A group of commands, in the same way."""


def option(*declarations: str, **more: Any) -> Callable[[_F], _F]:
    """`click.option` for such options."""
    return click.option(*declarations, cls=Option, **more)
