"""The whole request: the chain from a spec path to its rows has no holes, and the examples stay as they are."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pliego.document.model import Code, Document, LineStyle, Row, Table
from pliego.findings import SpecPath
from pliego.pilot.cases import pilot_cases
from pliego.render.html import write_html
from pliego.render.json_files import RFQ_FORMAT, write_json
from pliego.render.localised import localise
from pliego.render.markdown import write_markdown
from pliego.requirements.model import LevelName, Origin, Requirement, Verification
from pliego.requirements.price_items import price_schedules
from pliego.requirements.rules import matches
from pliego.requirements.table import LICENCE_RULES, RULES, SIZING_RULES
from pliego.workflow.composition import Composition

Example = Callable[[str], Composition]
RequestOf = Callable[..., Document]

EXAMPLES = [
    "assistant", "service-70b", "minimal", "rag-200", "nightly-batch", "qlora-adaptation", "hybrid", "image-service",
    "speech-service", "gradient-boosting",
]  # fmt: skip
REFERENCES = Path(__file__).parents[1] / "references"


def tables(document: Document) -> dict[str, Table]:
    """Return the tables of a document by name; of those that each workload has, the last one."""
    found = [block for section in document.sections for block in section.blocks if isinstance(block, Table)]
    return {table.name: table for table in found}


def rows(table: Table | None) -> Iterator[Row]:
    for group in table.groups if table else ():
        yield from group.rows


def row_id(row: Row) -> str | None:
    first = row.cells[0][0]
    return first.content.text if first.style is LineStyle.ID and isinstance(first.content, Code) else None


def ids(table: Table | None) -> list[str]:
    return [found for row in rows(table) if (found := row_id(row))]


def of_level(requirements: tuple[Requirement, ...], level: LevelName) -> list[str]:
    return [requirement.id for requirement in requirements if requirement.level is level]


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_requirement_has_one_row_in_its_table_and_one_in_the_response_matrix(
    example: Example, request_of: RequestOf, name: str
) -> None:
    composition = example(name)
    found = tables(request_of(composition))
    assert ids(found.get("mandatory")) == of_level(composition.requirements, LevelName.MANDATORY)
    assert ids(found.get("preferred")) == of_level(composition.requirements, LevelName.PREFERRED)
    assert ids(found.get("response")) == [requirement.id for requirement in composition.requirements]


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_chain_from_spec_path_to_pilot_case_has_no_hole(example: Example, request_of: RequestOf, name: str) -> None:
    composition = example(name)
    found = tables(request_of(composition))
    by_id = {row.anchor: row for table in ("mandatory", "preferred") for row in rows(found.get(table)) if row.anchor}
    assert set(by_id) == {requirement.id for requirement in composition.requirements}
    for requirement in composition.requirements:
        assert has_value(composition, requirement.path) or requirement.origin is not Origin.SPEC
        (rule,) = [rule for rule in RULES + SIZING_RULES + LICENCE_RULES if matches(rule.pattern, requirement.path)]
        assert (rule.kind, rule.evidence, rule.pilot_case) == (
            requirement.kind,
            requirement.evidence,
            requirement.pilot_case,
        )
        keys = message_keys(by_id[requirement.id])
        if requirement.level is LevelName.MANDATORY:
            assert f"evidence.{requirement.evidence}" in keys
        if requirement.verification is Verification.PILOT:
            assert f"pilot_case.{requirement.pilot_case}" in keys
        else:
            assert f"verified.{requirement.verification}" in keys


def has_value(composition: Composition, path: SpecPath) -> bool:
    value: Any = composition.spec
    for part in path:
        value = value[part] if isinstance(value, dict) else getattr(value, str(part), None)
    return value is not None


def message_keys(row: Row) -> set[str]:
    return {line.content.key for cell in row.cells for line in cell if hasattr(line.content, "key")}


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", EXAMPLES)
def test_every_format_names_every_requirement_in_both_places(
    example: Example, request_of: RequestOf, name: str, language: str
) -> None:
    composition = example(name)
    document = request_of(composition, language)
    plain = localise(document)
    headers = {
        "md": re.findall(r"[■□] `([A-Z0-9-]+)`", write_markdown(plain)),
        "html": re.findall(r'<span class="line id">.*?<code>([A-Z0-9-]+)</code>', write_html(plain)),
        "json": list(json_ids(json.loads(write_json(RFQ_FORMAT, document=document)))),
    }
    cases = pilot_cases(composition.spec, composition.requirements)
    priced = [item.id for schedule in price_schedules(composition.spec) for item in schedule.items]
    for form, found in headers.items():
        expected = {requirement.id: 2 for requirement in composition.requirements}
        if form != "md":
            proved = Counter(one.id for case in cases for one in case.named)
            expected = Counter(expected) + Counter(priced) + proved + Counter(case.id for case in cases)
        assert Counter(found) == expected, form
    for requirement in composition.requirements:
        assert f'<tr id="{requirement.id}">' in write_html(plain)


def json_ids(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if value.get("is") == "Line" and value.get("style") == "id":
            yield value["content"]["text"]
        for part in value.values():
            yield from json_ids(part)
    elif isinstance(value, list):
        for part in value:
            yield from json_ids(part)


@pytest.mark.parametrize(
    ("name", "language"),
    [
        *((name, None) for name in EXAMPLES),
        ("assistant", "en"),
        ("assistant", "de"),
        ("rag-200", "es"),
        ("hybrid", "es"),
    ],
)
def test_the_examples_stay_as_they_are(
    example: Example, request_of: RequestOf, request: pytest.FixtureRequest, name: str, language: str | None
) -> None:
    """Run pytest with --update-references after a wanted change, and read the difference before committing it."""
    made = request_of(example(name), language) if language else request_of(example(name))
    text = write_markdown(localise(made))
    file = REFERENCES / name / (f"rfq.{language}.md" if language else "rfq.md")
    if request.config.getoption("--update-references"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_have_no_findings(example: Example, name: str) -> None:
    assert example(name).findings == ()


def test_a_small_spec_has_no_empty_section(example: Example, request_of: RequestOf) -> None:
    document = request_of(example("minimal"))
    assert [section.name for section in document.sections] == ["answer", "workloads", "prices", "calculation"]
    assert all(section.blocks for section in document.sections)


def test_the_sections_stand_in_this_order(example: Example, request_of: RequestOf) -> None:
    document = request_of(example("assistant"))
    assert [(section.name, section.annex) for section in document.sections] == [
        ("answer", False),
        ("workloads", False),
        ("demand", False),
        ("mandatory", False),
        ("preferred", False),
        ("representation", False),
        ("residency", False),
        ("backup", False),
        ("pilot", False),
        ("prices", False),
        ("calculation", True),
        ("load_profile", True),
        ("response", True),
        ("glossary", True),
        ("sources", True),
    ]


def test_the_language_of_the_house_text_can_differ_from_that_of_the_spec(
    example: Example, request_of: RequestOf
) -> None:
    document = request_of(example("assistant"), "en")
    assert (document.language, document.user_language) == ("en", "es")
    assert document.title.text == "Alojamiento del asistente interno"
    assert document.author.text == "Ejemplo S.A."
    assert document.issued.isoformat() == "2026-12-01"


@pytest.mark.parametrize(("status", "draft"), [("", True), (", status: draft", True), (", status: issued", False)])
def test_a_request_is_a_draft_until_it_is_issued(
    composed: Callable[[Path], Composition], request_of: RequestOf, tmp_path: Path, status: str, draft: bool
) -> None:
    file = tmp_path / "spec.yaml"
    file.write_text(
        f"schema: pliego/v1\nrfq: {{id: R, title: T, version: '1', language: en, issued: 2026-12-01{status}}}\n"
        "workloads: {chat: {task: {kind: text-generation, mode: online}}}\n",
        encoding="utf-8",
    )
    document = request_of(composed(file))
    assert document.draft is draft
    assert ("Version 1, draft" in write_markdown(localise(document))) is draft
    assert "Version 1" in write_markdown(localise(document))


def test_what_is_internal_changes_nothing(chat: Callable[..., Composition], request_of: RequestOf) -> None:
    bare = chat("slo: {ttft_p95: 1 s}")
    noted = chat("slo: {ttft_p95: 1 s}", "internal: {budget: 60000 EUR, note: quiet}\n")
    assert request_of(bare) == request_of(noted)


EVERYTHING = """\
model: {id: meta-llama/Llama-3.1-8B-Instruct, revision: r1}
rights: {use: USE, monthly_active_users: 1}
precision:
  weights: {must: bf16, prefer: {value: FORMAT, weight: 0.5}}
  kv_cache: {prefer: {value: FORMAT, from: bf16}}
  runtime: {name: vllm, version: "0.19", max_model_length: 8192}
