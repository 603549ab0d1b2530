import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pliego.spec.ids import id_part, requirement_id


@pytest.mark.parametrize(
    ("path", "made"),
    [
        (("workloads", "assistant", "slo", "ttft_p95"), "ASSISTANT-SLO-TTFT-P95"),
        (("backup", "rpo"), "BACKUP-RPO"),
        (("data_residency", "support_access"), "DATA-RESIDENCY-SUPPORT-ACCESS"),
        (("clauses", "two.dots (a)"), "CLAUSES-TWO-DOTS-A"),
        (("clauses", "Größe ñandú Ærø"), "CLAUSES-GROSSE-NANDU-AERO"),
    ],
)
def test_an_id_comes_from_the_path(path: tuple[str, ...], made: str) -> None:
    assert requirement_id(path) == made
    assert requirement_id(path, preferred=True) == f"{made}-PREFERRED"


def test_a_name_without_a_latin_letter_has_no_part() -> None:
    assert id_part("语言") == ""


@given(st.text(max_size=30))
def test_a_part_is_plain(name: str) -> None:
    assert re.fullmatch(r"([A-Z0-9]+(-[A-Z0-9]+)*)?", id_part(name))
    assert id_part(id_part(name)) == id_part(name)
