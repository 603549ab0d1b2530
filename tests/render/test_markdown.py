"""Markdown: tables keep their columns, and the buyer's words read back as they were written."""

import re
from collections.abc import Callable, Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from pliego.document.model import Document
from pliego.render.localised import Plain, localise
from pliego.render.markdown import escape, write_markdown, write_markdown_section

OURS = re.compile(r'<br>|</?sub>|<a id="[A-Za-z0-9-]+">|</a>')
READER = MarkdownIt("commonmark").enable("table")

Tables = list[list[list[str]]]


def read_inline(token: Token) -> str:
    """Return what a reader sees of inline content, line breaks as newlines; only our own HTML may stand there."""
    text = ""
    for child in token.children or ():
        if child.type in ("text", "code_inline"):
            text += child.content
        elif child.type == "html_inline":
            assert OURS.fullmatch(child.content), child.content
            text += "\n" if child.content == "<br>" else ""
        elif child.type == "softbreak":
            text += " "
        else:
            assert child.type in ("strong_open", "strong_close", "em_open", "em_close", "link_open", "link_close")
            if child.type == "link_open":
                assert str(child.attrs["href"]).startswith("#")
    return text


def read_tables(markdown: str) -> Tables:
    """Return the body rows of all tables as a reader of Markdown sees them."""
    tables: Tables = []
    tokens = READER.parse(markdown)
    in_head = False
    for number, token in enumerate(tokens):
        in_head = token.type == "thead_open" or (in_head and token.type != "thead_close")
        if token.type == "tbody_open":
            tables.append([])
        elif token.type == "tr_open" and not in_head:
            tables[-1].append([])
        elif token.type == "td_open":
            tables[-1][-1].append(read_inline(tokens[number + 1]))
    return tables


def seen(text: str) -> str:
    """Return text as it is seen: runs of blanks are one, blanks at the ends of lines and the last newline are none."""
    return "\n".join(" ".join(line.split()) for line in text.rstrip("\n").split("\n"))


def written_line(line: Plain) -> str:
    return seen("".join(run["text"] for run in line["runs"]))


def written_tables(document: Plain) -> Iterator[list[list[str]]]:
    """Yield the body rows of all tables of a document as they were to be written; a titled group begins a table."""
    marks = {"mandatory": "■ ", "preferred": "□ ", "": ""}
    for section in document["sections"]:
        for block in section["blocks"]:
            if block["type"] == "chart":
                yield [["\n".join(map(written_line, cell)) for cell in row["cells"]] for row in block["rows"]]
            if block["type"] != "table":
                continue
            rows: list[list[str]] = []
            for group in block["groups"]:
                if group["title"] and rows:
                    yield rows
                    rows = []
                for row in group["rows"]:
                    cells = ["\n".join(text for line in cell if (text := written_line(line))) for cell in row["cells"]]
                    rows.append([marks[row["mark"]] + cells[0], *cells[1:]])
            if rows:
                yield rows


def check_tables(document: Plain, markdown: str) -> None:
    read = [[[seen(cell) for cell in row] for row in table] for table in read_tables(markdown)]
    assert read == list(written_tables(document))


def test_hostile_text_reads_back_as_written(hostile_plain: Plain) -> None:
    check_tables(hostile_plain, write_markdown(hostile_plain))


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", ["assistant", "service-70b", "minimal"])
def test_the_tables_of_the_examples_read_back(document: Callable[..., Document], name: str, language: str) -> None:
    plain = localise(document(name, language))
    check_tables(plain, write_markdown(plain))


def test_no_link_heading_list_or_html_comes_from_the_buyer(hostile_plain: Plain) -> None:
    tokens = READER.parse(write_markdown(hostile_plain))
    assert not {token.type for token in tokens} & {"html_block", "fence", "code_block", "blockquote_open", "hr"}
    titles = [read_inline(tokens[n + 1]) for n, token in enumerate(tokens) if token.type == "heading_open"]
    assert titles[0] == hostile_plain["title"]
    assert all(re.match(r"[1-9A-Z] |[A-Z][a-z -]+$", title) for title in titles[1:])
    for token in tokens:
        if token.type == "inline":
            read_inline(token)


def test_plain_words_stay_readable_in_the_source() -> None:
    for text in (
        "Ejemplo S.A., 28001 Madrid",
        "9:00 to 17:00",
        "99.5 % (a month)",
        "a/b-c_d",
        "“quoted”",
        "1.5 s",
        "+49 251 83-0",
        "-5 %",
        "=1+1",
    ):
        assert escape(text) == text or "_" in text


def test_readers_that_make_links_of_words_find_none() -> None:
    for text in ("https://x.invalid", "www.x.invalid", "a@b.example", "mailto:a@b.example", "ftp://x.invalid"):
        assert "://" not in escape(text)
        assert "@" not in escape(text)
        assert "www." not in escape(text)


def test_a_line_break_stays_in_its_cell() -> None:
    assert escape("one\ntwo\n") == "one<br>two"
    assert escape("one\n\n  three") == "one<br><br>three"


HARD = st.text(
    st.one_of(
        st.sampled_from(list("\\`*_{}[]()<>#+-.!|~$^@:&=\"' \t\n1aé中\u00a0\u2028🍷")),
        st.characters(exclude_categories=("Cc", "Cs", "Cn", "Co")),
    ),
    min_size=1,
    max_size=40,
)


@given(HARD)
@example("www.a.b")
@example("1. a\n- b\n+ c\n= d\n> e")
@example("    code")
@example("\\|")
@example("***")
@example("[a]: http://b")
@example("&#124;")
@example("~~~\n```\n---\n===")
@example("a  \nb")
@example("<!-- -->\n<?x?>")
def test_escaped_text_reads_back_in_every_place(text: str) -> None:
    if not text.strip():
        return
    escaped = escape(text)
    assert "\n" not in escaped
    wanted = seen(text).strip("\n")
    paragraph = READER.parse(f"before\n\n{escaped.strip()}\n\nafter")
    assert [token.type for token in paragraph].count("paragraph_open") == 3
    assert seen(read_inline(paragraph[4])).strip("\n") == wanted
    heading = READER.parse(f"# {escaped}")
    assert heading[0].type == "heading_open"
    assert seen(read_inline(heading[1])).strip("\n") == wanted
    (((cell, other),),) = read_tables(f"| a | b |\n| --- | --- |\n| {escaped} | other |\n")
    assert (seen(cell).strip("\n"), other) == (wanted, "other")


@given(HARD)
def test_an_identifier_reads_back(text: str) -> None:
    from pliego.render.markdown import _code  # noqa: PLC0415

    if text.strip():
        (((cell,),),) = read_tables(f"| a |\n| --- |\n| {_code(text)} |\n")
        assert seen(cell).strip("\n") == seen(text).strip("\n")


def test_a_section_alone(hostile_plain: Plain) -> None:
    section = hostile_plain["sections"][0]
    assert write_markdown_section(section).startswith('<a id="answer"></a>\n\n## 1 How to answer\n')


def test_every_link_of_the_contents_leads_somewhere(document: Callable[..., Document]) -> None:
    text = write_markdown(localise(document("assistant")))
    targets = re.findall(r"\]\(#([^)]+)\)", text)
    anchors = re.findall(r'<a id="([^"]+)"></a>', text)
    assert targets
    assert set(targets) <= set(anchors)
    assert len(anchors) == len(set(anchors))
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
