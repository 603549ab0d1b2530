"""Questions and records that people have made public, and what an answer to them has to say.

Each spec in tests/cases stands for one; each test for one statement that must hold. The outcomes are theirs.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pypdf import PdfReader
from weasyprint.urls import FatalURLFetchingError

from pliego.catalog import load_catalog
from pliego.cli import pliego
from pliego.document.model import Document
from pliego.finding_codes import CODES
from pliego.render.bundled_fonts import FONT_SCHEME, BundledFonts
from pliego.render.html import write_html
from pliego.render.localised import localise, printable
from pliego.render.markdown import write_markdown
from pliego.render.pdf import write_pdf
from pliego.render.translation import Translator
from pliego.requirements.model import MemoryAlternative, PilotCaseKind
from pliego.rfq.request import build_request
from pliego.rfq.sentences import what_is_required
from pliego.sizing.devices import driver_reserve, visible
from pliego.sizing.terms import Fact, LayoutCheck, Term, Verdict, WorkloadSizing
from pliego.units import GB, GIB
from pliego.workflow.composition import Composition, compose
from pliego.workflow.reading import SpecReading, read_spec
from pliego.workflow.sizing import write_sizing

CASES = Path(__file__).parent / "cases"


@cache
def reading(name: str) -> SpecReading:
    """Return the reading of the case whose file begins with this number."""
    (file,) = CASES.glob(f"{name}*.yaml") if not name.endswith("toml") else CASES.glob(name)
    return read_spec(file)


@cache
def made(name: str) -> Composition:
    return compose(reading(name).spec(), CASES)


def changed(name: str, tmp_path: Path, **words: str) -> Composition:
    """Return a case with some of its words replaced; the keys stand for what the text has."""
    (file,) = CASES.glob(f"{name}*.yaml")
    text = file.read_text(encoding="utf-8")
    for before, after in words.items():
        old, _, new = after.partition(" -> ")
        assert old in text, before
        text = text.replace(old, new)
    copy = tmp_path / file.name
    copy.write_text(text, encoding="utf-8")
    again = read_spec(copy)
    assert again.sound
    return compose(again.spec(), tmp_path)


def codes(composition: Composition) -> list[str]:
    return [finding.code for finding in composition.findings]


def term(sizing: WorkloadSizing, key: str) -> Term:
    found = next((one for one in (*sizing.terms, *sizing.machine) if one.key == key), None)
    assert found is not None, key
    return found


def layout(composition: Composition) -> LayoutCheck:
    check = composition.sizing.workloads[0].layout
    assert check is not None
    return check


def split_term(sizing: WorkloadSizing, accelerators: int, key: str) -> Term:
    split = next(one for one in sizing.splits if one.accelerators == accelerators)
    return next(one for one in split.terms if one.key == key)


def request_of(composition: Composition) -> Document:
    parts = (composition.sizing, composition.requirements, composition.regions)
    return build_request(composition.spec, composition.resolved, *parts, "en")


def text_of(composition: Composition) -> str:
    """Return the request as Markdown."""
    return write_markdown(localise(request_of(composition)))


def annex(composition: Composition) -> str:
    """Return the sizing as a reader of the annex has it, without line breaks."""
    return " ".join(write_sizing(composition.sizing, "md").split())


class TestA70BModelOnThreeAccelerators:
    """One node with three 80 GB accelerators and tensor parallel 3; neither load nor lengths are stated."""

    def test_the_split_is_refused_naming_both_numbers_and_the_possible_ones(self) -> None:
        finding = next(one for one in made("01").findings if one.code == "P430")
        assert "tensor parallel 3 does not divide 64 attention heads" in finding.message
        assert "1, 2, 4, 8" in finding.message
        assert "27 + 27 + 26 layers" in (finding.hint or "")
        assert made("01").sizing.workloads[0].layout is None

    def test_weights_of_possible_splits_and_none_of_the_impossible(self) -> None:
        (sizing,) = made("01").sizing.workloads
        assert [one.accelerators for one in sizing.splits] == [1, 2, 4, 8]
        assert split_term(sizing, 2, "weights").value / GIB == pytest.approx(65.7, rel=0.02)
        assert term(sizing, "kv_cache_per_token").value == 327_680
        assert "| 2 accelerators | 65.7 GiB | 163,840 B/token |" in annex(made("01"))
        assert "3 accelerators" not in annex(made("01"))
        assert "43.8" not in annex(made("01"))

    def test_two_accelerators_are_not_called_enough_without_the_tokens_left(self, tmp_path: Path) -> None:
        two = changed("01", tmp_path, size="tensor_parallel: 3 -> tensor_parallel: 2", count="count: 3 -> count: 2")
        check = layout(two)
        assert check.verdict is not Verdict.HOLDS
        assert check.room_tokens is not None
        assert check.room_tokens < 40_000
        assert any(str(check.room_tokens) in one.message for one in two.findings)

    def test_what_capacity_lacks_is_listed_and_no_user_assumed(self) -> None:
        (sizing,) = made("01").sizing.workloads
        assert {"concurrency_peak", "tokens_peak"} <= {one.figure for one in sizing.missing}
        assert not sizing.alternatives
        text = annex(made("01"))
        assert "**Sequences at the peak** · Cannot be computed: the request does not state" in text
        assert "`workloads.chat.load.concurrency.peak`" in text
        assert "`workloads.chat.context.input.max`" in text
        assert not [one.id for one in made("01").requirements if "CAPACITY" in one.id]

    def test_three_of_80_gb_become_a_functional_requirement_with_equivalents(self) -> None:
        (memory,) = [one for one in made("01").requirements if one.id == "CHAT-HARDWARE-MEMORY"]
        (asked,) = memory.threshold.value  # type: ignore[misc, union-attr]
        assert isinstance(asked, MemoryAlternative)
        assert asked.accelerators == 3
        assert 79 < asked.driver_total / GIB < 80
        assert "equivalent" in Translator("en").text(what_is_required(memory))
        assert "H100" not in Translator("en").text(what_is_required(memory))


class TestAnEightBModelOnA24GBCard:
    """One RTX 3090 (23.58 GiB visible) at 90 %: 20,000 tokens start, 29,000 in one step are refused."""

    def test_weights_and_cache(self) -> None:
        (sizing,) = made("02").sizing.workloads
        assert term(sizing, "weights").value / GIB == pytest.approx(14.96, rel=0.01)
        assert term(sizing, "kv_cache_per_token").value == 131_072
        assert term(sizing, "kv_cache_peak").value / GIB == pytest.approx(3.54, rel=0.01)

    def test_the_card_shows_what_was_measured_and_not_what_was_sold(self) -> None:
        assert layout(made("02")).visible_low / GIB == pytest.approx(23.58, abs=0.05)

    def test_weights_and_cache_are_printed(self) -> None:
        rows = [" ".join(line.split()) for line in write_sizing(made("02").sizing, "md").splitlines()]
        assert any("**Weights**" in row and "| 14.96 |" in row for row in rows)
        assert any("**KV cache of one token**" in row and "| 131,072 B/token | exact |" in row for row in rows)
        assert any("**KV cache, longest request**" in row and "| 3.54 | exact |" in row for row in rows)

    def test_the_step_decides_and_is_named(self) -> None:
        activation = term(made("02").sizing.workloads[0], "activation_peak")
        assert activation.low <= activation.value <= activation.high
        assert activation.high / GIB > 2.3
        assert any(one.key == "tokens_in_step" and one.value == 29_000 for one in activation.inputs)
        assert layout(made("02")).verdict is not Verdict.HOLDS

    def test_the_step_is_printed_with_a_low_and_a_high_value(self) -> None:
        activation = term(made("02").sizing.workloads[0], "activation_peak")
        row = next(line for line in write_sizing(made("02").sizing, "md").splitlines() if "**Activation peak**" in line)
        assert f"| {activation.low / GIB:.2f} – {activation.high / GIB:.2f} |" in row
        assert "29,000 tokens (tokens in a step)" in " ".join(row.split())

    def test_20_000_tokens_in_chunks_are_not_refused(self, tmp_path: Path) -> None:
        """20,000 start; in steps of 2,048 the peak is that of the sampler and far below what is refused at 29,000."""
        chunked = changed(
            "02",
            tmp_path,
            lengths="{max: 28000}, output: {max: 1000} -> {max: 19000}, output: {max: 1000}",
            step="max_batched_tokens: 29000 -> max_batched_tokens: 2048",
        )
        peak = term(chunked.sizing.workloads[0], "activation_peak")
        assert peak.high < term(made("02").sizing.workloads[0], "activation_peak").low
        assert layout(chunked).verdict is not Verdict.DOES_NOT_HOLD

    def test_the_engine_and_its_release_are_printed(self) -> None:
        (sizing,) = made("02").sizing.workloads
        assert any(Fact("name", "vLLM") in source.facts for source in term(sizing, "activation_peak").sources)
        assert sizing.engines
        assert "vLLM 0.7 to below 0.17" in annex(made("02"))

    def test_an_estimate_has_no_more_digits_than_it_knows(self) -> None:
        text = annex(made("02"))
        activation = term(made("02").sizing.workloads[0], "activation_peak")
        assert f"{activation.value / GIB:.2f}" in text
        assert f"{activation.value / GIB:.4f}" not in text


class TestA72BVisionModelOnFour40GBCards:
    """Text alone would fit: the engine reserves for the largest image and ran out of memory at 34.43 GiB of weights."""

    def test_weights_and_cache_of_each_accelerator(self) -> None:
        (sizing,) = made("03").sizing.workloads
        assert split_term(sizing, 4, "weights").value / GIB == pytest.approx(34.2, rel=0.02)
        assert split_term(sizing, 4, "kv_cache_per_token").value == 81_920

    def test_images_are_tokens_of_the_context(self) -> None:
        images = term(made("03").sizing.workloads[0], "image_tokens")
        assert images.value == 1338  # 1,048,576 / 784, rounded up
        assert {one.key: one.value for one in images.inputs}["pixels_of_token"] == 784
        tokens = term(made("03").sizing.workloads[0], "tokens_peak")
        longest = next(one for one in tokens.inputs if one.key == "longest_request")
        assert longest.value == 6600 + 1338 + 192
        assert "Tokens of the images of a request" in annex(made("03"))

    def test_images_count_against_the_longest_sequence(self, tmp_path: Path) -> None:
        longer = changed("03", tmp_path, input="{max: 6600} -> {max: 7000}")
        assert "P412" in codes(longer)

    def test_the_image_encoder_counts(self) -> None:
        activation = term(made("03").sizing.workloads[0], "activation_peak")
        assert any(one.key == "encoder_peak" and one.value > GIB for one in activation.inputs)

    def test_the_cards_are_not_called_enough(self) -> None:
        check = layout(made("03"))
        assert 39.3 <= check.visible_low / GIB <= check.visible_high / GIB <= 39.7
        assert check.verdict is not Verdict.HOLDS

    def test_1280_pixels_are_implausible(self, tmp_path: Path) -> None:
        (file,) = CASES.glob("03*.yaml")
        small = tmp_path / "small.yaml"
        small.write_text(file.read_text(encoding="utf-8").replace("1048576", "1280"), encoding="utf-8")
        (finding,) = read_spec(small).findings
        assert (finding.code, finding.severity) == ("P320", "warning")
        assert "36 x 36" in finding.message


class TestSeventyTwoThousandTokensOver32K:
    """The card says 128K, the configuration 32,768; prompts of 72,000 tokens are wanted."""

    def test_input_and_output_together_are_above_the_maximum(self) -> None:
        finding = next(one for one in made("04").findings if one.code == "P411")
        assert "72000 tokens of input and output" in finding.message
        assert "32768 (max_position_embeddings of Qwen/Qwen2.5-7B-Instruct)" in finding.message
        assert "factor: 4" in (finding.hint or "")
        assert "131072" in (finding.hint or "")

    def test_the_declared_scaling_is_accepted_and_asks_for_a_pilot(self, tmp_path: Path) -> None:
        scaling = 'version: "0.19"} -> version: "0.19", rope_scaling: {type: yarn, factor: 4}}'
        declared = changed("04", tmp_path, scaling=scaling)
        (finding,) = declared.findings
        assert (finding.code, finding.severity) == ("P415", "notice")
        (sizing,) = declared.sizing.workloads
        assert term(sizing, "kv_cache_per_token").value == 57_344
        assert term(sizing, "kv_cache_peak").value / GIB == pytest.approx(3.85, rel=0.01)
        assert "401,408" not in annex(declared)
        assert "lose quality on short texts" in CODES[finding.code].advice
        (asked,) = (one for one in declared.requirements if one.id == "CHAT-CAPACITY-CONTEXT")
        assert asked.pilot_case is PilotCaseKind.LONG_CONTEXT
        assert "the quality on short texts" in Translator("en").text(what_is_required(asked))

    @pytest.mark.parametrize(("given", "produced", "refused"), [(30_768, 2000, False), (30_769, 2000, True)])
    def test_input_and_output_count_together(self, tmp_path: Path, given: int, produced: int, *, refused: bool) -> None:
        """Each alone is within the maximum of 32,768; it is their sum that decides."""
        both = f"{{max: 70000}}, output: {{max: 2000}} -> {{max: {given}}}, output: {{max: {produced}}}"
        assert ("P411" in codes(changed("04", tmp_path, lengths=both))) is refused


class TestFineTuningOnSixteenCards:
    """A 70B model on sixteen cards of 23 GB; method, sequence length and micro-batch are open."""

    def test_it_is_not_sized_as_serving(self) -> None:
        (sizing,) = made("05").sizing.workloads
        assert {one.key for one in sizing.terms} == {"parameters", "weights"}
        assert sizing.layout is None

    def test_the_document_refuses_to_say_that_it_fits(self) -> None:
        text = annex(made("05"))
        assert "**Memory of a training step** · Not computed" in text
        for open_question in ("method", "sequence_length", "micro_batch"):
            assert f"`workloads.tune.task.{open_question}`" in text
        assert "Layouts that hold" not in text
        assert "Fewest accelerators" not in text

    def test_what_has_to_be_known_first_is_asked_for(self) -> None:
        needs = {one.figure: {path[-1] for path in one.needs} for one in made("05").sizing.workloads[0].missing}
        assert needs == {"training_memory": {"method", "sequence_length", "micro_batch"}, "dataset": {"size"}}

    def test_cards_of_23_gb_show_22_to_22_5_gib(self) -> None:
        catalog = load_catalog()
        card = catalog.accelerator("A10")
        assert card is not None
        seen = visible(card, driver_reserve(catalog.accelerators))
        assert seen is not None
        assert 22.0 <= seen.low / GIB <= seen.high / GIB <= 22.5

    def test_the_licence_is_named(self) -> None:
        finding = next(one for one in made("05").findings if one.code == "P468")
        assert "Llama 2" in finding.message


class TestTenMillionVectors:
    """10M x 1,024 in an HNSW index: the owner expected 40 GB and saw 75 GB of files while merging."""

    def test_the_raw_size_is_no_round_number(self) -> None:
        raw = term(made("06").sizing.workloads[0], "raw_vectors")
        assert raw.value / GB == pytest.approx(40.96, rel=0.001)
        assert raw.value / GIB == pytest.approx(38.15, rel=0.001)
        assert "41.0 GB" in annex(made("06"))

    def test_memory_has_a_stated_factor_and_its_source(self) -> None:
        memory = term(made("06").sizing.workloads[0], "index_memory")
        assert {one.key: one.value for one in memory.inputs}["rule_factor"] == 1.5
        assert "Qdrant documentation" in annex(made("06"))

    def test_temporary_space_is_assumed_and_said(self) -> None:
        disk = term(made("06").sizing.workloads[0], "index_disk")
        assert disk.low / GB < 75 < disk.high / GB
        assert "old and merged segments" in annex(made("06"))

    def test_links_are_a_large_share_of_short_vectors(self, tmp_path: Path) -> None:
        short = changed("06", tmp_path, dimensions="dimensions: 1024 -> dimensions: 128")
        (sizing,) = short.sizing.workloads
        assert term(sizing, "index_links").value * 4 == term(sizing, "raw_vectors").value

    def test_no_quantisation_is_assumed(self) -> None:
        assert "index_codes" not in {one.key for one in made("06").sizing.workloads[0].machine}


class TestAVoiceAgent:
    """Turn detection 0.4 s, first token 2 s, first audio 1.2 s; the answer has to start within 2 s."""

    def test_the_stages_are_held_against_the_whole(self) -> None:
        finding = next(one for one in reading("07").findings if one.code == "P326")
        assert "3.6 s" in finding.message
        assert "2 s" in finding.message

    def test_the_clock_has_a_start_and_a_stop(self) -> None:
        text = text_of(made("07"))
        assert "The clock starts" in text
        assert "end of the caller's speech" in text
        assert "first audio of the answer at the caller" in text

    def test_percentiles_are_not_added_as_if_they_were_exact(self) -> None:
        assert "Percentiles of single steps do not add up" in text_of(made("07"))

    def test_calls_are_counted_by_the_real_time_factor(self) -> None:
        speak = made("07").sizing.workloads[2]
        assert term(speak, "streams_in_real_time").value == 1

    def test_several_models_share_machines(self) -> None:
        assert "These workloads share machines: `listen`, `answer` and `speak`" in text_of(made("07"))

    def test_the_whole_is_a_requirement_that_a_pilot_measures(self) -> None:
        whole = next(one for one in made("07").requirements if one.id == "PIPELINES-CALL-SLO-E2E-P95")
        assert whole.pilot_case == "end_to_end"
        assert "every workload of it under its stated peak load" in Translator("en").text(what_is_required(whole))


class TestABritishQuotation:
    """A public record: 23:59:59 with the offset of summer time, pounds, a make in the title, 1,440 days."""

    def test_seconds_and_offset_are_kept_and_printed(self) -> None:
        text = text_of(made("08"))
        assert "Friday 31 May 2019, 23:59:59 (UTC+01:00)" in text

    def test_a_make_in_the_title_is_told(self) -> None:
        finding = next(one for one in reading("08").findings if one.code == "P520")
        assert finding.path == ("rfq", "title")

    def test_pounds_and_the_country_are_understood(self) -> None:
        assert "United Kingdom" in text_of(made("08"))
        assert "GBP" in text_of(made("08"))

    def test_eleven_days_are_too_few(self) -> None:
        finding = next(one for one in reading("08").findings if one.code == "P331")
        assert "11 days after" in finding.message

    def test_an_amount_of_two_thousand_million_is_shown_with_separators(self, tmp_path: Path) -> None:
        (file,) = CASES.glob("08*.yaml")
        large = tmp_path / "large.yaml"
        large.write_text(file.read_text(encoding="utf-8").replace("63200 GBP", "2000000000 GBP"), encoding="utf-8")
        assert any("2,000,000,000 GBP" in one.message for one in read_spec(large).findings)

    def test_days_stay_days(self) -> None:
        assert "1,440\u00a0days" in text_of(made("08"))


class TestTokensThatChangeTheirType:
    """What a loader of YAML 1.1 changes in silence, and the same values in TOML."""

    def data(self, name: str = "09") -> dict[str, Any]:
        found = reading(name).source.data
        assert isinstance(found, dict)
        return found

    def test_norway_is_no_truth_value(self) -> None:
        assert self.data()["rfq"]["buyer"]["country"] == "NO"
        assert self.data()["data_residency"]["storage"]["must"] == ["NO", "SE"]
        assert "Norway" in text_of(made("09"))

    def test_times_are_no_numbers_to_the_base_of_sixty(self) -> None:
        clauses = self.data()["clauses"]
        assert (clauses["maintenance-from"]["must"], clauses["maintenance-to"]["must"]) == ("22:30", "04:30")
        printed = re.findall(r"\*\*Maintenance \w+\*\* \| (\d\d:\d\d) \|", text_of(made("09")))
        assert printed == ["22:30", "04:30"]

    def test_versions_keep_their_digits_and_their_order(self) -> None:
        assert self.data()["workloads"]["chat"]["precision"]["runtime"]["version"] == "1.10"
        assert self.data()["rfq"]["version"] == "010"
        catalog = load_catalog()
        newer, older = catalog.engine_release("vllm", "0.17"), catalog.engine_release("vllm", "0.9")
        assert newer is not None
        assert older is not None
        assert newer.first > older.first
        assert "nearest to vLLM 1.10." in text_of(made("09"))
        assert "Version 010" in text_of(made("09"))

    def test_release_0_10_without_quotes_is_newer_than_0_9_and_no_tenth(self, tmp_path: Path) -> None:
        """As a number it would be 0.1, which another row is for."""
        tenth = changed("02", tmp_path, version='version: "0.11" -> version: 0.10')
        (engine,) = tenth.sizing.workloads[0].engines
        newer, number = load_catalog().engine_release("vllm", "0.9"), load_catalog().engine_release("vllm", "0.1")
        assert newer is not None
        assert number is not None
        assert engine.first == newer.from_release != number.from_release
        assert "computed for vLLM 0.10." in text_of(tenth)

    def test_names_stay_as_written(self) -> None:
        assert (self.data()["rfq"]["id"], self.data()["rfq"]["title"]) == ("0042", "on")
        assert self.data()["workloads"]["chat"]["model"]["revision"] == "12345678"
        text = text_of(made("09"))
        assert text.startswith("# on\n")
        assert "`0042`" in text
        assert "revision 12345678" in text

    def test_1e2_is_a_hundred_and_underscores_are_an_error(self, tmp_path: Path) -> None:
        assert self.data()["workloads"]["chat"]["load"]["concurrency"]["peak"] == 100
        assert self.data()["workloads"]["chat"]["model"]["parameters"] == 50_000_000
        (file,) = CASES.glob("09*.yaml")
        grouped = tmp_path / "grouped.yaml"
        grouped.write_text(file.read_text(encoding="utf-8").replace("50000000", "50_000_000"), encoding="utf-8")
        (error,) = [one for one in read_spec(grouped).findings if one.severity == "error"]
        assert "50000000" in (error.hint or "")

    def test_dates_are_the_same_with_and_without_quotes(self, tmp_path: Path) -> None:
        (file,) = CASES.glob("09*.yaml")
        quoted = tmp_path / "quoted.yaml"
        quoted.write_text(file.read_text(encoding="utf-8").replace("2026-12-12", "'2026-12-12'"), encoding="utf-8")
        assert read_spec(quoted).spec() == reading("09").spec()

    def test_both_languages_mean_the_same(self) -> None:
        assert reading("09-yaml-implicit-types.toml").spec() == reading("09").spec()


class TestThreeFaultsInOneFile:
    """A duplicate key beside a merged one, an unknown key, a truth value where a word is wanted."""

    def by_code(self) -> dict[str, Any]:
        return {finding.code: finding for finding in reading("10").findings}

    def test_the_duplicate_is_told_with_both_lines(self) -> None:
        assert "in line 10 and in line 11" in self.by_code()["P109"].message

    def test_a_merged_key_is_no_duplicate_and_its_anchor_resolves(self) -> None:
        assert not any("availability" in finding.message for finding in reading("10").findings)

    def test_the_unknown_key_gets_a_proposal(self) -> None:
        assert self.by_code()["P202"].hint == "did you mean 'context'?"

    def test_a_truth_value_is_no_one(self) -> None:
        finding = self.by_code()["P203"]
        assert finding.path == ("workloads", "chat", "precision", "weights")
        assert "true" in finding.message

    def test_all_faults_come_in_one_run_one_each_and_nothing_is_written(self, tmp_path: Path) -> None:
        assert sorted(finding.code for finding in reading("10").findings) == ["P109", "P202", "P203"]
        (file,) = CASES.glob("10*.yaml")
        command = [sys.executable, "-m", "pliego", "render", str(file), "-o", str(tmp_path / "out")]
        assert subprocess.run(command, capture_output=True, check=False).returncode == 1
        assert not (tmp_path / "out").exists()


def strings(value: Any) -> Iterator[str]:
    """Yield every text in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from strings(part)


