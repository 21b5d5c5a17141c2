"""How the things of a case hang together: impacts to projects, wetlands, landowner's portions and ground.

A landowner's portion of a wetland (`Holding`) is all portions of it with the same owners (103G.2241, subd. 9(f)); ground
is what a `ground` heading opens, or the wetland's own, or the impact's own where the impact states a place.
"""

from __future__ import annotations

from lexempt.case import Case, Known, OneOf
from lexempt.law.vocabulary import Vocabulary
from lexempt.records import NamedTuple


class Holding(NamedTuple):
    """One landowner's portion of one wetland: the declared portions it consists of (none: implied by the impact)."""

    id: str
    wetland: str
    owners: frozenset[str]
    portions: tuple[str, ...]


class Ground(NamedTuple):
    """Ground under impacts. `chain` is where its facts are looked for, nearest first: things by id."""

    id: str
    wetland: str | None
    chain: tuple[str, ...]


class Placed(NamedTuple):
    """An impact in its place."""

    id: str
    project: str
    wetland: str
    holding: str
    ground: str


class Scene(NamedTuple):
    """A case, laid out. Dictionaries are in file order."""

    projects: tuple[str, ...]
    wetlands: tuple[str, ...]
    holdings: dict[str, Holding]
    grounds: dict[str, Ground]
    impacts: dict[str, Placed]
    waters: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()


def _project_says(case: Case, vocabulary: Vocabulary, project: str, nearer: tuple[str, ...]) -> frozenset[str]:
    """What a project says of ground that nothing nearer says."""
    said = {s.attribute for s in case.statements if s.thing in nearer}
    of_project = (s for s in case.statements if s.thing == project and ("ground", s.attribute) in vocabulary.attributes)
    return frozenset(repr((s.attribute, s.key, s.value)) for s in of_project if s.attribute not in said)


def lay_out(case: Case, vocabulary: Vocabulary) -> Scene:
    """The scene of a checked case."""
    projects = tuple(thing.id for thing in case.of("project"))
    wetlands = tuple(thing.id for thing in case.of("wetland"))
    holdings: dict[str, Holding] = {}
    of_portion: dict[str, str] = {}
    for thing in case.of("portion"):
        wetland = thing.linked("wetland")[0]
        owners = frozenset(thing.linked("owner")) or frozenset((f"owner of {thing.id}",))
        same = next((h for h in holdings.values() if h.wetland == wetland and h.owners == owners), None)
        if same is None:
            holdings[thing.id] = Holding(thing.id, wetland, owners, (thing.id,))
            of_portion[thing.id] = thing.id
        else:
            holdings[same.id] = Holding(same.id, wetland, owners, (*same.portions, thing.id))
            of_portion[thing.id] = same.id
    stating = {s.thing for s in case.statements if vocabulary.attributes.get(("ground", s.attribute)) is not None}
    said: dict[str, frozenset[str]] = {}
    in_wetland = {thing.id: thing.linked("wetland") for thing in case.of("ground")}
    grounds: dict[str, Ground] = {}
    impacts: dict[str, Placed] = {}
    for thing in case.of("impact"):
        project = (thing.linked("project") or projects[:1])[0]
        portion = thing.linked("portion")
        declared = next(iter(thing.linked("ground")), None)
        if portion:
            holding = holdings[of_portion[portion[0]]]
        else:
            wetland = (thing.linked("wetland") or in_wetland.get(declared or "", ()))[0]
            whole = next((h for h in holdings.values() if h.wetland == wetland), None)
            name = f"all of {wetland}"
            holding = whole or holdings.setdefault(
                name, Holding(name, wetland, frozenset((f"owner of {wetland}",)), ())
            )
        nearest = (thing.id,) if thing.id in stating else ()
        base = (declared,) if declared else ()
        chain = (*nearest, *base, holding.wetland, project)
        name = thing.id if nearest else declared or holding.wetland
        key = f"ground {name}"
        if len(projects) > 1:
            # The same ground is told apart under projects that say different things of it.
            says = _project_says(case, vocabulary, project, chain[:-1])
            if said.setdefault(key, says) != says:
                key += f" {project}"
        where = (in_wetland.get(declared) or (holding.wetland,))[0] if declared else holding.wetland
        grounds.setdefault(key, Ground(key, where, chain))
        impacts[thing.id] = Placed(thing.id, project, holding.wetland, holding.id, key)
    used = {name for ground in grounds.values() for name in ground.chain}
    for thing in case.of("ground"):
        if thing.id not in used:
            within = thing.linked("wetland")[:1]
            key = f"ground {thing.id}"
            grounds[key] = Ground(key, next(iter(within), None), (thing.id, *within, *projects[:1]))
    return Scene(
        projects,
        wetlands,
        holdings,
        grounds,
        impacts,
        tuple(t.id for t in case.of("water")),
        tuple(t.id for t in case.of("drainage_system")),
    )


def beside(case: Case, scene: Scene, project: str) -> frozenset[str]:
    """The things of a case that a project has nothing to do with: projects that share no wetland with it, or with one that is
    named together with it, and that are not named so either; their impacts; wetlands, portions and ground without an impact of
    the project or of one that does; and drainage systems and waters that nothing of these is said to have to do with."""
    ties = {
        frozenset((s.thing, str(value)))
        for s in case.statements
        if s.thing in scene.projects and isinstance(s.value, Known | OneOf)
        for value in s.value.values
        if value in scene.projects
    }
    wetlands: dict[str, set[str]] = {}
    for placed in scene.impacts.values():
        wetlands.setdefault(placed.project, set()).add(placed.wetland)
    near = {project}
    while True:
        land = {wetland for name in near for wetland in wetlands.get(name, ())}
        more = {
            name
            for name in scene.projects
            if name not in near
            and (wetlands.get(name, set()) & land or any(name in tie and tie & near for tie in ties))
        }
        if not more:
            break
        near |= more
    ours = {i.id for i in scene.impacts.values() if i.project in near}
    ground = {name for i in ours for name in scene.grounds[scene.impacts[i].ground].chain}
    found = {p for p in scene.projects if p not in near} | {i for i in scene.impacts if i not in ours}
    found |= {wetland for wetland in scene.wetlands if wetland not in land}
    found |= {part for h in scene.holdings.values() if h.wetland not in land for part in h.portions}
    found |= {name for g in scene.grounds.values() if g.wetland not in land for name in g.chain if name not in ground}
    named: dict[str, set[str]] = {}
    for s in case.statements:
        others = [s.key] if isinstance(s.key, str) else []
        others += [v for v in s.value.values if isinstance(v, str)] if isinstance(s.value, Known | OneOf) else []
        for other in others:
            named.setdefault(other, set()).add(s.thing)
    found |= {x for x in (*scene.systems, *scene.waters) if x in named and named[x] <= found}
    return frozenset(found)
