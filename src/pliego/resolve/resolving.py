"""The resolution: each workload with its facts, and everything that the facts say against the spec."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Final

from pliego.catalog.architecture import Architecture
from pliego.catalog.checkpoint import Checkpoint, ModelReading
from pliego.catalog.engines import EngineRelease
from pliego.catalog.facts import Accelerator, ModelRow
from pliego.catalog.loading import Catalog
from pliego.catalog.number_formats import NumberFormat
from pliego.findings import Finding, SpecPath
from pliego.resolve.context import check_context, sequence_limit
from pliego.resolve.demand import resolve_demand
from pliego.resolve.drafts import resolve_draft
from pliego.resolve.engines import resolve_engine
from pliego.resolve.hints import did_you_mean, same_but_for_typing
from pliego.resolve.model import (
    DEFAULT_MEMORY_MARGIN,
    Adapters,
    FactSource,
    Layout,
    Resolved,
    ResolvedModel,
    ResolvedWorkload,
)
from pliego.resolve.number_formats import check_formats
from pliego.resolve.places import resolve_regions
from pliego.spec.models import Hardware, Spec, Workload
from pliego.spec.sections.model import Model, Precision, Runtime
from pliego.spec.values import CacheFormatLevel, NumberFormatLevel

SERVING: Final = ("online", "batch")
"""Ways of work that an inference engine does."""

TOKEN_MODELS: Final = ("text-generation", "embedding", "reranking")
"""Kinds of work whose models are sized layer by layer, so that one that is not understood is refused."""


def resolve(spec: Spec, catalog: Catalog, configs: Mapping[str, ModelReading]) -> Resolved:
    """Return the spec with its facts.

    `configs` holds what was read from each file named as `model.config`, by its path as written; a file
    that could not be read has had its finding and is left out.
    """
    findings: list[Finding] = []
    reference = _reference(spec.hardware, catalog, findings)
    facts = _Facts(catalog, configs, reference)
    workloads = tuple(_workload(name, workload, facts, findings) for name, workload in spec.workloads.items())
    if spec.hardware and spec.hardware.count and spec.hardware.reference is None:
        findings.append(Finding("P437", ("hardware", "count"), {"count": str(spec.hardware.count)}))
    regions, region_findings = resolve_regions(spec, catalog.regions)
    margin = spec.assumptions.memory_margin if spec.assumptions else None
    return Resolved(
        workloads=workloads,
        reference=reference,
        count=spec.hardware.count if spec.hardware else None,
        nodes=(spec.hardware.nodes if spec.hardware else None) or 1,
        accelerators=catalog.accelerators,
        engines=tuple(row for row in catalog.engine_releases if row.stands_for_unknown),
        number_formats=catalog.number_formats,
        footprints=tuple(one for row in catalog.engine_releases for one in row.footprints),
        regions=regions,
        memory_margin=DEFAULT_MEMORY_MARGIN if margin is None else float(margin.base),
        margin_given=margin is not None,
        findings=(*findings, *region_findings),
    )


def _reference(hardware: Hardware | None, catalog: Catalog, findings: list[Finding]) -> Accelerator | None:
    if hardware is None or hardware.reference is None:
        return None
    found = catalog.accelerator(hardware.reference)
    if found is None:
        names = tuple(name for row in catalog.accelerators for name in row.aliases)
        hint = did_you_mean(hardware.reference, names) or "write a catalog id such as H100-SXM-80GB"
        findings.append(Finding("P402", ("hardware", "reference"), {"name": hardware.reference}, hint))
    elif not found.memory_class:
        findings.append(Finding("P407", ("hardware", "reference"), {"name": found.name}))
        return None
    return found


@dataclass(frozen=True, slots=True)
class _Facts:
    """Everything that a workload is resolved against."""

    catalog: Catalog
    configs: Mapping[str, ModelReading]
    reference: Accelerator | None


def _workload(name: str, workload: Workload, facts: _Facts, findings: list[Finding]) -> ResolvedWorkload:
    path: SpecPath = ("workloads", name)
    catalog, precision = facts.catalog, workload.precision or Precision()
    runtime = precision.runtime or Runtime()
    row = catalog.model(workload.model.id) if workload.model and workload.model.id else None
    model = ResolvedModel()
    if workload.model is not None:
        refusals: list[Finding] = []
        model = _model(workload.model, row, facts, (*path, "model"), refusals)
        licences = catalog.licences.texts_of(workload.model.id) if workload.model.id else ()
        model = replace(model, pooled=workload.task.kind in _POOLED, licences=licences)
        needed = workload.task.kind in TOKEN_MODELS
        findings.extend(finding for finding in refusals if needed or finding.code != "P410")
    weights, kv_cache = _format(precision.weights, catalog), _format(precision.kv_cache, catalog)
    formats = {"weights": weights, "kv_cache": kv_cache}
    findings.extend(_not_native(formats, facts.reference, (*path, "precision")))
    engine = _named(runtime, catalog)
    findings.extend(check_formats(formats, engine, facts.reference, (*path, "precision")))
    findings.extend(_stored_otherwise(model, weights, (*path, "precision", "weights")))
    findings.extend(check_context(workload, model, row, path, catalog.length_scalings))
    limit = sequence_limit(workload, model, row, path, catalog.length_scalings)
    return ResolvedWorkload(
        name=name,
        kind=workload.task.kind,
        mode=workload.task.mode,
        stated=workload,
        load_rates=catalog.load_rates,
        model=model,
        weights=weights,
        kv_cache=kv_cache,
        engine=_engine(workload, runtime, catalog, (*path, "precision", "runtime"), findings),
        layout=Layout(
            runtime.tensor_parallel,
            runtime.pipeline_parallel,
            runtime.memory_utilization,
            runtime.max_batched_tokens,
            runtime.max_sequences,
            runtime.max_model_length,
        ),
        demand=resolve_demand(workload, path, limit, model.architecture),
        residuals=catalog.residuals,
        adapters=Adapters(runtime.adapters.count, runtime.adapters.rank) if runtime.adapters else None,
        draft=resolve_draft(runtime.draft, catalog, (*path, "precision", "runtime", "draft"), findings),
    )


_POOLED: Final = ("embedding", "reranking")
"""Kinds of work whose models give one vector or score for each text."""


def _model(model: Model, row: ModelRow | None, facts: _Facts, path: SpecPath, findings: list[Finding]) -> ResolvedModel:
    """Return the model: from its config.json, else the catalog, else as a number of parameters."""
    name = model.id or model.config
    reading: ModelReading | None
    if model.config is not None:
        reading, place = facts.configs.get(model.config), (*path, "config")
        source = FactSource("config", PurePath(model.config).name or model.config)
    elif row is not None:
        reading, place = row.reading, (*path, "id")
        source = FactSource("catalog", f"{row.id}, config.json", row.as_of)
    else:
        if model.id is not None:
            hint = did_you_mean(model.id, same_but_for_typing(model.id, facts.catalog.model_names()))
            hint = hint or "add `config` with the path of the model's config.json"
            findings.append(Finding("P401", (*path, "id"), {"name": model.id}, hint))
        return ResolvedModel(name, parameters=model.parameters, source=FactSource("spec", "parameters"))
    checkpoint = reading if isinstance(reading, Checkpoint) else None
    described = reading.reading if isinstance(reading, Checkpoint) else reading
    if isinstance(described, Architecture):
        return ResolvedModel(name, described, model.parameters, source, checkpoint)
    for refusal in described or ():
        against = {"field": refusal.field, "found": refusal.found, "reason": refusal.reason}
        findings.append(Finding("P410", place, against))
    stored = checkpoint.parameters if checkpoint else None
    published = row.parameters if row is not None and source.kind == "catalog" else None
    return ResolvedModel(name, None, model.parameters or stored or published, source, checkpoint)


def _stored_otherwise(model: ResolvedModel, weights: NumberFormat | None, path: SpecPath) -> Iterator[Finding]:
    """Find weights that are stated in another width than the configuration says that they are stored in.

    Of a catalog row only a wider statement is one: narrower copies are published under other names.
    """
    stored = model.architecture.quantization if model.architecture else None
    source = model.source
    if stored is None or stored.bits is None or weights is None or not weights.bits_per_weight or source is None:
        return
    stated = int(weights.bits_per_weight)
    if stated > stored.bits or (source.kind == "config" and stated < stored.bits):
        facts = {"format": weights.id, "origin": source.text, "published": f"{stored.method} ({stored.bits} bit)"}
        yield Finding("P419", path, facts)


def _format(level: NumberFormatLevel | CacheFormatLevel | None, catalog: Catalog) -> NumberFormat | None:
    """Return the number format that figures are computed for: the mandatory one, else the preferred one."""
    if level is None:
        return None
    name = level.must or (level.prefer.value if level.prefer else None)
    return catalog.number_format(name) if name else None


def _not_native(
    formats: Mapping[str, NumberFormat | None], reference: Accelerator | None, path: SpecPath
) -> Iterator[Finding]:
    """Find formats that the matrix units do not accept; block types of GGUF files are native nowhere."""
    if reference is None or not reference.formats_native:
        return
    native = ", ".join(reference.formats_native)
    for key, found in formats.items():
        if found is not None and found.native_as and not reference.computes_natively(found):
            yield Finding("P414", (*path, key), {"format": found.id, "accelerator": reference.name, "native": native})


def _named(runtime: Runtime, catalog: Catalog) -> EngineRelease | None:
    """Return a row of the engine that is named, whichever release it is; None where it is not known."""
    return next(iter(catalog.engine_rows(runtime.name)), None) if runtime.name else None


def _engine(
    workload: Workload, runtime: Runtime, catalog: Catalog, path: SpecPath, findings: list[Finding]
) -> EngineRelease | None:
    """Return the engine that serves a model of tokens; other work is not sized by one, and none is looked for."""
    if workload.task.kind not in TOKEN_MODELS or workload.task.mode not in SERVING:
        return None
    return resolve_engine(runtime, catalog, path, findings)