class TestHostileText:
    """Text that tries to leave its place in every format; the workbook comes later."""

    @pytest.fixture
    def document(self) -> Any:
        return localise(request_of(made("11")))

    def test_every_format_shows_the_text_literally(self, document: Any) -> None:
        html = write_html(document)
        assert "{{ 7*7 }} {% include" in html
        assert "49 " not in html.replace("+49 ", "")
        assert "<img src=" not in html
        assert "&lt;img src=" in html
        assert "-5 % price change" in write_markdown(document).replace("\\", "")

    def test_json_holds_the_text_as_it_was_written(self, tmp_path: Path) -> None:
        (file,) = CASES.glob("11*.yaml")
        result = CliRunner().invoke(pliego, ["render", str(file), "-o", str(tmp_path), "--format", "json"])
        assert result.exit_code == 0
        texts = set(strings(json.loads((tmp_path / "rfq.json").read_text(encoding="utf-8"))))
        clauses = reading("11").spec().clauses
        assert clauses is not None
        for clause in clauses.values():
            assert (clause.must or (clause.prefer and clause.prefer.value)) in texts

    def test_tables_of_markdown_keep_their_columns(self, document: Any) -> None:
        rows = [line for line in write_markdown(document).splitlines() if line.startswith("|")]
        widths = {line.replace("\\|", "").count("|") for line in rows if "CLAUSES-" in line}
        heads = {line.count("|") for line in rows if line.startswith(("| Requirement ", "| Question "))}
        assert widths <= heads

    def test_the_pdf_is_made_without_the_network_and_names_the_signs_that_it_lacks(self, tmp_path: Path) -> None:
        (file,) = CASES.glob("11*.yaml")
        result = CliRunner().invoke(pliego, ["render", str(file), "-o", str(tmp_path), "--format", "pdf"])
        assert result.exit_code == 0
        text = "".join(page.extract_text() for page in PdfReader(tmp_path / "rfq.pdf").pages)
        assert "U+4E2D" in text
        assert "{{ 7*7 }}" in text

    def test_signs_that_the_fonts_lack_are_reported_with_their_place(self, tmp_path: Path) -> None:
        (file,) = CASES.glob("11*.yaml")
        result = CliRunner().invoke(pliego, ["render", str(file), "-o", str(tmp_path), "--format", "pdf"])
        assert result.exit_code == 0
        assert re.search(r":5:10: warning P510: the fonts of the PDF lack U\+", result.stderr)

    def test_ids_are_unique_linkable_and_stable(self) -> None:
        ids = [one.id for one in made("11").requirements]
        assert "CLAUSES-TWO-DOTS-A" in ids
        assert len(ids) == len(set(ids))
        assert all(set(one) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") for one in ids)

    def test_an_id_is_the_same_whatever_stands_around_it(self, tmp_path: Path) -> None:
        alone = changed("11", tmp_path, others="formula: {must: -> aardvark: {must:", first="phone: -> a-phone:")
        assert "CLAUSES-TWO-DOTS-A" in [one.id for one in alone.requirements]

    def test_an_id_leads_to_its_row(self, document: Any) -> None:
        assert 'id="CLAUSES-TWO-DOTS-A"' in write_html(document)
        assert '<a id="CLAUSES-TWO-DOTS-A"></a>' in write_markdown(document)

    def test_a_renderer_that_asks_for_anything_fails(self, document: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        """Whatever is asked for beside the bundled fonts ends the rendering; this text asks for nothing."""
        asked: list[str] = []

        def refuse(self: BundledFonts, url: str, headers: object = None) -> Any:
            if not url.startswith(FONT_SCHEME):
                asked.append(url)
                raise FatalURLFetchingError(url)
            return fetch(self, url, headers)

        fetch = BundledFonts.fetch
        monkeypatch.setattr(BundledFonts, "fetch", refuse)
        assert write_pdf(write_html(printable(document))).startswith(b"%PDF-")
        assert asked == []

    @pytest.mark.parametrize("made_up", ["long", "word", "many"])
    def test_made_up_text_is_rendered_within_a_minute(self, tmp_path: Path, made_up: str) -> None:
        """40,000 characters without a line break, a word of 300, and a table of 200 clauses."""
        clauses = {
            "long": "  essay: {must: '" + "word " * 8000 + "'}\n",
            "word": "  word: {must: '" + "w" * 300 + "'}\n",
            "many": "".join(f"  clause-{number}: {{must: 'Clause {number}.'}}\n" for number in range(200)),
        }[made_up]
        (file,) = CASES.glob("11*.yaml")
        spec = tmp_path / "spec.yaml"
        spec.write_text(file.read_text(encoding="utf-8") + clauses, encoding="utf-8")
        command = [sys.executable, "-m", "pliego", "render", str(spec), "-o", str(tmp_path), "--format", "pdf"]
        assert subprocess.run(command, capture_output=True, check=False, timeout=60).returncode == 0
        text = "".join(page.extract_text() for page in PdfReader(tmp_path / "rfq.pdf").pages)
        assert {"long": "word word", "word": "w" * 20, "many": "CLAUSES-CLAUSE-199"}[made_up] in text


def test_the_levels_that_a_result_file_is_held_against_are_requirements() -> None:
    """Reading result files comes later; what they will be judged by is here."""
    found = {one.id: str(one.threshold.value) for one in made("12").requirements}
    assert found["CHAT-SLO-TTFT-P95"] == "800 ms"
    assert found["CHAT-SLO-TPOT-P95"] == "60 ms"
    assert found["CHAT-CAPACITY-SEQUENCES"] == "8"
