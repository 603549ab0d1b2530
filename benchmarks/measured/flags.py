"""What the free form of engine flags in a row says of the settings that memory depends on."""

import re
from dataclasses import dataclass
from typing import Final

_ENCODER_BUDGET: Final = re.compile(r"mm_encoder_budget=(\d+)")
_NO_IMAGES: Final = re.compile(r"limit[^;]*image[= ]+0\b|language[_-]model[_-]only")
_TEXT_ONLY: Final = re.compile(r"language[_-]model[_-]only")
_DECODE_CONTEXT: Final = re.compile(r"decode_context_parallel(?:_size)?=(\d+)")
_EXPERT_PARALLEL: Final = re.compile(r"enable[_-]expert[_-]parallel")
_OFF: Final = r"[ =](?:off|false|0)\b"


@dataclass(frozen=True, slots=True)
class Flags:
    """Settings by name as in `RunInputs`; None or the neutral value where no flag speaks of them.

    `full_windows` says that layers with a window keep the whole context (`swa-full` of llama.cpp), `text_only` that
    encoders for images and sound are not loaded.
    """

    flash_attention: bool | None
    unified: bool
    full_windows: bool
    encoder_tokens: int | None
    decode_context_parallel: int
    expert_parallel: bool
    text_only: bool


def read_flags(text: str) -> Flags:
    """Return what flags say; what is not known is passed over, as an engine's own log lists many."""
    flags = text.lower()
    budget, ranks = _ENCODER_BUDGET.search(flags), _DECODE_CONTEXT.search(flags)
    encoder_tokens = int(budget[1]) if budget else None
    return Flags(
        flash_attention=_switch("flash_attn", flags),
        unified=_switch("kv_unified", flags) is True,
        full_windows=_switch("swa-full", flags) is True,
        encoder_tokens=0 if _NO_IMAGES.search(flags) else encoder_tokens,
        decode_context_parallel=int(ranks[1]) if ranks else 1,
        expert_parallel=_EXPERT_PARALLEL.search(flags) is not None,
        text_only=_TEXT_ONLY.search(flags) is not None,
    )


def _switch(name: str, flags: str) -> bool | None:
    """Say whether a flag is on; None where it is not there (as the value of another flag it is not)."""
    found = re.search(rf"(?<![\w=]){re.escape(name)}({_OFF})?", flags)
    return None if found is None else found[1] is None
