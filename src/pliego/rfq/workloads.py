"""The workloads in plain words: task, model, load, and the reference that the figures rest on."""

from collections.abc import Iterator

from pliego.catalog.engines import EngineRelease
from pliego.document.model import (
    Code,
    Inline,
    Line,
    LineStyle,
    Listed,
    Section,
    SideRow,
    SideText,
    UserText,
)
from pliego.resolve.model import Resolved
from pliego.resolve.resolving import SERVING, TOKEN_MODELS
from pliego.rfq.demand import plain_load
from pliego.rfq.details import detail_rows
from pliego.rfq.layout_rows import releases
from pliego.rfq.phrases import memory_class, number, plain_number, say
from pliego.sizing.terms import Sizing, WorkloadSizing
from pliego.spec.models import Spec, Workload
from pliego.units import GIB


def workload_section(spec: Spec, resolved: Resolved, sizing: Sizing) -> Section:
    """Return the section on what the service is for and what it runs."""
    blocks: list[SideText] = []
    last = list(spec.workloads)[-1]
    engines = {one.name: one.engine for one in resolved.workloads}
    for (name, workload), sized in zip(spec.workloads.items(), sizing.workloads, strict=True):
        label = Code(name) if len(spec.workloads) > 1 else None
        rows = [
            *_description(name, workload, sized, engines[name], label),
            *(_reference(spec, resolved, sizing) if name == last else ()),
        ]
        blocks.append(SideText(tuple(rows)))
    if len(spec.workloads) > 1 and (spec.colocate or not spec.rfq.lots):
        blocks.append(SideText((SideRow(say("workloads.several.label"), tuple(_sharing(spec))),)))
    return Section(
        "workloads",
        say("workloads.title"),
        tuple(blocks),
        note=say("workloads.note"),
        same_page=True,
    )


def _sharing(spec: Spec) -> Iterator[Line]:
    """Yield which workloads share machines; the others have machines of their own."""
    if spec.colocate is None:
        yield Line(say("workloads.several"))
        return
    yield Line(say("workloads.together", names=Listed(tuple(Code(name) for name in spec.colocate), "and")))
    if set(spec.workloads) - set(spec.colocate):
        yield Line(say("workloads.others_apart"))


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
    yield from detail_rows(name, workload)
    if sentence := plain_load(workload):
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


def _basis(workload_name: str, workload: Workload, release: EngineRelease | None) -> Iterator[SideRow]:
    runtime = workload.precision.runtime if workload.precision else None
    if runtime is None or runtime.name is None:
        return
    name = release.name if release else runtime.name
    path = ("workloads", workload_name, "precision", "runtime", "name")
    engine = UserText(" ".join(part for part in (name, runtime.version) if part), path)
    reckoned = {"releases": releases(release.name, release.from_release, release.before_release)} if release else {}
    key = f"basis.{_basis_of(workload, release)}"
    yield SideRow(say("workloads.basis"), (Line(say(key, engine=engine, **reckoned)),))


def _basis_of(workload: Workload, release: EngineRelease | None) -> str:
    """Return what the figures have to do with the engine that is stated."""
    if workload.task.kind not in TOKEN_MODELS or workload.task.mode not in SERVING:
        return "stated"
    if release is None:
        runtime = workload.precision.runtime if workload.precision else None
        return "unmeasured" if runtime and runtime.version else "open"
    if release.rule == "encoder":
        return "without_rule"
    if release.stands_for:
        return "newest" if release.is_unnamed else "nearest"
    return "few" if release.few is not None and release.figures is None else "engine"


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
