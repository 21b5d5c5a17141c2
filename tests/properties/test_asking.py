"""Questions, their order and their answers' effects against every completion; dialogues with random answers always end."""

from __future__ import annotations

import fcntl
import os
import pty
import random
import re
import select
import subprocess
import sys
import termios
import time
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.benchmarks.corpus import half_known
from tests.product.calls import environment, hear_interrupts
from tests.properties.completing import Blur, Blurred, allows, blurred, named, verdicts
from tests.properties.test_completions import KINDS, Completions, differ

import lexempt
from lexempt.agenda import Agenda, Answer, Question
from lexempt.asking.answers import answered, completed, words_of
from lexempt.asking.dialogue import Dialogue, Turn, dialogue_for
from lexempt.case import Known
from lexempt.language import canonical
from lexempt.law.vocabulary import load_vocabulary
from lexempt.result import FactValue, ProjectResult
from lexempt.solving.agenda import ask_cases
from lexempt.solving.check import check_cases
from lexempt.solving.numbers import RefusalError
from lexempt.solving.options import CheckOptions
from lexempt.solving.words import value_words

QUIET = CheckOptions(all_readings=False, reasons=False, time_limit=0)


# --- agendas over completions that the oracle judged


def holds(blur: Blur, value: Any, answer: Answer) -> bool:
    """Whether a completed value is what an answer says."""
    if answer.member:
        return answer.words in {value_words(blur.attribute, v, load_vocabulary()) for v in value}
    if blur.attribute.type == "losses" and answer.words == "none":
        return False  # the blurred losses are all of something
    return allows(FactValue("", answer.words, ""), blur, value)


def given_as(question: Question, answer: Answer, blur: Blur, value: Any) -> bool:
    """Whether an answer to a question says that the fact has this value; `none of these`, that none of the others does."""
    if answer.words == "none of these":
        return not any(holds(blur, value, other) for other in question.answers if other is not answer)
    return holds(blur, value, answer)


def outcomes(completions: Completions, case: Blurred, project: str, about: str) -> dict[tuple[Any, ...], bool]:
    """For each completion whether no plan is required, or whether the work is prohibited."""
    found = {}
    for values, v in completions:
        if about == "plan":
            found[values] = v.projects[project].replacement_plan == "not_required"
        else:
            found[values] = any(
                v.impacts[i].prohibited
                for i in v.impacts
                if case.base.impacts[i].project in v.projects[project].members
            )
    return found


def does_matter(case: Blurred, n: int, held: dict[tuple[Any, ...], bool]) -> bool:
    """Whether two completions that differ in the n-th fact alone come out differently."""
    sides: dict[tuple[Any, ...], set[bool]] = {}
    for values, outcome in held.items():
        sides.setdefault((*values[:n], *values[n + 1 :]), set()).add(outcome)
    return any(len(side) > 1 for side in sides.values())