context: {input: {typical: 1000, p95: 2000, max: 4000}, output: {typical: 100, p95: 200, max: 400}}
load: {arrival: ARRIVAL, peak: 90 req/min, concurrency: {typical: 1, peak: 2}}
slo:
  ttft_p50: {must: 1 s, prefer: 900 ms}
  ttft_p95: {must: 2 s, prefer: 1 s}
  ttft_p99: {prefer: {value: 3 s, from: 4 s}}
  tpot_p50: {must: 50 ms, prefer: 40 ms}
  tpot_p95: {must: 60 ms}
  tpot_p99: {prefer: 70 ms}
  e2e_p50: {must: 1 min, prefer: 30 s}
  e2e_p95: 2 min
  e2e_p99: {prefer: 3 min}
  throughput: {must: 10 tok/s, prefer: 20 tok/s}
  availability: {must: 99.5 %, prefer: 99.95 %}
"""
EVERYTHING_ELSE = """\
hardware: {reference: A100-SXM-80GB, count: 8, nodes: 1}
data_residency:
  personal_data: true
  storage: {must: [EEA], prefer: [ES]}
  processing: {must: [EU], prefer: [ES, FR]}
  backups: {must: [EEA]}
  logs: {prefer: {value: [ES], from: [EU]}}
  support_access: {prefer: [CH]}
