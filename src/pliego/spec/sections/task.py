"""What a workload does. Which keys belong to which kind and mode stands in `pliego.spec.applicability`."""

from typing import Annotated, Literal

from pydantic import Field

from pliego.spec.values import Amount, Count, Line, SpecModel, Text, Tokens

Kind = Literal[
    "text-generation", "embedding", "reranking", "image-generation", "speech-to-text", "text-to-speech",
    "vector-search", "classic-ml",
]  # fmt: skip
Mode = Literal["online", "batch", "fine-tuning", "pre-training", "training"]


class Images(SpecModel):
    """Images in the input of a request."""

    per_request: Count
    """Images of a request at most."""
    max_pixels: Annotated[int, Field(ge=1, le=1_000_000_000)]
    """Width times height of the largest image, in pixels."""


class Task(SpecModel):
    """What the workload does."""

    kind: Kind
    """Kind of work."""
    mode: Mode
    """Online: users wait for the answer. Batch: a run over many items. The others make or change a model."""
    description: Text | None = None
    """What it is for, in the buyer's words."""
    images: Images | None = None
    languages: Annotated[list[Line], Field(min_length=1)] | None = None
    """Languages of the speech, as BCP 47 tags or names."""
    streaming: bool | None = None
    """Whether audio is taken or given while it is spoken."""
    dimensions: Count | None = None
    """Numbers in the vector that is returned."""
    candidates: Count | None = None
    """Passages that one request puts in order."""
    megapixels: Annotated[float, Field(gt=0, le=1000)] | None = None
    """Size of an image made, in millions of pixels."""
    steps: Count | None = None
    """Denoising steps for an image."""
    images_per_request: Count | None = None
    """Images made for one request."""
    algorithm: Literal["gradient-boosting", "random-forest", "linear", "clustering", "joins"] | None = None
    """Method of classic machine learning."""
    method: Literal["full", "lora", "qlora"] | None = None
    """How the model is adapted: all weights, or low-rank adapters over frozen weights (4-bit with qlora)."""
    rank: Annotated[int, Field(ge=1, le=65_536)] | None = None
    """Rank of the adapters."""
    sequence_length: Tokens | None = None
    """Tokens of a training sequence."""
    micro_batch: Count | None = None
    """Sequences that one accelerator processes at a time."""
    global_batch: Count | None = None
    """Sequences between two steps of the optimizer, over all accelerators."""
    tokens: Amount | None = None
    """Tokens to train on, all epochs together."""
    samples: Amount | None = None
    """Samples to train on in one epoch, where there are no tokens to count."""
    epochs: Annotated[float, Field(gt=0, le=100_000)] | None = None
    """Passes over the data."""
