"""A row of the requirements table, and the short way to write many rows of one part of the spec."""

from dataclasses import dataclass
from typing import Final

from pliego.findings import SpecPath
from pliego.requirements.model import Area, Direction, PilotCaseKind, Verification

MANAGEMENT: Final = ("hardware", "operating-system", "runtime", "model-service")
SUPPORT_HOURS: Final = ("business-hours", "extended-hours", "24x7")
TENANCY: Final = ("shared", "isolated", "dedicated")
KEY_HOLDER: Final = ("provider", "third-party", "buyer")
HOW_OFTEN: Final = ("yearly", "half-yearly", "quarterly", "monthly")
"""The words of closed lists of the spec, each stronger for the buyer than the one before."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What becomes of one kind of spec path. `kind` is the key of the requirement's wording.

    A pattern's `*` stands for one name. `order` holds the words of a closed list from weak to strong; it is empty
    where values are ordered by their size, or not at all.
    """

    pattern: SpecPath
    kind: str
    area: Area
    direction: Direction
    evidence: str
    verification: Verification
    pilot_case: PilotCaseKind | None = None
    order: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the spec whose rows share an area and the beginning of their kinds."""

    path: SpecPath
    area: Area
    prefix: str = ""

    def rule(
        self,
        name: str,
        direction: Direction,
        evidence: str,
        how: Verification | PilotCaseKind = Verification.CONTRACT,
        *,
        kind: str | None = None,
        order: tuple[str, ...] = (),
    ) -> Rule:
        """Return the row of a key, or of keys joined by points; a pilot case as the way of checking means a pilot."""
        keys = tuple(name.split("."))
        made = "_".join(part for part in (self.prefix, *keys) if part and part != "*")
        case = how if isinstance(how, PilotCaseKind) else None
        verification = how if isinstance(how, Verification) else Verification.PILOT
        return Rule((*self.path, *keys), kind or made, self.area, direction, evidence, verification, case, order)


def matches(pattern: SpecPath, path: SpecPath) -> bool:
    """Say whether a concrete path fits a pattern."""
    return len(pattern) == len(path) and all(want in ("*", part) for want, part in zip(pattern, path, strict=True))
