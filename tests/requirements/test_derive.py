"""From a spec and its sizing to requirements: ids, levels, thresholds, facts and what never becomes one."""

from collections.abc import Callable
from decimal import Decimal

import pytest

from pliego.requirements.derive import walk_values
from pliego.requirements.model import Area, LevelName, MemoryAlternative, Origin, Requirement
from pliego.units import GIB, UNITS, Quantity
from pliego.workflow.composition import Composition

Chat = Callable[..., Composition]
Example = Callable[[str], Composition]

SLO = """\
load: {arrival: poisson, peak: 4 req/s, concurrency: {typical: 24, peak: 80}}
slo:
  ttft_p95: {must: 1.5 s, prefer: 800 ms}
  e2e_p50: 9 s
  throughput: {prefer: {value: 20 tok/s, weight: 2.5, from: 10 tok/s}}
"""


def by_id(composition: Composition) -> dict[str, Requirement]:
    found = {requirement.id: requirement for requirement in composition.requirements}
    assert len(found) == len(composition.requirements)
    return found


def test_the_example_has_these_requirements_in_this_order(example: Example) -> None:
    assert [requirement.id for requirement in example("assistant").requirements] == [
        "ASSISTANT-MODEL",
        "ASSISTANT-RIGHTS-USE",
        "ASSISTANT-RIGHTS-ATTRIBUTION",
        "ASSISTANT-RIGHTS-USE-LIMITS",
        "ASSISTANT-RIGHTS-LICENSEE",
        "ASSISTANT-PRECISION-WEIGHTS",
        "ASSISTANT-PRECISION-KV-CACHE",
        "ASSISTANT-SLO-TTFT-P95",
        "ASSISTANT-SLO-TTFT-P95-PREFERRED",
        "ASSISTANT-SLO-TPOT-P95",
        "ASSISTANT-SLO-AVAILABILITY",
        "ASSISTANT-SLO-AVAILABILITY-PREFERRED",
        "ASSISTANT-CAPACITY-SEQUENCES",
        "ASSISTANT-CAPACITY-CONTEXT",
        "ASSISTANT-HARDWARE-MEMORY",
        "DATA-RESIDENCY-STORAGE",
        "DATA-RESIDENCY-STORAGE-PREFERRED",
        "DATA-RESIDENCY-PROCESSING",
        "DATA-RESIDENCY-SUPPORT-ACCESS",
        "DATA-RESIDENCY-PROCESSING-CONTRACT-ROLE",
        "DATA-RESIDENCY-PROCESSING-CONTRACT-CONTRACT",
        "DATA-RESIDENCY-PROCESSING-CONTRACT-SUB-PROCESSORS-LISTED",
        "DATA-RESIDENCY-PROCESSING-CONTRACT-NO-TRAINING",
        "BACKUP-SCOPE",
        "BACKUP-INTERVAL",
        "BACKUP-RPO",
        "BACKUP-RTO",
        "BACKUP-RTO-PREFERRED",
        "BACKUP-COPIES",
        "BACKUP-COPIES-SITES",
        "BACKUP-COPIES-ENCRYPTED",
        "BACKUP-RETENTION",
        "BACKUP-RESTORE-TEST",
        "CLAUSES-NO-REVENTA",
    ]


def test_one_path_with_both_levels_gives_two_requirements(chat: Chat) -> None:
    found = by_id(chat(SLO))
    must, prefer = found["CHAT-SLO-TTFT-P95"], found["CHAT-SLO-TTFT-P95-PREFERRED"]
    assert (must.level, prefer.level) == (LevelName.MANDATORY, LevelName.PREFERRED)
    assert must.path == prefer.path == ("workloads", "chat", "slo", "ttft_p95")
    assert must.threshold.value == Quantity(Decimal("1.5"), UNITS["s"])
    assert prefer.threshold.value == Quantity(Decimal(800), UNITS["ms"])
    assert must.scoring is None
    assert prefer.scoring is not None
    assert prefer.scoring.start == must.threshold.value


