from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pliego.cli import pliego


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def new(*options: str) -> Result:
    return CliRunner().invoke(pliego, ["new", *options])


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("form", ["yaml", "toml"])
def test_what_it_writes_is_valid(language: str, form: str) -> None:
    result = new("--language", language, "--format", form)
    assert (result.exit_code, result.stderr) == (0, "")
    assert CliRunner().invoke(pliego, ["validate", "--strict", f"spec.{form}"]).exit_code == 0
    first = Path(f"spec.{form}").read_text(encoding="utf-8").splitlines()[0]
    assert first in ("# yaml-language-server: $schema=./spec.v1.schema.json", "#:schema ./spec.v1.schema.json")
    assert Path("spec.v1.schema.json").is_file()


def test_a_file_that_exists_stays() -> None:
    Path("a.yaml").write_text("mine", encoding="utf-8")
    result = new("a.yaml")
    assert result.exit_code == 1
    assert "error P121: a.yaml exists already and stays as it is" in result.stderr
    assert Path("a.yaml").read_text(encoding="utf-8") == "mine"
    assert not Path("spec.v1.schema.json").exists()
    assert new("a.yaml", "--force").exit_code == 0
    assert Path("a.yaml").read_text(encoding="utf-8") != "mine"


def test_a_second_spec_shares_the_schema() -> None:
    assert new("a.yaml").exit_code == 0
    assert new("b.toml").exit_code == 0
    assert Path("b.toml").read_text(encoding="utf-8").startswith("#:schema")


@pytest.mark.parametrize(
    "options",
    [
        ("a.yaml", "--format", "toml"),
        ("a.yml", "--format", "toml"),
        ("a.toml", "--format", "yaml"),
        ("a.txt",),
        ("a.json",),
        ("a",),
        ("a.txt", "--format", "yaml"),
        ("a.yaml.bak", "--format", "yaml"),
        ("a", "--format", "toml"),
    ],
    ids=" ".join,
)
def test_a_suffix_of_another_format_is_wrong_usage(options: tuple[str, ...]) -> None:
    result = new(*options)
    assert result.exit_code == 2
    assert f"{options[0]}: the name of a spec" in result.stderr
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize("name", ["a.yaml", "a.yml", "a.YML", "a.toml", "a.TOML"])
def test_the_suffix_of_a_format_is_enough(name: str) -> None:
    assert new(name).exit_code == 0
    schema = Path(name).read_text(encoding="utf-8").splitlines()[0]
    assert schema.startswith("#:schema" if name.lower().endswith("toml") else "# yaml-language-server")


def test_a_name_without_a_known_suffix_is_told_all_of_them() -> None:
    assert "a.txt: the name of a spec ends in .yaml, .yml or .toml" in new("a.txt").stderr
    assert "a.yaml: the name of a spec in TOML ends in .toml" in new("a.yaml", "--format", "toml").stderr


@pytest.mark.parametrize("form", ["yaml", "toml"])
def test_a_spec_on_standard_output_comes_alone(form: str) -> None:
    result = new("-", "--format", form)
    assert (result.exit_code, result.stderr) == (0, "")
    assert new(f"a.{form}").exit_code == 0
    assert result.stdout == Path(f"a.{form}").read_text(encoding="utf-8")
    assert not Path("-").exists()


def test_a_schema_of_another_release_stays() -> None:
    Path("spec.v1.schema.json").write_text("{}", encoding="utf-8")
    result = new("a.yaml")
    assert result.exit_code == 1
    assert "error P121: spec.v1.schema.json exists already and stays as it is" in result.stderr
    assert "it is not the schema of this release" in result.stderr
    assert not Path("a.yaml").exists()


def test_the_spec_is_not_the_schema() -> None:
    Path("a.yaml").symlink_to("spec.v1.schema.json")
    result = new("a.yaml", "--force")
    assert (result.exit_code, "it is the same file as" in result.stderr) == (1, True)


def test_what_is_to_be_typed_next_can_be_typed() -> None:
    assert "next: edit 'my spec.yaml', then run: pliego validate 'my spec.yaml'" in new("my spec.yaml").stdout
