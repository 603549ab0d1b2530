"""Looking at the machine: libraries by loading them, fonts by their SHA-256, packages by their metadata."""

import subprocess
import sys
from pathlib import Path

import pytest

from pliego.workflow import doctor
from pliego.workflow.doctor import HARFBUZZ_SUBSET, LIBRARIES, PANGO, Diagnosis, FontState, LibraryState


def without(monkeypatch: pytest.MonkeyPatch, *absent: doctor.Library) -> None:
    """Let the loader find every library but `absent`."""
    files = {file for library in absent for file in library.files}
    real = doctor.ctypes.CDLL

    def load(file: str) -> object:
        if file in files:
            raise OSError(f"{file}: cannot open shared object file")
        return real(file)

    monkeypatch.setattr(doctor.ctypes, "CDLL", load)


def test_all_is_there_on_a_machine_that_is_set_up() -> None:
    diagnosis = doctor.diagnose()
    assert diagnosis.works
    assert diagnosis.missing == ()
    assert {font.file for font in diagnosis.fonts if font.intact} >= {"SourceSans3_400Regular.ttf"}


def test_every_bundled_font_is_listed_with_its_sum() -> None:
    listed = {font.file for font in doctor.diagnose().fonts}
    assert listed == {path.name for path in doctor.template_file("fonts").glob("*.ttf")}


def test_a_missing_library_is_named_and_not_an_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, PANGO)
    (finding,) = doctor.missing_libraries()
    assert "Pango" in finding.message
    assert finding.hint == "install them: apt-get install --no-install-recommends libpango-1.0-0"
    assert not doctor.diagnose().works


def test_without_the_subsetter_the_toolchain_is_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    without(monkeypatch, HARFBUZZ_SUBSET)
    assert doctor.missing_libraries() == ()
    assert doctor.unloadable() == (HARFBUZZ_SUBSET,)
    diagnosis = doctor.diagnose()
    assert diagnosis.works
    assert diagnosis.missing == (HARFBUZZ_SUBSET,)
    assert "HarfBuzz subset missing" in diagnosis.toolchain


def test_a_changed_font_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "SHA256SUMS").write_text(f"{'0' * 64}  Some.ttf\n", encoding="utf-8")
    (tmp_path / "fonts" / "Some.ttf").write_bytes(b"another font")
    monkeypatch.setattr(doctor, "template_file", tmp_path.joinpath)
    diagnosis = doctor.diagnose()
    assert diagnosis.fonts == (FontState("Some.ttf", "0" * 64, intact=False),)
    assert not diagnosis.works


def test_no_list_of_fonts_is_no_working_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "template_file", tmp_path.joinpath)
    assert not doctor.diagnose().works


def test_a_missing_package_is_no_working_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "PACKAGES", ("no-such-distribution",))
    diagnosis = doctor.diagnose()
    assert diagnosis.packages == {"no-such-distribution": None}
    assert not diagnosis.works


def test_the_toolchain_line_changes_with_what_shapes_the_bytes() -> None:
    states = tuple(LibraryState(library, loaded=True, version="1.0") for library in LIBRARIES)
    one = Diagnosis("0.1.0", "3.11.0", "1.2.13", {"weasyprint": "70.0"}, states, ())
    other = Diagnosis("0.1.0", "3.11.0", "1.2.13", {"weasyprint": "70.1"}, states, ())
    assert one.toolchain != other.toolchain
    assert "weasyprint 70.0" in one.toolchain


def test_it_speaks_before_anything_is_installed() -> None:
    code = "import sys; sys.path.insert(0, sys.argv[1]); import pliego.workflow.doctor"
    source = Path(doctor.__file__).parents[2]
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code, source], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.returncode == 0
