"""What the buyer describes of the operation beside its requirements: the kinds of storage and what they are for."""

from collections.abc import Iterator

from pliego.document.model import Code, Inline, Line, Section, SideRow, SideText, UserText
from pliego.rfq.phrases import say
from pliego.spec.models import Spec
from pliego.spec.sections.operation import StorageTier


def operation_section(spec: Spec) -> Section | None:
    """Return the section on storage by name, or None where none is described."""
    tiers = spec.operation.storage if spec.operation else None
    if not tiers:
        return None
    rows = tuple(SideRow(Code(name), tuple(_lines(name, tier))) for name, tier in tiers.items())
    return Section(
        "operation",
        say("operation.title"),
        (SideText(rows),),
        lead=say("operation.lead"),
        note=say("operation.note"),
        same_page=True,
    )


def _lines(name: str, tier: StorageTier) -> Iterator[Line]:
    kind: Inline = say(f"storage_kind.{tier.kind}")
    yield Line(kind)
    if tier.purpose:
        yield Line(UserText(tier.purpose, ("operation", "storage", name, "purpose")))
