"""What is wrong with an input, as a value: code, severity, place in the spec, facts and a hint.

A finding knows nothing of files and lines: `cli/` joins the two. The codes are stable and documented in
docs/findings.md, which is generated from `CODES`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final, TypeAlias

from pliego.finding_codes import CODES

LONGEST_PART: Final = 300
"""Characters of a key that `dotted` shows; no key of a sound spec is longer."""

SpecPath: TypeAlias = tuple[str | int, ...]
"""Keys and list indexes from the top of the spec to a value, as in ("workloads", "assistant", "slo")."""


class Severity(StrEnum):
    """How much a finding weighs: an error stops the work, a warning does not, a notice only informs."""

    ERROR = "error"
    WARNING = "warning"
    NOTICE = "notice"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A place in a text file; line and column count from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault, or one thing to know, in an input.

    `path` leads to the value in the spec (empty: the file as a whole); `at_key` says that the key, not the
    value, is meant. `place` is set where the text could not be read far enough to have a path, `file` where that text
    is another one than the spec's own.
    """

    code: str
    path: SpecPath = ()
    facts: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    hint: str | None = None
    at_key: bool = False
    place: Place | None = None
    file: str = ""

    @property
    def severity(self) -> Severity:
        """The severity of the finding's code."""
        return Severity(CODES[self.code].severity)

    @property
    def message(self) -> str:
        """One sentence: what was found and what is allowed."""
        return CODES[self.code].message.format_map(self.facts)


def has_errors(findings: Iterable[Finding]) -> bool:
    """Say whether any of the findings stops the work."""
    return any(finding.severity is Severity.ERROR for finding in findings)


def dotted(path: SpecPath) -> str:
    """Write a path as people do: `workloads.assistant.slo.ttft_p95`, `data_residency.storage.must[0]`.

    A key can be as long as a file; more than `LONGEST_PART` characters of one become an ellipsis.
    """
    text = ""
    for part in path:
        name = part if isinstance(part, int) or len(part) <= LONGEST_PART else part[:LONGEST_PART] + "…"
        text += f"[{name}]" if isinstance(name, int) else f".{name}" if text else name
    return text
