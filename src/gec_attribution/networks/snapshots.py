"""Models of the Hugging Face hub: fetched into its cache, compared with what the hub lists.

The hub's client is asked for files and revisions alone. It does not compare what it fetched with
the names that the hub gives contents, nor do its errors tell a user what to do; both is done here.
"""

import hashlib
from collections.abc import Iterator, Sequence
from fnmatch import fnmatch
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

from gec_attribution.errors import ModelError
from gec_attribution.storage.files import sha256_of_file

# In the hub's cache a file's name is that of its content: the SHA-256 of a large file, and what Git
# calls a small one.
_SHA256_DIGITS = 64
_TRY_LATER = frozenset((HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS))


class AbsentModelError(ModelError):
    """The hub says that it has no such model, or no such revision of it."""


class HubModel(NamedTuple):
    """A model of the Hugging Face hub that a study names.

    Attributes:
        option: the keys that name it, such as `metrics.ppl.model`.
        id: its id.
        revision: its commit, branch or tag.
    """

    option: str
    id: str
    revision: str


class Listed(NamedTuple):
    """What the hub says of a model.

    Attributes:
        commit: of the revision.
        gated: whether one has to ask for access.
        sizes: in bytes, of each file.
        names: of the content of each file: its SHA-256, or for a small one what Git calls it.
    """

    commit: str
    gated: bool
    sizes: dict[str, int]
    names: dict[str, str]


def listed(model: str, revision: str) -> Listed:
    """What the hub says of a model, of which nothing is downloaded.

    Raises:
        AbsentModelError: the hub says that there is none.
        ModelError: the hub does not say it, and why.
    """
    from huggingface_hub import HfApi
    from huggingface_hub.errors import (
        GatedRepoError,
        RepositoryNotFoundError,
        RevisionNotFoundError,
    )

    absent = (RepositoryNotFoundError, RevisionNotFoundError)
    try:
        said = HfApi().model_info(model, revision=revision, files_metadata=True)
    except Exception as error:  # As in `fetched`.
        is_absent = isinstance(error, absent) and not isinstance(error, GatedRepoError)
        kind = AbsentModelError if is_absent else ModelError
        raise kind(_not_provided(model, revision, error)) from error
    files = [file for file in said.siblings or () if "/" not in file.rfilename]
    return Listed(
        said.sha or revision,
        bool(said.gated),
        {file.rfilename: file.size or 0 for file in files},
        {file.rfilename: file.lfs.sha256 if file.lfs else file.blob_id or "" for file in files},
    )


def check(folder: Path, listing: Listed) -> None:
    """Compare the files of a folder with what the hub lists.

    Raises:
        ModelError: one is not what is listed.
    """
    for file in sorted(folder.iterdir()):
        if content_name(file, listing.names[file.name]) != listing.names[file.name]:
            raise ModelError(
                f"{file}: is not the file that the hub lists; delete it and {file.resolve()}, and "
                "run again"
            )


def in_cache(model: str, revision: str, patterns: Sequence[str]) -> bool:
    """Whether the hub's cache has a file of a model for each of `patterns`."""
    from huggingface_hub import try_to_load_from_cache

    cached = try_to_load_from_cache(model, "config.json", revision=revision)
    there = [path.name for path in Path(cached).parent.iterdir()] if isinstance(cached, str) else []
    return any(fnmatch(name, pattern) for name in there for pattern in patterns)


def commit_in_cache(model: str, revision: str) -> str | None:
    """The commit that a branch or tag was when it was last asked for; None where it never was."""
    from huggingface_hub import constants
    from huggingface_hub.file_download import repo_folder_name

    folder = repo_folder_name(repo_id=model, repo_type="model")
    recorded = Path(constants.HF_HUB_CACHE, folder, "refs", revision)
    return recorded.read_text(encoding="utf-8").strip() if recorded.is_file() else None


