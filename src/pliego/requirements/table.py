"""The one table: which spec path becomes a requirement, and what follows from it.

A spec path with a level that no row matches is a fault of this table; a test walks the schema and finds it.
"""

from collections.abc import Iterator
from typing import Final

from pliego.requirements.model import Area, Direction, PilotCaseKind, Verification
from pliego.requirements.operation_table import OPERATION_RULES
from pliego.requirements.rules import HOW_OFTEN, KEY_HOLDER, Part, Rule

MOST, LEAST, YES = Direction.AT_MOST, Direction.AT_LEAST, Direction.YES
EXACT, COVERS, WITHIN, TEXT = Direction.EXACT, Direction.COVERS, Direction.WITHIN, Direction.TEXT
DOCUMENT, REPORT, CONTRACT = Verification.DOCUMENT, Verification.CONTRACT_AND_REPORT, Verification.CONTRACT
Case = PilotCaseKind

_model = Part(("workloads", "*"), Area.MODEL).rule
_level = Part(("workloads", "*", "slo"), Area.SERVICE_LEVELS).rule
_pipeline = Part(("pipelines", "*", "slo"), Area.SERVICE_LEVELS, "pipeline").rule
_data = Part(("workloads", "*"), Area.STORAGE).rule
_place = Part(("data_residency",), Area.RESIDENCY, "residency").rule
_processing = Part(("data_residency", "processing_contract"), Area.RESIDENCY, "processing").rule
_backup = Part(("backup",), Area.BACKUP, "backup").rule
_sized = Part(("workloads", "*"), Area.SERVICE_LEVELS).rule


def _latency(metric: str) -> Iterator[Rule]:
    """Yield the rows of one latency at each percentile; they share their wording."""
    for percentile in (50, 95, 99):
        yield _level(f"{metric}_p{percentile}", MOST, "load_report", Case.ACCEPTANCE_LOAD, kind=metric)


RULES: Final[tuple[Rule, ...]] = (
    _model("model", EXACT, "start_up_log", Case.START_UP),
    _model("rights.use", EXACT, "licence_text", DOCUMENT),
    _model("precision.weights", EXACT, "engine_configuration", Case.QUALITY, kind="weights_format"),
    _model("precision.kv_cache", EXACT, "engine_configuration", Case.QUALITY, kind="kv_cache_format"),
    *_latency("ttft"),
    *_latency("tpot"),
    *_latency("first_audio"),
    *_latency("e2e"),
    _level("real_time_factor", MOST, "load_report", Case.ACCEPTANCE_LOAD),
    _level("throughput", LEAST, "load_report", Case.ACCEPTANCE_LOAD),
    _level("document_rate", LEAST, "load_report", Case.ACCEPTANCE_LOAD),
    _level("image_rate", LEAST, "load_report", Case.ACCEPTANCE_LOAD),
    _level("row_rate", LEAST, "load_report", Case.ACCEPTANCE_LOAD),
    _level("deadline", MOST, "run_record", Case.COMPLETE_RUN),
    _level("recall", LEAST, "quality_report", Case.QUALITY),
    _level("word_error_rate", MOST, "quality_report", Case.QUALITY),
    _level("cold_start", MOST, "load_report", Case.COLD_START),
    _level("availability", LEAST, "service_level_annex", REPORT),
    *(
        _pipeline(f"e2e_p{percentile}", MOST, "load_report", Case.END_TO_END, kind="pipeline_e2e")
        for percentile in (50, 95, 99)
    ),
    _pipeline("availability", LEAST, "service_level_annex", REPORT),
    _data("data.read_rate", LEAST, "storage_report", Case.STORAGE),
    _data("checkpoints.write_time", MOST, "storage_report", Case.CHECKPOINT),
    _data("checkpoints.restore_time", MOST, "restore_record", Case.CHECKPOINT),
    *OPERATION_RULES,
    *(_place(name, WITHIN, "site_list") for name in ("storage", "processing", "backups", "logs", "keys")),
    _place("support_access", WITHIN, "access_list"),
    _place("key_holder", LEAST, "security_concept", DOCUMENT, order=KEY_HOLDER),
    _place("jurisdiction", WITHIN, "ownership_statement", DOCUMENT),
    _processing("role", EXACT, "processing_agreement"),
    _processing("contract", YES, "processing_agreement"),
    _processing("sub_processors_listed", YES, "sub_processor_list", DOCUMENT),
    _processing("sub_processor_notice", LEAST, "processing_agreement"),
    _processing("prompt_retention", MOST, "processing_agreement"),
    _processing("log_retention", MOST, "processing_agreement"),
    _processing("no_training", YES, "processing_agreement"),
    _processing("breach_notice", MOST, "processing_agreement"),
    _backup("scope", COVERS, "backup_concept", DOCUMENT),
    _backup("interval", MOST, "backup_concept", DOCUMENT),
    _backup("rpo", MOST, "restore_record", Case.RESTORE),
    _backup("rto", MOST, "restore_record", Case.RESTORE),
    _backup("copies", LEAST, "backup_concept", DOCUMENT),
    _backup("copies.sites", WITHIN, "site_list", DOCUMENT),
    _backup("copies.encrypted", YES, "backup_concept", DOCUMENT),
    _backup("retention", LEAST, "backup_concept", DOCUMENT),
    _backup("restore_test", LEAST, "restore_record_sample", DOCUMENT, order=HOW_OFTEN),
    Part(("clauses",), Area.CLAUSES).rule("*", TEXT, "declaration", kind="clause"),
)

SIZING_RULES: Final[tuple[Rule, ...]] = (
    _sized("capacity.sequences", LEAST, "engine_metrics", Case.CAPACITY),
    _sized("capacity.context", LEAST, "long_run_response", Case.LONG_CONTEXT),
    Part(("workloads", "*"), Area.HARDWARE).rule("hardware.memory", LEAST, "memory_listing", Case.CAPACITY),
)
"""The closed list of requirements that come from the sizing."""

LICENCE_RULES: Final[tuple[Rule, ...]] = (
    _model("rights.attribution", TEXT, "service_description", CONTRACT, kind="licence_attribution"),
    _model("rights.use_limits", YES, "licence_text", CONTRACT, kind="licence_use_limits"),
    _model("rights.licence_copies", YES, "licence_text", DOCUMENT, kind="licence_copies"),
    _model("rights.licensee", YES, "licence_text", DOCUMENT, kind="licence_licensee"),
    _model("rights.derivative_name", TEXT, "run_record", DOCUMENT, kind="licence_derivative_name"),
)
"""The closed list of requirements that come from the licence of a model."""
