from collections.abc import Callable
from dataclasses import replace

import pytest

from pliego.catalog import Catalog
from pliego.catalog.architecture import Architecture
from pliego.catalog.residuals import Residual, by_kind
from pliego.sizing.estimates import exact
from pliego.sizing.prediction import RunInputs, predict
from pliego.sizing.tables import rotary_tables
from pliego.units import GIB

Make = Callable[..., RunInputs]


@pytest.fixture
def run(catalog: Catalog, architecture: Callable[[str], Architecture]) -> Make:
    """Return a builder of runs, by default of vLLM 0.19 on a card of which it sees 79.19 GiB."""

    def build(model: str, weights: str = "bf16", release: str = "vllm-0.17-0.20", **rest: object) -> RunInputs:
        found = catalog.number_format(weights)
        row = next(one for one in catalog.engine_releases if one.id == release)
        assert found is not None
        made = RunInputs(architecture(model), found, row, exact(79.19 * GIB), large_card=True, utilization=0.95)
        return replace(made, **rest)  # type: ignore[arg-type]

    return build


@pytest.mark.parametrize(
    ("model", "weights", "ranks", "stages", "pool"),
    [
        ("meta-llama/Llama-3.1-8B", "bf16", 1, 1, 58.11),
        ("meta-llama/Llama-3.1-8B", "fp8", 1, 1, 64.61),
        ("meta-llama/Llama-3.1-8B", "bf16", 4, 1, 67.44),
        ("meta-llama/Llama-3.1-8B", "bf16", 1, 2, 65.63),
        ("meta-llama/Llama-3.1-8B", "bf16", 1, 4, 68.89),
        ("meta-llama/Llama-3.3-70B-Instruct", "fp8", 2, 1, 37.28),
        ("Qwen/Qwen3-30B-A3B", "bf16", 1, 1, 15.41),
        ("meta-llama/Llama-4-Scout-17B-16E-Instruct", "bf16", 4, 1, 16.75),
    ],
)
def test_pools_are_those_of_the_logs(run: Make, model: str, weights: str, ranks: int, stages: int, pool: float) -> None:
    found = predict(run(model, weights, tensor_parallel=ranks, pipeline_parallel=stages)).kv_pool
    assert found is not None
    assert found.value / GIB == pytest.approx(pool, abs=0.15)


def test_a_pool_in_tokens_is_the_one_that_a_log_prints(run: Make) -> None:
    found = predict(run("meta-llama/Llama-3.1-8B"))
    assert found.pool_tokens is not None
    assert found.pool_tokens.value == pytest.approx(476_016, rel=0.002)
    half = predict(run("meta-llama/Llama-3.1-8B", max_model_len=8192)).full_sequences
    assert half is not None
    assert half.value == pytest.approx(476_016 / 8192, rel=0.002)


def test_ranks_of_one_group_share_a_sequence(run: Make) -> None:
    inputs = run("deepseek-ai/DeepSeek-V3", "fp8", tensor_parallel=8, visible=exact(139.8 * GIB))
    one, eight = predict(inputs), predict(replace(inputs, decode_context_parallel=8))
    assert one.kv_bytes_per_token is not None
    assert eight.kv_bytes_per_token is not None
    assert one.kv_bytes_per_token.value == 8 * eight.kv_bytes_per_token.value == 70_272


def test_32_bit_doubles_weights_and_cache(run: Make) -> None:
    wide = predict(run("meta-llama/Llama-3.1-8B", "fp32", dtype_bits=32))
    assert wide.weights is not None
    assert wide.kv_pool is not None
    assert wide.weights.value / GIB == pytest.approx(29.98, abs=0.01)
    assert wide.kv_pool.value / GIB == pytest.approx(42.8, abs=0.1)


def test_latent_attention_of_old_releases_was_cached_in_full(run: Make) -> None:
    found = predict(run("deepseek-ai/DeepSeek-V2-Lite", release="vllm-v0")).kv_bytes_per_token
    assert found is not None
    assert found.value == 27 * 16 * (192 + 128) * 2


