"""Model, rights and representation: which model, under which licence, for which use, in which number formats."""

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING, Final

from pliego.catalog.licences import Licence, Threshold
from pliego.catalog.number_formats import NumberFormat
from pliego.document.model import (
    Block,
    Code,
    Inline,
    Line,
    LineStyle,
    Listed,
    Section,
    SideRow,
    SideText,
    UserText,
    When,
)
from pliego.requirements.model import Origin, Requirement
from pliego.resolve.model import Resolved, ResolvedWorkload
from pliego.rfq.format_names import format_name
from pliego.rfq.phrases import number, places, plain_number, say
from pliego.rfq.thresholds import Names
from pliego.spec.models import Spec, Workload

if TYPE_CHECKING:
    from pliego.findings import SpecPath

_BY_USE: Final = ("no", "conditional", "unknown")
"""What a licence says of commercial use where it is worth a line."""


def representation_section(
    spec: Spec, resolved: Resolved, requirements: tuple[Requirement, ...], names: Names
) -> Section | None:
    """Return the section on the models of the workloads, None where no workload names one."""
    blocks: list[Block] = []
    for workload in resolved.workloads:
        stated = spec.workloads[workload.name]
        rows = tuple(_rows(workload, stated, requirements, names))
        if rows and len(spec.workloads) > 1:
            rows = (SideRow(say("workloads.name"), (Line(Code(workload.name)),)), *rows)
        if rows:
            blocks.append(SideText(rows))
    if not blocks:
        return None
    return Section(
        "representation",
        say("representation.title"),
        tuple(blocks),
        lead=say("representation.lead"),
        note=say("representation.note"),
        same_page=True,
    )


def _rows(
    workload: ResolvedWorkload, stated: Workload, requirements: tuple[Requirement, ...], names: Names
) -> Iterator[SideRow]:
    path: SpecPath = ("workloads", workload.name)
    if stated.model is None or stated.model.id is None:
        return
    lines: list[Inline] = [UserText(stated.model.id, (*path, "model", "id"))]
    if stated.model.revision:
        lines.append(say("threshold.revision", revision=Code(stated.model.revision)))
    architecture = workload.model.architecture
    if architecture is not None and architecture.max_positions:
        lines.append(say("representation.context", n=number(architecture.max_positions)))
    yield SideRow(say("workloads.model"), tuple(map(Line, lines)))
    yield SideRow(say("representation.licence"), tuple(_licence_lines(workload, stated, names)))
    if rights := tuple(_rights(stated, names)):
        yield SideRow(say("representation.rights"), tuple(map(Line, rights)))
    owed = tuple(Code(one.id) for one in requirements if one.origin is Origin.LICENCE and one.workload == workload.name)
    if owed:
        yield SideRow(say("representation.duties"), (Line(say("representation.duties.text", ids=Listed(owed))),))
    if formats := tuple(_formats(workload)):
        yield SideRow(say("representation.formats"), tuple(map(Line, formats)))


def _licence_lines(workload: ResolvedWorkload, stated: Workload, names: Names) -> Iterator[Line]:
    if stated.rights is not None and stated.rights.agreement is not None:
        text = UserText(stated.rights.agreement, ("workloads", workload.name, "rights", "agreement"))
        yield Line(say("representation.agreement", text=text))
        return
    if not workload.model.licences:
        yield Line(say("representation.unreviewed"))
        return
    for licence in workload.model.licences:
        day = When(date.fromisoformat(licence.as_of))
        key = "threshold.licence" if licence.is_verified("name") else "threshold.licence.unverified"
        yield Line(say(key, licence=UserText(licence.name, language="en"), date=day))
        for key, line in _conditions(licence, names):
            yield Line(line if licence.is_verified(key) else say("representation.unverified", text=line))
    yield Line(say("representation.no_advice"), LineStyle.QUIET)


def _conditions(licence: Licence, names: Names) -> Iterator[tuple[str, Inline]]:
    """Yield what a licence says, each with the name of its fact."""
    if licence.commercial_use in _BY_USE:
        yield "commercial_use", say(f"representation.commercial.{licence.commercial_use}")
    if licence.territory_excluded and licence.territory_basis is not None:
        where = places(licence.territory_excluded, names)
        yield "territory_excluded", say(f"representation.excluded.{licence.territory_basis}", places=where)
    for threshold in licence.thresholds:
        if threshold.value is not None:
            yield "thresholds", _threshold(threshold, threshold.value)


def _threshold(threshold: Threshold, figure: float) -> Inline:
    value: Inline = number(figure)
    if threshold.currency:
        value = say("representation.money", value=value, currency=UserText(threshold.currency))
    condition = say(f"representation.threshold.{threshold.quantity}", value=value)
    if threshold.business is None:
        return condition
    return Listed((condition, say(f"representation.business.{threshold.business}")), "sentence")


def _rights(stated: Workload, names: Names) -> Iterator[Inline]:
    rights = stated.rights
    if rights is None:
        return
    if rights.use:
        yield say(f"word.{rights.use}")
    if rights.users:
        yield say(f"representation.users.{rights.users}")
    if rights.monthly_active_users:
        yield say("threshold.users", n=number(rights.monthly_active_users))
    if rights.territories:
        yield say("representation.territories", places=places(rights.territories, names))


def _formats(workload: ResolvedWorkload) -> Iterator[Inline]:
    if workload.weights is not None:
        yield say("representation.weights", format=format_name(workload.weights.id))
        if _is_mixed(workload.weights):
            bits, other = workload.weights.bits_per_weight, workload.weights.bits_of_other_values
            yield say("representation.bits", bits=plain_number(round(bits, 2)), other=number(other))
    if workload.kv_cache is not None:
        yield say("representation.kv_cache", format=format_name(workload.kv_cache.id))
    if workload.weights is not None or workload.kv_cache is not None:
        yield say("representation.other")


def _is_mixed(weights: NumberFormat) -> bool:
    """Say whether the format leaves some values alone, so that its bits are not those of the whole model."""
    return weights.scope in ("linear", "experts") and weights.bits_per_weight < weights.bits_of_other_values
