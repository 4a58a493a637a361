"""Files of a model folder: those that are read, by whom, and errors about damaged ones."""

import json
import pickle
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

import torch
from safetensors import safe_open
from safetensors.torch import load_file

from gec_attribution.errors import ModelError
from gec_attribution.storage.files import altered_file, sha256_of_file
from gec_attribution.storage.known_models import SOURCE
from gec_attribution.storage.signatures import digest

_TOKENIZER_FILES = (
    "tokenizer.json",
    "tokenizer_config.json",
    "special_tokens_map.json",
    "added_tokens.json",
    "vocab.txt",
    "vocab.json",
    "merges.txt",
    "tokenizer.model",
    "spiece.model",
    "sentencepiece.bpe.model",
    "spm.model",
)

ADAPTER_CONFIG = "adapter_config.json"
DESCRIPTIONS = (
    "config.json",
    "generation_config.json",
    ADAPTER_CONFIG,
    "chat_template.jinja",
    *_TOKENIZER_FILES,
)
# Keys of descriptions by which a model would have other weights, or other packages' code, read.
_NOT_FOLLOWED = {
    "quantization_config": "weights that other packages have quantised are not read; take the "
    "weights that they were made from",
    "transformers_weights": "the weights are read from a file of the usual name alone",
    "megatron_config": "no layers of other packages are read",
}
# Files of weights, or the lists of their parts; the first of them that is there is read.
_WEIGHTS = (
    "model.safetensors",
    "model.safetensors.index.json",
    "pytorch_model.bin",
    "pytorch_model.bin.index.json",
)


def fingerprint(*folders: Path) -> str:
    """Sixteen hexadecimal digits that identify the models in `folders`, tokenizers included."""
    contents: dict[str, object] = {}
    for position, folder in enumerate(folders):
        files = _identifying(folder)
        contents[str(position)] = {path.name: sha256_of_file(path) for path in files}
    return digest(contents)


def library_versions() -> dict[str, str]:
    """Versions of the libraries that turn weights and text into numbers."""
    names = ("torch", "transformers", "tokenizers")
    return {name: version(name).partition("+")[0] for name in names}


def transformers() -> Any:
    """The library transformers, quiet; imported when needed, as that takes longer than torch.

    Raises:
        ModelError: Python runs without docstrings, which the library reads.
    """
    if sys.flags.optimize > 1:
        raise ModelError(
            "transformers reads docstrings, which PYTHONOPTIMIZE=2 (python -OO) removes; unset it"
        )
    import transformers as library

    # Our own checks say whether a model loaded well; bars and reports would clutter the log.
    library.utils.logging.disable_progress_bar()
    library.utils.logging.set_verbosity_error()
    return library


def _identifying(folder: Path) -> list[Path]:
    """The files that identify a model; of a converted one, that with the digest of its source."""
    source = folder / SOURCE
    if source.is_file():
        return [source]
    return [folder / "config.json", *weight_files(folder), *tokenizer_files(folder)]


def read_weights(folder: Path) -> dict[str, torch.Tensor]:
    """The weights in `folder` by name, on the CPU, for a model that is not a transformers class.

    They come from safetensors, or else from torch files read without running code in them.

    Raises:
        ModelError: the folder is not a model folder, or a file cannot be read.
    """
    files = weight_files(folder)
    weights: dict[str, torch.Tensor] = {}
    with readable(", ".join(map(str, files)), "cannot be read"):
        for file in files:
            if file.suffix == ".safetensors":
                weights |= load_file(file)
            else:
                weights |= torch.load(file, map_location="cpu", weights_only=True)
    check_finite(folder, weights.items())
    return weights


def check_finite(place: Path, weights: Iterable[tuple[str, torch.Tensor]]) -> None:
    """Refuse weights that are NaN or infinite, since every score would be undefined.

    Raises:
        ModelError: there are any.
    """
    for name, tensor in weights:
        if not torch.isfinite(tensor).all():
            raise ModelError(
                f"{place}: the weights {name} have values that are NaN or infinite; copy the model "
                "again from its source"
            )


def absent(report: Mapping[str, Any]) -> list[str]:
    """The names of the weights that no file has in their size, by a report of transformers."""
    of_other_sizes = [name for name, *_ in report["mismatched_keys"]]
    return sorted({*report["missing_keys"], *of_other_sizes})


def check_complete(place: Path, kind: str, missing: Sequence[str]) -> None:
    """Refuse a model some of whose weights are in no file, and would be random.

    Raises:
        ModelError: there are any.
    """
    if missing:
        raise ModelError(
            f"{place}: lacks {len(missing)} weights of {kind} in the size that its configuration "
            f"says, the first being {missing[0]}; it is another kind of model, or incomplete"
        )


