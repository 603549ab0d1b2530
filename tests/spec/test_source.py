from pliego.findings import Finding, Place
from pliego.spec.source import Offsets, Source
from pliego.spec.yaml_reading import read_yaml

SOURCE = Source("a.yaml", "a: 1\r\nb:\n  c: 2\rd: 3", None, {("a",): Offsets(0, 3), ("b",): Offsets(6, 11)})


def test_lines_end_as_in_an_editor() -> None:
    assert [SOURCE.line(number) for number in range(1, 5)] == ["a: 1", "b:", "  c: 2", "d: 3"]
    assert SOURCE.place_at(16) == Place(4, 1)


def test_a_finding_points_to_its_key_or_value_or_to_what_holds_it() -> None:
    assert SOURCE.place(Finding("P203", ("a",))) == Place(1, 4)
    assert SOURCE.place(Finding("P203", ("a",), at_key=True)) == Place(1, 1)
    assert SOURCE.place(Finding("P203", ("b", "c", 0))) == Place(2, 1)
    assert SOURCE.place(Finding("P203", ("z",))) == Place(1, 1)
    assert SOURCE.place(Finding("P203", ("a",), place=Place(9, 9))) == Place(9, 9)
    assert Source("a.yaml").place(Finding("P101")) is None


def test_a_step_that_the_file_leaves_out_is_left_out() -> None:
    source, _ = read_yaml("a", "storage: [ES, FR, ES]\nlogs: {prefer: [EU, EU]}\nrpo: {prefer: 1 h}\n")
    assert source.place(Finding("P403", ("storage", "must", 1))) == Place(1, 15)
    assert source.place(Finding("P403", ("logs", "prefer", "value", 1))) == Place(2, 21)
    assert source.place(Finding("P306", ("rpo", "prefer", "value"))) == Place(3, 15)
    assert source.place(Finding("P306", ("rpo", "must"))) == Place(3, 1)


def test_a_path_leads_as_the_file_is_written() -> None:
    paths = [("s",), ("s", 1), ("p",), ("p", "prefer"), ("p", "prefer", 0), ("m",), ("m", "must"), ("m", "must", 0)]
    source = Source("a.yaml", "x" * 99, None, {path: Offsets(None, place) for place, path in enumerate(paths)})
    assert source.as_written(("s", "must", 1)) == ("s", 1)
    assert source.as_written(("p", "prefer", "value", 0)) == ("p", "prefer", 0)
    assert source.as_written(("m", "must", 0)) == ("m", "must", 0)
    assert source.as_written(("s", "must", 7, "must")) == ("s", 7, "must")
    assert source.place(Finding("P403", ("p", "prefer", "value", 0))) == Place(1, 5)
    assert Source("options").as_written(("s", "must")) == ("s", "must")
