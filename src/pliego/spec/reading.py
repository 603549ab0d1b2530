"""Bytes to a source: size, encoding, format. The file's suffix says whether it is TOML; all else is YAML."""

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
    if Source(name).form is Form.TOML:
        from pliego.spec.toml_reading import read_toml  # noqa: PLC0415 (the readers are 10 ms each; one is needed)

        return read_toml(name, text)
    from pliego.spec.yaml_reading import read_yaml  # noqa: PLC0415

    return read_yaml(name, text)


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
