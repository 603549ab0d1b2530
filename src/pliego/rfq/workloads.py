"""The workloads in plain words: task, model, demand, service levels, and the reference the figures rest on."""

from collections.abc import Iterator

from pliego.catalog.engines import EngineRelease
from pliego.document.model import (
    Block,
    Cell,
    Code,
    Column,
    Group,
    Inline,
    Line,
    LineStyle,
    Listed,
    Row,
    Section,
    SideRow,
    SideText,
    Table,
    UserText,
)
from pliego.resolve.model import Resolved
from pliego.rfq.phrases import amount, body, captioned, counted, memory_class, number, plain_number, say
from pliego.sizing.terms import Sizing, WorkloadSizing
from pliego.spec.models import Length, Spec, Workload
from pliego.units import GIB

_LEVELS = (
    *(f"{metric}_p{percentile}" for metric in ("ttft", "tpot", "e2e") for percentile in (50, 95, 99)),
    "throughput",
    "availability",
)


def workload_section(spec: Spec, resolved: Resolved, sizing: Sizing) -> Section:
    """Return the section on what the service must carry."""
    blocks: list[Block] = []
    last = list(spec.workloads)[-1]
    engines = {one.name: one.engine for one in resolved.workloads}
    for (name, workload), sized in zip(spec.workloads.items(), sizing.workloads, strict=True):
        label = Code(name) if len(spec.workloads) > 1 else None
        rows = [
            *_description(name, workload, sized, engines[name], label),
            *(_reference(spec, resolved, sizing) if name == last else ()),
        ]
        blocks.append(SideText(tuple(rows)))
        blocks += [table for table in (_demand(workload, label), _service_levels(workload, label)) if table]
    if len(spec.workloads) > 1:
        blocks.append(SideText((SideRow(say("workloads.several.label"), (Line(say("workloads.several")),)),)))
    return Section(
        "workloads",
        say("workloads.title"),
        tuple(blocks),
        lead=say("workloads.lead") if len(blocks) > 1 else None,
        note=say("workloads.note"),
        same_page=len(blocks) == 1,
    )


def _description(
    name: str, workload: Workload, sized: WorkloadSizing, engine: EngineRelease | None, label: Inline | None
) -> Iterator[SideRow]:
    path = ("workloads", name)
    if label is not None:
        yield SideRow(say("workloads.name"), (Line(label),))
    lines = [Line(say(f"task.{workload.task.kind}.{workload.task.mode}"))]
    if workload.task.description:
        lines.append(Line(UserText(workload.task.description, (*path, "task", "description"))))
    yield SideRow(say("workloads.task"), tuple(lines))
    yield from _model(name, workload, sized)
    if sentence := _plain_load(workload):
        yield SideRow(say("workloads.load"), sentence)
    yield from _basis(name, workload, engine)


def _model(name: str, workload: Workload, sized: WorkloadSizing) -> Iterator[SideRow]:
    model = workload.model
    if model is None:
        return
    lines: list[Line] = []
    path = ("workloads", name, "model")
    if model.id:
        text = UserText(model.id, (*path, "id"))
        revision = UserText(model.revision, (*path, "revision")) if model.revision else None
        lines.append(Line(say("model.at_revision", model=text, revision=revision) if revision else text))
    if parameters := sized.term("parameters"):
        digits = 2 if parameters.value < 10**10 else 1
        counts = {
            "billions": number(parameters.value / 10**9, digits),
            "millions": number(parameters.value / 10**6),
        }
        lines.append(Line(say("model.parameters", **counts), LineStyle.QUIET))
    if lines:
        yield SideRow(say("workloads.model"), tuple(lines))


def _plain_load(workload: Workload) -> tuple[Line, ...]:
    """Return the load in plain words: arrivals, sequences in flight, what a request looks like."""
    load, context = workload.load, workload.context
    lines: list[Line] = []
    if load and load.peak:
        lines.append(Line(say(f"plain.rate.{load.arrival or 'any'}", rate=amount(load.peak))))
    if load and load.concurrency and load.concurrency.peak:
        lines.append(Line(counted(load.concurrency.peak, "plain.sequences")))
    if context and context.input and context.output and context.input.typical and context.output.typical:
        typical = say(
            "plain.typical",
            input=counted(context.input.typical, "count.tokens"),
            output=counted(context.output.typical, "count.tokens"),
        )
        lines.append(Line(typical))
    return tuple(lines)


