"""The load: sequences in flight, requests a second, and the tokens that are held at the peak."""

from math import ceil, sqrt
from typing import TYPE_CHECKING, Final

from pliego.resolve.model import Demand, ImageTokens, Lengths
from pliego.sizing.estimates import Estimate
from pliego.sizing.joint_lengths import beside_constant, joint_moments
from pliego.sizing.lengths import Moments, longest_length, moments
from pliego.sizing.terms import Input, Source, Term

if TYPE_CHECKING:
    from pliego.findings import SpecPath

Z_99: Final = 2.326
"""99th percentile of the standard normal distribution."""

IN_FLIGHT: Final = 2
"""Long outputs are met in flight in proportion to their length, so that E(o²) decides."""

_LITTLE: Final = Source("assumption", "Little's law at the mandatory levels")
_SPEC: Final = Source("spec")
_TRUNCATED: Final = Source("arithmetic", "truncated lognormal")
_JOINT: Final = Source("arithmetic", "joint truncation")
_AT_MOST: Final = Source("assumption", "every request at its longest where no distribution is stated")
_SUBSCRIPTS: Final = {"typical": "50", "p95": "95", "max": "max"}


def concurrency_term(demand: Demand, workload: str) -> Term | None:
    """Return n, as stated, or by Little's law from rate and mandatory levels; None where neither is known."""
    path: SpecPath = ("workloads", workload, "load", "concurrency", "peak")
    stated = demand.concurrency
    if stated is not None:
        given = (Input("n", "stated_concurrency", stated, "sequences", path),)
        return Term("concurrency_peak", "n", stated, "sequences", "n", given, (_SPEC,), stated, stated)
    residence = _residence(demand, workload)
    if residence is None or demand.rate is None:
        return None
    seconds, inputs = residence
    rate = Input("λ", "stated_rate", demand.rate, "req/s", ("workloads", workload, "load", "peak"))
    value = max(1, ceil(demand.rate * seconds))
    formula = "λ × (f + (o − 1) × p)"
    return Term(
        "concurrency_peak",
        "n",
        value,
        "sequences",
        formula,
        (rate, *inputs),
        (_LITTLE, *at_most(demand.output)),
        value,
        value,
        "chosen",
    )


def rate_term(demand: Demand, workload: str) -> Term | None:
    """Return λ, as stated, or by Little's law from sequences in flight and mandatory levels."""
    if demand.rate is not None:
        given = (Input("λ", "stated_rate", demand.rate, "req/s", ("workloads", workload, "load", "peak")),)
        return Term("request_rate", "λ", demand.rate, "req/s", "λ", given, (_SPEC,), demand.rate, demand.rate)
    residence = _residence(demand, workload)
    if residence is None or demand.concurrency is None:
        return None
    seconds, inputs = residence
    path: SpecPath = ("workloads", workload, "load", "concurrency", "peak")
    sequences = Input("n", "stated_concurrency", demand.concurrency, "sequences", path)
    value = demand.concurrency / seconds
    formula = "n / (f + (o − 1) × p)"
    origin = (_LITTLE, *at_most(demand.output))
    return Term("request_rate", "λ", value, "req/s", formula, (sequences, *inputs), origin, value, value, "chosen")


def at_most(*parts: Lengths) -> tuple[Source, ...]:
    """Return the assumption behind figures of lengths whose longest alone is known, or not enough beside it."""
    alone = (lengths.max and (lengths.typical is None or lengths.p95 is None) for lengths in parts)
    return (_AT_MOST,) if any(alone) else ()


def _residence(demand: Demand, workload: str) -> tuple[float, tuple[Input, ...]] | None:
    """Return the seconds that a request is in flight at the mandatory levels, and their inputs."""
    both = _moments(demand)
    output = both[1] if both else moments(demand.output, demand.limit)
    first, each = demand.first_token, demand.per_token
    if output is None or first is None or each is None:
        return None
    seconds = first.seconds + max(0.0, output.first - 1) * each.seconds
    inputs = (
        Input("f", "first_token_limit", first.seconds, "s", first.path),
        Input("o", "mean_output", output.first, "tokens"),
        Input("p", "per_token_limit", each.seconds, "s", each.path),
        *_length_inputs(demand.output, "output", workload),
        *_limit_inputs(demand, demand.output),
    )
    return seconds, inputs


