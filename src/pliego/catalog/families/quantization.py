"""The number format of a published checkpoint, as its configuration describes it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from typing import Any, Final

from pliego.catalog.architecture import ParameterGroup, Quantization
from pliego.catalog.fields import LARGEST, Fields, is_whole

METHODS: Final = (
    "fp8",
    "fbgemm_fp8",
    "awq",
    "gptq",
    "bitsandbytes",
    "compressed-tensors",
    "mxfp4",
    "modelopt",
    "modelopt_fp4",
)

_MODULES: Final[Mapping[ParameterGroup, str]] = {
    "attention": "model.layers.N.self_attn.o_proj",
    "linear_attention_or_ssm": "model.layers.N.linear_attn.out_proj",
    "mlp": "model.layers.N.mlp.down_proj",
    "router": "model.layers.N.mlp.gate",
    "experts": "model.layers.N.mlp.experts.N.down_proj",
    "shared_experts": "model.layers.N.mlp.shared_experts.down_proj",
    "vision": "model.vision_tower.layers.N.mlp.fc1",
    "projector": "model.multi_modal_projector.linear_1",
    "lm_head": "lm_head",
}
"""A module of each group, under the names most families use."""

_OTHER_NAMES: Final = (
    ("visual.blocks", "vision_tower.layers"),
    ("visual", "vision_tower"),
    ("vision_model", "vision_tower"),
    ("mm_projector", "multi_modal_projector"),
    ("embed_vision", "multi_modal_projector"),
    ("block_sparse_moe", "mlp"),
    ("mlp.router", "mlp.gate"),
    ("shared_expert.", "shared_experts."),
    ("language_model.", ""),
    ("model.model.", "model."),
)
_FEW_LAYERS: Final = 3
"""Up to so many layers listed one by one are exceptions and do not stand for all."""

_MOST_BITS: Final = 32

_BITS: Final = {"fp8": 8, "fbgemm_fp8": 8, "mxfp4": 4, "modelopt_fp4": 4}


@dataclass(frozen=True, slots=True)
class _Holder:
    """A part of the description of a format, and where it stands in it."""

    values: Mapping[str, Any]
    path: str = ""


def read_quantization(fields: Fields) -> Quantization | None:
    """Return the format of the checkpoint, None where it is not quantised; an unknown method is refused."""
    config = fields.raw("quantization_config")
    if config is None or config == {}:
        return None
    method = config.get("quant_method") if isinstance(config, dict) else None
    if method not in METHODS:
        fields.refuse_at("quantization_config.quant_method", method, f"understood are {', '.join(METHODS)}")
        return None
    top, of_weights = _Holder(config), _weights(config)
    bits = _stated(fields, (("bits", top), ("w_bit", top), ("num_bits", of_weights)), _MOST_BITS)
    sizes = (("group_size", top), ("q_group_size", top), ("group_size", of_weights))
    return Quantization(
        method,
        bits or _BITS.get(method) or _by_flag(fields, top),
        _stated(fields, sizes, LARGEST, whole_rows=True),
        tuple(group for group, module in _MODULES.items() if _is_left_out(module, tuple(_left_out(config)))),
    )


def _stated(
    fields: Fields, places: tuple[tuple[str, _Holder], ...], largest: int, *, whole_rows: bool = False
) -> int | None:
    """Return the first whole number that is stated; each that can be none is refused by name.

    With `whole_rows` -1 is no number but says that there are no groups, and 0 that nothing is said.
    """
    found = None
    for name, holder in places:
        value = holder.values.get(name)
        if value is None or (whole_rows and is_whole(value) and value in (-1, 0)):
            continue
        if not is_whole(value) or not 1 <= value <= largest:
            place = f"quantization_config.{holder.path}{name}"
            fields.refuse_at(place, value, f"a whole number from 1 to {largest} is needed")
        elif found is None:
            found = value
    return found


def _by_flag(fields: Fields, config: _Holder) -> int | None:
    for name, bits in (("load_in_4bit", 4), ("load_in_8bit", 8)):
        value = config.values.get(name)
        if value is not None and not isinstance(value, bool):
            fields.refuse_at(f"quantization_config.{name}", value, "true or false is needed")
        elif value:
            return bits
    return None


def _weights(config: Mapping[str, Any]) -> _Holder:
    """Return the description of weights in the first group that has one."""
    groups = config.get("config_groups")
    for name, group in groups.items() if isinstance(groups, dict) else ():
        weights = group.get("weights") if isinstance(group, dict) else None
        if isinstance(weights, dict):
            return _Holder(weights, f"config_groups.{name}.weights.")
    return _Holder({})


def _left_out(config: Mapping[str, Any]) -> Iterator[str]:
    for name in ("modules_to_not_convert", "ignore", "exclude_modules", "llm_int8_skip_modules"):
        listed = config.get(name)
        yield from (one for one in listed if isinstance(one, str)) if isinstance(listed, list) else ()


def _is_left_out(module: str, patterns: tuple[str, ...]) -> bool:
    """Say whether a list of modules that are left at 16 bit holds this one, in most layers."""
    numbered: set[str] = set()
    for pattern in patterns:
        if pattern.startswith("re:"):
            if _searches(pattern[3:], module):
                return True
            continue
        common = _common(pattern)
        if fnmatch(module, common) or fnmatch(module, common + ".*") or fnmatch(module, "*." + common):
            if not re.search(r"\.\d+\.", pattern):
                return True
            numbered.add(pattern)
    return len(numbered) > _FEW_LAYERS


def _common(pattern: str) -> str:
    """Write a pattern with the names of `_MODULES` and N for numbers."""
    text = re.sub(r" \(x\d+\)$", "", pattern)
    text = re.sub(r"\.\d+(?=\.|$)", ".N", text).replace("layers.*.", "layers.N.")
    for other, name in _OTHER_NAMES:
        text = text.replace(other, name)
    return text


def _searches(pattern: str, module: str) -> bool:
    """Search as the engine does; what is no regular expression, or a costly one, matches nothing."""
    if len(pattern) > 200 or re.search(r"[+*]\)[+*{]", pattern):
        return False
    try:
        return re.match(pattern, module.replace(".N.", ".0.")) is not None
    except re.error:
        return False
