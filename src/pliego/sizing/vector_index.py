"""Memory and disk of a vector index: the vectors, what leads to them, and what stands beside them.

Sizes per vector: `d` numbers of `b` bytes; in a graph (HNSW) 2 x M links of 4 bytes in the lowest layer (Malkov and
Yashunin 2018; memory layout of hnswlib); with product quantisation a code of m x bits / 8 bytes and an id of 8 bytes
beside codebooks of 2^bits x d numbers (Jégou et al. 2011).
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from pliego.findings import SpecPath
from pliego.sizing.terms import Input, Missing, Source, Term

if TYPE_CHECKING:
    from pliego.spec.sections.data import Index

_BYTES: Final[Mapping[str, float]] = {"float32": 4, "float16": 2, "bfloat16": 2, "int8": 1, "binary": 0.125}
_LINK_BYTES: Final = 4
_ID_BYTES: Final = 8
_DEFAULT_LINKS: Final = 16
_CODE_BITS: Final = 8

_SHAPE: Final[Mapping[str, tuple[str, ...]]] = {"ivf-flat": ("cells",), "ivf-pq": ("cells", "subvectors")}
"""What the size of an index follows from, beside its vectors, and no two libraries choose alike."""

RULE_FACTOR: Final = 1.5
"""Memory over that of the bare vectors, for links, segments being merged and what else a database keeps."""

_RULE: Final = Source("rule", "Qdrant documentation, Capacity Planning", "2026-09-30", "rule.index_memory")
_GRAPH: Final = Source("rule", "Malkov, Yashunin (2018)", message="rule.graph_links")
_CODES: Final = Source("rule", "Jégou, Douze, Schmid (2011)", message="rule.codes")
_USUAL_LINKS: Final = Source("assumption", "16 links where none are stated")
_USUAL_FORMAT: Final = Source("assumption", "numbers of 32 bits where no format is stated")
_ONE_COPY: Final = Source("assumption", "one copy of the index where no number is stated")
_NO_METADATA: Final = Source("assumption", "no metadata where none are stated")
_USUAL_BITS: Final = Source("assumption", "codes of 8 bits where none are stated")
_SPEC: Final = Source("spec")
_MERGE: Final = Source("assumption", "old and merged segments side by side")


def index_terms(index: "Index", workload: str) -> Iterator[Term | Missing]:
    """Yield the terms of an index in bytes: stored vectors, metadata, links or codes, memory and disk.

    Where the shape of the index is not stated, memory and disk are missing.
    """
    path: SpecPath = ("workloads", workload, "index")
    count = Input("n", "vectors", index.vectors, "", (*path, "vectors"))
    raw = _raw(index, count, path)
    yield raw
    metadata = _metadata(index, count, path)
    if metadata is not None:
        yield metadata
    lacking = [key for key in _SHAPE.get(index.type, ()) if getattr(index, key) is None]
    if lacking:
        yield from (Missing(figure, ((*path, key),)) for figure in ("index_memory", "index_disk") for key in lacking)
        return
    structure = _structure(index, count, path)
    if structure is not None:
        yield structure
    memory = _memory(index, raw, structure, metadata, path)
    yield memory
    yield _disk(index, raw, structure, metadata)


def _raw(index: "Index", count: Input, path: SpecPath) -> Term:
    each = _BYTES[index.format]
    stated = "format" in index.model_fields_set
    inputs = (
        count,
        Input("d", "dimensions", index.dimensions, "", (*path, "dimensions")),
        Input("b", "bytes_per_number", each, "B", (*path, "format") if stated else None),
    )
    value = round(index.vectors * index.dimensions * each)
    origin, kind = ((_SPEC,), "exact") if stated else ((_SPEC, _USUAL_FORMAT), "assumed")
    return Term("raw_vectors", "V", value, "B", "n × d × b", inputs, origin, value, value, kind)


def _structure(index: "Index", count: Input, path: SpecPath) -> Term | None:
    """Return links, cells or codes; a flat index has none."""
    if index.type == "hnsw":
        links = index.links or _DEFAULT_LINKS
        stated = (*path, "links") if index.links else None
        inputs = (count, Input("M", "links", links, "", stated), Input("q", "link_bytes", _LINK_BYTES, "B"))
        value = index.vectors * 2 * links * _LINK_BYTES
        origin, kind = ((_GRAPH,), "exact") if index.links else ((_GRAPH, _USUAL_LINKS), "assumed")
        return Term("index_links", "L", value, "B", "n × 2 × M × q", inputs, origin, value, value, kind)
    if index.type == "ivf-flat":
        return _cells(index, count, path)
    if index.type == "ivf-pq":
        return _codes(index, count, path)
    return None


def _cells(index: "Index", count: Input, path: SpecPath) -> Term:
    cells = index.cells or 0
    inputs = (
        count,
        Input("c", "cells", cells, "", (*path, "cells")),
        Input("d", "dimensions", index.dimensions, "", (*path, "dimensions")),
        Input("q", "id_bytes", _ID_BYTES, "B"),
    )
    value = cells * index.dimensions * 4 + index.vectors * _ID_BYTES
    return Term("index_cells", "L", value, "B", "c × d × 4 + n × q", inputs, (_CODES,), value, value)


def _codes(index: "Index", count: Input, path: SpecPath) -> Term:
    parts = index.subvectors or 0
    bits = index.code_bits or _CODE_BITS
    cells = index.cells or 0
    inputs = (
        count,
        Input("m", "subvectors", parts, "", (*path, "subvectors")),
        Input("w", "code_bits", bits, "bit", (*path, "code_bits") if index.code_bits else None),
        Input("c", "cells", cells, "", (*path, "cells")),
        Input("d", "dimensions", index.dimensions, "", (*path, "dimensions")),
        Input("q", "id_bytes", _ID_BYTES, "B"),
    )
    value = round(index.vectors * (parts * bits / 8 + _ID_BYTES) + (2**bits + cells) * index.dimensions * 4)
    formula = "n × (m × w / 8 + q) + (2^w + c) × d × 4"
    origin, kind = ((_CODES,), "exact") if index.code_bits else ((_CODES, _USUAL_BITS), "assumed")
    return Term("index_codes", "L", value, "B", formula, inputs, origin, value, value, kind)


def _metadata(index: "Index", count: Input, path: SpecPath) -> Term | None:
    if index.metadata is None:
        return None
    each = float(index.metadata.base)
    value = round(index.vectors * each)
    inputs = (count, Input("e", "metadata_bytes", each, "B", (*path, "metadata")))
    return Term("index_metadata", "E", value, "B", "n × e", inputs, (_SPEC,), value, value)


def _memory(index: "Index", raw: Term, structure: Term | None, metadata: Term | None, path: SpecPath) -> Term:
    """Return the memory of all replicas: of compressed vectors the codes, of whole ones the vectors with their factor.

    Low: the sum of what is stored. High, and value: the vendor's rule, or the sum where links outweigh it.
    """
    replicas = index.replicas or 1
    copies = Input("r", "replicas", replicas, "", (*path, "replicas") if index.replicas else None)
    beside = metadata.value if metadata else 0
    extra = structure.value if structure else 0
    terms = [term for term in (raw, structure, metadata) if term is not None]
    known = tuple(Input(term.symbol, term.key, term.value, "B") for term in terms)
    chosen = (*(() if index.replicas else (_ONE_COPY,)), *(() if metadata else (_NO_METADATA,)))
    if index.type == "ivf-pq" and structure is not None:
        value = replicas * (extra + beside)
        formula = "r × (L + E)" if metadata else "r × L"
        inputs = (copies, *(one for one in known if one.key != raw.key))
        kind = "exact" if structure.range_key == "exact" and not chosen else "assumed"
        return Term("index_memory", "X", value, "B", formula, inputs, (_CODES, *chosen), value, value, kind)
    factor = Input("f", "rule_factor", RULE_FACTOR, "")
    inner = "max(f × V, V + L)" if structure else "f × V"
    formula = f"r × ({inner} + E)" if metadata else f"r × {inner}"
    low = replicas * (raw.value + extra + beside)
    value = round(replicas * (max(RULE_FACTOR * raw.value, raw.value + extra) + beside))
    inputs = (copies, factor, *known)
    return Term("index_memory", "X", value, "B", formula, inputs, (_RULE, *chosen), low, value, "assumed")


def _disk(index: "Index", raw: Term, structure: Term | None, metadata: Term | None) -> Term:
    """Return the disk that one replica needs while segments are merged: twice what it stores.

    A public account has 75 GB on disk while merging for 41 GB of vectors.
    """
    parts = [term for term in (raw, structure, metadata) if term is not None]
    stored = sum(term.value for term in parts)
    inputs = tuple(Input(term.symbol, term.key, term.value, "B") for term in parts)
    formula = f"2 × ({' + '.join(term.symbol for term in parts)})" if len(parts) > 1 else f"2 × {raw.symbol}"
    origin = (_MERGE,) if index.metadata is not None else (_MERGE, _NO_METADATA)
    return Term("index_disk", "Q", 2 * stored, "B", formula, inputs, origin, stored, 2 * stored, "assumed")
