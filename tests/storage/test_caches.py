"""The library keeps nothing in the folder it is called in."""

import os
from pathlib import Path

import pytest

from gec_attribution.storage.caches import cache_folder, content_of
from gec_attribution.storage.files import sha256_of_file


@pytest.mark.parametrize(
    ("environment", "folder"),
    [
        ({"GEC_CACHE": "kept"}, Path("kept")),
        ({"GEC_CACHE": "kept", "XDG_CACHE_HOME": "/c"}, Path("kept")),
        ({"XDG_CACHE_HOME": "/c"}, Path("/c/gec-attribution")),
        ({}, Path("/h/.cache/gec-attribution")),
    ],
)
def test_the_folder_is_the_one_that_is_named_or_the_users(
    monkeypatch, environment, folder
):
    for name in ("GEC_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/h", **environment}.items():
        monkeypatch.setenv(name, value)
    assert cache_folder() == folder


def test_a_file_is_read_once_and_again_when_it_is_exchanged_for_an_older_one(
    monkeypatch, tmp_path
):
    monkeypatch.setenv("GEC_CACHE", str(tmp_path / "cache"))
    file, other = tmp_path / "weights", tmp_path / "other"
    file.write_bytes(bytes(2**20))
    other.write_bytes(b"\1" * 2**20)
    os.utime(other, ns=(0, file.stat().st_mtime_ns))
    first = content_of(file)
    assert first == sha256_of_file(file)
    with monkeypatch.context() as without:
        without.setattr("gec_attribution.storage.caches.sha256_of_file", None)
        assert content_of(file) == first
    other.replace(file)
    assert content_of(file) == sha256_of_file(file) != first