def wrong_in(case: Blurred, agenda: Agenda, completions: Completions, seen: Counter[str]) -> list[str]:
    """Everything in which an agenda is not what the completions say."""
    wrong: list[str] = []
    by_fact = {blur.fact: n for n, blur in enumerate(case.blurs)}
    held = {about: outcomes(completions, case, agenda.id, about) for about in ("plan", "prohibited")}
    numbers = sum(isinstance(blur.values[0], Fraction) for blur in case.blurs)
    for question in agenda.questions:
        if named(question.fact) not in by_fact:
            return [*wrong, f"{question.fact} is asked, and is not open"]
        n = by_fact[named(question.fact)]
        seen["questions"] += 1
        if not does_matter(case, n, held[question.about]):
            wrong.append(f"{question.fact} is asked, and does not matter")
        here = {
            values: outcome
            for values, outcome in held[question.about].items()
            if all(
                allows(g, case.blurs[by_fact[named(g.fact)]], values[by_fact[named(g.fact)]]) for g in question.given
            )
        }
        for values in here:
            if not any(given_as(question, answer, case.blurs[n], values[n]) for answer in question.answers):
                wrong.append(f"{question.fact} has no answer for {values[n]}")
        for answer in question.answers:
            sides = {
                outcome for values, outcome in here.items() if given_as(question, answer, case.blurs[n], values[n])
            }
            seen[f"answers {answer.settles}"] += 1
            if answer.settles is not None and sides - {answer.settles == "yes"}:
                wrong.append(f"{question.fact} {answer.words} is said to settle {answer.settles}: {sides}")
            if answer.settles is None and len(sides) == 1 and numbers == 0:
                wrong.append(f"{question.fact} {answer.words} is said to leave it open: {sides}")
    for value in agenda.later:
        if not any(does_matter(case, by_fact[named(value.fact)], held[about]) for about in held):
            wrong.append(f"{value.fact} is said to matter later, and does not")
    # Who owns a portion is stated, not open: that it does not matter is for the reading to say (tests/product/test_ask.py).
    idle_facts = [idle for idle in agenda.idle if not idle.fact.endswith(".owners")]
    for idle in idle_facts:
        n = by_fact[named(idle.fact)]
        seen["idle"] += 1
        several = numbers > 1 and isinstance(case.blurs[n].values[0], Fraction)
        if not several and any(does_matter(case, n, held[about]) for about in held):
            wrong.append(f"{idle.fact} is said not to matter, and does")
        if not idle.reason:
            wrong.append(f"no reason for {idle.fact}")
    facts = [q.fact for q in agenda.questions] + [v.fact for v in agenda.later] + [i.fact for i in idle_facts]
    if sorted(map(named, facts)) != sorted(by_fact):
        wrong.append(f"{facts} are not the open facts {list(by_fact)}")
    return wrong


def share(case: Blurred, n: int, held: dict[tuple[Any, ...], bool]) -> Fraction:
    """Which part of a word's values settle at once."""
    sides: dict[Any, set[bool]] = {}
    for values, outcome in held.items():
        sides.setdefault(values[n], set()).add(outcome)
    return Fraction(sum(len(side) == 1 for side in sides.values()), len(sides))


@pytest.mark.parametrize(("kind", "seed", "number"), [("any", 1, 50), ("numbers", 2, 40), ("words", 3, 60)])
def test_questions_hold_over_every_completion(kind: str, seed: int, number: int) -> None:
    rng = random.Random(f"ask {kind} {seed}")
    seen: Counter[str] = Counter()
    while seen["cases"] < number:
        case = blurred(rng, KINDS[kind])
        if case is None or (rng.random() < 0.9 and not differ(verdicts(case))):
            continue
        reading = lexempt.loads(case.text, "blurred.case")
        asked = ask_cases([reading], CheckOptions(time_limit=0)) if reading.case else None
        if asked is None or asked.result.refused:
            continue
        seen["cases"] += 1
        completions = verdicts(case)
        for agenda in asked.agendas:
            plans = {v.projects[agenda.id].replacement_plan for _, v in completions}
            assert agenda.replacement_plan == (plans.pop() if len(plans) == 1 else "depends"), case.text
            wrong = wrong_in(case, agenda, completions, seen)
            assert not wrong, "\n".join([*wrong, case.text])
    assert seen["questions"] > number // 3, seen
    assert seen["answers yes"] > 5 and seen["answers no"] > 5, seen


def test_the_first_question_is_one_of_which_most_answers_settle() -> None:
    rng = random.Random("order")
    seen: Counter[str] = Counter()
    while seen["ordered"] < 25:
        case = blurred(rng, lambda a: a.type in ("choice", "yes_no"))
        if case is None or len(case.blurs) < 2:
            continue
        completions = verdicts(case)
        reading = lexempt.loads(case.text)
        if not differ(completions) or reading.case is None:
            continue
        for agenda in ask_cases([reading], CheckOptions(time_limit=0)).agendas:
            held = outcomes(completions, case, agenda.id, "plan")
            shares = {blur.fact: share(case, n, held) for n, blur in enumerate(case.blurs)}
            if agenda.questions and agenda.questions[0].about == "plan" and max(shares.values()) > 0:
                seen["ordered"] += 1
                assert shares[named(agenda.questions[0].fact)] == max(shares.values()), case.text


# --- dialogues


