"""The logo that a spec names: from inside its folder, on the cover of every form that shows pictures."""

import json
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from pliego.workflow.reading import read_spec
from pliego.workflow.rendering import render

SPEC = """\
schema: pliego/v1
rfq: {id: R-1, title: T, version: "1", language: en, issued: 2026-12-01, buyer: {name: Buyer}}
workloads:
  chat:
    task: {kind: text-generation, mode: online}
look: {logo: NAME}
"""
LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 10"><rect width="9" height="9"/></svg>'


@pytest.fixture
def named(tmp_path: Path) -> Callable[[str], Path]:
    folder = tmp_path / "specs"
    folder.mkdir()
    (folder / "logo.svg").write_text(LOGO, encoding="utf-8")
    (tmp_path / "outside.svg").write_text(LOGO, encoding="utf-8")
    (folder / "link.svg").symlink_to(tmp_path / "outside.svg")
    (folder / "bad.svg").write_text("<svg/>", encoding="utf-8")

    def write(name: str) -> Path:
        file = folder / "spec.yaml"
        file.write_text(SPEC.replace("NAME", name), encoding="utf-8")
        return file

    return write


def test_the_logo_stands_on_the_cover(named: Callable[[str], Path], tmp_path: Path) -> None:
    made = render(named("logo.svg"), tmp_path / "out", ("html", "pdf", "json"), None, lambda _: None)
    assert made.reading.sound
    html = (tmp_path / "out" / "rfq.html").read_text(encoding="utf-8")
    assert 'width="60.0mm" height="3.0mm" role="img" aria-label="Buyer"' in html
    logo = json.loads((tmp_path / "out" / "rfq.json").read_text(encoding="utf-8"))["document"]["cover"]["logo"]
    assert (logo["media"], logo["aspect"]) == ("image/svg+xml", 20)
    assert any(file.name == "logo.svg" for file in read_spec(named("logo.svg")).files)


def test_a_png_is_printed_and_nothing_else_is_loaded(named: Callable[[str], Path], tmp_path: Path) -> None:
    header = struct.pack(">IIBBBBB", 2, 1, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(b"\0" * 7)), (b"IEND", b""))
    body = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )
    file = named("logo.png")
    (file.parent / "logo.png").write_bytes(b"\x89PNG\r\n\x1a\n" + body)
    made = render(file, tmp_path / "out", ("html", "pdf"), None, lambda _: None)
    assert [path.name for path in made.files] == ["rfq.html", "rfq.pdf"]
    assert 'src="data:image/png;base64,' in (tmp_path / "out" / "rfq.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["../outside.svg", "link.svg", "/etc/passwd", "missing.svg", "bad.svg", "."])
def test_no_other_picture_is_taken(named: Callable[[str], Path], tmp_path: Path, name: str) -> None:
    made = render(named(f'"{name}"'), tmp_path / "out", ("md",), None, lambda _: None)
    assert [finding.code for finding in made.reading.findings] == ["P126"]
    assert not (tmp_path / "out" / "rfq.md").exists()
