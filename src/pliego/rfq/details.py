"""What is particular to one kind of work: images, adapters, an index, a data set, checkpoints. One line a value."""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Final

from pydantic import BaseModel

from pliego.document.model import Inline, Line, Listed, SideRow, UserText
from pliego.findings import SpecPath
from pliego.rfq.phrases import amount, number, plain_number, say
from pliego.spec.models import Workload
from pliego.units import Quantity

_TASK: Final = (
    "languages", "streaming", "dimensions", "candidates", "megapixels", "steps", "images_per_request", "algorithm",
    "method", "rank", "sequence_length", "micro_batch", "global_batch", "tokens", "samples", "epochs",
)  # fmt: skip
_INDEX: Final = (
    "type", "vectors", "dimensions", "format", "metric", "links", "build_candidates", "cells", "subvectors",
    "code_bits", "metadata", "top", "replicas", "growth",
)  # fmt: skip
_DATA: Final = ("size", "rows", "columns", "value_format", "copies", "loader_workers", "sample")
_CHECKPOINTS: Final = ("interval", "keep", "content")

WORDS: Final = {
    ("task", "algorithm"), ("task", "method"), ("index", "type"), ("index", "metric"), ("checkpoints", "content"),
}  # fmt: skip
"""Values that are words of the format and have a text in each language."""


def detail_rows(name: str, workload: Workload) -> Iterator[SideRow]:
    """Yield a row for the details of the task, and one each for its index, its data and its checkpoints."""
    path: SpecPath = ("workloads", name)
    task = (*_images(workload), *_lines("task", workload.task, _TASK, path))
    parts = (
        ("task", task),
        ("index", tuple(_lines("index", workload.index, _INDEX, path))),
        ("data", tuple(_lines("data", workload.data, _DATA, path))),
        ("checkpoints", tuple(_lines("checkpoints", workload.checkpoints, _CHECKPOINTS, path))),
    )
    for section, lines in parts:
        if lines:
            yield SideRow(say(f"workloads.details.{section}"), lines)


def _images(workload: Workload) -> Iterator[Line]:
    images = workload.task.images
    if images is not None:
        count, pixels = number(images.per_request), number(images.max_pixels)
        yield Line(say("detail.task.images", n=count, pixels=pixels))


def _lines(section: str, part: BaseModel | None, fields: Iterable[str], path: SpecPath) -> Iterator[Line]:
    for field in fields:
        value = getattr(part, field) if part is not None else None
        if isinstance(value, bool):
            yield Line(say(f"detail.{section}.{field}.{'yes' if value else 'no'}"))
        elif value is not None:
            shown = _value(section, field, value, (*path, section, field))
            yield Line(say(f"detail.{section}.{field}", value=shown))


def _value(section: str, field: str, value: object, path: SpecPath) -> Inline:
    if (section, field) in WORDS:
        return say(f"word.{value}")
    if isinstance(value, Quantity):
        return amount(value)
    if isinstance(value, int):
        return number(value)
    if isinstance(value, float):
        return plain_number(Decimal(str(value)))
    if isinstance(value, list):
        return Listed(tuple(UserText(str(item), path) for item in value))
    return UserText(str(value), path)
