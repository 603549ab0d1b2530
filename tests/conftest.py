"""What holds for every test: no network, and programs that are missing are said, not hidden."""

import os
import shutil
import socket
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

from pliego.workflow.composition import Composition, compose
from pliego.workflow.reading import read_spec

settings.register_profile("steady", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("steady")

EXAMPLES = {
    "assistant": "spec.yaml",
    "service-70b": "spec.yaml",
    "minimal": "spec.toml",
    "rag-200": "spec.yaml",
    "nightly-batch": "spec.toml",
    "qlora-adaptation": "spec.yaml",
    "hybrid": "spec.yaml",
    "image-service": "spec.yaml",
    "speech-service": "spec.yaml",
    "gradient-boosting": "spec.yaml",
    "small-purchase": "spec.yaml",
    "house-style": "spec.yaml",
}
"""The examples of the project and the names of their specs."""

HEAD = """\
schema: pliego/v1
rfq: {id: R-1, title: A title, version: "1", language: LANGUAGE, issued: 2026-12-01}
workloads:
  chat:
    task: {kind: text-generation, mode: online}
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-references", action="store_true", help="write the reference files of the examples anew")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose program is missing, or fail it where PLIEGO_REQUIRE_TOOLS forbids such a skip."""
    for marker in item.iter_markers("needs_program"):
        name, package = marker.args
        if shutil.which(name) is None:
            reason = f"the program {name} is missing (Debian's package {package})"
            if os.environ.get("PLIEGO_REQUIRE_TOOLS"):
                pytest.fail(reason, pytrace=False)
            pytest.skip(reason)


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        pytest.fail("a test tried to reach the network", pytrace=True)

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


@pytest.fixture(scope="session")
def composed() -> Callable[[Path], Composition]:
    """Return a function from the file of a sound spec to all that follows from it."""

    @cache
    def of_file(file: Path) -> Composition:
        reading = read_spec(file)
        assert reading.sound, [finding.message for finding in reading.findings]
        return compose(reading.spec(), file.parent)

    return of_file


@pytest.fixture(scope="session")
def example(composed: Callable[[Path], Composition]) -> Callable[[str], Composition]:
    """Return a function from the name of an example to all that follows from its spec."""
    folder = Path(__file__).parents[1] / "examples"
    return lambda name: composed(folder / name / EXAMPLES[name])


@pytest.fixture(scope="session")
def chat(
    composed: Callable[[Path], Composition], tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., Composition]:
    """Return a function from parts of a spec, as YAML, to all that follows: of the workload `chat`, and of the rest."""
    folder = tmp_path_factory.mktemp("specs")

    @cache
    def of_parts(workload: str = "", rest: str = "", language: str = "en") -> Composition:
        lines = "".join(f"    {line}\n" for line in workload.splitlines())
        text = HEAD.replace("LANGUAGE", language) + lines + rest
        file = folder / f"spec-{len(list(folder.iterdir()))}.yaml"
        file.write_text(text, encoding="utf-8")
        return composed(file)

    return of_parts
