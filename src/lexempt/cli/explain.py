"""`lexempt explain`: why, why not, and what exactly stands in the way."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import click

from lexempt.cli.amended import amend_option, cite_under, read_amendments, say_notes
from lexempt.cli.calls import check_options, command_line, known_projects, say_what_is_wrong
from lexempt.cli.exits import INVALID, LIMITED, OK, USAGE, gravest
from lexempt.cli.options import (
    assume_option,
    law_options,
    one_choice_each,
    output_option,
    strict_option,
    time_limit_option,
)
from lexempt.records import NamedTuple

if TYPE_CHECKING:
    from lexempt.explanation import Explanations, Level

FORMATS = ("text", "markdown", "json", "jsonl")


class _Asked(NamedTuple):
    """The options of one call."""

    files: tuple[str, ...]
    on: date | None
    readings: tuple[tuple[str, str], ...]
    profile: str
    projects: tuple[str, ...]
    impacts: tuple[str, ...]
    provision: str | None
    instead_of: str | None
    assume: str | None
    level: Level
    form: str
    time_limit: float
    output: str | None
    strict: bool
    amend: tuple[str, ...]


def _schema(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from lexempt.rendering.explanation_json import schema_text

        click.echo(schema_text(), nl=False)
        ctx.exit()


@click.command(short_help="Why, why not, and what exactly stands in the way?")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@law_options
@amend_option
@strict_option
@click.option("--project", "projects", multiple=True, metavar="ID", help="Only this project. Repeatable.")
@click.option("--impact", "impacts", multiple=True, metavar="ID", help="Only this impact. Repeatable.")
@click.option(
    "--provision",
    metavar="ID",
    help="Only this provision and those below it: 103G.2241/9/a, '9(a)(2)'; of one that exempts nothing what it does here.",
)
@click.option("--instead-of", metavar="ID", help="Only the difference between what holds and this provision.")
@assume_option
@click.option(
    "--level",
    type=click.Choice(["short", "normal", "full"]),
    default="normal",
    show_default=True,
    help="A line for each clause; the steps that decided; or everything.",
)
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@time_limit_option(60.0, "Seconds, for each few projects.")
@output_option("Write the explanation to this new file.")
@click.option(
    "--schema", is_flag=True, is_eager=True, expose_value=False, callback=_schema, help="Print the schema of the JSON."
)
def explain(**options: Any) -> int:
    """Why does each exemption hold for a project, or not, and by how much is it missed?

    FILE is a case file, a folder of them, or - for standard input.

    \b
    lexempt explain lane.case
    lexempt explain lane.case --impact turnout --provision '9(a)(2)'
    lexempt explain lane.case --instead-of '9(a)(2)'
    lexempt explain lane.case --level full --format json
    lexempt explain lane.case --amend HF_A.amend
    """
    readings = one_choice_each(options.pop("readings"))
    return _explain(_Asked(readings=readings, **options))


def _explain(asked: _Asked) -> int:
    from lexempt.cli.inputs import read_inputs

    if asked.provision is not None and asked.instead_of is not None:
        raise click.UsageError("--provision and --instead-of ask for two different things; give one of them")
    amendments = read_amendments(asked.amend)
    if amendments.code != OK:
        return amendments.code
    cite_under(amendments.fitted)
    provision, instead_of = _provision(asked.provision), _exemption(asked.instead_of)
    inputs = read_inputs(asked.files)
    codes = [USAGE if inputs.missing else OK, INVALID if inputs.invalid else OK]
    cases = inputs.cases
    if not cases:
        return gravest(codes)
    known_projects(asked.projects, cases)
    _known_impacts(asked.impacts, [t.id for r in cases if r.case for t in r.case.of("impact")])
    from lexempt.explaining.explain import Wanted, explain_cases

    options = check_options(asked, assume=asked.assume is None, strict=asked.strict, amendments=amendments.adopted)
    found = explain_cases(cases, options, asked.level, Wanted(asked.impacts, provision, instead_of))
    projects = found.result.projects
    say_notes(amendments.fitted, sorted({project.law_on for project in projects}), projects)
    codes.append(say_what_is_wrong(inputs.readings, found.result))
    _write(asked, found)
    return gravest([*codes, OK if found.complete else LIMITED])


def _provision(written: str | None) -> str | None:
    """The id of a provision that is encoded; a usage error for any other."""
    if written is None:
        return None
    from lexempt.language.provisions import provision_id
    from lexempt.language.suggest import did_you_mean
    from lexempt.law.adopted import provisions_of_proposals
    from lexempt.law.program import load_law

    found = provision_id(written.strip())
    law = load_law()
    known = {*law.exemptions, *law.named_conditions, *(group.provision for group in law.groups), *provisions_of_proposals()}
    if found is None or not any(p == found or p.startswith(found + "/") for p in known):
        hint = did_you_mean(found or written, known, "such as 103G.2241/9/a/2")
        raise click.UsageError(f"`{written[:60]}` is no provision that is encoded; {hint}")
    return found


def _exemption(written: str | None) -> str | None:
    """The id of a provision with an exemption or release at it or below; a usage error for any other."""
    found = _provision(written)
    if found is None:
        return None
    from lexempt.law.adopted import provisions_of_proposals
    from lexempt.law.program import load_law
    from lexempt.law.rules import releasing

    exempting = [*load_law().exemptions, *releasing(), *provisions_of_proposals()]
    if not any(f"{clause}/".startswith(f"{found}/") for clause in exempting):
        raise click.UsageError(f"`{found}` exempts nothing; name an exemption, such as 103G.2241/9/a/2")
    return found


def _known_impacts(asked: tuple[str, ...], known: list[str]) -> None:
    from lexempt.language.suggest import did_you_mean, listed

    for impact in asked:
        if impact not in known:
            hint = did_you_mean(impact, known, f"the impacts are {listed(known, 'and')}")
            raise click.UsageError(f"no impact is called `{impact[:60]}`; {hint}")


def _write(asked: _Asked, found: Explanations) -> None:
    from lexempt.cli.output import tool_version, write_lines, write_text
    from lexempt.rendering.report import Origin

    origin = Origin(tool_version(), command_line())
    if asked.form in ("json", "jsonl"):
        from lexempt.law.program import load_law
        from lexempt.rendering.explanation_json import render_explanation_json, render_explanation_jsonl

        render = render_explanation_json if asked.form == "json" else render_explanation_jsonl
        write_text(render(found, origin, load_law().digest), asked.output)
    elif asked.form == "markdown":
        from lexempt.rendering.explanation_text import render_explanation_markdown

        write_text(render_explanation_markdown(found, origin), asked.output)
    else:
        from lexempt.rendering.explanation_text import render_explanation_text

        write_lines(render_explanation_text(found, origin), asked.output)
