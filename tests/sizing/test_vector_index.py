"""Vector indexes: ten million vectors of a public account, and the shapes of other indexes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pliego.sizing.terms import Missing, Term
from pliego.sizing.vector_index import index_terms
from pliego.spec.sections.data import Index
from pliego.units import GB, GIB


def terms(**keys: object) -> dict[str, Term]:
    return {one.key: one for one in index_terms(Index.model_validate(keys), "find") if isinstance(one, Term)}


def lacking(**keys: object) -> set[tuple[str, str]]:
    found = index_terms(Index.model_validate(keys), "find")
    return {(one.figure, str(one.needs[0][-1])) for one in found if isinstance(one, Missing)}


MILVUS = {"type": "hnsw", "vectors": 10_000_000, "dimensions": 1024, "links": 16, "build_candidates": 500}


def test_raw_vectors_are_no_round_number() -> None:
    """10M x 1,024 x 4 bytes: 40.96 GB, 38.15 GiB; the owner had expected 40 GB."""
    raw = terms(**MILVUS)["raw_vectors"]
    assert raw.value / GB == pytest.approx(40.96)
    assert raw.value / GIB == pytest.approx(38.15, abs=0.005)


def test_links_are_small_beside_long_vectors_and_large_beside_short_ones() -> None:
    assert terms(**MILVUS)["index_links"].value == 10_000_000 * 128
    short = terms(**(MILVUS | {"dimensions": 128}))
    assert short["index_links"].value / short["raw_vectors"].value == pytest.approx(128 / 512)


def test_memory_states_its_factor_and_where_that_is_from() -> None:
    memory = terms(**MILVUS)["index_memory"]
    assert memory.value / GB == pytest.approx(61.44)
    assert memory.low / GB == pytest.approx(40.96 + 1.28)
    assert next(one.value for one in memory.inputs if one.key == "rule_factor") == 1.5
    assert "Qdrant" in memory.sources[0].text


def test_disk_is_twice_what_is_stored_while_segments_are_merged() -> None:
    """75 GB of files were seen while merging."""
    disk = terms(**MILVUS)["index_disk"]
    assert disk.low / GB < 75 < disk.high / GB


def test_no_compression_is_assumed_that_is_not_declared() -> None:
    assert "index_codes" not in terms(**MILVUS)
    quantised = terms(type="ivf-pq", vectors=3_500_000_000, dimensions=128, subvectors=64, cells=65_536)
    assert quantised["index_memory"].value < quantised["raw_vectors"].value / 5
    assert quantised["index_codes"].value >= 3_500_000_000 * (64 + 8)


@pytest.mark.parametrize(
    ("kind", "given", "lacked"),
    [
        ("ivf-pq", {}, ["cells", "subvectors"]),
        ("ivf-pq", {"cells": 65_536}, ["subvectors"]),
        ("ivf-pq", {"subvectors": 64}, ["cells"]),
        ("ivf-flat", {}, ["cells"]),
        ("flat", {}, []),
        ("hnsw", {}, []),
    ],
)
def test_an_index_whose_shape_is_not_stated_is_not_sized(kind: str, given: dict[str, int], lacked: list[str]) -> None:
    keys = {"type": kind, "vectors": 1_000_000, "dimensions": 768, **given}
    assert lacking(**keys) == {(figure, key) for figure in ("index_memory", "index_disk") for key in lacked}
    assert ("index_memory" in terms(**keys)) is not bool(lacked)
    assert "raw_vectors" in terms(**keys)


def test_a_default_is_marked_as_assumed() -> None:
    assert (
        terms(**{key: value for key, value in MILVUS.items() if key != "links"})["index_links"].range_key == "assumed"
    )
    assert terms(**MILVUS)["index_links"].range_key == "exact"


@pytest.mark.parametrize("kind", ["hnsw", "ivf-flat", "ivf-pq"])
def test_what_is_not_stated_is_named_among_the_sources(kind: str) -> None:
    keys = {"type": kind, "vectors": 1_000_000, "dimensions": 768}
    keys |= {} if kind == "hnsw" else {"cells": 1024} | ({"subvectors": 96} if kind == "ivf-pq" else {})
    stated = {"format": "float32", "replicas": 1, "metadata": "1 kB"}
    for one, lacking in ((terms(**keys), True), (terms(**keys, **stated), False)):
        texts = {source.text for term in one.values() for source in term.sources if source.key == "assumption"}
        for word in ("no format is stated", "no number is stated", "no metadata"):
            assert any(word in text for text in texts) is lacking, word


def test_memory_of_codes_is_as_certain_as_the_codes() -> None:
    keys = {"type": "ivf-pq", "vectors": 1_000_000, "dimensions": 768, "cells": 1024, "subvectors": 96}
    stated = {"replicas": 1, "metadata": "1 kB"}
    assert terms(**keys, **stated)["index_memory"].range_key == "assumed"
    assert terms(**keys, **stated, code_bits=8)["index_memory"].range_key == "exact"


def test_int8_and_binary_vectors_take_a_quarter_and_a_thirty_second() -> None:
    whole = terms(**MILVUS)["raw_vectors"].value
    assert terms(**(MILVUS | {"format": "int8"}))["raw_vectors"].value * 4 == whole
    assert terms(**(MILVUS | {"format": "binary"}))["raw_vectors"].value * 32 == whole


def test_replicas_and_metadata_count() -> None:
    with_metadata = terms(**(MILVUS | {"metadata": "2 kB", "replicas": 2}))
    assert with_metadata["index_metadata"].value == 10_000_000 * 2000
    assert with_metadata["index_memory"].value / GB == pytest.approx(2 * (61.44 + 20))


@given(
    st.sampled_from(["flat", "hnsw", "ivf-flat"]),
    st.integers(1, 10**15),
    st.integers(1, 100_000),
    st.one_of(st.none(), st.integers(2, 1024)),
)
def test_memory_is_never_below_what_is_stored(kind: str, vectors: int, dimensions: int, links: int | None) -> None:
    keys = {"type": kind, "vectors": vectors, "dimensions": dimensions} | ({"cells": 64} if kind == "ivf-flat" else {})
    found = terms(**keys, **({"links": links} if links and kind == "hnsw" else {}))
    memory = found["index_memory"]
    assert found["raw_vectors"].value <= memory.low <= memory.value <= memory.high
