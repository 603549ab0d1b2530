"""Which keys of a workload belong to which kind and mode of task.

The schema says it to editors, the check says it to people; both read this table.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pliego.findings import SpecPath

_TEXT: Final = ("text-generation",)
_LANGUAGE: Final = ("text-generation", "embedding", "reranking")
_SPEECH: Final = ("speech-to-text", "text-to-speech")
_WITH_MODEL: Final = (*_LANGUAGE, "image-generation", *_SPEECH)
_TRAINING: Final = ("fine-tuning", "pre-training")

MODES: Final[Mapping[str, tuple[str, ...]]] = {
    "text-generation": ("online", "batch", "fine-tuning", "pre-training"),
    "embedding": ("online", "batch", "fine-tuning", "pre-training"),
    "reranking": ("online", "batch", "fine-tuning"),
    "image-generation": ("online", "batch", "fine-tuning"),
    "speech-to-text": ("online", "batch", "fine-tuning"),
    "text-to-speech": ("online", "batch"),
    "vector-search": ("online",),
    "classic-ml": ("online", "batch", "training"),
}
"""Modes in which each kind of work exists."""


@dataclass(frozen=True, slots=True)
class Belongs:
    """A key of a workload and where it belongs; an empty tuple stands for all kinds, or all modes."""

    path: SpecPath
    kinds: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()


def _keys(section: str, names: str, kinds: tuple[str, ...] = (), modes: tuple[str, ...] = ()) -> Iterator[Belongs]:
    for name in names.split():
        yield Belongs((section, name), kinds, modes)


BELONGS: Final[tuple[Belongs, ...]] = (
    *_keys("task", "images", _TEXT),
    *_keys("task", "languages streaming", _SPEECH),
    *_keys("task", "dimensions", ("embedding",)),
    *_keys("task", "candidates", ("reranking",)),
    *_keys("task", "megapixels steps images_per_request", ("image-generation",)),
    *_keys("task", "algorithm", ("classic-ml",)),
    *_keys("task", "method rank", (), ("fine-tuning",)),
    *_keys("task", "sequence_length tokens", _LANGUAGE, _TRAINING),
    *_keys("task", "micro_batch global_batch samples", (), _TRAINING),
    *_keys("task", "epochs", (), (*_TRAINING, "training")),
    Belongs(("model",), (*_WITH_MODEL, "classic-ml")),
    Belongs(("rights",), (*_WITH_MODEL, "classic-ml")),
    Belongs(("precision",), _WITH_MODEL),
    *_keys("precision", "kv_cache", _LANGUAGE, ("online", "batch")),
    Belongs(("context",), _LANGUAGE, ("online", "batch")),
    *_keys("context", "output", _TEXT),
    *_keys("load", "arrival peak concurrency", (), ("online", "batch")),
    *_keys("load", "requests", _LANGUAGE, ("batch",)),
    *_keys("load", "documents", _LANGUAGE, ("batch",)),
    *_keys("load", "images", ("image-generation",), ("batch",)),
    *_keys("load", "rows", ("classic-ml",), ("batch",)),
    *_keys("load", "characters", ("text-to-speech",), ("batch",)),
    *_keys("load", "audio", ("speech-to-text",), ("batch",)),
    *_keys("load", "every", (), ("batch", "fine-tuning", "training")),
    *(
        item
        for percentile in ("p50", "p95", "p99")
        for item in (
            *_keys("slo", f"ttft_{percentile} tpot_{percentile}", _TEXT, ("online",)),
            *_keys("slo", f"first_audio_{percentile}", ("text-to-speech",), ("online",)),
            *_keys("slo", f"e2e_{percentile}", (), ("online",)),
        )
    ),
    *_keys("slo", "real_time_factor", _SPEECH, ("online", "batch")),
    *_keys("slo", "throughput", ("text-generation", "embedding", "reranking")),
    *_keys("slo", "document_rate", _LANGUAGE, ("online", "batch")),
    *_keys("slo", "image_rate", ("image-generation",), ("online", "batch")),
    *_keys("slo", "row_rate", ("classic-ml",)),
    *_keys("slo", "deadline", (), ("batch", *_TRAINING, "training")),
    *_keys("slo", "recall", ("vector-search",)),
    *_keys("slo", "word_error_rate", ("speech-to-text",)),
    *_keys("slo", "cold_start", (), ("online",)),
    Belongs(("index",), ("vector-search",)),
    Belongs(("data",), (), ("batch", *_TRAINING, "training")),
    *_keys("data", "rows columns value_format copies", ("classic-ml",)),
    *_keys("data", "loader_workers sample", (), (*_TRAINING, "training")),
    Belongs(("checkpoints",), (), _TRAINING),
)
"""Keys that do not belong everywhere; a key that is not listed does."""


def home(path: SpecPath) -> Belongs | None:
    """Return where a key of a workload belongs; None where it belongs everywhere."""
    return next((belongs for belongs in BELONGS if belongs.path == path), None)


def strangers(*, kind: str | None = None, mode: str | None = None) -> Iterator[SpecPath]:
    """Yield the keys that a kind, or a mode, of task does not have."""
    for belongs in BELONGS:
        if (kind and belongs.kinds and kind not in belongs.kinds) or (
            mode and belongs.modes and mode not in belongs.modes
        ):
            yield belongs.path
