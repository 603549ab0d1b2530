"""Changes of the data of a spec, each in place. The careful ones often leave a sound spec, the wild ones seldom do."""

import random
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from mutated.origins import Tree, nodes, plain
from mutated.scalars import extreme, other_text, other_value
from mutated.vocabulary import Path, Vocabulary

Change: TypeAlias = Callable[[Tree, Vocabulary, random.Random], None]
_MOST_NODES: Final = 5000


def chosen(tree: Tree, chance: random.Random) -> tuple[Any, Any, Path]:
    """Return container, key and path of any node; of an empty tree, of a first one."""
    if not tree:
        tree["schema"] = "pliego/v1"
    return chance.choice(list(nodes(tree)))


def replace_by_known(tree: Tree, known: Vocabulary, chance: random.Random) -> None:
    """Give a part a value that some spec, the schema or the catalog has for such a part."""
    container, key, path = chosen(tree, chance)
    values = known.values.get(known.kind(path))
    if values:
        container[key] = plain(chance.choice(values))


def add_known(tree: Tree, known: Vocabulary, chance: random.Random) -> None:
    """Add a key where the format allows it, with a value that it may have."""
    container, key, path = chosen(tree, chance)
    part, kind = (container[key], known.kind(path)) if chance.random() < 0.9 else (tree, "")
    keys = [key for key in known.inside.get(kind, ()) if key in known.values]
    if isinstance(part, dict) and keys:
        added = chance.choice(keys)
        part[added] = plain(chance.choice(known.values[added]))


def leave_out(tree: Tree, _known: Vocabulary, chance: random.Random) -> None:
    """Remove a part."""
    container, key, _ = chosen(tree, chance)
    del container[key]


def change_task(tree: Tree, known: Vocabulary, chance: random.Random) -> None:
    """Make another kind of work of a workload, keeping everything else that it says."""
    workloads = tree.get("workloads")
    tasks = [part["task"] for part in workloads.values() if has_task(part)] if isinstance(workloads, dict) else []
    if tasks:
        task = chance.choice(tasks)
        for key in chance.choice((("kind",), ("mode",), ("kind", "mode"))):
            task[key] = chance.choice(known.values[key])


def has_task(workload: Any) -> bool:
    """Say whether there is a mapping named task."""
    return isinstance(workload, dict) and isinstance(workload.get("task"), dict)


def go_to_extreme(tree: Tree, _known: Vocabulary, chance: random.Random) -> None:
    """Set one to five scalars far off."""
    for _ in range(chance.choice((1, 1, 2, 5))):
        scalars = [(one, key) for one, key, _ in nodes(tree) if not isinstance(one[key], dict | list)]
        if scalars:
            container, key = chance.choice(scalars)
            container[key] = extreme(container[key], chance)


def copy_workload(tree: Tree, _known: Vocabulary, chance: random.Random) -> None:
    """Repeat a named part under other names, up to fifty times."""
    named = [part for key, part in tree.items() if key in ("workloads", "clauses", "pipelines") and part]
    mappings = [part for part in named if isinstance(part, dict)]
    if mappings:
        part = chance.choice(mappings)
        name = chance.choice(list(part))
        for number in range(chance.choice((1, 1, 1, 5, 50))):
            part[f"{name}-{number}"] = plain(part[name])


def retype(tree: Tree, _known: Vocabulary, chance: random.Random) -> None:
    """Replace a part by a value of any type."""
    container, key, _ = chosen(tree, chance)
    container[key] = plain(other_value(container[key], chance))


def rename(tree: Tree, known: Vocabulary, chance: random.Random) -> None:
    """Give a part another key: one of the format, one with a slip of the pen, or any text."""
    container, key, _ = chosen(tree, chance)
    if isinstance(container, dict):
        slipped = key[:1] + key[2:] + key[1:2]
        name = chance.choice((chance.choice(known.keys), slipped, other_text(key, chance)))
        container[name] = container.pop(key)


def swap(tree: Tree, _known: Vocabulary, chance: random.Random) -> None:
    """Exchange two parts, wherever they stand; one in the other leaves its place to it."""
    one, key, path = chosen(tree, chance)
    other, name, way = chosen(tree, chance)
    if way[: len(path)] == path or path[: len(way)] == way:
        one[key] = plain(other[name])
    else:
        one[key], other[name] = other[name], one[key]


def move(tree: Tree, _known: Vocabulary, chance: random.Random) -> None:
    """Copy a part with its key into another mapping."""
    container, key, _ = chosen(tree, chance)
    other, name, _ = chosen(tree, chance)
    if isinstance(other[name], dict):
        other[name][str(key)] = plain(container[key])


def bury(tree: Tree, _known: Vocabulary, chance: random.Random) -> None:
    """Put a part below many others."""
    container, key, _ = chosen(tree, chance)
    for _ in range(chance.choice((2, 30, 62, 70))):
        container[key] = chance.choice(([container[key]], {"x": container[key]}))


CAREFUL: Final[tuple[Change, ...]] = (
    replace_by_known, replace_by_known, replace_by_known, add_known, add_known, leave_out, change_task, go_to_extreme,
    copy_workload,
)  # fmt: skip
WILD: Final[tuple[Change, ...]] = (retype, retype, rename, swap, move, bury)


def change(tree: Tree, known: Vocabulary, chance: random.Random, *, wild: bool) -> str:
    """Make one change and return its name; a tree that has grown large is only cut."""
    grown = sum(1 for _ in nodes(tree)) > _MOST_NODES
    one = leave_out if grown else chance.choice(WILD if wild else CAREFUL)
    one(tree, known, chance)
    return one.__name__


def share(tree: Tree, chance: random.Random) -> None:
    """Let one mapping or list stand in several places, which YAML writes as aliases; in itself too."""
    parts = [(one, key) for one, key, _ in nodes(tree) if isinstance(one[key], dict | list)]
    places = list(nodes(tree))
    if parts:
        container, key = chance.choice(parts)
        shared = container[key]
        for _ in range(chance.choice((1, 2, 20))):
            other, name, _ = chance.choice(places)
            other[name if chance.random() < 0.7 or not isinstance(other, dict) else "<<"] = shared
