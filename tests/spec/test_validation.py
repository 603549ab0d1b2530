from time import perf_counter

import pytest

from pliego.findings import Finding
from pliego.spec.source import Data
from pliego.spec.validation import check_schema


def spec(**parts: Data) -> dict[str, Data]:
    rfq: Data = {"id": "R", "title": "T", "version": "1", "language": "en", "issued": "2026-12-01"}
    workloads: Data = {"chat": {"task": {"kind": "text-generation", "mode": "online"}}}
    return {"schema": "pliego/v1", "rfq": rfq, "workloads": workloads, **parts}


def told(data: Data) -> list[str]:
    return [f"{finding.code} {finding.message}" for finding in check_schema(data)]


def test_a_sound_spec_has_no_findings() -> None:
    assert check_schema(spec()) == ()


def test_a_misspelt_key_is_one_finding_though_the_right_one_is_missing() -> None:
    data = spec(rfq={"id": "R", "titel": "T", "version": "1", "language": "en", "issued": "2026-12-01"})
    (finding,) = check_schema(data)
    assert finding == Finding(
        "P202", ("rfq", "titel"), {"key": "titel", "where": "rfq"}, "did you mean 'title'?", at_key=True
    )


def test_missing_and_unknown_keys_that_are_not_alike_are_two() -> None:
    data = spec(rfq={"id": "R", "colour": "T", "version": "1", "language": "en", "issued": "2026-12-01"})
    assert told(data) == ["P202 the key 'colour' is unknown in rfq", "P201 the key 'title' is missing in rfq"]


def test_a_missing_key_is_shown_as_it_is_written() -> None:
    (finding,) = check_schema({key: value for key, value in spec().items() if key != "schema"})
    assert finding.message == "the key 'schema' is missing in the spec"
    assert finding.hint == "add 'schema: pliego/v1' (version of this format)"


@pytest.mark.parametrize(
    ("level", "message"),
    [
        (True, "P203 true (a truth value) stands here, but a quantity such as '800 ms' is wanted"),
        ({"must": ["1 s"]}, "P203 a list stands here, but a quantity such as '800 ms' is wanted"),
        ({"prefer": {"value": "1 s", "wait": 3}}, "P202 the key 'wait' is unknown in backup.rpo.prefer"),
        ({"prefer": {"weight": 3}}, "P201 the key 'value' is missing in backup.rpo.prefer"),
        ({"must": None}, "P212 the key 'must' has no value, but a quantity such as '800 ms' is wanted"),
        ({}, "P210 a mapping is empty; it needs one of must, prefer"),
        ("soon", "P205 'soon' is not a quantity such as '800 ms': this is not a number with a unit"),
        ("01 h", "P205 '01 h' is not a quantity such as '800 ms': the number has a leading zero"),
    ],
)
def test_a_level_gets_one_finding_in_the_form_that_was_meant(level: Data, message: str) -> None:
    assert told(spec(backup={"rpo": level})) == [message]


def test_a_value_is_told_of_once() -> None:
    assert told(spec(schema=5)) == ["P203 the number 5 stands here, but 'pliego/v1' is wanted"]


def test_a_newline_at_the_end_is_seen() -> None:
    assert told(spec(clauses={"a": "x\n"})) == []
    assert told(spec(hardware={"reference": "H100\n"}))[0].startswith("P207 'H100\n' has the wrong form")


def test_a_key_of_another_section_is_sent_home() -> None:
    data = spec(workloads={"chat": {"task": {"kind": "text-generation", "mode": "online"}, "availability": "99 %"}})
    (finding,) = check_schema(data)
    assert finding.hint == "it belongs under 'slo'"


def test_a_key_that_stands_there_already_is_still_suggested() -> None:
    (finding,) = check_schema(spec(backup={"rpo": "1 h", "rpo_": "1 h"}))
    assert finding.hint == "did you mean 'rpo'?"


