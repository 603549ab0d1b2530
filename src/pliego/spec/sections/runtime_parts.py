"""Parts of the runtime: context extension, adapters, and what drafts tokens ahead of the model."""

from typing import Annotated, Literal

from pydantic import Field

from pliego.spec.number_formats import WeightFormatName
from pliego.spec.values import Count, Line, SpecModel


class RopeScaling(SpecModel):
    """Context extension of the model."""

    type: Literal["linear", "dynamic", "yarn", "llama3", "longrope"]
    """Method, as the engine calls it."""
    factor: Annotated[float, Field(ge=1, le=1024)]
    """How many times longer than trained."""


class Adapters(SpecModel):
    """LoRA adapters: slots that the engine sets aside when it starts."""

    count: Count
    """Adapters held on the accelerators at the same time (max_loras of vLLM)."""
    rank: Annotated[int, Field(ge=1, le=1024, examples=[16])]
    """Largest rank (max_lora_rank of vLLM); smaller adapters take a slot of this size too."""


class Draft(SpecModel):
    """What drafts tokens ahead of the model (speculative decoding): a model of its own, or layers beside it."""

    model: Line | None = None
    """Model id of the catalog, for a draft model."""
    layers: Annotated[int, Field(ge=1, le=64, examples=[1])] | None = None
    """Layers of an EAGLE or multi-token-prediction head, where no model is named."""
    weights: WeightFormatName | None = None
    """Number format of its weights; left out, that of the model."""
