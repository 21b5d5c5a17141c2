"""lexempt: every valid exemption path of a statute for a project, and the reasons.

The Python API that the command line itself uses: `load` reads case files, `check` answers them, `explain` says why,
`options` says what would settle them, `ask` what is left to find out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lexempt.advice import OptionsResult
    from lexempt.agenda import Agenda
    from lexempt.case import Reading
    from lexempt.explanation import Explanations, Level
    from lexempt.law.adopted import Adopted
    from lexempt.result import CheckResult

__version__ = "0.1.0"

__all__ = ["__version__", "ask", "check", "explain", "load", "loads", "options"]


def loads(text: str | bytes, path: str = "<text>", amendments: Sequence[Adopted] = ()) -> Reading:
    """Read a case from text, in the words of the vocabulary and of the facts that amendments declare. User's mistakes come back
    as diagnostics, never as exceptions."""
    from lexempt.language.reader import read_case
    from lexempt.law.vocabulary import load_vocabulary

    if isinstance(text, bytes):
        text = text.decode("utf-8", "surrogateescape")
    if amendments:
        from lexempt.law.adopted import taking

        with taking(amendments):
            return read_case(text, path, load_vocabulary())
    return read_case(text, path, load_vocabulary())


def load(path: str) -> Reading:
    """Read a case file. Raises OSError where the file cannot be read."""
    from pathlib import Path

    return loads(Path(path).read_bytes(), path)


def check(read: Reading | Sequence[Reading], /, **options: Any) -> CheckResult:
    """Answer the projects of one or several cases; the options are those of `lexempt.solving.options.CheckOptions`."""
    from lexempt.case import Reading as OneReading
    from lexempt.solving.check import check_cases
    from lexempt.solving.options import CheckOptions

    several = [read] if isinstance(read, OneReading) else list(read)
    return check_cases(several, CheckOptions(**options))


def ask(read: Reading | Sequence[Reading], /, **options: Any) -> tuple[Agenda, ...]:
    """What is still to be asked of each project; the options are those of `lexempt.solving.options.CheckOptions`."""
    from lexempt.case import Reading as OneReading
    from lexempt.solving.agenda import ask_cases
    from lexempt.solving.options import CheckOptions

    several = [read] if isinstance(read, OneReading) else list(read)
    return ask_cases(several, CheckOptions(**options)).agendas


def options(read: Reading | Sequence[Reading], /, most: int = 6, **options: Any) -> OptionsResult:
    """What would settle the projects of one or several cases, at most `most` of each kind; the options are those of `check`."""
    from lexempt.advising.options import options_for
    from lexempt.case import Reading as OneReading
    from lexempt.solving.options import CheckOptions

    several = [read] if isinstance(read, OneReading) else list(read)
    return options_for(several, CheckOptions(**options), most)


def explain(read: Reading | Sequence[Reading], /, level: Level = "normal", **options: Any) -> Explanations:
    """Say why the answers for one or several cases are as they are: for each impact and each clause, the steps.

    `level` is `short`, `normal` or `full`; the options are those of `check`.
    """
    from lexempt.case import Reading as OneReading
    from lexempt.explaining.explain import explain_cases
    from lexempt.solving.options import CheckOptions

    several = [read] if isinstance(read, OneReading) else list(read)
    return explain_cases(several, CheckOptions(**options), level)
