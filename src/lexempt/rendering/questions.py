"""What is still to be asked, as a report (text and Markdown say the same) and as JSON (schema `lexempt.ask/1`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lexempt.agenda import Agenda, Answer, Question
from lexempt.rendering import markdown, words
from lexempt.rendering.json_out import Json, diagnostic_json, dump, law_json
from lexempt.rendering.report import (
    Origin,
    Report,
    Section,
    asserted_line,
    facts_words,
    same_under_readings,
    settled_lines,
)
from lexempt.rendering.sections import disputed_section
from lexempt.rendering.text import Styled, lay_out
from lexempt.result import CheckResult, FactValue, Settling

SCHEMA = "lexempt.ask/1"
FULL = 5
"""How many questions are printed with their answers, unless more are asked for."""
_FEW = 3
_MANY = 12
"""Of more answers than that which do the same the others are named, and these are `any other`."""
_NOBODY = "whoever knows"
_PROHIBITED = {"always": "the work is prohibited", "sometimes": "the work may be prohibited", "never": "not prohibited"}


def render_text(agendas: Sequence[Agenda], result: CheckResult, origin: Origin, limit: int) -> list[Styled]:
    """The agendas one after the other."""
    lines: list[Styled] = []
    for agenda in agendas:
        if lines:
            lines.append(Styled(""))
        lines += lay_out(build_report(agenda, result, origin, limit))
    return lines


def render_markdown(agendas: Sequence[Agenda], result: CheckResult, origin: Origin, limit: int) -> str:
    """The agendas, each to be pasted into an invitation."""
    parts = ["\n".join(markdown.lay_out(build_report(agenda, result, origin, limit))) for agenda in agendas]
    return "\n\n".join(parts) + "\n" if parts else ""


def build_report(agenda: Agenda, result: CheckResult, origin: Origin, limit: int) -> Report:
    """The report of one agenda: at most `limit` questions with their answers, and as many reasons."""
    agenda = agenda._replace(questions=tuple(_joined(agenda)), joint=())
    title = f' "{agenda.title}"' if agenda.title else ""
    known = dict(agenda.in_words)
    sections = [
        *_bodies(agenda, limit),
        _list("Then, if it is still open", [_named(q) for q in agenda.questions[limit:]]),
        _list(
            "After other answers",
            [_fact(value._replace(title=known.get(value.title, value.title))) for value in agenda.later],
        ),
        _cannot_matter(agenda, limit),
        disputed_section(agenda.disputed, agenda.in_words),
        _readings(agenda),
        _list(
            "Asserted, not determined",
            [words.cut([known.get(a, a) for a in agenda.asserted], 12)] if agenda.asserted else [],
        ),
    ]
    return Report(
        heading=f"Project {agenda.id}{title} ({agenda.path})",
        verdict=_verdict(agenda),
        tone=agenda.replacement_plan,
        lead=tuple(_lead(agenda)),
        sections=tuple(section for section in sections if section is not None),
        footer=_footer(result, agenda, origin),
    )


def _joined(agenda: Agenda) -> Iterator[Question]:
    """The questions, with years that matter alike in one; JSON and the dialogue have each year."""
    joint = {found.first: found for found in agenda.joint}
    at = 0
    while at < len(agenda.questions):
        found, question = joint.get(at), agenda.questions[at]
        if found is None:
            yield question
            at += 1
            continue
        years = agenda.questions[at : at + found.many]
        (title,) = words.merged_years(one.title for one in years)
        lines = {one.line for one in years}
        yield question._replace(
            fact="",  # answers to single years of it have no number
            title=title,
            text=f"Of each year: {question.text}",
            line=lines.pop() if len(lines) == 1 else None,
            answers=found.answers,
        )
        at += found.many


def _verdict(agenda: Agenda) -> str:
    said = words.capital(words.PLAN[agenda.replacement_plan])
    if agenda.prohibited != "never":
        said += f", and {_PROHIBITED[agenda.prohibited]}"
    if agenda.beyond and not agenda.questions and agenda.assumed:
        said += f" if all that is not stated is {agenda.assumed}"
    most = len(agenda.questions) + len(agenda.later)
    ask = f"{words.counted(most, 'question')} at most" if most else "no question is left"
    amended = f" as amended by {words.listing(agenda.amendments)}" if agenda.amendments else ""
    return f"{said} (law of {agenda.law_on.isoformat()}{amended}): {ask}."


def _lead(agenda: Agenda) -> Iterator[str]:
    if agenda.assumed and (agenda.questions or agenda.beyond):
        yield f"As if all that is not stated were {agenda.assumed} (`assume: {agenda.assumed}`), which the file does not say."
    if agenda.beyond:
        titles = [value.title for value in agenda.beyond]
        yield f"Without that, {words.counted(len(titles), 'more fact')} can matter: {words.cut(titles, 6)}."
    if agenda.as_last_seen:
        yield f"If every wording of the law not seen is as last seen, {words.PLAN[agenda.as_last_seen]}."
    yield from settled_lines(agenda.settles_plan, words.PLAN["not_required"], words.PLAN["required"])
    if not agenda.readings and agenda.same_readings:
        yield same_under_readings(agenda.replacement_plan)
    if agenda.extent_readings and agenda.replacement_plan == "required":
        how = words.listing(agenda.extent_readings)
        yield f"How much is to be replaced may turn on the reading of {how} (`lexempt check` tells)."
    if len(agenda.questions) > 1:
        yield "Ask in the order of the numbers. `go on`: the answer settles nothing yet."
    if agenda.asserted:
        yield asserted_line(agenda.asserted, agenda.strict)


def _bodies(agenda: Agenda, limit: int) -> Iterator[Section]:
    """A section for each body that has to be asked, in the order of the first question to it."""
    shown = agenda.questions[:limit]
    by_body: dict[str, list[tuple[int, Question]]] = {}
    for number, question in enumerate(shown, 1):
        by_body.setdefault(question.decided_by or _NOBODY, []).append((number, question))
    numbers = {q.fact: n for n, q in enumerate(agenda.questions, 1)}
    for body, asked in by_body.items():
        rows: list[tuple[str, str]] = []
        for number, question in asked:
            rows.append((str(number), _asked(question, numbers)))
            rows += [("", text) for text in _answers(question, agenda, number)]
        yield Section(f"Ask: {body}", tuple(rows), ("No.", "Question, and what each answer does"))


def _asked(question: Question, numbers: dict[str, int]) -> str:
    line = f", line {question.line}" if question.line else ""
    cites = f"; {words.short(question.cites)}" if question.cites else ""
    said = f"{question.title}: {question.text} ({question.known}{line}{cites})"
    alike: dict[str, list[str]] = {}
    for value in question.given:
        if value.fact in numbers:
            alike.setdefault(value.value, []).append(str(numbers[value.fact]))
    given = [
        f"{words.listing(of)} are each {value}" if len(of) > 1 else f"{of[0]} is {value}" for value, of in alike.items()
    ]
    # Of years that were asked about in one, the answers have no number.
    unnumbered = [value for value in question.given if value.fact not in numbers]
    given += [facts_words(unnumbered)] if unnumbered else []
    return f"{said} If {words.listing(given)}:" if given else said


def _answers(question: Question, agenda: Agenda, number: int) -> Iterator[str]:
    """What each answer does; answers that do the same on one line, but ranges that have to be told apart."""
    groups: list[tuple[str, bool, list[str]]] = []
    for answer in question.answers:
        effect = _effect(question, answer, agenda, number)
        if groups and groups[-1][:2] == (effect, answer.member) and not answer.ranged:
            groups[-1][2].append(answer.words)
        else:
            groups.append((effect, answer.member, [answer.words]))
    longest = max((said for _, _, said in groups), key=len)
    if len(longest) > _MANY and len(groups) > 1 and not any(answer.member for answer in question.answers):
        groups.sort(key=lambda group: group[2] is longest)
        groups[-1] = (*groups[-1][:2], ["any other"])
    for effect, member, said in groups:
        yield f"{words.dated(words.listing(said, 'or'))}{' among them' if member else ''}: {effect}"


def effect_words(question: Question, answer: Answer) -> str:
    """What an answer settles: `a replacement plan is required`, or `go on`."""
    if answer.settles is None:
        return "go on"
    if question.about == "plan":
        return words.PLAN["not_required" if answer.settles == "yes" else "required"]
    return "the work is prohibited, exempt or not" if answer.settles == "yes" else "the work is not prohibited"


def _effect(question: Question, answer: Answer, agenda: Agenda, number: int) -> str:
    same = [n for n, q in enumerate(agenda.questions, 1) if q.about == question.about]
    said = effect_words(question, answer)
    if answer.settles is None:
        return said if number < same[-1] or agenda.later else "it still depends"
    return f"{said}; stop" if same[-1] == len(agenda.questions) else f"{said}; go to {same[-1] + 1}"


def _named(question: Question) -> str:
    return f"{question.title} ({question.decided_by or _NOBODY})"


def _fact(value: FactValue) -> str:
    return f"{value.title}: {value.value} ({value.decided_by or _NOBODY})"


def _list(title: str, texts: Sequence[str]) -> Section | None:
    return Section(title, tuple((text,) for text in texts)) if texts else None


def _readings(agenda: Agenda) -> Section | None:
    """The readings that change the answer: the two outcomes, who took which, and the sets of choices that decide."""
    rows = []
    now = words.PLAN[agenda.replacement_plan]
    for effect in agenda.readings[:FULL]:
        took = f" Taken so by {words.listing(effect.took)}." if effect.took else ""
        meaning = f" ({words.bare(effect.meaning)})" if effect.meaning else ""
        rows.append((_chosen(effect.choices), f"{words.PLAN[effect.replacement_plan]}{meaning}; else {now}.{took}"))
    for sets, plan in ((agenda.readings_decide.yes, "not_required"), (agenda.readings_decide.no, "required")):
        if sets:
            ways = "; or ".join(words.listing([f"{v.title} = {v.value}" for v in chosen]) for chosen in sets[:_FEW])
            rows.append(("enough, whatever the facts", f"{words.PLAN[plan]} with {ways}."))
    if rows and agenda.same_readings:
        depends = agenda.replacement_plan == "depends"
        beside = " It may depend on other bounds then." if depends else ""
        label = "still open with each of" if depends else "no difference alone"
        rows.append((label, f"{words.cut(agenda.same_readings, 6)}.{beside}"))
    return Section("Readings", tuple(rows), ("Read with", "Answer")) if rows else None


def _chosen(choices: Sequence[tuple[str, str]]) -> str:
    return words.listing([f"{name} = {choice}" for name, choice in choices])


def _cannot_matter(agenda: Agenda, limit: int) -> Section | None:
    """The facts that cannot matter, those with the same reason together."""
    known = dict(agenda.in_words)
    reasons: dict[str, list[FactValue]] = {}
    for idle in agenda.idle:
        reasons.setdefault(idle.reason, []).append(FactValue(idle.fact, "", known.get(idle.title, idle.title)))
    rows = [
        (words.with_citations(_titles(facts)), f"{words.with_citations(reason)}.") for reason, facts in reasons.items()
    ]
    if len(rows) > limit:
        rest = sum(len(facts) for facts in list(reasons.values())[limit:])
        rows = [*rows[:limit], ("...", f"{rest} more facts: --format json, or --limit")]
    return Section("Cannot matter", tuple(rows), ("Fact", "Because")) if rows else None


def _titles(facts: Sequence[FactValue]) -> str:
    """`area of south and west`."""
    alike: dict[str, list[str]] = {}
    for fact in facts:
        what, of, thing = fact.title.rpartition(" of ")
        alike.setdefault(what + of, []).append(thing)
    said = [f"{what}{words.cut(things, 6)}" for what, things in alike.items()]
    return words.cut(said, 6)


def _footer(result: CheckResult, agenda: Agenda, origin: Origin) -> tuple[Section, ...]:
    laws = (law for law in result.laws if law.on <= agenda.law_on and law.amendments == agenda.amendments)
    law = max(laws, key=lambda law: law.on)
    acts = "; ".join(title if title == act else f"{title} [{act}]" for act, title in law.acts)
    digest = dict(result.inputs).get(agenda.path, "")
    readings = ", ".join(f"{n} = {c}" for n, c in law.readings) or "as the profile"
    parts = [
        f"lexempt {origin.version}",
        f"law of {agenda.law_on.isoformat()}: {acts}",
        *([f"amendments {', '.join(law.amendments)}"] if law.amendments else []),
        f"profile {law.profile}",
        f"readings {readings}",
        f"input {agenda.path} {digest}",
        "complete" if result.complete else "INCOMPLETE: a limit cut the answer",
    ]
    return (Section("Reproduce", (("; ".join(parts),),)), Section("Command", ((origin.command,),)))


# --- JSON


def render_json(agendas: Sequence[Agenda], result: CheckResult, origin: Origin) -> str:
    """Everything as one document, schema `lexempt.ask/1`."""
    document = {
        "schema": SCHEMA,
        "tool": {"name": "lexempt", "version": origin.version},
        "command": origin.command,
        "laws": [law_json(result, law) for law in result.laws],
        "projects": [agenda_json(agenda) for agenda in agendas],
        "diagnostics": [diagnostic_json(d) for d in result.diagnostics],
        "refused": list(result.refused),
        "inputs": [{"path": path, "hash": digest} for path, digest in result.inputs],
        "complete": result.complete,
    }
    return dump(document, indent=2) + "\n"


def agenda_json(agenda: Agenda) -> Json:
    """One project's questions, each year by itself; `joint` tells which of them (by number) are about years of one ground that
    matter alike, and what their answers do together."""
    return {
        "id": agenda.id,
        "title": agenda.title,
        "path": agenda.path,
        "law_on": agenda.law_on.isoformat(),
        "amendments": list(agenda.amendments),
        "replacement_plan": agenda.replacement_plan,
        "prohibited": agenda.prohibited,
        "assumed": agenda.assumed,
        "as_last_seen": agenda.as_last_seen,
        "questions": [_question_json(number, q) for number, q in enumerate(agenda.questions, 1)],
        "joint": [
            {
                "numbers": list(range(j.first + 1, j.first + j.many + 1)),
                "answers": [
                    {"answer": a.words, "settles": _settled_json(agenda.questions[j.first], a)} for a in j.answers
                ],
            }
            for j in agenda.joint
        ],
        "later": [_value_json(value) for value in agenda.later],
        "beyond": [_value_json(value) for value in agenda.beyond],
        "cannot_matter": [{"fact": i.fact, "title": i.title, "reason": i.reason} for i in agenda.idle],
        "settles": _settling_json(agenda.settles_plan),
        "under_readings": [
            {
                "choices": dict(effect.choices),
                "replacement_plan": effect.replacement_plan,
                "meaning": effect.meaning,
                "took": list(effect.took),
            }
            for effect in agenda.readings
        ],
        "same_readings": list(agenda.same_readings),
        "extent_readings": list(agenda.extent_readings),
        "readings_decide": _settling_json(agenda.readings_decide),
        "asserted": list(agenda.asserted),
        "strict": agenda.strict,
        "disputed": [
            {
                "fact": d.fact,
                "title": d.title,
                "prevails": d.prevails,
                "others": list(d.others),
                "outcomes": dict(d.outcomes),
            }
            for d in agenda.disputed
        ],
    }


def _question_json(number: int, question: Question) -> Json:
    return {
        "number": number,
        "about": question.about,
        "fact": question.fact,
        "title": question.title,
        "question": question.text,
        "known": question.known,
        "decided_by": question.decided_by,
        "cites": question.cites,
        "line": question.line,
        "given": [{value.fact: value.value} for value in question.given],
        "answers": [
            {"answer": a.words, "settles": _settled_json(question, a), "member": a.member} for a in question.answers
        ],
    }


def _settled_json(question: Question, answer: Answer) -> str | None:
    if answer.settles is None:
        return None
    if question.about == "plan":
        return "not_required" if answer.settles == "yes" else "required"
    return "prohibited" if answer.settles == "yes" else "not_prohibited"


def _value_json(value: FactValue) -> Json:
    return {"fact": value.fact, "title": value.title, "known": value.value, "decided_by": value.decided_by}


def _settling_json(settling: Settling) -> Json:
    return {
        way: [[{fact.fact: fact.value} for fact in facts] for facts in sets]
        for way, sets in (("not_required", settling.yes), ("required", settling.no))
    }
