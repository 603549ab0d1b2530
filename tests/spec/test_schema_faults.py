from pliego.spec.schema_faults import Fault, found, value_fault, wanted
from pliego.spec.schema_walk import spec_schema


def test_values_in_words() -> None:
    assert found(True) == "true (a truth value)"
    assert found(5) == "the number 5"
    assert found("a" * 100) == f"the text '{'a' * 60}…'"
    assert found([]) == "a list"
    assert found({}) == "a mapping"


def test_wishes_in_words() -> None:
    definitions = spec_schema()["$defs"]
    assert wanted(definitions["DurationLevel"]) == "a quantity such as '800 ms'"
    assert wanted(definitions["RegionsLevel"]) == "a list of text"
    assert wanted(definitions["Timetable"]["properties"]["quotes_by"]) == "a date such as 2027-01-11"
    assert wanted(definitions["Contract"]["properties"]["billing"]).startswith("a list with entries from hourly")
    assert wanted({"$ref": "#/$defs/YesLevel"}) == "true or false"


def test_a_mapping_in_place_of_text_is_told_by_its_keys() -> None:
    finding = value_fault(Fault(("rfq", "title"), "type", {"en": "a", "es": "b"}, {"type": "string"}))
    assert finding.hint == "write text in place of the keys en, es"


def test_text_in_place_of_a_list_is_put_into_one() -> None:
    finding = value_fault(Fault(("a",), "type", "EEA", {"type": "array", "items": {"type": "string"}}))
    assert finding.hint == "write [EEA]"


def test_an_entry_of_a_list_is_no_key() -> None:
    finding = value_fault(Fault(("a", "must", 0), "type", None, {"type": "string"}))
    assert (finding.code, finding.message) == ("P203", "nothing stands here, but text is wanted")


def test_bounds_are_written_as_whole_numbers() -> None:
    finding = value_fault(Fault(("a",), "maximum", 1e15, {"type": "number", "minimum": 1e3, "maximum": 1e14}))
    assert finding.message.startswith("the number 1000000000000000 is out of range")
    assert finding.hint == "write at least 1000 and at most 100000000000000"
