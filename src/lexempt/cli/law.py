"""`lexempt law`: the readings the words leave open, and the provisions as encoded."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING

import click

from lexempt.cli.exits import OK
from lexempt.cli.lint import lint
from lexempt.cli.options import Day, output_option

if TYPE_CHECKING:
    from lexempt.amending.history import Change
    from lexempt.amending.standing import Provision
    from lexempt.law.program import Group, LawValue
    from lexempt.law.vocabulary import OpenReading, Vocabulary


_WIDTH = 110


@click.group(short_help="The law as encoded: its provisions and the readings it leaves open.")
def law() -> None:
    """The law as encoded: its provisions and the readings it leaves open.

    \b
    lexempt law show '9(a)(2)'
    lexempt law show '9(a)(2)' --on 2024-09-01
    lexempt law history '9(a)(2)'
    lexempt law readings combining_amounts
    lexempt law lint
    """


law.add_command(lint)


@law.command(short_help="Questions the words of the law leave open.")
@click.argument("name", required=False, metavar="[NAME]")
def readings(name: str | None) -> int:
    """List the readings, or show one: its choices, what each means, which is the default, who is known to take it.

    \b
    lexempt law readings
    lexempt law readings combining_amounts
    """
    from lexempt.cli.output import write_text
    from lexempt.language.suggest import did_you_mean, listed
    from lexempt.law.vocabulary import load_vocabulary, normal

    known = load_vocabulary().readings
    if name is None:
        lines = list(_list(list(known.values())))
    else:
        found = known.get(normal(name))
        if found is None:
            held = [reading for reading in known if normal(name) in reading]
            hint = did_you_mean(name, known, "`lexempt law readings` lists them")
            hint = f"did you mean {listed(f'`{reading}`' for reading in held)}?" if held else hint
            raise click.UsageError(f"no reading is called `{name[:60]}`; {hint}")
        lines = list(_reading(found))
    write_text("".join(f"{line}\n" for line in lines), None)
    return OK


def _list(known: list[OpenReading]) -> Iterator[str]:
    from lexempt.rendering.words import brief

    width = max((len(reading.name) for reading in known), default=0)
    for reading in known:
        yield f"{reading.name:<{width}}  {brief(reading.provision)}: {_choices(reading)}"
        yield f"{'':<{width}}  {reading.question}"
    yield ""
    yield "* the default: the words alone (profile statute). One in detail: lexempt law readings NAME"


def _choices(reading: OpenReading) -> str:
    """The choices, the default marked."""
    return ", ".join(f"{choice}{'*' if choice == reading.default else ''}" for choice in reading.choices)


def _reading(reading: OpenReading) -> Iterator[str]:
    """The provision in our words, then each choice: what it means, who takes it, by whom it is the default."""
    from textwrap import wrap

    from lexempt.law.program import load_law
    from lexempt.rendering.words import citation

    yield f"{reading.name}: {citation(reading.provision)}"
    group = next((g for g in load_law().groups if g.provision == reading.provision), None)
    if group is not None:
        yield from wrap(f"The provision: {group.text}", 96, initial_indent="  ", subsequent_indent="  ")
    yield from wrap(f"The question: {reading.question}", 96, initial_indent="  ", subsequent_indent="  ")
    for choice, meaning in reading.choices.items():
        marks = ["default"] if choice == reading.default else []
        marks += [f"profile {profile}" for profile, taken in sorted(reading.profiles.items()) if taken == choice]
        yield f"  {choice}{' (' + ', '.join(marks) + ')' if marks else ''}"
        yield from wrap(meaning, 96, initial_indent="      ", subsequent_indent="      ")
        for taken, who in reading.took:
            if taken == choice:
                yield from wrap(f"taken by {who}", 96, initial_indent="      ", subsequent_indent="      ")
    other = next((choice for choice in reading.choices if choice != reading.default), reading.default)
    yield f"Choose: --reading {reading.name}={other}"


@law.command(short_help="All rules and rows of the law, as JSON.")
@output_option("Write them to this new file.")
def rules(output: str | None) -> int:
    """Print the rule table (schema `lexempt.rules/1`): what explanations name their rules by, for anybody to check them.

    \b
    lexempt law rules -o rules.json
    """
    import json

    from lexempt.cli.output import write_text
    from lexempt.law.rules import load_rules, table_json

    write_text(json.dumps(table_json(load_rules()), ensure_ascii=False, separators=(",", ":")) + "\n", output)
    return OK


@law.command(short_help="A provision as encoded, with everything below it.")
@click.argument("provision", metavar="[PROVISION]", required=False)
@click.option("--on", type=Day(), metavar="DATE", help="What stands there on this day: numbers, lists, conditions.")
def show(provision: str | None, on: date | None) -> int:
    """Show a provision, and all below it, restated in our words: by which act, its numbers, and what is not modelled.

    Without a provision: all of them, a line each. With `--on`, also its types, lists and conditions of that day.
    PROVISION is an id or a citation: 103G.2241/9/a, 'subd. 9(a)', '9(a)(2)'.

    \b
    lexempt law show
    lexempt law show '9(a)(2)'
    lexempt law show '9(a)(2)' --on 2024-09-01
    lexempt law show 103G.222/1/m
    """
    from lexempt.cli.output import write_text
    from lexempt.language.provisions import provision_id
    from lexempt.language.suggest import did_you_mean
    from lexempt.law.program import load_law, order

    if provision is None:
        write_text("".join(f"{line}\n" for line in _contents(on)), None)
        return OK
    if on is not None:
        write_text("".join(f"{line}\n" for line in _standing(provision, on)), None)
        return OK
    asked = provision_id(provision.strip())
    groups = load_law().groups
    found = [g for g in groups if asked is not None and (g.provision == asked or g.provision.startswith(asked + "/"))]
    if not found:
        hint = did_you_mean(asked or provision, {g.provision for g in groups}, _telling(provision))
        raise click.UsageError(f"`{provision[:60]}` is no provision that is encoded; {hint}")
    lines = [line for group in sorted(found, key=lambda g: order(g.provision)) for line in _group(group)]
    if on is None:
        if any("*" in line for line in lines if line.startswith("  reading ")):
            lines.append("* the default of a reading: lexempt law readings NAME")
        lines.append(f"Its types, lists and conditions: lexempt law show '{provision.strip()}' --on DATE")
    write_text("".join(f"{line}\n" for line in lines), None)
    return OK


def _contents(on: date | None) -> Iterator[str]:
    """Every provision, a line each: its citation and what it says in our words; of a day, those in force."""
    from lexempt.amending.load import number
    from lexempt.amending.standing import standing_on
    from lexempt.law.program import first_day, load_law, order
    from lexempt.rendering.words import brief

    law = standing_on(number(on)) if on is not None else None
    texts = {group.provision: group.text for group in load_law().groups}
    if law is not None and not law.acts:
        raise click.UsageError(f"the law of {on} is not known; the first known is that of {first_day()}")
    stands = [p for p in texts if law is None or (p in law.provisions and law.provisions[p].state != "not in force")]
    width = max(len(brief(provision)) for provision in stands)
    for provision in sorted(stands, key=order):
        line = f"{brief(provision):<{width}}  {' '.join(texts[provision].split())}"
        yield line if len(line) <= _WIDTH else line[: _WIDTH - 3].rstrip() + "..."


def _telling(words: str) -> str:
    """The provisions whose text in our words tells of what was asked for."""
    from lexempt.law.program import load_law, order
    from lexempt.rendering.words import brief

    asked = [word for word in words.casefold().split() if len(word) > 1]
    groups = sorted(load_law().groups, key=lambda group: order(group.provision))
    found = list(dict.fromkeys(g.provision for g in groups if asked and all(w in g.text.casefold() for w in asked)))
    if not found:
        return "such as 103G.2241/9/a/2; `lexempt law show` lists them"
    above = [parts for parts in zip(*(p.split("/") for p in found), strict=False) if len(set(parts)) == 1]
    whole = "/".join(parts[0] for parts in above)
    more = f"`lexempt law show {whole}` shows all of it" if "/" in whole else "`lexempt law show` lists all"
    return "it is named in " + ", ".join(f"{brief(p)} ({p})" for p in found[:4]) + f"; {more}"


def _number(value: LawValue) -> str:
    """`10,000 sqft`, `5 percent`, `1992-01-01`, `1991`: only what is measured has its thousands marked."""
    if value.name == "share":
        return f"{value.number} percent"
    if value.unit:
        return f"{value.number:,} {value.unit}"
    text = str(value.number)
    return f"{text[:4]}-{text[4:6]}-{text[6:]}" if len(text) == 8 else text


def _group(group: Group) -> Iterator[str]:
    from textwrap import wrap

    from lexempt.law.program import load_law
    from lexempt.law.vocabulary import load_vocabulary
    from lexempt.rendering.words import citation

    text = load_law()
    title = next((act.title for act in text.acts if act.id == group.act), group.act)
    yield f"{citation(group.provision)}   [{group.provision}]"
    yield f"  {title} [{group.act}], asp/{group.file}"
    yield from wrap(group.text, 96, initial_indent="  ", subsequent_indent="  ")
    for value in text.values:
        if value.provision == group.provision and value.act == group.act:
            yield f"  {value.name.replace('_', ' ')}: {_number(value)}"
    for reading in load_vocabulary().readings.values():
        if reading.provision == group.provision:
            yield f"  reading {reading.name}: {_choices(reading)}"
    if group.not_modelled:
        yield from wrap(f"Not modelled: {group.not_modelled}", 96, initial_indent="  ", subsequent_indent="  ")


# --- in time


def _standing(provision: str, on: date) -> Iterator[str]:
    """What stands in a provision, and all below it, on a day, and what refers to it."""
    from textwrap import wrap

    from lexempt.amending.load import number
    from lexempt.amending.references import readers_of
    from lexempt.amending.standing import standing_on
    from lexempt.law.program import citation, first_day, load_law
    from lexempt.law.vocabulary import load_vocabulary
    from lexempt.rendering.words import briefs

    law = standing_on(number(on))
    if not law.acts:
        raise click.UsageError(f"the law of {on.isoformat()} is not known; the first known is that of {first_day()}")
    asked = _known(provision, tuple(law.provisions))
    groups = {(g.provision, g.act): g for g in load_law().groups}
    for name in law.provisions:
        if name == asked or name.startswith((asked + "/", asked + "@")):
            cited = citation(name, law.acts)
            text = next((groups[name, act].text for act in reversed(law.acts) if (name, act) in groups), "")
            text = text or next((group.text for (of, _), group in reversed(groups.items()) if of == name), "")
            yield from _provision(law.provisions[name], cited, text, load_vocabulary())
            readers = dict.fromkeys(r.of for r in readers_of(name, law))
            if readers and law.provisions[name].state != "not in force":
                yield from wrap(
                    f"referred to by: {briefs(readers, 'and')}", 96, initial_indent="  ", subsequent_indent="    "
                )


def _provision(found: Provision, cited: str, text: str, vocabulary: Vocabulary) -> Iterator[str]:
    from textwrap import wrap

    from lexempt.amending.terms import lines_of
    from lexempt.rendering.words import citation

    state = {"unseen": "in words not seen; the lines are of the nearest edition seen", "": "part of other provisions"}
    yield f"{citation(cited)}: {state.get(found.state, found.state)}   [{found.id}]"
    if found.state == "not in force":
        return
    yield from wrap(text, 96, initial_indent="  ", subsequent_indent="  ")
    for key, value in lines_of(found, vocabulary):
        yield from wrap(f"{key}: {value}", 96, initial_indent="  ", subsequent_indent="    ")


@law.command(short_help="What each act changed in a provision, day by day.")
@click.argument("provision", metavar="PROVISION")
def history(provision: str) -> int:
    """Show a provision, and all below it, through the acts: what was enacted, set, inserted, struck, repealed, and when.

    \b
    lexempt law history '9(a)(2)'
    lexempt law history 103G.2241/1
    """
    from lexempt.amending.history import history as changes_of
    from lexempt.amending.history import stages
    from lexempt.cli.output import write_text
    from lexempt.law.vocabulary import load_vocabulary

    known = tuple(dict.fromkeys(name for stage in stages() for name in stage.law.provisions))
    asked = _known(provision, known)
    lines = [line for change in changes_of(asked, load_vocabulary()) for line in _change(change)]
    first = stages()[0].start
    lines.append(f"Before {_day(first)}: not known.")
    write_text("".join(f"{line}\n" for line in lines), None)
    return OK


def _change(change: Change) -> Iterator[str]:
    from textwrap import wrap

    from lexempt.amending.printing import joined
    from lexempt.rendering.words import brief

    yield f"{_day(change.start)}  {', '.join(change.titles)}"
    for found in change.compared:
        yield f"  {brief(found.provision)}: {found.fate}"
        for line in found.lines:
            if found.fate in ("added", "in words not seen"):
                text = ", ".join(segment.text for segment in line.segments)
            elif (line.changed and found.fate != "repealed") or "(as last seen)" in line.segments[0].text:
                text = joined(line, "text")
            else:
                continue
            yield from wrap(f"{line.key}: {text}", 96, initial_indent="    ", subsequent_indent="      ")


def _day(number: int) -> str:
    return f"{number // 10_000}-{number // 100 % 100:02}-{number % 100:02}"


def _known(provision: str, names: tuple[str, ...]) -> str:
    """The id of a provision that is there, or has something below it; a usage error otherwise."""
    from lexempt.language.provisions import provision_id
    from lexempt.language.suggest import did_you_mean

    asked = provision_id(provision.strip())
    if asked is None or not any(name == asked or name.startswith((asked + "/", asked + "@")) for name in names):
        hint = did_you_mean(asked or provision, names, "such as 103G.2241/9/a/2")
        raise click.UsageError(f"`{provision[:60]}` is no provision that is encoded; {hint}")
    return asked
