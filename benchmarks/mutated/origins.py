"""What mutants start from: every spec that the project ships, sound or not, with the files that lie beside it."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeAlias

import yaml

ROOT: Final = Path(__file__).resolve().parents[2]
PLACES: Final = ("examples/*/spec.*", "templates/spec/*", "tests/bad_specs/*", "tests/cases/*")
_NO_SPECS: Final = {".json", ".md"}
_MOST_BYTES: Final = 100_000
_MOST_NODES: Final = 5000

Tree: TypeAlias = dict[str, Any]
"""The data of a spec: mappings, lists and scalars."""


@dataclass(frozen=True)
class Origin:
    """A spec as it is shipped.

    Attributes:
        name: the file, from the project's folder.
        suffix: `.yaml`, `.toml` or what else the file ends in.
        text: the content; bytes that are no UTF-8 as lone surrogates.
        tree: the data, None where there are none, or too many once every alias is followed.
        beside: the files in folders beside the spec, by path from it.

    """

    name: str
    suffix: str
    text: str
    tree: Tree | None
    beside: dict[str, bytes] = field(default_factory=dict)


def origins(root: Path = ROOT) -> tuple[Origin, ...]:
    """Return all origins, in the order of their names; a file above 100 kB is left out, since it costs more than it finds."""
    files = sorted({file for place in PLACES for file in root.glob(place) if file.suffix not in _NO_SPECS})
    return tuple(_origin(file, root) for file in files if file.stat().st_size <= _MOST_BYTES)


def _origin(file: Path, root: Path) -> Origin:
    text = file.read_bytes().decode("utf-8", "surrogateescape")
    folders = (part for part in file.parent.iterdir() if part.is_dir()) if file.stem == "spec" else ()
    beside = {
        inner.relative_to(file.parent).as_posix(): inner.read_bytes()
        for folder in sorted(folders)
        for inner in sorted(folder.rglob("*"))
        if inner.is_file()
    }
    return Origin(file.relative_to(root).as_posix(), file.suffix, text, _tree(file.suffix, text), beside)


def _tree(suffix: str, text: str) -> Tree | None:
    try:
        data = tomllib.loads(text) if suffix == ".toml" else yaml.load(text, _Plain)  # noqa: S506 (text and lists only)
    except (yaml.YAMLError, ValueError):
        return None
    return plain(data) if isinstance(data, dict) and _is_small(data) else None


def _is_small(data: Any) -> bool:
    """Say whether the data are few also where every alias is followed."""
    try:
        return sum(1 for _ in islice(nodes(data), _MOST_NODES + 1)) <= _MOST_NODES
    except RecursionError:  # an alias of a part that it stands in
        return False


class _Plain(yaml.SafeLoader):
    """A loader that leaves dates as they are written."""


_Plain.yaml_implicit_resolvers = {
    sign: [(tag, pattern) for tag, pattern in pairs if tag != "tag:yaml.org,2002:timestamp"]
    for sign, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def plain(data: Any) -> Any:
    """Return a copy in which nothing is shared, with texts for keys and for days and times."""
    if isinstance(data, dict):
        return {str(key): plain(part) for key, part in data.items()}
    if isinstance(data, list):
        return [plain(part) for part in data]
    return data if data is None or isinstance(data, str | bool | int | float) else str(data)


def nodes(tree: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[Any, Any, tuple[str | int, ...]]]:
    """Yield container, key and path of every node below the root."""
    pairs = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, part in list(pairs):
        yield tree, key, (*path, key)
        yield from nodes(part, (*path, key))
