"""What `pliego render` costs against WeasyPrint alone: the same HTML, the same fonts, the same options.

Pairs of processes run in turn, so that a busy machine burdens both alike:

    pliego       reads the spec, sizes, writes Markdown, HTML, PDF and JSON
    WeasyPrint   reads the HTML that pliego wrote, writes the PDF

    python benchmarks/render.py [SPEC] [--pairs N] [--clauses N] [--most RATIO]

The spec is measured as it is, and with clauses that make it a document of some hundred pages. Prints both medians and
the median of the ratios of the pairs; exit code 1 where that is above RATIO.
"""

import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from pypdf import PdfReader

from pliego.render.faces import FONTS, font_face
from pliego.render.pdf import PDF_OPTIONS
from pliego.resources import template_file

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "assistant" / "spec.yaml"

CLAUSES = "\nclauses:\n"
CLAUSE_NAME = "record"
CLAUSE = "The provider keeps the record with number {} for a year and shows it to the buyer within a day on request."

ALONE = """
import json, sys
from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration

page, faces, target, options = sys.argv[1:]
fonts = FontConfiguration()
styles = [CSS(filename=faces, font_config=fonts)]
HTML(filename=page).write_pdf(target, stylesheets=styles, font_config=fonts, **json.loads(options))
"""


def font_faces() -> str:
    """Return the rules that pliego gives to WeasyPrint, with the fonts named as files."""
    return "\n".join(font_face(face, f"url({template_file(f'fonts/{face.file}').as_uri()})") for face in FONTS)


def seconds(command: list[str]) -> float:
    """Run a command that must succeed and return how long it took."""
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start


def with_clauses(spec: Path, count: int, folder: Path) -> Path:
    """Write a YAML spec again with `count` more clauses: each is a row of the requirements and one of the answers."""
    text = spec.read_text(encoding="utf-8")
    rows = "".join(f"  {CLAUSE_NAME}-{number}: {{must: '{CLAUSE.format(number)}'}}\n" for number in range(count))
    before, section, after = text.partition(CLAUSES)
    longer = folder / "spec.yaml"
    longer.write_text(f"{before}{section or CLAUSES}{rows}{after}", encoding="utf-8")
    return longer


def without_fonts(page: str) -> str:
    """Return the HTML file without the fonts in it: both sides take the fonts of the package."""
    return re.sub(r"<style>\n@font-face.*?</style>\n", "", page, flags=re.DOTALL)


def pairs(spec: Path, count: int, folder: Path) -> tuple[int, list[tuple[float, float]]]:
    """Return the pages of the PDF and the times of both commands in turn, after a run of each that is not counted."""
    out, faces, page = folder / "out", folder / "faces.css", folder / "alone.html"
    faces.write_text(font_faces(), encoding="utf-8")
    whole = [sys.executable, "-c", "from pliego.cli import main; main()", "render", str(spec), "-o", str(out)]
    alone = [
        sys.executable,
        "-c",
        ALONE,
        str(page),
        str(faces),
        str(folder / "alone.pdf"),
        json.dumps(dict(PDF_OPTIONS)),
    ]
    seconds(whole)
    page.write_text(without_fonts((out / "rfq.html").read_text(encoding="utf-8")), encoding="utf-8")
    seconds(alone)
    return len(PdfReader(out / "rfq.pdf").pages), [(seconds(whole), seconds(alone)) for _ in range(count)]


def report(spec: Path, count: int, folder: Path, most: float) -> bool:
    """Measure one spec, print, and say whether the ratio is right."""
    pages, timed = pairs(spec, count, folder)
    whole, alone = (statistics.median(times) for times in zip(*timed, strict=True))
    ratio = statistics.median(one / other for one, other in timed)
    print(f"{pages} pages, {count} pairs")
    print(f"  pliego, all formats     {whole:6.2f} s")
    print(f"  WeasyPrint, PDF alone   {alone:6.2f} s")
    print(f"  ratio                   {ratio:6.2f}   (at most {most:g})", flush=True)
    return ratio <= most


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="pliego render against WeasyPrint alone")
    parser.add_argument("spec", nargs="?", type=Path, default=EXAMPLE, help="a spec in YAML")
    parser.add_argument("--pairs", type=int, default=11, help="pairs of runs (default: 11)")
    parser.add_argument("--clauses", type=int, default=430, help="clauses of the long document (default: 430; 0: none)")
    parser.add_argument("--most", type=float, default=1.2, help="ratio that is still right (default: 1.2)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        right = report(given.spec, given.pairs, Path(folder), given.most)
        if given.clauses:
            longer = with_clauses(given.spec, given.clauses, Path(folder))
            right = report(longer, -(-given.pairs // 4), Path(folder), given.most) and right
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
