"""The files that a spec names beside itself, read from its folder: what kind they are is told by their bytes."""

import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO, Final

from pliego.catalog.checkpoint import ModelReading
from pliego.catalog.config import read_architecture
from pliego.catalog.loading import load_catalog
from pliego.findings import Finding, SpecPath
from pliego.intake.config_json import MOST_BYTES, ConfigError, parse_config
from pliego.intake.gguf_file import MAGIC
from pliego.intake.gguf_file import MOST_HEADER as MOST_GGUF
from pliego.intake.gguf_header import read_gguf
from pliego.intake.safetensors_header import LENGTH_BYTES, header_length, is_index, parse_header, read_index
from pliego.spec.models import Spec

_MOST_INDEX: Final = 50_000_000
"""The index of a model with hundreds of experts in each layer has some ten megabytes."""


def read_configs(spec: Spec, base: Path) -> tuple[Mapping[str, ModelReading], tuple[Finding, ...]]:
    """Return what the files named as `model.config`, relative to the spec's folder `base`, say, by path as written.

    A file is a configuration, a safetensors file or index, or a GGUF file. One that cannot be read, or is none of
    these, gives a finding at the path that names it and is left out.
    """
    readings: dict[str, ModelReading] = {}
    findings: list[Finding] = []
    for name, workload in spec.workloads.items():
        config = workload.model.config if workload.model else None
        if config is None:
            continue
        path: SpecPath = ("workloads", name, "model", "config")
        try:
            readings[config] = read_model_file(base / config)
        except ConfigError as fault:
            findings.append(Finding("P421", path, {"reason": str(fault)}))
        except OSError as fault:
            findings.append(Finding("P420", path, {"reason": str(fault.strerror or fault).lower()}))
        except ValueError:  # a NUL in the path
            findings.append(Finding("P420", path, {"reason": "this is no path"}))
    return readings, tuple(findings)


def read_model_file(file: Path) -> ModelReading:
    """Return what a file says about a model.

    Raises:
        ConfigError: it is no configuration, index or header of weights.
        OSError: it cannot be read or is not a regular file.
        ValueError: the path is none.

    """
    with _opened(file) as opened:
        first = opened.read(LENGTH_BYTES + 1)
        if first.startswith(MAGIC):
            return read_gguf(first + opened.read(MOST_GGUF), load_catalog().gguf_types)
        length = header_length(first)
        if length is not None:
            return parse_header(first + opened.read(length))
        content = first + opened.read(_MOST_INDEX)
    if len(content) > MOST_BYTES and b'"weight_map"' not in content:
        raise ConfigError(f"it is larger than {MOST_BYTES} bytes")
    value = parse_config(content, _MOST_INDEX)
    return read_index(value) if is_index(value) else read_architecture(value)


def _opened(file: Path) -> BinaryIO:
    """Open a regular file, without blocking, so that a named pipe is refused and not waited for."""
    descriptor = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(0, "it is not a regular file")
    return os.fdopen(descriptor, "rb")
