"""`pliego doctor`: text for people, JSON for machines, exit code 1 where no PDF can be made."""

import json

import pytest
from click.testing import CliRunner

from pliego.cli import doctor as command
from pliego.cli.doctor import doctor
from pliego.workflow.doctor import LIBRARIES, Diagnosis, FontState, LibraryState

FONT = FontState("SourceSans3_400Regular.ttf", "ab" * 32, intact=True)


def machine(*absent: str, fonts: tuple[FontState, ...] = (FONT,)) -> Diagnosis:
    """A machine that has everything but the libraries named."""
    there = [library.name not in absent for library in LIBRARIES]
    libraries = tuple(
        LibraryState(library, loaded, "1.50.12" if loaded else None)
        for library, loaded in zip(LIBRARIES, there, strict=True)
    )
    return Diagnosis("0.1.0", "3.11.2", "1.2.13", {"weasyprint": "70.0"}, libraries, fonts)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch):
    def call(found: Diagnosis, *arguments: str):
        monkeypatch.setattr(command, "diagnose", lambda: found)
        return CliRunner().invoke(doctor, list(arguments))

    return call


def test_a_complete_machine(run) -> None:
    result = run(machine())
    assert result.exit_code == 0
    assert "library    Pango 1.50.12" in result.output
    assert result.output.splitlines()[-1] == "result     PDF can be made here"
    assert "install " not in result.output


def test_the_install_line_names_what_is_missing(run) -> None:
    result = run(machine("Pango", "PangoFT2"))
    assert result.exit_code == 1
    assert "library    Pango MISSING" in result.output
    assert "install    apt-get install --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0" in result.output
    assert "Traceback" not in result.output


def test_an_optional_library_does_not_fail_but_is_offered(run) -> None:
    result = run(machine("HarfBuzz subset"))
    assert result.exit_code == 0
    assert "install    apt-get install --no-install-recommends libharfbuzz-subset0" in result.output


def test_a_changed_font_fails(run) -> None:
    result = run(machine(fonts=(FontState("SourceSans3_400Regular.ttf", "ab" * 32, intact=False),)))
    assert result.exit_code == 1
    assert "SourceSans3_400Regular.ttf MISSING OR CHANGED" in result.output


def test_no_fonts_fail(run) -> None:
    result = run(machine(fonts=()))
    assert result.exit_code == 1
    assert "install pliego again" in result.output


def test_json_says_the_same(run) -> None:
    result = run(machine("Pango"), "--format", "json")
    told = json.loads(result.output)
    assert result.exit_code == 1
    assert told["works"] is False
    assert told["install"] == "apt-get install --no-install-recommends libpango-1.0-0"
    assert told["libraries"][0] == {
        "name": "Pango",
        "package": "libpango-1.0-0",
        "required": True,
        "loaded": False,
        "version": None,
    }
    assert told["toolchain"].startswith("pliego 0.1.0, weasyprint 70.0")


def test_json_of_a_complete_machine_needs_no_installation(run) -> None:
    assert json.loads(run(machine(), "--format", "json").output)["install"] is None
