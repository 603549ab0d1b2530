"""Questions that people have asked in public, and what an answer to them has to say. The outcomes are theirs."""

from collections.abc import Callable

import pytest

from pliego.catalog import load_catalog
from pliego.sizing.devices import driver_reserve, visible
from pliego.sizing.terms import Fact, LayoutCheck, Term, Verdict, WorkloadSizing
from pliego.spec.models import Spec
from pliego.spec.rules import check_rules
from pliego.spec.validation import check_schema
from pliego.units import GIB
from pliego.workflow.composition import Composition

Chat = Callable[..., Composition]


def term(sizing: WorkloadSizing, key: str) -> Term:
    found = sizing.term(key)
    assert found is not None
    return found


def layout(composition: Composition) -> LayoutCheck:
    check = composition.sizing.workloads[0].layout
    assert check is not None
    return check


def split_term(sizing: WorkloadSizing, accelerators: int, key: str) -> Term:
    split = next(one for one in sizing.splits if one.accelerators == accelerators)
    return next(one for one in split.terms if one.key == key)


class TestA70BModelOnThreeAccelerators:
    """One node with three 80 GB accelerators and tensor parallel 3; neither load nor lengths are stated."""

    WORKLOAD = """\
model: {{id: meta-llama/Llama-3.1-70B}}
precision:
  weights: bf16
  kv_cache: bf16
  runtime: {{name: vllm, version: "0.19", tensor_parallel: {size}, memory_utilization: 0.9}}
"""

    @pytest.fixture
    def three(self, chat: Chat) -> Composition:
        return chat(self.WORKLOAD.format(size=3), "hardware: {reference: H100-SXM-80GB, count: 3}\n")

    def test_the_split_is_refused_naming_both_numbers_and_the_possible_ones(self, three: Composition) -> None:
        finding = next(one for one in three.findings if one.code == "P430")
        assert "tensor parallel 3 does not divide 64 attention heads" in finding.message
        assert "1, 2, 4, 8" in finding.message
        assert "27 + 27 + 26 layers" in (finding.hint or "")
        assert three.sizing.workloads[0].layout is None

    def test_weights_of_possible_splits_and_none_of_the_impossible(self, three: Composition) -> None:
        sizing = three.sizing.workloads[0]
        assert [one.accelerators for one in sizing.splits] == [1, 2, 4, 8]
        assert split_term(sizing, 2, "weights").value / GIB == pytest.approx(65.7, rel=0.02)
        assert term(sizing, "kv_cache_per_token").value == 327_680

    def test_what_capacity_lacks_is_listed(self, three: Composition) -> None:
        figures = {one.figure for one in three.sizing.workloads[0].missing}
        assert {"concurrency_peak", "tokens_peak"} <= figures

    def test_two_accelerators_are_not_called_enough_without_the_tokens_left(self, chat: Chat) -> None:
        two = chat(self.WORKLOAD.format(size=2), "hardware: {reference: H100-SXM-80GB, count: 2}\n")
        check = layout(two)
        assert check.verdict is not Verdict.HOLDS
        assert check.room_tokens is not None
        assert check.room_tokens < 40_000
        assert any(str(check.room_tokens) in one.message for one in two.findings)

    def test_the_reference_becomes_neutral_figures(self, three: Composition) -> None:
        reference = three.resolved.reference
        assert reference is not None
        assert reference.memory_class == "80 GB"
        assert not [one.id for one in three.requirements if one.id.startswith("HARDWARE")]


class TestAnEightBModelOnA24GBCard:
    """One RTX 3090 (23.58 GiB visible) at 90 %: 20,000 tokens start, 29,000 in one step are refused."""

    WORKLOAD = """\
model: {{id: meta-llama/Llama-3.1-8B-Instruct}}
precision:
  weights: bf16
  kv_cache: bf16
  runtime: {{name: vllm, version: "0.11", memory_utilization: 0.9, max_batched_tokens: {step}}}
context: {{input: {{max: 28000}}, output: {{max: 1000}}}}
load: {{concurrency: {{peak: 1}}}}
"""

    @pytest.fixture
    def long(self, chat: Chat) -> Composition:
        return chat(self.WORKLOAD.format(step=29_000), "hardware: {reference: RTX-3090, count: 1}\n")

    def test_weights_and_cache(self, long: Composition) -> None:
        sizing = long.sizing.workloads[0]
        assert term(sizing, "weights").value / GIB == pytest.approx(14.96, rel=0.01)
        assert term(sizing, "kv_cache_per_token").value == 131_072
        assert term(sizing, "kv_cache_peak").value / GIB == pytest.approx(3.54, rel=0.01)

    def test_the_card_shows_what_was_measured_and_not_what_was_sold(self, long: Composition) -> None:
        assert layout(long).visible_low / GIB == pytest.approx(23.58, abs=0.05)

    def test_the_step_decides(self, long: Composition) -> None:
        activation = term(long.sizing.workloads[0], "activation_peak")
        assert activation.low <= activation.value <= activation.high
        assert activation.high / GIB > 2.3
        assert any(one.key == "tokens_in_step" and one.value == 29_000 for one in activation.inputs)
        assert layout(long).verdict is not Verdict.HOLDS

    def test_the_engine_and_its_release_are_named(self, long: Composition) -> None:
        activation = term(long.sizing.workloads[0], "activation_peak")
        assert any(Fact("name", "vLLM") in source.facts for source in activation.sources)
        assert long.sizing.workloads[0].engines


