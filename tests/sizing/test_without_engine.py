"""Work that no measured method sizes: weights where they are known, and what is missing by name."""

from collections.abc import Callable

from pliego.units import GIB
from pliego.workflow.composition import Composition

Example = Callable[[str], Composition]


def test_an_image_model_has_the_weights_of_all_its_parts(example: Example) -> None:
    """FLUX.1-schnell: 16.9 billion parameters in transformer, two text encoders and the decoder."""
    (sized,) = example("image-service").sizing.workloads
    weights = sized.term("weights")
    assert weights is not None
    assert weights.value / GIB == 16_860_369_379 * 2 / GIB
    assert [source.key for source in weights.sources] == ["catalog"]
    assert [(one.figure, one.reason) for one in sized.missing] == [("working_memory", "no_method")]
    assert not sized.alternatives


def test_a_training_is_not_sized_as_serving(example: Example) -> None:
    (sized,) = example("qlora-adaptation").sizing.workloads
    assert {term.key for term in sized.terms} == {"parameters", "weights"}
    assert [(one.figure, one.reason) for one in sized.missing] == [("training_memory", "no_method")]


def test_work_without_accelerators_lacks_none(example: Example) -> None:
    assert all(one.missing == () for one in example("gradient-boosting").sizing.workloads)


def test_speech_has_its_weights_and_says_what_is_asked_of_the_pilot(example: Example) -> None:
    listening, _, speaking = example("speech-service").sizing.workloads
    assert listening.term("weights") is not None
    assert speaking.terms == ()
    assert [one.figure for one in speaking.missing] == ["weights", "weights", "working_memory"]
