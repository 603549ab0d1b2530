"""What a workload is, fact by fact: the fields of its kind of work, its index, its data and its checkpoints."""

from collections.abc import Iterator
from typing import Final

from pliego.document.model import Inline, Line, Listed, SideRow, UserText
from pliego.findings import SpecPath
from pliego.rfq.phrases import amount, counted, number, plain_number, say
from pliego.spec.models import Workload
from pliego.spec.values import SpecModel
from pliego.units import Quantity

GROUPS: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "images": (("task", "images"), ("per_request", "max_pixels")),
    "speech": (("task",), ("languages", "streaming")),
    "vector": (("task",), ("dimensions",)),
    "passages": (("task",), ("candidates",)),
    "image": (("task",), ("megapixels", "steps", "images_per_request")),
    "algorithm": (("task",), ("algorithm",)),
    "training": (
        ("task",),
        ("method", "rank", "sequence_length", "micro_batch", "global_batch", "tokens", "samples", "epochs"),
    ),
    "index": (
        ("index",),
        (
            *("type", "vectors", "dimensions", "format", "metric", "links", "build_candidates", "cells"),
            *("subvectors", "code_bits", "metadata", "top", "replicas", "growth"),
        ),
    ),
    "data": (("data",), ("size", "rows", "columns", "value_format", "copies", "loader_workers", "sample")),
    "checkpoints": (("checkpoints",), ("interval", "keep", "content")),
}
"""Groups of facts under one label: where they stand in a workload, and their keys in the order of the document.

What takes a level is not among them: it is a requirement, and stands in its table.
"""

_NOUNS: Final = {"sequence_length": "count.tokens"}


def fact_rows(name: str, workload: Workload) -> Iterator[SideRow]:
    """Yield a side-headed row for each group of which the spec states something."""
    for group, (place, keys) in GROUPS.items():
        part: object = workload
        for step in place:
            part = getattr(part, step, None)
        if isinstance(part, SpecModel) and (lines := tuple(_lines(group, part, keys, ("workloads", name, *place)))):
            yield SideRow(say(f"fact.{group}"), lines)


def _lines(group: str, part: SpecModel, keys: tuple[str, ...], path: SpecPath) -> Iterator[Line]:
    for key in keys:
        value = getattr(part, key)
        if value is not None and key in part.model_fields_set:
            yield Line(say(f"fact.{group}.{key}", value=_value(key, value, (*path, key))))


def _value(key: str, value: object, path: SpecPath) -> Inline:
    if isinstance(value, Quantity):
        return amount(value)
    if isinstance(value, bool):
        return say(f"choice.{key}.{'yes' if value else 'no'}")
    if isinstance(value, int):
        return counted(value, _NOUNS[key]) if key in _NOUNS else number(value)
    if isinstance(value, float):
        return plain_number(value)
    if isinstance(value, list):
        return Listed(tuple(UserText(str(item), path) for item in value))
    return say(f"choice.{key}.{value}")
