"""What the format will have and this release has not, so that nobody is sent looking for a slip of the pen."""

from typing import Final

SECTIONS: Final = frozenset({"pipelines", "operation", "evaluation", "pilot"})
"""Sections of the spec. A workload cannot take their names: it would have to be renamed later."""

_VALUES: Final[dict[str, frozenset[str]]] = {
    "kind": frozenset(
        {
            "classic-ml",
            "embedding",
            "image-generation",
            "reranking",
            "speech-to-text",
            "text-to-speech",
            "vector-search",
        }
    ),
    "mode": frozenset({"batch", "fine-tuning", "pre-training"}),
}


def is_section(key: str) -> bool:
    """Say whether a top-level key is a section of a later release."""
    return key in SECTIONS


def is_value(key: str, value: object) -> bool:
    """Say whether a value of `task.kind` or `task.mode` is one of a later release."""
    return str(value).lower().replace("_", "-") in _VALUES.get(key, frozenset())