backup:
  scope: {must: [a], prefer: [a, b]}
  interval: {must: 24 h, prefer: 12 h}
  rpo: {must: 1 d, prefer: 12 h}
  rto: {must: 8 h, prefer: 90 min}
  copies: {must: 1, prefer: 2, sites: {must: [EEA], prefer: [ES]}, encrypted: {prefer: true}}
  retention: {must: 2 weeks, prefer: 1 d}
  restore_test: {must: yearly, prefer: RESTORE}
clauses: {one: {must: a, prefer: b}, two: {prefer: {value: c, from: d}}}
"""


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(
    ("use", "number_format", "arrival", "restore"),
    [
        ("commercial", "fp8", "poisson", "monthly"),
        ("internal", "fp16", "constant", "quarterly"),
        ("research", "fp16", "poisson", "half-yearly"),
    ],
)
def test_whatever_the_spec_can_say_is_written_in_every_format(
    chat: Callable[..., Composition],
    request_of: RequestOf,
    language: str,
    use: str,
    number_format: str,
    arrival: str,
    restore: str,
) -> None:
    parts = {"USE": use, "FORMAT": number_format, "ARRIVAL": arrival, "RESTORE": restore, "1 d}": "30 d}"}
    workload, rest = EVERYTHING, EVERYTHING_ELSE
    for word, meant in parts.items():
        workload, rest = workload.replace(word, meant), rest.replace(word, meant)
    composition = chat(workload, rest)
    assert {finding.code for finding in composition.findings} <= {"P414"}
    stated = {rule.pattern for rule in RULES for one in composition.requirements if matches(rule.pattern, one.path)}
    assert {pattern[-1] for pattern in stated if pattern[0] == "backup"} >= {"rpo", "rto", "restore_test", "sites"}
    plain = localise(request_of(composition, language))
    for text in (write_markdown(plain), write_html(plain)):
        assert all(one.id in text for one in composition.requirements)
        assert "None" not in text
