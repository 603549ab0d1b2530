"""The figures that a buyer expects of each kind of work: what has neither a term nor a reason is named as missing.

Each arithmetic says by itself what it lacks. It cannot where the whole section is absent that it starts from.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from pliego.findings import SpecPath
from pliego.resolve.model import ResolvedWorkload
from pliego.sizing.terms import Missing, Term

_LANGUAGE: Final = ("text-generation", "embedding", "reranking")
_BESIDE: Final = ("image-generation", "speech-to-text", "text-to-speech")
_WITH_MODEL: Final = (*_LANGUAGE, *_BESIDE)
_SERVING: Final = ("online", "batch")
_TRAINING: Final = ("fine-tuning", "pre-training")


@dataclass(frozen=True, slots=True)
class Expected:
    """A figure of these kinds and modes; `needs` is the key of a workload that it starts from."""

    figure: str
    kinds: tuple[str, ...]
    modes: tuple[str, ...]
    needs: SpecPath = ()


EXPECTED: Final = (
    Expected("weights", _WITH_MODEL, (*_SERVING, *_TRAINING), ("model", "id")),
    Expected("working_memory", _BESIDE, _SERVING),
    Expected("training_memory", _WITH_MODEL, _TRAINING),
    Expected("dataset", _WITH_MODEL, _TRAINING, ("data", "size")),
    Expected("index_memory", ("vector-search",), ("online",), ("index",)),
    Expected("index_disk", ("vector-search",), ("online",), ("index",)),
    Expected("model_memory", ("classic-ml",), ("online",)),
    Expected("table_memory", ("classic-ml",), ("batch", "training"), ("data", "rows")),
    Expected("dataset", ("classic-ml",), ("training",), ("data", "size")),
)


def expected(kind: str, mode: str) -> Iterator[Expected]:
    """Yield the figures that a kind and mode of work is expected to have."""
    return (one for one in EXPECTED if kind in one.kinds and mode in one.modes)


def unsaid(workload: ResolvedWorkload, terms: Iterable[Term], missing: Iterable[Missing]) -> Iterator[Missing]:
    """Yield the expected figures of a workload that are neither among its terms nor among what is missing."""
    said = {*(term.key for term in terms), *(one.figure for one in missing)}
    for one in expected(workload.kind, workload.mode):
        if one.figure not in said:
            needs = (("workloads", workload.name, *one.needs),) if one.needs else ()
            yield Missing(one.figure, needs, "" if needs else "no_method")
