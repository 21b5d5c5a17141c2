"""Consistency: what a careful reviewer would see in a case before asking the law."""

from __future__ import annotations

from collections.abc import Iterable

from lexempt.case import Case, Claim, Known, OneOf, Statement, Thing
from lexempt.language.consistency import areas, dates, entire, nature, shares
from lexempt.language.expectations import SUBJECTS
from lexempt.language.headings import LINKS
from lexempt.language.keys import a, print_key
from lexempt.language.suggest import did_you_mean, listed, shown
from lexempt.language.tree import Problem
from lexempt.language.view import Found, View, at, on
from lexempt.law.vocabulary import Vocabulary


def check(case: Case, vocabulary: Vocabulary) -> list[tuple[Problem, int]]:
    """All inconsistencies of a case, each with its line."""
    view = View(case, vocabulary)
    found: list[tuple[Problem, int]] = []
    for test in (_whole, _references, _subjects, _claims, _twice, areas, entire, shares, dates, nature, _unused):
        found += test(view)
    return found


def _whole(view: View) -> Found:
    projects = view.case.of("project")
    if not projects and view.case.things:
        yield on(
            view.case.things[0],
            "E107",
            "the file has no project",
            "a heading such as `project lane`",
            "write `project lane` as the first line",
        )
    busy = {project for impact in view.case.of("impact") for project in impact.linked("project")}
    for project in projects:
        if project.id not in busy:
            yield on(
                project,
                "W206",
                f"project `{project.id}` has no impact",
                "a heading such as `impact fill_1 in w1`",
                None,
                "warning",
            )


def _exists(view: View, name: str, entity: str, statement: Statement) -> Found:
    thing = view.things.get(name)
    noun = view.vocabulary.entities[entity].heading
    if thing is None:
        ids = [t.id for t in view.case.of(entity)]
        expected = f"the id of {a(noun)}" + (f": {listed(ids)}" if ids else "")
        yield at(
            statement,
            "E158",
            f"unknown {noun} {shown(name)}",
            expected,
            did_you_mean(name, ids, f"open it with a heading: `{noun} {name}`"),
        )
    elif thing.entity != entity:
        kind = view.vocabulary.entities[thing.entity].heading
        yield at(statement, "E158", f"`{name}` is {a(kind)}, not {a(noun)}", f"the id of {a(noun)}")
    elif name == statement.thing:
        yield at(statement, "E158", f"`{name}` refers to itself", f"the id of another {noun}")


def _references(view: View) -> Found:
    from lexempt.law.adopted import days_that_decide

    replaced = tuple(s for variant in view.case.variants for s in variant.replaces)
    for statement in (*view.case.statements, *replaced):
        attribute = view.attribute(statement)
        if attribute is None:
            continue
        if attribute.refers_to is not None and isinstance(statement.value, Known | OneOf):
            for name in statement.value.values:
                yield from _exists(view, str(name), attribute.refers_to, statement)
        if attribute.key_type in view.vocabulary.entities and statement.key is not None:
            yield from _exists(view, str(statement.key), attribute.key_type or "", statement)
        if attribute.background and attribute.name not in days_that_decide():
            yield at(statement, "W201", f"`{attribute.words}` is kept, but no rule uses it", severity="warning")


def _subjects(view: View) -> Found:
    for claim in view.case.claims:
        thing = view.things.get(claim.impact) if claim.impact else None
        if claim.impact and (thing is None or thing.entity != "impact"):
            ids = [impact.id for impact in view.case.of("impact")]
            span = claim.span
            yield (
                Problem(
                    "E158",
                    f"unknown impact {shown(claim.impact)}",
                    span.start - 1,
                    span.end - 1,
                    f"the id of an impact: {listed(ids)}",
                    did_you_mean(claim.impact, ids),
                ),
                span.line,
            )
    ids = [thing.id for thing in view.case.things if thing.entity in ("project", "impact")]
    for expect in view.case.expects:
        for line in expect.lines:
            if line.subject.casefold() in SUBJECTS or line.subject in ids:
                continue
            start = line.span.start - 1
            expected = "an impact's or a project's id, or " + listed(SUBJECTS)
            helping = did_you_mean(
                line.subject, [*ids, *SUBJECTS], "a new heading ends the `expect` lines; facts come before them"
            )
            yield (
                Problem(
                    "E172",
                    f"nothing is known as {shown(line.subject)} here",
                    start,
                    start + len(line.subject),
                    expected,
                    helping,
                ),
                line.span.line,
            )


