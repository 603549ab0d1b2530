import io
import json
import sys
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pliego.cli.finding_formats import as_json
from pliego.cli.report import as_text, columns, exit_code, in_order, printable, show
from pliego.findings import Finding, Place
from pliego.spec.source import Offsets, Source

SOURCE = Source("spec.yaml", "a: 1\nb:\n  c: 2\n", None, {("a",): Offsets(0, 3), ("b", "c"): Offsets(10, 13)})
ERROR = Finding("P203", ("b", "c"), MappingProxyType({"found": "the number 2", "wanted": "text"}), "write text")
WARNING = Finding("P315", ("a",), MappingProxyType({"character": "U+000B"}))


def test_a_finding_is_told_with_place_path_hint_and_excerpt() -> None:
    assert as_text([ERROR], SOURCE) == (
        "spec.yaml:3:6: error P203: the number 2 stands here, but text is wanted\n"
        "  at b.c\n"
        "  hint: write text\n"
        "    3 |   c: 2\n"
        "      |      ^"
    )


def test_findings_come_in_the_order_of_the_file_and_once() -> None:
    assert [finding for finding, _, _ in in_order([ERROR, WARNING, ERROR], SOURCE)] == [WARNING, ERROR]


def test_json_has_every_field() -> None:
    (row,) = json.loads(as_json([ERROR], SOURCE))
    assert row == {
        "file": "spec.yaml",
        "line": 3,
        "column": 6,
        "severity": "error",
        "code": "P203",
        "message": "the number 2 stands here, but text is wanted",
        "path": ["b", "c"],
        "hint": "write text",
        "facts": {"found": "the number 2", "wanted": "text"},
    }
    assert json.loads(as_json([Finding("P101", facts={"reason": "x"})], Source("a")))[0]["line"] is None


def test_a_file_that_could_not_be_read_has_no_place() -> None:
    told = as_text([Finding("P101", facts={"reason": "it is a directory"})], Source("folder"))
    message = "folder: error P101: the file cannot be read: it is a directory"
    assert told == f"{message}\n  hint: Check the path and the access rights."


def test_exit_codes() -> None:
    assert exit_code([]) == 0
    assert exit_code([WARNING]) == 0
    assert exit_code([WARNING], strict=True) == 1
    assert exit_code([ERROR]) == 1


def test_of_a_long_line_the_part_around_the_place_is_shown() -> None:
    source = Source("a", "x" * 5000 + "!" + "y" * 5000)
    lines = as_text([Finding("P104", place=Place(1, 5001))], source).splitlines()
    assert len(lines[-2]) < 120
    assert lines[-2][lines[-1].index("^")] == "!"


def test_the_caret_stands_below_wide_and_combining_signs() -> None:
    source = Source("a", "语言e\u0301: x")
    assert as_text([Finding("P104", place=Place(1, 7))], source).splitlines()[-1] == "      | " + " " * 7 + "^"


def test_nothing_reaches_a_terminal_that_it_would_act_on() -> None:
    source = Source("a", "\x1b[31m\u202e\tx")
    facts = {"key": "\x1b]0;x\x07", "where": "a\u202eb"}
    told = as_text([Finding("P202", ("\x1b",), facts, place=Place(1, 1))], source)
    assert "\x1b" not in told
    assert "\u202e" not in told
    assert printable("a\tb\x00") == "a b\ufffd"


@given(st.text(max_size=200), st.integers(1, 250))
def test_any_line_can_be_shown(text: str, column: int) -> None:
    told = as_text([Finding("P104", place=Place(1, column))], Source("a", text))
    assert all(sign.isprintable() or sign == "\n" for sign in told)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colour_only_on_a_terminal_and_not_if_the_user_does_not_want_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def shown(stream: io.StringIO) -> str:
        monkeypatch.setattr(sys, "stderr", stream)
        show([ERROR], SOURCE)
        return stream.getvalue()

    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[" in shown(Terminal())
    assert "\x1b[" not in shown(io.StringIO())
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in shown(Terminal())


def test_quiet_shows_errors_alone(capsys: pytest.CaptureFixture[str]) -> None:
    show([WARNING], SOURCE, quiet=True)
    assert capsys.readouterr().err == ""
    show([WARNING, ERROR], SOURCE, quiet=True, err=False)
    assert "P315" not in capsys.readouterr().out


def test_without_a_hint_of_its_own_a_finding_has_the_advice_of_its_code() -> None:
    finding = Finding("P431", ("a",), {"stages": "9", "layers": "8"})
    assert "  hint: Choose fewer stages.\n" in as_text([finding], SOURCE)
    assert json.loads(as_json([finding], SOURCE))[0]["hint"] == "Choose fewer stages."


def test_a_long_key_and_a_newline_in_the_name_of_a_file_stay_small() -> None:
    told = as_text([Finding("P311", ("k" * 500_000,))], Source("a\nb"))
    assert len(told) < 1000
    assert told.startswith("a\ufffdb: error")


def test_the_path_of_a_bare_list_is_told_as_written() -> None:
    source = Source("spec.yaml", "s: [XX]\n", None, {("s",): Offsets(0, 3), ("s", 0): Offsets(None, 4)})
    finding = Finding("P403", ("s", "must", 0), {"code": "XX"})
    assert "  at s[0]\n" in as_text([finding], source)
    assert json.loads(as_json([finding], source))[0]["path"] == ["s", 0]


def test_lines_are_no_wider_than_the_terminal() -> None:
    finding = Finding("P202", ("rfq", "a"), {"key": "a", "where": "rfq"}, "allowed here: " + ", ".join(["word"] * 60))
    source = Source("spec.yaml", "rfq: {a: 1}" + " " * 200, {}, {("rfq", "a"): Offsets(6, 9)})
    whole, narrow = as_text([finding], source), as_text([finding], source, width=60)
    assert max(map(len, whole.splitlines())) > 200
    assert max(map(len, narrow.splitlines())) <= 60 + 2
    assert narrow.split() == [*whole.split()[: len(narrow.split())]]
    assert as_text([finding], source, coloured=True, width=60).count("\x1b[1m") == 2


def test_the_columns_are_those_of_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("COLUMNS", "72")
    assert (columns(Terminal()), columns(io.StringIO())) == (72, None)
    monkeypatch.setenv("COLUMNS", "1")
    assert columns(Terminal()) == 40


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_a_terminal_without_colours_gets_none(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stderr", Terminal())
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    show([ERROR], SOURCE)
    monkeypatch.setenv(name, value)
    show([ERROR], SOURCE)
    told = sys.stderr.getvalue()  # type: ignore[attr-defined]
    assert told.count("\x1b[1m") == 2
