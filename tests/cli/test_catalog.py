import json

import pytest
from click.testing import CliRunner

from pliego.cli import pliego
from pliego.workflow.catalog_listing import KINDS


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(pliego, ["catalog", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize("kind", KINDS)
def test_a_list_is_a_line_a_row(kind: str) -> None:
    code, told, _ = run(kind)
    assert code == 0
    head, *lines = told.splitlines()
    assert head.startswith("id ")
    assert "as of" in head
    assert len(lines) == len(json.loads(run(kind, "--format", "json")[1]))


def test_a_list_can_be_narrowed_down() -> None:
    told = run("accelerators", "--match", "h100")[1]
    assert "nvidia-h100-sxm-80gb" in told
    assert "t4" not in told.split()
    assert run("models", "--match", "no such model")[:2] == (0, "none\n")


def test_one_row_whole() -> None:
    code, told, _ = run("accelerators", "MI250X")
    assert code == 0
    for line in ("id: amd-mi250x", "devices: 2", "conflicts:", "unverified:", "sources:", "as_of: 2"):
        assert f"\n{line}" in f"\n{told}"
    assert max(map(len, told.splitlines())) <= 100
    assert json.loads(run("accelerators", "MI250X", "--format", "json")[1])["vendor"] == "AMD"


def test_an_unknown_name_is_exit_code_1_and_an_unknown_kind_2() -> None:
    code, told, findings = run("accelerators", "H100-SMX-80GB")
    assert (code, told) == (1, "")
    assert "error P406: the catalog has no accelerator 'H100-SMX-80GB'" in findings
    assert "did you mean H100-SXM-80GB" in findings
    assert run("planets")[0] == 2


def test_licences_are_found_by_the_id_of_a_model() -> None:
    code, told, _ = run("licences", "Qwen/Qwen2.5-3B-Instruct")
    assert code == 0
    assert "commercial_use: no" in told
    assert run("licences", "Qwen/Qwen2.5-3B-instruct")[0] == 1


def test_places_are_found_by_their_name_in_each_language() -> None:
    for name in ("ES", "Spain", "España", "Spanien"):
        assert "id: ES" in run("regions", name)[1]


def test_one_row_is_not_chosen_from_a_list() -> None:
    result = CliRunner().invoke(pliego, ["catalog", "regions", "ES", "--match", "x"])
    assert (result.exit_code, "--match chooses rows of a list" in result.stderr) == (2, True)
