"""Main memory of classic machine learning: the table, its working copies, and the binned copy of boosted trees."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from pliego.sizing.terms import Input, Missing, Source, Term

if TYPE_CHECKING:
    from pliego.findings import SpecPath
    from pliego.spec.models import Workload
    from pliego.spec.sections.data import Dataset

_BYTES: Final[Mapping[str, int]] = {"float32": 4, "float64": 8, "int32": 4, "int64": 8, "int8": 1}

USUAL_COPIES: Final = 2
"""The table as read and the one that a method works on, where the buyer states no other number."""
_MOST_COPIES: Final = 3
_BIN_BYTES: Final = 1
"""Up to 255 bins fit into a byte."""

_BINS: Final = Source("rule", "XGBoost, LightGBM", "2026-09-30", "rule.bins")
_COPIES: Final = Source("assumption", "the table as read and a working copy")
_SPEC: Final = Source("spec")


def table_terms(workload: "Workload", name: str) -> Iterator[Term | Missing]:
    """Yield the main memory of the table in bytes, or what its shape lacks where the work is done on a table."""
    data = workload.data
    path: SpecPath = ("workloads", name)
    rows = data.rows if data and data.rows else workload.load.rows if workload.load else None
    if data is None or rows is None or data.columns is None or data.value_format is None:
        if workload.task.kind == "classic-ml" and workload.task.mode != "online":
            yield from _lacking(data, rows, path)
            yield from _unknown_method(workload, path)
        return
    where = (*path, "data", "rows") if data.rows else (*path, "load", "rows")
    cells = (
        Input("n", "rows", rows, "", where),
        Input("c", "columns", data.columns, "", (*path, "data", "columns")),
    )
    each = _BYTES[data.value_format]
    one = rows * data.columns * each
    copies = data.copies or USUAL_COPIES
    inputs = (
        *cells,
        Input("b", "bytes_per_number", each, "B", (*path, "data", "value_format")),
        Input("k", "table_copies", copies, "", (*path, "data", "copies") if data.copies else None),
    )
    low, high = (one * copies, one * copies) if data.copies else (one, one * _MOST_COPIES)
    kind = "exact" if data.copies else "assumed"
    origin = (_SPEC,) if data.copies else (_SPEC, _COPIES)
    yield Term("table_memory", "X", one * copies, "B", "n × c × b × k", inputs, origin, low, high, kind)
    if workload.task.algorithm == "gradient-boosting":
        binned = rows * data.columns * _BIN_BYTES
        bins = (*cells, Input("a", "bin_bytes", _BIN_BYTES, "B"))
        yield Term("binned_table", "G", binned, "B", "n × c × a", bins, (_BINS,), binned, binned)
    yield from _unknown_method(workload, path)


def _unknown_method(workload: "Workload", path: "SpecPath") -> Iterator[Missing]:
    """Say that only the method tells whether there is a binned copy beside the table."""
    if workload.task.algorithm is None and workload.task.kind == "classic-ml":
        yield Missing("binned_table", ((*path, "task", "algorithm"),))


def _lacking(data: "Dataset | None", rows: int | None, path: "SpecPath") -> Iterator[Missing]:
    if rows is None:
        yield Missing("table_memory", ((*path, "data", "rows"),))
    for key in ("columns", "value_format"):
        if data is None or getattr(data, key) is None:
            yield Missing("table_memory", ((*path, "data", key),))
