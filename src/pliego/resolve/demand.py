"""The load of a workload as plain numbers, with the mandatory limits that Little's law needs."""

from math import ceil
from typing import Final

from pliego.catalog.architecture import Architecture
from pliego.findings import SpecPath
from pliego.resolve.model import Demand, ImageTokens, Latency, Lengths, SequenceLimit
from pliego.spec.models import Workload
from pliego.spec.sections.load import Length, ServiceLevels
from pliego.spec.values import DurationLevel

_PERCENTILES = ("p95", "p99", "p50")
"""Which mandatory limit stands for the level: the one most used in service levels first."""


_ANSWERING: Final = ("text-generation",)
"""Kinds of work that answer with tokens; the others give vectors or scores and hold their input alone."""

NOTHING: Final = Lengths(max=0)


def resolve_demand(
    workload: Workload, path: SpecPath, limit: SequenceLimit | None = None, architecture: Architecture | None = None
) -> Demand:
    """Return lengths, rate, sequences in flight and the mandatory limits of the workload at `path`.

    `limit` is the longest sequence that engine and model accept; the encoder of `architecture` makes tokens of images.
    """
    context, load = workload.context, workload.load
    images = image_tokens(workload, architecture)
    concurrency = load.concurrency if load else None
    unknown = workload.task.images is not None and images is None
    return Demand(
        input=Lengths() if unknown else _with_images(_lengths(context.input if context else None), images),
        output=_lengths(context.output if context else None) if workload.task.kind in _ANSWERING else NOTHING,
        rate=float(load.peak.base) if load and load.peak else None,
        concurrency=concurrency.peak if concurrency else None,
        first_token=_mandatory(workload.slo, "ttft", path),
        per_token=_mandatory(workload.slo, "tpot", path),
        limit=limit,
        images=images,
        images_need=_images_need(workload, path, architecture) if unknown else None,
    )


def _images_need(workload: Workload, path: SpecPath, architecture: Architecture | None) -> tuple[SpecPath, ...]:
    """Return what would tell the tokens of an image: the model, and of one that is unknown its configuration."""
    if architecture is not None:
        return ()
    named = workload.model is not None and workload.model.id is not None
    return tuple((*path, "model", key) for key in (("config",) if named else ("id", "config")))


def image_tokens(workload: Workload, architecture: Architecture | None) -> ImageTokens | None:
    """Return the tokens of images, where images are stated and the encoder's own are known."""
    stated = workload.task.images
    towers = [tower for tower in architecture.towers if tower.modality == "vision"] if architecture else []
    if stated is None or not towers:
        return None
    area, fixed = towers[0].pixels_per_token, towers[0].passed_tokens or towers[0].tokens
    if area is not None:
        return ImageTokens(stated.per_request, stated.max_pixels, ceil(stated.max_pixels / area), area)
    return ImageTokens(stated.per_request, stated.max_pixels, fixed) if fixed is not None else None


def _with_images(lengths: Lengths, images: ImageTokens | None) -> Lengths:
    """Return the lengths with the tokens of all images of a request, each of the largest size."""
    if images is None:
        return lengths
    known = (lengths.typical, lengths.p95, lengths.max)
    return Lengths(*(None if tokens is None else tokens + images.total for tokens in known))


def _lengths(length: Length | None) -> Lengths:
    return Lengths(length.typical, length.p95, length.max) if length else Lengths()


def _mandatory(slo: ServiceLevels | None, metric: str, path: SpecPath) -> Latency | None:
    for percentile in _PERCENTILES if slo else ():
        name = f"{metric}_{percentile}"
        level = getattr(slo, name)
        if isinstance(level, DurationLevel) and level.must is not None:
            return Latency(float(level.must.base), (*path, "slo", name, "must"))
    return None
