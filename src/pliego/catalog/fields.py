"""Reading the fields of a configuration so that nothing is guessed and nothing that matters is overlooked.

A family asks for each field it understands. What is missing or of the wrong kind becomes a refusal and a
stand-in value, so that one pass finds every fault. What announces another kind of layer and was not asked for
is refused in the end: `num_experts` in a family that knows no experts.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias, TypeGuard

from pliego.catalog.architecture import Refusal

Config: TypeAlias = Mapping[str, Any]

LARGEST: Final = 10_000_000
MOST_LAYERS: Final = 2_000

_TELLING: Final = re.compile(
    r"experts?(_|$)|moe_|_moe|lora_rank|latent|window|chunk_size|dual_chunk|sparse|^index_|indexer|(?<!mlp_)layer_types"
    r"|layers_block_type|layer_pattern|override_pattern|block_configs|ssm|mamba|linear_attn|^linear_|short_conv"
    r"|conv_kernel|nextn|mtp|cross_attention|(vision|audio|text|speech|image|thinker|llm)_config$|compress_|^hc_"
    r"|per_layer|altup|laurel|engram|ngram|kv_shared|share_kv|num_kv_heads|num_key_value_heads|_head_dim$|^head_dim$"
    r"|is_encoder_decoder|encoder_layers|global_head|swa_|qk_norm|sink|k_eq_v|_attn_every|attention_interval"
    r"|layer_freq|mlp_only|dense_replace|dense_layers|shared_intermediate|hidden_size_|loop"
)
"""Names of fields that announce a kind of layer, a cache or another model beside the text model."""

_HARMLESS: Final = re.compile(
    r"router_aux_loss|aux_loss|_coef$|_coeff$|init|dropout|jitter|dtype$|norm_topk|topk_method|routed_scaling|scaling_factor"
    r"|rope|_token_id|_token_index|per_tok(en)?$|limit$|_act$|use_kernels|router_func|_activation|_eps$|mamba_expand"
    r"|mamba_chunk_size|^chunk_size|time_step|implementation|aux_free|score|^mlp_bias$|z_loss|gate_function|renormalize"
    r"|image_token|moe_backend|parallel_size|group|_func$|output_router|max_window_layers|kernels|_layer_norm_"
)
"""Names among them that change what is computed, not what is held."""

_LONGEST_SHOWN: Final = 40

_UNSET: Final[tuple[object, ...]] = (None, False, 0, "", [], {})


class Fields:
    """The fields of one configuration, or of a part of it, with what stands against them.

    `defaults` are what the family's configuration class fills in. All parts share one list of refusals.
    """

    def __init__(
        self, config: Config, defaults: Config | None = None, path: str = "", refusals: list[Refusal] | None = None
    ) -> None:
        self._config = {**(defaults or {}), **{name: value for name, value in config.items() if value is not None}}
        self._given = config
        self._path = path
        self._asked: set[str] = set()
        self.refusals: list[Refusal] = [] if refusals is None else refusals

    def raw(self, name: str) -> Any:
        """Return the value as it is, None where it is absent or null."""
        self._asked.add(name)
        return self._config.get(name)

    def size(self, name: str, default: int | None = None, *, least: int = 1, largest: int = LARGEST) -> int:
        """Return a whole number that the architecture needs; `default` where the field is absent or null."""
        value = self.raw(name)
        if value is None and default is not None:
            return default
        if not is_whole(value) or not least <= value <= largest:
            self.refuse(name, f"a whole number from {least} to {largest} is needed")
            return max(least, 1)
        return value

    def optional_size(self, name: str, largest: int = LARGEST) -> int | None:
        """Return a whole number, or None where the field is absent, null or zero."""
        value = self.raw(name)
        return None if value in (None, 0, False) else self.size(name, largest=largest)

    def number(self, name: str, default: float | None = None, *, largest: float) -> float:
        """Return a number above 0 that the architecture needs, whole or not; `default` where it is absent or null."""
        value = self.raw(name)
        if value is None and default is not None:
            return default
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= largest:
            self.refuse(name, f"a number above 0 and up to {largest:g} is needed")
            return 1.0
        return value

    def flag(self, name: str, *, default: bool = False) -> bool:
        """Return a truth value."""
        value = self.raw(name)
        if value is None:
            return default
        if not isinstance(value, bool) and value not in (0, 1):
            self.refuse(name, "true or false is needed")
        return bool(value)

    def text(self, name: str) -> str | None:
        """Return a text, None where there is none."""
        value = self.raw(name)
        if value is not None and not isinstance(value, str):
            self.refuse(name, "a text is needed")
            return None
        return value

    def sizes(self, name: str) -> tuple[int, ...]:
        """Return a list of whole numbers from 0; empty where there is none."""
        value = self.raw(name)
        if value is None:
            return ()
        sound = isinstance(value, list) and all(is_whole(one) and 0 <= one <= LARGEST for one in value)
        if not sound or len(value) > MOST_LAYERS:
            self.refuse(name, "a list of whole numbers is needed")
            return ()
        return tuple(value)

    def names(self, name: str, allowed: tuple[str, ...]) -> tuple[str, ...]:
        """Return a list of the names that are understood; empty where there is none."""
        value = self.raw(name)
        if value is None or value == []:
            return ()
        if not isinstance(value, list) or len(value) > MOST_LAYERS:
            self.refuse(name, "a list is needed")
            return ()
        other = next((one for one in value if one not in allowed), None)
        if other is not None or None in value:
            reason = f"understood here are {', '.join(allowed)}"
            self.refusals.append(Refusal(self._path + name, _shortened(other), reason))
            return ()
        return tuple(value)

    def per_layer(self, name: str, values: tuple[Any, ...], layers: int) -> bool:
        """Say whether a list has a value for each layer; a list of another length is refused."""
        if values and len(values) != layers:
            self.refuse(name, f"{len(values)} entries for {layers} layers")
        return len(values) == layers

    def section(self, name: str, defaults: Config | None = None) -> "Fields | None":
        """Return the fields of a part, None where there is none."""
        value = self.raw(name)
        if value is None:
            return None
        if not isinstance(value, dict):
            self.refuse(name, "an object is needed")
            value = {}
        return Fields(value, defaults, f"{self._path}{name}.", self.refusals)

    def ignore(self, *names: str) -> None:
        """Declare that fields are understood and do not change what is held."""
        self._asked.update(names)

    def only(self, name: str, *allowed: object) -> None:
        """Refuse a field whose value is none of those that are understood; absent and null are fine."""
        value = self.raw(name)
        if value is not None and value not in allowed:
            self.refuse(name, f"understood is {' or '.join(map(str, allowed))}")

    def refuse(self, name: str, reason: str) -> None:
        """Note that a field stands against the configuration."""
        found = _shortened(self._given[name]) if name in self._given else "absent"
        refusal = Refusal(self._path + name, found, reason)
        if refusal not in self.refusals:
            self.refusals.append(refusal)

    def refuse_at(self, place: str, found: object, reason: str) -> None:
        """Note that a value inside a field stands against the configuration."""
        self.refusals.append(Refusal(self._path + place, _shortened(found), reason))

    def is_null(self, name: str) -> bool:
        """Say whether the configuration states that there is none, which is not the same as being absent."""
        self._asked.add(name)
        return name in self._given and self._given[name] is None

    def overlooked(self) -> Iterator[Refusal]:
        """Yield a refusal for each field that announces what the family was not asked about."""
        for name, value in self._given.items():
            if name in self._asked or value in _UNSET or not isinstance(name, str):
                continue
            if _TELLING.search(name) and not _HARMLESS.search(name):
                reason = "this field announces layers or a cache that are not understood in this family"
                yield Refusal(self._path + name, _shortened(value), reason)


def is_whole(value: object) -> TypeGuard[int]:
    """Say whether a value is a whole number; true and false are none, though Python counts with them."""
    return isinstance(value, int) and not isinstance(value, bool)


def _shortened(value: object) -> str:
    """Return a value as a configuration has it, or what it is where that is long."""
    if isinstance(value, dict):
        text = f"an object of {', '.join(map(str, value))}" if value else "an empty object"
    elif isinstance(value, list) and len(str(value)) > _LONGEST_SHOWN:
        text = f"a list of {len(value)}"
    else:
        text = value if isinstance(value, str) else json.dumps(value, default=str)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"
