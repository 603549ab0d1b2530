import io
import json
import sys
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pliego.cli.report import FORMATS, as_github, as_json, as_text, exit_code, in_order, printable, show, written
from pliego.finding_codes import CODES
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
    assert [finding for finding, _ in in_order([ERROR, WARNING, ERROR], SOURCE)] == [WARNING, ERROR]


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


def test_an_annotation_of_github_stands_on_one_line_and_leads_to_its_place() -> None:
    assert as_github([ERROR, WARNING], SOURCE).splitlines() == [
        "::warning title=pliego P315,file=spec.yaml,line=1,col=4::the control character U+000B stands in the text"
        f"%0Aat a%0Ahint: {CODES['P315'].advice}",
        "::error title=pliego P203,file=spec.yaml,line=3,col=6::the number 2 stands here, but text is wanted"
        "%0Aat b.c%0Ahint: write text",
    ]


def test_nothing_ends_an_annotation_of_github_before_its_end() -> None:
    source = Source("a,line=9:%0A\n::error::.yaml", "x")
    facts = {"key": "%0A::stop-commands::x\r\n::error::y", "where": "a"}
    (told,) = as_github([Finding("P202", ("a\n::error::",), facts, "b\nc")], source).splitlines()
    properties, message = told.removeprefix("::error ").split("::", 1)
    assert properties == "title=pliego P202,file=a%2Cline=9%3A%250A\ufffd%3A%3Aerror%3A%3A.yaml,line=1,col=1"
    assert message.startswith("the key '%250A::stop-commands::x")


def test_standard_input_and_commands_are_no_files() -> None:
    source = Source("<stdin>", "a: 1", is_file=False)
    assert as_github([ERROR], source).startswith("::error title=pliego P203,line=1,col=1::")


ANYTHING = st.text(max_size=30) | st.sampled_from(["\x1b[31m", "\u202e", "::error::", "\r\n", "%0A", "{0}", "[a](b)"])
FACTS = sorted({name for entry in CODES.values() for name in entry.message.replace("{", "}").split("}")[1::2]})
FINDINGS = st.builds(
    Finding,
    code=st.sampled_from(sorted(CODES)),
    path=st.lists(ANYTHING | st.integers(0, 9), max_size=4).map(tuple),
    facts=ANYTHING.map(lambda text: dict.fromkeys(FACTS, text)),
    hint=st.none() | ANYTHING,
    at_key=st.booleans(),
    place=st.none() | st.builds(Place, st.integers(1, 9), st.integers(1, 99)),
)
SOURCES = st.builds(Source, ANYTHING, ANYTHING, offsets=st.just(SOURCE.offsets) | st.just({}), is_file=st.booleans())


@given(st.lists(FINDINGS, max_size=5), SOURCES)
def test_every_reporter_tells_of_any_finding_in_order_and_inertly(findings: list[Finding], source: Source) -> None:
    placed = in_order(findings, source)
    for form in FORMATS:
        told = written(findings, source, form)
        assert all(sign.isprintable() or sign == "\n" for sign in told)
    rows = json.loads(written(findings, source, "json"))
    assert [row["code"] for row in rows] == [finding.code for finding, _ in placed]
    assert {(row["code"], row["message"]) for row in rows} == {(one.code, one.message) for one in findings}
    assert [(row["line"] or 0, row["column"] or 0) for row in rows] == sorted(
        (row["line"] or 0, row["column"] or 0) for row in rows
    )
    (run,) = json.loads(written(findings, source, "sarif"))["runs"]
    assert [result["ruleId"] for result in run["results"]] == [row["code"] for row in rows]
    annotations = written(findings, source, "github").splitlines()
    assert [line.split(" ", 1)[0] for line in annotations] == [f"::{row['severity']}" for row in rows]
    assert all(row["path"] == list(finding.path) for row, (finding, _) in zip(rows, placed, strict=True))
