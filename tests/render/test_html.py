"""HTML: well-formed, self-contained, and no tag, link or template comes from the buyer's words."""

import re
from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pliego.document.model import Document
from pliego.render.html import LONGEST_PIECE, breakable, mailto, running, write_html
from pliego.render.localised import Plain, localise

VOID = {"meta", "col", "br", "wbr"}
KNOWN_TAGS = {
    "html", "head", "meta", "title", "style", "body", "header", "nav", "main", "section", "div", "p", "span", "h1",
    "h2", "ol", "li", "table", "caption", "colgroup", "col", "thead", "tbody", "tr", "th", "td", "code", "em", "i",
    "sub", "a", "br", "wbr", "figure", "figcaption", "details", "summary", "svg", "line", "path", "rect", "circle",
    "text",
}  # fmt: skip
EXAMPLES = [
    "assistant", "service-70b", "minimal", "rag-200", "nightly-batch", "qlora-adaptation", "hybrid", "image-service",
    "speech-service", "gradient-boosting",
]  # fmt: skip


class Reader(HTMLParser):
    """Reads a page, holds that it is well-formed, and keeps its tags, attributes and text."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.rows: list[list[str]] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(attrs) == len(dict(attrs))
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.texts.append(data)
            if {"td", "th"} & set(self.open):
                self.rows[-1][-1] += data

    def attributes(self, name: str) -> list[str]:
        return [attributes[name] or "" for _, attributes in self.tags if name in attributes]

    @property
    def text(self) -> str:
        return "".join(self.texts)


@pytest.fixture(scope="module")
def page(hostile_plain: Plain) -> Reader:
    return Reader(write_html(hostile_plain))


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_are_well_formed(document: Callable[..., Document], name: str, language: str) -> None:
    reader = Reader(write_html(localise(document(name, language))))
    assert {tag for tag, _ in reader.tags} <= KNOWN_TAGS
    assert reader.tags[0] == ("html", {"lang": language})
    assert re.findall(r"\bNone\b|[{}]|\bUndefined\b|\bnan\b", reader.text) == []
    ids = reader.attributes("id")
    assert len(ids) == len(set(ids))
    assert {target.removeprefix("#") for target in reader.attributes("href") if target.startswith("#")} <= set(ids)


@pytest.mark.parametrize("name", EXAMPLES)
def test_no_row_of_a_table_lacks_a_cell(document: Callable[..., Document], name: str) -> None:
    plain = localise(document(name))
    for section in plain["sections"]:
        for block in section["blocks"]:
            if block["type"] == "table":
                rows = [row for group in block["groups"] for row in group["rows"]]
                assert rows
                assert {len(row["cells"]) for row in rows} == {len(block["columns"])}


def test_no_section_is_empty(document: Callable[..., Document]) -> None:
    for name in EXAMPLES:
        for section in localise(document(name))["sections"]:
            assert section["blocks"]
            assert section["title"]


def test_no_tag_comes_from_the_buyer(page: Reader) -> None:
    assert {tag for tag, _ in page.tags} <= KNOWN_TAGS
    assert [name for tag, attributes in page.tags for name in attributes if name.startswith("on")] == []


@pytest.mark.parametrize(
    "text",
    [
        'A|B <b>x</b> & "q" 中文 العربية 🍷 부산',
        "{{ 7*7 }}",
        '{{ 7*7 }} {% include "x" %} {n} {0}',
        '<img src="file:///etc/hostname"> <link rel="attachment" href="file:///etc/passwd">',
        '=HYPERLINK("http://x.invalid","open")',
        "Buyer <script>alert(1)</script> U+202EevilU+202C",
        "kr 400U+000B000",
        "&amp; &#60; &copy; \\| \\\\ \\",
        "evil/<b>model</b>|`x`",
        "no <b>points</b>",
        "w" * 300,
    ],
)
def test_the_buyers_words_stay_literal(page: Reader, text: str) -> None:
    assert text in page.text


def test_a_template_is_not_run(page: Reader) -> None:
    assert "49" not in page.text.replace("+49 251", "")


def test_nothing_is_loaded_and_links_lead_inside_or_to_an_address(page: Reader) -> None:
    assert page.attributes("src") == page.attributes("action") == page.attributes("data") == []
    targets = page.attributes("href")
    assert {target[0] if target[0] == "#" else target for target in targets} == {
        "#",
        "mailto:a%2Bb%7Cc%60d%26e%3Ff@example.com",
    }
    html = "".join(value or "" for _, attributes in page.tags for value in attributes.values())
    assert "url(" not in html


def test_the_stylesheets_load_nothing(hostile_plain: Plain) -> None:
    html = write_html(hostile_plain)
    styles = html[html.index("<style>") : html.index("</head>")]
    assert "url(" not in styles
    assert "@import" not in styles
    assert "http" not in styles


def test_what_is_internal_does_not_appear(hostile_plain: Plain) -> None:
    assert "SECRET" not in write_html(hostile_plain)


def test_words_in_another_language_than_the_document_say_so(document: Callable[..., Document]) -> None:
    reader = Reader(write_html(localise(document("assistant", "en"))))
    tagged = [attributes["lang"] for tag, attributes in reader.tags if "lang" in attributes and tag != "html"]
    assert tagged
    assert set(tagged) == {"es"}
    same = Reader(write_html(localise(document("assistant", "es"))))
    others = {attributes["lang"] for tag, attributes in same.tags if "lang" in attributes and tag != "html"}
    assert others <= {"en"}
    heading = next(attributes for tag, attributes in reader.tags if tag == "h1")
    assert heading["lang"] == "es"


def test_a_number_stays_on_a_line_with_its_unit(document: Callable[..., Document]) -> None:
    html = write_html(localise(document("assistant", "en")))
    assert re.search(r"\.figure-run \{[^}]*white-space: nowrap", html)
    assert '<span class="figure-run">1.5\u202fs</span>' in html
    assert '<span class="figure-run">99.5%</span>' in html


def test_a_line_break_is_a_line_break(hostile_plain: Plain) -> None:
    assert "line one<br>line two | with pipe" in write_html(hostile_plain)


def test_a_very_long_word_comes_in_pieces() -> None:
    html = str(breakable("a " + "<" * (LONGEST_PIECE + 1) + " b"))
    assert html == "a <span>" + "&lt;" * LONGEST_PIECE + "</span><wbr><span>&lt;</span> b"
    assert str(breakable("<b>")) == "&lt;b&gt;"


@given(st.text(st.sampled_from("ab<& \n\u00a0"), max_size=1200))
def test_pieces_change_no_sign(text: str) -> None:
    assert "".join(Reader(str(breakable(text))).texts) == text


@pytest.mark.parametrize(
    ("address", "link"),
    [
        ("compras@example.com", "mailto:compras@example.com"),
        ("a?b&c=d@example.com", "mailto:a%3Fb%26c%3Dd@example.com"),
        ("a@b@example.com", "mailto:a%40b@example.com"),
    ],
)
def test_an_address_is_no_more_than_an_address(address: str, link: str) -> None:
    assert mailto(address) == link


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("short", "short"),
        ("as it fits", "as it fits"),
        ("a little longer", "a little l…"),
        ("words and more", "words and…"),
        ("WWWWWWWWWW", "WWWWW…"),
    ],
)
def test_the_head_of_a_page_is_cut_to_its_width(text: str, shown: str) -> None:
    assert running(text, 10) == shown


def test_a_link_holds_one_text_whatever_its_length(hostile_plain: Plain) -> None:
    """A box within a link would take the link out of its tag in the PDF."""
    address = "e" * 240 + "@example.com"
    row = {"label": [], "number": None, "lines": [{"style": "body", "runs": [{"kind": "email", "text": address}]}]}
    cover = hostile_plain["cover"] | {"rows": [row]}
    assert f">{address}</a>" in write_html(hostile_plain | {"cover": cover})
