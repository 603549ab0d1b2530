from pliego.spec.reading import read_source
from pliego.spec.schema_walk import as_meant, visits
from pliego.spec.source import Data


def meant(text: str, name: str = "spec.yaml") -> Data:
    source, findings = read_source(name, text.encode())
    assert not findings
    return as_meant(source.data, source.written)


def test_text_is_taken_as_written() -> None:
    text = "rfq: {id: 0042, title: on, version: 1.10, summary: true, buyer: {name: 12345678, country: NO}}"
    buyer = {"name": "12345678", "country": "NO"}
    assert meant(text) == {"rfq": {"id": "0042", "title": "on", "version": "1.10", "summary": "true", "buyer": buyer}}


def test_text_in_toml_is_taken_as_written_too() -> None:
    assert meant("rfq = {version = 1.10, id = 1_0}", "a.toml") == {"rfq": {"version": "1.10", "id": "1_0"}}


def test_text_in_lists_and_levels_is_taken_as_written() -> None:
    text = "{data_residency: {storage: {must: [1, SE], prefer: {value: [2]}}}, clauses: {a: 1.0, b: {must: false}}}"
    assert meant(text) == {
        "data_residency": {"storage": {"must": ["1", "SE"], "prefer": {"value": ["2"]}}},
        "clauses": {"a": "1.0", "b": {"must": "false"}},
    }


def test_a_number_where_a_quantity_is_wanted_becomes_text_to_be_told_of_its_unit() -> None:
    assert meant("backup: {rpo: 24, rto: {must: true}}") == {"backup": {"rpo": "24", "rto": {"must": True}}}


def test_a_whole_number_may_be_written_with_an_exponent() -> None:
    assert meant("workloads: {a: {load: {concurrency: {peak: 1e2, typical: 1.5}}}}") == {
        "workloads": {"a": {"load": {"concurrency": {"peak": 100, "typical": 1.5}}}}
    }


def test_numbers_truth_values_lists_of_words_and_the_unknown_stay() -> None:
    text = "{workloads: {a: {precision: {weights: true}}}, internal: {b: 1.10}, other: 1, rfq: {title: null}}"
    assert meant(text) == {
        "workloads": {"a": {"precision": {"weights": True}}},
        "internal": {"b": 1.1},
        "other": 1,
        "rfq": {"title": None},
    }


def test_a_walk_visits_what_the_schema_knows() -> None:
    data: Data = {"backup": {"rpo": {"must": "24 h", "prefer": "4 h"}, "scope": ["a"]}, "unknown": {"x": 1}}
    known = {visit.path: visit for visit in visits(data)}
    assert known["backup", "rpo"].level
    assert not known["backup", "rpo", "prefer"].level
    assert known["backup", "rpo", "must"].format == "pliego-duration"
    assert ("backup", "scope", 0) in known
    assert ("unknown",) not in known
