"""`pliego render` at the command line."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pliego import cli
from pliego.cli import pliego

MINIMAL = Path(__file__).parents[2] / "examples" / "minimal" / "spec.toml"

GOOD = """
schema: pliego/v1
rfq: {id: R, title: T, version: "1", language: en, issued: 2026-12-01}
workloads: {chat: {task: {kind: text-generation, mode: online}}}
"""
WARNED = GOOD.replace("title: T", 'title: "T\\x0b"')


def run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(pliego, ["render", *arguments], input=text)


def test_the_files_go_to_standard_output_and_nothing_else(tmp_path: Path) -> None:
    result = run(str(MINIMAL), "-o", str(tmp_path / "out"), "--format", "md,json")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [str(tmp_path / "out" / "rfq.md"), str(tmp_path / "out" / "rfq.json")]
    assert result.stderr == ""
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == ["rfq.json", "rfq.md"]


def test_a_spec_on_standard_input(tmp_path: Path) -> None:
    assert run("-", "-o", str(tmp_path), "--format", "md", text=GOOD).exit_code == 0
    assert (tmp_path / "rfq.md").read_text(encoding="utf-8").startswith("# T\n")


@pytest.mark.parametrize("formats", ["md", " md , md", "md,,", ",md"])
def test_a_format_counts_once(tmp_path: Path, formats: str) -> None:
    assert run(str(MINIMAL), "-o", str(tmp_path), "--format", formats).exit_code == 0
    assert [file.name for file in tmp_path.iterdir()] == ["rfq.md"]


@pytest.mark.parametrize("formats", ["docx", "md,docx", "", ",", "MD"])
def test_an_unknown_format_is_wrong_usage(tmp_path: Path, formats: str) -> None:
    result = run(str(MINIMAL), "-o", str(tmp_path), "--format", formats)
    assert result.exit_code == 2
    assert "choose from md, html, pdf, json" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_language_can_be_chosen(tmp_path: Path) -> None:
    assert run(str(MINIMAL), "-o", str(tmp_path), "--format", "md", "--language", "es").exit_code == 0
    assert "Solicitud de oferta" in (tmp_path / "rfq.md").read_text(encoding="utf-8")
    assert run(str(MINIMAL), "-o", str(tmp_path), "--language", "fr").exit_code == 2


def test_a_folder_must_be_named(tmp_path: Path) -> None:
    assert run(str(MINIMAL)).exit_code == 2
    file = tmp_path / "file"
    file.write_text("mine", encoding="utf-8")
    result = run(str(MINIMAL), "-o", str(file))
    assert result.exit_code == 2
    assert "is a file" in result.stderr
    assert file.read_text(encoding="utf-8") == "mine"


def test_a_folder_that_cannot_be_made_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setattr(
        "sys.argv", ["pliego", "render", str(MINIMAL), "-o", str(tmp_path / "file" / "sub"), "--format", "md"]
    )
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert left.value.code == 1
    told = capfd.readouterr()
    assert "error P120" in told.err
    assert "not a directory" in told.err
    assert told.out == ""


def test_a_fault_writes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    result = run("-", "-o", str(folder), text=GOOD.replace("title", "titel"))
    assert result.exit_code == 1
    assert "<stdin>:3:14: error P202" in result.stderr
    assert result.stdout == ""
    assert not folder.exists()


def test_a_warning_is_told_and_strict_stops_at_it(tmp_path: Path) -> None:
    warned = run("-", "-o", str(tmp_path / "a"), "--format", "md", text=WARNED)
    assert warned.exit_code == 0
    assert "warning P315" in warned.stderr
    assert (tmp_path / "a" / "rfq.md").exists()
    strict = run("-", "-o", str(tmp_path / "b"), "--format", "md", "--strict", text=WARNED)
    assert strict.exit_code == 1
    assert not (tmp_path / "b").exists()


def test_quiet_shows_errors_only(tmp_path: Path) -> None:
    quiet = run("-", "-o", str(tmp_path), "--format", "md", "--quiet", text=WARNED)
    assert (quiet.exit_code, quiet.output) == (0, "")
    wrong = run("-", "-o", str(tmp_path), "--quiet", text=GOOD.replace("title", "titel"))
    assert "P202" in wrong.stderr


def test_progress_is_for_terminals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = [str(MINIMAL), "-o", str(tmp_path), "--format", "md"]
    assert "making" not in run(*arguments).stderr
    monkeypatch.setattr("pliego.cli.render.sys.stderr.isatty", lambda: True, raising=False)
    with monkeypatch.context() as patched:
        patched.setattr("click.testing._NamedTextIOWrapper.isatty", lambda _: True, raising=False)
        assert "making rfq.md" in run(*arguments).stderr
        assert "making" not in run(*arguments, "--quiet").stderr


def test_help_shows_an_example() -> None:
    assert "pliego render spec.yaml -o out" in run("--help").stdout


def test_the_path_of_a_file_goes_out_in_its_own_bytes(tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"o\xe4")
    result = run(str(MINIMAL), "-o", str(folder), "--format", "md")
    assert result.exit_code == 0
    assert result.stdout_bytes == os.fsencode(folder / "rfq.md") + b"\n"
