"""The JSON files for other tools."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pliego import __version__
from pliego.document.model import Document, UserText
from pliego.findings import Finding
from pliego.render.json_files import RFQ_FORMAT, SIZING_FORMAT, plain, write_json
from pliego.requirements.model import LevelName
from pliego.resources import schema_file
from pliego.spec.sections.procedure import Contact
from pliego.units import UNITS, Quantity
from pliego.workflow.composition import Composition


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        (True, True),
        (3, 3),
        (0.1 + 0.2, 0.3),
        (2.0, 2),
        (1e300, 1e300),
        ("kr\v", "kr\v"),
        (LevelName.MANDATORY, "mandatory"),
        (Quantity(Decimal("1.50"), UNITS["s"]), {"value": "1.50", "unit": "s"}),
        (Decimal("1.50"), "1.50"),
        (date(2027, 1, 9), "2027-01-09"),
        ((1, ("a",)), [1, ["a"]]),
        ({1: [2]}, {"1": [2]}),
        (
            UserText("a", ("rfq", "title")),
            {"is": "UserText", "text": "a", "path": "rfq.title", "language": None},
        ),
        (Contact(name="a", email="a@example.com"), {"name": "a", "email": "a@example.com", "phone": None}),
    ],
)
def test_values_as_json(value: object, expected: object) -> None:
    assert plain(value) == expected


def test_a_finding_carries_its_message() -> None:
    found = plain(Finding("P510", ("rfq", "id"), {"characters": "U+4E2D"}))
    assert found == {
        "code": "P510",
        "severity": "warning",
        "path": "rfq.id",
        "message": "the fonts of the PDF lack U+4E2D",
    }


def test_what_has_no_form_is_refused() -> None:
    with pytest.raises(TypeError, match="no JSON form for object"):
        plain(object())

    @dataclass(frozen=True)
    class Own:
        number: complex

    with pytest.raises(TypeError, match="complex"):
        plain(Own(1j))


def test_a_file_names_its_format_and_its_maker() -> None:
    text = write_json("x/v1", part=[1])
    assert text.endswith("}\n")
    assert json.loads(text) == {"format": "x/v1", "generator": f"pliego {__version__}", "part": [1]}


def rfq_json(composition: Composition, document: Document) -> Any:
    return json.loads(write_json(RFQ_FORMAT, requirements=composition.requirements, document=document))


@pytest.mark.parametrize("name", ["assistant", "service-70b", "minimal"])
def test_the_examples_fit_the_schema(
    example: Callable[[str], Composition], document: Callable[..., Document], name: str
) -> None:
    schema = json.loads(schema_file("rfq.v1.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    faults = list(Draft202012Validator(schema).iter_errors(rfq_json(example(name), document(name))))
    assert [f"{fault.json_path}: {fault.message[:200]}" for fault in faults[:3]] == []


def test_hostile_text_fits_the_schema_and_the_house_keeps_what_is_internal(
    hostile: Document, composed: Callable[..., Composition], hostile_file: Any
) -> None:
    schema = json.loads(schema_file("rfq.v1.schema.json").read_text(encoding="utf-8"))
    written = rfq_json(composed(hostile_file), hostile)
    Draft202012Validator(schema).validate(written)
    text = json.dumps(written, ensure_ascii=False)
    assert "SECRET" not in text
    assert written["document"]["title"]["text"].startswith("A|B <b>x</b> &")


def test_the_schema_refuses_what_is_no_request(
    example: Callable[[str], Composition], document: Callable[..., Document]
) -> None:
    schema = json.loads(schema_file("rfq.v1.schema.json").read_text(encoding="utf-8"))
    changes: list[dict[str, object]] = [{"format": "x"}, {"more": 1}, {"requirements": [{}]}, {"document": None}]
    for change in changes:
        wrong = {**rfq_json(example("minimal"), document("minimal")), **change}
        assert not Draft202012Validator(schema).is_valid(wrong)


def test_the_figures_of_the_sizing_are_those_of_the_document(
    example: Callable[[str], Composition], document: Callable[..., Document]
) -> None:
    composition = example("assistant")
    written = json.loads(write_json(SIZING_FORMAT, sizing=composition.sizing))
    terms = {term["key"]: term for term in written["sizing"]["workloads"][0]["terms"]}
    (plan,) = [
        line.content.params["plan"].value
        for section in document("assistant").sections
        for block in section.blocks
        for group in getattr(block, "groups", ())
        for row in group.rows
        if row.anchor == "ASSISTANT-HARDWARE-MEMORY"
        for line in row.cells[1]
    ]
    assert terms["plan"]["value"] / 2**30 == pytest.approx(plan)
    memory = next(one for one in composition.requirements if one.kind == "hardware_memory")
    stated = [alternative["driver_total"]["value"] for alternative in written["sizing"]["workloads"][0]["alternatives"]]
    assert [one.driver_total for one in memory.threshold.value] == pytest.approx(stated, abs=0.1 * 2**30)  # type: ignore[union-attr]
