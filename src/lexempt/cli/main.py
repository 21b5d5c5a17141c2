"""`lexempt`: the entry point, its lazy commands, and how every failure ends."""

from __future__ import annotations

import importlib
import os
import signal
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from lexempt.cli.exits import FAULT, INTERRUPTED, LIMITED, OK, USAGE
from lexempt.cli.interrupts import heard
from lexempt.cli.light import Group, option

_COMMANDS = {
    "new": "Print a commented case file to start from.",
    "check": "Does this project need a replacement plan? By which paths is it exempt?",
    "explain": "Why, why not, and what exactly stands in the way?",
    "options": "What are the smallest changes, findings or replacements that would settle it?",
    "ask": "Which facts still matter, who decides each, what would each answer change?",
    "cases": "Do all recorded cases still come out as recorded?",
    "amend": "Start an amendment, check that it fits the law, print what it strikes and inserts.",
    "diff": "What do two versions of the law do differently: to my cases, to any project?",
    "interact": "What do these amendments do together that none does alone?",
    "facts": "What a case can state: the reference of the vocabulary.",
    "law": "The law as encoded: its provisions and the readings it leaves open.",
    "fmt": "Print case files in their canonical form, or check that they have it.",
}
_MODULES = {"options": "options_command"}
"""Where a command's module is not called as the command: `cli.options` are the options that commands share."""
_HELP = """Which projects does Minn. Stat. 103G.2241 exempt from a wetland replacement plan, and why?

\b
Start:   lexempt new --county Cass --work driveway -o lane.case
         (write the day of the work and what else is known, leave the rest `unknown`)
         lexempt check lane.case
"""


class _Lazy(Group):
    """A group whose commands are imported when they are called; help lists them without importing any."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(f"lexempt.cli.{_MODULES.get(cmd_name, cmd_name)}")
        command = getattr(module, cmd_name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in _COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], _COMMANDS, 1)
            hint = f"did you mean `{near[0]}`?" if near else f"the commands are {', '.join(_COMMANDS)}"
            raise click.UsageError(f"no command `{args[0]}`; {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


def _version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from lexempt.cli.output import tool_version

        click.echo(f"lexempt {tool_version()}")
        ctx.exit()


@click.group(cls=_Lazy, help=_HELP, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version.")
def cli() -> None:
    """The group; its help is above."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one call and return its exit code. Our own failures end in a message, not in a traceback."""
    _open_missing()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        if getattr(signal.getsignal(signal.SIGINT), "__name__", "") == "_interrupted":
            signal.signal(signal.SIGINT, heard)  # from here on we say so ourselves
        code: Any = cli.main(args=arguments, prog_name="lexempt", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        _say(error.format_message())
        return USAGE
    except click.UsageError as error:
        return _usage(error)
    except click.ClickException as error:
        _say(f"error: {error.format_message()}")
        return USAGE
    except (KeyboardInterrupt, click.exceptions.Abort):
        _say("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        _close_quietly()
        return OK
    except OSError as error:
        named = f"{error.filename}: " if error.filename else ""
        _say(f"error: {named}{(error.strerror or str(error)).lower()}")
        return USAGE
    except MemoryError:
        _say("error: the memory limit was reached; check fewer projects at a time, or raise the limit")
        return LIMITED
    except Exception as error:
        from lexempt.solving.numbers import RefusalError

        if isinstance(error, RefusalError):
            _say(f"error: no answer: {error}")
            return LIMITED
        return _fault(error)
    return code if isinstance(code, int) else OK


def _open_missing() -> None:
    """A stream that the caller closed reads as empty and takes what is written to it."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            from pathlib import Path

            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115


def _usage(error: click.UsageError) -> int:
    from lexempt.rendering.words import plain

    where = error.ctx.command_path if error.ctx is not None else "lexempt"
    _say(f"error: {plain(error.format_message()).rstrip('.')}\n  = help: `{where} --help`")
    return USAGE


def _fault(error: Exception) -> int:
    """Say that it is our fault, where, and how to see all of it."""
    if os.environ.get("LEXEMPT_TRACEBACK") == "1":
        import traceback

        traceback.print_exc()
        return FAULT
    from lexempt.rendering.words import plain

    place = ""
    trace = error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_globals.get("__name__", "")
        if str(name).startswith("lexempt"):
            place = f" in {name}, line {trace.tb_lineno}"
        trace = trace.tb_next
    said = plain(str(error))[:300]
    _say(f"error: a fault of lexempt itself{place}: {type(error).__name__}{': ' + said if said else ''}")
    _say("  = help: please report it with the file; LEXEMPT_TRACEBACK=1 shows where it comes from")
    return FAULT


def _say(text: str) -> None:
    try:
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        return


def _close_quietly() -> None:
    """Nobody reads any more: let nothing complain at exit."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        return


def main() -> NoReturn:
    """The console script. Taking the interpreter down piece by piece would cost a short command a tenth of its time."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, heard)  # what is raised within a callback of clingo would end the process there
    code = run()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        _close_quietly()
    os._exit(code)


if __name__ == "__main__":
    main()
