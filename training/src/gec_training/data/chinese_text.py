"""Sentences of Chinese in public repositories, as text for a language model."""

import io
import json
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from gec_attribution.errors import InputError
from gec_attribution.storage.files import write_atomically

SHORTEST, LONGEST = 6, 160
LEAST_HAN = 0.7

_SENTENCE = re.compile(r"[^。！？]*[。！？]+[”’」』）]*")
_HAN = re.compile(r"[\u4e00-\u9fff]")
# What is left of a markup language, or of a gap to be filled in.
_MARKUP = re.compile(r"[\[\]<>{}|\\_=`*#]")


def sentences_in(text: str) -> Iterator[str]:
    """The whole sentences of a text, without white space.

    A sentence ends with 。, ！ or ？ in the line it begins in, has 6 to 160 characters, at least
    70 % of them Han, and no trace of markup.
    """
    for line in text.splitlines():
        for sentence in _SENTENCE.findall("".join(line.split())):
            if (
                SHORTEST <= len(sentence) <= LONGEST
                and len(_HAN.findall(sentence)) >= LEAST_HAN * len(sentence)
                and not _MARKUP.search(sentence)
            ):
                yield sentence


def strings_in(document: object, where: Mapping[str, object] | None = None) -> Iterator[str]:
    """The strings in a JSON document, in its order.

    Args:
        document: what `json.loads` gives.
        where: only of objects that have these values; strings of objects within them are not meant.
    """
    match document:
        case str() if where is None:
            yield document
        case list():
            for item in document:
                yield from strings_in(item, where)
        case dict() if where is not None and where.items() <= document.items():
            yield from (value for value in document.values() if isinstance(value, str))
        case dict():
            for value in document.values():
                yield from strings_in(value, where)


def fetch_commit(url: str, commit: str, folder: Path) -> None:
    """Fetches one commit of a repository into a new bare one; git checks it by its name.

    Raises:
        InputError: git is missing or fails; says what git said.
    """
    with write_atomically(folder) as temporary:
        _git(temporary, "init", "--quiet", "--bare")
        _git(temporary, "fetch", "--quiet", "--depth=1", url, commit)
        _git(temporary, "update-ref", "HEAD", commit)


def gather_sentences(
    folder: Path, commit: str, files: str, where: Mapping[str, object] | None = None
) -> Iterator[str]:
    """The sentences in the JSON files of a commit, in git's order.

    Args:
        folder: a bare repository.
        commit: its name.
        files: a regular expression that the whole paths of the files match.
        where: see `strings_in`.

    Raises:
        InputError: a file is no JSON, no path matches, or git fails.
    """
    for document in _documents(folder, commit, files):
        for string in strings_in(document, where):
            yield from sentences_in(string)


def _documents(folder: Path, commit: str, files: str) -> Iterator[object]:
    listed = _git(folder, "ls-tree", "-r", "-z", "--name-only", commit).decode()
    paths = [path for path in listed.split("\0") if re.fullmatch(files, path)]
    if not paths:
        raise InputError(f"{folder}: no file of {commit} matches {files!r}")
    for path, content in zip(paths, _contents(folder, commit, paths), strict=True):
        try:
            yield json.loads(content)
        except ValueError as error:
            raise InputError(f"{folder}: {path} cannot be read as JSON ({error})") from error


def _contents(folder: Path, commit: str, paths: Sequence[str]) -> Iterator[bytes]:
    """What files of a commit hold, read by one process: there may be tens of thousands."""
    asked = "".join(f"{commit}:{path}\n" for path in paths)
    answers = io.BytesIO(_git(folder, "cat-file", "--batch", asked=asked))
    for path in paths:
        name, *rest = answers.readline().decode().split(" ")
        if len(rest) != 2:
            raise InputError(f"{folder}: {path} of {commit} is not there ({name})")
        yield answers.read(int(rest[1]))
        answers.readline()


def _git(folder: Path, *arguments: str, asked: str = "") -> bytes:
    command = ["git", "--git-dir", str(folder), *arguments]
    try:
        # Addresses, commits and paths are single arguments: no shell reads them.
        return subprocess.run(  # noqa: S603
            command, check=True, capture_output=True, input=asked.encode()
        ).stdout
    except FileNotFoundError:
        raise InputError("git is not installed; it fetches the Chinese text") from None
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode(errors="replace").strip()
        raise InputError(f"{' '.join(command)}: git says {said!r}") from error