def random_answer(rng: random.Random, turn: Turn) -> str | None:
    """A value of an answer that was offered, or None for `unknown`."""
    assert turn.question is not None
    offered = [answer for answer in turn.question.answers if answer.value is not None]
    if not offered or rng.random() < 0.2:
        return None
    value = rng.choice(offered).value
    assert value is not None
    return words_of(value, turn.question, turn.case, load_vocabulary())


def checked(text: str) -> ProjectResult:
    reading = lexempt.loads(text, "completed.case")
    assert reading.case is not None, (reading.diagnostics, text)
    found = check_cases([reading], QUIET)
    assert not found.refused
    return found.projects[0]


def settled_by(turn: Turn, question: Question, answer: Answer) -> ProjectResult | None:
    """What the checker says if an answer that settles is given; None where it cannot be."""
    if answer.value is None:
        return None
    text = words_of(answer.value, question, turn.case, load_vocabulary())
    found = answered(turn.case, question, text, load_vocabulary())
    return None if found.case is None else checked(completed(found.case, load_vocabulary()))


def start(text: str) -> Dialogue | None:
    reading = lexempt.loads(text, "half.case")
    assert reading.case is not None, reading.diagnostics
    projects = reading.case.of("project")
    begun = dialogue_for(reading.case, projects[0].id, QUIET)
    if len(projects) > 1 or not isinstance(begun, tuple) or not callable(begun[0]):
        return None
    try:
        return begun[0](reading.case)
    except RefusalError:
        return None


def test_random_dialogues_end_with_the_verdict_of_the_case_they_write() -> None:
    rng = random.Random("dialogues")
    seen: Counter[str] = Counter()
    half = list(half_known(60, seed=5, most=12))
    # Some assume nothing: nearly everything is open.
    half[:2] = [text.replace("  assume: ordinary\n", "") for text in half[:2]]
    for text in half:
        dialogue = start(text)
        if dialogue is None or dialogue.turn.question is None:
            continue
        facts: list[str] = []
        for _ in range(200):
            turn = dialogue.turn
            if turn.question is None:
                break
            assert turn.question.fact not in facts, "a fact is asked twice"
            assert turn.question.title in turn.open
            settling = [a for a in turn.question.answers if a.settles and a.value and not a.member]
            if settling:  # that an answer settles proves that the fact matters, for nothing is settled before
                answer = rng.choice(settling)
                found = settled_by(turn, turn.question, answer)
                if found is not None:
                    seen["settling answers"] += 1
                    if turn.question.about == "plan":
                        assert turn.plan == "depends"
                        assert found.replacement_plan == ("not_required" if answer.settles == "yes" else "required")
                    else:
                        assert found.prohibited == ("always" if answer.settles == "yes" else "never")
            if facts and rng.random() < 0.1:
                assert dialogue.back()
                facts.pop()
                seen["back"] += 1
                continue
            given = random_answer(rng, turn)
            if given is None or dialogue.answer(given):
                dialogue.unknown()
                seen["unknown"] += 1
            facts.append(turn.question.fact)
        else:
            pytest.fail("a dialogue does not end")
        last = dialogue.turn
        found = checked(completed(last.case, load_vocabulary()))
        assert (found.replacement_plan, found.prohibited) == (last.plan, last.prohibited), text
        seen[last.plan] += 1
        seen["questions"] += len(facts)
    assert seen["questions"] > 30 and seen["settling answers"] > 25 and seen["unknown"] and seen["back"], seen
    assert seen["required"] and seen["not_required"], seen


_ASKS = re.compile(rb"\d+\. ([^\n]+?): [^\n]*at most\]")
_LINE = re.compile(rb"^   (?:([a-z])\) )?([^\n:]+): ", re.M)


