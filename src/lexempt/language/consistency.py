"""Numbers, days and findings of a case against each other. Numbers that can't be true are errors."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

from lexempt.case import Known, Loss, Scalar, Statement, Thing
from lexempt.language.quantities import print_quantity
from lexempt.language.suggest import listed
from lexempt.language.view import Found, View, at, bounds, on

AHEAD = 20
"""So many years after the last act known, a day of work is taken for a slip. (Not after today: an answer stays the same.)"""


def _known_from() -> int:
    """The year of the last act that is known."""
    from lexempt.law.program import load_law

    return max(act.start for act in load_law().acts) // 10_000


def areas(view: View) -> Found:
    inside: dict[str, list[Thing]] = {}
    for thing in (*view.case.of("portion"), *view.case.of("impact")):
        for kind in ("portion", "wetland"):
            for name in thing.linked(kind):
                inside.setdefault(name, []).append(thing)
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
                yield at(
                    statement,
                    code,
                    f"{thing.entity} `{thing.id}` is larger than its {whole}",
                    f"at most {print_quantity(limit, 'area')}",
                )
                sums[thing.entity] = Fraction(0)
            elif sums[thing.entity] > limit:
                total = print_quantity(sums[thing.entity], "area")
                if thing.entity == "portion":
                    yield at(
                        statement,
                        "E181",
                        f"the portions add up to {total}, more than their {whole}",
                        f"at most {print_quantity(limit, 'area')} together",
                    )
                else:
                    yield at(
                        statement,
                        "W208",
                        f"the impacts add up to {total}, more than their {whole}",
                        None,
                        "impacts may overlap; if these do not, one number is wrong",
                        "warning",
                    )
                sums[thing.entity] = Fraction(0)
    for impact in view.case.of("impact"):
        if view.area(impact.id, "area", upper=True) == 0:
            message = f"the area of `{impact.id}` is 0: it impacts nothing, and counts as an impact all the same"
            helping = "leave the impact out, or write `unknown` if its area is not known"
            yield at(view.line(impact.id, "area"), "W211", message, "an area above 0", helping, "warning")
    for wetland in view.case.of("wetland"):
        part, size = view.area(wetland.id, "listed_type_part", False), view.area(wetland.id, "size", True)
        if part is not None and size is not None and part > size:
            yield at(
                view.line(wetland.id, "listed_type_part"),
                "E180",
                f"a part of wetland `{wetland.id}` is larger than the wetland ({print_quantity(size, 'area')})",
                "at most its size",
            )


def entire(view: View) -> Found:
    """Whether a landowner is said to own an entire wetland, against the areas of all that the landowner owns of it."""
    owned: dict[tuple[str, frozenset[str]], list[str]] = {}
    for portion in view.case.of("portion"):
        for wetland in portion.linked("wetland"):
            owned.setdefault((wetland, frozenset(portion.linked("owner"))), []).append(portion.id)
    for (wetland, owners), portions in owned.items():
        for told, said in ((p, view.word(p, "whole_wetland")) for p in portions):
            of_all = [view.area(p, "area", upper=said == "yes") for p in portions]  # at least, or at most, so much
            size = view.area(wetland, "size", upper=said != "yes")
            if said not in ("yes", "no") or size is None or not owners or None in of_all:
                continue
            total = sum((area for area in of_all if area is not None), Fraction(0))
            if (total < size) if said == "no" else (total >= size):
                continue
            of_it = f"all portions of {listed(sorted(owners))} come" if len(portions) > 1 else f"portion `{told}` comes"
            owns = "not to own" if said == "no" else "to own"
            whole = f"{print_quantity(total, 'area')} of {print_quantity(size, 'area')}"
            yield at(
                view.line(told, "whole_wetland"),
                "W214",
                f"the landowner of `{told}` is said {owns} the entire wetland, and {of_it} to {whole}",
                "yes" if said == "no" else "no",
                "the fact is about the landowner, not about one portion; what is stated prevails over the areas",
                "warning",
            )


def shares(view: View) -> Found:
    for portion in view.case.of("portion"):
        said = view.said.get((portion.id, "share"), [])
        least: dict[object, Fraction] = {}
        for statement in said:
            low = bounds(statement.value)[0]
            if isinstance(low, Fraction):
                least[statement.key] = min(low, least.get(statement.key, low))
            if (
                portion.linked("owner")
                and statement.key not in portion.linked("owner")
                and str(statement.key) in view.things
            ):
                yield at(
                    statement,
                    "E158",
                    f"`{statement.key}` is not an owner of portion `{portion.id}`",
                    listed(portion.linked("owner")),
                )
        total = sum(least.values(), Fraction(0))
        if total > 100:
            yield at(
                said[-1],
                "E185",
                f"the shares of portion `{portion.id}` add up to {print_quantity(total, 'percent')}",
                "at most 100 percent together",
            )


def _latest(view: View, project: str, attribute: str) -> date | None:
    found = view.bounds(project, attribute)[1]
    return found if isinstance(found, date) else None


def _works(view: View) -> dict[str, date]:
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


def dates(view: View) -> Found:
    works = _works(view)
    for wetland in view.case.of("wetland"):
        since = view.bounds(wetland.id, "existing_since")[0]
        origin = view.bounds(wetland.id, "originally_since")[0]
        until = view.bounds(wetland.id, "existing_since")[1]
        work = works.get(wetland.id, date.max)
        if isinstance(since, date) and since > work:
            yield at(
                view.line(wetland.id, "existing_since"),
                "E184",
                f"wetland `{wetland.id}` exists since a day after the work ({work.isoformat()})",
                "a day before the work",
            )
        if isinstance(origin, date) and isinstance(until, date) and origin > until:
            yield at(
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
                    yield at(
                        statement,
                        "W209",
                        f"the earlier loss is later than the work ({work.isoformat()})",
                        "a day before the work",
                        None,
                        "warning",
                    )
    for project in view.case.of("project"):
        work = _latest(view, project.id, "work") or date.max
        if date.max > work and work.year > _known_from() + AHEAD:
            message = f"the work is more than {AHEAD} years after the last act known ({_known_from()})"
            helping = "check the year; the law of that day is taken to be that of the last act"
            yield at(view.line(project.id, "work"), "W212", message, "the day of the work", helping, "warning")
        conversion = view.bounds(project.id, "converted_on")[1]
        earliest = view.bounds(project.id, "work")[0]
        if isinstance(conversion, date) and isinstance(earliest, date) and conversion < earliest:
            yield at(
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
            low, high = bounds(statement.value)
            if name == "enrolled" and isinstance(low, date) and low > latest:
                yield at(
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
                    yield at(
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
                yield at(
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


def nature(view: View) -> Found:
    for impact in view.case.of("impact"):
        kind = view.word(impact.id, "wetland_type")
        if view.word(impact.id, "cedar_or_tamarack") == "yes" and kind in ("1", "2", "3", "4", "5"):
            statement = view.line(impact.id, "cedar_or_tamarack")
            yield at(
                statement,
                "W202",
                f"`{impact.id}` is type {kind} and white cedar or tamarack",
                "a wooded type: 6, 7 or 8",
                "check the type; cedar and tamarack grow in wooded swamps and bogs",
                "warning",
            )
        drains = [s.value for s in view.said.get((impact.id, "drains"), ())]
        if view.word(impact.id, "activity") == "drain" and drains and all(v == Known(()) for v in drains):
            yield at(
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
                yield on(
                    impact,
                    "E183",
                    f"`{impact.id}` is in wetland `{wetlands[0]}`, its ground `{ground}` in `{lies[0]}`",
                    f"ground in `{wetlands[0]}`",
                )
