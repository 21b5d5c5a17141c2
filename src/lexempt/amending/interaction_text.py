"""An interaction as text and Markdown that can be pasted into a memo, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from lexempt.amending.interaction import Clash, Effect, Interaction, Project
from lexempt.amending.matrix import MatrixRow
from lexempt.amending.witness import Searched, Witness
from lexempt.amending.witness_text import UnderReading, bounds_json, bounds_sentences, clauses_of, within
from lexempt.records import NamedTuple
from lexempt.rendering.markdown import escaped
from lexempt.rendering.words import SHORT_PLAN, brief, counted, listing, plain
from lexempt.solving.minimal_packages import Flips
from lexempt.solving.packages import Package

RULE = "the later final enactment prevails (Minn. Stat. 645.26, subd. 3; 645.33: our understanding)"
WANTED = {
    "only together widens": "no plan is required only if both pass",
    "only together narrows": "a plan is required only if both pass",
    "undone": "{0} alone ends the requirement of a plan, {1} undoes that",
    "undone the other way": "{1} alone ends the requirement of a plan, {0} undoes that",
}


class Searches(NamedTuple):
    """The search over any project for a pair of amendments (their places), and under other readings."""

    first: int
    second: int
    found: Searched
    others: tuple[UnderReading, ...]
    kinds: Mapping[str, str] = WANTED
    """What was searched for, in words about `{0}` and `{1}`."""


class Told(NamedTuple):
    """Everything that a report of an interaction tells."""

    base: str
    day: str
    """The day whose law the search is made under."""
    names: tuple[str, ...]
    titles: tuple[str | None, ...]
    touched: tuple[tuple[str, ...], ...]
    """For each amendment, the provisions it words differently."""
    over: Interaction | None
    clashes: tuple[Clash, ...]
    other_order: tuple[Project, ...]
    """Projects whose answer under all amendments is another in the reverse order."""
    readers: tuple[tuple[str, str], ...]
    """(provision, provision it names or reads that an amendment touches)."""
    searches: tuple[Searches, ...]
    unseen: bool
    drafted: tuple[tuple[int, int], ...] = ()
    """(amendment, amendment it is drafted against)."""
    renumbered: tuple[tuple[tuple[str, str], ...], ...] = ()
    """For each amendment, (number before, number after) of the provisions it renumbers."""
    matrix: tuple[MatrixRow, ...] = ()


def text_lines(told: Told, limit: int, markdown: bool = False) -> Iterator[str]:
    """The report, the first screen first."""
    strong = "**{}**" if markdown else "{}"
    titles = [
        f"{plain(n)}{f' ({_user(t, markdown)})' if t else ''}" for n, t in zip(told.names, told.titles, strict=True)
    ]
    yield from _lines(
        strong.format(f"Base: {told.base}.") + f" Amendments, in this order: {'; '.join(titles)}.", markdown, ""
    )
    numbers = told.renumbered or ((),) * len(told.names)
    for name, provisions, pairs in zip(told.names, told.touched, numbers, strict=True):
        does = [f"amends {listing([brief(p) for p in provisions])}"] if provisions else []
        does += [f"renumbers {listing([f'{brief(a)} as {brief(b)}' for a, b in pairs])}"] if pairs else []
        yield from _lines(f"{plain(name)} {' and '.join(does) or 'amends nothing'}.", markdown)
    if told.matrix:
        yield from _head("Side by side", markdown)
        header = ("provision", "line", "law", *(plain(n) for n in told.names), "together", "")
        side = [
            (
                brief(r.provision),
                r.key,
                *(_user(w, markdown) or "-" for w in (r.law, *r.each, r.together)),
                plain(r.bucket),
            )
            for r in told.matrix
        ]
        yield from _table(header, side, markdown)
    if told.over is not None:
        yield from _over(told, told.over, limit, markdown)
    for searched in told.searches:
        yield from _search(told, searched, markdown)
    yield from _order(told, markdown)
    if told.readers:
        yield from _head("References to what is amended", markdown)
        for of, to in told.readers:
            yield from _lines(f"{brief(of)} names or reads {brief(to)}.", markdown)
    if told.unseen:
        yield from _lines("What has not been seen of the law is taken as last seen.", markdown)
    if told.searches:
        bounds = told.searches[0].found.bounds
        yield from _lines(f"Searched under the law of {told.day}: up to {within(bounds)}.", markdown)
        for sentence in bounds_sentences(bounds):
            yield from _lines(sentence, markdown)


def _over(told: Told, over: Interaction, limit: int, markdown: bool) -> Iterator[str]:
    yield from _head(f"Over {counted(over.projects, 'recorded project')}", markdown)
    header = ("amendment", "standalone", "stacked", "last-in")
    rows = [
        (plain(name), _effect(over.standalone[n]), _effect(over.stacked[n]), _effect(over.last_in[n]))
        for n, name in enumerate(told.names)
    ]
    everything = next(e for p, e in zip(over.packages, over.effects, strict=True) if len(p) == len(told.names))
    rows.append(("all", _effect(everything), "", ""))
    yield from _table(header, rows, markdown)
    if len(told.names) > 1:
        yield from _lines(
            f"Not the sum of the parts (residual): {_listed(over.residual, limit, markdown) or 'no project'}.", markdown
        )
    if over.searched is not None:
        yield from _not_enumerated(told, over.searched, limit, markdown)
    for together in over.together:
        who = _package(told, together.package)
        for verb, projects in (("widens", together.effect.widens), ("narrows", together.effect.narrows)):
            if projects:
                yield from _lines(f"Only {who} together {verb} it: {_listed(projects, limit, markdown)}.", markdown)
    for pair in over.pairs:
        first, second = plain(told.names[pair.first]), plain(told.names[pair.second])
        where = _listed(pair.projects, limit, markdown)
        words = {
            "undoes": f"{first} undoes what {second} does alone: {where}.",
            "either suffices": f"Either of {first} and {second} suffices: {where}.",
            "has an effect only with": f"{first} has an effect only with {second}: {where}.",
        }[pair.kind]
        yield from _lines(words, markdown)
    for block in over.blocks:
        flips, blocks = _package(told, block.flips), _package(told, block.blocks)
        jointly = " together" if len(block.flips) > 1 else ""
        yield from _lines(
            f"{blocks} undo{'es' if len(block.blocks) == 1 else ''} what {flips} do{'es' if not jointly else ''}{jointly}: "
            f"{_listed(block.projects, limit, markdown)}.",
            markdown,
        )
    if len(told.names) <= 6:
        yield from _head("Every package, against the base", markdown)
        package_rows = [
            (_package(told, p) or "none", _effect(e)) for p, e in zip(over.packages, over.effects, strict=True)
        ]
        yield from _table(("package", "answers changed"), package_rows, markdown)


def _not_enumerated(told: Told, searched: Flips, limit: int, markdown: bool) -> Iterator[str]:
    """What was not tried of the packages, and not searched for."""
    number = len(told.names)
    yield from _lines(
        f"Not every one of the {2**number:,} packages of {number} amendments was tried: none, one, two, each and all before it, all "
        "but one, and all were. The smallest packages that change an answer, and those that undo what these do, were searched for.",
        markdown,
    )
    for words, projects in (
        ("There may be more of them", searched.cut),
        ("Not searched for, as the answer depends on open facts before any amendment", searched.depending),
        ("What undoes them was not searched for, as facts are open", searched.half),
    ):
        if projects:
            yield from _lines(f"{words}: {_listed(projects, limit, markdown)}.", markdown)


def _search(told: Told, searched: Searches, markdown: bool) -> Iterator[str]:
    first, second = plain(told.names[searched.first]), plain(told.names[searched.second])
    yield from _head(f"{first} and {second}, any project within bounds", markdown)
    kinds = {w.wanted: w for w in searched.found.witnesses}
    printed: set[tuple[str, tuple[str, ...]]] = set()
    for kind, words in searched.kinds.items():
        said = words.format(first, second)
        witness = kinds.get(kind)
        if witness is None:
            yield from _lines(f"No project within these bounds where {said}.", markdown)
        else:
            yield from _lines(f"A smallest project, confirmed by `check`, where {said}:", markdown)
            yield from _witness(witness, ("base", first, second, "both"), markdown, printed)
        for other in searched.others:
            there = next((w for w in other.found.witnesses if w.wanted == kind), None)
            reading = f"Read with {other.choice[0]} = {other.choice[1]}"
            if there is None and witness is not None:
                yield from _lines(f"{reading}: none.", markdown)
            elif there is not None and (witness is None or there.case != witness.case):
                yield from _lines(f"{reading}: a smallest project is then this one.", markdown)
                yield from _witness(there, ("base", first, second, "both"), markdown, printed)


def _witness(
    witness: Witness, names: Sequence[str], markdown: bool, printed: set[tuple[str, tuple[str, ...]]]
) -> Iterator[str]:
    """A project and its answers; one that was printed already is not printed again."""
    if (witness.case, witness.answers) in printed:
        yield from _lines("The same project as above.", markdown, "    ")
        return
    printed.add((witness.case, witness.answers))
    answers = "; ".join(f"{who}: {SHORT_PLAN[answer]}" for who, answer in zip(names, witness.answers, strict=True))
    yield from _lines(answers + ".", markdown, "    ")
    for impact, each in witness.clauses:
        if not markdown:
            yield f"    {impact}: {clauses_of(each[0])} -> {clauses_of(each[-1])}"
    if markdown:
        yield ""
        yield "```"
    prefix = "" if markdown else "    | "
    yield from (f"{prefix}{line}" for line in witness.case.splitlines())
    if markdown:
        yield "```"


def _order(told: Told, markdown: bool) -> Iterator[str]:
    yield from _head("Order", markdown)
    for one, other in told.drafted:
        later, earlier = plain(told.names[one]), plain(told.names[other])
        said = f"{later} is drafted against {earlier}: it comes after it, and alone it strikes what is not there."
        yield from _lines(said, markdown)
    if not told.clashes and not told.drafted:
        yield from _lines("No two of them say different things of one thing: the order does not matter.", markdown)
    for clash in told.clashes:
        first, second = plain(told.names[clash.first]), plain(told.names[clash.second])
        yield from _lines(
            f"{first} and {second}, {brief(clash.provision)}: {clash.what}; {RULE}: here {second}.", markdown
        )
    if told.clashes and told.over is not None:
        changed = _listed(told.other_order, 10, markdown)
        yield from _lines(
            f"In the reverse order {changed or 'no recorded project'} would be answered otherwise.", markdown
        )


def _head(text: str, markdown: bool) -> Iterator[str]:
    yield ""
    yield f"### {text}" if markdown else text


def _lines(text: str, markdown: bool, indent: str = "  ") -> Iterator[str]:
    if markdown:
        yield ""
        yield text
    else:
        yield from wrap(text, 100, initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False)


def _table(header: Sequence[str], rows: Sequence[Sequence[str]], markdown: bool) -> Iterator[str]:
    if markdown:
        yield ""
        yield "| " + " | ".join(header) + " |"
        yield "|" + "---|" * len(header)
        for row in rows:
            yield "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"
        return
    widths = [max(len(row[n]) for row in (header, *rows)) for n in range(len(header))]
    for row in (header, *rows):
        yield ("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))).rstrip()


def _effect(effect: Effect) -> str:
    parts = [
        f"widens {len(effect.widens):,}" if effect.widens else "",
        f"narrows {len(effect.narrows):,}" if effect.narrows else "",
    ]
    return ", ".join(filter(None, parts)) or "nothing"


def _package(told: Told, package: Package) -> str:
    return " + ".join(plain(told.names[n]) for n in sorted(package))


def _user(text: str, markdown: bool) -> str:
    """Text of the user's, as it is."""
    return escaped(text) if markdown else plain(text)


