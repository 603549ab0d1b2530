"""The self-contained HTML of a document: one template, one stylesheet, no script, no address to load from."""

from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pliego.render.localised import Plain
from pliego.resources import template_file


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(template_file("html")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )


def _stylesheet(name: str) -> str:
    return template_file(f"html/{name}.css").read_text(encoding="utf-8")


def write_html(document: Plain) -> str:
    """Return the document as one HTML file."""
    template = _environment().get_template("document.html.j2")
    return template.render(
        document=document, stylesheet=_stylesheet("document"), screen_stylesheet=_stylesheet("screen")
    )
