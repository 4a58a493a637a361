"""Models of the hub, whose downloads are made up here."""

import logging

import pytest

from gec_attribution.networks import hub

COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.mark.parametrize(
    ("revision", "is_said"), [("main", True), ("v1.0", True), (COMMIT, False), (COMMIT[:8], False)]
)
def test_the_commit_of_a_branch_is_told(monkeypatch, tmp_path, caplog, revision, is_said):
    monkeypatch.setattr(hub, "_from_hub", lambda *_: tmp_path / "snapshots" / COMMIT)
    with caplog.at_level(logging.WARNING):
        folder = hub.model_folder("some/model", revision)
    assert folder.name == COMMIT
    assert (f"some/model: its revision {revision} is no commit" in caplog.text) == is_said
    assert (COMMIT in caplog.text) == is_said
