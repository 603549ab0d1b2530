"""Bytes of the weights."""

from collections.abc import Iterator
from dataclasses import replace

from pliego.catalog.number_formats import NumberFormat
from pliego.catalog.residuals import nearest
from pliego.findings import SpecPath
from pliego.resolve.model import FactSource, ResolvedWorkload
from pliego.sizing.estimates import Estimate
from pliego.sizing.intervals import weights_kind, widened, with_interval
from pliego.sizing.parameters import Part, count_parameters, whole
from pliego.sizing.quantised import published_weights, stored_weights
from pliego.sizing.terms import Fact, Input, Missing, Source, Term

BITS = 8


def parameters_term(part: Part, source: FactSource | None) -> Term:
    """Return N, the parameters of an architecture as the sum of its groups."""
    count = count_parameters(part)
    groups = (
        Input("N_e", "embedding_parameters", count.embedding, "parameters"),
        Input("N_a", "attention_parameters", count.attention, "parameters"),
        Input("N_f", "feed_forward_parameters", count.feed_forward, "parameters"),
        Input("N_n", "norm_parameters", count.norms, "parameters"),
        Input("N_h", "head_parameters", count.head, "parameters"),
        *([Input("N_v", "tower_parameters", count.towers, "parameters")] if count.towers else []),
    )
    formula = " + ".join(group.symbol for group in groups)
    total = count.total
    return Term("parameters", "N", total, "parameters", formula, groups, sources(source), total, total)


def stated_parameters_term(parameters: float, workload: str) -> Term:
    """Return N as the spec states it."""
    path = ("workloads", workload, "model", "parameters")
    given = Input("N", "stated_parameters", parameters, "parameters", path)
    return Term("parameters", "N", parameters, "parameters", "N", (given,), (Source("spec"),), parameters, parameters)


def weights_of(parameters: float, number_format: NumberFormat) -> float:
    """Return the bytes of weights that all have one width: 7e9 parameters in 16 bit are 14e9 bytes."""
    return parameters * number_format.bits_per_weight / BITS


def weights_term(part: Part, number_format: NumberFormat, source: FactSource | None, workload: str) -> Term:
    """Return W: what the format stores in its width, and what it leaves alone in a wider one.

    Measured weights of vLLM follow this to 0.3 % (bf16) and 0.5 % (fp8); GGUF files to their last printed digit.
    """
    stored = stored_weights(part, number_format)
    if number_format.uniform:
        return _uniform(stored.quantised, number_format, sources(source), workload)
    value = round(stored.bytes)
    path = ("workloads", workload, "precision", "weights")
    inputs = (
        Input("N_l", "linear_parameters", stored.quantised, "parameters"),
        Input("N_o", "other_parameters", stored.others, "parameters"),
        Input("b", "bits_per_weight", round(stored.bits, 5), "bit", path),
        Input("w", "bits_of_other_values", stored.other_bits, "bit"),
    )
    formula = "(N_l × b + N_o × w) / 8"
    origin = (*sources(source), Source("catalog", number_format.name, number_format.as_of))
    return Term("weights", "W", value, "B", formula, inputs, origin, value, value)


def held_weights(part: Part, workload: ResolvedWorkload) -> Term | None:
    """Return W of a workload: exact where the weight files are named, else by its number format; None without either.

    A file whose size does not go with the number format asked for is another one, and does not count.
    """
    model, number_format = workload.model, workload.weights
    by_format = weights_term(part, number_format, model.source, workload.name) if number_format else None
    if model.checkpoint is None:
        return _ranged(by_format, part, workload) if by_format else None
    total = model.checkpoint.total_bytes
    if number_format is not None and by_format is not None:
        expected = stored_weights(whole(part.architecture), number_format).bytes
        if not _SMALLEST <= total / expected <= _LARGEST:
            return _ranged(by_format, part, workload)
        share = by_format.value / expected
    else:
        share = count_parameters(part).total / count_parameters(whole(part.architecture)).total
    return _of_file(total, share, model.source)


