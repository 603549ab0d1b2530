import json
from pathlib import Path

from click.testing import CliRunner

from pliego.cli import pliego
from pliego.resources import schema_file


def test_the_schema_of_the_spec_is_printed_as_shipped() -> None:
    result = CliRunner().invoke(pliego, ["schema"])
    assert result.exit_code == 0
    assert result.stdout_bytes == schema_file("spec.v1.schema.json").read_bytes()


def test_a_schema_can_be_written_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "schema.json"
    assert CliRunner().invoke(pliego, ["schema", "spec", "-o", str(path)]).exit_code == 0
    assert json.loads(path.read_text(encoding="utf-8"))["title"] == "pliego spec"


def test_another_name_is_wrong_usage() -> None:
    assert CliRunner().invoke(pliego, ["schema", "quote"]).exit_code == 2
