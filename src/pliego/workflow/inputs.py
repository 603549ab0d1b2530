"""The files that a spec names as inputs, read and typed. Nothing else of the disk is looked at."""

import os
import stat
from collections.abc import Mapping
from pathlib import Path

from pliego.catalog.architecture import ConfigReading
from pliego.catalog.config import read_architecture
from pliego.findings import Finding, SpecPath
from pliego.intake.config_json import MOST_BYTES, ConfigError, parse_config
from pliego.spec.models import Spec


def read_configs(spec: Spec, base: Path) -> tuple[Mapping[str, ConfigReading], tuple[Finding, ...]]:
    """Read each file named as `model.config`, relative to the spec's folder `base`, by path as written.

    A file that cannot be read, or is no configuration, gives a finding at the path that names it and is
    left out.
    """
    readings: dict[str, ConfigReading] = {}
    findings: list[Finding] = []
    for name, workload in spec.workloads.items():
        config = workload.model.config if workload.model else None
        if config is None:
            continue
        path: SpecPath = ("workloads", name, "model", "config")
        try:
            readings[config] = read_architecture(parse_config(_content(base / config)))
        except ConfigError as fault:
            findings.append(Finding("P421", path, {"reason": str(fault)}))
        except OSError as fault:
            findings.append(Finding("P420", path, {"reason": str(fault.strerror or fault).lower()}))
        except ValueError:  # a NUL in the path
            findings.append(Finding("P420", path, {"reason": "this is no path"}))
    return readings, tuple(findings)


def _content(file: Path) -> bytes:
    """Return the bytes of a regular file, at most one more than are allowed.

    Opened without blocking, so that a named pipe is refused and not waited for.

    Raises:
        OSError: it cannot be read or is not a regular file.

    """
    descriptor = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    with os.fdopen(descriptor, "rb") as opened:
        if not stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
            raise OSError(0, "it is not a regular file")
        return opened.read(MOST_BYTES + 1)
