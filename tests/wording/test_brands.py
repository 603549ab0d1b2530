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
        ("Switches are Quantum-2, racks NVL72.", "Quantum-2, NVL72"),
        ("The file system is DDN or VAST.", "DDN, VAST"),
    ],
)
def test_a_make_or_type_is_told_with_the_names_found(text: str, names: str) -> None:
    (finding,) = check_brands(clause(text))
    assert (finding.code, finding.path) == ("P521", ("clauses", "one", "must"))
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


def test_a_make_that_is_mandatory_is_an_error_and_elsewhere_a_warning() -> None:
    clauses: dict[str, Data] = {"a": "CUDA", "b": {"prefer": "CUDA"}, "c": {"prefer": {"value": "x", "from": "CUDA"}}}
    backup: dict[str, Data] = {"scope": ["configuration", "the VAST volume"]}
    found = [(one.code, one.path, str(one.severity)) for one in check_brands(spec(clauses=clauses, backup=backup))]
    assert found == [
        ("P521", ("clauses", "a"), "error"),
        ("P520", ("clauses", "b", "prefer"), "warning"),
        ("P520", ("clauses", "c", "prefer", "from"), "warning"),
        ("P521", ("backup", "scope", 1), "error"),
    ]


def test_every_text_of_the_buyer_that_is_printed_is_read() -> None:
    pilot: dict[str, Data] = {
        "data": {"authorised": True, "anonymised": True, "description": "Logs of the DGX."},
        "quality_tasks": {"MMLU on H100": {"metric": "accuracy on CUDA"}},
    }
    pipelines: dict[str, Data] = {"talk": {"steps": [{"external": "the Azure gateway"}], "starts": "at the AWS edge"}}
    operation: dict[str, Data] = {"storage": {"fast": {"kind": "file", "purpose": "as on Isilon"}}}
    found = [one.path for one in check_brands(spec(pilot=pilot, pipelines=pipelines, operation=operation))]
    assert found == [
        ("pilot", "data", "description"),
        ("pilot", "quality_tasks", "MMLU on H100"),
        ("pilot", "quality_tasks", "MMLU on H100", "metric"),
        ("pipelines", "talk", "steps", 0, "external"),
        ("pipelines", "talk", "starts"),
        ("operation", "storage", "fast", "purpose"),
    ]


def test_releases_and_certificates_admit_equivalents_in_the_document_itself() -> None:
    operation: dict[str, Data] = {"versions": {"framework": "CUDA 12.8"}, "certificates": ["ISO/IEC 27001"]}
    assert list(check_brands(spec(operation=operation))) == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("The site holds ISO/IEC 27001 and SOC 2.", "ISO/IEC 27001, SOC 2"),
        ("Rechenzentrum nach DIN EN ISO 9001.", "DIN EN ISO 9001"),
        ("Cumple UNE-EN 301549 y PCI DSS.", "UNE-EN 301549, PCI DSS"),
    ],
)
def test_a_standard_in_a_requirement_wants_equivalents(text: str, names: str) -> None:
    assert [(one.code, one.facts["names"]) for one in check_brands(clause(text))] == [("P522", names)]
    assert list(check_brands(clause(f"{text} Or equivalent."))) == []


def test_a_standard_in_a_description_is_no_finding() -> None:
    whole = spec()
    whole["rfq"] = {**whole["rfq"], "summary": "As our ISO 27001 system asks."}  # type: ignore[dict-item]
    assert list(check_brands(whole)) == []
