"""The specs that mutations start from: every one that is shipped or tested, as text and, where it can be read, data."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pliego.workflow.reading import read_spec

FOLDERS = ("examples", "templates/spec", "tests")
SUFFIXES = (".yaml", ".yml", ".toml", ".latin-1")


@dataclass(frozen=True, slots=True, eq=False)
class Original:
    """A spec as it is committed; `data` is None where it cannot be read, which is what some are for.

    `sound`: it has no error, so that a small mutation of it reaches the sizing and the documents.
    `beside`: the files in folders beside it, such as configurations of models, by path from it.
    """

    name: str
    content: bytes
    data: Any
    sound: bool
    beside: Mapping[str, bytes]

    @property
    def suffix(self) -> str:
        """The suffix that says how it is read."""
        return ".toml" if self.name.endswith(".toml") else ".yaml"


def corpus(root: Path) -> tuple[Original, ...]:
    """Return the specs below `root` in the order of their names, so that a seed means the same everywhere."""
    files = (path for folder in FOLDERS for path in (root / folder).rglob("*") if path.suffix in SUFFIXES)
    found = []
    for path in sorted(files):
        reading = read_spec(path)
        name = path.relative_to(root).as_posix()
        found.append(Original(name, path.read_bytes(), reading.source.data, reading.sound, _beside(path)))
    return tuple(found)


def _beside(spec: Path) -> Mapping[str, bytes]:
    """Return the files in folders beside a spec that has its folder for itself."""
    files = sorted(spec.parent.glob("*/**/*")) if spec.stem == "spec" else ()
    return {file.relative_to(spec.parent).as_posix(): file.read_bytes() for file in files if file.is_file()}