def _claims(view: View) -> Found:
    """Claims of provisions that are not encoded, or exempt nothing: their answer could only be *does not qualify*."""
    if not view.case.claims:
        return
    from lexempt.law.adopted import provisions_of_proposals
    from lexempt.law.program import load_law  # only a claim asks for them

    law = load_law()
    known = {*law.exemptions, *(group.provision for group in law.groups), *law.cites.values()}
    known |= law.named_conditions
    known |= provisions_of_proposals()
    for claim in view.case.claims:
        if not any(provision == claim.provision or provision.startswith(f"{claim.provision}/") for provision in known):
            what = f"the law as encoded has no provision {shown(claim.provision)}"
            wanted = "a provision of the law as encoded, such as `103G.2241/9/a/2`"
            helping = did_you_mean(claim.provision, known, "`lexempt law show 103G.2241` lists them")
            yield _of_claim(claim, "W210", what, wanted, helping)
        elif not _exempts(claim.provision):
            what = f"{shown(claim.provision)} exempts nothing, so nothing can qualify under it"
            helping = f"`lexempt explain FILE --provision {claim.provision}` says what it does to the project"
            yield _of_claim(claim, "W213", what, "an exemption, such as `103G.2241/9/a/2`", helping)


def _of_claim(claim: Claim, code: str, what: str, wanted: str, helping: str | None) -> tuple[Problem, int]:
    """A warning about the provision that a claim names."""
    start = claim.span.start - 1
    return Problem(code, what, start, start + len(claim.provision), wanted, helping, "warning"), claim.span.line


def _exempts(claimed: str) -> bool:
    """Whether there is an exemption or release at or below a provision, by its id or a number that an act gives it."""
    from lexempt.law.adopted import provisions_of_proposals
    from lexempt.law.program import load_law, within
    from lexempt.law.rules import releasing

    law = load_law()

    def among(exempting: Iterable[str]) -> bool:
        named = set(exempting)
        named |= {cited for (provision, _), cited in law.cites.items() if provision in named}
        return any(within(provision.partition("@")[0], claimed) for provision in named)

    return among((*law.exemptions, *provisions_of_proposals())) or among(releasing())  # the rules are many to read


def _twice(view: View) -> Found:
    """The same fact from the same source: a contradiction, or a repetition."""
    for (thing, _), said in view.said.items():
        if len(said) < 2:
            continue
        attribute = view.attribute(said[0])
        first: dict[tuple[object, ...], Statement] = {}
        for statement in said:
            listing = attribute is not None and attribute.type in ("losses", "dates")
            place = (statement.key, statement.source, statement.value if listing else None)
            before = first.setdefault(place, statement)
            if before is statement or attribute is None:
                continue
            words = print_key(attribute, statement.key)
            where = f"in line {before.span.line}"
            if before.value == statement.value:
                yield at(
                    statement,
                    "W203",
                    f"`{words}` of `{thing}` is stated already {where}",
                    None,
                    "delete one of the lines",
                    "warning",
                )
            else:
                joined = (
                    "write the members in one line, with commas"
                    if attribute.type in ("set", "references")
                    else "delete the wrong line, write `A or B` if either may hold, or say who stated each: `by panel`"
                )
                yield at(
                    statement,
                    "E159",
                    f"`{words}` of `{thing}` is already {shown(before.text)} {where}, from the same source",
                    "one value from each source",
                    joined,
                )


def _unused(view: View) -> Found:
    used = {name for thing in view.case.things for _, names in thing.links for name in names}
    for statement in (*view.case.statements, *(s for variant in view.case.variants for s in variant.replaces)):
        used.add(str(statement.key))
        if isinstance(statement.value, Known | OneOf):
            used.update(value for value in statement.value.values if isinstance(value, str))
    for thing in view.case.things:
        if thing.entity in ("wetland", "water", "drainage_system", "owner") and thing.id not in used:
            noun = view.vocabulary.entities[thing.entity].heading
            message, helping = f"{noun} `{thing.id}` is not used by anything in the file", _use(thing, view.vocabulary)
            yield on(thing, "W204", message, None, helping, "warning")


def _use(thing: Thing, vocabulary: Vocabulary) -> str | None:
    """How something else in the file would name the thing."""
    headings = [kind for kind, links in LINKS.items() if any(thing.entity in kinds for kinds, _ in links.values())]
    if thing.entity == "wetland":
        return f"what lies in it names it: `impact fill_1 in {thing.id}`"
    if headings:
        return f"the heading of {a(headings[0])} names it: `{headings[0]} north of {thing.id} in w1`"
    for attribute in vocabulary.attributes.values():
        if attribute.entity in ("ground", "impact") and attribute.refers_to == thing.entity:
            return f"write `{attribute.words}: {thing.id}` under what belongs to it, such as an impact"
        if attribute.entity in ("ground", "impact") and attribute.key_type == thing.entity:
            return f"write `{print_key(attribute, thing.id)}: ...` under an impact"
    return None
