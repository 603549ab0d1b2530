"""Releases as buyers write them, `570`, `vLLM >= 0.17`: a name, where there is one, and a version."""

import re
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

_RELEASE: Final = re.compile(
    r"(?P<name>[^<>=~!^,;≥≤]*?)\s*(?:>=|≥)?\s*(?<![\w.])v?(?P<version>\d+(?:\.\d+)*(?P<rest>[-+._]?[a-z]\w*)?)"
)


@dataclass(frozen=True, slots=True)
class Release:
    """A release as written: `name` is empty where the version stands alone."""

    name: str
    version: str

    def is_later_than(self, other: "Release") -> bool | None:
        """Compare the numbers, not the digits: 0.9 is before 0.17. None for other products and unclear suffixes."""
        if self.name.casefold() != other.name.casefold():
            return None
        (own, suffix), (others, other_suffix) = _parts(self.version), _parts(other.version)
        differing = next((pair for pair in zip_longest(own, others, fillvalue=0) if pair[0] != pair[1]), None)
        if differing is None:
            return False if suffix == other_suffix else None
        return differing[0] > differing[1]


def read_release(text: str) -> Release | None:
    """Return what a text names, None where it is more than one release or none."""
    found = _RELEASE.fullmatch(text.strip())
    return Release(found["name"].strip(), found["version"]) if found else None


def _parts(version: str) -> tuple[tuple[int, ...], str]:
    numbers = re.match(r"\d+(?:\.\d+)*", version)
    digits = numbers[0] if numbers else ""
    return tuple(int(part) for part in digits.split(".")), version[len(digits) :]
