"""What a requirement is: a value that documents, workbooks and pilot plans are made from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias

from pliego.findings import SpecPath
from pliego.sizing.terms import Term
from pliego.units import Quantity


class LevelName(StrEnum):
    """Mandatory: met or not met. Preferred: earns points."""

    MANDATORY = "mandatory"
    PREFERRED = "preferred"


class Direction(StrEnum):
    """How an offered value is compared with the threshold."""

    AT_MOST = "at most"
    AT_LEAST = "at least"
    EXACT = "exact"
    WITHIN = "within"
    COVERS = "covers"
    YES = "yes"
    TEXT = "text"


class Area(StrEnum):
    """Groups of requirements, in the order of the document."""

    MODEL = "model"
    SERVICE_LEVELS = "service_levels"
    HARDWARE = "hardware"
    STORAGE = "storage"
    NETWORK = "network"
    OPERATION = "operation"
    SECURITY = "security"
    RESIDENCY = "residency"
    BACKUP = "backup"
    CERTIFICATES = "certificates"
    EXIT = "exit"
    SUSTAINABILITY = "sustainability"
    CLAUSES = "clauses"


class Verification(StrEnum):
    """How it is found out whether a requirement is met."""

    PILOT = "pilot"
    DOCUMENT = "document"
    CONTRACT_AND_REPORT = "contract_and_report"
    CONTRACT = "contract"


class PilotCaseKind(StrEnum):
    """Kinds of pilot cases that prove requirements; the pilot plan numbers the cases."""

    START_UP = "start_up"
    QUALITY = "quality"
    ACCEPTANCE_LOAD = "acceptance_load"
    CAPACITY = "capacity"
    LONG_CONTEXT = "long_context"
    COMPLETE_RUN = "complete_run"
    COLD_START = "cold_start"
    END_TO_END = "end_to_end"
    STORAGE = "storage"
    CHECKPOINT = "checkpoint"
    SEPARATION = "separation"
    RESTORE = "restore"


class Origin(StrEnum):
    """Where a requirement comes from: stated in the spec, computed from it, or prescribed by the licence of a model."""

    SPEC = "spec"
    SIZING = "sizing"
    LICENCE = "licence"


@dataclass(frozen=True, slots=True)
class MemoryAlternative:
    """`accelerators` devices in one node, each with at least `driver_total` bytes as its driver reports."""

    accelerators: int
    driver_total: float


ThresholdValue: TypeAlias = Quantity | int | float | str | bool | tuple[str, ...] | tuple[MemoryAlternative, ...]


@dataclass(frozen=True, slots=True)
class Threshold:
    """The one value that decides, and how it is compared."""

    direction: Direction
    value: ThresholdValue


@dataclass(frozen=True, slots=True)
class Scoring:
    """How a preferred requirement earns points: linear from `start` to the threshold, or all or nothing without it."""

    weight: float
    start: ThresholdValue | None = None


@dataclass(frozen=True, slots=True)
class Requirement:
    """One requirement.

    Attributes:
        id: stable id made from the spec path.
        path: where it stands in the spec; for one of another origin, its place in the closed list.
        kind: key of its wording, for example `ttft`.
        workload: name of the workload, None where it holds for all.
        facts: values that its sentence names, for example the load under which it is measured.
        rationale: the computed figures that explain it.
        origin: the spec, its sizing, or the licence of a model.

    """

    id: str
    path: SpecPath
    level: LevelName
    area: Area
    kind: str
    workload: str | None
    threshold: Threshold
    evidence: str
    verification: Verification
    pilot_case: PilotCaseKind | None = None
    scoring: Scoring | None = None
    facts: Mapping[str, Quantity | int | str] = field(default_factory=lambda: MappingProxyType({}))
    rationale: tuple[Term, ...] = ()
    origin: Origin = Origin.SPEC
