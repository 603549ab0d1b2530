import os
from pathlib import Path

import pytest

from pliego.atomic import OutputError, write_atomically


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def test_a_file_appears_whole_in_a_folder_that_is_made(tmp_path: Path) -> None:
    write_atomically(tmp_path / "new" / "a.txt", b"content")
    assert (tmp_path / "new" / "a.txt").read_bytes() == b"content"
    assert names(tmp_path / "new") == ["a.txt"]


def test_access_rights_are_the_usual_ones_or_those_of_before(tmp_path: Path) -> None:
    mask = os.umask(0o027)
    try:
        write_atomically(tmp_path / "a", b"1")
        (tmp_path / "b").write_bytes(b"")
        (tmp_path / "b").chmod(0o600)
        write_atomically(tmp_path / "b", b"2")
    finally:
        os.umask(mask)
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "b").stat().st_mode & 0o777 == 0o600


def test_on_a_fault_the_old_file_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OutputError, match="no space left on device") as caught:
        write_atomically(path, b"new")
    assert caught.value.path == path
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["a"]


def test_a_folder_in_the_way_is_a_fault_of_output(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with pytest.raises(OutputError, match="cannot be written"):
        write_atomically(tmp_path / "a", b"new")
    assert names(tmp_path) == ["a"]
