"""Models of the Hugging Face hub, each at one commit, in the cache of the hub's client."""

import re
from collections.abc import Sequence
from pathlib import Path

from gec_attribution.errors import ModelError

_COMMIT = re.compile(r"[0-9a-f]{40}")
_SECONDS_FOR_AN_ANSWER = 10


def is_commit(revision: str) -> bool:
    """Whether a revision is a commit, which always has the same files; branches and tags move."""
    return bool(_COMMIT.fullmatch(revision))


def snapshot(model: str, revision: str, patterns: Sequence[str]) -> Path:
    """Folder in the hub's cache with the requested files of a model.

    Args:
        model: its id.
        revision: its commit.
        patterns: patterns of file names; files in subfolders are never taken.

    Raises:
        ModelError: the revision is no commit, or the hub did not give the files.
    """
    if not is_commit(revision):
        raise ModelError(no_commit(model, revision))
    from huggingface_hub import snapshot_download

    try:
        folder = snapshot_download(
            model,
            revision=revision,
            allow_patterns=list(patterns),
            ignore_patterns="*/*",
        )
    except Exception as error:  # The client's error types change between releases.
        raise ModelError(
            f"{model} at revision {revision}: is not a folder, and the Hugging Face hub did not "
            f"provide it: {_reason(error)}"
        ) from error
    return Path(folder)


def commit_of_today(model: str, revision: str | None = None) -> str:
    """The commit that a branch or tag of a model is today.

    Args:
        model: its id.
        revision: the branch or tag; None takes the model's main branch.

    Raises:
        ModelError: the hub did not say it.
    """
    from huggingface_hub import HfApi

    try:
        model_info = HfApi().model_info(
            model, revision=revision, timeout=_SECONDS_FOR_AN_ANSWER
        )
    except Exception as error:  # as in `snapshot`
        raise ModelError(
            "the Hugging Face hub could not be asked which commit of "
            f"{model} is today's: {_reason(error)}"
        ) from error
    return str(model_info.sha)


def no_commit(model: str, revision: str) -> str:
    """Error text for a revision that may move: today's commit, or where to look it up."""
    line = f"{model}: its revision {revision} is no commit (40 hexadecimal digits) and may move"
    try:
        commit = commit_of_today(model, revision)
    except ModelError as error:
        return (
            f"{line}; name a commit of https://huggingface.co/{model}/commits/{revision}, or what "
            f"`git ls-remote https://huggingface.co/{model}` prints; {error}"
        )
    return f"{line}; name the commit that it is today: {commit}"


def cached_configuration(model: str, revision: str) -> Path | None:
    """The configuration of a model at a commit in the hub's cache; None if it is not there."""
    from huggingface_hub import try_to_load_from_cache

    file = try_to_load_from_cache(model, "config.json", revision=revision)
    if isinstance(file, str):
        return Path(file)
    return None


def _reason(error: BaseException | None) -> str:
    """Text of a client's error and of those behind it, as one line."""
    causes = []
    while error is not None:
        causes.append(" ".join(str(error).split()))
        error = error.__cause__
    return ": ".join(dict.fromkeys(causes))
