"""The bundled fonts are read where they lie, and the renderer knows no other."""

import os
from pathlib import Path

import pytest

from pliego.render.bundled_fonts import bundled_fonts
from pliego.render.faces import FONTS
from pliego.render.html import write_html
from pliego.render.localised import Plain
from pliego.render.pdf import PdfError, write_pdf
from pliego.resources import template_file


def test_no_folder_for_temporary_files_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(**_: object) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("weasyprint.text.fonts.mkdtemp", full)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "missing"))
    assert write_pdf('<html lang="en"><title>t</title><p>x</p></html>').startswith(b"%PDF-")
    with pytest.raises(PdfError):
        write_pdf('<html lang="en"><title>t</title><img src="http://x.invalid/a.png"></html>')


def test_the_copy_of_a_font_is_the_bundled_file() -> None:
    fonts = bundled_fonts()
    for *_, file in FONTS:
        face = fonts._folder / "digest"
        assert not face.exists()
        face.write_bytes(template_file(f"fonts/{file}").read_bytes())
        assert face.as_posix() == template_file(f"fonts/{file}").as_posix()


def test_fonts_of_the_system_are_not_looked_for() -> None:
    file = Path(os.environ["FONTCONFIG_FILE"])
    assert file == template_file("fonts/no-system-fonts.conf")
    assert "<fontconfig></fontconfig>" in file.read_text(encoding="utf-8")


def test_a_sign_that_no_bundled_font_has_takes_none_of_the_system(hostile_plain: Plain) -> None:
    with pytest.raises(PdfError, match="U\\+4E2D"):
        write_pdf(write_html(hostile_plain))
