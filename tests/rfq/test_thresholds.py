"""Thresholds: comparator, number and unit first, conditions below."""

from collections.abc import Callable, Mapping

from pliego.catalog import load_catalog
from pliego.document.model import Cell, LineStyle
from pliego.render.translation import Translator
from pliego.requirements.model import Requirement
from pliego.rfq.request import _place_names
from pliego.rfq.thresholds import plain_value, threshold_cell
from pliego.workflow.composition import Composition

Chat = Callable[..., Composition]

NAMES: Mapping[str, Mapping[str, str]] = _place_names(load_catalog().regions)


def lines(cell: Cell, language: str = "en") -> list[str]:
    texts = [Translator(language).text(line.content) for line in cell]
    return [text.replace("\u202f", " ").replace("\u00a0", " ") for text in texts]


def requirement(composition: Composition, name: str) -> Requirement:
    return next(one for one in composition.requirements if one.id == name)


def shown(composition: Composition, name: str, language: str = "en") -> list[str]:
    return lines(threshold_cell(requirement(composition, name), NAMES), language)


def start(composition: Composition, name: str) -> str:
    found = requirement(composition, name)
    assert found.scoring is not None
    assert found.scoring.start is not None
    return Translator("en").text(plain_value(found, found.scoring.start, NAMES)).replace("\u202f", " ")


def test_service_levels(chat: Chat) -> None:
    made = chat("slo: {ttft_p95: 1.50 s, throughput: 2000 tok/s, availability: 99.5 %}")
    assert shown(made, "CHAT-SLO-TTFT-P95") == ["≤ 1.50 s", "95th percentile"]
    assert shown(made, "CHAT-SLO-TTFT-P95", "es") == ["≤ 1,50 s", "percentil 95"]
    assert shown(made, "CHAT-SLO-THROUGHPUT") == ["≥ 2,000 tokens/s"]
    assert shown(made, "CHAT-SLO-AVAILABILITY") == ["≥ 99.5%", "of every calendar month"]


def test_model_rights_and_formats(chat: Chat) -> None:
    made = chat(
        "model: {id: meta-llama/Llama-3.1-8B, revision: r1}\nrights: {use: research, monthly_active_users: 4000}\n"
        "precision: {weights: {must: bf16, prefer: fp8}}"
    )
    assert shown(made, "CHAT-MODEL") == ["Exact match", "meta-llama/Llama-3.1-8B", "revision r1"]
    assert shown(made, "CHAT-RIGHTS-USE") == ["Research use", "up to 4,000 users a month"]
    assert shown(made, "CHAT-PRECISION-WEIGHTS")[0] == "BF16"
    assert shown(made, "CHAT-PRECISION-WEIGHTS-PREFERRED")[0] == "FP8"
    assert start(made, "CHAT-PRECISION-WEIGHTS-PREFERRED") == "BF16"


def test_places_lists_counts_and_words(chat: Chat) -> None:
    rest = (
        "data_residency: {storage: {must: [EEA, CH], prefer: [ES]}}\n"
        "backup: {scope: {must: [a, 'b, c'], prefer: [a, 'b, c', d]}, copies: {must: 2, prefer: 3, encrypted: true},"
        " restore_test: {must: yearly, prefer: monthly}, retention: 30 d}\n"
    )
    made = chat("", rest)
    assert shown(made, "DATA-RESIDENCY-STORAGE") == ["EEA, Switzerland"]
    assert shown(made, "DATA-RESIDENCY-STORAGE", "es") == ["EEE, Suiza"]
    assert start(made, "DATA-RESIDENCY-STORAGE-PREFERRED") == "EEA, Switzerland"
    assert shown(made, "BACKUP-SCOPE") == ["All of these", "a, b, c"]
    assert start(made, "BACKUP-SCOPE-PREFERRED") == "a, b, c"
    assert shown(made, "BACKUP-COPIES") == ["≥ 2", "copies"]
    assert start(made, "BACKUP-COPIES-PREFERRED") == "2\u00a0copies"
    assert shown(made, "BACKUP-COPIES-ENCRYPTED") == ["Yes"]
    assert shown(made, "BACKUP-RESTORE-TEST") == ["Every year"]
    assert start(made, "BACKUP-RESTORE-TEST-PREFERRED") == "Every year"
    assert shown(made, "BACKUP-RETENTION") == ["≥ 30 days"]


def test_a_clause_is_as_worded_and_its_start_is_its_words(chat: Chat) -> None:
    made = chat("", "clauses: {a: {prefer: {value: all of it, from: half of it}}}\n")
    assert shown(made, "CLAUSES-A-PREFERRED") == ["As worded"]
    assert start(made, "CLAUSES-A-PREFERRED") == "half of it"


def test_layouts_are_alternatives(example: Callable[[str], Composition]) -> None:
    *made, note = shown(example("assistant"), "ASSISTANT-HARDWARE-MEMORY")
    assert made[0].startswith("1 × ≥ ")
    assert all(line.startswith(f"or {n} × ≥ ") for line, n in zip(made[1:], (2, 4, 8), strict=True))
    assert all(line.endswith(" GiB") for line in made)
    assert note == "accelerators × memory of each (driver total)"
    cell = threshold_cell(requirement(example("assistant"), "ASSISTANT-HARDWARE-MEMORY"), NAMES)
    assert [line.style for line in cell] == [LineStyle.WORD] * 4 + [LineStyle.QUIET]


def test_the_sign_of_a_release_stands_before_its_version(chat: Chat) -> None:
    made = chat("", "operation: {versions: {driver: 570, framework: 'PyTorch >= 2.10', runtime: vLLM 0.17}}\n")
    assert shown(made, "OPERATION-VERSIONS-DRIVER") == ["≥ 570"]
    assert shown(made, "OPERATION-VERSIONS-FRAMEWORK") == ["PyTorch ≥ 2.10"]
    assert shown(made, "OPERATION-VERSIONS-RUNTIME", "de") == ["vLLM ≥ 0.17"]
    assert shown(chat("", "operation: {versions: {driver: latest}}\n"), "OPERATION-VERSIONS-DRIVER") == ["latest"]
