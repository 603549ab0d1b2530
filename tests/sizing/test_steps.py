from collections.abc import Callable

import pytest

from pliego.catalog import Catalog
from pliego.catalog.architecture import Architecture
from pliego.sizing.runs import RunInputs
from pliego.sizing.steps import Step, is_large, is_linked, profiled
from pliego.units import GIB


@pytest.mark.parametrize(
    ("accelerator", "large"), [("H100-SXM-80GB", True), ("A100-SXM-80GB", False), ("RTX 3090", False)]
)
def test_a_large_card_has_larger_defaults_unless_it_is_left_out(
    catalog: Catalog, accelerator: str, *, large: bool
) -> None:
    release, card = catalog.engine_release("vllm", "0.19"), catalog.accelerator(accelerator)
    assert release is not None
    assert card is not None
    assert is_large(release, card.visible_bytes or 79 * GIB, card.id) is large
    # The engine looks for A100 in the name of the device, which an A800 does not have.
    assert is_large(release, 79 * GIB, "nvidia-a800-sxm-80gb")


@pytest.mark.parametrize(
    ("accelerator", "linked"), [("H100-SXM-80GB", True), ("RTX 5090", False), ("RTX 3090", False), ("L40S", False)]
)
def test_a_bridge_between_two_cards_is_no_link_of_a_node(catalog: Catalog, accelerator: str, *, linked: bool) -> None:
    card = catalog.accelerator(accelerator)
    assert card is not None
    assert is_linked(card) is linked


@pytest.fixture
def older(catalog: Catalog, architecture: Callable[[str], Architecture]) -> Callable[..., Step]:
    """Return the step that vLLM 0.6.6 profiles for a model with some settings."""

    def build(model: str, **settings: object) -> Step:
        release, bf16 = catalog.engine_release("vllm", "0.6.6"), catalog.number_format("bf16")
        assert release is not None
        assert bf16 is not None
        return profiled(RunInputs(architecture(model), bf16, release, **settings))  # type: ignore[arg-type]

    return build


@pytest.mark.parametrize(
    ("length", "chunked", "expected"),
    [
        (512, None, Step(2048, 256)),
        (20_000, None, Step(20_000, 256)),
        (131_072, None, Step(2048, 256)),
        (32_768, True, Step(2048, 256)),
    ],
)
def test_v0_profiles_the_longest_sequence_unless_it_is_cut(
    older: Callable[..., Step], length: int, expected: Step, *, chunked: bool | None
) -> None:
    assert older("meta-llama/Llama-3.1-8B", max_model_len=length, chunked_prefill=chunked) == expected


@pytest.mark.parametrize(
    "model", ["mistralai/Mistral-7B-v0.1", "Qwen/Qwen2.5-VL-7B-Instruct", "Qwen/Qwen3-Next-80B-A3B-Instruct"]
)
def test_v0_never_cuts_prompts_of_models_with_windows_images_or_states(older: Callable[..., Step], model: str) -> None:
    assert older(model, max_model_len=65_536).tokens == 65_536


def test_windows_in_some_layers_alone_do_not_keep_prompts_whole(older: Callable[..., Step]) -> None:
    assert older("google/gemma-2-2b-it", max_model_len=65_536).tokens == 2048


def test_v0_samples_as_many_sequences_as_largest_images_fill_a_step(older: Callable[..., Step]) -> None:
    vision = "Qwen/Qwen2.5-VL-7B-Instruct"
    assert older(vision, max_model_len=32_768) == Step(32_768, 2, 2 * 16_384)
    assert older(vision, max_model_len=32_768, encoder_tokens=0) == Step(32_768, 256)
    text = Step(5120, 1, 0)
    assert older(vision, max_model_len=2048) == text


@pytest.mark.parametrize(("sequences", "tokens", "sampled"), [(1024, 64, 64), (16, 2048, 16)])
def test_no_more_sequences_are_sampled_than_a_step_has_tokens(
    older: Callable[..., Step], sequences: int, tokens: int, sampled: int
) -> None:
    step = older(
        "meta-llama/Llama-3.1-8B",
        max_num_seqs=sequences,
        max_num_batched_tokens=tokens,
        chunked_prefill=True,
    )
    assert step == Step(tokens, sampled)
