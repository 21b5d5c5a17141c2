"""What amendments leave without effect, or at odds with a prohibition, once all of them stand: conflicts that take a search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lexempt.amending.conflicts import Conflict
from lexempt.finding import Finding, Kind
from lexempt.linting.clauses import Law
from lexempt.linting.lint import lint
from lexempt.rendering.words import brief, briefs
from lexempt.solving.engine import Watch

_KINDS: tuple[Kind, ...] = ("dead", "shadowed", "idle", "contradiction")


def conflicts(before: Law, each: Sequence[Law], after: Law, watch: Watch) -> Iterator[Conflict]:
    """Clauses and limits without effect under all amendments and not before, and exemptions of what is prohibited; with the
    amendments (their places) that do it alone, or all of them. Raises StoppedError at a limit."""
    names = [law.adopted[0].name for law in each]
    found = _findings(after, watch, _KINDS)
    # Exemptions of what is prohibited are in any law; else the law before is looked at only where there is something to compare.
    kinds = tuple(dict.fromkeys(finding.kind for finding, _ in found.values()))
    known = _findings(before, watch, kinds)
    new = {key: finding for key, finding in found.items() if key not in known}
    kinds = tuple(dict.fromkeys(finding.kind for finding, _ in new.values()))
    theirs = [_findings(law, watch, kinds) for law in each] if new else []
    for key, (finding, provisions) in new.items():
        alone = tuple(n for n, keys in enumerate(theirs) if key in keys)
        kind = "contradiction" if finding.kind == "contradiction" else "dead text"
        said = f"{_says(finding, provisions)} once {_who(alone, names)}"
        yield Conflict(kind, alone or tuple(range(len(each))), provisions, said)


def _findings(law: Law, watch: Watch, kinds: Sequence[Kind]) -> dict[tuple[str, ...], tuple[Finding, tuple[str, ...]]]:
    """What makes it the same in another law -> the finding and its provisions; of exemptions of what is prohibited, one each."""
    found: dict[tuple[str, ...], tuple[Finding, tuple[str, ...]]] = {}
    for finding in lint(law, watch, kinds).findings if kinds else ():
        if finding.kind == "contradiction":
            pairs = [(finding.provision, clause) for clause in finding.others]
            found.update({("contradiction", *pair): (finding, pair) for pair in pairs})
        else:
            found[finding.key] = (finding, (finding.provision, *finding.others))
    return found


def _says(finding: Finding, provisions: tuple[str, ...]) -> str:
    first, others = brief(provisions[0]), briefs(provisions[1:])
    if finding.kind == "dead":
        return f"no project qualifies under {first}"
    if finding.kind == "idle":
        return f"{first} decides nothing"
    if finding.kind == "shadowed":
        return f"whatever qualifies under {first} qualifies under {others} as well"
    return f"{first} prohibits work that {others} exempts,"


def _who(alone: tuple[int, ...], names: Sequence[str]) -> str:
    if len(alone) == 1:
        return f"{names[alone[0]]} stands"
    if alone:
        return f"{' or '.join(names[n] for n in alone)} stands"
    return "all of them stand" if len(names) > 2 else "both stand"


__all__ = ["conflicts"]
