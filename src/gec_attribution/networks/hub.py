"""Models of systems and metrics: found, identified and loaded.

transformers is imported where it is used, for that takes longer than to import torch.
"""

import json
import pickle
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from safetensors import safe_open
from safetensors.torch import load_file

from gec_attribution.errors import ConfigError, ModelError
from gec_attribution.networks.gguf import converted
from gec_attribution.networks.gpus import take_gpu
from gec_attribution.networks.libraries import transformers
from gec_attribution.networks.precision import multiply_in_bfloat16, warn_without_bfloat16
from gec_attribution.networks.snapshots import snapshot
from gec_attribution.plugins.settings import Settings
from gec_attribution.storage.files import altered_file, sha256_of_file
from gec_attribution.storage.known_models import (
    KNOWN_MODELS,
    SOURCE,
    fetched_folder,
    gguf_in,
    missing,
)
from gec_attribution.storage.project import PROJECT
from gec_attribution.storage.signatures import digest

if TYPE_CHECKING:
    from transformers import PretrainedConfig

DTYPES = ("float32", "bfloat16")

_CONFIGURATION_FILES = (
    "config.json",
    "generation_config.json",
    "adapter_config.json",
    "chat_template.jinja",
)
_TOKENIZER_FILES = (
    "tokenizer.json",
    "tokenizer_config.json",
    "vocab.txt",
    "vocab.json",
    "merges.txt",
    "special_tokens_map.json",
    "added_tokens.json",
    "tokenizer.model",
    "spiece.model",
    "sentencepiece.bpe.model",
    "spm.model",
)

_DESCRIPTIONS = (*_CONFIGURATION_FILES, *_TOKENIZER_FILES)
# Files of weights, or the lists of their parts; the first of them that is there is read.
_WEIGHTS = (
    "model.safetensors",
    "model.safetensors.index.json",
    "pytorch_model.bin",
    "pytorch_model.bin.index.json",
)
_SAFETENSORS = ("*.safetensors", "*.safetensors.index.json")
_TORCH_FILES = ("pytorch_model*.bin", "pytorch_model*.bin.index.json", "adapter_model.bin")


def model_folder(model: str, revision: str | None) -> Path:
    """The local folder of a model, which has safetensors or torch files.

    A GGUF file is converted into such a folder, and a model of the Hugging Face hub is downloaded
    into the hub's cache.

    Args:
        model: a folder, a GGUF file or a folder with one, the name of a known model that was
            fetched, or the id of a model of the hub.
        revision: the commit of a model of the hub; unused for a folder.

    Raises:
        ModelError: there is no such folder, the revision is no commit, or the hub could not give
            the model.
    """
    if revision is None or _is_local(model):
        return _local_folder(model)
    folder = snapshot(model, revision, [*_DESCRIPTIONS, *_SAFETENSORS])
    if any(folder.glob("*.safetensors")):
        return folder
    return snapshot(model, revision, [*_DESCRIPTIONS, *_TORCH_FILES])


def fingerprint(*folders: Path) -> str:
    """Sixteen hexadecimal digits that identify the models in `folders`, tokenizers included."""
    return digest(
        {
            str(position): {path.name: sha256_of_file(path) for path in _identifying(folder)}
            for position, folder in enumerate(folders)
        }
    )


def _identifying(folder: Path) -> list[Path]:
    """The files that identify a model; of a converted one, that with the digest of its source."""
    source = folder / SOURCE
    if source.is_file():
        return [source]
    return [folder / "config.json", *_weight_files(folder), *_tokenizer_of(folder)]


def device_of(settings: Settings) -> torch.device:
    """The device that `settings` name; in a job of the workflow, a GPU that no other job uses.

    Raises:
        ConfigError: it, or the dtype, is unknown, or it is not on this machine.
    """
    if settings.dtype not in DTYPES:
        raise ConfigError(f"dtype: found {settings.dtype!r}; allowed: {', '.join(DTYPES)}")
    if settings.device == "auto" and torch.backends.cuda.is_built():
        take_gpu()
    automatic = "cuda" if torch.cuda.is_available() else "cpu"
    device = torch.device(automatic if settings.device == "auto" else settings.device)
    try:
        torch.empty(0, device=device)
    except (RuntimeError, AssertionError) as error:
        raise ConfigError(
            f"device: {settings.device!r} is not on this machine; use auto or cpu"
        ) from error
    return device