def test_other_engines_have_their_own_rules(run: Make) -> None:
    trt = predict(run("meta-llama/Llama-3.1-8B", release="tensorrt-llm", utilization=None)).kv_pool
    sglang = predict(run("meta-llama/Llama-3.1-8B", release="sglang", utilization=0.88))
    assert trt is not None
    assert sglang.kv_pool is not None
    assert sglang.weights is not None
    assert sglang.kv_pool.value == pytest.approx(0.88 * 79.19 * GIB - sglang.weights.value)
    assert trt.value < 0.9 * (79.19 - 14.96) * GIB
    assert sglang.activation_peak is None
    assert {one.quantity for one in sglang.unanswered} == {"activation_peak"}


def test_llama_cpp_keeps_the_token_embedding_on_the_host(run: Make) -> None:
    found = predict(run("Qwen/Qwen3-32B", "gguf-q5_k_m", "ik_llama.cpp", context_cells=8192, devices=2))
    assert found.weights is not None
    assert found.kv_pool is not None
    assert found.weights.value / GIB == pytest.approx(21.105, rel=0.001)
    assert found.kv_pool.value == 2 * GIB


def test_an_encoder_has_no_pool(run: Make) -> None:
    found = predict(run("BAAI/bge-m3", "fp16"))
    assert found.kv_pool is None
    assert "kv_pool" in {one.quantity for one in found.unanswered}


def test_residuals_make_the_ranges(run: Make) -> None:
    rows = [
        Residual("weights", ("vllm",), 0.01, "value", 40, 20, "2026-11-30"),
        Residual("kv_pool", ("vllm",), 0.02, "budget", 30, 20, "2026-11-30"),
    ]
    inputs = run("meta-llama/Llama-3.1-8B")
    found, plain = predict(inputs, by_kind(rows)), predict(inputs)
    assert found.weights is not None
    assert found.kv_pool is not None
    assert plain.weights is not None
    assert found.weights.high == pytest.approx(plain.weights.value * 1.01)
    assert found.kv_pool.value - found.kv_pool.low == pytest.approx(0.02 * 0.95 * 79.19 * GIB)
    assert found.weights.evidence.measurements == 40
    assert plain.weights.low == plain.weights.high


def test_more_stages_than_layers_are_unanswered(run: Make) -> None:
    found = predict(run("meta-llama/Llama-3.1-8B", pipeline_parallel=10**9))
    assert found.weights is None
    assert "more than the 32 layers" in found.unanswered[0].reason


def test_graphs_are_subtracted_from_the_pool_where_a_release_counts_them_and_captures_any(run: Make) -> None:
    inputs = run("meta-llama/Llama-3.1-8B")
    counted = replace(inputs, release=replace(inputs.release, graphs_inside_budget=True))
    pools = [predict(one).kv_pool for one in (inputs, counted, replace(counted, eager=True))]
    apart, inside, eager = (found.value for found in pools if found is not None)
    assert apart == eager
    # 13 MiB for each of 32 layers beside what every model has.
    assert (apart - inside) / GIB == pytest.approx(0.51 + 32 * 13 / 1024, abs=0.01)


def test_a_pool_follows_the_published_checkpoint_of_its_format(run: Make) -> None:
    """A log of 0.24 on a card of which vLLM sees 31.4 GiB: 5.98 and 6.01 GiB in two runs of one set-up."""
    found = predict(
        run(
            "Qwen/Qwen3.5-35B-A3B",
            "nvfp4",
            "vllm-0.21",
            visible=exact(31.4 * GIB),
            utilization=0.92,
            large_card=False,
            max_num_seqs=1,
            max_num_batched_tokens=8192,
        )
    )
    assert found.kv_pool is not None
    assert found.weights is not None
    assert found.kv_pool.value / GIB == pytest.approx(6.0, rel=0.01)
    # The head is 4 bits wide in the file, and 16 where the engine does not load it so.
    assert (found.weights.value - found.weights.low) / GIB == pytest.approx(508_559_360 * 11.5 / 8 / GIB, rel=0.001)
    assert found.kv_pool.high - found.kv_pool.value == pytest.approx(found.weights.value - found.weights.low)
    assert found.weights.high == found.weights.value