def test_a_bare_value_is_mandatory_and_a_preferred_one_alone_keeps_its_suffix(chat: Chat) -> None:
    found = by_id(chat(SLO))
    assert found["CHAT-SLO-E2E-P50"].level is LevelName.MANDATORY
    assert "CHAT-SLO-THROUGHPUT" not in found
    alone = found["CHAT-SLO-THROUGHPUT-PREFERRED"]
    assert alone.level is LevelName.PREFERRED
    assert alone.scoring is not None
    assert (alone.scoring.weight, alone.scoring.start) == (2.5, Quantity(Decimal(10), UNITS["tok/s"]))


def test_the_weight_is_one_and_points_are_all_or_nothing_unless_said_otherwise(chat: Chat) -> None:
    found = by_id(chat("slo: {ttft_p95: {prefer: 800 ms}}"))
    scoring = found["CHAT-SLO-TTFT-P95-PREFERRED"].scoring
    assert scoring is not None
    assert (scoring.weight, scoring.start) == (1, None)


def test_a_service_level_knows_its_percentile_and_its_load(chat: Chat) -> None:
    found = by_id(chat(SLO))
    rate = Quantity(Decimal(4), UNITS["req/s"])
    assert found["CHAT-SLO-TTFT-P95"].facts == {
        "task": "text-generation",
        "mode": "online",
        "rate": rate,
        "arrival": "poisson",
        "sequences": 80,
        "percentile": 95,
    }
    assert found["CHAT-SLO-E2E-P50"].facts["percentile"] == 50
    assert "percentile" not in found["CHAT-SLO-THROUGHPUT-PREFERRED"].facts


def test_an_arrival_that_is_not_stated_is_any(chat: Chat) -> None:
    found = by_id(chat("load: {peak: 4 req/s}\nslo: {ttft_p95: 1 s}"))
    assert found["CHAT-SLO-TTFT-P95"].facts["arrival"] == "any"
    assert "sequences" not in found["CHAT-SLO-TTFT-P95"].facts


def test_model_and_rights_name_revision_and_users(chat: Chat) -> None:
    found = by_id(
        chat("model: {id: meta-llama/Llama-3.1-8B, revision: abc}\nrights: {use: internal, monthly_active_users: 7}")
    )
    assert found["CHAT-MODEL"].threshold.value == "meta-llama/Llama-3.1-8B"
    assert found["CHAT-MODEL"].facts["revision"] == "abc"
    assert found["CHAT-RIGHTS-USE"].threshold.value == "internal"
    assert found["CHAT-RIGHTS-USE"].facts == {"users": 7}


def test_a_model_without_a_name_is_no_requirement(chat: Chat) -> None:
    assert by_id(chat("model: {parameters: 8.0e9}")) == {}


def test_what_describes_the_load_is_no_requirement(chat: Chat) -> None:
    described = """\
context: {input: {typical: 10, p95: 20}, output: {typical: 5, p95: 6, max: 7}}
load: {arrival: poisson, peak: 4 req/s, concurrency: {typical: 24}}
precision: {runtime: {name: vllm, version: "0.19", tensor_parallel: 2, max_model_length: 4096}}
"""
    rest = "hardware: {count: 4, nodes: 2}\nassumptions: {memory_margin: 20 %}\ndata_residency: {personal_data: true}\n"
    assert by_id(chat(described, rest + "internal: {budget: 1 EUR}\n")) == {}


def test_defaults_never_become_requirements(example: Example) -> None:
    assert example("minimal").requirements == ()


def test_a_false_asks_for_nothing(chat: Chat) -> None:
    found = by_id(chat("", "backup: {copies: {must: 2, encrypted: false}}\n"))
    assert list(found) == ["BACKUP-COPIES"]
    found = by_id(chat("", "backup: {copies: {encrypted: {must: false, prefer: true}}}\n"))
    assert list(found) == ["BACKUP-COPIES-ENCRYPTED-PREFERRED"]
    scoring = found["BACKUP-COPIES-ENCRYPTED-PREFERRED"].scoring
    assert scoring is not None
    assert scoring.start is None


