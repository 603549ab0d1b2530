"""The schema of rfq.json comes from the dataclasses that the file is written from."""

from dataclasses import fields, is_dataclass

from pliego.document import model
from pliego.requirements.model import Requirement
from pliego.resources import schema_file
from pliego.workflow.rfq_schema import FILE, rfq_schema, schema_text


def test_the_committed_file_is_current() -> None:
    assert schema_file(FILE).read_text(encoding="utf-8") == schema_text()


def test_every_shape_of_a_document_is_described() -> None:
    shapes = {name for name, one in vars(model).items() if is_dataclass(one) and one.__module__ == model.__name__}
    assert shapes <= set(rfq_schema()["$defs"])


def test_a_requirement_has_every_field() -> None:
    described = rfq_schema()["$defs"]["Requirement"]
    assert list(described["properties"]) == [field.name for field in fields(Requirement)]
    assert described["required"] == list(described["properties"])
