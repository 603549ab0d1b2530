import pytest
from click.testing import CliRunner

from pliego.cli import pliego

EMPTY = [
    ("size", "spec.yaml", "-o", ""),
    ("render", "spec.yaml", "-o", ""),
    ("schema", "-o", ""),
    ("new", ""),
    ("estimate", "a", "-o", ""),
    ("validate", ""),
    ("validate", "-", "--stdin-filename", ""),
]


@pytest.mark.parametrize("arguments", EMPTY, ids=" ".join)
def test_an_empty_name_is_wrong_usage(arguments: tuple[str, ...]) -> None:
    result = CliRunner().invoke(pliego, arguments, input="")
    assert (result.exit_code, "is empty" in result.stderr) == (2, True)
