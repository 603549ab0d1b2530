import pytest

from pliego.spec.yaml_reading import read_yaml


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        (
            "rfq:\n  id: X\n   title: Y\n",
            "the indentation does not fit: 'title' stands deeper than 'id' above it, which has a value already",
            "indent it by 2 spaces",
        ),
        (
            "rfq:\n   id: x\n  title: y\n",
            "the indentation does not fit: 2 spaces before 'title', and no line above it begins there",
            "indent it by 3 spaces",
        ),
        (
            "a: b: c",
            "this is not YAML: a second colon stands in an unquoted value",
            "put the value in quotes, or begin a new line",
        ),
        (
            "a: *b",
            "the anchors and aliases do not fit: *b has no anchor before it",
            "write &b before the value that it stands for",
        ),
        (
            "%YAML 9.9\n---\na: 1",
            "this is not YAML: the line %YAML names a version that is not read",
            "remove the line",
        ),
        ("...", "this is not YAML: a value is wanted here", "write 'key: value'"),
        (
            'a: "\\uD83C\\uDF77"',
            "this is not YAML: the escape stands for no character",
            "write the sign itself in place of the escape",
        ),
        ("a: `x`", "this is not YAML: a value cannot begin with '`'", "put the text in quotes"),
        (
            "a: 1\n---\nb: 2",
            "a second document begins here; a file holds one spec",
            "remove what follows, or put it into a file of its own",
        ),
        ("rfq\nid: x", "this is not YAML: 'rfq' above is no key and no value", "write 'key: value' there"),
    ],
)
def test_the_parser_s_words_are_told_as_cause_and_remedy(text: str, message: str, hint: str) -> None:
    _, (finding,) = read_yaml("spec.yaml", text)
    assert (finding.message, finding.hint) == (message, hint)
