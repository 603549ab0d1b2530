"""What a buyer starts from: a commented spec and the schema that an editor checks it with."""

from pathlib import Path
from typing import Final

from pliego.findings import Finding
from pliego.resources import schema_file, template_file
from pliego.workflow.writing import check_files, write_files

LANGUAGES: Final = ("en", "es", "de")
FORMATS: Final = ("yaml", "toml")

_SCHEMAS: Final = {"spec": "spec.v1.schema.json", "rfq": "rfq.v1.schema.json"}


def schema_bytes(name: str) -> bytes:
    """Return the JSON Schema of `spec` or `rfq` as shipped."""
    return schema_file(_SCHEMAS[name]).read_bytes()


def spec_bytes(language: str, form: str) -> bytes:
    """Return the spec to start from, in a language of documents, as `yaml` or `toml`."""
    return template_file(f"spec/{language}.{form}").read_bytes()


def start_spec(path: Path, *, language: str, form: str, force: bool) -> tuple[tuple[Finding, ...], tuple[Path, ...]]:
    """Write a spec to `path` and its schema beside it; return findings and the files written.

    Without `force` nothing is written if a file of either name exists with other content.
    """
    content = spec_bytes(language, form)
    schema = path.parent / _SCHEMAS["spec"]
    unwritable = check_files((path, schema), ())
    if unwritable:
        return unwritable, ()
    wanted = {path: content, schema: schema_bytes("spec")}
    changed = {name: text for name, text in wanted.items() if not _holds(name, text)}
    existing = [name for name in changed if _stands(name)]
    if existing and not force:
        return tuple(_exists(name, is_schema=name == schema) for name in existing), ()
    findings = write_files(changed)
    return findings, () if findings else tuple(wanted)


def _exists(file: Path, *, is_schema: bool) -> Finding:
    hint = "--force replaces it; another FILE leaves it alone"
    if is_schema:
        hint = "it is not the schema of this release; --force replaces it, a FILE in another folder leaves it alone"
    return Finding("P121", facts={"file": str(file)}, hint=hint)


def _stands(path: Path) -> bool:
    """Say whether a file stands there; of one that cannot be looked at, writing it will say why not."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _holds(path: Path, content: bytes) -> bool:
    """Say whether a file has this content; what cannot be read differs, and writing it will say why."""
    try:
        return path.is_file() and path.read_bytes() == content
    except (OSError, ValueError):
        return False
