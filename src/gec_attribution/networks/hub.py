"""Finding, identifying and running the models of systems and metrics.

transformers is imported where it is used: that takes longer than to import torch, and plain models
(`architectures`, `plain_tokenizer`) do without it.
"""

import json
import logging
import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from fnmatch import fnmatch
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tokenizers
import torch
from safetensors import SafetensorError
from safetensors.torch import load_file

from gec_attribution.errors import ConfigError, ModelError
from gec_attribution.networks.architectures import plain_bert, plain_gpt2
from gec_attribution.networks.plain_tokenizer import PlainTokenizer, read_tokenizer
from gec_attribution.networks.precision import multiply_in_bfloat16, warn_without_bfloat16
from gec_attribution.networks.snapshots import Listed, check, fetched, in_cache, listed
from gec_attribution.storage.files import altered_file, sha256_of_file
from gec_attribution.storage.signatures import digest
from gec_attribution.study.places import PROJECT, HubModel
from gec_attribution.study.settings import Settings

if TYPE_CHECKING:
    from transformers import PretrainedConfig, PreTrainedTokenizerFast

    AnyTokenizer = PreTrainedTokenizerFast | PlainTokenizer

logger = logging.getLogger(__name__)

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
)

_DESCRIPTIONS = (*_CONFIGURATION_FILES, *_TOKENIZER_FILES)
# Weights, and the lists of their parts.
_SAFETENSORS = ("*.safetensors", "*.safetensors.index.json")
_TORCH_FILES = ("pytorch_model*.bin", "pytorch_model*.bin.index.json", "adapter_model.bin")


def model_folder(model: str, revision: str | None) -> Path:
    """The local folder of a model; one of the Hugging Face hub is downloaded into the hub's cache.

    Args:
        model: a folder, or the id of a model of the hub.
        revision: the commit of a model of the hub; unused for a folder.

    Raises:
        ModelError: there is no such folder, or the hub could not give the model.
    """
    if Path(model).is_dir():
        return Path(model)
    if revision is None:
        raise _no_folder(model)
    return _from_hub(model, revision)


def fetch_checked(model: str, revision: str) -> Listed:
    """Download what is read of a model of the hub, and compare all of it with what the hub lists.

    Returns:
        What the hub lists of these files.

    Raises:
        ModelError: the hub could not give the model, or a file is another one.
    """
    listing = _read_of(listed(model, revision))
    check(model_folder(model, listing.commit), listing)
    # Under its own name, too, by which those who have no network ask for it.
    model_folder(model, revision)
    return listing


def to_fetch(models: Iterable[HubModel]) -> Iterator[str]:
    """A line for each model of the hub that is not in its cache: how large it is, whether gated.

    Where the hub does not say it, the line says why, and it is not asked for others.

    Args:
        models: what a study names.
    """
    silent = False
    for model, revision in dict.fromkeys((one.id, one.revision) for one in models):
        if in_cache(model, revision, [*_SAFETENSORS, *_TORCH_FILES]):
            continue
        line = f"{model} at revision {revision} is to be downloaded"
        try:
            listing = None if silent else _read_of(listed(model, revision))
        except ModelError as error:
            silent = True
            yield str(error)
            continue
        if listing:
            gated = ", to those whom its owners give access (HF_TOKEN)" if listing.gated else ""
            line += f": {_size(sum(listing.sizes.values()))}{gated}"
        yield line


def _read_of(listing: Listed) -> Listed:
    """What is said of the files of a model that are read."""

    def chosen(patterns: Iterable[str]) -> list[str]:
        return [name for name in listing.sizes if any(fnmatch(name, one) for one in patterns)]

    names = chosen(_DESCRIPTIONS) + (chosen(_SAFETENSORS) or chosen(_TORCH_FILES))
    return listing._replace(
        sizes={name: listing.sizes[name] for name in names},
        names={name: listing.names[name] for name in names},
    )


def _size(content: int) -> str:
    return f"{content / 1e9:.1f} GB" if content >= 1e9 else f"{content / 1e6:.1f} MB"


def fingerprint(*folders: Path) -> str:
    """Sixteen hexadecimal digits that identify the models in `folders`, tokenizers included."""
    return digest(
        {
            str(position): {
                path.name: sha256_of_file(path)
                for path in (folder / "config.json", *_weight_files(folder), *_tokenizer_of(folder))
            }
            for position, folder in enumerate(folders)
        }
    )


def library_versions() -> dict[str, str]:
    """Versions of the libraries that turn weights and text into numbers."""
    names = ("torch", "transformers", "tokenizers")
    return {name: version(name).partition("+")[0] for name in names}