def _listed(projects: Sequence[Project], limit: int, markdown: bool) -> str:
    words = [f"{_user(path, markdown)} {_user(name, markdown)}" for path, name in projects[:limit]]
    more = f" and {len(projects) - limit:,} more" if len(projects) > limit else ""
    return ", ".join(words) + more if more else listing(words)


def as_json(told: Told) -> dict[str, Any]:
    """Schema `lexempt.interact/1`. Packages are lists of names in the order of the call."""

    def projects(found: Sequence[Project]) -> list[dict[str, str]]:
        return [{"path": path, "id": name} for path, name in found]

    def effect(found: Effect) -> dict[str, Any]:
        return {"widens": projects(found.widens), "narrows": projects(found.narrows)}

    def package(found: Package) -> list[str]:
        return [told.names[n] for n in sorted(found)]

    def witnesses(found: Searched) -> list[dict[str, Any]]:
        return [{"kind": w.wanted, "case": w.case, "answers": list(w.answers)} for w in found.witnesses]

    over = told.over
    document: dict[str, Any] = {
        "schema": "lexempt.interact/1",
        "base": told.base,
        "amendments": [
            {"name": n, "title": t, "provisions": list(p)}
            for n, t, p in zip(told.names, told.titles, told.touched, strict=True)
        ],
        "side_by_side": [
            {
                "provision": r.provision,
                "line": r.key,
                "law": r.law,
                "each": dict(zip(told.names, r.each, strict=True)),
                "together": r.together,
                "bucket": r.bucket,
            }
            for r in told.matrix
        ],
        "clashes": [
            {
                "amendments": [told.names[c.first], told.names[c.second]],
                "provision": c.provision,
                "what": c.what,
                "prevails": told.names[c.second],
            }
            for c in told.clashes
        ],
        "reverse_order_differs": projects(told.other_order),
        "references": [{"of": of, "to": to} for of, to in told.readers],
        "searches": [
            {
                "amendments": [told.names[s.first], told.names[s.second]],
                "witnesses": witnesses(s.found),
                "readings": [{"choice": dict([o.choice]), "witnesses": witnesses(o.found)} for o in s.others],
                "bounds": bounds_json(s.found.bounds),
            }
            for s in told.searches
        ],
        "unseen_as_last_seen": told.unseen,
    }
    if over is not None:
        document["cases"] = {
            "projects": over.projects,
            "every_package": over.searched is None,
            "not_searched": {
                "cut": projects(over.searched.cut),
                "depending": projects(over.searched.depending),
                "undoing": projects(over.searched.half),
            }
            if over.searched is not None
            else None,
            "packages": [
                {"package": package(p), **effect(e)} for p, e in zip(over.packages, over.effects, strict=True)
            ],
            "amendments": [
                {
                    "name": name,
                    "standalone": effect(over.standalone[n]),
                    "stacked": effect(over.stacked[n]),
                    "last_in": effect(over.last_in[n]),
                }
                for n, name in enumerate(told.names)
            ],
            "residual": projects(over.residual),
            "only_together": [{"package": package(t.package), **effect(t.effect)} for t in over.together],
            "blocks": [
                {"flips": package(b.flips), "blocks": package(b.blocks), "projects": projects(b.projects)}
                for b in over.blocks
            ],
            "pairs": [
                {
                    "kind": p.kind,
                    "first": told.names[p.first],
                    "second": told.names[p.second],
                    "projects": projects(p.projects),
                }
                for p in over.pairs
            ],
        }
    return document