def _ranged(term: Term, part: Part, workload: ResolvedWorkload) -> Term:
    """Return W with the range in which 90 % of the weights lie that engines print for this kind of format.

    Where published checkpoints of the format leave unlike parts of the model alone, it reaches over all of them.
    """
    if workload.weights is None or workload.weights.floor:
        return term
    family = workload.engine.rule if workload.engine else "vllm"
    kind = (family, weights_kind(workload.weights))
    found = with_interval(term.value, "weights", kind, workload.residuals, None)
    published = [one.bytes for one in published_weights(part, workload.weights)]
    found = widened(found, Estimate(term.value, min(published), max(published)))
    if not found.evidence.measurements:
        return term
    residual = nearest(workload.residuals, "weights", kind)
    facts = (Fact("n", found.evidence.measurements), Fact("family", family))
    message = _MEASURED_AS[len(residual.kind) if residual else 0].format(weights=kind[1].replace(" ", "_"))
    origin = (*term.sources, *_variants(part, workload.weights))
    origin = (*origin, Source("catalog", "", residual.as_of if residual else None, message, facts))
    return replace(term, low=round(found.low), high=round(found.high), range_key="measured", sources=origin)


def _variants(part: Part, number_format: NumberFormat) -> tuple[Source, ...]:
    """Return the published checkpoints that W follows, where one leaves other parts alone than the format does."""
    known = [one for one in part.architecture.variants if one.number_format == number_format.id]
    if not any(one.bits for one in known):
        return ()
    return tuple(Source("catalog", name) for name in dict.fromkeys(one.id for one in known))


_MEASURED_AS = ("measured_weights", "measured_weights.engine", "measured_weights.engine.{weights}")
"""What was measured, by the parts of a kind: weights of all engines, of this one, of this one in such formats."""

_SMALLEST, _LARGEST = 0.85, 1.3
"""How far a file of the format asked for may lie from the rule: scales, and what a publisher leaves at 16 bit."""


def file_weights_term(workload: ResolvedWorkload) -> Term | None:
    """Return W where weight files are named and nothing else is known of the model."""
    checkpoint = workload.model.checkpoint
    return _of_file(checkpoint.total_bytes, 1, workload.model.source) if checkpoint else None


def _of_file(total: int, share: float, source: FactSource | None) -> Term:
    inputs = [Input("F", "file_bytes", total, "B")]
    inputs += [Input("s", "share_held", round(share, 6), "")] if share != 1 else []
    value = round(total * share)
    formula = "F × s" if share != 1 else "F"
    return Term("weights", "W", value, "B", formula, tuple(inputs), sources(source), value, value)


def stated_weights_term(parameters: float, number_format: NumberFormat, workload: str) -> Term | None:
    """Return W from a number of parameters alone; None where the format does not apply to all of them.

    A format of bare weights gives a floor and no total: 8e9 parameters in 4 bit are at least 4 GB.
    """
    if not number_format.uniform:
        return None
    return _uniform(parameters, number_format, (Source("spec"),), workload)


def _uniform(parameters: float, number_format: NumberFormat, origin: tuple[Source, ...], workload: str) -> Term:
    value = round(weights_of(parameters, number_format))
    path = ("workloads", workload, "precision", "weights")
    inputs = (
        Input("N", "parameters", parameters, "parameters"),
        Input("b", "bits_per_weight", number_format.bits_per_weight, "bit", path),
    )
    key = "weights_floor" if number_format.floor else "weights"
    return Term(key, "W", value, "B", "N × b / 8", inputs, origin, value, value)


def missing_weights(workload: ResolvedWorkload) -> Iterator[Missing]:
    """Say what W lacks: the number format, the model, or both."""
    model, number_format = workload.model, workload.weights
    if model.checkpoint is not None:
        return
    if number_format is None:
        yield Missing("weights", (("workloads", workload.name, "precision", "weights"),))
    elif number_format.floor and (model.architecture is not None or model.parameters is not None):
        yield Missing("weights", (), "floor")
    if model.architecture is not None:
        return
    if model.parameters is None:
        yield Missing("weights", model_needs(workload, "id", "config", "parameters"))
    elif number_format is not None and stated_weights_term(model.parameters, number_format, workload.name) is None:
        yield Missing("weights", model_needs(workload, "id", "config"))


def model_needs(workload: ResolvedWorkload, *keys: str) -> tuple[SpecPath, ...]:
    """Return the paths that would name the model: those that are stated and led to nothing are not among them."""
    stated = workload.stated.model if workload.stated else None
    left = [key for key in keys if stated is None or getattr(stated, key) is None]
    return tuple(("workloads", workload.name, "model", key) for key in left or keys)


def sources(source: FactSource | None) -> tuple[Source, ...]:
    """Return the source of a model's facts as a term carries it."""
    return (Source(source.kind, source.text, source.as_of),) if source else ()
