"""What holds for every test: no network, and programs that are missing are said, not hidden."""

import os
import shutil
import socket

import pytest
from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("steady")


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
