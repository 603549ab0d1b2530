import os
import threading
from pathlib import Path

import pytest

from pliego.atomic import InputLostError, OutputError, check_outputs, write_all_atomically, write_atomically
from pliego.stopping import UNFINISHED


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


def test_a_full_disk_leaves_all_old_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = {tmp_path / name: b"new" for name in ("a", "b", "c")}
    for path in wanted:
        path.write_bytes(b"old")
    sync, synced = os.fsync, []

    def full_at_the_second(handle: int) -> None:
        synced.append(handle)
        if len(synced) > 1:
            raise OSError(28, "No space left on device")
        sync(handle)

    monkeypatch.setattr(os, "fsync", full_at_the_second)
    with pytest.raises(OutputError, match="no space left on device") as caught:
        write_all_atomically(wanted)
    assert caught.value.path == tmp_path / "b"
    assert {path.read_bytes() for path in wanted} == {b"old"}
    assert sorted(names(tmp_path)) == ["a", "b", "c"]


def test_a_folder_in_the_place_of_the_last_file_leaves_the_first(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    with pytest.raises(OutputError, match="it is a directory"):
        write_all_atomically({tmp_path / "a": b"new", tmp_path / "b": b"new"})
    assert names(tmp_path) == ["b"]


def test_a_link_stays_and_its_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real/a")
    (tmp_path / "dangling").symlink_to("real/b")
    write_all_atomically({tmp_path / "link": b"1", tmp_path / "dangling": b"2"})
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "dangling").is_symlink()
    assert (tmp_path / "real" / "a").read_bytes() == b"1"
    assert (tmp_path / "real" / "b").read_bytes() == b"2"


def test_links_that_lead_in_a_circle_are_a_fault_of_output(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(OutputError, match="symbolic links"):
        write_atomically(tmp_path / "a", b"new")
    assert (tmp_path / "a").is_symlink()


def test_a_pipe_is_written_into_and_stays_one(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_atomically(pipe, b"content")
    reader.join()
    assert read == [b"content"]
    assert pipe.is_fifo()


def test_a_device_is_written_into_and_stays_one(tmp_path: Path) -> None:
    device = tmp_path / "null"
    device.symlink_to("/dev/null")
    write_atomically(device, b"content")
    assert device.is_char_device()
    assert names(tmp_path) == ["null"]


@pytest.mark.parametrize("name", ["a.yaml", "sub/../a.yaml", "link", "other", "sub/deep/../../a.yaml"])
def test_what_a_file_is_made_from_is_not_replaced(tmp_path: Path, name: str) -> None:
    spec = tmp_path / "a.yaml"
    spec.write_bytes(b"spec")
    (tmp_path / "sub" / "deep").mkdir(parents=True)
    (tmp_path / "link").symlink_to("a.yaml")
    (tmp_path / "other").hardlink_to(spec)
    before = sorted(names(tmp_path))
    with pytest.raises(InputLostError, match="its content is made from") as caught:
        write_all_atomically({tmp_path / "b": b"new", tmp_path / name: b"new"}, [spec])
    assert (caught.value.path, caught.value.origin) == (tmp_path / name, spec)
    assert spec.read_bytes() == b"spec"
    assert sorted(names(tmp_path)) == before


def test_nothing_is_written_into_a_folder_that_the_content_is_made_from(tmp_path: Path) -> None:
    (tmp_path / "schemas").mkdir()
    (tmp_path / "link").symlink_to("schemas")
    for name in ("schemas/a", "schemas/new/a", "link/a"):
        with pytest.raises(InputLostError):
            write_all_atomically({tmp_path / name: b"new"}, [tmp_path / "schemas"])
    assert names(tmp_path / "schemas") == []
    write_all_atomically({tmp_path / "schemas-of-mine": b"new"}, [tmp_path / "schemas"])


def test_an_origin_that_is_gone_or_no_file_stands_in_no_way(tmp_path: Path) -> None:
    write_all_atomically({tmp_path / "a": b"new"}, [tmp_path / "gone", Path("\0"), Path("/dev/null")])
    check_outputs([Path("/dev/null")], [Path("/dev/null")])


def test_two_outputs_are_not_one_file(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    with pytest.raises(OutputError, match="it is the same file as"):
        write_all_atomically({tmp_path / "b": b"1", tmp_path / "a": b"2"})
    assert names(tmp_path) == ["a"]
    check_outputs([Path("/dev/null"), Path("/dev/null")], [])


def test_no_new_folder_stays_after_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OutputError):
        write_atomically(tmp_path / "new" / "deep" / "a", b"new")
    assert names(tmp_path) == []
    assert UNFINISHED == []


def test_a_file_in_the_place_of_a_folder_stays(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"mine")
    with pytest.raises(OutputError, match="not a directory"):
        write_atomically(tmp_path / "a" / "b" / "c", b"new")
    assert (tmp_path / "a").read_bytes() == b"mine"


def test_a_link_to_nowhere_is_told_of_and_no_folder_made(tmp_path: Path) -> None:
    (tmp_path / "file").symlink_to("gone/b")
    (tmp_path / "folder").symlink_to("gone")
    for name in ("file", "folder/a", "folder/deep/a"):
        with pytest.raises(OutputError, match=r"is a link to .*gone.*, which does not exist"):
            write_atomically(tmp_path / name, b"new")
    assert sorted(names(tmp_path)) == ["file", "folder"]


@pytest.mark.parametrize("name", ["a\0b", "a\ud800b"])
def test_what_is_no_path_is_a_fault_of_output(tmp_path: Path, name: str) -> None:
    with pytest.raises(OutputError, match="this is no path"):
        write_atomically(tmp_path / name, b"new")
