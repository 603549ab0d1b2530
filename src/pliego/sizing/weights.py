"""Bytes of the weights."""

from pliego.catalog.facts import NumberFormat
from pliego.resolve.model import FactSource
from pliego.sizing.parameters import ParameterCount, Part, count_parameters
from pliego.sizing.terms import Input, Source, Term

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
    )
    formula = "N_e + N_a + N_f + N_n + N_h"
    return Term(
        "parameters",
        "N",
        count.total,
        "parameters",
        formula,
        groups,
        sources(source),
        count.total,
        count.total,
    )


def stated_parameters_term(parameters: float, workload: str) -> Term:
    """Return N as the spec states it."""
    path = ("workloads", workload, "model", "parameters")
    given = Input("N", "stated_parameters", parameters, "parameters", path)
    return Term("parameters", "N", parameters, "parameters", "N", (given,), (Source("spec"),), parameters, parameters)


def weights_of(parameters: float, number_format: NumberFormat) -> float:
    """Return the bytes of weights that all have one width: 7e9 parameters in 16 bit are 14e9 bytes."""
    return parameters * number_format.bits_per_weight / BITS


def weights_term(part: Part, number_format: NumberFormat, source: FactSource | None, workload: str) -> Term:
    """Return W: linear layers in the weight format, embeddings, head, norms and biases in its wider one.

    Measured weights of vLLM follow this to 0.3 % (bf16) and 0.5 % (fp8).
    """
    count = count_parameters(part)
    path = ("workloads", workload, "precision", "weights")
    if number_format.bits_per_weight == number_format.bits_of_other_values:
        return _uniform(count.total, number_format, sources(source), workload)
    other = count.total - count.linear
    value = (count.linear * number_format.bits_per_weight + other * number_format.bits_of_other_values) // BITS
    inputs = (
        *_linear(count),
        Input("b", "bits_per_weight", number_format.bits_per_weight, "bit", path),
        Input("w", "bits_of_other_values", number_format.bits_of_other_values, "bit"),
    )
    formula = "(N_l × b + N_o × w) / 8"
    origin = (*sources(source), Source("catalog", number_format.name, number_format.as_of))
    return Term("weights", "W", value, "B", formula, inputs, origin, value, value)


def stated_weights_term(parameters: float, number_format: NumberFormat, workload: str) -> Term | None:
    """Return W from a number of parameters alone; None where the format does not apply to all of them."""
    if number_format.bits_per_weight != number_format.bits_of_other_values:
        return None
    return _uniform(parameters, number_format, (Source("spec"),), workload)


def _uniform(parameters: float, number_format: NumberFormat, origin: tuple[Source, ...], workload: str) -> Term:
    value = round(weights_of(parameters, number_format))
    inputs = (
        Input("N", "parameters", parameters, "parameters"),
        Input(
            "b",
            "bits_per_weight",
            number_format.bits_per_weight,
            "bit",
            ("workloads", workload, "precision", "weights"),
        ),
    )
    return Term("weights", "W", value, "B", "N × b / 8", inputs, origin, value, value)


def _linear(count: ParameterCount) -> tuple[Input, ...]:
    return (
        Input("N_l", "linear_parameters", count.linear, "parameters"),
        Input("N_o", "other_parameters", count.total - count.linear, "parameters"),
    )


def sources(source: FactSource | None) -> tuple[Source, ...]:
    """Return the source of a model's facts as a term carries it."""
    return (Source(source.kind, source.text, source.as_of),) if source else ()
