"""From the `config.json` of a published model to an architecture, or to the reasons against it.

Strict: a family that is not listed in `families`, a field that announces another kind of attention or of
feed-forward network, and a missing size are refused by name. A configuration of a model for images is read
nested, as published, or flat, as the catalog keeps it.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pliego.catalog.architecture import Architecture, ConfigReading, Refusal
from pliego.catalog.families import FAMILIES, UNDERSTOOD, WRAPPERS, Family, Wrapper
from pliego.catalog.fields import Config, Fields

_TEXT_TYPES: Final = {
    "qwen2_5_vl_text": "qwen2",
    "qwen3_vl_text": "qwen3",
    "qwen3_vl_moe_text": "qwen3_moe",
    "kimi_k2": "deepseek_v3",
    "minimax_m3_vl_text": "minimax_m3_text",
    "step3p7_text": "step3p7",
}
"""Names of text models inside a wrapper that are families of their own under another name."""

_MOST_NAMED: Final = 8


def read_architecture(config: Config) -> ConfigReading:
    """Return the architecture, or every refusal, each with field, value and reason."""
    model_type = config.get("model_type")
    known = model_type if isinstance(model_type, str) else ""
    if known in WRAPPERS:
        return _read_wrapped(config, known, WRAPPERS[known])
    if known in FAMILIES:
        return _read_text(config, known, FAMILIES[known])
    return tuple(_unknown(config))


def _read_text(config: Config, model_type: str, family: Family) -> ConfigReading:
    fields = Fields(_renamed(config, family), family.defaults)
    architecture = family.read(fields)
    return _outcome(architecture, model_type, fields)


def _read_wrapped(config: Config, model_type: str, wrapper: Wrapper) -> ConfigReading:
    flat = _flattened(config)
    named = flat.get("text_model_type")
    own = _TEXT_TYPES.get(named, named) if isinstance(named, str) else wrapper.text
    if own not in FAMILIES:
        reason = f"as a text model inside {model_type}, it is not understood"
        return (Refusal("text_config.model_type", own[:40], reason),)
    family = FAMILIES[own]
    outer = Fields(flat, {**wrapper.defaults, **family.defaults})
    architecture = family.read(outer)
    outer.ignore("text_config", "text_model_type", "vision_feature_layer", "audio_token_id")
    outer.ignore("img_token_compression_config", "image_grid_pinpoints", "projector_hidden_size")
    section = outer.section("vision_config")
    if section is not None:
        tower = wrapper.tower(section, outer, architecture.hidden)
        architecture = replace(architecture, towers=(tower,))
    return _outcome(architecture, model_type, outer)


def _outcome(architecture: Architecture, model_type: str, fields: Fields) -> ConfigReading:
    refusals = (*fields.refusals, *fields.overlooked())
    return refusals or replace(architecture, model_type=model_type, head=architecture.head and not _is_trunk(fields))


def _is_trunk(fields: Fields) -> bool:
    """Say whether the class is a model without an output head, as those for embeddings are: Qwen3Model."""
    listed = fields.raw("architectures")
    return isinstance(listed, list) and len(listed) == 1 and str(listed[0]).endswith("Model")


def _flattened(config: Config) -> Config:
    """Return the fields of the text model at the top, over those of the wrapper."""
    text = config.get("text_config")
    if not isinstance(text, dict):
        return config
    inner = {name: value for name, value in text.items() if name != "model_type"}
    return {**config, **inner, "text_model_type": text.get("model_type")}


def _renamed(config: Config, family: Family) -> Config:
    if not family.aliases:
        return config
    return {family.aliases.get(name, name): value for name, value in config.items()}


def _unknown(config: Config) -> Iterator[Refusal]:
    """Refuse a type that is not understood: one refusal for one cause, which names what else the type announces."""
    fields = Fields(config)
    if "components" in config:
        fields.refuse("components", "a pipeline of several models is not sized as a text model")
        yield from fields.refusals
        return
    announced = [refusal.field for refusal in fields.overlooked()]
    also = f"; it announces {', '.join(announced[:_MOST_NAMED])}" if announced else ""
    fields.refuse("model_type", f"understood are {', '.join(UNDERSTOOD)}{also}")
    yield from fields.refusals