def load_model(
    auto_class: str, folder: Path, settings: Settings, *, unused: tuple[str, ...] = ()
) -> Any:
    """The model in `folder`, ready to be applied.

    Args:
        auto_class: the name of the transformers class that builds the model.
        folder: a model folder.
        settings: device and dtype.
        unused: prefixes of weights that may be missing, since no result depends on them.

    Raises:
        ModelError: the folder has no such model, or lacks some of its weights.
    """
    device_of(settings)  # for its errors, before anything is read
    return placed(read_model(auto_class, folder, "float32", unused=unused), settings)


def read_model(auto_class: str, folder: Path, dtype: str, *, unused: tuple[str, ...] = ()) -> Any:
    """The model in `folder` as its library makes it, on the CPU, before it is placed.

    Weights come from safetensors, or else from torch files read without running code in them.

    Args:
        auto_class: as in `load_model`.
        folder: a model folder.
        dtype: of its weights; `auto` for that of its files.
        unused: as in `load_model`.

    Raises:
        ModelError: as `load_model` does.
    """
    files = ", ".join(map(str, _weight_files(folder)))
    with _readable(files, "cannot be loaded"):
        library_class = getattr(transformers(), auto_class)
        if auto_class == "AutoModelForCausalLM":
            _check_direction(folder)
        model, report = library_class.from_pretrained(
            folder,
            dtype=dtype,
            attn_implementation="sdpa",
            trust_remote_code=False,
            weights_only=True,
            local_files_only=True,
            output_loading_info=True,
        )
    missing = sorted(key for key in report["missing_keys"] if not key.startswith(unused))
    if missing:
        raise ModelError(
            f"{folder}: lacks {len(missing)} weights of {type(model).__name__}, "
            f"the first being {missing[0]}; it is another kind of model, or incomplete"
        )
    return model


def placed(model: Any, settings: Settings) -> Any:
    """A float32 model on the device and in the arithmetic of the settings, ready to be applied."""
    device = device_of(settings)
    if settings.dtype == "bfloat16":
        warn_without_bfloat16(device)
        multiply_in_bfloat16(model)
    return model.to(device).eval()


def read_weights(folder: Path) -> dict[str, torch.Tensor]:
    """The weights in `folder` by name, on the CPU, for a model that is not a transformers class.

    They come from safetensors, or else from torch files read without running code in them.

    Raises:
        ModelError: the folder is not a model folder, or a file cannot be read.
    """
    files = _weight_files(folder)
    with _readable(", ".join(map(str, files)), "cannot be read"):
        return _weights_in(files)


def model_configuration(model: str, revision: str | None) -> "PretrainedConfig":
    """The architecture of a model, without its weights; arguments as in `model_folder`.

    Raises:
        ModelError: there is no such folder, or the hub could not give the configuration.
    """
    if revision is None or _is_local(model):
        folder = _local_folder(model)
    else:
        folder = snapshot(model, revision, ["config.json"])
    with _readable(model, "its configuration cannot be read"):
        return transformers().AutoConfig.from_pretrained(
            folder, trust_remote_code=False, local_files_only=True
        )


def load_tokenizer(folder: Path) -> Any:
    """The fast tokenizer in `folder`, which has tokenizer files.

    Raises:
        ModelError: there is none, or it has no vocabulary.
    """
    if not _tokenizer_of(folder):
        raise ModelError(f"{folder}: has no tokenizer file; add the tokenizer.json of its source")
    with _readable(folder, "its tokenizer cannot be loaded"):
        tokenizer: Any = transformers().AutoTokenizer.from_pretrained(
            folder, trust_remote_code=False, local_files_only=True
        )
    if not tokenizer.is_fast:
        raise ModelError(f"{folder}: has no fast tokenizer; add its tokenizer.json")
    if tokenizer.get_vocab().keys() <= {*tokenizer.all_special_tokens}:
        raise ModelError(
            f"{folder}: its tokenizer, {type(tokenizer).__name__}, has no vocabulary, so that all "
            "words would be unknown; add the tokenizer files of the model's source"
        )
    return tokenizer


