import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import pliego as package
from pliego import __version__
from pliego.cli import COMMANDS, at_the_edge, pliego
from pliego.cli.standard_output import StandardOutputError

SOURCES = str(Path(package.__file__).resolve().parents[1])
PLIEGO = (sys.executable, "-c", f"import sys; sys.path.insert(0, {SOURCES!r}); from pliego.cli import main; main()")
"""The command of the package under test, wherever a test runs it and whether or not it is installed."""


def test_help_lists_every_command_in_the_order_of_work() -> None:
    told = CliRunner().invoke(pliego, ["--help"]).stdout
    places = [told.index(f"  {name} ") for name in COMMANDS]
    assert places == sorted(places)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_line_in_the_help_is_the_command_s_own(name: str) -> None:
    command = pliego.get_command(click.Context(pliego), name)
    assert command is not None
    assert command.short_help == COMMANDS[name]


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_has_no_sign_for_the_formatter_left(name: str) -> None:
    told = CliRunner().invoke(pliego, [name, "--help"]).stdout
    assert "\\b" not in told
    assert all(sign.isprintable() or sign == "\n" for sign in told)


@pytest.mark.parametrize(
    ("name", "examples"),
    [
        ("size", ["pliego size spec.yaml", "pliego size spec.yaml --format json -o sizing.json"]),
        (
            "render",
            [
                "pliego render spec.yaml -o out",
                "pliego render spec.yaml -o out --format pdf,md --language en",
                "pliego render short.yaml -o annexes --profile full",
            ],
        ),
    ],
)
def test_the_examples_of_a_help_are_a_paragraph_with_lines_of_their_own(name: str, examples: list[str]) -> None:
    paragraphs = CliRunner().invoke(pliego, [name, "--help"]).stdout.split("\n\n")
    lines = ["  Examples:", *(f"    {example}" for example in examples)]
    assert paragraphs[-2] == "\n".join(lines)
    assert paragraphs[-1].startswith("Options:\n")


def test_the_version_is_printed() -> None:
    assert CliRunner().invoke(pliego, ["--version"]).stdout == f"pliego {__version__}\n"


def test_help_imports_no_command() -> None:
    program = """
import sys
sys.argv = ["pliego", "--help"]
from pliego.cli import main
try:
    main()
finally:
    ours = {name for name in sys.modules if name.startswith("pliego.")}
    assert ours <= {"pliego.cli", "pliego.cli.standard_output", "pliego.atomic", "pliego.stopping"}, ours
    assert not {"yaml", "jsonschema", "pydantic", "jinja2", "weasyprint", "babel"} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.DEVNULL)


def outcome(fault: BaseException, capsys: pytest.CaptureFixture[str]) -> tuple[object, str]:
    @at_the_edge
    def command() -> None:
        raise fault

    with pytest.raises(SystemExit) as caught:
        command()
    return caught.value.code, capsys.readouterr().err


def test_exit_codes_at_the_edge(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PLIEGO_DEBUG", raising=False)
    full = StandardOutputError("disk full")
    assert outcome(full, capsys) == (1, "error P120: standard output cannot be written: disk full\n")
    assert outcome(click.UsageError("no such option"), capsys)[0] == 2
    assert outcome(KeyboardInterrupt(), capsys) == (130, "stopped\n")
    code, told = outcome(KeyError("x"), capsys)
    assert code == 3
    assert told.startswith("pliego: internal fault: KeyError. This is a fault of pliego")
    assert "Traceback" not in told


def test_the_traceback_is_there_for_those_who_ask(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLIEGO_DEBUG", "1")
    assert "Traceback" in outcome(KeyError("x"), capsys)[1]


def test_wrong_usage_is_exit_code_2() -> None:
    done = subprocess.run([*PLIEGO, "validate"], capture_output=True, text=True, check=False)
    assert (done.returncode, "Missing argument 'SPEC'" in done.stderr) == (2, True)


def test_a_reader_that_goes_away_is_no_fault() -> None:
    with subprocess.Popen([*PLIEGO, "schema"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


def test_a_terminal_without_unicode_still_gets_the_findings(tmp_path: Path) -> None:
    (tmp_path / "ü.yaml").write_text("a: é: ü", encoding="utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [*PLIEGO, "validate", "ü.yaml"], capture_output=True, text=True, check=False, cwd=tmp_path, env=environment
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert "P108" in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
@pytest.mark.parametrize("arguments", ["schema", "--help"])
def test_a_full_disk_is_told(arguments: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*PLIEGO, arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    message = "error P120: standard output cannot be written: no space left on device\n"
    assert (done.returncode, done.stderr) == (1, message)


def test_closed_streams_are_told() -> None:
    def closed(redirection: str, *arguments: str) -> tuple[int, str]:
        program = ["sh", "-c", f'"$@" {redirection}', "sh", *PLIEGO, *arguments]
        done = subprocess.run(program, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    assert closed(">&-", "schema") == (1, "error P120: standard output cannot be written: it is closed\n")
    code, told = closed("<&-", "validate", "-")
    assert (code, "standard input is closed" in told) == (1, True)
    assert closed("2>&-", "schema")[0] == 0


def test_a_misspelt_command_is_asked_about() -> None:
    done = CliRunner().invoke(pliego, ["validat"])
    assert (done.exit_code, "Did you mean 'validate'?" in done.stderr) == (2, True)


def test_ctrl_c_while_the_command_line_is_imported_is_no_traceback() -> None:
    program = f"""
import sys
sys.path.insert(0, {SOURCES!r})
class Stop:
    def find_spec(self, name, *rest):
        if name == "pliego.cli":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Stop())
from pliego.__main__ import main
main()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "")


def test_a_file_of_pliego_that_cannot_be_read_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    code, told = outcome(PermissionError(13, "Permission denied", "schema.json"), capsys)
    assert code == 1
    assert "error P123: schema.json cannot be read: permission denied" in told
    assert "install pliego again" in told


def test_a_fault_that_names_no_file_is_not_blamed_on_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    code, told = outcome(OSError(28, "No space left on device"), capsys)
    assert (code, "standard output" in told) == (3, False)


def test_a_package_that_is_missing_is_no_fault_of_pliego(capsys: pytest.CaptureFixture[str]) -> None:
    code, told = outcome(ModuleNotFoundError("No module named 'babel.core'", name="babel.core"), capsys)
    assert code == 1
    assert told.startswith("pliego: the Python package babel is missing")
    assert outcome(ModuleNotFoundError("x", name="pliego.x"), capsys)[0] == 3


def test_too_little_memory_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    code, told = outcome(MemoryError(), capsys)
    assert (code, "not enough memory" in told) == (1, True)