def fetched(model: str, revision: str, patterns: Sequence[str]) -> Path:
    """The folder, in the hub's cache, of those files of a model that are wanted.

    What is not there yet is downloaded, and compared with what the hub lists.

    Args:
        model: its id.
        revision: its commit, or a branch or tag.
        patterns: of the names of files; those in folders of the model are never wanted.

    Raises:
        ModelError: the hub did not give them, and why; or they are not the bytes that it lists.
    """
    from huggingface_hub import constants, snapshot_download
    from huggingface_hub.file_download import repo_folder_name

    cached = Path(constants.HF_HUB_CACHE, repo_folder_name(repo_id=model, repo_type="model"))
    there = set(cached.glob("blobs/*"))
    try:
        folder = Path(
            snapshot_download(
                model, revision=revision, allow_patterns=list(patterns), ignore_patterns="*/*"
            )
        )
    except Exception as error:  # The client's own errors are of another library in each release.
        raise ModelError(_not_provided(model, revision, error)) from error
    for file in sorted(folder.iterdir()):
        content = file.resolve()
        # A cache on a disk without links has no names of contents.
        new = content != file and content not in there
        if new and content_name(file, content.name) != content.name:
            content.unlink()
            raise ModelError(
                f"{model} at revision {revision}: {file.name}: what was downloaded are not the "
                "bytes that the hub lists, and was removed; run again"
            )
    return folder


def content_name(file: Path, like: str) -> str:
    """The hub's name of a file's content, of the kind of `like`."""
    if len(like) == _SHA256_DIGITS:
        return sha256_of_file(file)
    data = file.read_bytes()
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()  # noqa: S324


def _not_provided(model: str, revision: str, error: Exception) -> str:
    return (
        f"{model} at revision {revision}: is not a folder, and the Hugging Face hub did not "
        f"provide it: {_reason(model, revision, error)}"
    )


def _reason(model: str, revision: str, error: Exception) -> str:
    """One line that says why the hub did not give a model, in its own words, and what to do."""
    from huggingface_hub import constants, get_token
    from huggingface_hub.errors import (
        GatedRepoError,
        HfHubHTTPError,
        OfflineModeIsEnabled,
        RepositoryNotFoundError,
        RevisionNotFoundError,
    )

    name_token = "name a token of your account: HF_TOKEN=TOKEN, or `hf auth login`"  # noqa: S105
    causes = list(_causes(error))
    answers = (each for each in causes if isinstance(each, (HfHubHTTPError, OfflineModeIsEnabled)))
    cause = next(answers, error)
    told = getattr(cause, "server_message", None) or ""
    said = f"; the hub says: {told}" if told else ""
    match cause:
        case GatedRepoError():
            own = "with the account of your token (HF_TOKEN, or `hf auth login`)"
            own = own if get_token() else f"and {name_token}"
            reason = f"{told}; ask for access on {constants.ENDPOINT}/{model} {own}"
        case RepositoryNotFoundError():
            reason = "there is no such model, or it is private"
            reason += (
                " and not this token's to read (HF_TOKEN)"
                if get_token()
                else f"; for a private model {name_token}"
            )
            reason += f"; check the id{said}"
        case RevisionNotFoundError():
            reason = f"it has no revision {revision}; its page lists them{said}"
        case HfHubHTTPError():
            status = cause.response.status_code
            reason = f"{status} {cause.response.reason_phrase}{said}"
            if status == HTTPStatus.UNAUTHORIZED:
                reason += f"; {name_token}"
            if status in _TRY_LATER or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                reason += "; try again later"
        case OfflineModeIsEnabled():
            reason = (
                "HF_HUB_OFFLINE is set, and it is not in the cache; fetch it where there is a "
                "network, as by the workflow's target fetch_models"
            )
        case OSError() | ValueError() if len(causes) == 1:
            reason = str(cause).strip().partition("\n")[0]
        case _:
            last = causes[-1] if isinstance(error, OSError) else error
            reason = (
                f"{constants.ENDPOINT} cannot be reached, or breaks off ({type(last).__name__}: "
                f"{last}); try again later, or where there is a network"
            )
    return " ".join(reason.split())


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error and those that it was raised from."""
    while error is not None:
        yield error
        error = error.__cause__
