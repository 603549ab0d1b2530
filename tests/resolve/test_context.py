from typing import Any

import pytest

from pliego.catalog import load_catalog
from pliego.findings import Finding
from pliego.resolve.model import Resolved, SequenceLimit
from pliego.resolve.resolving import resolve
from pliego.spec.models import Spec


def findings(model: str, longest: tuple[int, int], **runtime: Any) -> tuple[Finding, ...]:
    return resolution(model, longest, **runtime).findings


def limit_of(model: str, **runtime: Any) -> SequenceLimit | None:
    return resolution(model, (100, 100), **runtime).workloads[0].demand.limit


def resolution(model: str, longest: tuple[int, int], **runtime: Any) -> Resolved:
    workload = {
        "task": {"kind": "text-generation", "mode": "online"},
        "model": {"id": model},
        "context": {"input": {"max": longest[0]}, "output": {"max": longest[1]}},
        "precision": {"runtime": runtime} if runtime else None,
    }
    spec = Spec.model_validate(
        {
            "schema": "pliego/v1",
            "rfq": {"id": "1", "title": "t", "version": "1", "language": "en", "issued": "2026-12-01"},
            "workloads": {"chat": {key: value for key, value in workload.items() if value is not None}},
        }
    )
    return resolve(spec, load_catalog(), {})


QWEN = "Qwen/Qwen2.5-7B-Instruct"


def test_input_and_output_together_are_checked_against_the_models_maximum() -> None:
    assert not findings(QWEN, (30_000, 2_768))
    (finding,) = findings(QWEN, (30_000, 2_769))
    assert finding.code == "P411"
    assert "32769" in finding.message
    assert "32768 (max_position_embeddings of Qwen/Qwen2.5-7B-Instruct)" in finding.message


def test_the_hint_names_the_scaling_that_would_do() -> None:
    (finding,) = findings(QWEN, (70_000, 2_000))
    assert "factor: 4" in (finding.hint or "")
    assert "131072" in (finding.hint or "")


def test_a_declared_scaling_is_accepted_and_noted() -> None:
    (finding,) = findings(QWEN, (70_000, 2_000), rope_scaling={"type": "yarn", "factor": 4})
    assert (finding.code, finding.severity) == ("P415", "notice")
    assert "from 32768 to 131072" in finding.message


def test_a_scaling_in_the_configuration_is_already_in_its_maximum() -> None:
    assert not findings("meta-llama/Llama-3.1-8B", (130_000, 1_000))
    (finding,) = findings("meta-llama/Llama-3.1-8B", (131_000, 1_000))
    assert finding.facts["limit"] == "131072"


def test_the_engines_setting_is_checked_on_both_sides() -> None:
    (short,) = findings(QWEN, (16_000, 1_000), max_model_length=16_000)
    assert short.code == "P412"
    (long,) = findings(QWEN, (16_000, 1_000), max_model_length=40_000)
    assert long.code == "P411"
    assert long.path[-1] == "max_model_length"


def test_an_unknown_maximum_is_said() -> None:
    (finding,) = findings("CohereLabs/c4ai-command-r-08-2024", (16_000, 1_000))
    assert finding.code == "P416"


LLAMA, DEEPSEEK = "meta-llama/Llama-3.1-8B", "deepseek-ai/DeepSeek-V3"


@pytest.mark.parametrize("model", [QWEN, LLAMA, DEEPSEEK, "openai/gpt-oss-120b", "google/gemma-3-27b-it"])
@pytest.mark.parametrize("tokens", [150_000, 262_145, 400_000, 1_000_000])
def test_following_the_hint_is_accepted(model: str, tokens: int) -> None:
    told = [one for one in findings(model, (tokens, 1)) if one.code == "P411"]
    for one in told:
        factor = int(one.facts["factor"])
        after = findings(model, (tokens, 1), rope_scaling={"type": "yarn", "factor": factor})
        assert [found.code for found in after] == ["P415"]
        assert after[0].facts["after"] == one.facts["extended"]


def test_a_published_maximum_that_scaling_has_reached_is_what_is_extended() -> None:
    (finding,) = findings(LLAMA, (150_000, 1))
    assert (finding.facts["factor"], finding.facts["extended"]) == ("2", "262144")
    assert "its scaling of type llama3 has reached already" in finding.message


def test_a_declared_scaling_replaces_the_one_of_the_configuration() -> None:
    (finding,) = findings(DEEPSEEK, (9000, 1), rope_scaling={"type": "yarn", "factor": 2})
    assert finding.facts["limit"] == "8192"  # 4,096 before its own yarn


def test_no_factor_is_proposed_that_no_model_has() -> None:
    (finding,) = findings(QWEN, (99_000_000, 1))
    assert (finding.code, finding.hint) == ("P411", None)


def test_the_longest_sequence_is_the_lesser_of_setting_and_model() -> None:
    assert limit_of(QWEN) == SequenceLimit(32_768)
    setting = ("workloads", "chat", "precision", "runtime", "max_model_length")
    assert limit_of(QWEN, max_model_length=8192) == SequenceLimit(8192, setting)
    assert limit_of(QWEN, max_model_length=99_999) == SequenceLimit(32_768)


def test_the_maximum_of_another_id_of_the_architecture_is_never_taken() -> None:
    """Two releases of one architecture: the longer one is known by its own id, a third one is not known at all."""
    assert limit_of("Qwen/Qwen3-4B") == SequenceLimit(40_960)
    assert limit_of("Qwen/Qwen3-4B-Instruct-2507") == SequenceLimit(262_144)
    assert limit_of("moonshotai/Kimi-K2.5") == SequenceLimit(262_144)
    assert limit_of("moonshotai/Kimi-K2.6") is None
    (finding,) = findings("moonshotai/Kimi-K2.6", (300_000, 2_000))
    assert (finding.code, finding.severity) == ("P416", "notice")


def test_an_instruct_model_does_not_have_the_maximum_of_its_base_model() -> None:
    assert limit_of("Qwen/Qwen2-7B") == SequenceLimit(131_072)
    assert limit_of("Qwen/Qwen2-7B-Instruct") == SequenceLimit(32_768)
