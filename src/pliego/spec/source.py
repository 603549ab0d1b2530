"""What reading gives: the text, its data, and where each key and value stands."""

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePath
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from pliego.finding_codes import CODES
from pliego.findings import Finding, Place, SpecPath
from pliego.spec.spelling import Form

Data: TypeAlias = "dict[str, Data] | list[Data] | str | int | float | bool | None"
"""Plain data: what JSON can hold, without NaN and infinity."""


class Offsets(NamedTuple):
    """Where a value stands in the text, and its key if it has one; in characters from the beginning."""

    key: int | None
    value: int


_LEFT_OUT: Final = ("must", "value")
"""Keys that a bare value stands for: `storage: [ES]` means `storage: {must: [ES]}`."""


@dataclass(frozen=True)
class Source:
    """A spec as read.

    Attributes:
        name: the file as the user named it, or `<stdin>`.
        text: the decoded text, without a byte order mark; empty where the bytes could not be read.
        data: the plain data, None where the text could not be read as a whole.
        offsets: the place of every key and value by its path.
        written: the text of each unquoted number, truth value and date, by its path.
        is_file: whether `name` is that of a file; if not, of standard input or of a command.
        bases: the files that this one builds on, nearest first; `data` and `written` hold what it takes over.

    """

    name: str
    text: str = ""
    data: Data = None
    offsets: Mapping[SpecPath, Offsets] = field(default_factory=lambda: MappingProxyType({}))
    written: Mapping[SpecPath, str] = field(default_factory=lambda: MappingProxyType({}))
    is_file: bool = True
    bases: "tuple[Source, ...]" = ()

    @property
    def form(self) -> Form:
        """The language that it is written in: a name that ends in .toml means TOML, any other YAML."""
        return Form.TOML if PurePath(self.name).suffix.lower() == ".toml" else Form.YAML

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """Offsets at which lines begin; a line ends as in an editor, at CR LF, LF or CR."""
        return (0, *(found.end() for found in re.finditer(r"\r\n|\n|\r", self.text)))

    def place_at(self, offset: int) -> Place:
        """Return line and column of a character."""
        line = bisect_right(self.line_starts, offset)
        return Place(line, offset - self.line_starts[line - 1] + 1)

    def line(self, number: int) -> str:
        """Return a line without its end; lines count from 1."""
        start = self.line_starts[number - 1]
        end = self.line_starts[number] if number < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def as_written(self, path: SpecPath) -> SpecPath:
        """Return a path through the spec as it leads through the file, where a bare value stands for must or value."""
        found: SpecPath = ()
        for number, part in enumerate(path):
            if (*found, part) in self.offsets:
                found = (*found, part)
            elif part not in _LEFT_OUT or not self._is_bare(found):
                return (*found, *path[number:])
        return found

    def _is_bare(self, path: SpecPath) -> bool:
        """Say whether a value stands there without the mapping of its level."""
        return path in self.offsets and not any((*path, key) in self.offsets for key in ("must", "prefer", "value"))

    def origin(self, finding: Finding) -> "Source":
        """Return the file that a finding is about: the one with the nearest part of its path, this one before bases."""
        if finding.file:
            return next((base for base in self.bases if base.name == finding.file), self)
        if finding.place is not None or not self.bases:
            return self
        return max((self, *self.bases), key=lambda one: one.depth(finding.path))

    def depth(self, path: SpecPath) -> int:
        """Return how far a path leads through this file."""
        written = self.as_written(path)
        return next((length for length in range(len(written), 0, -1) if written[:length] in self.offsets), 0)

    def place(self, finding: Finding) -> Place | None:
        """Return where a finding points: its own place, or that of its path or of the nearest part above."""
        if finding.place is not None or CODES[finding.code].of_machine:
            return finding.place
        path = self.as_written(finding.path)
        for length in range(len(path), 0, -1):
            offsets = self.offsets.get(path[:length])
            if offsets is not None:
                at_key = finding.at_key or length < len(path)
                return self.place_at(offsets.key if at_key and offsets.key is not None else offsets.value)
        return Place(1, 1) if self.text else None


class Unreadable(Exception):  # noqa: N818 (a state of the text, told by its finding)
    """The text cannot be read any further; `finding` says why and where."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.code)
        self.finding = finding