def _weights_in(files: Sequence[Path]) -> dict[str, torch.Tensor]:
    weights: dict[str, torch.Tensor] = {}
    for file in files:
        if file.suffix == ".safetensors":
            weights |= load_file(file)
        else:
            weights |= torch.load(file, map_location="cpu", weights_only=True)
    return weights


def _weight_files(folder: Path) -> list[Path]:
    """The files whose weights are read, as transformers chooses them: safetensors come first."""
    if not folder.is_dir():
        raise ModelError(f"{folder}: no such model folder")
    if not (folder / "config.json").is_file():
        raise ModelError(f"{folder}: has no config.json, so it is not a model folder")
    whole = (folder / name for name in _WEIGHTS)
    weights = next((_listed_in(path) for path in whole if path.is_file()), [])
    if not weights:
        raise ModelError(f"{folder}: has no weights ({', '.join(_WEIGHTS)})")
    if file := altered_file(folder):
        raise ModelError(
            f"{file}: is not the file listed in {folder}/SHA256SUMS; restore the model folder, or "
            "update that list if the change is intended"
        )
    _check_once(weights)
    return weights


def _check_once(files: Sequence[Path]) -> None:
    """Refuse the same tensor in two files, of which neither is known to count.

    Raises:
        ModelError: two do, or a file is damaged.
    """
    names: set[str] = set()
    for file in files if len(files) > 1 else ():
        if file.suffix == ".safetensors":
            with _readable(file, "cannot be read"), safe_open(file, framework="pt") as tensors:
                here = set(tensors.keys())
            if twice := names & here:
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
        raise ModelError(f"{path}: must have the name of a file for each weight") from error
    if absent := [part for part in parts if not part.is_file()]:
        raise ModelError(f"{path}: names {absent[0].name}, which is not beside it")
    return parts


def _check_direction(folder: Path) -> None:
    """Refuse a bidirectional model, which would answer all the same.

    Raises:
        ModelError: it is no causal language model.
    """
    library = transformers()
    config = library.AutoConfig.from_pretrained(folder, trust_remote_code=False)
    if type(config) in library.MODEL_FOR_MASKED_LM_MAPPING and not getattr(
        config, "is_decoder", False
    ):
        raise ModelError(
            f"{folder}: is a model of type {config.model_type}, which fills gaps in a text and "
            "does not say what comes next; name a causal language model, such as GPT-2"
        )


def _tokenizer_of(folder: Path) -> list[Path]:
    return [folder / name for name in _TOKENIZER_FILES if (folder / name).is_file()]


def _is_local(model: str) -> bool:
    return model in KNOWN_MODELS or Path(model).exists()


def _local_folder(model: str) -> Path:
    """The folder of a model on this machine, a GGUF file converted.

    Raises:
        ModelError: there is none, or a description in it is no JSON object.
    """
    path = Path(model)
    if not path.exists() and model in KNOWN_MODELS:
        path = fetched_folder(model) or path
        if not path.exists():
            raise ModelError(missing(model))
    if path.is_file() and path.suffix != ".gguf":
        raise ModelError(f"{model}: is neither a model folder nor a GGUF file")
    if not path.exists():
        raise _no_folder(model)
    file = gguf_in(path) if path.is_dir() else path
    if file is None:
        check_descriptions(path)
        return path
    return converted(file)


def check_descriptions(folder: Path) -> None:
    """Refuse descriptions that are no JSON objects; transformers would stumble.

    Raises:
        ModelError: one is none.
    """
    for file in (folder / name for name in _DESCRIPTIONS if name.endswith(".json")):
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
        raise ModelError(f"{file}: must be a JSON object, found {json.dumps(content)[:20]!r}")
    return content


def _no_folder(model: str) -> ModelError:
    return ModelError(
        f"{model}: no such model folder, neither next to the study's file nor in {PROJECT} or "
        f"{Path.cwd()}; a model of the Hugging Face hub needs a revision too"
    )


@contextmanager
def _readable(place: str | Path, problem: str) -> Iterator[None]:
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
    except Exception as error:  # of a damaged file, libraries raise errors of any kind
        first_line = str(error).strip().partition("\n")[0] or type(error).__name__
        raise ModelError(f"{place}: {problem}: {first_line}") from error
