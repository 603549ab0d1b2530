"""How the service is run, as far as single requirements do not say it: who does what, and storage tier by tier."""

from collections.abc import Iterator
from typing import Final

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
    Table,
    UserText,
)
from pliego.findings import SpecPath
from pliego.rfq.levels import joined_values
from pliego.rfq.phrases import body, say
from pliego.spec.models import Spec
from pliego.spec.sections.operation import StorageTier
from pliego.spec.values import ManagementLevel, SurvivalLevel

LAYERS: Final = ("hardware", "operating-system", "runtime", "model-service")
"""Layers of a service from the bottom; a management scope is the highest one that the provider runs."""
_RATES: Final = ("read_rate", "write_rate")


def operation_section(spec: Spec) -> Section | None:
    """Return who runs which layer and which storage is for what; None where neither is stated."""
    operation = spec.operation
    if operation is None:
        return None
    blocks: list[Block] = []
    if operation.management:
        blocks.append(_layers_table(operation.management))
    if operation.storage:
        blocks.append(_storage_table(operation.storage))
    if not blocks:
        return None
    return Section(
        "operation",
        say("operation.title"),
        tuple(blocks),
        lead=say("operation.lead"),
        note=say("operation.note"),
        same_page=True,
    )


def _layers_table(level: ManagementLevel) -> Table:
    """Return who runs each layer under the mandatory scope and, where there is one, under the preferred."""
    scopes: list[tuple[str, str]] = []
    if level.must:
        scopes.append(("mandatory", level.must))
    if level.prefer:
        scopes.append(("preferred", level.prefer.value))
    columns = (
        Column(say("column.layer"), 43.5),
        Column(say("column.comprises"), 126.5 - 30 * len(scopes)),
        *(Column(say(f"column.{name}"), 30) for name, _ in scopes),
    )
    rows = []
    for position, layer in enumerate(LAYERS):
        parties = (
            body(say("word.provider" if position <= LAYERS.index(scope) else "word.buyer")) for _, scope in scopes
        )
        rows.append(Row((body(say(f"word.{layer}")), body(say(f"layer.{layer}")), *parties)))
    return Table("layers", say("operation.layers"), columns, (Group(tuple(rows)),))


def _storage_table(tiers: dict[str, StorageTier]) -> Table:
    """Return the storage tiers; a column stands only where a tier states something for it."""
    rates = any(getattr(tier, name) for tier in tiers.values() for name in _RATES)
    kept = {
        "capacity": any(tier.capacity for tier in tiers.values()),
        "rates": rates,
        "survives": any(tier.survives for tier in tiers.values()),
    }
    shown = [name for name, is_stated in kept.items() if is_stated]
    columns = (
        Column(say("column.storage"), 43.5),
        Column(say("column.purpose"), 126.5 - 28 * len(shown)),
        *(Column(say(f"column.{name}"), 28) for name in shown),
    )
    rows = tuple(_tier_row(name, tier, shown) for name, tier in tiers.items())
    return Table("storage", say("operation.storage"), columns, (Group(rows),))


def _tier_row(name: str, tier: StorageTier, shown: list[str]) -> Row:
    path: SpecPath = ("operation", "storage", name)
    purpose = [Line(say(f"storage_kind.{tier.kind}"))]
    if tier.purpose:
        purpose.append(Line(UserText(tier.purpose, (*path, "purpose")), LineStyle.QUIET))
    cells: dict[str, Cell] = {
        "capacity": _cell(joined_values("storage_capacity", tier.capacity, (*path, "capacity"))),
        "rates": _cell(tuple(_rates(tier, path))),
        "survives": _cell(tuple(_survival(tier.survives))),
    }
    return Row((body(Code(name)), tuple(purpose), *(cells[name] for name in shown)))


def _rates(tier: StorageTier, path: SpecPath) -> Iterator[Inline]:
    for name in _RATES:
        for value in joined_values(f"storage_{name}", getattr(tier, name), (*path, name)):
            yield say(f"operation.{name}", value=value)


def _survival(level: SurvivalLevel | None) -> Iterator[Inline]:
    if level and level.must:
        yield Listed(tuple(say(f"word.{event}") for event in level.must))
    if level and level.prefer:
        events = Listed(tuple(say(f"word.{event}") for event in level.prefer.value))
        yield say("level.value.preferred", value=events)


def _cell(contents: tuple[Inline, ...]) -> Cell:
    return tuple(Line(content) for content in contents) or body(say("slo.none"))
