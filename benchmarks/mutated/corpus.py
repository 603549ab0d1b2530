"""The specs that mutations start from: every one in examples/ and tests/, as text and, where it can be read, data."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pliego.workflow.reading import read_spec

FOLDERS = ("examples", "tests")
SUFFIXES = (".yaml", ".yml", ".toml", ".latin-1")


@dataclass(frozen=True, slots=True, eq=False)
class Original:
    """A spec as it is committed; `data` is None where it cannot be read, which is what some are for.

    `sound`: it has no error, so that a small mutation of it reaches the sizing and the documents.
    """

    name: str
    content: bytes
    data: Any
    sound: bool

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
        found.append(Original(name, path.read_bytes(), reading.source.data, reading.sound))
    return tuple(found)
