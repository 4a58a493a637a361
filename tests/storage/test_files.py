"""State of the disk before a name leads to a file."""

import os
from pathlib import Path

import pytest

from gec_attribution.errors import OutputError
from gec_attribution.storage import files
from gec_attribution.storage.files import write_atomically


@pytest.fixture
def events(monkeypatch, tmp_path):
    """Writes and moves of files, in this order, by their place."""
    happened = []
    fsync, replace = os.fsync, Path.replace

    def place(path):
        relative = Path(path).relative_to(tmp_path)
        return "/".join("new" if ".partial-" in part else part for part in relative.parts) or "."

    def record_fsync(handle):
        happened.append(f"sync {place(Path(f'/proc/self/fd/{handle}').readlink())}")
        fsync(handle)

    def record_replace(path, target):
        happened.append(f"move {place(target)}")
        return replace(path, target)

    monkeypatch.setattr(files.os, "fsync", record_fsync)
    monkeypatch.setattr(Path, "replace", record_replace)
    return happened


def test_a_file_is_on_the_disk_before_its_name_and_then_the_name(tmp_path, events):
    with write_atomically(tmp_path / "x.txt") as temporary:
        temporary.write_text("x")
    assert events == ["sync new/x.txt", "move x.txt", "sync ."]


@pytest.mark.parametrize("exists", [False, True])
def test_all_of_a_folder_is_on_the_disk_before_its_name(tmp_path, events, exists):
    if exists:
        (tmp_path / "site" / "old").mkdir(parents=True)
    with write_atomically(tmp_path / "site") as temporary:
        (temporary / "data").mkdir(parents=True)
        (temporary / "data" / "a.js").write_text("a")
        (temporary / "index.html").write_text("b")
        (temporary / "link").symlink_to("nowhere")
    moved = events.index("move site")
    assert sorted(events[:moved]) == [
        "sync new/site", "sync new/site/data", "sync new/site/data/a.js", "sync new/site/index.html"
    ]  # fmt: skip
    assert events.index("sync new/site/data/a.js") < events.index("sync new/site/data")
    assert events[moved:] == ["move site", "sync ."]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["site"]
    assert not (tmp_path / "site" / "old").exists()


def test_a_folder_that_has_the_name_of_a_file_is_named_and_kept(tmp_path):
    (tmp_path / "index" / "within").mkdir(parents=True)
    with (
        pytest.raises(OutputError, match=r"index: cannot be written: it is a folder; remove it"),
        write_atomically(tmp_path / "index") as temporary,
    ):
        temporary.write_text("x")
    assert [path.name for path in tmp_path.iterdir()] == ["index"]
    assert (tmp_path / "index" / "within").is_dir()
