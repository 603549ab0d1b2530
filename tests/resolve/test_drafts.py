from typing import Any

import pytest

from pliego.catalog import load_catalog
from pliego.findings import Finding
from pliego.resolve.drafts import resolve_draft
from pliego.resolve.model import Draft
from pliego.spec.sections.runtime_parts import Draft as StatedDraft

PATH = ("workloads", "chat", "precision", "runtime", "draft")


def resolution(stated: dict[str, Any]) -> tuple[Draft | None, list[Finding]]:
    findings: list[Finding] = []
    return resolve_draft(StatedDraft(**stated), load_catalog(), PATH, findings), findings


def test_a_draft_is_a_model_or_layers() -> None:
    model, _ = resolution({"model": "meta-llama/Llama-3.2-1B-Instruct", "weights": "fp8"})
    layers, _ = resolution({"layers": 2})
    assert model is not None
    assert model.architecture is not None
    assert model.weights is not None
    assert layers == Draft(layers=2)


@pytest.mark.parametrize("stated", [{}, {"model": "meta-llama/Llama-3.2-1B", "layers": 1}])
def test_neither_and_both_are_errors(stated: dict[str, Any]) -> None:
    found, findings = resolution(stated)
    assert found is None
    assert [(one.code, one.severity) for one in findings] == [("P441", "error")]


def test_an_unknown_draft_model_is_said_with_what_was_probably_meant() -> None:
    found, findings = resolution({"model": "meta-llama/Llama-3.2-1B-Instuct"})
    assert found is None
    assert findings[0].code == "P442"
    assert "Llama-3.2-1B-Instruct" in (findings[0].hint or "")
