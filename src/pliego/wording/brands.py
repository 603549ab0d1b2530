"""Makes and types in the buyer's own text, which public procurement wants with "or equivalent" (2014/24/EU, 42(4))."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from pliego.findings import Finding, SpecPath
from pliego.spec.schema_walk import Visit, visits
from pliego.spec.source import Data

_NAMES: Final = (
    "NVIDIA", "AMD", "Intel", "Instinct", "Gaudi", "Xeon", "EPYC", "Grace Hopper", "Quadro", "Tesla", "GeForce", "RTX",
    "Radeon", "Ascend", "Cerebras", "Groq", "Graphcore", "Trainium", "Inferentia", "CUDA", "ROCm", "NVLink", "NVSwitch",
    "InfiniBand", "Mellanox", "ConnectX", "DGX", "HGX", "BasePOD", "SuperPOD", "Base Command", "NIM", "Triton",
    "VMware", "vSphere", "Proxmox", "Hyper-V", "OpenShift", "Rancher", "AWS", "Amazon", "SageMaker", "Bedrock",
    "Azure", "Microsoft", "GCP", "Google Cloud", "Vertex AI", "Oracle Cloud", "IBM Cloud", "Alibaba Cloud", "OVHcloud",
    "Hetzner", "Scaleway", "CoreWeave", "Lambda Labs", "RunPod", "Nebius", "Cloudflare", "Snowflake", "Databricks",
    "Dell", "PowerEdge", "HPE", "ProLiant", "Supermicro", "Lenovo", "ThinkSystem", "Fujitsu", "Cisco", "Arista",
    "Juniper", "NetApp", "Pure Storage", "Isilon", "VAST Data", "WEKA", "Veeam", "Commvault", "Pinecone",
)  # fmt: skip
_TYPES: Final = (
    "A(?:16|30|40|100|800)X?", "B(?:100|200|300)", "H(?:20|100|200|800)", "L(?:4|40S?)", "T4", "V100", "GB[23]00",
    "MI[0-9]{2,3}[AX]?", "SXM[0-9]?", "DDR[45]", "GDDR[67]X?", "HBM[23]e?", "x86[_-]64", "TPU(?: ?v[0-9][a-z]?)?",
)  # fmt: skip
"""Words for a type: the Court of Justice treats them like a make where nothing makes them necessary (C-424/23)."""

_BRAND: Final = re.compile(rf"(?<![\w.@/-])(?:{'|'.join((*map(re.escape, _NAMES), *_TYPES))})(?![\w@])")
_EQUIVALENT: Final = re.compile(
    r"\bor (?:an? )?(?:equivalent|equal)|\bor similar with proof|\bo equivalentes?\b|\bu otr[oa]s? equivalentes?\b"
    r"|\boder (?:gleichwertig|vergleichbar)",
    re.IGNORECASE,
)
_OWN_WORDS: Final[tuple[SpecPath, ...]] = (
    ("rfq", "title"),
    ("rfq", "summary"),
    ("rfq", "lots", "*", "title"),
    ("rfq", "options", "*", "description"),
    ("workloads", "*", "task", "description"),
    ("pipelines", "*", "description"),
    ("operation", "*"),
    ("clauses", "*"),
)
"""Where buyers write sentences. A model, an engine and a reference accelerator are named elsewhere, on purpose."""


def check_brands(data: Data) -> Iterator[Finding]:
    """Warn of each text of the buyer that names makes or types without "or equivalent"."""
    for visit in visits(data):
        if isinstance(visit.value, str) and _is_own_text(visit):
            yield from _named(visit.path, visit.value)


def _is_own_text(visit: Visit) -> bool:
    if "enum" in visit.schema or "const" in visit.schema or visit.format:
        return False
    return any(_begins(pattern, visit.path) for pattern in _OWN_WORDS)


def _begins(pattern: SpecPath, path: SpecPath) -> bool:
    return len(path) >= len(pattern) and all(want in ("*", part) for want, part in zip(pattern, path, strict=False))


def _named(path: SpecPath, text: str) -> Iterator[Finding]:
    names = list(dict.fromkeys(found[0] for found in _BRAND.finditer(text)))
    if names and not _EQUIVALENT.search(text):
        hint = "say what it has to do, or add 'or equivalent' and how equivalence is shown"
        yield Finding("P520", path, {"names": _listed(names)}, hint)


def _listed(names: Iterable[str]) -> str:
    first = list(names)
    return ", ".join(first[:5]) + (f" and {len(first) - 5} more" if len(first) > 5 else "")
