"""The activation peak as a term: the moments of module `activation` in symbols, with their range."""

from dataclasses import replace

from pliego.catalog.engines import EngineFigures, EngineRelease, StepLimits
from pliego.sizing.activation import Moments, encoder_tokens, layer_columns, profile
from pliego.sizing.engine import Engine, release_source
from pliego.sizing.parameters import Part
from pliego.sizing.steps import Step
from pliego.sizing.terms import Input, Term


def activation_term(
    part: Part, release: EngineRelease, figures: EngineFigures, engine: Engine, *, own_kernels: bool
) -> Term:
    """Return A: its value and formula at the limits of a step as stated or by default.

    The range spans the constants of the release, and small and large defaults where the size of the card is open.
    `own_kernels`: routed experts share no workspace.
    """
    small, chosen, large = _limits(part, release, engine)

    def moments(limits: StepLimits) -> Moments:
        step = Step(limits.batched_tokens, min(limits.sequences, limits.batched_tokens))
        images = encoder_tokens(part, step.tokens, None)
        return profile(part, figures, step, encoder_tokens=images, own_kernels=own_kernels)

    found = moments(chosen)
    low = _scaled(moments(small), figures.forward_share.low, figures.sampler_bytes.low / figures.sampler_bytes.typical)
    high = _scaled(
        moments(large), figures.forward_share.high, figures.sampler_bytes.high / figures.sampler_bytes.typical
    )
    value = _scaled(found, figures.forward_share.typical, 1)
    formula, inputs = _peak(part, figures, engine, chosen, found)
    return Term(
        "activation_peak",
        "A",
        round(value),
        "B",
        formula,
        inputs,
        (release_source(release),),
        round(min(low, value)),
        round(max(high, value)),
        "few" if part.architecture.kind == "encoder" else "measured",
    )


def _scaled(found: Moments, forward: float, sampler: float) -> float:
    """Return the peak with the forward pass and the logits at an end of their ranges."""
    return replace(found, layer=found.layer * forward, logits=found.logits * sampler).peak


def _peak(
    part: Part, figures: EngineFigures, engine: Engine, limits: StepLimits, found: Moments
) -> tuple[str, tuple[Input, ...]]:
    """Return the largest of the moments that occur on this accelerator, in symbols, and their inputs."""
    handed = [Input("m", "handed_on", round(found.handed_on), "B")] if found.handed_on else []
    network = found.layer >= found.experts
    experts = [Input("e", "expert_workspace", round(found.experts), "B")] if found.experts else []
    path = (*engine.path, "max_batched_tokens") if engine.layout.max_batched_tokens else None
    inputs = [Input("t", "tokens_in_step", limits.batched_tokens, "tokens", path)] if network or found.logits else []
    inputs += [Input("H", "hidden", part.architecture.hidden, "")] if network or found.logits else []
    moments = [" + ".join(["2 × t × (f / g + c × H)" if network else "e", *(one.symbol for one in handed)])]
    inputs += _network(part, figures) if network else []
    if found.logits:
        stay = experts if found.experts_stay else []
        moments.append(" + ".join(["a × V × q + y × t × H", *(one.symbol for one in (*stay, *handed))]))
        inputs += _sampler(part, figures, engine, limits)
    inputs += experts if not network or (found.experts_stay and found.logits) else []
    inputs += handed
    if found.encoder:
        moments.append("v")
        inputs.append(Input("v", "encoder_peak", round(found.encoder), "B"))
    return (f"max({', '.join(moments)})" if len(moments) > 1 else moments[0]), tuple(inputs)


def _network(part: Part, figures: EngineFigures) -> list[Input]:
    return [
        Input("f", "layer_columns", layer_columns(part), ""),
        Input("g", "tensor_parallel", part.tensor_parallel, ""),
        Input("c", "forward_hidden", figures.forward_hidden, ""),
    ]


def _sampler(part: Part, figures: EngineFigures, engine: Engine, limits: StepLimits) -> list[Input]:
    path = (*engine.path, "max_sequences") if engine.layout.max_sequences else None
    rows = part.architecture.head_rows or part.architecture.vocabulary
    return [
        Input("a", "sampler_bytes", figures.sampler_bytes.typical, "B"),
        Input("V", "vocabulary", rows, ""),
        Input("q", "sequences_in_step", min(limits.sequences, limits.batched_tokens), "sequences", path),
        Input("y", "sampler_hidden_bytes", figures.sampler_hidden_bytes, "B"),
    ]


def _limits(part: Part, release: EngineRelease, engine: Engine) -> tuple[StepLimits, StepLimits, StepLimits]:
    """Return the limits of a step for the low end, the value and the high end.

    They differ where the buyer states none and the size of the accelerator, which decides the defaults, is
    open.
    """
    small, large = release.defaults.small, release.defaults.large
    least = _least_tokens(part, release, engine)

    def stated(limits: StepLimits) -> StepLimits:
        layout = engine.layout
        tokens = layout.max_batched_tokens or limits.batched_tokens
        return StepLimits(max(tokens, least), layout.max_sequences or limits.sequences)

    if engine.large is None:
        return stated(small), stated(large), stated(large)
    chosen = stated(large if engine.large else small)
    most = chosen.batched_tokens
    if part.architecture.kind == "encoder" and engine.layout.max_batched_tokens is None:
        most = max(most, release.pooling_tokens)
    return chosen, chosen, replace(chosen, batched_tokens=most)


def _least_tokens(part: Part, release: EngineRelease, engine: Engine) -> int:
    """Return the tokens of one longest sequence where a prompt is not cut in pieces, 0 where it is.

    An encoder looks at a text as a whole; early releases cut only long prompts.
    """
    longest, defaults = engine.layout.max_model_length or part.architecture.max_positions or 0, release.defaults
    if part.architecture.kind == "encoder":
        return longest
    above = defaults.chunked_above
    pieces = defaults.chunked_prefill or (above is not None and longest > above)
    return 0 if pieces else longest
