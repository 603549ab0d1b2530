"""The rows of the catalog as they are shipped: with notes, conflicts and what is unverified, for people to read."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

Record: TypeAlias = Mapping[str, Any]

KINDS: Final = ("models", "accelerators", "formats", "engines", "licences", "regions", "certificates", "rules")
"""The kinds of rows that can be listed."""

_DATA: Final = Path(__file__).resolve().parent / "data"


def records(kind: str, root: Path = _DATA) -> Iterator[Record]:
    """Yield the rows of a kind; what a file says of all its rows stands in each of them."""
    if kind == "models":
        yield from map(_json, sorted((root / "models").glob("*.json")))
    elif kind == "accelerators":
        for file in sorted((root / "accelerators").glob("*.json")):
            yield from _json(file)["accelerators"]
    elif kind == "formats":
        formats = _json(root / "number_formats.json")
        yield from ({**row, "as_of": formats["as_of"]} for row in formats["formats"])
    elif kind == "engines":
        for engine in _json(root / "engine_releases.json")["engines"]:
            common = {key: value for key, value in engine.items() if key not in ("releases", "name")}
            yield from ({"id": row["id"], "name": engine["name"], **common, **row} for row in engine["releases"])
    elif kind in _FILES:
        name, key = _FILES[kind]
        yield from _json(root / name)[key]
    elif kind == "regions":
        yield from _regions(_json(root / "regions.json"))


_FILES: Final = {
    "licences": ("licences.json", "licences"),
    "certificates": ("certificates.json", "certificates"),
    "rules": ("dated_rules.json", "rules"),
}


def _regions(data: Any) -> Iterator[Record]:
    """Yield sets first, then countries, each with the adequacy decision that it has."""
    aliases: dict[str, list[str]] = {}
    for alias, meant in data["aliases"].items():
        aliases.setdefault(meant, []).append(alias)
    for code, row in data["sets"].items():
        shown = {key: value for key, value in row.items() if key != "source"}
        yield {"id": code, "kind": "set", "aliases": aliases.get(code, []), **shown, "sources": [row["source"]]}
    decisions = {row["code"]: row for row in data["adequacy"]}
    for code, names in data["countries"].items():
        shared = {
            "id": code,
            "kind": "country",
            "aliases": aliases.get(code, []),
            "names": names,
            "as_of": data["as_of"],
        }
        yield {**shared, "sources": data["sources"], "adequacy": decisions.get(code)}


def _json(file: Path) -> Any:
    return json.loads(file.read_bytes())
