"""The library keeps nothing in the folder it is called in."""

from pathlib import Path

import openai
import pytest
from chat_service import running_service

from gec_attribution.metrics import load_metric
from gec_attribution.storage.caches import cache_folder


@pytest.mark.parametrize(
    ("environment", "folder"),
    [
        ({"GEC_CACHE": "kept"}, Path("kept")),
        ({"GEC_CACHE": "kept", "XDG_CACHE_HOME": "/c"}, Path("kept")),
        ({"XDG_CACHE_HOME": "/c"}, Path("/c/gec-attribution")),
        ({}, Path("/h/.cache/gec-attribution")),
    ],
)
def test_the_folder_is_the_one_that_is_named_or_the_users(monkeypatch, environment, folder):
    for name in ("GEC_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/h", **environment}.items():
        monkeypatch.setenv(name, value)
    assert cache_folder() == folder


def test_answers_of_a_service_are_kept_among_the_users_caches(monkeypatch, tmp_path):
    monkeypatch.setattr(openai._base_client, "INITIAL_RETRY_DELAY", 0.001)
    called_in = tmp_path / "called in"
    called_in.mkdir()
    monkeypatch.chdir(called_in)
    monkeypatch.delenv("GEC_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    with running_service({}) as service:
        service.respond = lambda _: "95"
        for name, value in {**service.address, "OPENAI_API_KEY": "key"}.items():
            monkeypatch.setenv(name, value)
        judge = load_metric("judge", {"type": "chat_judge", "model": "some-model"})
        judge.score(["She like it ."], ["She likes it ."])
    assert list(called_in.iterdir()) == []
    (kept,) = (tmp_path / "caches/gec-attribution/chat").iterdir()
    assert kept.suffix == ".json"