def device_of(settings: Settings) -> torch.device:
    """The device that `settings` name.

    Raises:
        ConfigError: it, or the dtype, is unknown, or it is not on this machine.
    """
    if settings.dtype not in DTYPES:
        raise ConfigError(f"dtype: {settings.dtype!r} is not one of {', '.join(DTYPES)}")
    automatic = "cuda" if torch.cuda.is_available() else "cpu"
    device = torch.device(automatic if settings.device == "auto" else settings.device)
    try:
        torch.empty(0, device=device)
    except (RuntimeError, AssertionError) as error:
        raise ConfigError(
            f"device: {settings.device!r} is not on this machine; use auto or cpu"
        ) from error
    return device


def transformers() -> Any:
    """The library transformers, imported when it is needed, and quiet."""
    import transformers as library

    # Whether a model loaded well is checked below; bars and reports would only clutter the log.
    library.utils.logging.disable_progress_bar()
    library.utils.logging.set_verbosity_error()
    return library


def load_model(
    auto_class: str,
    folder: Path,
    settings: Settings,
    *,
    unused: tuple[str, ...] = (),
    only_read: bool = False,
) -> Any:
    """The model in `folder`, ready to be applied.

    Weights come from safetensors, or else from torch files read without running code in them.

    Args:
        auto_class: the name of the transformers class that builds the model.
        folder: a model folder.
        settings: device and dtype.
        unused: prefixes of weights that may be missing, since no result depends on them.
        only_read: whether only states and logits of texts are asked for, so that a plain model
            needs nothing of transformers.

    Raises:
        ModelError: the folder has no such model, or lacks some of its weights.
    """
    device_of(settings)  # for its errors, before anything is read
    weights = _weight_files(folder)
    try:
        if only_read and (model := _plain_model(auto_class, folder)) is not None:
            return placed(model, settings)
        library_class = getattr(transformers(), auto_class)
        model, report = library_class.from_pretrained(
            folder,
            dtype=torch.float32,
            attn_implementation="sdpa",
            trust_remote_code=False,
            weights_only=True,
            local_files_only=True,
            output_loading_info=True,
        )
    except SafetensorError as error:
        files = ", ".join(map(str, weights))
        raise ModelError(
            f"{files}: cannot be loaded, for it is damaged: {_first_line(error)}"
        ) from error
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        raise ModelError(f"{folder}: cannot be loaded: {_first_line(error)}") from error
    except pickle.UnpicklingError as error:
        raise ModelError(
            f"{folder}: its torch file holds more than weights and is not read; use safetensors"
        ) from error
    missing = sorted(key for key in report["missing_keys"] if not key.startswith(unused))
    if missing:
        raise ModelError(
            f"{folder}: lacks {len(missing)} weights of {type(model).__name__}, "
            f"the first being {missing[0]}; it is another kind of model, or incomplete"
        )
    return placed(model, settings)


def placed(model: Any, settings: Settings) -> Any:
    """A float32 model on the device and in the arithmetic of the settings, ready to be applied."""
    device = device_of(settings)
    if settings.dtype == "bfloat16":
        if device.type == "cpu":
            warn_without_bfloat16()
        multiply_in_bfloat16(model)
    return model.to(device).eval()


def read_weights(folder: Path) -> dict[str, torch.Tensor]:
    """The weights in `folder` by name, on the CPU, for a model that is not a transformers class.

    They come from safetensors, or else from torch files read without running code in them.

    Raises:
        ModelError: the folder is not a model folder, or a file cannot be read.
    """
    weights: dict[str, torch.Tensor] = {}
    for path in _weight_files(folder):
        try:
            weights |= _weights_in(path)
        except pickle.UnpicklingError as error:
            raise ModelError(
                f"{path}: holds more than weights and is not read; use safetensors"
            ) from error
        except (OSError, RuntimeError, SafetensorError) as error:
            raise ModelError(f"{path}: cannot be read: {_first_line(error)}") from error
    return weights


def model_configuration(model: str, revision: str | None) -> "PretrainedConfig":
    """The architecture of a model, without its weights; arguments as in `model_folder`.

    Raises:
        ModelError: there is no such folder, or the hub could not give the configuration.
    """
    if Path(model).is_dir():
        folder = Path(model)
    elif revision is None:
        raise _no_folder(model)
    else:
        folder = fetched(model, revision, ["config.json"])
    try:
        return transformers().AutoConfig.from_pretrained(
            folder, trust_remote_code=False, local_files_only=True
        )
    except (OSError, ValueError, KeyError) as error:
        raise ModelError(
            f"{model}: its configuration cannot be read: {_first_line(error)}"
        ) from error


def load_tokenizer(folder: Path, *, only_read: bool = False) -> Any:
    """The fast tokenizer in `folder`.

    Args:
        folder: a folder with tokenizer files.
        only_read: whether only `tokenize` reads it, so that one that its tokenizer.json says all
            about needs nothing of transformers: a `PlainTokenizer`.

    Raises:
        ModelError: there is none.
    """
    if not any(_tokenizer_of(folder)):
        raise ModelError(f"{folder}: has no tokenizer file (tokenizer.json or vocab.txt)")
    if only_read and (plain := read_tokenizer(folder)) is not None:
        return plain
    try:
        tokenizer: Any = transformers().AutoTokenizer.from_pretrained(
            folder, trust_remote_code=False, local_files_only=True
        )
    except (OSError, ValueError, KeyError) as error:
        raise ModelError(
            f"{folder}: its tokenizer cannot be loaded: {_first_line(error)}"
        ) from error
    if not tokenizer.is_fast:
        raise ModelError(f"{folder}: has no fast tokenizer; add its tokenizer.json")
    return tokenizer


