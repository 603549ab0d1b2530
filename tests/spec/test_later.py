from pliego.spec.later import is_section, is_value


def test_what_comes_later_is_known_by_name() -> None:
    assert is_section("pilot")
    assert not is_section("backup")
    assert is_value("kind", "embedding")
    assert is_value("mode", "fine_tuning")
    assert not is_value("kind", "text-generation")
    assert not is_value("status", "batch")
