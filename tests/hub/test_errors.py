"""What a user is told when the hub does not give a model: its own reason, and what to do."""

import hashlib
import re

import httpx2
import pytest
from hub.server import MEMBER, STRANGER, Fault, Repository

from gec_attribution.errors import ModelError
from gec_attribution.networks.hub import (
    fetch_checked,
    model_configuration,
    model_folder,
    to_fetch,
)
from gec_attribution.networks.snapshots import HubModel

GATED = "meta-llama/Meta-Llama-3-8B-Instruct"
OPEN = "Qwen/Qwen1.5-0.5B"
SHARDED = "Qwen/Qwen1.5-7B"


def reason_of(model, revision="main"):
    """What the error says after the model's name and revision."""
    with pytest.raises(ModelError) as raised:
        model_folder(model, revision)
    message = str(raised.value)
    begun = (
        f"{model} at revision {revision}: is not a folder, and the Hugging Face hub did not "
        "provide it: "
    )
    assert message.startswith(begun)
    assert "\n" not in message
    return message.removeprefix(begun)


def test_a_wrong_id_is_told_from_a_model_that_needs_a_token(hub):
    wrong = reason_of("Qwen/Qwen1.5-7B-Chatt")
    assert "there is no such model, or it is private" in wrong
    assert "HF_TOKEN" in wrong
    gated = reason_of(GATED)
    assert f"Access to model {GATED} is restricted" in gated
    assert "HF_TOKEN" in gated
    assert f"{hub.address}/{GATED}" in gated


@pytest.mark.usefixtures("hub")
def test_a_wrong_id_is_named_to_somebody_with_a_token(monkeypatch):
    monkeypatch.setenv("HF_TOKEN", MEMBER)
    reason = reason_of("Qwen/Qwen1.5-7B-Chatt")
    assert "there is no such model, or it is private and not this token's to read" in reason
    assert MEMBER not in reason


@pytest.mark.usefixtures("hub")
def test_who_was_not_given_access_is_told_so(monkeypatch):
    monkeypatch.setenv("HF_TOKEN", STRANGER)
    reason = reason_of(GATED)
    assert "you are not in the authorized list" in reason
    assert "ask for access" in reason
    assert STRANGER not in reason


@pytest.mark.usefixtures("hub")
def test_a_token_that_is_none_is_told_from_a_missing_one(monkeypatch):
    monkeypatch.setenv("HF_TOKEN", "hf_mistyped")
    for model in (OPEN, GATED):
        reason = reason_of(model)
        assert "Invalid credentials" in reason
        assert "HF_TOKEN" in reason
        assert "hf_mistyped" not in reason


@pytest.mark.usefixtures("hub")
def test_who_was_given_access_gets_the_model(monkeypatch):
    monkeypatch.setenv("HF_TOKEN", MEMBER)
    assert (model_folder(GATED, "main") / "config.json").is_file()


@pytest.mark.usefixtures("hub")
def test_a_revision_that_is_not_there_is_named():
    reason = reason_of(OPEN, "v2")
    assert "it has no revision v2" in reason
    assert "Invalid rev id: v2" in reason


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ((403, {"X-Error-Message": "Access to this resource is disabled."}, ""), "disabled"),
        ((404, {}, "gone"), "404.*gone"),
        ((429, {}, "Too many requests"), "429.*Too many requests.*again later"),
        ((500, {}, "Internal Error"), "500.*Internal Error.*again later"),
        ((503, {}, "Maintenance"), "503.*Maintenance.*again later"),
    ],
)
@pytest.mark.parametrize("path", [f"api/models/{OPEN}", f"{OPEN}/resolve", "cdn/"])
def test_the_hubs_own_reason_is_told(hub, path, answer, told):
    for method in ("HEAD", "GET"):
        hub.faults.append(Fault(path, method, *answer))
    reason = reason_of(OPEN)
    # An answer to HEAD has no body that could tell it.
    if path == f"{OPEN}/resolve":
        told = told.replace(f".*{answer[-1]}", "")
    assert_told(reason, told)


def assert_told(reason, told):
    assert re.search(told, reason), reason


@pytest.mark.usefixtures("hub")
def test_a_hub_that_cannot_be_reached_is_named(monkeypatch):
    from huggingface_hub import constants

    nowhere = "http://127.0.0.1:9"
    monkeypatch.setattr(constants, "ENDPOINT", nowhere)
    assert_told(reason_of(OPEN), f"{nowhere} cannot be reached.*Connection refused")


def test_without_a_network_what_is_in_the_cache_is_taken(hub, monkeypatch):
    from huggingface_hub import constants

    folder = model_folder(OPEN, "main")
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    asked = len(hub.requests)
    assert model_folder(OPEN, "main") == folder
    assert_told(reason_of(SHARDED), "HF_HUB_OFFLINE.*not in the cache.*fetch_models")
    assert len(hub.requests) == asked


def test_a_download_that_is_cut_goes_on_where_it_was(hub, repositories):
    hub.faults.append(Fault("cdn/", cut=1000, times=2))
    folder = model_folder(OPEN, "main")
    content = (folder / "model.safetensors").read_bytes()
    assert content == repositories[OPEN].files["model.safetensors"]


def test_a_download_that_breaks_again_and_again_is_one_line(hub):
    hub.faults.append(Fault("cdn/", cut=0))
    assert_told(reason_of(OPEN), "RemoteProtocolError: .*again later")


def test_a_hub_that_is_silent_is_one_line(hub, monkeypatch):
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_DOWNLOAD_TIMEOUT", 0.05)
    hub.faults.append(Fault("cdn/", delay=0.5))
    assert_told(reason_of(OPEN), "ReadTimeout: .*again later")