def tokenize(
    tokenizer: "AnyTokenizer",
    texts: Sequence[str],
    pairs: Sequence[str] | None,
    max_length: int,
) -> list[tokenizers.Encoding]:
    """The tokens of each of `texts`, or of each pair of `texts` and `pairs`, unpadded.

    What is longer than `max_length` is cut, the longer side of a pair first; the rest is then in
    `Encoding.overflowing`.
    """
    if not texts:
        return []
    if isinstance(tokenizer, PlainTokenizer):
        return tokenizer.encodings(texts, pairs, max_length)
    tokens = tokenizer(
        list(texts),
        None if pairs is None else list(pairs),
        truncation=True,
        max_length=max_length,
        padding=False,
    )
    return tokens.encodings


def token_batches(lengths: Sequence[int], budget: int) -> list[list[int]]:
    """Indices of sequences in batches of similar length, the longest first.

    Args:
        lengths: tokens of each sequence.
        budget: the most tokens in a batch, padding counted; a longer sequence is a batch by itself.
    """
    batches: list[list[int]] = []
    for index in sorted(range(len(lengths)), key=lambda index: -lengths[index]):
        if not batches or (len(batches[-1]) + 1) * lengths[batches[-1][0]] > budget:
            batches.append([])
        batches[-1].append(index)
    return batches


def run_batches(batches: Iterable[list[int]], forward: Callable[[list[int]], None]) -> None:
    """Call `forward` on each batch; a batch that does not fit in the memory of the GPU is halved.

    Raises:
        ModelError: a single sequence does not fit.
    """
    pending = deque(batches)
    while pending:
        batch = pending.popleft()
        try:
            forward(batch)
        except torch.OutOfMemoryError as error:
            if len(batch) == 1:
                raise ModelError("even one sequence does not fit in GPU memory") from error
        else:
            continue
        # Only here, after the error is gone, is the memory of the failed attempt free.
        torch.cuda.empty_cache()
        half = len(batch) // 2
        logger.warning("out of GPU memory: a batch of %d is halved", len(batch))
        pending.extendleft([batch[half:], batch[:half]])


def _weights_in(path: Path) -> dict[str, torch.Tensor]:
    if path.suffix == ".safetensors":
        return load_file(path)
    return torch.load(path, map_location="cpu", weights_only=True)


def _plain_model(auto_class: str, folder: Path) -> torch.nn.Module | None:
    """The model in a folder, if it is one that is read without transformers."""
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))

    def weights() -> dict[str, torch.Tensor]:
        files = map(_weights_in, _weight_files(folder))
        return {name: weight for file in files for name, weight in file.items()}

    match auto_class:
        case "AutoModel":
            return plain_bert(config, weights, heads=False)
        case "AutoModelForSequenceClassification":
            return plain_bert(config, weights, heads=True)
        case "AutoModelForCausalLM":
            return plain_gpt2(config, weights)
    return None


def _weight_files(folder: Path) -> list[Path]:
    """The files whose weights are read: safetensors if there are any, else torch files."""
    if not folder.is_dir():
        raise ModelError(f"{folder}: no such model folder")
    if not (folder / "config.json").is_file():
        raise ModelError(f"{folder}: has no config.json, so it is not a model folder")
    weights = sorted(folder.glob("*.safetensors")) or sorted(folder.glob("pytorch_model*.bin"))
    if not weights:
        raise ModelError(f"{folder}: has no weights (*.safetensors, or pytorch_model.bin)")
    if file := altered_file(folder):
        raise ModelError(
            f"{file}: is not the file listed in {folder}/SHA256SUMS; restore the model folder, or "
            "update that list if the change is intended"
        )
    return weights


def _tokenizer_of(folder: Path) -> list[Path]:
    return [folder / name for name in _TOKENIZER_FILES if (folder / name).is_file()]


def _from_hub(model: str, revision: str) -> Path:
    folder = fetched(model, revision, [*_DESCRIPTIONS, *_SAFETENSORS])
    if any(folder.glob("*.safetensors")):
        return folder
    return fetched(model, revision, [*_DESCRIPTIONS, *_TORCH_FILES])


def _no_folder(model: str) -> ModelError:
    return ModelError(
        f"{model}: no such model folder, neither next to the study's file nor in {PROJECT} or "
        f"{Path.cwd()}; a model of the Hugging Face hub needs a revision too"
    )


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
