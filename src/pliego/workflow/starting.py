"""What a buyer starts from: a commented spec and the schema that an editor checks it with."""

from pathlib import Path
from typing import Final

from pliego.atomic import write_all_atomically
from pliego.findings import Finding
from pliego.resources import schema_file, template_file

LANGUAGES: Final = ("en", "es", "de")
FORMATS: Final = ("yaml", "toml")

_SCHEMAS: Final = {"spec": "spec.v1.schema.json", "rfq": "rfq.v1.schema.json"}


def schema_bytes(name: str) -> bytes:
    """Return the JSON Schema of `spec` or `rfq` as shipped."""
    return schema_file(_SCHEMAS[name]).read_bytes()


def start_spec(path: Path, *, language: str, form: str, force: bool) -> tuple[tuple[Finding, ...], tuple[Path, ...]]:
    """Write a spec to `path` and its schema beside it; return findings and the files written.

    Without `force` nothing is written if a file of either name exists with other content.

    Raises:
        OutputError: a file cannot be written.

    """
    content = template_file(f"spec/{language}.{form}").read_bytes()
    wanted = {path: content, path.parent / _SCHEMAS["spec"]: schema_bytes("spec")}
    changed = {name: text for name, text in wanted.items() if not _holds(name, text)}
    existing = [name for name in changed if name.exists()]
    if existing and not force:
        hint = "--force replaces it; another FILE leaves it alone"
        return tuple(Finding("P121", facts={"file": str(name)}, hint=hint) for name in existing), ()
    write_all_atomically(changed)
    return (), tuple(wanted)


def _holds(path: Path, content: bytes) -> bool:
    """Say whether a file has this content; what cannot be read differs, and writing it will say why."""
    try:
        return path.is_file() and path.read_bytes() == content
    except OSError:
        return False