class TestA72BVisionModelOnFour40GBCards:
    """Text alone would fit: the engine reserves for the largest image and ran out of memory at 34.43 GiB of weights."""

    WORKLOAD = """\
model: {id: Qwen/Qwen2.5-VL-72B-Instruct}
precision:
  weights: bf16
  kv_cache: bf16
  runtime: {name: vllm, version: "0.8", tensor_parallel: 4, memory_utilization: 0.95, max_model_length: 8192}
context: {input: {max: 8000}, output: {max: 192}}
load: {concurrency: {peak: 2}}
"""

    @pytest.fixture
    def four(self, chat: Chat) -> Composition:
        return chat(self.WORKLOAD, "hardware: {reference: A100-PCIE-40GB, count: 4}\n")

    def test_weights_and_cache_of_each_accelerator(self, four: Composition) -> None:
        sizing = four.sizing.workloads[0]
        assert split_term(sizing, 4, "weights").value / GIB == pytest.approx(34.2, rel=0.02)
        assert split_term(sizing, 4, "kv_cache_per_token").value == 81_920

    def test_the_image_encoder_counts(self, four: Composition) -> None:
        activation = term(four.sizing.workloads[0], "activation_peak")
        assert any(one.key == "encoder_peak" and one.value > GIB for one in activation.inputs)

    def test_the_cards_are_not_called_enough(self, four: Composition) -> None:
        check = layout(four)
        assert 39.3 <= check.visible_low / GIB <= check.visible_high / GIB <= 39.7
        assert check.verdict is not Verdict.HOLDS
        assert four.sizing.workloads[0].remedies


class TestSeventyTwoThousandTokensOver32K:
    """The card says 128K, the configuration 32,768; prompts of 72,000 tokens are wanted."""

    WORKLOAD = """\
model: {{id: Qwen/Qwen2.5-7B-Instruct}}
precision: {{weights: bf16, kv_cache: bf16, runtime: {{name: vllm, version: "0.19"{scaling}}}}}
context: {{input: {{max: 70000}}, output: {{max: 2000}}}}
load: {{concurrency: {{peak: 1}}}}
"""

    def test_input_and_output_together_are_above_the_maximum(self, chat: Chat) -> None:
        finding = next(one for one in chat(self.WORKLOAD.format(scaling="")).findings if one.code == "P411")
        assert "72000" in finding.message
        assert "32768 (max_position_embeddings of Qwen/Qwen2.5-7B-Instruct)" in finding.message
        assert "factor: 4" in (finding.hint or "")
        assert "131072" in (finding.hint or "")

    def test_the_declared_scaling_is_accepted_and_asks_for_a_pilot(self, chat: Chat) -> None:
        declared = chat(self.WORKLOAD.format(scaling=", rope_scaling: {type: yarn, factor: 4}"))
        (finding,) = declared.findings
        assert (finding.code, finding.severity) == ("P415", "notice")
        sizing = declared.sizing.workloads[0]
        assert term(sizing, "kv_cache_per_token").value == 57_344
        assert term(sizing, "kv_cache_peak").value / GIB == pytest.approx(3.85, rel=0.01)


def test_fine_tuning_is_refused_and_not_sized_as_serving() -> None:
    """70B on sixteen A10: the answer depends on method, sequence length and states, none of which is modelled."""
    task = {"kind": "text-generation", "mode": "fine-tuning"}
    rfq = {"id": "Q", "title": "T", "version": "1", "language": "en", "issued": "2026-12-01"}
    found = check_schema({"schema": "pliego/v1", "rfq": rfq, "workloads": {"tune": {"task": task}}})
    assert [(one.code, one.path) for one in found] == [("P204", ("workloads", "tune", "task", "mode"))]


def test_cards_of_23_gb_show_22_to_22_5_gib() -> None:
    catalog = load_catalog()
    card = catalog.accelerator("A10")
    assert card is not None
    seen = visible(card, driver_reserve(catalog.accelerators))
    assert seen is not None
    assert 22.0 <= seen.low / GIB <= seen.high / GIB <= 22.5


def test_a_british_quotation_keeps_its_time_and_currency() -> None:
    """23:59:59 with the offset of summer time, pounds, and 1,440 days that are no number of years."""
    data = {
        "schema": "pliego/v1",
        "rfq": {
            "id": "Q", "title": "Extension of a cluster", "version": "1", "language": "en", "issued": "2019-05-20",
            "buyer": {"name": "A university", "country": "GB"},
            "timetable": {"quotes_by": "2019-05-31T23:59:59+01:00", "quotes_valid_for": "1440 d"},
            "contract": {"currency": "GBP"},
        },
        "workloads": {"chat": {"task": {"kind": "text-generation", "mode": "online"}}},
    }  # fmt: skip
    assert not (*check_schema(data), *check_rules(data))
    rfq = Spec.model_validate(data).rfq
    assert rfq.timetable is not None
    assert rfq.timetable.quotes_by is not None
    assert rfq.timetable.quotes_by.written == "2019-05-31T23:59:59+01:00"
    assert str(rfq.timetable.quotes_valid_for) == "1440 d"
    assert load_catalog().regions.countries["GB"].names["en"] == "United Kingdom"
