import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pliego.catalog
from pliego.catalog import Catalog, load_catalog
from pliego.catalog.architecture import Architecture

DATA = Path(pliego.catalog.__file__).parent / "data"


@pytest.fixture
def catalog() -> Catalog:
    return load_catalog()


def test_models_are_found_by_id_and_by_alias(catalog: Catalog) -> None:
    by_id, by_alias = (
        catalog.model("meta-llama/Llama-3.1-8B"),
        catalog.model("meta-llama/Llama-3.1-8B-Instruct"),
    )
    assert by_id == by_alias
    assert by_id is not None
    assert by_id.parameters == 8_030_261_248
    assert catalog.model("meta-llama/Llama-3.1-9B") is None
    assert catalog.model("../regions") is None
    assert catalog.model("") is None


def test_looking_up_a_model_is_fast() -> None:
    name = "meta-llama/Meta-Llama-3.1-8B-Instruct"
    times = []
    for _ in range(5):
        begin = time.perf_counter()
        Catalog(DATA).model(name)
        times.append(time.perf_counter() - begin)
    assert min(times) < 0.015


def test_no_name_stands_for_two_models(catalog: Catalog) -> None:
    names = catalog.model_names()
    assert len(names) == len(set(names))


def test_a_model_file_is_named_after_its_id() -> None:
    for file in (DATA / "models").glob("*.json"):
        assert file.stem == json.loads(file.read_bytes())["id"].replace("/", "--")


def test_variants_name_a_format_groups_of_the_model_and_a_source(catalog: Catalog) -> None:
    variants = 0
    for file in (DATA / "models").glob("*.json"):
        row = json.loads(file.read_bytes())
        for one in row.get("variants", ()):
            found = catalog.number_format(one["format"])
            assert found is not None, one["id"]
            assert found.weights
            assert one["source"]
            assert set(one.get("bits", ())) <= set(row["parameters"]["groups"]), one["id"]
            assert all(0 < bits <= found.bits_of_other_values for bits in one.get("bits", {}).values())
            variants += 1
    assert variants > 20


def test_the_publishers_own_variant_comes_first(catalog: Catalog) -> None:
    row = catalog.model("meta-llama/Llama-3.1-405B")
    assert row is not None
    assert isinstance(row.reading, Architecture)
    assert [one.id.partition("/")[0] for one in row.reading.variants] == ["meta-llama", "nvidia"]


def test_what_is_not_understood_is_refused_for_a_reason(catalog: Catalog) -> None:
    readings = {row.id: row.reading for row in catalog.models()}
    assert isinstance(readings["Qwen/Qwen2.5-7B-Instruct"], Architecture)
    pipeline = readings["black-forest-labs/FLUX.1-dev"]
    assert not isinstance(pipeline, Architecture)
    assert "components" in {refusal.field for refusal in pipeline}


@pytest.mark.parametrize("name", ["H100-SXM-80GB", "nvidia-h100-sxm-80gb", "NVIDIA H100 SXM5 80GB", "h100 sxm 80gb"])
def test_accelerators_are_found_by_id_name_or_alias(catalog: Catalog, name: str) -> None:
    found = catalog.accelerator(name)
    assert found is not None
    assert found.id == "nvidia-h100-sxm-80gb"
    assert found.memory_bytes == 81_559 * 2**20
    assert found.visible_bytes == pytest.approx(79.19 * 2**30)
    assert found.memory_class == "80 GB"


def test_an_ambiguous_accelerator_is_not_guessed(catalog: Catalog) -> None:
    assert catalog.accelerator("H100") is None


def test_no_name_stands_for_two_accelerators(catalog: Catalog) -> None:
    names = [name for row in catalog.accelerators for name in {one.lower() for one in (row.id, row.name, *row.aliases)}]
    assert len(names) == len(set(names))


def test_formats_are_native_or_not(catalog: Catalog) -> None:
    fp8, a100, h100 = (
        catalog.number_format("fp8"),
        catalog.accelerator("A100-SXM-80GB"),
        catalog.accelerator("H100-SXM-80GB"),
    )
    assert fp8 is not None
    assert a100 is not None
    assert h100 is not None
    assert h100.computes_natively(fp8)
    assert not a100.computes_natively(fp8)


@pytest.mark.parametrize(
    ("version", "row"),
    [
        ("0.19", "vllm-0.17-0.20"),
        ("0.19.1", "vllm-0.17-0.20"),
        ("v0.10.2", "vllm-0.7-0.16"),
        ("0.9", "vllm-0.7-0.16"),
        ("0.14.1", "vllm-0.12-0.16"),
        ("0.27", "vllm-0.21"),
        ("0.6.6", "vllm-v0"),
        ("0.8", "vllm-0.7-0.16"),
        ("latest", None),
    ],
)
def test_engine_releases_are_compared_as_versions(catalog: Catalog, version: str, row: str | None) -> None:
    found = catalog.engine_release("vLLM", version)
    assert (found.id if found else None) == row


def test_regions_hold_countries_sets_and_aliases(catalog: Catalog) -> None:
    regions = catalog.regions
    assert regions.countries["NO"].names == {"en": "Norway", "es": "Noruega", "de": "Norwegen"}
    assert set(regions.sets["EEA"].members) - set(regions.sets["EU"].members) == {"IS", "LI", "NO"}
    assert regions.aliases["UK"] == "GB"
    assert all(member in regions.countries for one in regions.sets.values() for member in one.members)


def rows() -> Iterator[Any]:
    for folder in ("models", "accelerators"):
        for file in (DATA / folder).glob("*.json"):
            content = json.loads(file.read_bytes())
            yield from content.get("accelerators", [content])
    for engine in json.loads((DATA / "engine_releases.json").read_bytes())["engines"]:
        yield from engine["releases"]


def test_every_row_has_sources_and_a_date() -> None:
    for row in rows():
        assert row["sources"], row["id"]
        assert row["as_of"], row["id"]


@pytest.mark.parametrize("name", ["org/" + "a" * 250, "a" * 5000, "org/\0", "../x", "meta-llama--Llama-3.1-8B", ""])
def test_what_a_user_writes_never_becomes_a_path(catalog: Catalog, name: str) -> None:
    assert catalog.model(name) is None