def _takes_terminal() -> None:
    """For the new process: its standard input is the terminal that sends it interrupts."""
    hear_interrupts()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """`lexempt ask --interactive` in a terminal of its own."""

    def __init__(self, *arguments: str, cwd: Path) -> None:
        self.master, slave = pty.openpty()
        command = [sys.executable, "-m", "lexempt.cli.main", "ask", "--interactive", *arguments]
        self.process = subprocess.Popen(
            command, cwd=cwd, stdin=slave, stdout=subprocess.DEVNULL, stderr=slave, env=environment(TERM="dumb"),
            start_new_session=True, preexec_fn=_takes_terminal,
        )  # fmt: skip
        os.close(slave)

    def until_prompt(self, patience: float = 60.0) -> tuple[bytes, bool]:
        """What it writes up to the next prompt; False where it ended instead."""
        text = b""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            if not select.select([self.master], [], [], 0.5)[0]:
                if self.process.poll() is not None:
                    return text, False
                continue
            try:
                more = os.read(self.master, 65_536)
            except OSError:
                return text, False
            if not more:
                return text, False
            text += more.replace(b"\r\n", b"\n")
            if text.endswith(b"> "):
                return text, True
        raise AssertionError(f"no prompt: {text!r}")

    def type(self, line: str) -> None:
        os.write(self.master, f"{line}\n".encode())


@pytest.mark.parametrize("seed", range(4))
def test_in_a_terminal_random_answers_always_end(seed: int, tmp_path: Path) -> None:
    rng = random.Random(f"terminal {seed}")
    texts = half_known(200, seed=11 + seed, most=10)
    (tmp_path / "half.case").write_text(
        next(t for t in texts if (d := start(t)) and d.turn.question and d.turn.most > 1)
    )
    terminal = Terminal("half.case", "-o", "done.case", cwd=tmp_path)
    said = b""
    for _ in range(300):
        text, more = terminal.until_prompt()
        said += text
        if not more:
            break
        offered = [(letter or words).decode() for letter, words in _LINE.findall(text) if words != b"decided by"]
        draw = rng.random()
        if draw < 0.1:
            terminal.type(rng.choice(("", "?", "no such thing", "sqft 4", "\u00bd", "back", "unknown by")))
        elif draw < 0.2 or not offered:
            terminal.type(rng.choice(("unknown", "back")) if offered else "unknown")
        else:
            terminal.type(rng.choice(offered).split(" (several")[0])
    else:
        pytest.fail("it does not end")
    assert terminal.process.wait(10) == 0, said
    verdict = said.rpartition(b"\n\n")[2]
    plan = checked((tmp_path / "done.case").read_text()).replacement_plan
    words = {
        "required": b"A replacement plan is required",
        "not_required": b"No replacement plan",
        "depends": b"It depends",
    }
    assert verdict.startswith(words[plan]), verdict


HALF = """project lane
  county: Otter Tail
  work: 2018-06-01
  assume: ordinary
wetland w1
  size: 300,000 sqft
impact lane_fill in w1
  activity: fill
  type: 2 or 3
  area: 3,000 sqft
impact turnout in w1
  activity: fill
  type: 2 or 3
  area: 80 sqft
"""


@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 0)], ids=["interrupt", "end of input"])
def test_what_was_answered_is_kept_whatever_ends_it(key: str, code: int, tmp_path: Path) -> None:
    (tmp_path / "half.case").write_text(HALF)
    terminal = Terminal("half.case", "-o", "done.case", cwd=tmp_path)
    assert terminal.until_prompt()[1]
    terminal.type("2 by panel on 2018-05-01")
    assert terminal.until_prompt()[1]
    os.write(terminal.master, key.encode())
    said, more = terminal.until_prompt()
    assert not more and b"kept" in said
    assert terminal.process.wait(10) == code
    case = lexempt.loads((tmp_path / "done.case").read_text()).case
    assert case is not None
    kept = [s for s in case.statements if s.thing == "lane_fill" and s.attribute == "wetland_type"]
    assert [s.value for s in kept] == [Known(("2",))] and kept[0].source.by == "tep"


def test_the_written_case_parses_to_the_same_facts() -> None:
    dialogue = start(HALF)
    assert dialogue is not None
    while dialogue.turn.question is not None:
        assert not dialogue.answer("2")
    assert dialogue.turn.plan == "not_required"
    again = lexempt.loads(completed(dialogue.turn.case, load_vocabulary())).case
    assert again is not None and canonical(again) == canonical(dialogue.turn.case)
