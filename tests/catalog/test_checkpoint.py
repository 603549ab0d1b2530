import pytest

from pliego.catalog.checkpoint import StoredTensor, bytes_by_group, group_of


@pytest.mark.parametrize(
    ("name", "group"),
    [
        ("model.embed_tokens.weight", "embedding"),
        ("model.layers.0.self_attn.q_proj.weight", "attention"),
        ("model.layers.0.self_attn.q_norm.weight", "norms"),
        ("model.layers.0.mlp.gate.weight", "router"),
        ("model.layers.0.mlp.gate_proj.weight", "mlp"),
        ("model.layers.0.mlp.experts.7.down_proj.weight", "experts"),
        ("model.layers.0.mlp.shared_experts.up_proj.weight", "shared_experts"),
        ("model.layers.0.mlp.shared_expert_gate.weight", "router"),
        ("model.layers.0.linear_attn.in_proj_qkvz.weight", "linear_attention_or_ssm"),
        ("backbone.layers.0.mixer.in_proj.weight", "linear_attention_or_ssm"),
        ("vision_tower.encoder.layers.0.mlp.fc1.weight", "vision"),
        ("multi_modal_projector.linear_1.weight", "projector"),
        ("roberta.encoder.layer.0.output.LayerNorm.bias", "norms"),
        ("lm_head.weight", "lm_head"),
        ("blk.0.ffn_gate_exps.weight", "experts"),
        ("blk.0.ffn_gate_inp.weight", "router"),
        ("blk.0.attn_k.weight", "attention"),
        ("token_embd.weight", "embedding"),
        ("output.weight", "lm_head"),
        ("output_norm.weight", "norms"),
    ],
)
def test_a_tensor_is_counted_where_its_name_says(name: str, group: str) -> None:
    assert group_of(name) == group


def test_bytes_are_summed_by_group() -> None:
    tensors = (StoredTensor("lm_head.weight", 4, 8), StoredTensor("lm_head.bias", 2, 4), StoredTensor("x", 1, 1))
    assert dict(bytes_by_group(tensors)) == {"lm_head": 12, "other": 1}