def tokens_per_sequence_terms(demand: Demand, workload: str) -> tuple[Term, Term] | None:
    """Return m and s: mean and deviation of the tokens that a sequence in flight holds.

    A sequence holds its whole input and the part of its output that is produced so far. Long outputs stay
    in flight longer (length-biased sampling), so that this part has the mean E(o²) / (2 E(o)) and the
    second moment E(o³) / (3 E(o)) of renewal theory. A length without distribution is taken at its maximum.
    """
    both = _moments(demand)
    if both is None:
        return None
    given, produced = both
    mean, deviation = _held(given, produced, complete=False)
    inputs = (
        *_length_inputs(demand.input, "input", workload, demand.images),
        *_length_inputs(demand.output, "output", workload),
        *_limit_inputs(demand, demand.input, demand.output),
        Input("E(i)", "mean_input", given.first, "tokens"),
        *_produced_inputs(("E(o)", "mean_output", produced.first, "tokens"), produced),
        *_produced_inputs(("E(o²)", "output_moment_2", produced.second, "tok²"), produced),
    )
    more = (
        Input("E(i²)", "input_moment_2", given.second, "tok²"),
        *_produced_inputs(("E(o³)", "output_moment_3", produced.third, "tok³"), produced),
    )
    mean_formula, spread_formula = _held_formulas(given, produced)
    drawn = () if given.constant and produced.constant else (_TRUNCATED,)
    if joint_moments(demand.input, demand.output, demand.limit) is not None:
        drawn = (*drawn, _JOINT)
    origin = (_SPEC, Source("arithmetic", "renewal theory"), *drawn, *at_most(demand.input, demand.output))
    kind = "exact" if given.constant and produced.constant else "demand"
    spread = (*inputs, *more)
    return (
        Term("tokens_per_sequence", "m", mean, "tokens", mean_formula, inputs, origin, mean, mean, kind),
        Term("tokens_deviation", "s", deviation, "tokens", spread_formula, spread, origin, deviation, deviation, kind),
    )


def _produced_inputs(one: tuple[str, str, float, str], produced: Moments) -> tuple[Input, ...]:
    """Return a moment of the output as an input; work that answers with no tokens has none."""
    return (Input(*one),) if produced.first else ()


def _held_formulas(given: Moments, produced: Moments) -> tuple[str, str]:
    """Return the formulas of mean and deviation; a length that is always the same has no variance."""
    part = "o" if produced.constant else "E(o²) / (2 × E(o))"
    if not produced.first:
        part = ""
    variances = [
        *([] if given.constant else ["E(i²) − E(i)²"]),
        *([] if produced.constant else ["E(o³) / (3 × E(o)) − (E(o²) / (2 × E(o)))²"]),
    ]
    spread = f"√({' + '.join(variances)})" if variances else "0"
    return " + ".join(filter(None, ("i" if given.constant else "E(i)", part))), spread


def tokens_at_peak(demand: Demand, sequences: int) -> Estimate | None:
    """Return the tokens that `sequences` in flight hold, 99th percentile by the normal approximation.

    Never below one longest request, never above all sequences at the longest that is stated or accepted. Low: the
    mean. High: as if every sequence already held its complete output.
    """
    both = _moments(demand)
    if both is None:
        return None
    mean, deviation = _held(*both, complete=False)
    full_mean, full_deviation = _held(*both, complete=True)
    longest, bound = _longest(demand), _bound(demand)
    most = float("inf") if bound is None else sequences * bound.value

    def between(tokens: float) -> int:
        return ceil(min(max(tokens, longest), most))

    return Estimate(
        between(sequences * mean + Z_99 * deviation * sqrt(sequences)),
        between(sequences * mean),
        between(sequences * full_mean + Z_99 * full_deviation * sqrt(sequences)),
    )


def tokens_term(demand: Demand, sequences: Term, held: tuple[Term, Term]) -> Term | None:
    """Return T for the stated or derived sequences in flight."""
    estimate = tokens_at_peak(demand, round(sequences.value))
    if estimate is None:
        return None
    longest = Input("l", "longest_request", _longest(demand), "tokens")
    count = Input("n", sequences.key, sequences.value, "sequences")
    both = _moments(demand)
    if both is not None and both[0].constant and both[1].constant:
        formula = "n × l"
        inputs: tuple[Input, ...] = (count, longest)
        kind = "exact"
    else:
        kind = "demand"
        inner = f"max(n × m + {Z_99} × s × √n, l)"
        bound = _bound(demand)
        formula = f"min({inner}, n × {bound.symbol})" if bound else inner
        mean, spread = (Input(term.symbol, term.key, term.value, "tokens") for term in held)
        inputs = (count, mean, spread, longest, *((bound,) if bound and bound.symbol != longest.symbol else ()))
    origin = (_SPEC, Source("arithmetic", "99th percentile, normal approximation of a sum"))
    return Term(
        "tokens_peak",
        "T",
        round(estimate.value),
        "tokens",
        formula,
        inputs,
        origin,
        estimate.low,
        estimate.high,
        kind,
    )


