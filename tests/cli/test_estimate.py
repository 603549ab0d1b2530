import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pliego.cli import pliego

ARGUMENTS = (
    "meta-llama/Llama-3.1-8B-Instruct", "--weights", "bf16", "--kv-cache", "bf16", "--input", "1200", "--output", "300",
    "--concurrency", "24",
)  # fmt: skip


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(pliego, ["estimate", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.stdout, result.stderr


def test_the_annex_is_printed_without_a_spec() -> None:
    code, told, findings = run(*ARGUMENTS)
    assert (code, findings) == (0, "")
    assert told.startswith("Calculation\n")
    assert "Fewest accelerators by memory alone" in told
    assert "Options of the command" in told


def test_json_is_for_programs() -> None:
    code, told, _ = run(*ARGUMENTS, "--format", "json")
    assert code == 0
    assert json.loads(told)["format"] == "pliego-sizing/v1"


def test_a_layout_that_does_not_hold_is_exit_code_1_with_figures(tmp_path: Path) -> None:
    arguments = (*ARGUMENTS, "--accelerator", "L4", "--count", "1", "--engine", "vllm", "--engine-version", "0.19")
    arguments = (*arguments, "--concurrency", "240")
    code, told, findings = run(*arguments)
    assert code == 1
    assert "does not hold" in told
    assert "pliego estimate: error P433" in findings
    assert "  at --count\n" in findings
    file = tmp_path / "annex.txt"
    assert run(*arguments, "-o", str(file))[0] == 1
    assert not file.exists()


def test_the_text_goes_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "annex.md"
    assert run(*ARGUMENTS, "--format", "md", "-o", str(file)) == (0, "", "")
    assert "| " in file.read_text(encoding="utf-8")


def test_quiet_leaves_errors_alone() -> None:
    arguments = (*ARGUMENTS, "--engine", "llama.cpp")
    assert "warning P413" in run(*arguments)[2]
    assert run(*arguments, "--quiet")[2] == ""
    assert run(*arguments, "--strict")[0] == 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "name a MODEL, or give --config FILE or --parameters N"),
        (("m", "--input", "1/2"), "write one length, or typical/p95/max"),
        (("m", "--rope-scaling", "yarn"), "write type and factor, as in yarn:4"),
        (("m", "--wieghts", "bf16"), "--weights"),
        (("m", "--engine-version", "0.19"), "name it with --engine"),
    ],
)
def test_wrong_usage_is_exit_code_2(arguments: tuple[str, ...], told: str) -> None:
    code, _, findings = run(*arguments)
    assert code == 2
    assert told in findings


def test_the_help_shows_examples_as_they_are_typed() -> None:
    told = run("--help")[1]
    assert "\n    pliego estimate meta-llama/Llama-3.1-8B-Instruct --weights bf16" in told
