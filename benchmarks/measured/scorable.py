"""The rule that says which rows count, recomputed: a check of the columns that state it, never a prediction.

A value counts if it is present and positive, the architecture is known, the row is sound, nothing is offloaded and the
model was not recognised from that very value. Each quantity then asks for the settings that decide it.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from measured.rows import QUANTITIES, SCORABLE, Row, number

Columns = Mapping[str, str]

_INFERRED: Final = re.compile(r"model inferred from: ?([^;]*)")

_GIVES_AWAY: Final[Mapping[str, tuple[str, ...]]] = {
    "weights": ("GiB", "weights", "load"),
    "kv_bytes_per_token": ("B/token", "bytes/token", "layers", "heads"),
    "kv_pool": (),
    "activation_peak": (),
}
"""Words in the note on how a model was recognised that say: from this very quantity."""

_NO_SIZE: Final = re.compile(r"unknown|not captured|not stated|inferred|per recipe")
"""Words in the name of a card that leave its memory open."""


def disagreements(rows: Sequence[Row]) -> Iterator[tuple[str, str]]:
    """Yield (row id, quantity) where the recomputed rule and the column differ."""
    for row in rows:
        for quantity, column in SCORABLE.items():
            if counts(row.columns, quantity) != (row.columns[column] == "yes"):
                yield row.id, quantity


def counts(columns: Columns, quantity: str) -> bool:
    """Say whether a row counts for a quantity."""
    value = number(columns[QUANTITIES[quantity]])
    sound = columns.get("bad") != "yes" and columns["offload"] == "none"
    if value is None or value <= 0 or not columns["architecture"] or not sound or _circular(columns, quantity):
        return False
    return _RULES[quantity](columns)


def _circular(columns: Columns, quantity: str) -> bool:
    """Say whether the model was recognised from this quantity, or from something that is not stated."""
    if columns.get("model_inferred") != "yes":
        return False
    bases = [basis.strip() for basis in _INFERRED.findall(columns.get("notes", ""))]
    if not bases or "basis not stated" in bases:
        return True
    return any(word in basis for basis in bases for word in _GIVES_AWAY[quantity])


def _split_known(columns: Columns) -> bool:
    return bool(columns["tp"] and columns["pp"])


def _format_known(columns: Columns) -> bool:
    return columns["weight_format"] not in {"", "unknown"}


def _weights(columns: Columns) -> bool:
    # Releases from about 0.25 print weights and what lies outside the framework's allocator as one figure.
    alone = "non-torch" not in columns.get("weights_printed", "")
    return alone and _format_known(columns) and _split_known(columns)


def _kv_bytes_per_token(columns: Columns) -> bool:
    hybrid = columns.get("consistency_flag", "").startswith("HYBRID")
    return bool(columns["kv_cache_dtype"]) and _split_known(columns) and not hybrid


def _pool(columns: Columns) -> bool:
    family = columns["engine_family"]
    if family == "llama.cpp":
        return bool(columns["n_ctx"] and columns["kv_cache_dtype"])
    return family == "vllm" and _format_known(columns) and _split_known(columns) and _budget_known(columns)


def _activation(columns: Columns) -> bool:
    return columns["engine_family"] == "vllm" and _pool(columns)


def _budget_known(columns: Columns) -> bool:
    settings = "gpu_memory_utilization", "max_num_batched_tokens", "max_num_seqs"
    plain = not _MODIFIED.search(columns["engine_version"]) and columns["release_group"] != "unknown"
    return _card_known(columns) and (plain or all(columns[name] for name in settings))


def _card_known(columns: Columns) -> bool:
    if _GUESSED_CARD.search(columns.get("notes", "")):
        return False
    return bool(columns["gpu_mem_total_gib"]) or not _NO_SIZE.search(columns["gpu_name"])


_MODIFIED: Final = re.compile(r"\bPR\b|dev|fork|image|class")
"""Words in a release that say: not the plain release, whose defaults are documented."""

_GUESSED_CARD: Final = re.compile(r"gpu: [^;]*inferred(?! from \d)|gpu: about|gpu: >=")
"""A card that was recognised from the budget or the pool; one recognised from its printed total is known."""

_RULES: Final[Mapping[str, Callable[[Columns], bool]]] = {
    "weights": _weights,
    "kv_bytes_per_token": _kv_bytes_per_token,
    "kv_pool": _pool,
    "activation_peak": _activation,
}