def test_a_key_that_is_like_none_gets_the_list() -> None:
    (finding,) = check_schema(spec(hardware={"colour": "red"}))
    assert finding.hint == "allowed here: reference, count, nodes"


def test_faults_in_several_places_are_all_told() -> None:
    data = spec(backup={"rpo": "1", "copies": 0}, assumptions={"memory_margin": "15"}, hardware=None)
    assert [message[:4] for message in told(data)] == ["P212", "P205", "P209", "P205"]


@pytest.mark.parametrize(
    ("task", "extra", "place", "hint"),
    [
        ({"kind": "embedding"}, {"slo": {"ttft_p95": "1 s"}}, ("slo", "ttft_p95"), "text-generation in mode online"),
        ({"kind": "classic-ml"}, {"precision": {"weights": "bf16"}}, ("precision",), "embedding"),
        ({"kind": "reranking", "steps": 20}, {}, ("task", "steps"), "image-generation"),
        ({"kind": "text-generation", "mode": "batch", "rank": 8}, {}, ("task", "rank"), "fine-tuning"),
    ],
)
def test_a_key_of_another_kind_of_work_is_told_with_where_it_belongs(
    task: dict[str, Data], extra: dict[str, Data], place: tuple[str, ...], hint: str
) -> None:
    whole: dict[str, Data] = {"task": {"mode": "online", **task}, **extra}
    (finding,) = check_schema(spec(workloads={"chat": whole}))
    assert (finding.code, finding.path, finding.at_key) == ("P213", ("workloads", "chat", *place), True)
    assert hint in (finding.hint or "")


def test_a_kind_of_work_has_the_modes_that_exist_for_it() -> None:
    (finding,) = check_schema(spec(workloads={"find": {"task": {"kind": "vector-search", "mode": "batch"}}}))
    assert (finding.code, finding.path) == ("P204", ("workloads", "find", "task", "mode"))
    assert "online" in finding.message


def runtime(**settings: Data) -> dict[str, Data]:
    task: Data = {"kind": "text-generation", "mode": "online"}
    return spec(workloads={"chat": {"task": task, "precision": {"runtime": dict(settings)}}})


def test_a_share_in_percent_is_shown_as_the_number() -> None:
    (finding,) = check_schema(runtime(memory_utilization="90 %"))
    assert finding.hint == "write 0.9"


@pytest.mark.parametrize(
    "settings", [{"memory_utilization": 1e-300}, {"rope_scaling": {"type": "yarn", "factor": 1e300}}]
)
def test_numbers_that_nobody_means_are_refused(settings: dict[str, Data]) -> None:
    assert [message[:4] for message in told(runtime(**settings))] == ["P209"]


def test_the_name_of_a_clause_has_a_rule_of_its_own() -> None:
    (finding,) = check_schema(spec(clauses={"a\nb": "One."}))
    assert (finding.code, finding.facts["reason"]) == ("P211", "it must stand on one line and not be blank")


def test_a_long_text_is_told_by_its_length_and_quickly() -> None:
    begin = perf_counter()
    title = "a" * 1_000_000 + "\n"
    (finding,) = check_schema(spec(backup={"scope": [title]}))
    assert finding.message == "the text has 1,000,001 characters; 300 are allowed"
    assert check_schema(spec(clauses={title: "One."}))
    assert perf_counter() - begin < 3


def test_a_text_has_a_thousand_lines_at_most() -> None:
    assert told(spec(clauses={"a": "x\n" * 999})) == []
    assert told(spec(clauses={"a": "x\n" * 1000})) == ["P208 the text has 1,001 lines; 1,000 are allowed"]
    assert told(spec(clauses={"a": "\n \n"})) == ["P208 the text is empty"]


def test_a_list_is_one_that_people_write() -> None:
    data = spec(backup={"scope": [f"thing {number}" for number in range(201)]})
    assert told(data) == ["P214 'scope' has 201 parts; 200 are allowed"]
