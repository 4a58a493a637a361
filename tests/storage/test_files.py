"""State of the disk before a name leads to a file."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gec_attribution.errors import OutputError
from gec_attribution.storage import files
from gec_attribution.storage.files import check_output, write_atomically


@pytest.fixture
def events(monkeypatch, tmp_path):
    """Writes and moves of files, in this order, by their place."""
    happened = []
    fsync, replace = os.fsync, Path.replace

    def place(path):
        relative = Path(path).relative_to(tmp_path)
        return (
            "/".join("new" if ".partial-" in part else part for part in relative.parts)
            or "."
        )

    def record_fsync(handle):
        happened.append(f"sync {place(Path(f'/proc/self/fd/{handle}').readlink())}")
        fsync(handle)

    def record_replace(path, target):
        happened.append(f"move {place(target)}")
        return replace(path, target)

    monkeypatch.setattr(files.os, "fsync", record_fsync)
    monkeypatch.setattr(Path, "replace", record_replace)
    return happened


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


def write(path, text="new"):
    with write_atomically(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


def test_links_are_followed_and_stay(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    target = tmp_path / "elsewhere" / "target"
    (tmp_path / "link").symlink_to(target)
    for text in ("first", "second"):
        write(tmp_path / "link", text)
        assert target.read_text(encoding="utf-8") == text
    assert (tmp_path / "link").is_symlink()
    assert list(target.parent.iterdir()) == [target]


def test_what_is_no_regular_file_is_written_to_and_stays(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write(pipe)
    assert os.read(reader, 10) == b"new"
    os.close(reader)
    assert pipe.is_fifo()
    null = tmp_path / "null"
    null.symlink_to(os.devnull)
    write(null)
    assert null.is_char_device()
    (tmp_path / "full").symlink_to("/dev/full")
    with pytest.raises(
        OutputError, match="full: cannot be written: No space left on device"
    ):
        write(tmp_path / "full")
    assert (tmp_path / "full").is_char_device()


def test_the_file_behind_standard_output_is_added_to(tmp_path):
    code = "from gec_attribution.storage.files import write_atomically as w\nprint(1, flush=True)\n"
    code += "with w('/dev/stdout') as file: file.write_text('2\\n')\nprint(3)"
    path = tmp_path / "output"
    path.write_text("0\n", encoding="utf-8")
    with path.open("a", encoding="utf-8") as output:
        subprocess.run([sys.executable, "-c", code], stdout=output, check=True)
    assert path.read_text(encoding="utf-8") == "0\n1\n2\n3\n"


def test_a_name_that_no_file_can_have_is_named(tmp_path):
    with pytest.raises(
        OutputError, match="cannot be written: File name too long; give it a"
    ):
        write(tmp_path / ("x" * 256))
    with pytest.raises(OutputError, match="File name too long"):
        check_output(tmp_path / ("x" * 256), [])
    write(tmp_path / ("x" * 255))
    check_output(tmp_path / "new" / "folder" / "x", [])


@pytest.mark.parametrize(
    "name", ["sources.txt", "link", "hard", "folder/../sources.txt"]
)
def test_a_file_that_is_read_is_not_written(tmp_path, name):
    sources = tmp_path / "sources.txt"
    sources.write_text("He go .", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(sources)
    (tmp_path / "hard").hardlink_to(sources)
    check_output(tmp_path / "page.html", [sources])
    with pytest.raises(
        OutputError, match=r"is also read, as .*sources\.txt; name another file"
    ):
        check_output(tmp_path / name, [tmp_path / "not there", sources])


def test_a_folder_that_has_the_name_of_a_file_is_named_and_kept(tmp_path):
    (tmp_path / "index" / "within").mkdir(parents=True)
    with (
        pytest.raises(
            OutputError, match=r"index: cannot be written: it is a folder; remove it"
        ),
        write_atomically(tmp_path / "index") as temporary,
    ):
        temporary.write_text("x")
    assert [path.name for path in tmp_path.iterdir()] == ["index"]
    assert (tmp_path / "index" / "within").is_dir()