@pytest.mark.parametrize(
    ("release", "capability", "model", "ranks", "measured"),
    [
        ("vllm-0.7-0.16", (9, 0), "openai/gpt-oss-120b", 1, 65.97),
        ("vllm-0.12-0.16", (9, 0), "openai/gpt-oss-120b", 1, 64.38),
        ("vllm-0.7-0.16", (9, 0), "openai/gpt-oss-20b", 1, 13.7),
        ("vllm-0.7-0.16", (9, 0), "openai/gpt-oss-20b", 2, 7.01),
    ],
)
def test_experts_are_filled_up_as_the_kernels_of_a_release_need(
    run: Make, release: str, capability: tuple[int, int], model: str, ranks: int, measured: float
) -> None:
    found = predict(run(model, "mxfp4", release, capability=capability, tensor_parallel=ranks)).weights
    assert found is not None
    assert found.value / GIB == pytest.approx(measured, rel=0.011)


@pytest.mark.parametrize(
    ("model", "weights", "release", "ranks", "measured"),
    [
        ("Qwen/Qwen2.5-VL-7B-Instruct", "int4-awq", "vllm-0.7-0.16", 1, 6.594),
        ("Qwen/Qwen2.5-VL-7B-Instruct", "bf16", "vllm-0.7-0.16", 1, 15.627),
        ("Qwen/Qwen2.5-VL-72B-Instruct", "nf4-bnb", "vllm-0.7-0.16", 1, 38.97),
        ("Qwen/Qwen3-VL-30B-A3B-Instruct", "bf16", "vllm-0.7-0.16", 4, 14.771),
        ("Qwen/Qwen3.8-27B", "fp8", "vllm-0.21", 2, 14.28),
    ],
)
def test_tables_of_positions_with_three_axes_are_longer_and_mergers_are_divided(
    run: Make, model: str, weights: str, release: str, ranks: int, measured: float
) -> None:
    found = predict(run(model, weights, release, tensor_parallel=ranks)).weights
    assert found is not None
    assert found.value / GIB == pytest.approx(measured, rel=0.004)


def test_only_the_rotated_share_of_a_head_is_in_the_tables(architecture: Callable[[str], Architecture]) -> None:
    plain, axes = architecture("Qwen/Qwen3-Next-80B-A3B-Instruct"), architecture("Qwen/Qwen3.5-35B-A3B")
    assert rotary_tables(plain) == 262_144 * 256 // 4 * 2
    assert rotary_tables(axes) == 4 * rotary_tables(plain)
    assert rotary_tables(architecture("meta-llama/Llama-3.1-8B")) == 131_072 * 128 * 2


def test_a_pool_beside_a_gated_encoder(run: Make) -> None:
    """Gemma-4-31B in 4 bit on an A100: 50 GiB, as its reporter rounded it."""
    settings = {"visible": exact(79.2 * GIB), "utilization": 0.9, "large_card": False}
    found = predict(run("google/gemma-4-31B-it", "int4-awq", **settings)).kv_pool
    assert found is not None
    assert found.value / GIB == pytest.approx(50, rel=0.015)


def test_kernels_differ_between_cards(run: Make) -> None:
    cards: dict[str, tuple[int, int] | None] = {"A100": (8, 0), "H100": (9, 0), "B200": (10, 0), "other": None}
    found = {
        name: predict(run("openai/gpt-oss-120b", "mxfp4", capability=capability)).weights
        for name, capability in cards.items()
    }
    gib = {name: weights.value / GIB for name, weights in found.items() if weights is not None}
    assert gib["H100"] < gib["A100"] < gib["B200"]
    assert gib["other"] == gib["A100"]


def test_images_fill_the_profiling_run_of_the_first_engine(run: Make) -> None:
    settings = {"max_model_len": 32_768, "large_card": False}
    model = "Qwen/Qwen2.5-VL-7B-Instruct"
    peaks = [
        predict(run(model, release=release, **settings, encoder_tokens=tokens)).activation_peak
        for release, tokens in (("vllm-v0-0.7", None), ("vllm-v0-0.7", 0), ("vllm-0.7-0.16", None))
    ]
    filled, text, later = (peak.value / GIB for peak in peaks if peak is not None)
    # Two largest images are handed on to the text model beside the widest layer of 32,768 tokens.
    assert filled == pytest.approx(4.34, abs=0.01)
    assert filled - text == pytest.approx(2 * 16_384 * 3584 * 2 / GIB, abs=0.001)
    assert later < text
