"""Findings of `estimate` name options, never keys of a spec that nobody wrote."""

import re
from typing import Final

import pytest

from pliego.finding_codes import CODES
from pliego.findings import Finding, SpecPath
from pliego.workflow.estimation import estimate
from pliego.workflow.option_names import PLACES, hint_by_option

LLAMA: Final = {
    "model": "meta-llama/Llama-3.1-8B-Instruct", "weights": "bf16", "kv_cache": "bf16", "input": "1200/6000/16000",
    "output": "300/800/2000", "concurrency": "24", "engine": "vllm", "engine_version": "0.19",
}  # fmt: skip

WRONG: Final = ("", "~", "0", "-1", "1.5", "99", "nan", "1e99", "12k", "150", "a:b", "0:0", "3/2/1", "x" * 400, "a\nb")
"""Texts that most options refuse, each in its own way."""

SITUATIONS: Final[tuple[dict[str, str | None], ...]] = (
    {"accelerator": "H100-SXM-80GB", "count": "1", "model": "meta-llama/Llama-3.1-70B-Instruct"},
    {"accelerator": "H100-SXM-80GB", "tensor_parallel": "3", "count": "4"},
    {"accelerator": "L40S", "tensor_parallel": "4", "count": "2"},
    {"accelerator": "L40S", "pipeline_parallel": "64", "count": "4"},
    {"accelerator": "L40S", "concurrency": None, "count": "1"},
    {"accelerator": "H100-SXM-80GB", "count": "8", "tensor_parallel": "3"},
    {"count": "3"},
    {"max_sequences": "4", "accelerator": "H100-SXM-80GB"},
    {"max_model_length": "1000"},
    {"model": "Qwen/Qwen3-Embedding-0.6B", "output": None, "accelerator": "RTX-3090", "count": "1"},
    {"model": "Qwen/Qwen2.5-7B-Instruct", "input": "70000", "output": "2000"},
    {"model": "Qwen/Qwen2.5-7B-Instruct", "input": "70000", "output": "2000", "rope_scaling": "yarn:4"},
    {"draft": "nobody/nothing"},
    {"engine": "llama.cpp", "engine_version": None, "accelerator": "T4", "count": "1", "weights": "gguf-q8_0"},
    {"engine": "vllm", "engine_version": None},
    {"engine": "exllama"},
    {"engine": "ollama"},
    {"engine": "sglang", "engine_version": "0.5"},
    {"model": "black-forest-labs/FLUX.1-dev"},
    {"model": "nobody/nothing"},
    {"model": None, "config": "there-is-no/config.json"},
    {"model": None, "config": "pyproject.toml"},
    {"model": None, "config": "src"},
    {"weights": "fp8", "accelerator": "T4"},
    {"weights": "fp32"},
    {"accelerator": "H100"},
    {"input": None, "output": None},
)

DRAFT: Final[SpecPath] = ("workloads", "estimate", "precision", "runtime", "draft", "model")

KEYS: Final = frozenset(str(key) for place in PLACES.values() for key in place if key != "estimate")
QUOTED: Final = re.compile(r"`([a-z]\w*(?:\.\w+)*)(?=`|:)")
OF_A_FILE: Final = ("the key", "spec", "YAML", "hardware.", "precision.", "runtime.", "{typ")


def faults(text: str) -> list[str]:
    """Return what of a message or hint speaks of a file."""
    keys = [found for found in QUOTED.findall(text) if found.split(".")[-1] in KEYS]
    keys += [key for key in KEYS if "_" in key and re.search(rf"\b{key}\b", text)]
    return keys + [words for words in OF_A_FILE if words in text]


def told(options: dict[str, str | None]) -> list[str]:
    wrong = []
    for finding in estimate({**LLAMA, **options}, "text").findings:
        text = finding.message + " " + (finding.hint or "")
        assert finding.hint
        assert all(str(part).startswith("--") or part == "MODEL" for part in finding.path)
        wrong += [f"{finding.code} {found}: {text}" for found in faults(text)]
    return wrong


@pytest.mark.parametrize("name", PLACES)
def test_a_wrong_value_is_told_by_its_option(name: str) -> None:
    assert not [one for value in WRONG for one in told({name: value})]


@pytest.mark.parametrize("options", SITUATIONS, ids=str)
def test_a_finding_of_facts_or_layout_names_options(options: dict[str, str | None]) -> None:
    assert not told(options)


def test_the_advice_of_every_code_on_models_engines_and_layouts_can_be_followed() -> None:
    shown = {code for code in CODES if "P401" <= code <= "P449" and code not in ("P403", "P404", "P405")}
    wrong = {code: hint_by_option(Finding(code, DRAFT)) for code in shown}
    assert not {code: text for code, text in wrong.items() if faults(text)}


@pytest.mark.parametrize(
    ("code", "path", "hint", "said"),
    [
        ("P412", ("workloads", "estimate", "context"), "raise `max_model_length`", "raise `--max-model-length`"),
        ("P442", DRAFT, "`model` or `layers`", "`--draft` or `--draft`"),
        ("P410", ("workloads", "estimate", "model", "id"), "give `parameters`", "give `--parameters`"),
        ("P437", ("hardware", "count"), "name `hardware.reference`", "name `--accelerator`"),
        ("P440", (), "`memory_utilization: 0.4` is enough", "`--memory-utilization 0.4` is enough"),
        ("P411", (), "`precision.runtime.rope_scaling: {type: yarn, factor: 4}`", "`--rope-scaling yarn:4`"),
        ("P406", (), "`pliego catalog` lists them", "`pliego catalog` lists them"),
    ],
)  # fmt: skip
def test_a_quoted_key_becomes_its_option(code: str, path: SpecPath, hint: str, said: str) -> None:
    assert hint_by_option(Finding(code, path, {}, hint)) == said