def _basis(workload_name: str, workload: Workload, release: EngineRelease | None) -> Iterator[SideRow]:
    runtime = workload.precision.runtime if workload.precision else None
    if runtime is None or runtime.name is None:
        return
    name = release.name if release else runtime.name
    path = ("workloads", workload_name, "precision", "runtime", "name")
    engine = UserText(" ".join(part for part in (name, runtime.version) if part), path)
    key = "basis.engine" if release and release.has_own_rule else "basis.unmeasured"
    if release is not None and release.rule == "encoder":
        key = "basis.without_rule"
    elif release is not None and release.few is not None and release.figures is None:
        key = "basis.few"
    yield SideRow(say("workloads.basis"), (Line(say(key, engine=engine)),))


def _demand(workload: Workload, label: Inline | None) -> Table | None:
    rows = (*_length_rows(workload), *_load_rows(workload))
    if not rows:
        return None
    columns = (
        Column(say("column.quantity"), 43.5),
        Column(say("column.unit"), 49.5),
        Column(say("column.typical"), 22, numeric=True),
        Column(say("column.p95"), 28, numeric=True),
        Column(say("column.maximum"), 27, numeric=True),
    )
    return Table("demand", captioned("demand.caption", label), columns, (Group(rows),))


def _length_rows(workload: Workload) -> Iterator[Row]:
    context = workload.context
    for part in ("input", "output"):
        length: Length | None = getattr(context, part) if context else None
        if length and (length.typical or length.p95 or length.max):
            cells = tuple(_number_cell(value) for value in (length.typical, length.p95, length.max))
            yield Row((body(say(f"demand.{part}")), body(say("demand.tokens")), *cells))


def _load_rows(workload: Workload) -> Iterator[Row]:
    load = workload.load
    if load and load.concurrency:
        flight = load.concurrency
        cells = tuple(_number_cell(value) for value in (flight.typical, None, flight.peak))
        yield Row((body(say("demand.sequences")), body(say("demand.at_once")), *cells))
    if load and load.peak:
        arrival = body(say(f"demand.arrival.{load.arrival or 'any'}"))
        yield Row((body(say("demand.rate")), arrival, *_dashes(2), body(amount(load.peak))))


def _number_cell(value: int | None) -> Cell:
    return body(say("demand.not_stated")) if value is None else body(number(value))


def _dashes(count: int) -> tuple[Cell, ...]:
    return (body(say("demand.none")),) * count


def _service_levels(workload: Workload, label: Inline | None) -> Table | None:
    slo = workload.slo
    rows: list[Row] = []
    for name in _LEVELS:
        level = getattr(slo, name) if slo else None
        if level is None:
            continue
        metric, _, percentile = name.partition("_p")
        sign = "threshold.at_least" if metric in ("throughput", "availability") else "threshold.at_most"
        how = say(f"percentile.{percentile}") if percentile else say(f"level_measure.{metric}")
        must = body(say(sign, value=amount(level.must))) if level.must else body(say("slo.none"))
        prefer = body(say(sign, value=amount(level.prefer.value))) if level.prefer else body(say("slo.none"))
        rows.append(Row((body(say(f"requirement.{metric}.name")), body(how), must, prefer)))
    if not rows:
        return None
    columns = (
        Column(say("column.service_level"), 43.5),
        Column(say("column.how_measured"), 66.5),
        Column(say("column.mandatory"), 30, numeric=True),
        Column(say("column.preferred"), 30, numeric=True),
    )
    return Table("service_levels", captioned("slo.caption", label), columns, (Group(tuple(rows)),))


def _reference(spec: Spec, resolved: Resolved, sizing: Sizing) -> Iterator[SideRow]:
    """Yield the reference accelerator as the neutral figures that it stands for, and whether figures were checked."""
    reference = resolved.reference
    if spec.hardware is None or reference is None:
        return
    parts: list[Inline] = [say("reference.class", memory_class=memory_class(reference.memory_class))]
    if reference.memory_bytes:
        parts.append(say("reference.memory", memory=number(reference.memory_bytes / GIB, 1, "GiB")))
    if reference.bandwidth_bytes_per_s:
        parts.append(
            say(
                "reference.bandwidth",
                bandwidth=plain_number(round(reference.bandwidth_bytes_per_s / 10**12, 2)),
            )
        )
    key = "reference.lead" if any(one.layout for one in sizing.workloads) else "reference.class_only"
    lines = [Line(say(key, figures=Listed(tuple(parts)))), Line(say("reference.equivalent"))]
    yield SideRow(say("workloads.reference"), tuple(lines))
