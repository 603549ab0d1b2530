"""The activation peak of vLLM: the larger of two moments of a profiling run.

In the forward pass one layer's buffers are held for all tokens of the step. In the sampler the logits of every
sequence are held over the whole vocabulary, with what the forward pass leaves: hidden states, the output of an image
encoder, and the buffers of routed experts, which stay allocated in recent releases. The rule and its constants were
fitted to start-up logs; on logs of 0.19 it is within 1 % for dense models and for mixtures of experts.
"""

from dataclasses import dataclass
from typing import Final

from pliego.catalog.architecture import DenseMLP, Layer, MixtureOfExperts
from pliego.catalog.engines import EngineFigures
from pliego.sizing.parameters import Part
from pliego.sizing.steps import LARGEST_IMAGE, Step, largest_image

ACTIVATION_BYTES: Final = 2
"""Activations are in 16 bit, also where weights are in fewer."""

_FROM_THE_STAGE_BEFORE: Final = 2
_FIRST_STAGE: Final = 3
"""Widths of the hidden size that a stage holds for its neighbours: hidden states and residual; the first one also
the embedding that it makes."""

_ENCODER_HIDDEN: Final = 3
_ENCODER_INTERMEDIATE: Final = 2
"""Widths of hidden and intermediate size that an image encoder holds for each of its positions; a gate is one more."""

_POSITIONS_FOR_A_TOKEN: Final = 4
"""Positions of such an encoder that are merged into one token."""


@dataclass(frozen=True, slots=True)
class Moments:
    """What a profiling run holds, in bytes, and its moments; the peak is the largest moment.

    Attributes:
        layer: buffers of the widest layer.
        experts: workspace of routed experts.
        experts_stay: whether that stays allocated while sampling.
        handed_on: what stages hand to each other, and what an encoder has made of images.
        logits: values over the vocabulary for each sequence; 0 where nothing is sampled.
        hidden: hidden states that the sampler finds held.
        encoder: the encoder's own peak.

    """

    layer: float
    experts: float
    experts_stay: bool
    handed_on: float
    logits: float
    hidden: float
    encoder: float

    @property
    def forward(self) -> float:
        """The forward pass."""
        return max(self.layer, self.experts) + self.handed_on

    @property
    def sampling(self) -> float:
        """The sampler with what is still held; 0 where nothing is sampled."""
        if not self.logits:
            return 0
        return self.logits + self.hidden + self.handed_on + (self.experts if self.experts_stay else 0)

    @property
    def peak(self) -> float:
        """The largest moment."""
        return max(self.forward, self.sampling, self.encoder)


def profile(
    part: Part,
    figures: EngineFigures,
    step: Step,
    *,
    wide: bool = False,
    encoder_tokens: int = 0,
    own_kernels: bool = False,
) -> Moments:
    """Return the moments on the rank that holds `part`.

    `wide`: activations in 32 bit. `own_kernels`: experts are multiplied by kernels that share no workspace (MXFP4).
    """
    architecture = part.architecture
    size = ACTIVATION_BYTES * (2 if wide else 1)
    items = encoder_tokens * _passed_widths(part) if part.begins else 0
    each = figures.sampler_bytes.typical + (figures.sampler_bytes_wide if wide else 0)
    rows = architecture.head_rows or architecture.vocabulary
    columns = layer_columns(part) / part.tensor_parallel + figures.forward_hidden * architecture.hidden
    return Moments(
        layer=size * step.tokens * columns,
        experts=0 if own_kernels else size * step.tokens * expert_columns(part),
        experts_stay=figures.expert_workspace,
        handed_on=size * architecture.hidden * (step.tokens * _passed_on(part) + items),
        logits=each * rows * step.sequences if part.ends and architecture.head else 0,
        hidden=figures.sampler_hidden_bytes * step.tokens * architecture.hidden,
        encoder=_encoder(part, size, encoder_tokens, at_once=step.image_tokens is not None),
    )


def layer_columns(part: Part) -> int:
    """Return the values that the widest network holds for each token, before ranks share it: three of its width."""
    return max((_dense_columns(layer) for layer in part.layers), default=0)


def _dense_columns(layer: Layer) -> int:
    match layer.feed_forward:
        case DenseMLP(intermediate=width, gated=gated):
            return (3 if gated else 2) * width
        case MixtureOfExperts(shared=shared, dense=dense):
            return max((3 * one.intermediate for one in (shared, dense) if one), default=0)
        case _:
            return 0


def expert_columns(part: Part) -> float:
    """Return the values of the two buffers of routed experts for each token.

    One takes the gated halves or the output, the other both halves or the output, for each expert that a token passes.
    """
    return max((_expert_columns(layer, part) for layer in part.layers), default=0)


def _expert_columns(layer: Layer, part: Part) -> float:
    network = layer.feed_forward
    if not isinstance(network, MixtureOfExperts):
        return 0
    inner, outer = network.intermediate / part.tensor_parallel, network.latent or part.architecture.hidden
    halves = 2 * inner if network.gated else inner
    return network.active * (max(inner, outer) + max(halves, outer))


def _passed_widths(part: Part) -> int:
    return max((tower.passed_widths for tower in part.architecture.towers), default=1)


def _passed_on(part: Part) -> int:
    if part.begins and part.ends:
        return 0
    return _FIRST_STAGE if part.begins else _FROM_THE_STAGE_BEFORE


def _encoder(part: Part, size: int, tokens: int, *, at_once: bool) -> float:
    """Return the peak of the image encoder on items of so many tokens: its widest layer and what it passes on.

    `at_once`: all items together; otherwise no more than one largest image at a time.
    """
    towers = [tower for tower in part.architecture.towers if tower.modality == "vision"]
    if not towers or not tokens or not part.begins:
        return 0
    tower = towers[0]
    widths = _ENCODER_INTERMEDIATE + (1 if tower.gated else 0)
    columns = widths * tower.intermediate + _ENCODER_HIDDEN * tower.hidden
    share = tower.tokens / tower.passed_tokens if tower.tokens and tower.passed_tokens else _POSITIONS_FOR_A_TOKEN
    positions = (tokens if at_once else min(tokens, LARGEST_IMAGE)) * share
    return size * (positions * columns + tokens * part.architecture.hidden)


def encoder_tokens(part: Part, step_tokens: int, stated: int | None) -> int:
    """Return the tokens of images that the encoder is prepared for: those of a step, and at least one largest item."""
    if stated == 0 or not any(tower.modality == "vision" for tower in part.architecture.towers):
        return 0
    return max(step_tokens, largest_image(part.architecture, stated))
