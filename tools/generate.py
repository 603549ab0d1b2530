"""Write anew what is generated and committed: schemas, pages of findings, keys and requirements, fonts' coverage.

A test of each fails while its file is stale.
"""

import runpy
from pathlib import Path

MODULES = ("pliego.spec.schema_generation", "pliego.workflow.rfq_schema")
SCRIPTS = ("findings_page.py", "spec_reference.py", "requirements_page.py", "font_coverage.py")

for module in MODULES:
    runpy.run_module(module, run_name="__main__")
for script in SCRIPTS:
    runpy.run_path(str(Path(__file__).with_name(script)), run_name="__main__")
