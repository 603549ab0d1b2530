"""Outputs that cannot be written, or would take the place of what they are made from, are findings."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pliego.cli import pliego
from pliego.resources import schema_file, shipped_folders
from pliego.workflow.writing import check_files, write_files

SPEC = """\
# yaml-language-server: $schema=./schema.json
schema: pliego/v1
rfq: {id: R, title: T, version: "1", language: en, issued: 2026-12-01}
workloads: {chat: {task: {kind: text-generation, mode: online}, model: {config: rfq.json}}}
"""
CONFIG = """{"architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2,
 "num_attention_heads": 4, "num_key_value_heads": 4, "intermediate_size": 128, "vocab_size": 100,
 "max_position_embeddings": 64, "hidden_act": "silu", "tie_word_embeddings": true, "rms_norm_eps": 1e-5}"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Work in a folder whose files stay as they are."""
    monkeypatch.chdir(tmp_path)
    texts = {"spec.yaml": SPEC, "schema.json": "{}", "rfq.json": CONFIG}
    for name, text in texts.items():
        Path(name).write_text(text, encoding="utf-8")
    Path("link").symlink_to("spec.yaml")
    Path("twin").hardlink_to("rfq.json")
    yield tmp_path
    assert {name: Path(name).read_text(encoding="utf-8") for name in texts} == texts


def run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(pliego, arguments, input=text)


@pytest.mark.parametrize("output", ["spec.yaml", "link", "schema.json", "rfq.json", "twin"])
def test_a_sizing_does_not_replace_what_it_is_made_from(folder: Path, output: str) -> None:
    for name in (output, str(folder / output), f"../{folder.name}/{output}"):
        result = run("size", "spec.yaml", "-o", name)
        assert result.exit_code == 1
        assert f"error P122: {name} is not written: it is " in result.stderr


def test_a_request_does_not_replace_what_it_is_made_from() -> None:
    result = run("render", "spec.yaml", "-o", ".")
    assert result.exit_code == 1
    assert "error P122: rfq.json is not written: it is rfq.json, which it would be made from" in result.stderr
    assert not Path("rfq.md").exists()
    assert run("render", "spec.yaml", "-o", ".", "--format", "md").exit_code == 0


def test_an_estimate_does_not_replace_its_configuration() -> None:
    result = run("estimate", "--config", "rfq.json", "--weights", "bf16", "-o", "twin")
    assert (result.exit_code, "error P122" in result.stderr) == (1, True)


def test_the_schema_at_work_is_not_replaced() -> None:
    before = schema_file("spec.v1.schema.json").read_bytes()
    result = run("size", "spec.yaml", "-o", str(schema_file("spec.v1.schema.json")))
    assert (result.exit_code, "it is a file of pliego" in result.stderr) == (1, True)
    assert schema_file("spec.v1.schema.json").read_bytes() == before


def test_a_program_gets_one_document_of_findings() -> None:
    result = run("size", "spec.yaml", "-o", ".", "--findings", "json")
    assert result.exit_code == 1
    assert result.stderr.startswith("[")
    assert '"P120"' in result.stderr


def test_findings_name_the_file_and_the_reason(folder: Path) -> None:
    (finding,) = write_files({folder: b""})
    assert (finding.code, finding.facts) == ("P120", {"file": str(folder), "reason": "it is a directory"})
    (finding,) = check_files([Path("link")], [Path("spec.yaml")])
    assert (finding.code, finding.facts) == ("P122", {"file": "link", "origin": "spec.yaml"})
    (finding,) = check_files([shipped_folders()[0] / "new"], [])
    assert finding.facts["origin"] == "a file of pliego"
    assert write_files({Path("new"): b"content"}, [Path("spec.yaml")]) == ()