def test_parts_of_a_level_are_requirements_of_their_own(chat: Chat) -> None:
    found = by_id(chat("", "backup: {copies: {sites: [EEA], encrypted: true}}\n"))
    assert list(found) == ["BACKUP-COPIES-SITES", "BACKUP-COPIES-ENCRYPTED"]
    assert found["BACKUP-COPIES-SITES"].threshold.value == ("EEA",)


def test_a_clause_carries_its_name_and_its_words(chat: Chat) -> None:
    found = by_id(chat("", 'clauses: {"two.dots (a)": {must: "one\\ntwo"}, Ñandú: {prefer: x}}\n'))
    assert list(found) == ["CLAUSES-TWO-DOTS-A", "CLAUSES-NANDU-PREFERRED"]
    assert found["CLAUSES-TWO-DOTS-A"].facts == {"clause": "two.dots (a)"}
    assert found["CLAUSES-TWO-DOTS-A"].threshold.value == "one\ntwo"
    assert found["CLAUSES-TWO-DOTS-A"].area is Area.CLAUSES


def test_requirements_from_the_sizing_state_what_was_computed(example: Example) -> None:
    composition = example("assistant")
    found = by_id(composition)
    memory = found["ASSISTANT-HARDWARE-MEMORY"]
    alternatives = composition.sizing.workloads[0].alternatives
    asked = memory.threshold.value
    assert isinstance(asked, tuple)
    for one, alternative in zip(asked, alternatives, strict=True):
        assert isinstance(one, MemoryAlternative)
        assert one.accelerators == alternative.accelerators
        assert 0 <= one.driver_total - alternative.driver_total.value < 0.1 * GIB
        assert one.driver_total / GIB * 10 == pytest.approx(round(one.driver_total / GIB * 10))
    assert {term.key for term in memory.rationale} == {"weights", "kv_cache_peak", "needed", "plan"}
    assert found["ASSISTANT-CAPACITY-SEQUENCES"].threshold.value == 80
    assert found["ASSISTANT-CAPACITY-CONTEXT"].threshold.value == 18000
    assert found["ASSISTANT-CAPACITY-CONTEXT"].facts == {"input": 16000, "output": 2000}
    assert {one.id for one in composition.requirements if one.origin is Origin.SIZING} == {
        "ASSISTANT-CAPACITY-SEQUENCES",
        "ASSISTANT-CAPACITY-CONTEXT",
        "ASSISTANT-HARDWARE-MEMORY",
    }


def test_a_reference_and_its_count_are_a_basis_and_no_requirement(example: Example) -> None:
    assert not [one.id for one in example("service-70b").requirements if one.id.startswith("HARDWARE")]


@pytest.mark.parametrize("name", ["assistant", "service-70b"])
def test_requirements_come_by_area_and_keep_the_order_of_the_spec_within_a_kind(example: Example, name: str) -> None:
    found = example(name).requirements
    areas = list(Area)
    assert [areas.index(one.area) for one in found] == sorted(areas.index(one.area) for one in found)


def test_two_workloads_stay_apart(chat: Chat) -> None:
    second = "  embed:\n    task: {kind: text-generation, mode: online}\n    slo: {ttft_p95: 2 s}\n"
    found = by_id(chat("slo: {ttft_p95: 1 s, availability: 99 %}", second))
    assert list(found) == ["CHAT-SLO-TTFT-P95", "CHAT-SLO-AVAILABILITY", "EMBED-SLO-TTFT-P95"]
    assert found["EMBED-SLO-TTFT-P95"].workload == "embed"


def test_the_walk_yields_every_value_that_a_rule_names(example: Example) -> None:
    paths = [path for path, _ in walk_values(example("assistant").spec)]
    assert ("workloads", "assistant", "model") in paths
    assert ("backup", "copies", "sites") in paths
    assert len(paths) == len(set(paths))
