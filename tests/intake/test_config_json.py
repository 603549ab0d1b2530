import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pliego.intake.config_json import MOST_BYTES, ConfigError, parse_config


def test_a_configuration_is_a_mapping() -> None:
    assert parse_config(b'\xef\xbb\xbf{"model_type": "llama"}') == {"model_type": "llama"}


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "line 1, column 1"),
        (b"[1]", "not a JSON object"),
        (b'{"a": 1, "a": 2}', "'a' stands twice"),
        (b'{"a": NaN}', "NaN is not a JSON number"),
        (b'{"a": "\xff"}', "byte 7 is not UTF-8"),
        (b'{"a": ' + b"[" * 100 + b"]" * 100 + b"}", "nested too deeply"),
        (b'{"a": ' + b"[" * 100_000, "nested too deeply"),
        (b'{"a": ' + b"9" * 10_000 + b"}", "a number is too long"),
        (b" " * (MOST_BYTES + 1), "larger than 5000000 bytes"),
    ],
)
def test_anything_else_is_refused_with_its_reason(content: bytes, reason: str) -> None:
    with pytest.raises(ConfigError, match=reason.replace("(", r"\(")):
        parse_config(content)


@given(st.binary(max_size=200))
def test_any_bytes_give_a_mapping_or_a_reason(content: bytes) -> None:
    try:
        value: object = parse_config(content)
    except ConfigError as fault:
        value = {"reason": str(fault)}
    assert isinstance(value, dict)


@given(st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5) | st.none(), max_size=5))
def test_what_json_writes_is_read(value: dict[str, object]) -> None:
    assert parse_config(json.dumps(value).encode()) == value


def test_a_number_that_no_double_holds_is_refused() -> None:
    for text in (b'{"factor": 1e999}', b'{"factor": -1e999}'):
        with pytest.raises(ConfigError, match="too large a number"):
            parse_config(text)