def test_a_file_that_is_too_short_is_not_taken(hub):
    hub.faults.append(Fault("cdn/", altered=lambda content: content[:-10]))
    assert_told(reason_of(OPEN), "Consistency check failed")


@pytest.mark.parametrize("path", ["cdn/", "tokenizer.json"], ids=["weights", "tokenizer"])
def test_a_file_with_other_bytes_is_not_taken(hub, path, repositories):
    """Of the same length: the hub's client does not compare them with its ETag."""
    hub.faults.append(
        Fault(path, altered=lambda content: content[:-9] + b"*" + content[-8:], times=1)
    )
    file = "model.safetensors" if path == "cdn/" else path
    with pytest.raises(ModelError, match=f"{file}: .* not the bytes that the hub lists.*run again"):
        model_folder(OPEN, "main")
    # Nothing of it is left for the next run to take.
    folder = model_folder(OPEN, "main")
    assert (folder / file).read_bytes() == repositories[OPEN].files[file]


def test_the_configuration_of_an_encoder_has_its_reasons_too(hub):
    with pytest.raises(ModelError, match="there is no such model, or it is private"):
        model_configuration("someone/encoder", "main")
    hub.faults.append(Fault("resolve-cache", "HEAD", 500, message="Internal Error"))
    with pytest.raises(ModelError, match="500"):
        model_configuration("FacebookAI/roberta-base", "main")


@pytest.mark.usefixtures("hub")
def test_other_errors_of_the_client_are_one_line(monkeypatch):
    def fail(*_, **__):
        raise httpx2.ProxyError("the proxy says no")

    monkeypatch.setattr("huggingface_hub.snapshot_download", fail)
    assert_told(reason_of(OPEN), "ProxyError: the proxy says no")


@pytest.mark.usefixtures("hub")
def test_what_a_study_is_to_download_is_told_with_its_size(repositories):
    named = [
        HubModel("explainers.llama.model", GATED, "main"),
        HubModel("explainers.qwen.model", SHARDED, "main"),
        HubModel("explainers.again.model", SHARDED, "main"),
        HubModel("metrics.ppl.model", OPEN, "main"),
    ]
    model_folder(OPEN, "main")
    gated, sharded = (model.line for model in to_fetch(named))
    assert re.fullmatch(
        rf"{GATED} at revision main is to be downloaded: .* MB, .*HF_TOKEN.*", gated
    )
    files = repositories[SHARDED].files
    read = sum(len(files[name]) for name in files if name not in {"README.md", ".gitattributes"})
    assert sharded == f"{SHARDED} at revision main is to be downloaded: {read / 1e6:.1f} MB"
    model_folder(SHARDED, "main")
    assert list(to_fetch(named[1:])) == []


def test_a_branch_that_moved_is_told(hub, repositories, caplog):
    before = model_folder(OPEN, "main")
    model_folder(OPEN, "main")
    assert "has moved" not in caplog.text
    files = {**repositories[OPEN].files, "generation_config.json": b"{}"}
    hub.repositories[OPEN] = Repository(files)
    after = model_folder(OPEN, "main")
    assert after != before
    moved = f"{OPEN}: its revision main has moved, from {before.name} to {after.name}"
    assert moved in caplog.text


def test_a_hub_that_says_nothing_is_asked_once(hub):
    hub.faults.append(Fault("api/models", status=500, message="Internal Error"))
    named = [HubModel("a.b.model", name, "main") for name in (OPEN, SHARDED)]
    unanswered, not_asked = to_fetch(named)
    assert "500" in unanswered.line
    assert not_asked.line == f"{SHARDED} at revision main is to be downloaded"
    assert not unanswered.is_absent


@pytest.mark.usefixtures("hub")
def test_a_misspelt_id_or_revision_is_known_before_a_run():
    named = [
        HubModel("metrics.a.model", "models/gpt2-embeded", "main"),
        HubModel("metrics.b.model", OPEN, "v2"),
        HubModel("metrics.c.model", SHARDED, "main"),
        HubModel("metrics.d.model", GATED, "main"),
    ]
    misspelt_id, misspelt_revision, open_to_all, gated = to_fetch(named)
    assert [model.is_absent for model in (misspelt_id, misspelt_revision, open_to_all, gated)] == [
        *(True, True, False, False)
    ]
    assert misspelt_id.line.startswith("metrics.a.model: models/gpt2-embeded at revision main: ")
    assert "there is no such model" in misspelt_id.line
    assert "it has no revision v2" in misspelt_revision.line
    # The others are asked for all the same.
    assert "MB" in open_to_all.line
    assert "MB" in gated.line


def test_models_are_fetched_beforehand_and_compared_with_what_the_hub_lists(hub, repositories):
    listing = fetch_checked(SHARDED, "main")
    shards = [name for name in repositories[SHARDED].files if name.endswith(".safetensors")]
    assert len(shards) > 1
    for name in shards:
        content = repositories[SHARDED].files[name]
        assert listing.names[name] == hashlib.sha256(content).hexdigest()
    assert "README.md" not in listing.names
    asked = len(hub.fetched("HEAD"))
    assert model_folder(SHARDED, "main") == model_folder(SHARDED, listing.commit)
    assert len(hub.fetched("HEAD")) == asked
    # A file that rotted in the cache is found.
    (model_folder(SHARDED, "main") / shards[0]).resolve().write_bytes(b"rot")
    with pytest.raises(ModelError, match=f"{shards[0]}: is not the file that the hub lists"):
        fetch_checked(SHARDED, "main")
