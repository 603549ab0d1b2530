"""Install the system packages that pliego needs, where that is allowed; say what to install where it is not.

Runs before anything is installed, so it needs the standard library only.
Exit codes: 0 a PDF can be made, 1 a library that this needs is missing and could not be installed.
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from pliego.workflow.doctor import missing_libraries, unloadable

TEST_PROGRAMS = {"pdftoppm": "poppler-utils", "chromium": "chromium"}
"""Programs that only tests and the page picture call, and the Debian package that holds each."""


def absent(*, tests: bool) -> dict[str, str]:
    """Return what cannot be loaded or called: Debian's package to the name that other systems know."""
    libraries = {library.package: library.name for library in unloadable()}
    programs = {package: program for program, package in TEST_PROGRAMS.items() if shutil.which(program) is None}
    return libraries | programs if tests else libraries


def installer() -> list[str] | None:
    """Return the start of an apt-get command that asks no question, or None where there is none."""
    apt = shutil.which("apt-get")
    if apt is None:
        return None
    if os.geteuid() == 0:
        return [apt]
    sudo = shutil.which("sudo")
    if sudo is None or subprocess.run([sudo, "-n", "true"], capture_output=True, check=False).returncode != 0:
        return None
    return [sudo, "-n", "DEBIAN_FRONTEND=noninteractive", apt]


def install(apt: list[str], packages: list[str]) -> None:
    """Install `packages`; the package lists are fetched only when the first attempt fails."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = [*apt, "install", "--yes", "-qq", "--no-install-recommends", *packages]
    print(f"installing {' '.join(packages)}", flush=True)
    if subprocess.run(command, env=environment, capture_output=True, check=False).returncode != 0:
        subprocess.run([*apt, "update", "-qq"], env=environment, check=False)
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False)


def main() -> int:
    """Install what is missing, then say what is still missing and what that costs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tests", action="store_true", help="the programs that only tests call, too")
    tests = parser.parse_args().tests
    packages = absent(tests=tests)
    apt = installer() if packages else None
    if apt:
        install(apt, list(packages))
        packages = absent(tests=tests)
    if packages:
        names = ", ".join(f"{name} ({package})" for package, name in packages.items())
        print(f"missing system packages, with Debian's names: {names}", file=sys.stderr)
        print(f"install them with: sudo apt-get install {' '.join(packages)}", file=sys.stderr)
    return 1 if missing_libraries() else 0


if __name__ == "__main__":
    sys.exit(main())
