"""Where answers and messages go: standard output or a file, and standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import click

from lexempt.case import Diagnostic
from lexempt.rendering.text import Styled
from lexempt.rendering.words import plain

if TYPE_CHECKING:
    from pathlib import Path


def tool_version() -> str:
    """The version of the tool."""
    from lexempt import __version__

    return __version__


def write_lines(lines: Sequence[Styled], output: str | None) -> None:
    """Lines for people: coloured only on a terminal."""
    if output is not None:
        write_text("".join(f"{line.text}\n" for line in lines), output)
        return
    from lexempt.rendering.colour import print_lines

    print_lines(lines, sys.stdout)


def write_text(text: str, output: str | None, *, own: bool = False, then: str = "") -> None:
    """Text as UTF-8, wherever it goes; a usage error if the file cannot be written. That a file was written is said, and what to do
    `then`.

    What the call reads is not overwritten, whatever `--force` says, unless this is a new form of it (`own`).
    """
    data = text.encode("utf-8", "backslashreplace")
    if output is not None and output != "-":
        from pathlib import Path

        place = Path(output)
        if not own and place.exists() and any(_is_in(place, Path(path)) for path in _named()):
            raise click.UsageError(f"{plain(output)} is read by this call; it is not overwritten")
        try:
            place.write_bytes(data)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise click.UsageError(f"cannot write {plain(output)}: {reason.lower()}") from error
        if not own:
            say(f"wrote {plain(output)}{then}")
        return
    sys.stdout.flush()
    binary = getattr(sys.stdout, "buffer", None)
    if binary is None:
        sys.stdout.write(text)
        return
    binary.write(data)
    binary.flush()


def _named() -> Iterator[str]:
    """The paths that the call may read: what stands in its arguments and options, but for `--output`."""
    context = click.get_current_context(silent=True)
    for name, value in context.params.items() if context is not None else ():
        for word in value if isinstance(value, tuple) else (value,):
            if isinstance(word, str) and name != "output":
                yield from (word, *word.split("+"))


def _is_in(output: Path, path: Path) -> bool:
    """Whether a file is that file, or a case of that folder."""
    try:
        if not path.is_dir():
            return path.exists() and output.samefile(path)
        return path.resolve() in output.resolve().parents and output.suffix == ".case"
    except (OSError, ValueError):  # a word that is no path
        return False


def say(text: str) -> None:
    """A message for people, on standard error."""
    sys.stderr.write(f"{text}\n")


def on_terminal() -> Callable[[str], None]:
    """Says how far a long answer is, on one line of a terminal; nothing where standard error is none."""
    if not sys.stderr.isatty():
        return lambda _: None
    return _tell


def _tell(text: str) -> None:
    sys.stderr.write(f"\r\x1b[2K{plain(text)}\r")
    sys.stderr.flush()


def say_diagnostics(found: Sequence[Diagnostic], lines: Sequence[str]) -> None:
    """The diagnostics of one file on standard error, with the lines they speak of. Control characters are escaped."""
    if not found:
        return
    from lexempt.language.report import render

    say("\n".join(plain(line) for line in render(found, lines).rstrip("\n").split("\n")))
