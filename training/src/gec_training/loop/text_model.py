"""A model together with its tokenizer, as training uses them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gec_attribution.networks.hub import device_of, model_folder
from gec_attribution.plugins.settings import Settings
from gec_attribution.storage.files import write_atomically

if TYPE_CHECKING:
    import torch
    from transformers import BatchEncoding, PreTrainedTokenizerBase

    Text = str | list[str]

_BATCH = 64


@dataclass(frozen=True)
class TextModel:
    """A BERT-like model and its tokenizer. A text is a sentence, or the list of its tokens."""

    model: Any  # a transformers.PreTrainedModel, whose parts have the names of its kind
    tokenizer: "PreTrainedTokenizerBase"

    def inputs(
        self, texts: Sequence["Text"], pairs: Sequence["Text"] | None = None
    ) -> "BatchEncoding":
        """The padded inputs of texts, or with `pairs` of [CLS] text [SEP] pair [SEP]."""
        return self.tokenizer(
            list(texts),
            None if pairs is None else list(pairs),
            is_split_into_words=not isinstance(texts[0], str),
            padding=True,
            truncation=True,
            return_tensors="pt",
        ).to(self.model.device)

    def predict(self, texts: Sequence["Text"], pairs: Sequence["Text"] | None = None) -> np.ndarray:
        """The logits of a sequence classifier, float32 (n, labels)."""
        return self.in_batches(lambda batch: self.model(**batch).logits, texts, pairs)

    def vectors(self, texts: Sequence["Text"]) -> np.ndarray:
        """Means of an encoder's last hidden states, scaled to length 1, float32 (n, width)."""
        import torch

        def unit(batch: "BatchEncoding") -> "torch.Tensor":
            mean = mean_vector(self.model(**batch).last_hidden_state, batch["attention_mask"])
            return torch.nn.functional.normalize(mean, dim=-1)

        return self.in_batches(unit, texts, None)

    def save(self, folder: Path) -> None:
        """Writes the model folder."""
        # How training padded and cut its batches is not part of the tokenizer.
        self.tokenizer.backend_tokenizer.no_padding()
        self.tokenizer.backend_tokenizer.no_truncation()
        with write_atomically(folder) as temporary:
            self.model.save_pretrained(temporary)
            self.tokenizer.save_pretrained(temporary)

    def in_batches(
        self,
        function: Callable[["BatchEncoding"], "torch.Tensor"],
        texts: Sequence["Text"],
        pairs: Sequence["Text"] | None = None,
    ) -> np.ndarray:
        """What `function` says of the inputs of texts or pairs, float32 (n, columns)."""
        import torch

        # Texts of like length share a batch, so little of it is padding.
        order = np.argsort([len(text) for text in texts], kind="stable")
        parts = []
        with torch.inference_mode():
            for start in range(0, len(order), _BATCH):
                rows = order[start : start + _BATCH]
                second = None if pairs is None else [pairs[row] for row in rows]
                said = function(self.inputs([texts[row] for row in rows], second))
                parts.append(said.float().cpu().numpy())
        result = np.empty((len(order), parts[0].shape[1]), dtype=np.float32)
        result[order] = np.concatenate(parts)
        return result


def mean_vector(hidden: "torch.Tensor", mask: "torch.Tensor") -> "torch.Tensor":
    """The mean of hidden states (texts, pieces, width) over the pieces that `mask` keeps."""
    mask = mask.unsqueeze(-1)
    return (hidden * mask).sum(1) / mask.sum(1)


def load_regressor(
    start: str | Path,
    labels: int,
    *,
    device: str,
    revision: str | None = None,
    **config: float | str,
) -> TextModel:
    """A BERT with new regression heads, in 32 bit, on the device to train on.

    Args:
        start: folder or hub id of a BERT with its tokenizer; pickled weights are refused.
        labels: how many heads.
        device: "auto" (the GPU if there is one), "cpu" or "cuda".
        revision: of a hub id.
        config: changes to the model's configuration.

    Raises:
        ModelError: there is no such folder, or the hub did not give the model.
    """
    import torch
    from transformers import AutoModelForSequenceClassification

    place = device_of(Settings(device=device))
    folder = model_folder(str(start), revision)
    model = AutoModelForSequenceClassification.from_pretrained(
        folder,
        num_labels=labels,
        local_files_only=True,
        trust_remote_code=False,
        use_safetensors=True,
        dtype=torch.float32,
        ignore_mismatched_sizes=True,
        **config,
    )
    return TextModel(model.to(place), _tokenizer(folder))


def load_encoder(start: str | Path, *, device: str, revision: str | None = None) -> TextModel:
    """A BERT without heads, in evaluation mode; arguments as in `load_regressor`."""
    import torch
    from transformers import AutoModel

    place = device_of(Settings(device=device))
    folder = model_folder(str(start), revision)
    model = AutoModel.from_pretrained(
        folder,
        local_files_only=True,
        trust_remote_code=False,
        use_safetensors=True,
        dtype=torch.float32,
    )
    return TextModel(model.to(place).eval(), _tokenizer(folder))


def _tokenizer(folder: Path) -> "PreTrainedTokenizerBase":
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
