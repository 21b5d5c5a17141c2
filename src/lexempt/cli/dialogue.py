"""`lexempt ask --interactive`: the questions in a terminal, one at a time, and the completed case."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import click

from lexempt.agenda import Answer, Question
from lexempt.asking.answers import completed, words_of
from lexempt.asking.dialogue import Dialogue, Turn
from lexempt.case import Case, Reading
from lexempt.cli.comments import with_comments
from lexempt.cli.exits import INTERRUPTED, LIMITED, OK
from lexempt.cli.interrupts import wait_for_typing
from lexempt.cli.output import say, write_text
from lexempt.law.vocabulary import Vocabulary
from lexempt.rendering import words
from lexempt.rendering.questions import effect_words
from lexempt.solving.engine import StoppedError
from lexempt.solving.numbers import RefusalError

_HELP = (
    "Type an answer, or `unknown`, `back`, `stop`. The letter before a range stands for it; an exact value is better."
)
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_SHOWN = 12
"""Answers are listed up to so many; a county is typed."""


class _StoppedError(Exception):
    """The user ended the dialogue: by end of input, or by an interrupt (`code`)."""

    def __init__(self, code: int) -> None:
        super().__init__()
        self.code = code


def converse(
    start: Callable[[Case], Dialogue],
    reading: Reading,
    project: str,
    vocabulary: Vocabulary,
    law: str,
    output: str | None,
    on: date | None,
) -> int:
    """Ask until the answer is settled or nothing is left to ask; write the case as far as it came, whatever ends it.

    `on`: the day asked for, where the file has none of its own.
    """
    case = reading.case
    assert case is not None
    code, kept = OK, case
    try:
        try:
            dialogue = start(case)
        except RefusalError as refusal:
            say(f"error: no answer: {case.path}: {project}: {words.plain(str(refusal))}")
            return LIMITED
        kept = dialogue.turn.case
        _assume(dialogue, vocabulary, project)
        say(f"{_HELP}\n")
        while dialogue.turn.question is not None:
            kept = dialogue.turn.case
            _save(reading, kept, vocabulary, output)
            if not _ask_one(dialogue, dialogue.turn.question, vocabulary):
                break
        kept = dialogue.turn.case
        say(f"\n{_verdict(dialogue.turn, law)}")
    except StoppedError:
        code = LIMITED
        say(f"error: no answer: {case.path}: {project}: the time limit was reached; what was answered is kept")
    except _StoppedError as stopped:
        code = stopped.code
        say("\nstopped; what was answered is kept")
    except KeyboardInterrupt:
        code = INTERRUPTED
        say("\ninterrupted; what was answered is kept")
    if case.expects or case.variants:
        say("note: what the file expects stands as before: with more facts it may come out otherwise")
    if on is not None:
        say(f"note: the file has no day that picks the law: go on with `--on {on.isoformat()}`")
    _save(reading, kept, vocabulary, output)
    if output is None or output == "-":
        write_text(with_comments(reading, completed(kept, vocabulary)), None)
    else:
        say(f"wrote {output}")
    return code


def _save(reading: Reading, case: Case, vocabulary: Vocabulary, output: str | None) -> None:
    """Keep what is known so far, so that nothing can be lost."""
    if output is not None and output != "-":
        write_text(with_comments(reading, completed(case, vocabulary)), output, own=True)


def _read(prompt: str) -> str:
    """A line that was typed. Raises _StoppedError at the end of input and on an interrupt."""
    try:
        click.echo(f"{prompt}> ", nl=False, err=True)
        wait_for_typing()
        text: str = click.prompt("", prompt_suffix="", err=True, default="", show_default=False)
    except click.Abort as abort:
        raise _StoppedError(OK if isinstance(abort.__context__, EOFError) else INTERRUPTED) from None
    except KeyboardInterrupt:
        raise _StoppedError(INTERRUPTED) from None
    return " ".join(text.split())


def _assume(dialogue: Dialogue, vocabulary: Vocabulary, project: str) -> None:
    """A file that makes no assumptions may go on with some: else most of what can be asked is about rare things."""
    sets = vocabulary.assumption_sets()
    if dialogue.turn.case.assumes or dialogue.turn.question is None or not sets:
        return
    say(f"The file assumes nothing. Is all that it does not say as in an {sets[0]} project (`assume: {sets[0]}`)?")
    while True:
        typed = _read("yes or no").casefold()
        if typed in ("yes", "y", ""):
            dialogue.assume(sets[0])
            return
        if typed in ("no", "n"):
            return
        say("  write yes or no")


def _ask_one(dialogue: Dialogue, question: Question, vocabulary: Vocabulary) -> bool:
    """Ask one question until it is answered; False where the user stops."""
    turn = dialogue.turn
    picks = _picks(question, vocabulary, turn.case)
    _show(turn, question, picks)
    while True:
        typed = _read("")
        word = typed.casefold()
        if word in ("", "?", "help"):
            say(f"  {_HELP}")
        elif word in ("stop", "quit", "exit"):
            return False
        elif word == "back":
            if dialogue.back():
                return True
            say("  this is the first question")
        elif word == "unknown":
            dialogue.unknown()
            return True
        else:
            problems = dialogue.answer(picks.get(word, typed))
            if not problems:
                return True
            for problem in problems:
                say(f"  {words.plain(problem)}")


def _picks(question: Question, vocabulary: Vocabulary, case: Case) -> dict[str, str]:
    """The letters that stand for answers, and what they write."""
    found = {}
    for letter, answer in zip(_LETTERS, question.answers, strict=False):
        if answer.ranged and answer.value is not None:
            found[letter] = words_of(answer.value, question, case, vocabulary)
    return found


def _show(turn: Turn, question: Question, picks: dict[str, str]) -> None:
    more = words.counted(turn.most, "question") + " at most"
    say(f"{len(turn.asked) + 1}. {question.title}: {question.text}  [{more}]")
    known = f"; known: {question.known}" if question.known not in ("unknown", "not stated") else ""
    cites = f"; {words.citation(question.cites)}" if question.cites else ""
    say(f"   decided by: {question.decided_by or 'whoever knows'}{cites}{known}")
    for letter, answer in list(zip(_LETTERS, question.answers, strict=False))[:_SHOWN]:
        mark = f"{letter}) " if letter in picks else ""
        say(f"   {mark}{answer.words}{_among(answer)}: {effect_words(question, answer)}")
    if len(question.answers) > _SHOWN:
        say(f"   and {len(question.answers) - _SHOWN} more")


def _among(answer: Answer) -> str:
    return " (several: separate them by commas)" if answer.member else ""


def _verdict(turn: Turn, law: str) -> str:
    said = words.capital(words.PLAN[turn.plan])
    if turn.prohibited != "never":
        said += f", and the work {'is' if turn.prohibited == 'always' else 'may be'} prohibited"
    text = f"{said} ({law})."
    if turn.open:
        text += f"\n  It still turns on: {words.cut(list(turn.open), 8)}."
    if turn.plan == "depends" and turn.as_last_seen not in (None, "depends"):
        text += f"\n  If every wording of the law not seen is as last seen, {words.PLAN[turn.as_last_seen]}."
    return text
