"""The number formats that a spec can name: the rows of the catalog, of which a test holds them to be all."""

from typing import Literal, TypeAlias

WeightFormatName: TypeAlias = Literal[
    "bf16", "fp16", "fp32", "fp8", "fp8-block", "int8-w8a8", "int8-gptq", "int8-bnb", "int4-awq",
    "int4-awq-g64", "int4-awq-g32", "int4-gptq", "int4-gptq-g64", "int4-gptq-g32", "int4-w4a16", "int4",
    "nf4-bnb-single", "nf4-bnb", "fp4-bnb", "mxfp4", "mxfp8", "nvfp4", "gguf-f16", "gguf-bf16", "gguf-q8_0",
    "gguf-q6_k", "gguf-q6_k_l", "gguf-q5_k_m", "gguf-q5_k_l", "gguf-q5_k_s", "gguf-q4_k_m", "gguf-q4_k_l",
    "gguf-q4_k_s", "gguf-q3_k_l", "gguf-q3_k_m", "gguf-q3_k_s", "gguf-q2_k", "gguf-q2_k_s", "gguf-q4_0",
    "gguf-q4_1", "gguf-q5_0", "gguf-q5_1", "gguf-iq4_xs", "gguf-iq4_nl", "gguf-iq3_m", "gguf-iq3_s",
    "gguf-iq3_xs", "gguf-iq3_xxs", "gguf-iq2_m", "gguf-iq2_s", "gguf-iq2_xs", "gguf-iq2_xxs", "gguf-iq1_m",
    "gguf-iq1_s", "gguf-mxfp4", "gguf-iq2_k", "gguf-iq2_k_r4", "gguf-iq3_k", "gguf-iq3_k_r4", "gguf-iq4_k",
    "gguf-iq4_k_r4", "gguf-iq5_k", "gguf-iq5_k_r4", "gguf-iq6_k", "gguf-iq6_k_r4", "gguf-iq4_ks",
    "gguf-iq4_ks_r4", "gguf-iq5_ks", "gguf-iq5_ks_r4", "gguf-iq2_ks", "gguf-iq2_ks_r4", "gguf-iq3_ks",
    "gguf-iq3_ks_r4", "gguf-ud-q2_k", "gguf-ud-q3_k", "gguf-ud-q4_k", "gguf-ud-q5_k", "gguf-ud-q6_k",
]  # fmt: skip
"""Formats of weights. Types of GGUF files begin with `gguf-`; `int4` is 4 bits alone, a floor and no real file."""

CacheFormatName: TypeAlias = Literal[
    "bf16", "fp16", "fp32", "fp8", "q8_0", "q5_1", "q5_0", "q4_1", "q4_0", "iq4_nl",
]  # fmt: skip
"""Formats of cached keys and values."""
