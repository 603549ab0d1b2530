import pytest

from pliego.catalog import load_catalog
from pliego.findings import Finding
from pliego.resolve.number_formats import check_formats


def found(weights: str, engine: str | None, accelerator: str | None, key: str = "weights") -> list[Finding]:
    catalog = load_catalog()
    reference = catalog.accelerator(accelerator) if accelerator else None
    formats = {key: catalog.number_format(weights)}
    return list(check_formats(formats, next(iter(catalog.engine_rows(engine or "")), None), reference, ("precision",)))


@pytest.mark.parametrize(
    ("weights", "engine", "accelerator"),
    [
        ("fp8", "vllm", "H100-SXM-80GB"),
        ("fp8", "vllm", "A100-SXM-80GB"),
        ("gguf-q4_k_m", "llama.cpp", "T4"),
        ("nvfp4", None, "RTX 5090"),
        ("bf16", "an engine of one's own", "T4"),
        ("int4", "vllm", "T4"),
    ],
)
def test_what_is_loaded_or_not_known_has_no_finding(weights: str, engine: str | None, accelerator: str) -> None:
    assert not [one for one in found(weights, engine, accelerator) if one.code == "P417"]
    if weights != "bf16":
        assert not found(weights, engine, accelerator)


def test_a_format_that_the_engine_does_not_load() -> None:
    (finding,) = found("int4-awq", "ollama", None)
    assert finding.code == "P417"
    assert "vllm" in finding.facts["engines"]


@pytest.mark.parametrize(
    ("weights", "engine", "accelerator"),
    [
        ("fp8", "vllm", "T4"),
        ("nvfp4", "sglang", "H100-SXM-80GB"),
        ("int4-awq", "tensorrt-llm", "B200-SXM-180GB"),
        ("mxfp4", "vllm", "T4"),
    ],
)
def test_a_format_that_nothing_loads_on_the_card(weights: str, engine: str, accelerator: str) -> None:
    (finding,) = found(weights, engine, accelerator)
    assert finding.code == "P418"
    assert finding.path == ("precision", "weights")


def test_a_cache_format_is_looked_for_in_the_engine_alone() -> None:
    (finding,) = found("q8_0", "vllm", "H100-SXM-80GB", "kv_cache")
    assert finding.code == "P417"
    assert not found("fp8", "vllm", "T4", "kv_cache")


@pytest.mark.parametrize(
    ("cache", "engine", "accelerator", "code"),
    [
        ("fp8", "tensorrt-llm", "A100-SXM-80GB", None),
        ("fp8", "vllm", "T4", None),
        ("fp8", "tensorrt-llm", "T4", "P418"),
        ("fp8", "llama.cpp", "H100-SXM-80GB", "P417"),
        ("q8_0", "vllm", "H100-SXM-80GB", "P417"),
        ("bf16", "ollama", "H100-SXM-80GB", "P417"),
        ("q8_0", "ollama", "T4", None),
    ],
)
def test_a_cache_has_engines_and_cards_of_its_own(cache: str, engine: str, accelerator: str, code: str | None) -> None:
    """TensorRT-LLM keeps a cache in fp8 on Ampere, where it loads no weights in it; Ollama knows three cache types."""
    assert [one.code for one in found(cache, engine, accelerator, "kv_cache")] == ([code] if code else [])
    if code is not None:
        assert cache in found(cache, engine, accelerator, "kv_cache")[0].message
