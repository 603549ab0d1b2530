"""Tasks whose parts contradict each other."""

import pytest

from pliego.spec.rules import check_rules
from pliego.spec.source import Data


def told(**workload: Data) -> list[str]:
    return [finding.message for finding in check_rules({"workloads": {"one": dict(workload)}})]


def tuning(**task: Data) -> dict[str, Data]:
    return {"kind": "text-generation", "mode": "fine-tuning", **task}


def test_a_rank_is_that_of_adapters() -> None:
    assert told(task=tuning(method="lora", rank=16)) == []
    assert told(task=tuning(method="full", rank=16)) == ["'rank' stands beside method 'full', which trains all weights"]
    assert "without the rank" in told(task=tuning(method="qlora"))[0]


@pytest.mark.parametrize(("pixels", "fine"), [(1280, False), (50_175, False), (224 * 224, True), (1_048_576, True)])
def test_an_image_is_larger_than_a_postage_stamp(pixels: int, fine: bool) -> None:
    task: dict[str, Data] = {"kind": "text-generation", "mode": "online"}
    messages = told(task={**task, "images": {"per_request": 1, "max_pixels": pixels}})
    assert (messages == []) == fine


def test_1280_pixels_are_named_as_the_square_that_they_are() -> None:
    task: dict[str, Data] = {"kind": "text-generation", "mode": "online"}
    (message,) = told(task={**task, "images": {"per_request": 1, "max_pixels": 1280}})
    assert "36 x 36" in message


def index(**keys: Data) -> dict[str, Data]:
    return {"task": {"kind": "vector-search", "mode": "online"}, "index": {"vectors": 1000, "dimensions": 768, **keys}}


def test_a_graph_has_links_and_cells_have_parts() -> None:
    assert told(**index(type="hnsw", links=16)) == []
    assert "belongs to hnsw" in told(**index(type="flat", links=16))[0]
    assert told(**index(type="ivf-pq", cells=4096, subvectors=96, code_bits=8)) == []


def test_the_parts_of_product_quantisation_divide_the_vector() -> None:
    assert told(**index(type="ivf-pq", subvectors=100)) == ["100 parts do not divide 768 dimensions"]


def test_workloads_that_share_machines_exist() -> None:
    task: dict[str, Data] = {"kind": "embedding", "mode": "online"}
    data: dict[str, Data] = {"workloads": {"find": {"task": task}}, "colocate": ["find", "fnd"]}
    (finding,) = check_rules(data)
    assert (finding.code, finding.path, finding.hint) == ("P323", ("colocate", 1), "did you mean 'find'?")


def test_lots_hold_workloads_that_exist() -> None:
    lots: dict[str, Data] = {"one": {"title": "One", "workloads": ["find", "gone"]}}
    data: dict[str, Data] = {
        "rfq": {"issued": "2026-12-01", "lots": lots},
        "workloads": {"find": {"task": {"kind": "embedding", "mode": "online"}}},
    }
    (finding,) = check_rules(data)
    assert (finding.code, finding.path) == ("P323", ("rfq", "lots", "one", "workloads", 1))
