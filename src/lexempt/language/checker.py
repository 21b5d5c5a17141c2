"""Consistency: what a careful reviewer would see in a case before asking the law. Numbers that can't be true are errors."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from fractions import Fraction

from lexempt.case import Between, Case, Known, Loss, OneOf, Scalar, Statement, Thing, Value
from lexempt.language.expectations import SUBJECTS
from lexempt.language.keys import a, print_key
from lexempt.language.quantities import print_quantity
from lexempt.language.suggest import did_you_mean, listed, shown
from lexempt.language.tree import Problem
from lexempt.law.vocabulary import Attribute, Vocabulary

Found = Iterator[tuple[Problem, int]]
Bounds = tuple[Fraction | date | None, Fraction | date | None]


class _View:
    """A case looked up by thing and attribute."""

    def __init__(self, case: Case, vocabulary: Vocabulary) -> None:
        self.case, self.vocabulary = case, vocabulary
        self.things = {thing.id: thing for thing in case.things}
        self.said: dict[tuple[str, str], list[Statement]] = {}
        for statement in case.statements:
            self.said.setdefault((statement.thing, statement.attribute), []).append(statement)

    def attribute(self, statement: Statement) -> Attribute | None:
        thing = self.things.get(statement.thing)
        return thing and self.vocabulary.attribute(thing.entity, statement.attribute)

    def bounds(self, thing: str, attribute: str) -> Bounds:
        """The least and the greatest value that any source gives."""
        lows: list[Fraction | date | None] = []
        highs: list[Fraction | date | None] = []
        for statement in self.said.get((thing, attribute), ()):
            low, high = _bounds(statement.value)
            lows.append(low)
            highs.append(high)
        low = None if not lows or None in lows else min(lows)  # type: ignore[type-var]
        return low, None if not highs or None in highs else max(highs)  # type: ignore[type-var]

    def area(self, thing: str, attribute: str, upper: bool) -> Fraction | None:
        found = self.bounds(thing, attribute)[1 if upper else 0]
        return found if isinstance(found, Fraction) else None

    def word(self, thing: str, attribute: str) -> str | None:
        """The one word that all sources give, if they give one."""
        found = {s.value for s in self.said.get((thing, attribute), ())}
        value = found.pop() if len(found) == 1 else None
        if isinstance(value, Known) and len(value.values) == 1 and isinstance(value.values[0], str):
            return value.values[0]
        return None

    def line(self, thing: str, attribute: str) -> Statement:
        return self.said[thing, attribute][-1]


def _bounds(value: Value) -> Bounds:
    if isinstance(value, Between):
        return value.low, value.high
    if isinstance(value, Known | OneOf) and value.values:
        found = [v for v in value.values if isinstance(v, Fraction | date)]
        if found:
            return min(found), max(found)  # type: ignore[type-var]
    return None, None


def _at(
    statement: Statement,
    code: str,
    message: str,
    expected: str | None = None,
    help: str | None = None,
    severity: str = "error",
) -> tuple[Problem, int]:
    span = statement.span
    return Problem(code, message, span.start - 1, span.end - 1, expected, help, severity), span.line


def _on(
    thing: Thing, code: str, message: str, expected: str | None = None, help: str | None = None, severity: str = "error"
) -> tuple[Problem, int]:
    span = thing.span
    return Problem(code, message, span.start - 1, span.end - 1, expected, help, severity), span.line


def check(case: Case, vocabulary: Vocabulary) -> list[tuple[Problem, int]]:
    """All inconsistencies of a case, each with its line."""
    view = _View(case, vocabulary)
    found: list[tuple[Problem, int]] = []
    for test in (_whole, _references, _subjects, _twice, _areas, _shares, _dates, _nature, _unused):
        found += test(view)
    return found


def _whole(view: _View) -> Found:
    projects = view.case.of("project")
    if not projects and view.case.things:
        yield _on(
            view.case.things[0],
            "E107",
            "the file has no project",
            "a heading such as `project lane`",
            "write `project lane` as the first line",
        )
    busy = {project for impact in view.case.of("impact") for project in impact.linked("project")}
    for project in projects:
        if project.id not in busy:
            yield _on(
                project,
                "W206",
                f"project `{project.id}` has no impact",
                "a heading such as `impact fill_1 in w1`",
                None,
                "warning",
            )


def _exists(view: _View, name: str, entity: str, statement: Statement) -> Found:
    thing = view.things.get(name)
    noun = view.vocabulary.entities[entity].heading
    if thing is None:
        ids = [t.id for t in view.case.of(entity)]
        expected = f"the id of {a(noun)}" + (f": {listed(ids)}" if ids else "")
        yield _at(
            statement,
            "E158",
            f"unknown {noun} {shown(name)}",
            expected,
            did_you_mean(name, ids, f"open it with a heading: `{noun} {name}`"),
        )
    elif thing.entity != entity:
        kind = view.vocabulary.entities[thing.entity].heading
        yield _at(statement, "E158", f"`{name}` is {a(kind)}, not {a(noun)}", f"the id of {a(noun)}")
    elif name == statement.thing:
        yield _at(statement, "E158", f"`{name}` refers to itself", f"the id of another {noun}")


def _references(view: _View) -> Found:
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
        if attribute.background:
            yield _at(statement, "W201", f"`{attribute.words}` is kept, but no rule uses it", severity="warning")


def _subjects(view: _View) -> Found:
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


def _twice(view: _View) -> Found:
    """The same fact from the same source: a contradiction, or a repetition."""
    for (thing, _), said in view.said.items():
        if len(said) < 2:
            continue
        attribute = view.attribute(said[0])
        first: dict[tuple[object, ...], Statement] = {}
        for statement in said:
            listing = attribute is not None and attribute.type in ("losses", "dates")
            at = (statement.key, statement.source, statement.value if listing else None)
            before = first.setdefault(at, statement)
            if before is statement or attribute is None:
                continue
            words = print_key(attribute, statement.key)
            where = f"in line {before.span.line}"
            if before.value == statement.value:
                yield _at(
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
                yield _at(
                    statement,
                    "E159",
                    f"`{words}` of `{thing}` is already {shown(before.text)} {where}, from the same source",
                    "one value from each source",
                    joined,
                )


def _areas(view: _View) -> Found:
    inside: dict[str, list[Thing]] = {}
    for thing in (*view.case.of("portion"), *view.case.of("impact")):
        for kind in ("portion", "wetland"):
            for outer in thing.linked(kind):
                inside.setdefault(outer, []).append(thing)
    for outer_id, things in inside.items():
        outer = view.things[outer_id]
        attribute = "size" if outer.entity == "wetland" else "area"
        limit = view.area(outer_id, attribute, upper=True)
        if limit is None and outer.entity == "portion":
            wetlands = outer.linked("wetland")
            limit = view.area(wetlands[0], "size", upper=True) if wetlands else None
        if limit is None:
            continue
        sums: dict[str, Fraction] = {}
        for thing in things:
            least = view.area(thing.id, "area", upper=False)
            if least is None:
                continue
            statement = view.line(thing.id, "area")
            whole = f"{outer.entity} `{outer_id}` ({print_quantity(limit, 'area')})"
            sums[thing.entity] = sums.get(thing.entity, Fraction(0)) + least
            if least > limit:
                code = "E180" if thing.entity == "portion" else "E182"
                yield _at(
                    statement,
                    code,
                    f"{thing.entity} `{thing.id}` is larger than its {whole}",
                    f"at most {print_quantity(limit, 'area')}",
                )
                sums[thing.entity] = Fraction(0)
            elif sums[thing.entity] > limit:
                total = print_quantity(sums[thing.entity], "area")
                if thing.entity == "portion":
                    yield _at(
                        statement,
                        "E181",
                        f"the portions add up to {total}, more than their {whole}",
                        f"at most {print_quantity(limit, 'area')} together",
                    )
                else:
                    yield _at(
                        statement,
                        "W208",
                        f"the impacts add up to {total}, more than their {whole}",
                        None,
                        "impacts may overlap; if these do not, one number is wrong",
                        "warning",
                    )
                sums[thing.entity] = Fraction(0)
    for wetland in view.case.of("wetland"):
        part, size = view.area(wetland.id, "listed_type_part", False), view.area(wetland.id, "size", True)
        if part is not None and size is not None and part > size:
            yield _at(
                view.line(wetland.id, "listed_type_part"),
                "E180",
                f"a part of wetland `{wetland.id}` is larger than the wetland ({print_quantity(size, 'area')})",
                "at most its size",
            )


def _shares(view: _View) -> Found:
    for portion in view.case.of("portion"):
        said = view.said.get((portion.id, "share"), [])
        least: dict[object, Fraction] = {}
        for statement in said:
            low = _bounds(statement.value)[0]
            if isinstance(low, Fraction):
                least[statement.key] = min(low, least.get(statement.key, low))
            if (
                portion.linked("owner")
                and statement.key not in portion.linked("owner")
                and str(statement.key) in view.things
            ):
                yield _at(
                    statement,
                    "E158",
                    f"`{statement.key}` is not an owner of portion `{portion.id}`",
                    listed(portion.linked("owner")),
                )
        if sum(least.values()) > 100:
            yield _at(
                said[-1],
                "E185",
                f"the shares of portion `{portion.id}` add up to {print_quantity(sum(least.values(), Fraction(0)), 'percent')}",
                "at most 100 percent together",
            )


def _latest(view: _View, project: str, attribute: str) -> date | None:
    found = view.bounds(project, attribute)[1]
    return found if isinstance(found, date) else None


def _works(view: _View) -> dict[str, date]:
    """By wetland: the latest day of work of any project with an impact there."""
    latest: dict[str, date] = {}
    for impact in view.case.of("impact"):
        work = max((day for p in impact.linked("project") if (day := _latest(view, p, "work"))), default=None)
        portions = [view.things[p] for p in impact.linked("portion")]
        for wetland in (*impact.linked("wetland"), *(w for portion in portions for w in portion.linked("wetland"))):
            if work is None:
                latest[wetland] = date.max
            else:
                latest[wetland] = max(work, latest.get(wetland, work))
    return latest


def _dates(view: _View) -> Found:
    works = _works(view)
    for wetland in view.case.of("wetland"):
        since = view.bounds(wetland.id, "existing_since")[0]
        origin = view.bounds(wetland.id, "originally_since")[0]
        until = view.bounds(wetland.id, "existing_since")[1]
        work = works.get(wetland.id, date.max)
        if isinstance(since, date) and since > work:
            yield _at(
                view.line(wetland.id, "existing_since"),
                "E184",
                f"wetland `{wetland.id}` exists since a day after the work ({work.isoformat()})",
                "a day before the work",
            )
        if isinstance(origin, date) and isinstance(until, date) and origin > until:
            yield _at(
                view.line(wetland.id, "originally_since"),
                "E184",
                f"the first wetland is later than the present one ({until.isoformat()})",
                "a day before the present wetland",
            )
    for portion in view.case.of("portion"):
        work = max((works.get(w, date.max) for w in portion.linked("wetland")), default=date.max)
        for statement in view.said.get((portion.id, "drained_or_filled_before"), ()):
            for loss in _losses(statement):
                if loss.on > work:
                    yield _at(
                        statement,
                        "W209",
                        f"the earlier loss is later than the work ({work.isoformat()})",
                        "a day before the work",
                        None,
                        "warning",
                    )
    for project in view.case.of("project"):
        work = _latest(view, project.id, "work") or date.max
        conversion = view.bounds(project.id, "converted_on")[1]
        earliest = view.bounds(project.id, "work")[0]
        if isinstance(conversion, date) and isinstance(earliest, date) and conversion < earliest:
            yield _at(
                view.line(project.id, "converted_on"),
                "W209",
                f"the land was converted before the work ({earliest.isoformat()})",
                "a day after the work",
                None,
                "warning",
            )
    latest = max((d for p in view.case.of("project") if (d := _latest(view, p.id, "work"))), default=date.max)
    for (thing, name), said in view.said.items():
        for statement in said:
            low, high = _bounds(statement.value)
            if name == "enrolled" and isinstance(low, date) and low > latest:
                yield _at(
                    statement,
                    "W209",
                    f"the land was enrolled after the work ({latest.isoformat()})",
                    "a day before the work",
                    None,
                    "warning",
                )
            if name == "restored_by" and isinstance(high, date):
                work_low = [view.bounds(p, "work")[0] for p in view.things[thing].linked("project")]
                if any(isinstance(day, date) and high < day for day in work_low):
                    yield _at(
                        statement,
                        "W209",
                        "the impact is restored before the work",
                        "a day after the work",
                        None,
                        "warning",
                    )
            if (
                name == "crop_planted"
                and isinstance(low, date)
                and isinstance(high, date)
                and not low.year <= int(statement.key or 0) <= high.year
            ):
                yield _at(
                    statement,
                    "W209",
                    f"the crop of {statement.key} was planted in another year",
                    f"a day in {statement.key}",
                    None,
                    "warning",
                )


def _losses(statement: Statement) -> list[Loss]:
    values: tuple[Scalar, ...] = statement.value.values if isinstance(statement.value, Known) else ()
    return [value for value in values if isinstance(value, Loss)]


def _nature(view: _View) -> Found:
    for impact in view.case.of("impact"):
        kind = view.word(impact.id, "wetland_type")
        if view.word(impact.id, "cedar_or_tamarack") == "yes" and kind in ("1", "2", "3", "4", "5"):
            statement = view.line(impact.id, "cedar_or_tamarack")
            yield _at(
                statement,
                "W202",
                f"`{impact.id}` is type {kind} and white cedar or tamarack",
                "a wooded type: 6, 7 or 8",
                "check the type; cedar and tamarack grow in wooded swamps and bogs",
                "warning",
            )
        drains = [s.value for s in view.said.get((impact.id, "drains"), ())]
        if view.word(impact.id, "activity") == "drain" and drains and all(v == Known(()) for v in drains):
            yield _at(
                view.line(impact.id, "drains"),
                "E187",
                f"`{impact.id}` drains, and results in draining nothing",
                "`results in draining: wetland`",
                "change the activity, or say what it drains",
            )
        wetlands = [
            *impact.linked("wetland"),
            *(w for p in impact.linked("portion") for w in view.things[p].linked("wetland")),
        ]
        for ground in impact.linked("ground"):
            lies = view.things[ground].linked("wetland")
            if lies and wetlands and lies[0] not in wetlands:
                yield _on(
                    impact,
                    "E183",
                    f"`{impact.id}` is in wetland `{wetlands[0]}`, its ground `{ground}` in `{lies[0]}`",
                    f"ground in `{wetlands[0]}`",
                )


def _unused(view: _View) -> Found:
    used = {name for thing in view.case.things for _, names in thing.links for name in names}
    for statement in (*view.case.statements, *(s for variant in view.case.variants for s in variant.replaces)):
        used.add(str(statement.key))
        if isinstance(statement.value, Known | OneOf):
            used.update(value for value in statement.value.values if isinstance(value, str))
    for thing in view.case.things:
        if thing.entity in ("wetland", "water", "drainage_system", "owner") and thing.id not in used:
            noun = view.vocabulary.entities[thing.entity].heading
            yield _on(thing, "W204", f"{noun} `{thing.id}` is not used by anything in the file", severity="warning")
