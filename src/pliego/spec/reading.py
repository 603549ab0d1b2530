"""Bytes to a source: size, encoding, format. The file's suffix says whether it is TOML; all else is YAML."""

import re
from typing import Final

from pliego.findings import Finding, Place
from pliego.spec.source import Source
from pliego.spec.spelling import Form

MOST_BYTES: Final = 2_000_000


def read_source(name: str, content: bytes) -> tuple[Source, tuple[Finding, ...]]:
    """Return what `content` says and the faults of its form; the data are None where nothing can be read.

    `name` is the file as the user named it; a name that ends in .toml means TOML.
    """
    if len(content) > MOST_BYTES:
        return Source(name), (Finding("P102", facts={"limit": f"{MOST_BYTES:,}"}, hint=_LARGE),)
    try:
        text = content.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as fault:
        return _not_utf8(name, content, fault)
    form = Source(name).form
    if form is Form.TOML:
        from pliego.spec.toml_reading import read_toml as read  # noqa: PLC0415 (the readers are 10 ms each)
    else:
        from pliego.spec.yaml_reading import read_yaml as read  # noqa: PLC0415
    source, findings = read(name, text)
    if not isinstance(source.data, dict) and (of_other := _other_form(source, form)) is not None:
        return Source(name, text), (of_other,)
    return source, findings


_FILLED_LINE: Final = re.compile(r"^(?![ \t]*(?:#|\r?$))[^\r\n]+", re.MULTILINE)
_BEGINNINGS: Final = {
    Form.TOML: re.compile(r"(?:\[[^\],\n]+\]|[\w.\"'-]+[ \t]*=[ \t]*[^=\s].*)[ \t]*(?:#.*)?"),
    Form.YAML: re.compile(r"---.*|[\w\"'-]+:(?:[ \t].*)?"),
}
"""How the first line that is no comment looks in each language."""


def _other_form(source: Source, form: Form) -> Finding | None:
    """Tell of a text that cannot be read and begins as one in the other language does."""
    other = Form.YAML if form is Form.TOML else Form.TOML
    first = _FILLED_LINE.search(source.text)
    if first is None or not _BEGINNINGS[other].fullmatch(first[0].rstrip()):
        return None
    hint = f"let its name end in .{other}; on standard input, give --stdin-filename spec.{other}"
    code = "P118" if form is Form.TOML else "P108"
    return Finding(
        code, facts={"reason": f"it looks like {other.upper()}"}, hint=hint, place=source.place_at(first.start())
    )


_LARGE: Final = "is this the file you meant? model files and attachments are named in a spec, not copied into it"


def _not_utf8(name: str, content: bytes, fault: UnicodeDecodeError) -> tuple[Source, tuple[Finding, ...]]:
    before = content[: fault.start].decode("utf-8").removeprefix("\ufeff")
    source = Source(name, content.decode("utf-8", errors="replace").removeprefix("\ufeff"))
    lines = before.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    byte = content[fault.start]
    meant = bytes([byte]).decode("cp1252", errors="replace")
    hint = "save the file as UTF-8"
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        hint = "the file is UTF-16; save it as UTF-8"
    elif byte >= 0xA0:
        hint = f"it would be '{meant}' in Windows-1252 or Latin-1; save the file as UTF-8"
    place = Place(len(lines), len(lines[-1]) + 1)
    return source, (Finding("P103", facts={"byte": f"0x{byte:02X}"}, hint=hint, place=place),)
