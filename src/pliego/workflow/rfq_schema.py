"""The JSON Schema of `rfq.json`.

Run `python -m pliego.workflow.rfq_schema` after a change of requirements or document; a test fails while the
committed file is stale.
"""

import json
from typing import Any, Final

from pliego.atomic import write_atomically
from pliego.document.model import Document
from pliego.render.json_files import RFQ_FORMAT
from pliego.render.json_schema import file_schema
from pliego.requirements.model import Requirement
from pliego.resources import schema_file

FILE: Final = "rfq.v1.schema.json"


def rfq_schema() -> dict[str, Any]:
    """Return the JSON Schema of `rfq.json`."""
    return file_schema(
        FILE,
        "Request for quotation made by pliego",
        "Requirements and document value. House text is named by key; quantities keep their digits.",
        RFQ_FORMAT,
        requirements=tuple[Requirement, ...],
        document=Document,
    )


def schema_text() -> str:
    """Return the committed file's text."""
    return json.dumps(rfq_schema(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    write_atomically(schema_file(FILE), schema_text().encode())
