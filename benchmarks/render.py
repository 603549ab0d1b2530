"""What `pliego render` costs against WeasyPrint alone: the same HTML, the same fonts, the same options.

Pairs of processes run in turn, so that a busy machine burdens both alike:

    pliego       reads the spec, sizes, writes Markdown, HTML, PDF and JSON
    WeasyPrint   reads the HTML that pliego wrote, writes the PDF

    python benchmarks/render.py [SPEC] [--pairs N] [--most RATIO]

Prints both medians and the median of the ratios of the pairs; exit code 1 where that is above RATIO.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from pliego.render.faces import FONTS, font_face
from pliego.render.pdf import PDF_OPTIONS
from pliego.resources import template_file

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "assistant" / "spec.yaml"

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


def pairs(spec: Path, count: int, folder: Path) -> list[tuple[float, float]]:
    """Time both commands `count` times in turn, after one run that warms the disk and is not counted."""
    out, faces = folder / "out", folder / "faces.css"
    faces.write_text(font_faces(), encoding="utf-8")
    whole = [sys.executable, "-c", "from pliego.cli import main; main()", "render", str(spec), "-o", str(out)]
    options = json.dumps(dict(PDF_OPTIONS))
    page, target = str(out / "rfq.html"), str(folder / "alone.pdf")
    alone = [sys.executable, "-c", ALONE, page, str(faces), target, options]
    return [(seconds(whole), seconds(alone)) for _ in range(count + 1)][1:]


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="pliego render against WeasyPrint alone")
    parser.add_argument("spec", nargs="?", type=Path, default=EXAMPLE)
    parser.add_argument("--pairs", type=int, default=11, help="pairs of runs (default: 11)")
    parser.add_argument("--most", type=float, default=1.2, help="ratio that is still right (default: 1.2)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        timed = pairs(given.spec, given.pairs, Path(folder))
    whole, alone = (statistics.median(times) for times in zip(*timed, strict=True))
    ratio = statistics.median(one / other for one, other in timed)
    print(f"render {given.spec.parent.name}/{given.spec.name}, {given.pairs} pairs")
    print(f"  pliego, all formats     {whole:6.2f} s")
    print(f"  WeasyPrint, PDF alone   {alone:6.2f} s")
    print(f"  ratio                   {ratio:6.2f}   (at most {given.most:g})")
    return 1 if ratio > given.most else 0


if __name__ == "__main__":
    sys.exit(main())
