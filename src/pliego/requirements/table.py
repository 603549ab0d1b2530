"""The one table: which spec path becomes a requirement, and what follows from it.

A pattern's `*` stands for one name. A spec path with a level that no row matches is a fault of this table; a test
walks the schema and finds it.
"""

from dataclasses import dataclass
from typing import Final

from pliego.findings import SpecPath
from pliego.requirements.model import Area, Direction, PilotCaseKind, Verification


@dataclass(frozen=True, slots=True)
class Rule:
    """What becomes of one kind of spec path. `kind` is the key of the requirement's wording."""

    pattern: SpecPath
    kind: str
    area: Area
    direction: Direction
    evidence: str
    verification: Verification
    pilot_case: PilotCaseKind | None = None


def _service_level(name: str, kind: str, direction: Direction = Direction.AT_MOST) -> Rule:
    return Rule(
        ("workloads", "*", "slo", name),
        kind,
        Area.SERVICE_LEVELS,
        direction,
        "load_report",
        Verification.PILOT,
        PilotCaseKind.ACCEPTANCE_LOAD,
    )


def _residency(name: str) -> Rule:
    return Rule(
        ("data_residency", name),
        f"residency_{name}",
        Area.RESIDENCY,
        Direction.WITHIN,
        "access_list" if name == "support_access" else "site_list",
        Verification.CONTRACT,
    )


def _backup(name: str, direction: Direction, evidence: str, *, restored: bool = False) -> Rule:
    verification = Verification.PILOT if restored else Verification.DOCUMENT
    pilot_case = PilotCaseKind.RESTORE if restored else None
    path = ("backup", *name.split("."))
    return Rule(path, "backup_" + name.replace(".", "_"), Area.BACKUP, direction, evidence, verification, pilot_case)


RULES: Final[tuple[Rule, ...]] = (
    Rule(
        ("workloads", "*", "model"), "model", Area.MODEL, Direction.EXACT, "start_up_log",
        Verification.PILOT, PilotCaseKind.START_UP,
    ),
    Rule(
        ("workloads", "*", "rights", "use"), "rights_use", Area.MODEL, Direction.EXACT, "licence_text",
        Verification.DOCUMENT,
    ),
    Rule(
        ("workloads", "*", "precision", "weights"), "weights_format", Area.MODEL, Direction.EXACT,
        "engine_configuration", Verification.PILOT, PilotCaseKind.QUALITY,
    ),
    Rule(
        ("workloads", "*", "precision", "kv_cache"), "kv_cache_format", Area.MODEL, Direction.EXACT,
        "engine_configuration", Verification.PILOT, PilotCaseKind.QUALITY,
    ),
    *(
        _service_level(f"{metric}_p{percentile}", metric)
        for metric in ("ttft", "tpot", "e2e")
        for percentile in (50, 95, 99)
    ),
    _service_level("throughput", "throughput", Direction.AT_LEAST),
    Rule(
        ("workloads", "*", "slo", "availability"), "availability", Area.SERVICE_LEVELS, Direction.AT_LEAST,
        "service_level_annex", Verification.CONTRACT_AND_REPORT,
    ),
    *(_residency(name) for name in ("storage", "processing", "backups", "logs", "support_access")),
    _backup("scope", Direction.COVERS, "backup_concept"),
    _backup("interval", Direction.AT_MOST, "backup_concept"),
    _backup("rpo", Direction.AT_MOST, "restore_record", restored=True),
    _backup("rto", Direction.AT_MOST, "restore_record", restored=True),
    _backup("copies", Direction.AT_LEAST, "backup_concept"),
    _backup("copies.sites", Direction.WITHIN, "site_list"),
    _backup("copies.encrypted", Direction.YES, "backup_concept"),
    _backup("retention", Direction.AT_LEAST, "backup_concept"),
    _backup("restore_test", Direction.AT_LEAST, "restore_record_sample"),
    Rule(("clauses", "*"), "clause", Area.CLAUSES, Direction.TEXT, "declaration", Verification.CONTRACT),
)  # fmt: skip

SIZING_RULES: Final[tuple[Rule, ...]] = (
    Rule(
        ("workloads", "*", "capacity", "sequences"), "capacity_sequences", Area.SERVICE_LEVELS, Direction.AT_LEAST,
        "engine_metrics", Verification.PILOT, PilotCaseKind.CAPACITY,
    ),
    Rule(
        ("workloads", "*", "capacity", "context"), "capacity_context", Area.SERVICE_LEVELS, Direction.AT_LEAST,
        "long_run_response", Verification.PILOT, PilotCaseKind.LONG_CONTEXT,
    ),
    Rule(
        ("workloads", "*", "hardware", "memory"), "hardware_memory", Area.HARDWARE, Direction.AT_LEAST,
        "memory_listing", Verification.PILOT, PilotCaseKind.CAPACITY,
    ),
)  # fmt: skip
"""The closed list of requirements that come from the sizing."""


def matches(pattern: SpecPath, path: SpecPath) -> bool:
    """Say whether a concrete path fits a pattern."""
    return len(pattern) == len(path) and all(want in ("*", part) for want, part in zip(pattern, path, strict=True))
