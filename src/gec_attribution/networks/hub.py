"""Models of systems and metrics: found and loaded."""

import math
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import torch

from gec_attribution.errors import ConfigError, ModelError
from gec_attribution.networks.gguf import converted
from gec_attribution.networks.gpus import take_gpu
from gec_attribution.networks.model_files import (
    DESCRIPTIONS,
    absent,
    check_complete,
    check_descriptions,
    check_finite,
    readable,
    tokenizer_files,
    transformers,
    weight_files,
)
from gec_attribution.networks.precision import (
    multiply_in_bfloat16,
    warn_without_bfloat16,
)
from gec_attribution.networks.snapshots import snapshot
from gec_attribution.plugins.settings import Settings
from gec_attribution.storage.known_models import KNOWN_MODELS, gguf_in, present_folder
from gec_attribution.storage.project import PROJECT

if TYPE_CHECKING:
    from transformers import PretrainedConfig

DTYPES = ("float32", "bfloat16")
OWN_CHOICE: Mapping[str, None] = MappingProxyType(
    {"attn_implementation": None, "experts_implementation": None}
)
"""Arguments by which the installed library chooses how it computes attention and experts.

By itself, a model's configuration may name code that the library would fetch from the hub.
"""

_SAFETENSORS = ("*.safetensors", "*.safetensors.index.json")
_TORCH_FILES = (
    "pytorch_model*.bin",
    "pytorch_model*.bin.index.json",
    "adapter_model.bin",
)


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
    folder = snapshot(model, revision, [*DESCRIPTIONS, *_SAFETENSORS])
    if any(folder.glob("*.safetensors")):
        return folder
    return snapshot(model, revision, [*DESCRIPTIONS, *_TORCH_FILES])


def device_of(settings: Settings) -> torch.device:
    """The device that `settings` name; in a job of the workflow, a GPU that no other job uses.

    Raises:
        ConfigError: it, or the dtype, is unknown, or it cannot be used on this machine.
    """
    if settings.dtype not in DTYPES:
        raise ConfigError(
            f"dtype: found {settings.dtype!r}; allowed: {', '.join(DTYPES)}"
        )
    if settings.device == "auto" and torch.backends.cuda.is_built():
        take_gpu()
    name = settings.device
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    try:
        device = torch.device(name)
        torch.empty(0, device=device)
    except (RuntimeError, AssertionError) as error:
        reason = str(error).partition("\n")[0].partition(". ")[0]
        raise ConfigError(
            f"device: {settings.device} cannot be used on this machine, {reason}; name cpu"
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


def read_model(
    auto_class: str, folder: Path, dtype: str, *, unused: tuple[str, ...] = ()
) -> Any:
    """The model in `folder` as its library makes it, on the CPU, before it is placed.

    Weights come from safetensors, or else from torch files read without running code in them. With
    the dtype `auto` they keep that of their files. Further arguments and errors are those of
    `load_model`.
    """
    files = ", ".join(map(str, weight_files(folder)))
    with readable(files, "cannot be loaded"):
        library = transformers()
        config = library.AutoConfig.from_pretrained(
            folder, trust_remote_code=False, local_files_only=True
        )
        if auto_class == "AutoModelForCausalLM":
            _check_direction(folder, config)
        model, report = getattr(library, auto_class).from_pretrained(
            folder,
            config=config,
            **OWN_CHOICE,
            dtype=dtype,
            trust_remote_code=False,
            weights_only=True,
            local_files_only=True,
            output_loading_info=True,
            ignore_mismatched_sizes=True,
        )
    missing = [name for name in absent(report) if not name.startswith(unused)]
    check_complete(folder, type(model).__name__, missing)
    check_finite(folder, model.named_parameters())
    return model


def placed(model: Any, settings: Settings) -> Any:
    """A float32 model on the device and in the arithmetic of the settings, ready to be applied."""
    device = device_of(settings)
    if settings.dtype == "bfloat16":
        warn_without_bfloat16(device)
        multiply_in_bfloat16(model)
    return model.to(device).eval()


def configured_positions(model: Any) -> float:
    """The most tokens that a model has positions for, as its configuration says; else infinite.

    Of a model for images and texts, the part for texts counts.
    """
    return getattr(model.config.get_text_config(), "max_position_embeddings", math.inf)


def positions(encoder: Any) -> float:
    """The most tokens that an encoder has positions for; infinite if they are relative.

    In RoBERTa and its followers they begin after the position of the padding.
    """
    most = math.inf
    for name, table in encoder.named_modules():
        if name.rpartition(".")[2] in {"position_embeddings", "embed_positions"}:
            first = 0
            if table.padding_idx is not None:
                first = table.padding_idx + 1
            most = min(most, len(table.weight) - first)
    return most


def model_configuration(model: str, revision: str | None) -> "PretrainedConfig":
    """The architecture of a model, without its weights; arguments as in `model_folder`.

    Raises:
        ModelError: there is no such folder, or the hub could not give the configuration.
    """
    if revision is None or _is_local(model):
        folder = _local_folder(model)
    else:
        folder = snapshot(model, revision, ["config.json"])
    with readable(model, "its configuration cannot be read"):
        return transformers().AutoConfig.from_pretrained(
            folder, trust_remote_code=False, local_files_only=True
        )


def load_tokenizer(folder: Path) -> Any:
    """The fast tokenizer in `folder`, which has tokenizer files.

    Raises:
        ModelError: there is none, or it has no vocabulary.
    """
    if not tokenizer_files(folder):
        raise ModelError(
            f"{folder}: has no tokenizer file; add the tokenizer.json of its source"
        )
    with readable(folder, "its tokenizer cannot be loaded"):
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
    if getattr(tokenizer.backend_tokenizer.model, "dropout", None):
        raise ModelError(
            f"{folder}: its tokenizer cuts words at random (dropout), so that a text would have "
            "another score each time; set dropout to null in tokenizer.json"
        )
    return tokenizer


def _check_direction(folder: Path, config: "PretrainedConfig") -> None:
    """Refuse a bidirectional model, which would answer all the same."""
    fills_gaps = type(config) in transformers().MODEL_FOR_MASKED_LM_MAPPING
    if fills_gaps and not getattr(config, "is_decoder", False):
        raise ModelError(
            f"{folder}: is a model of type {config.model_type}, which fills gaps in a text and "
            "does not say what comes next; name a causal language model, such as GPT-2"
        )


def _is_local(model: str) -> bool:
    return model in KNOWN_MODELS or Path(model).exists()


def _local_folder(model: str) -> Path:
    """The folder of a model on this machine, a GGUF file converted.

    Raises:
        ModelError: there is none, or a description in it is no JSON object.
    """
    path = Path(model)
    if not path.exists():
        # A study's file is read with its paths in full; an entry of Python names them as they are.
        path = present_folder(model) if model in KNOWN_MODELS else PROJECT / model
    if path.is_file() and path.suffix != ".gguf":
        raise ModelError(f"{model}: is neither a model folder nor a GGUF file")
    if not path.exists():
        raise ModelError(
            f"{model}: no such model folder, neither next to the study's file nor in {PROJECT} or "
            f"{Path.cwd()}; a model of the Hugging Face hub needs a revision too"
        )
    file = gguf_in(path) if path.is_dir() else path
    if file is None:
        check_descriptions(path)
        return path
    return converted(file)
