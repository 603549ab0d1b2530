"""What rendering needs from the machine, and whether it is there: Python packages, system libraries, fonts.

Needs the standard library only and imports no renderer, so that it can speak where nothing is installed yet.
"""

import ctypes
import hashlib
import platform
import zlib
from dataclasses import dataclass
from importlib import metadata
from typing import Final

from pliego import __version__
from pliego.findings import Finding
from pliego.resources import template_file

PACKAGES: Final = (
    "babel", "click", "defusedxml", "jinja2", "jsonschema", "pydantic", "pyyaml", "weasyprint",
    "cssselect2", "fonttools", "pydyf", "pyphen", "tinycss2", "tinyhtml5",
)  # fmt: skip
"""The distributions that pliego depends on, then those of WeasyPrint's that shape a PDF."""

FONT_SUMS: Final = "fonts/SHA256SUMS"
"""The template that lists the bundled fonts with their SHA-256, in the format of `sha256sum --check`."""

_SHAPING_PACKAGES: Final = ("weasyprint", "pydyf", "fonttools", "pyphen", "babel", "jinja2")


@dataclass(frozen=True, slots=True)
class Library:
    """A system library, the Debian package that holds it and whether a PDF can be made without it.

    `files` are its file names on Linux and macOS; `version_symbol` names a function of the library, or of one
    that it links, which returns the version as text.
    """

    name: str
    files: tuple[str, str]
    package: str
    version_symbol: str | None = None
    required: bool = True


_PANGO: Final = "pango_version_string"
_HARFBUZZ: Final = "hb_version_string"

PANGO: Final = Library("Pango", ("libpango-1.0.so.0", "libpango-1.0.dylib"), "libpango-1.0-0", _PANGO)
PANGO_FT2: Final = Library("PangoFT2", ("libpangoft2-1.0.so.0", "libpangoft2-1.0.dylib"), "libpangoft2-1.0-0", _PANGO)
HARFBUZZ: Final = Library("HarfBuzz", ("libharfbuzz.so.0", "libharfbuzz.0.dylib"), "libharfbuzz0b", _HARFBUZZ)
HARFBUZZ_SUBSET: Final = Library(
    "HarfBuzz subset",
    ("libharfbuzz-subset.so.0", "libharfbuzz-subset.0.dylib"),
    "libharfbuzz-subset0",
    _HARFBUZZ,
    required=False,
)
"""Without it WeasyPrint takes another subsetter: the PDF is as good, but its bytes differ."""
FONTCONFIG: Final = Library("Fontconfig", ("libfontconfig.so.1", "libfontconfig.1.dylib"), "libfontconfig1")
GOBJECT: Final = Library("GObject", ("libgobject-2.0.so.0", "libgobject-2.0.0.dylib"), "libglib2.0-0")

LIBRARIES: Final = (PANGO, PANGO_FT2, HARFBUZZ, HARFBUZZ_SUBSET, FONTCONFIG, GOBJECT)


@dataclass(frozen=True, slots=True)
class LibraryState:
    """A library as found; `version` is None where it is not there or does not tell its version."""

    library: Library
    loaded: bool
    version: str | None = None


@dataclass(frozen=True, slots=True)
class FontState:
    """A bundled font: `intact` says that the file is there with the SHA-256 that the list names."""

    file: str
    sha256: str
    intact: bool


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Everything on the machine that rendering depends on.

    `packages` maps the name of a distribution to its version, or to None where it is missing.
    """

    pliego: str
    python: str
    zlib: str
    packages: dict[str, str | None]
    libraries: tuple[LibraryState, ...]
    fonts: tuple[FontState, ...]

    @property
    def works(self) -> bool:
        """Whether a PDF can be made here."""
        libraries = all(state.loaded for state in self.libraries if state.library.required)
        fonts = bool(self.fonts) and all(font.intact for font in self.fonts)
        return libraries and fonts and all(self.packages.values())

    @property
    def missing(self) -> tuple[Library, ...]:
        """The libraries that cannot be loaded, optional ones too."""
        return tuple(state.library for state in self.libraries if not state.loaded)

    @property
    def toolchain(self) -> str:
        """One line that names everything on which the bytes of a PDF depend, apart from the spec."""
        packages = {name: self.packages.get(name) for name in _SHAPING_PACKAGES}
        libraries = {state.library.name: state.version for state in self.libraries}
        shaping = {library.name: libraries.get(library.name) for library in (PANGO, HARFBUZZ, HARFBUZZ_SUBSET)}
        parts = {"pliego": self.pliego, **packages, **shaping, "zlib": self.zlib, "fonts": self._fonts_digest}
        return ", ".join(f"{name} {version or 'missing'}" for name, version in parts.items())

    @property
    def _fonts_digest(self) -> str:
        sums = "".join(font.sha256 for font in self.fonts if font.intact)
        return hashlib.sha256(sums.encode()).hexdigest()[:12]


def diagnose() -> Diagnosis:
    """Look at the machine. Reads the bundled fonts and loads the libraries; changes nothing."""
    return Diagnosis(
        pliego=__version__,
        python=platform.python_version(),
        zlib=zlib.ZLIB_RUNTIME_VERSION,
        packages={name: _package_version(name) for name in PACKAGES},
        libraries=tuple(_library_state(library) for library in LIBRARIES),
        fonts=_font_states(),
    )


def unloadable() -> tuple[Library, ...]:
    """Return the libraries that cannot be loaded here, optional ones too."""
    return tuple(library for library in LIBRARIES if load(library) is None)


def missing_libraries() -> tuple[Finding, ...]:
    """Return the one finding that stands for all libraries without which no PDF can be made, or nothing."""
    missing = tuple(library for library in unloadable() if library.required)
    if not missing:
        return ()
    names = ", ".join(library.name for library in missing)
    return (Finding("P590", facts={"libraries": names}, hint=f"install them: {install_line(missing)}"),)


def install_line(libraries: tuple[Library, ...]) -> str:
    """Return the command that installs `libraries` on Debian and its relatives."""
    packages = sorted({library.package for library in libraries})
    return f"apt-get install --no-install-recommends {' '.join(packages)}"


def load(library: Library) -> ctypes.CDLL | None:
    """Load a library by its file name, as the renderer will; None where no such file can be loaded."""
    for file in library.files:
        try:
            return ctypes.CDLL(file)
        except OSError:
            continue
    return None


def _library_state(library: Library) -> LibraryState:
    handle = load(library)
    if handle is None:
        return LibraryState(library, loaded=False)
    return LibraryState(library, loaded=True, version=_library_version(handle, library.version_symbol))


def _library_version(handle: ctypes.CDLL, symbol: str | None) -> str | None:
    function = getattr(handle, symbol, None) if symbol else None
    if function is None:
        return None
    function.restype = ctypes.c_char_p
    return str(function(), "ascii")


def _package_version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _font_states() -> tuple[FontState, ...]:
    sums = template_file(FONT_SUMS)
    if not sums.is_file():
        return ()
    pairs = (line.split(maxsplit=1) for line in sums.read_text(encoding="utf-8").splitlines())
    return tuple(FontState(file, digest, _intact(file, digest)) for digest, file in pairs)


def _intact(file: str, digest: str) -> bool:
    path = template_file(f"fonts/{file}")
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == digest
