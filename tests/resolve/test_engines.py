"""Which releases an engine is reckoned as, with and without a version, known and unknown."""

from typing import Any

import pytest

from pliego.catalog import load_catalog
from pliego.findings import Finding
from pliego.resolve.model import Resolved
from pliego.resolve.resolving import resolve
from pliego.spec.models import Spec


def resolved(runtime: dict[str, str], **task: str) -> Resolved:
    work = {"task": {"kind": "text-generation", "mode": "online", **task}, "precision": {"runtime": runtime}}
    rfq = {"id": "1", "title": "t", "version": "1", "language": "en", "issued": "2026-12-01"}
    spec = Spec.model_validate({"schema": "pliego/v1", "rfq": rfq, "workloads": {"chat": work}})
    return resolve(spec, load_catalog(), {})


def told(resolution: Resolved) -> Finding:
    (finding,) = (one for one in resolution.findings if one.code != "P439")
    return finding


@pytest.mark.parametrize(
    ("name", "version", "row", "gap"),
    [
        ("vllm", "", None, "is named without a release"),
        ("vllm", "nightly", None, "is no release that the catalog can place"),
        ("vllm", "2025-06", None, "is no release that the catalog can place"),
        ("vllm", "0.0.9", "vllm-v0", "is earlier than what is known, from 0.1 on"),
        ("vLLM", "v0.45.1", "vllm-0.21", "is later than what was measured, up to 0.27"),
        ("llama.cpp", "", "llama.cpp-2026-02", "is named without a release"),
        ("llama.cpp", "b6000", "llama.cpp-2025-06", "is a build"),
        ("llama.cpp", "b4000", "llama.cpp-2023", "is a build"),
        ("llama.cpp", "b99999", "llama.cpp-2026-02", "is a build"),
        ("llama.cpp", "v0.3.0", "llama.cpp-2026-02", "is no release that the catalog can place"),
        ("llama.cpp", "2022-12", "llama.cpp-2023", "is earlier than what is known, from 2023-01 on"),
        ("llama.cpp", "2027-03", "llama.cpp-2026-02", "is later than what was measured, up to 2026-08"),
        ("Ollama", "", "ollama-0.7", "is named without a release"),
        ("ollama", "0.99", "ollama-0.7", "is later than what was measured, up to 0.30"),
        ("sglang", "0.1", "sglang", "is earlier than what is known, from 0.3 on"),
        ("sglang", "1.4", "sglang", "is later than what was measured, up to 0.5"),
        ("TensorRT-LLM", "1.2", "tensorrt-llm", "is later than what was measured, up to 0.18"),
        ("Text Generation Inference", "3.0", "tgi", "is later than what was measured, up to 2.3"),
    ],
)
def test_a_release_beside_those_known_has_the_nearest_of_its_own_engine(
    name: str, version: str, row: str | None, gap: str
) -> None:
    resolution = resolved({"name": name, "version": version} if version else {"name": name})
    finding, engine = told(resolution), resolution.workloads[0].engine
    assert (finding.code, finding.severity) == ("P413", "warning")
    assert gap in finding.message
    assert (version or "without a release") in finding.message
    assert finding.path[-1] == ("version" if version else "name")
    assert (engine.id if engine else None) == row
    if engine is None:
        assert "the range over vLLM 0.7 to 0.27 stands for it" in finding.message
    else:
        assert engine.label in finding.message
        assert engine.stands_for == f"{engine.name} {version}".strip()


@pytest.mark.parametrize(
    ("name", "version", "row"),
    [
        ("vllm", "0.19", "vllm-0.17-0.20"),
        ("vllm", "0.27.3", "vllm-0.21"),
        ("sglang", "0.5.4", "sglang"),
        ("sglang", "", "sglang"),
        ("TensorRT LLM", "0.16", "tensorrt-llm"),
        ("llama-cpp", "2025-07", "llama.cpp-2025-06"),
        ("ik_llama.cpp", "", "ik_llama.cpp"),
        ("infinity", "", "infinity"),
        ("text-embeddings-inference", "1.5", "text-embeddings-inference"),
    ],
)
def test_a_release_that_a_row_covers_is_that_row(name: str, version: str, row: str) -> None:
    resolution = resolved({"name": name, "version": version} if version else {"name": name})
    engine = resolution.workloads[0].engine
    assert engine is not None
    assert (engine.id, engine.stands_for) == (row, "")
    assert {one.code for one in resolution.findings} <= {"P439"}


def test_every_engine_of_the_catalog_stands_for_itself() -> None:
    for name in {row.engine for row in load_catalog().engine_releases}:
        engine = resolved({"name": name}).workloads[0].engine
        assert engine.engine == name if engine else name == "vllm"


@pytest.mark.parametrize(("name", "near"), [("exllama", ""), ("ollma", "did you mean ollama")])
def test_an_unknown_engine_is_refused_with_those_that_are_known(name: str, near: str) -> None:
    finding = told(resolved({"name": name, "version": "0.19"}))
    assert (finding.code, finding.severity, finding.path[-1]) == ("P444", "error", "name")
    assert name in finding.message
    assert near in (finding.hint or "")
    for row in load_catalog().engine_releases:
        assert row.engine in (finding.hint or "")


def test_a_release_without_an_engine_is_refused() -> None:
    finding = told(resolved({"version": "0.19"}))
    assert (finding.code, finding.severity, finding.path[-1]) == ("P445", "error", "version")


@pytest.mark.parametrize(
    "task", [{"kind": "image-generation"}, {"kind": "text-generation", "mode": "fine-tuning", "method": "lora"}]
)
def test_work_that_no_inference_engine_does_may_name_any_software(task: dict[str, Any]) -> None:
    resolution = resolved({"name": "trainer", "version": "1.0"}, **task)
    assert not {one.code for one in resolution.findings} & {"P413", "P444", "P445"}
    assert resolution.workloads[0].engine is None