def bounds_terms(demand: Demand, tokens: Term, held: tuple[Term, Term]) -> tuple[Term, ...]:
    """Return what stands around T: the tokens held on average, and those with every sequence at its maximum."""
    count = next(one for one in tokens.inputs if one.key == "concurrency_peak")
    mean = Input(held[0].symbol, held[0].key, held[0].value, "tokens")
    average = ceil(count.value * held[0].value)
    inputs = (count, mean)
    kind = held[0].range_key
    terms = [Term("tokens_mean", "T_m", average, "tokens", "n × m", inputs, tokens.sources, average, average, kind)]
    bound = _bound(demand)
    if bound is not None:
        most, formula = round(count.value * bound.value), f"n × {bound.symbol}"
        terms.append(Term("tokens_most", "T_l", most, "tokens", formula, (count, bound), tokens.sources, most, most))
    return tuple(terms)


def _moments(demand: Demand) -> tuple[Moments, Moments] | None:
    """Return the moments of input and output; together they never exceed what is accepted."""
    given = moments(demand.input, beside_constant(demand.input, demand.output, demand.limit))
    limit = beside_constant(demand.output, demand.input, demand.limit)
    produced = moments(demand.output, limit, weight=IN_FLIGHT)
    if given is None or produced is None:
        return None
    return joint_moments(demand.input, demand.output, demand.limit) or (given, produced)


def _held(given: Moments, produced: Moments, *, complete: bool) -> tuple[float, float]:
    """Return mean and deviation of the tokens of one sequence, with its output so far or complete."""
    if produced.constant:
        part, part_square = produced.first, produced.second
    elif complete:
        part, part_square = produced.second / produced.first, produced.third / produced.first
    else:
        part, part_square = produced.second / (2 * produced.first), produced.third / (3 * produced.first)
    variance = given.second - given.first**2 + part_square - part**2
    return given.first + part, sqrt(max(0.0, variance))


def _longest(demand: Demand) -> int:
    """Return the longest request: its maximum, or where none is stated its 95th percentile; never above the limit."""
    stated = sum(lengths.max or lengths.p95 or lengths.typical or 0 for lengths in (demand.input, demand.output))
    return min(stated, demand.limit.tokens) if demand.limit else stated


def _bound(demand: Demand) -> Input | None:
    """Return what no sequence exceeds: the longest request where both maxima are stated, else what is accepted."""
    limit = demand.limit
    if demand.input.max is not None and demand.output.max is not None:
        return Input("l", "longest_request", _longest(demand), "tokens")
    return Input("b", "longest_sequence", limit.tokens, "tokens", limit.path) if limit else None


def _limit_inputs(demand: Demand, *parts: Lengths) -> tuple[Input, ...]:
    """Return what is accepted as an input where a distribution ends there and not at a maximum of its own."""
    limit = demand.limit
    drawn = [lengths for lengths in parts if lengths.typical is not None and lengths.p95 is not None]
    if limit is None or all(longest_length(lengths, None) == longest_length(lengths, limit) for lengths in drawn):
        return ()
    return (Input("b", "longest_sequence", limit.tokens, "tokens", limit.path),)


def _length_inputs(lengths: Lengths, name: str, workload: str, images: ImageTokens | None = None) -> tuple[Input, ...]:
    """Return the stated lengths as inputs; with images they are no longer those of the spec, and say so."""
    path: SpecPath = ("workloads", workload, "context", name)
    stated = (("typical", lengths.typical), ("p95", lengths.p95), ("max", lengths.max))
    ending = "_with_images" if images else ""
    return tuple(
        Input(
            f"{name[0]}_{_SUBSCRIPTS[key]}", f"{name}_{key}{ending}", value, "tokens", None if images else (*path, key)
        )
        for key, value in stated
        if value
    )


def image_term(demand: Demand, workload: str) -> Term | None:
    """Return q_v, the tokens that the images of a request add to its input; None without images."""
    images = demand.images
    if images is None:
        return None
    path: SpecPath = ("workloads", workload, "task", "images")
    count = Input("e", "images_per_request", images.per_request, "", (*path, "per_request"))
    formula = "e × u" if images.area is None else "e × ⌈p_x / a⌉"
    inputs: tuple[Input, ...] = (count, Input("u", "tokens_of_image", images.each, "tokens"))
    if images.area is not None:
        pixels = Input("p_x", "image_pixels", images.pixels, "", (*path, "max_pixels"))
        inputs = (count, pixels, Input("a", "pixels_of_token", images.area, ""))
    total = images.total
    return Term("image_tokens", "q_v", total, "tokens", formula, inputs, (_SPEC,), total, total)
