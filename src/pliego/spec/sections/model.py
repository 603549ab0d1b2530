"""The model of a workload: its name, what the buyer may do with it, its formats and engine."""

from typing import Annotated, Literal

from pydantic import Field

from pliego.spec.sections.runtime_parts import Adapters, Draft, RopeScaling
from pliego.spec.values import (
    CacheFormatLevel,
    Count,
    Country,
    Line,
    Money,
    NumberFormatLevel,
    SpecModel,
    Tokens,
)


class Model(SpecModel):
    """The model: by its public name, by a config.json, or by its number of parameters alone."""

    id: Line | None = None
    """Model id as published, for example meta-llama/Llama-3.1-8B-Instruct."""
    revision: Line | None = None
    """Commit or tag of the published files."""
    config: Line | None = None
    """Path of a Hugging Face config.json, relative to the spec; it goes before the catalog."""
    parameters: Annotated[float, Field(ge=1000, le=1e14, examples=[8.03e9])] | None = None
    """Number of parameters, where the architecture is not known: sizes weights alone, no KV cache."""


class Rights(SpecModel):
    """What the buyer will do with the model; the licence must allow it."""

    use: Literal["commercial", "internal", "research"] | None = None
    """Kind of use."""
    monthly_active_users: Count | None = None
    """Users a month, for licences with a limit."""
    annual_revenue: Money | None = None
    """Revenue a year of the buyer's whole group, for licences with a limit. It stays in the house."""
    users: Literal["internal", "third-parties"] | None = None
    """Who uses the service: the buyer's own people, or others to whom it is offered."""
    territories: Annotated[list[Country], Field(min_length=1)] | None = None
    """Countries of the users, for licences that leave some out; the buyer's own country where none is given."""
    agreement: Line | None = None
    """Reference of a licence that the buyer has agreed with the holder of the rights; it goes before the public one."""


class Runtime(SpecModel):
    """The inference engine and layout that the sizing reckons with: a basis of figures, no requirement."""

    name: Line | None = None
    """Engine, for example vllm."""
    version: Line | None = None
    """Release; text, so 0.10 is higher than 0.9."""
    tensor_parallel: Count | None = None
    """Accelerators that share each layer."""
    pipeline_parallel: Count | None = None
    """Groups of accelerators that hold consecutive layers."""
    memory_utilization: Annotated[float, Field(ge=0.05, le=1)] | None = None
    """Share of the visible memory that the engine may use."""
    max_model_length: Tokens | None = None
    """Longest sequence (input and output) that the engine accepts, in tokens."""
    max_batched_tokens: Tokens | None = None
    """Tokens that the engine processes in one step at most."""
    max_sequences: Count | None = None
    """Sequences in one step at most."""
    rope_scaling: RopeScaling | None = None
    adapters: Adapters | None = None
    draft: Draft | None = None


class Precision(SpecModel):
    """Number formats and the engine they are sized for."""

    weights: NumberFormatLevel | None = None
    """Number format of the weights."""
    kv_cache: CacheFormatLevel | None = None
    """Number format of the KV cache."""
    runtime: Runtime | None = None
