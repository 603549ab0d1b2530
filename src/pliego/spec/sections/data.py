"""Data that a workload reads, searches and keeps: datasets, vector indexes, checkpoints."""

from typing import Annotated, Literal

from pydantic import Field

from pliego.spec.values import (
    Amount,
    Count,
    DataRateLevel,
    DataSize,
    Duration,
    DurationLevel,
    Share,
    SpecModel,
)


class Dataset(SpecModel):
    """Data that is trained on, classified or joined."""

    size: DataSize | None = None
    """Size as stored."""
    copies: Count | None = None
    """Copies in memory at the same time, where the buyer knows them."""
    rows: Amount | None = None
    """Rows of the table."""
    columns: Count | None = None
    """Columns of the table."""
    value_format: Literal["float32", "float64", "int32", "int64", "int8"] | None = None
    """Number format of a cell in memory."""
    loader_workers: Count | None = None
    """Processes that read and prepare data beside each accelerator."""
    sample: DataSize | None = None
    """Size of one prepared sample in memory."""
    read_rate: DataRateLevel | None = None
    """Rate at which all machines together read the data, at least."""


class Index(SpecModel):
    """A vector index."""

    type: Literal["flat", "hnsw", "ivf-flat", "ivf-pq"]
    """How it searches: everything, over a graph, over cells, or over cells with compressed vectors."""
    vectors: Amount
    """Vectors in the index."""
    dimensions: Annotated[int, Field(ge=1, le=100_000)]
    """Numbers in each vector."""
    format: Literal["float32", "float16", "bfloat16", "int8", "binary"] = "float32"
    """Number format of the stored vectors. No compression is assumed unless it stands here or in `type`."""
    metric: Literal["cosine", "dot", "euclidean"] | None = None
    """What is near."""
    links: Annotated[int, Field(ge=2, le=1024)] | None = None
    """Links of each vector in the graph (M of HNSW)."""
    build_candidates: Count | None = None
    """Candidates kept while building the graph (efConstruction of HNSW)."""
    cells: Count | None = None
    """Cells of an inverted file (nlist)."""
    subvectors: Annotated[int, Field(ge=1, le=10_000)] | None = None
    """Parts into which product quantisation cuts a vector."""
    code_bits: Annotated[int, Field(ge=1, le=16)] | None = None
    """Bits of the code of each part."""
    metadata: DataSize | None = None
    """Metadata stored with each vector."""
    top: Count | None = None
    """Neighbours returned for a query."""
    replicas: Count | None = None
    """Complete copies of the index that answer queries."""
    growth: Share | None = None
    """Growth in a year, as a share of today's vectors."""


class Checkpoints(SpecModel):
    """States of a training that are kept."""

    interval: Duration | None = None
    """Time between two checkpoints."""
    keep: Count | None = None
    """Checkpoints kept at the same time."""
    content: Literal["training-state", "weights", "adapters"] | None = None
    """What is kept: all that is needed to go on, the weights alone, or the adapters."""
    write_time: DurationLevel | None = None
    """Time to write a checkpoint, at most."""
    restore_time: DurationLevel | None = None
    """Time from a failure to the training going on from the last checkpoint, at most."""
