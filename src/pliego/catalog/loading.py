"""Reading the shipped facts, each file when it is first asked for."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

from pliego.catalog.checkpoint import TensorType
from pliego.catalog.engines import EngineRelease
from pliego.catalog.facts import Accelerator, ModelRow, Regions
from pliego.catalog.legal import Adequacy, Certificate, DatedRule, adequacy, certificates, dated_rules
from pliego.catalog.licences import Licences, licences
from pliego.catalog.load_rates import LoadRates, load_rates
from pliego.catalog.number_formats import NumberFormat
from pliego.catalog.releases import Build, covering
from pliego.catalog.residuals import Residuals, residuals
from pliego.catalog.rows import accelerator, builds, engine_releases, model, number_formats, regions

_DATA: Final = Path(__file__).resolve().parent / "data"


class Catalog:
    """The facts below a folder. Lookups return None for what is not there; they never guess."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def model(self, name: str) -> ModelRow | None:
        """Return the model with this id or alias, exactly as published."""
        own = self._files_by_name.get(name.replace("/", "--") + ".json")
        candidates = [own] if own is not None and name.count("/") == 1 else self._files_with(name)
        for file in candidates:
            row = model(_json(file))
            if name == row.id or name in row.aliases:
                return row
        return None

    def _files_with(self, name: str) -> Iterator[Path]:
        """Yield the model files in which the name stands; searching is faster than parsing them all."""
        quoted = json.dumps(name, ensure_ascii=False).encode()
        return (file for file in self._model_files if quoted in file.read_bytes())

    @cached_property
    def _model_files(self) -> tuple[Path, ...]:
        return tuple(sorted((self._root / "models").glob("*.json")))

    @cached_property
    def _files_by_name(self) -> Mapping[str, Path]:
        """The model files by name: what a user writes is looked up here and never becomes a path."""
        return {file.name: file for file in self._model_files}

    def models(self) -> Iterator[ModelRow]:
        """Yield all models in the order of their file names."""
        return (model(_json(file)) for file in self._model_files)

    def model_names(self) -> tuple[str, ...]:
        """Return all ids and aliases, for hints."""
        return tuple(name for row in map(_json, self._model_files) for name in (row["id"], *row["aliases"]))

    @cached_property
    def accelerators(self) -> tuple[Accelerator, ...]:
        """All accelerators, by vendor."""
        files = sorted((self._root / "accelerators").glob("*.json"))
        data = map(_json, files)
        return tuple(accelerator(row, one.get("unified_share")) for one in data for row in one["accelerators"])

    def accelerator(self, name: str) -> Accelerator | None:
        """Return the accelerator with this id, name or alias; case, spaces and dashes do not matter."""
        wanted = _plain(name)
        for row in self.accelerators:
            if wanted in map(_plain, (row.id, row.name, *row.aliases)):
                return row
        return None

    @cached_property
    def number_formats(self) -> tuple[NumberFormat, ...]:
        """All number formats."""
        return tuple(number_formats(_json(self._root / "number_formats.json")))

    def number_format(self, name: str) -> NumberFormat | None:
        """Return the number format with this id."""
        return next((row for row in self.number_formats if row.id == name), None)

    @cached_property
    def engine_releases(self) -> tuple[EngineRelease, ...]:
        """All engine releases, oldest first for each engine."""
        return tuple(engine_releases(_json(self._root / "engine_releases.json")))

    def engine_release(self, engine: str, version: str) -> EngineRelease | None:
        """Return the row for a release; both names as written, so `vllm`, `0.19.1` and `v0.19` are fine.

        Engines without such versions (llama.cpp) are named by year and month, `2025-06`. Where a row is for some of the
        releases of another, it goes before that. Without a version, an engine all of whose releases reserve memory
        alike is found too.
        """
        rows = self.engine_rows(engine)
        if not version:
            return rows[0] if len(rows) == 1 else None
        return covering(rows, version)

    def engine_rows(self, engine: str) -> tuple[EngineRelease, ...]:
        """Return the rows of an engine, oldest first, by its id or name; case, spaces and dashes do not matter."""
        wanted = _plain(engine)
        return tuple(row for row in self.engine_releases if wanted in (_plain(row.engine), _plain(row.name)))

    @cached_property
    def builds(self) -> Mapping[str, tuple[Build, ...]]:
        """Builds of known date, by engine."""
        return builds(_json(self._root / "engine_releases.json"))

    @cached_property
    def gguf_types(self) -> Mapping[int, TensorType]:
        """The types of tensors in GGUF files, by their number there."""
        rows = _json(self._root / "gguf_types.json")["types"]
        return {row["id"]: TensorType(row["name"], row["values"], row["bytes"]) for row in rows}

    @cached_property
    def length_scalings(self) -> frozenset[str]:
        """Kinds of rope scaling whose factor engines multiply onto the length before scaling."""
        rows = _json(self._root / "rope_scalings.json")["kinds"]
        return frozenset(row["kind"] for row in rows if row["multiplies_length"])

    @cached_property
    def residuals(self) -> Residuals:
        """How far measurements lay from predictions, by quantity and kind of run."""
        return residuals(_json(self._root / "residuals.json"))

    @cached_property
    def load_rates(self) -> Mapping[str, LoadRates]:
        """Rates at which weights were read, by kind of storage."""
        return load_rates(_json(self._root / "load_rates.json"))

    @cached_property
    def licences(self) -> Licences:
        """All licence texts, and the licences of models by their id."""
        return licences(_json(self._root / "licences.json"), _json(self._root / "model_licences.json"))

    @cached_property
    def certificates(self) -> tuple[Certificate, ...]:
        """All certificates, reports and schemes."""
        return certificates(_json(self._root / "certificates.json"))

    @cached_property
    def dated_rules(self) -> Mapping[str, DatedRule]:
        """Dated rules of European law by id."""
        return dated_rules(_json(self._root / "dated_rules.json"))

    @cached_property
    def adequacy(self) -> Mapping[str, Adequacy]:
        """Adequacy decisions by country."""
        return adequacy(_json(self._root / "regions.json"))

    @cached_property
    def regions(self) -> Regions:
        """All country codes and named sets."""
        return regions(_json(self._root / "regions.json"))


@cache
def load_catalog(root: Path = _DATA) -> Catalog:
    """Return the catalog in a folder, by default the shipped one. Nothing is read yet."""
    return Catalog(root)


def _json(file: Path) -> Any:
    return json.loads(file.read_bytes())


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
