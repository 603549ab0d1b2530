"""Layers that predict further tokens, as far as a configuration describes them."""

from dataclasses import replace

from pliego.catalog.architecture import Architecture, Layer, Prediction, Tensors
from pliego.catalog.fields import Fields

_NUMBERS = (
    "num_nextn_predict_layers",
    "mtp_num_hidden_layers",
    "num_mtp_modules",
    "num_mtp_layers",
    "num_hidden_mtp_layers",
    "mtp_num_layers",
)
_MOST = 100


def predicted(fields: Fields, architecture: Architecture, block: tuple[Layer, ...] = ()) -> Architecture:
    """Add the layers: each is `block`, or built as the last decoder layer, behind a matrix over state and embedding.

    Checked against published checkpoints: Qwen3-Next and Qwen3.8 store exactly these parameters; DeepSeek and
    GLM store copies of embedding and head beside them, which engines share with the model.
    """
    fields.ignore(
        "use_mtp", "mtp_use_dedicated_embeddings", "mtp_transformer_layers", "index_share_for_mtp_iteration", *_NUMBERS
    )
    stated = (fields.size(name, 0, least=0, largest=_MOST) for name in _NUMBERS)
    number = next((one for one in stated if one), 0)
    if not number:
        return architecture
    hidden = architecture.hidden
    tensors = (
        Tensors("other", "linear", (hidden, 2 * hidden), number),
        Tensors("norms", "norm", (hidden,), 3 * number),
    )
    layers = (block or architecture.layers[-1:]) * number
    return replace(architecture, prediction=Prediction(number, layers, tensors))
