"""The glossary: the terms that this document uses, with the exact definition of every metric."""

from collections.abc import Iterator

from pliego.document.model import Column, Group, Row, Section, Table, UserText
from pliego.requirements.model import Requirement
from pliego.rfq.format_names import format_term
from pliego.rfq.phrases import body, counted, say
from pliego.rfq.sentences import is_training
from pliego.sizing.terms import Sizing
from pliego.spec.models import Spec

_FEW = 6
_OF_KIND = {
    "ttft": ("ttft", "percentile", "sequence"),
    "tpot": ("tpot", "percentile", "sequence"),
    "first_audio": ("percentile",),
    "e2e": ("e2e", "percentile"),
    "throughput": ("throughput",),
    "real_time_factor": ("rtf",),
    "word_error_rate": ("wer",),
    "availability": ("availability", "month"),
    "capacity_sequences": ("sequence", "concurrency"),
    "capacity_context": ("sequence",),
    "hardware_memory": ("accelerator", "driver_total", "gb_gib", "kv_cache"),
    "kv_cache_format": ("kv_cache",),
    "backup_rpo": ("rpo",),
    "backup_rto": ("rto",),
}
_SETS = ("EEA", "EU")
_OF_TEXT = ("text-generation", "embedding", "reranking")
_OF_TOKENS = ("e2e", "throughput")
"""Terms defined by output tokens; of other work the requirement itself says what is counted."""


def glossary_section(spec: Spec, sizing: Sizing, requirements: tuple[Requirement, ...]) -> Section | None:
    """Return the glossary of the terms in use, None where there are none; the renderer sorts it by language."""
    terms = sorted(set(_terms(spec, sizing, requirements)))
    if not terms and not spec.terms:
        return None
    columns = (Column(say("column.glossary_term"), 43.5), Column(say("column.meaning"), 126.5))
    rows = tuple(Row((body(say(f"glossary.{term}.name")), body(say(f"glossary.{term}.meaning")))) for term in terms)
    rows += tuple(_own_rows(spec))
    table = Table("glossary", counted(len(rows), "glossary.caption"), columns, (Group(rows),), alphabetical=True)
    return Section(
        "glossary",
        say("glossary.title"),
        (table,),
        note=counted(len(rows), "glossary.note"),
        annex=True,
        same_page=len(rows) <= _FEW,
    )


def _own_rows(spec: Spec) -> Iterator[Row]:
    """Yield the entries of the buyer's own."""
    for name, meaning in (spec.terms or {}).items():
        path = ("terms", name)
        yield Row((body(UserText(name, path)), body(UserText(meaning, path))))


def _terms(spec: Spec, sizing: Sizing, requirements: tuple[Requirement, ...]) -> Iterator[str]:
    if requirements:
        yield "evidence"
    if requirements and any(workload.task.kind in _OF_TEXT for workload in spec.workloads.values()):
        yield "token"
    for requirement in requirements:
        yield from _of_requirement(requirement)
    for workload in sizing.workloads:
        if workload.terms:
            yield "gb_gib"
        if workload.term("kv_cache_peak"):
            yield from ("kv_cache", "sequence")
        if workload.alternatives:
            yield from ("accelerator", "tensor_parallel", "driver_total", "visible_memory")
    if spec.rfq.contract and spec.rfq.contract.hours_per_month:
        yield "billing_month"


def _of_requirement(requirement: Requirement) -> Iterator[str]:
    written = requirement.facts.get("task", "text-generation") == "text-generation" and not is_training(requirement)
    terms = _OF_KIND.get(requirement.kind, ())
    yield from (term for term in terms if written or term not in _OF_TOKENS)
    yield str(requirement.level)
    if requirement.pilot_case is not None:
        yield "pilot_case"
    value = requirement.threshold.value
    if requirement.kind.endswith("_format"):
        yield format_term(str(value))
    if isinstance(value, tuple):
        yield from (f"set_{code}" for code in _SETS if code in value)