def weight_files(folder: Path) -> list[Path]:
    """The files whose weights are read, as transformers chooses them: safetensors come first."""
    if not folder.is_dir():
        raise ModelError(f"{folder}: no such model folder")
    if not (folder / "config.json").is_file():
        raise ModelError(f"{folder}: has no config.json, so it is not a model folder")
    if (folder / ADAPTER_CONFIG).is_file():
        raise ModelError(
            f"{folder}: has an {ADAPTER_CONFIG}, by which the weights of another model would be "
            "read; keep the adapter in a folder of its own"
        )
    part = next(folder.glob("shard-*.safetensors"), None)
    if part:
        raise ModelError(
            f"{part}: is a part of a training's state; take the saved model instead"
        )
    check_keys(folder / "config.json")
    there = [folder / name for name in _WEIGHTS if (folder / name).is_file()]
    weights = _listed_in(there[0]) if there else []
    if not weights:
        raise ModelError(f"{folder}: has no weights ({', '.join(_WEIGHTS)})")
    altered = altered_file(folder)
    if altered:
        raise ModelError(
            f"{altered}: is not the file listed in {folder}/SHA256SUMS; restore the model folder, "
            "or update that list if the change is intended"
        )
    _check_once(weights)
    return weights


def _check_once(files: Sequence[Path]) -> None:
    """Refuse the same tensor in two files, of which neither is known to count."""
    if len(files) == 1:
        return
    names: set[str] = set()
    for file in files:
        if file.suffix != ".safetensors":
            continue
        with (
            readable(file, "cannot be read"),
            safe_open(file, framework="pt") as tensors,
        ):
            here = set(tensors.keys())
        twice = names & here
        if twice:
            raise ModelError(
                f"{file}: has {min(twice)}, which another file of the folder has too, so that "
                "it is not known which counts; remove it from one of them"
            )
        names |= here


def _listed_in(path: Path) -> list[Path]:
    """The file of weights itself, or the parts that an index names."""
    if path.suffix != ".json":
        return [path]
    try:
        names = set(json.loads(path.read_bytes())["weight_map"].values())
        parts = [path.with_name(name) for name in sorted(names)]
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise ModelError(
            f"{path}: must have the name of a file for each weight"
        ) from error
    for part in parts:
        if not part.is_file():
            raise ModelError(f"{path}: names {part.name}, which is not beside it")
    return parts


def tokenizer_files(folder: Path) -> list[Path]:
    """The files of a folder's tokenizer; none if it has none."""
    return [folder / name for name in _TOKENIZER_FILES if (folder / name).is_file()]


def check_descriptions(folder: Path) -> None:
    """Refuse descriptions that are no JSON objects; transformers would stumble."""
    for file in (folder / name for name in DESCRIPTIONS if name.endswith(".json")):
        if file.is_file():
            description(file)


def description(file: Path) -> dict[str, Any]:
    """A JSON object of a model folder.

    Raises:
        ModelError: the file has none.
    """
    try:
        content = json.loads(file.read_bytes())
    except (ValueError, RecursionError) as error:
        raise ModelError(f"{file}: is not JSON: {error}") from error
    if not isinstance(content, dict):
        raise ModelError(
            f"{file}: must be a JSON object, found {json.dumps(content)[:20]!r}"
        )
    return content


def check_keys(file: Path) -> None:
    """Refuse a description with keys that are not followed, however deep.

    Keys that choose how attention is computed are passed over (`hub.OWN_CHOICE`), and those
    that name code of the model's own (`auto_map`), since no such code is trusted.

    Raises:
        ModelError: it has one.
    """
    pending: list[object] = [description(file)]
    while pending:
        value = pending.pop()
        if isinstance(value, list):
            pending += value
        elif isinstance(value, dict):
            pending += value.values()
            for key, reason in _NOT_FOLLOWED.items():
                if value.get(key):
                    raise ModelError(f"{file}: {key}: {reason}")


@contextmanager
def readable(place: str | Path, problem: str) -> Iterator[None]:
    """Turn errors of libraries about files of a model into one line.

    Raises:
        ModelError: a library raised one.
    """
    try:
        yield
    except pickle.UnpicklingError as error:
        raise ModelError(
            f"{place}: a torch file holds more than weights and is not read; use safetensors"
        ) from error
    except ModelError:
        raise
    except Exception as error:  # libraries raise errors of any kind for a damaged file
        first_line = str(error).strip().partition("\n")[0] or type(error).__name__
        raise ModelError(f"{place}: {problem}: {first_line[:300]}") from error
