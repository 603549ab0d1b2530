"""The keys of terms and of their inputs, in one place. They are stable: documents and tests refer to them.

A term's figure is for one copy of the model in one memory space, except in a `Split`, an `Alternative` and a
`LayoutCheck`, where it is for the fullest accelerator.
"""

from typing import Final

TERMS: Final[dict[str, str]] = {
    "parameters": "N: parameters that the engine loads",
    "weights": "W: bytes of the weights",
    "weights_floor": "W: bytes of bare weights, which every real file exceeds",
    "adapters": "W_a: bytes of the slots for adapters",
    "draft_weights": "W_d: bytes of the weights of what drafts",
    "draft_cache_per_token": "k_d: bytes of KV cache for one token in the layers that draft",
    "kv_cache_per_token": "k: bytes of KV cache for one token of one sequence",
    "kv_cache_per_sequence": "z: bytes that a sequence takes beside its tokens: half a block, windows, states",
    "kv_cache_step": "p: bytes that the tokens of one step take beyond a window",
    "kv_cache_request_typical": "KV cache of a request of median input and output",
    "kv_cache_request_p95": "KV cache of a request of 95th percentile input and output",
    "kv_cache_request_max": "KV cache of the longest request",
    "concurrency_peak": "n: sequences in flight at the peak, as stated or by Little's law",
    "request_rate": "λ: requests a second at the peak, as stated or by Little's law",
    "tokens_per_sequence": "m: mean tokens that a sequence in flight holds",
    "tokens_deviation": "s: standard deviation of these tokens",
    "tokens_mean": "tokens held on average with all sequences of the peak in flight",
    "tokens_most": "tokens held if all sequences of the peak were at their maximum",
    "tokens_peak": "T: tokens held at the peak, 99th percentile",
    "kv_cache_peak": "K: bytes of KV cache at the peak",
    "activation_peak": "A: larger of the forward pass and the sampler in one step",
    "captured_graphs": "G: captured graphs",
    "runtime_outside": "R: driver context and libraries outside the framework's allocator",
    "runtime_overhead": "O: stands for A, G and R where the engine release is not known",
    "needed": "S: needed at the peak",
    "margin": "M: operating margin",
    "plan": "P: to plan with",
    "inside_budget": "I: what the engine counts against its share of the memory",
    "beside_pool": "J: what is loaded beside the pool, of engines whose share is one of the free memory",
    "visible_needed": "Q: memory that the engine must see where its share is limited, instead of P",
    "driver_reserve": "r: bytes that the driver reports and no engine sees",
    "driver_total": "D: memory that the driver of a sufficient accelerator reports",
}

INPUTS: Final[tuple[str, ...]] = (
    "embedding_parameters", "attention_parameters", "feed_forward_parameters", "norm_parameters",
    "head_parameters", "stated_parameters", "linear_parameters", "other_parameters", "bits_per_weight",
    "bits_of_other_values", "layers", "kv_heads", "head_dim", "bytes_per_cache_value", "input_typical",
    "input_p95", "input_max", "output_typical", "output_p95", "output_max", "stated_concurrency",
    "stated_rate", "first_token_limit", "per_token_limit", "mean_output", "mean_input", "output_moment_2",
    "output_moment_3", "input_moment_2", "longest_request", "longest_sequence", "tokens_in_step", "sequences_in_step",
    "intermediate", "hidden", "vocabulary", "tensor_parallel", "sampler_bytes", "non_torch", "driver_context",
    "value_dim", "latent_rank", "rope_dim", "compression", "index_bytes", "bytes_of_layers", "block_tokens",
    "block_bytes", "whole_groups", "blocks_beside", "window_bytes", "state_bytes", "tower_parameters", "layer_columns",
    "forward_hidden", "sampler_hidden_bytes", "expert_workspace", "handed_on", "encoder_peak",
    "file_bytes", "share_held", "blocks_of_step",
    "cells_each", "host_embedding", "adapter_slots", "adapter_rank", "adapted_widths", "draft_join",
    "measured", "margin_share", "memory_utilization", "copies",
)  # fmt: skip
"""Keys of inputs. An input that is itself a term has that term's key."""
