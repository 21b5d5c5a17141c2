"""An interaction as text and Markdown that can be pasted into a memo."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lexempt.amending import beside_text, joint_text
from lexempt.amending.beside import Beside
from lexempt.amending.conflicts import Conflict
from lexempt.amending.interaction import Clash, Effect, Interaction, Project
from lexempt.amending.joint import Joint
from lexempt.amending.matrix import MatrixRow
from lexempt.amending.memo import head, lines, table, user
from lexempt.amending.provided import Effect as Moved
from lexempt.records import NamedTuple
from lexempt.rendering.markdown import escaped
from lexempt.rendering.words import brief, counted, listing, plain
from lexempt.solving.minimal_packages import Flips
from lexempt.solving.packages import Package

_COLUMNS = (
    "Standalone: with it alone, against the base. Stacked: with it after all above it, against these. Last-in: with all, against all "
    "but it. It widens the exemption where fewer plans are required."
)


class Told(NamedTuple):
    """Everything that a report of an interaction tells."""

    base: str
    names: tuple[str, ...]
    titles: tuple[str | None, ...]
    touched: tuple[tuple[str, ...], ...]
    """For each amendment, the provisions it words differently."""
    over: Interaction | None
    clashes: tuple[Clash, ...]
    other_order: tuple[Project, ...]
    """Projects whose answer under all amendments is another in the reverse order."""
    joint: Joint | None
    """What was searched for over any project."""
    beside: Beside
    """What all of them bring with them, beside the answers."""
    moved: tuple[Moved, ...] | None
    """What they move in provisions worded alike (None: it was not searched for)."""
    unseen: bool
    drafted: tuple[tuple[int, int], ...] = ()
    """(amendment, amendment it is drafted against)."""
    renumbered: tuple[tuple[tuple[str, str], ...], ...] = ()
    """For each amendment, (number before, number after) of the provisions it renumbers."""
    matrix: tuple[MatrixRow, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    looked_for: tuple[str, ...] = ()
    """The kinds of conflict that were looked for."""
    notes: tuple[str, ...] = ()
    """What to know of the base and of the bills on its day."""


def text_lines(told: Told, limit: int, markdown: bool = False) -> Iterator[str]:
    """The report, the first screen first."""
    strong = "**{}**" if markdown else "{}"
    titles = [
        f"{plain(n)}{f' ({user(t, markdown)})' if t else ''}" for n, t in zip(told.names, told.titles, strict=True)
    ]
    yield from lines(
        strong.format(f"Base: {told.base}.") + f" Amendments, in this order: {'; '.join(titles)}.", markdown, ""
    )
    for note in told.notes:
        yield from lines(f"Note: {user(note, markdown)}.", markdown)
    numbers = told.renumbered or ((),) * len(told.names)
    for name, provisions, pairs in zip(told.names, told.touched, numbers, strict=True):
        does = [f"amends {listing([brief(p) for p in provisions])}"] if provisions else []
        does += [f"renumbers {listing([f'{brief(a)} as {brief(b)}' for a, b in pairs])}"] if pairs else []
        yield from lines(f"{plain(name)} {' and '.join(does) or 'amends nothing'}.", markdown)
    if told.matrix:
        yield from head("Side by side", markdown)
        header = ("provision", "line", "law", *(plain(n) for n in told.names), "together", "")
        side = [
            (
                brief(r.provision),
                r.key,
                *(user(w, markdown) or "-" for w in (r.law, *r.each, r.together)),
                plain(r.bucket),
            )
            for r in told.matrix
        ]
        yield from table(header, side, markdown)
    if told.joint is not None:
        yield from joint_text.text_lines(told.joint, told.names, told.unseen, markdown)
    if told.over is not None:
        yield from _over(told, told.over, limit, markdown)
    yield from ("",) if not markdown else ()
    yield from beside_text.text_lines(told.beside, told.moved, markdown)
    yield from _conflicts(told, markdown)
    if told.joint is not None:
        yield from head("What was searched", markdown)
        yield from joint_text.searched(told.joint, told.unseen, markdown)
    elif told.unseen:
        yield from lines("What has not been seen of the law is taken as last seen.", markdown)


def _over(told: Told, over: Interaction, limit: int, markdown: bool) -> Iterator[str]:
    yield from head(f"Over {counted(over.projects, 'recorded project')}", markdown)
    header = ("amendment", "standalone", "stacked", "last-in")
    rows = [
        (plain(name), _effect(over.standalone[n]), _effect(over.stacked[n]), _effect(over.last_in[n]))
        for n, name in enumerate(told.names)
    ]
    everything = next(e for p, e in zip(over.packages, over.effects, strict=True) if len(p) == len(told.names))
    rows.append(("all", _effect(everything), "", ""))
    yield from table(header, rows, markdown)
    yield from lines(_COLUMNS, markdown)
    if len(told.names) > 1:
        listed = _listed(over.residual, limit, markdown) or "no project"
        yield from lines(f"Not the sum of what each does alone (residual): {listed}.", markdown)
    if over.searched is not None:
        yield from _not_enumerated(told, over.searched, limit, markdown)
    for together in over.together:
        who = _package(told, together.package)
        for verb, projects in (("widens", together.effect.widens), ("narrows", together.effect.narrows)):
            if projects:
                yield from lines(f"Only {who} together {verb} it: {_listed(projects, limit, markdown)}.", markdown)
    for pair in over.pairs:
        first, second = plain(told.names[pair.first]), plain(told.names[pair.second])
        where = _listed(pair.projects, limit, markdown)
        words = {
            "undoes": f"{first} undoes what {second} does alone: {where}.",
            "either suffices": f"Either of {first} and {second} suffices: {where}.",
            "has an effect only with": f"{first} has an effect only with {second}: {where}.",
        }[pair.kind]
        yield from lines(words, markdown)
    for block in over.blocks:
        flips, blocks = _package(told, block.flips), _package(told, block.blocks)
        jointly = " together" if len(block.flips) > 1 else ""
        yield from lines(
            f"{blocks} undo{'es' if len(block.blocks) == 1 else ''} what {flips} do{'es' if not jointly else ''}{jointly}: "
            f"{_listed(block.projects, limit, markdown)}.",
            markdown,
        )
    if len(told.names) <= 6:
        yield from head("Every package, against the base", markdown)
        package_rows = [
            (_package(told, p) or "none", _effect(e)) for p, e in zip(over.packages, over.effects, strict=True)
        ]
        yield from table(("package", "answers changed"), package_rows, markdown)


def _not_enumerated(told: Told, searched: Flips, limit: int, markdown: bool) -> Iterator[str]:
    """What was not tried of the packages, and not searched for."""
    number = len(told.names)
    yield from lines(
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
            yield from lines(f"{words}: {_listed(projects, limit, markdown)}.", markdown)


def _conflicts(told: Told, markdown: bool) -> Iterator[str]:
    yield from head("Conflicts and order", markdown)
    rows = [
        (c.kind, " and ".join(plain(told.names[n]) for n in c.amendments), f"{c.what}.") for c in told.conflicts
    ]
    if markdown and rows:
        yield from table(("kind", "amendments", "what"), [(k, who, escaped(what)) for k, who, what in rows], markdown)
    else:
        for kind, _, what in rows:
            yield from lines(f"{kind}: {plain(what)}", markdown)
    for one, other in told.drafted:
        later, earlier = plain(told.names[one]), plain(told.names[other])
        said = f"{later} is drafted against {earlier}: it comes after it, and alone it strikes what is not there."
        yield from lines(said, markdown)
    if not told.clashes and not told.drafted:
        yield from lines("No two of them say different things of one thing: the order does not matter.", markdown)
    if told.clashes and told.over is not None:
        changed = _listed(told.other_order, 10, markdown)
        yield from lines(
            f"In the reverse order {changed or 'no recorded project'} would be answered otherwise.", markdown
        )
    none = [kind for kind in told.looked_for if kind not in {c.kind for c in told.conflicts}]
    if none:
        yield from lines(f"Looked for, and none found: {listing(none)}.", markdown)


def _effect(effect: Effect) -> str:
    parts = [
        f"widens {len(effect.widens):,}" if effect.widens else "",
        f"narrows {len(effect.narrows):,}" if effect.narrows else "",
    ]
    return ", ".join(filter(None, parts)) or "nothing"


def _package(told: Told, package: Package) -> str:
    return " + ".join(plain(told.names[n]) for n in sorted(package))


def _listed(projects: Sequence[Project], limit: int, markdown: bool) -> str:
    words = [f"{user(path, markdown)} {user(name, markdown)}" for path, name in projects[:limit]]
    more = f" and {len(projects) - limit:,} more" if len(projects) > limit else ""
    return ", ".join(words) + more if more else listing(words)
