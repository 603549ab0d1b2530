"""Logos: what is kept, what is refused, and that nothing but shapes comes out."""

import struct
import zlib
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pliego.intake.logo import LogoError, read_logo

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">{}</svg>'


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int = 2, height: int = 1, pixels: bytes | None = None, more: bytes = b"", end: bytes = b"") -> bytes:
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = b"\0" * (height * (width * 3 + 1)) if pixels is None else pixels
    body = chunk(b"IHDR", header) + more + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body + end


def test_a_png_keeps_its_pixels_and_loses_what_is_told_beside() -> None:
    told = chunk(b"tEXt", b"Author\0SECRET") + chunk(b"eXIf", b"SECRET")
    picture = read_logo(png(more=told))
    assert (picture.media, picture.aspect) == ("image/png", 2.0)
    assert b"SECRET" not in picture.content
    assert picture.content == png()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (png(more=chunk(b"acTL", b"\0" * 8)), "animated"),
        (png(end=b"PK"), "follows its end"),
        (png(9_000, 9_000, b"x"), "pixels"),
        (png(0, 5), "pixels"),
        (png(pixels=b"\0" * 5_000_000), "do not fit"),
        (png()[:-4], "check sum"),
        (png()[:-12], "end is missing"),
        (png()[:40] + b"x" + png()[41:], "check sum"),
        (b"x" * 500_001, "larger"),
        (b"", "neither"),
        (b"GIF89a", "neither"),
        (b"<!DOCTYPE svg [<!ENTITY a 'b'>]>" + SVG.format("").encode(), "document type"),
        (b"<html/>", "neither"),
        (SVG.format("<script>alert(1)</script>").encode(), "script"),
        (SVG.format("<foreignObject/>").encode(), "foreignObject"),
        (SVG.format("<image href='http://x'/>").encode(), "image"),
        (SVG.format("<use href='#a'/>").encode(), "use"),
        (SVG.format("<text>a</text>").encode(), "text"),
        (SVG.format("<a href='x'><path/></a>").encode(), "<a>"),
        (SVG.format("<rect fill='url(http://x)'/>").encode(), "fill"),
        (SVG.format("<rect style='fill: url(&quot;http://x&quot;)'/>").encode(), "fill"),
        (SVG.format("<g>" * 40 + "</g>" * 40).encode(), "nested"),
        (SVG.format("<rect/>" * 2_001).encode(), "parts"),
        (b'<svg xmlns="http://www.w3.org/2000/svg"/>', "viewBox"),
        (b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 0 1"/>', "size"),
    ],
)
def test_what_is_refused(content: bytes, reason: str) -> None:
    with pytest.raises(LogoError, match=reason):
        read_logo(content)


def test_only_shapes_and_their_looks_are_kept() -> None:
    inner = (
        "<metadata>SECRET</metadata>"
        "<defs><linearGradient id='g'><stop offset='0' stop-color='#fff'/></linearGradient></defs>"
        "<rect width='3' height='4' fill='url(#g)' onload='x()' data-a='SECRET' "
        "style='stroke: #123456; behavior: none'/>"
    )
    picture = read_logo(SVG.format(inner).encode())
    text = picture.content.decode()
    assert picture.aspect == 2
    assert "SECRET" not in text
    assert "onload" not in text
    assert 'fill="url(#logo-g)"' in text
    assert 'stroke="#123456"' in text


HOSTILE = st.text(alphabet="<>&\"'=/svgpathxlinkhref:#ur()0 ", max_size=40)


@given(HOSTILE, HOSTILE)
def test_whatever_comes_out_is_shapes(name: str, value: str) -> None:
    element = ET.Element("{http://www.w3.org/2000/svg}svg", {"viewBox": "0 0 1 1"})
    ET.SubElement(element, "{http://www.w3.org/2000/svg}rect", {"fill": value, "class": name})
    try:
        picture = read_logo(ET.tostring(element))
    except LogoError:
        return
    text = picture.content.decode()
    tags = {one.tag for one in ET.fromstring(text).iter()}  # noqa: S314 (our own)
    assert tags == {"{http://www.w3.org/2000/svg}svg", "{http://www.w3.org/2000/svg}rect"}
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


@given(st.binary(max_size=200))
def test_no_bytes_break_the_reader(content: bytes) -> None:
    for whole in (content, b"\x89PNG\r\n\x1a\n" + content, png()[:20] + content):
        try:
            read_logo(whole)
        except LogoError:
            continue
