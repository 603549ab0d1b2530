"""A logo of the buyer to a picture that is safe to print: PNG without ancillary chunks, SVG of plain shapes."""

import re
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from xml.etree.ElementTree import Element, ParseError
from xml.sax.saxutils import quoteattr

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

MOST_BYTES: Final = 500_000
MOST_PIXELS: Final = 4_000_000
MOST_SHAPES: Final = 2_000
MOST_DEPTH: Final = 32

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_KEPT: Final = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
_CHANNELS: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_DEPTHS: Final = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}

_SVG: Final = "{http://www.w3.org/2000/svg}"
_SHAPES: Final = frozenset(
    ("svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "defs", "linearGradient",
     "radialGradient", "stop")
)  # fmt: skip
_LEFT_OUT: Final = frozenset(("title", "desc", "metadata", "style"))
_ATTRIBUTES: Final = frozenset(
    ("id", "d", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "width", "height", "points", "transform",
     "viewBox", "fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit",
     "stroke-dasharray", "fill-rule", "opacity", "fill-opacity", "stroke-opacity", "offset", "stop-color",
     "stop-opacity", "gradientUnits", "gradientTransform")
)  # fmt: skip
_VALUE: Final = re.compile(r"[\w\s.,#%()+-]*")
_REFERENCE: Final = re.compile(r"url\(#([\w.-]+)\)")
_NUMBER: Final = re.compile(r"[\s,]+")
_OF_BOX: Final = frozenset(("viewBox", "width", "height", "x", "y"))
_PREFIX: Final = "logo-"


class LogoError(ValueError):
    """The file is no logo that can be printed; the message says why."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture: `image/png` with its bytes, or `image/svg+xml` with its text; `aspect` is width over height."""

    media: str
    content: bytes
    aspect: float


def read_logo(content: bytes) -> Picture:
    """Return the picture, with nothing in it but what is seen.

    Raises:
        LogoError: no PNG or SVG, damaged, too large, animated, or with parts that are no plain shapes.

    """
    if len(content) > MOST_BYTES:
        raise LogoError(f"it is larger than {MOST_BYTES:,} bytes")
    return _png(content) if content.startswith(_PNG) else _svg(content)


def _png(content: bytes) -> Picture:
    chunks = list(_chunks(content))
    if not chunks or chunks[0][0] != b"IHDR" or len(chunks[0][1]) != struct.calcsize(">IIBBBBB"):
        raise LogoError("its header is damaged")
    if any(kind in (b"acTL", b"fcTL", b"fdAT") for kind, _ in chunks):
        raise LogoError("it is animated")
    width, height, depth, colour, compression, filtering, interlace = struct.unpack(">IIBBBBB", chunks[0][1])
    if not 0 < width * height <= MOST_PIXELS:
        raise LogoError(f"it has {width:,} × {height:,} pixels; {MOST_PIXELS:,} in all are allowed")
    if depth not in _DEPTHS.get(colour, ()) or compression or filtering or interlace > 1:
        raise LogoError("its header names a form that no PNG has")
    rows = height * (-(-width * depth * _CHANNELS[colour] // 8) + 1)
    _check_pixels(b"".join(data for kind, data in chunks if kind == b"IDAT"), rows * 2 + 8_192)
    kept = b"".join(_chunk(kind, data) for kind, data in chunks if kind in _KEPT)
    return Picture("image/png", _PNG + kept, width / height)


def _chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    position = len(_PNG)
    while position < len(content):
        head = content[position : position + 8]
        if len(head) < 8:
            raise LogoError("it ends in the middle of a part")
        length, kind = struct.unpack(">I4s", head)
        data = content[position + 8 : position + 8 + length]
        check = content[position + 8 + length : position + 12 + length]
        if len(check) < 4 or struct.unpack(">I", check)[0] != zlib.crc32(kind + data):
            raise LogoError("a check sum is wrong")
        yield kind, data
        position += 12 + length
        if kind == b"IEND":
            break
    else:
        raise LogoError("its end is missing")
    if position != len(content):
        raise LogoError("something follows its end")


def _check_pixels(packed: bytes, most: int) -> None:
    unpacking = zlib.decompressobj()
    try:
        pixels = unpacking.decompress(packed, most)
    except zlib.error:
        raise LogoError("its pixels are damaged") from None
    if unpacking.unconsumed_tail or not pixels:
        raise LogoError("its pixels do not fit its size")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _svg(content: bytes) -> Picture:
    try:
        root = fromstring(content, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, LookupError, RecursionError):
        raise LogoError("it is neither a PNG nor a well-formed SVG without a document type") from None
    if root.tag != f"{_SVG}svg":
        raise LogoError("it is neither a PNG nor an SVG")
    if sum(1 for _ in root.iter()) > MOST_SHAPES:
        raise LogoError(f"it has more than {MOST_SHAPES:,} parts")
    box = _box(root)
    inner = "".join(_written(child, 1) for child in root)
    view = " ".join(f"{number:g}" for number in box)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}"{_attributes(root, _OF_BOX)}>'
    text = f"{head}{inner}</svg>"
    return Picture("image/svg+xml", text.encode(), box[2] / box[3])


def _box(root: Element) -> tuple[float, float, float, float]:
    given = root.get("viewBox") or f"0 0 {root.get('width', '')} {root.get('height', '')}"
    try:
        x, y, width, height = (float(part.removesuffix("px")) for part in _NUMBER.split(given.strip()))
    except ValueError:
        raise LogoError("its viewBox is missing") from None
    if not (0 < width <= 1e6 and 0 < height <= 1e6 and abs(x) <= 1e6 and abs(y) <= 1e6):
        raise LogoError("its viewBox is no size")
    return x, y, width, height


def _written(element: Element, depth: int) -> str:
    """Return an element of plain shapes; a foreign one, and one that is not drawn, is left out."""
    if depth > MOST_DEPTH:
        raise LogoError(f"its groups are nested more than {MOST_DEPTH} deep")
    if not isinstance(element.tag, str) or not element.tag.startswith(_SVG):
        return ""
    name = element.tag.removeprefix(_SVG)
    if name in _LEFT_OUT:
        return ""
    if name not in _SHAPES or name == "svg":
        raise LogoError(f"it holds <{name[:30]}>; only plain shapes are printed, text as paths")
    inner = "".join(_written(child, depth + 1) for child in element)
    return (
        f"<{name}{_attributes(element, frozenset())}>{inner}</{name}>"
        if inner
        else f"<{name}{_attributes(element, frozenset())}/>"
    )


def _attributes(element: Element, without: frozenset[str]) -> str:
    found = {**dict(element.attrib), **_declared(element.get("style", ""))}
    kept: list[str] = []
    for name, value in sorted(found.items()):
        if name not in _ATTRIBUTES or name in without:
            continue
        plain = _REFERENCE.sub(rf"url(#{_PREFIX}\1)", value.strip())
        if not _VALUE.fullmatch(_REFERENCE.sub("", plain)) or "url(" in _REFERENCE.sub("", plain):
            raise LogoError(f"the attribute {name} holds what no shape needs")
        kept.append(f" {name}={quoteattr(_PREFIX + plain if name == 'id' else plain)}")
    return "".join(kept)


def _declared(style: str) -> dict[str, str]:
    """Return the declarations of a style as attributes."""
    pairs = (part.partition(":") for part in style.split(";"))
    return {name.strip(): value.strip() for name, mark, value in pairs if mark}
