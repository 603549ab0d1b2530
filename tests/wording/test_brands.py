"""Makes and types in the buyer's own text: told once for each text, not where equivalents are admitted."""

import pytest

from pliego.spec.source import Data
from pliego.wording.brands import check_brands


def spec(**parts: Data) -> dict[str, Data]:
    rfq: dict[str, Data] = {"id": "R-1", "title": "Hosting", "version": "1", "language": "en", "issued": "2026-12-01"}
    return {"schema": "pliego/v1", "rfq": rfq, **parts}


def clause(text: str) -> dict[str, Data]:
    return spec(clauses={"one": {"must": text}})


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Eight NVIDIA H100 in each server.", "NVIDIA, H100"),
        ("Der Server hat GPUs vom Typ MI300X.", "MI300X"),
        ("Conexión InfiniBand de 400 Gbit/s.", "InfiniBand"),
        ("The processors are x86_64.", "x86_64"),
        ("The service runs in Azure or AWS.", "Azure, AWS"),
    ],
)
def test_a_make_or_type_is_told_with_the_names_found(text: str, names: str) -> None:
    (finding,) = check_brands(clause(text))
    assert (finding.code, finding.path) == ("P520", ("clauses", "one", "must"))
    assert names in finding.message


@pytest.mark.parametrize(
    "text",
    [
        "Eight NVIDIA H100 or equivalent, equivalence shown by the capacity case.",
        "Ocho NVIDIA H100 o equivalente que supere la prueba de capacidad.",
        "Acht NVIDIA H100 oder gleichwertig, nachgewiesen im Kapazitätstest.",
        "Response time P95 under 2 s, on A4 paper, on the motorway A10.",
        "Contact lambda@amd.com for access.",
        "The provider gives grace of three days and a base command of English.",
    ],
)
def test_equivalents_and_other_words_are_no_finding(text: str) -> None:
    assert list(check_brands(clause(text))) == []


def test_the_title_and_the_description_are_texts_of_the_buyer() -> None:
    task: dict[str, Data] = {"kind": "text-generation", "mode": "online", "description": "Runs on CUDA."}
    whole = spec(workloads={"chat": {"task": task}})
    whole["rfq"] = {**whole["rfq"], "title": "NVIDIA cluster"}  # type: ignore[dict-item]
    assert [finding.path for finding in check_brands(whole)] == [
        ("rfq", "title"),
        ("workloads", "chat", "task", "description"),
    ]


def test_a_model_an_engine_and_a_reference_are_named_on_purpose() -> None:
    task: dict[str, Data] = {"kind": "text-generation", "mode": "online"}
    chat: dict[str, Data] = {"task": task, "model": {"id": "nvidia/NVIDIA-Nemotron"}}
    whole = spec(workloads={"chat": chat}, hardware={"reference": "H100-SXM-80GB"})
    assert list(check_brands(whole)) == []
