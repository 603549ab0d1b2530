"""Makes and types in the buyer's own text, which public procurement wants with "or equivalent" (2014/24/EU, 42(4))."""

import re
from collections.abc import Iterator
from typing import Final

from pliego.findings import Finding, SpecPath
from pliego.spec.source import Data
from pliego.wording.own_texts import own_texts

_NAMES: Final = (
    "NVIDIA", "AMD", "Intel", "Instinct", "Gaudi", "Xeon", "EPYC", "Grace Hopper", "Quadro", "Tesla", "GeForce", "RTX",
    "Radeon", "Ascend", "Cerebras", "Groq", "Graphcore", "Trainium", "Inferentia", "CUDA", "ROCm", "NVLink", "NVSwitch",
    "InfiniBand", "Mellanox", "ConnectX", "DGX", "HGX", "BasePOD", "SuperPOD", "Base Command", "NIM", "Triton",
    "VMware", "vSphere", "Proxmox", "Hyper-V", "OpenShift", "Rancher", "AWS", "Amazon", "SageMaker", "Bedrock",
    "Azure", "Microsoft", "GCP", "Google Cloud", "Vertex AI", "Oracle Cloud", "IBM Cloud", "Alibaba Cloud", "OVHcloud",
    "Hetzner", "Scaleway", "CoreWeave", "Lambda Labs", "RunPod", "Nebius", "Cloudflare", "Snowflake", "Databricks",
    "Dell", "PowerEdge", "HPE", "ProLiant", "Supermicro", "Lenovo", "ThinkSystem", "Fujitsu", "Cisco", "Arista",
    "Juniper", "NetApp", "Pure Storage", "Isilon", "VAST Data", "VAST", "DDN", "EXAScaler", "Qumulo", "WEKA", "Veeam",
    "Commvault", "Pinecone", "Blackwell", "Hopper", "Ada Lovelace", "BlueField", "Quantum-2", "Quantum-X800",
    "Spectrum-X", "Slingshot", "Omni-Path", "Broadcom", "Huawei", "Run:ai", "Red Hat",
)  # fmt: skip
_TYPES: Final = (
    "A(?:16|30|40|100|800)X?", "B(?:100|200|300)", "H(?:20|100|200|800)", "L(?:4|40S?)", "T4", "V100", "GB[23]00",
    "GH200", "NVL[0-9]{1,3}", "MI[0-9]{2,3}[AX]?", "SXM[0-9]?", "DDR[45]", "GDDR[67]X?", "HBM[23]e?", "x86[_-]64",
    "TPU(?: ?v[0-9][a-z]?)?",
)  # fmt: skip
"""Words for a type: the Court of Justice treats them like a make where nothing makes them necessary (C-424/23)."""

_BRAND: Final = re.compile(rf"(?<![\w.@/-])(?:{'|'.join((*map(re.escape, _NAMES), *_TYPES))})(?![\w@])")
_EQUIVALENT: Final = re.compile(
    r"\bor (?:an? )?(?:equivalent|equal)|\bor similar with proof|\bo equivalentes?\b|\bu otr[oa]s? equivalentes?\b"
    r"|\boder (?:gleichwertig|vergleichbar)",
    re.IGNORECASE,
)
_STANDARD: Final = re.compile(
    r"(?<!\w)(?:(?:DIN |UNE[- ])?(?:EN )?(?:ISO|EN)(?:/IEC)?|IEC|DIN|UNE|ETSI EN|IEEE|NIST(?: SP)?|ANSI(?:/\w+)?|BS"
    r"|ISAE|SOC|FIPS)[ -]?[0-9][\w.:-]*\b|(?<!\w)(?:PCI DSS|TISAX|BSI C5)(?!\w)"
)
_ON_PURPOSE: Final[tuple[SpecPath, ...]] = (
    ("rfq", "id"),
    ("rfq", "version"),
    ("rfq", "buyer"),
    ("workloads", "*", "model"),
    ("workloads", "*", "rights"),
    ("workloads", "*", "precision"),
    ("hardware", "reference"),
    ("operation", "versions"),
    ("operation", "certificates"),
    ("internal",),
)
"""Where names belong: parties, models and engines; and where the document itself adds that equivalents are admitted."""


def check_brands(data: Data) -> Iterator[Finding]:
    """Find each text of the buyer that names makes, types or standards without "or equivalent".

    A make or type in a mandatory requirement shuts out bidders, and is an error; elsewhere it is a warning.
    """
    for text in own_texts(data):
        if any(_begins(pattern, text.path) for pattern in _ON_PURPOSE) or _EQUIVALENT.search(text.words):
            continue
        if names := _found(_BRAND, text.words):
            code = "P521" if text.level == "mandatory" else "P520"
            hint = "say what it has to do, or add 'or equivalent' and how equivalence is shown"
            yield Finding(code, text.path, {"names": names}, hint, at_key=text.at_key)
        if text.level and (standards := _found(_STANDARD, text.words)):
            hint = "add 'or equivalent'"
            yield Finding("P522", text.path, {"names": standards}, hint, at_key=text.at_key)


def _begins(pattern: SpecPath, path: SpecPath) -> bool:
    return len(path) >= len(pattern) and all(want in ("*", part) for want, part in zip(pattern, path, strict=False))


def _found(pattern: re.Pattern[str], text: str) -> str:
    """Return the names that a pattern finds, each once, as a list in words."""
    first = list(dict.fromkeys(found[0] for found in pattern.finditer(text)))
    return ", ".join(first[:5]) + (f" and {len(first) - 5} more" if len(first) > 5 else "")
