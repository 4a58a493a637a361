"""GGUF files, converted once into model folders that everything here reads."""

import io
import mmap
from contextlib import redirect_stderr
from pathlib import Path

from gec_attribution.errors import ModelError, OutputError
from gec_attribution.networks.model_files import (
    absent,
    check_complete,
    readable,
    transformers,
)
from gec_attribution.storage.files import sha256_of_file, write_atomically
from gec_attribution.storage.known_models import (
    CONVERTED,
    SOURCE,
    VARIABLE,
    is_readable_folder,
    models_folder,
)

# Names in a file with scaled positions, such as Llama 3.1's; transformers does not read them.
_SCALED = (b"rope_freqs.weight", b"rope_factors_", b".rope.scaling.factor")


def converted(file: Path) -> Path:
    """The folder with the model of a GGUF file, its weights in float32, and its tokenizer.

    Its weights are dequantised, so that numbers are those of the file. The folder lies among the
    models of this machine, under the SHA-256 of the file.

    Raises:
        ModelError: the file is damaged, of an architecture that is not supported, lacks weights,
            has no tokenizer, or scaled positions.
    """
    _check_positions(file)
    digest = sha256_of_file(file)
    place = models_folder() / CONVERTED / digest
    if is_readable_folder(place):
        return place
    try:
        with write_atomically(place) as folder:
            folder.mkdir()
            _convert(file, folder)
            (folder / SOURCE).write_text(digest, encoding="utf-8")
    except OutputError as error:
        raise ModelError(
            f"{file}: is not converted yet, and {error}; `gec-attribution models fetch` converts "
            f"what it fetches, and {VARIABLE} names another folder"
        ) from error
    return place


def _check_positions(file: Path) -> None:
    """Refuse scaled positions: a model made without them would be another one."""
    with (
        readable(file, "cannot be read as a GGUF model"),
        file.open("rb") as opened,
        mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as content,
    ):
        for name in _SCALED:
            if content.find(name) >= 0:
                raise ModelError(
                    f"{file}: scales its positions ({name.decode()}), which transformers does not "
                    "read from a GGUF file, so that scores would be another model's; name the "
                    "model folder of its source"
                )


def _convert(file: Path, folder: Path) -> None:
    library = transformers()
    named = {"gguf_file": file.name, "local_files_only": True}
    problem = (
        "cannot be read as a GGUF model, for it is damaged or of an architecture that transformers "
        "does not convert"
    )
    # transformers shows a bar of its own.
    with readable(file, problem), redirect_stderr(io.StringIO()):
        config = library.AutoConfig.from_pretrained(
            file.parent, trust_remote_code=False, **named
        )
        kind = "Seq2SeqLM" if config.is_encoder_decoder else "CausalLM"
        model, report = getattr(library, f"AutoModelFor{kind}").from_pretrained(
            file.parent,
            dtype="float32",
            trust_remote_code=False,
            output_loading_info=True,
            ignore_mismatched_sizes=True,
            **named,
        )
    check_complete(file, type(model).__name__, absent(report))
    with readable(file, "has no tokenizer that can be read"):
        tokenizer = library.AutoTokenizer.from_pretrained(
            file.parent, trust_remote_code=False, **named
        )
    # The weights are no longer quantised, whatever their file was.
    model.hf_quantizer = None
    model.config.__dict__.pop("quantization_config", None)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
