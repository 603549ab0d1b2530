from typing import get_args

from pliego.catalog import load_catalog
from pliego.spec.number_formats import CacheFormatName, WeightFormatName


def test_a_spec_can_name_the_formats_of_the_catalog_and_no_others() -> None:
    formats = load_catalog().number_formats
    assert [one.id for one in formats if one.weights] == list(get_args(WeightFormatName))
    assert [one.id for one in formats if one.bits_per_cache_value] == list(get_args(CacheFormatName))
