"""Facts with source and date, and their types: models, formats, engines, accelerators, regions.

The facts are the JSON files below `data/`: one file for each model (named after its id, with `--` for `/`),
one for each accelerator vendor, and one each for number formats, engine releases and regions. A new fact is
a new row with `sources` and `as_of`; nothing else has to be registered. Nothing is parsed before it is
asked for.
"""

from pliego.catalog.loading import Catalog, load_catalog

__all__ = ["Catalog", "load_catalog"]
