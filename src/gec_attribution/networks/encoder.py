"""Bidirectional encoders with regression heads or without, as metrics use them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from gec_attribution.errors import ModelError, unknown
from gec_attribution.networks.batches import moved, padded, parts, run_batches
from gec_attribution.networks.hub import load_model, load_tokenizer, positions
from gec_attribution.networks.model_files import readable
from gec_attribution.networks.tokens import Tokens, frame_of, tokenize
from gec_attribution.plugins.settings import Settings


def column_of(head: str, labels: Sequence[str], folder: Path) -> int:
    """The column of a head among those of a model; see `Encoder.head`."""
    if head in labels:
        return labels.index(head)
    if len(labels) > 1:
        raise ModelError(f"{folder}/config.json: {unknown('head', head, labels)}")
    return 0


@dataclass(frozen=True)
class Encoded:
    """The outputs of an encoder for n texts.

    Attributes:
        logits: one column per head, float64 of shape (n, heads); no columns without heads.
        pooled: last hidden states averaged over the tokens, float64 of shape (n, hidden).
        truncated: texts that were cut to the encoder's length, bool of shape (n,).
    """

    logits: np.ndarray
    pooled: np.ndarray
    truncated: np.ndarray


class Encoder:
    """A BERT-like model and its tokenizer.

    Attributes:
        device: device of the model.
    """

    def __init__(
        self,
        folder: Path,
        settings: Settings,
        *,
        heads: bool,
        tokenizer: Path | None = None,
    ) -> None:
        """Load the encoder in `folder`, its regression heads only if they are wanted.

        Its tokenizer may be in a folder of its own.

        Raises:
            ModelError: the folder has no such model.
        """
        auto_class = "AutoModelForSequenceClassification"
        unused: tuple[str, ...] = ()
        if not heads:
            auto_class = "AutoModel"
            unused = ("pooler.",)
        self.folders = (folder,)
        self.tokenizer = load_tokenizer(tokenizer or folder)
        self.model = load_model(auto_class, folder, settings, unused=unused)
        if self.model.config.is_encoder_decoder:
            raise ModelError(
                f"{folder}: is a {type(self.model).__name__}, which has a decoder, too; take an "
                "encoder as BERT or RoBERTa is"
            )
        if self.tokenizer.pad_token_id is None:
            raise ModelError(
                f"{folder}: its tokenizer has no token for padding, so it is a language model's; "
                "take an encoder as BERT or RoBERTa is"
            )
        self.frame = frame_of(self.tokenizer)
        if self.tokenizer.cls_token_id is not None and not any(self.frame):
            raise ModelError(
                f"{tokenizer or folder}: its tokenizer has a token {self.tokenizer.cls_token} and "
                "puts it before no text, so that the model would read another word in its place; "
                "add the tokenizer files of the model's source"
            )
        self.heads = self.model.config.num_labels if heads else 0
        self.device = self.model.device
        self.batch_tokens = settings.batch_tokens_on(self.device)
        self.max_length = min(
            settings.max_length,
            self.tokenizer.model_max_length,
            positions(self.model.base_model),
        )
        tolerance = 0.1 if settings.dtype == "bfloat16" else 1e-3
        with readable(folder, "cannot be read in batches"):
            self._reads_padding = self._is_moved_by_padding(tolerance)

    def _is_moved_by_padding(self, tolerance: float) -> bool:
        """Whether a text's outputs depend on the padding beside it, as those of ConvBERT do."""
        short = Tokens(tuple(range(4)), (0,) * 4, cut=False)
        long = Tokens(tuple(range(8)), (0,) * 8, cut=False)
        alone = self._outputs(*self._forward([short]))
        beside = self._outputs(*self._forward([short, long]))
        # Compared apart: logits may be much smaller than states, and alone depend on padding.
        for output, output_beside in zip(alone, beside, strict=True):
            expected = output.cpu().numpy()
            differences = output_beside[:1].cpu().numpy() - expected
            largest = np.abs(expected).max(initial=0)
            if np.abs(differences).max(initial=0) > tolerance * largest:
                return True
        return False

    def head(self, name: str) -> int:
        """The column of `Encoded.logits` for the head `name`; a single head needs no name.

        Raises:
            ModelError: the model has several heads and none of that name.
        """
        labels = self.model.config.id2label or {}
        ordered = [labels[column] for column in sorted(labels)]
        return column_of(name, ordered, self.folders[0])

    def encode(
        self, texts: Sequence[str], pairs: Sequence[str] | None = None
    ) -> Encoded:
        """Encode `texts`, or pairs of `texts` and `pairs`; equal token sequences only once."""
        rows: list[int] = []
        cut: list[bool] = []
        places: dict[Tokens, int] = {}
        outputs: list[tuple[np.ndarray, torch.Tensor, torch.Tensor]] = []
        for part in parts(len(texts), self.device):
            pairs_of_part = None if pairs is None else pairs[part]
            tokens = tokenize(
                self.tokenizer, texts[part], pairs_of_part, self.max_length
            )
            first = len(places)
            for text in tokens:
                # Texts that are equal after cutting are encoded once.
                uncut = text._replace(cut=False)
                rows.append(places.setdefault(uncut, len(places)))
                cut.append(text.cut)

            def take(
                batch: list[int], output: Any, mask: torch.Tensor, first: int = first
            ) -> None:
                batch_rows = first + np.array(batch)
                outputs.append((batch_rows, *self._outputs(output, mask)))

            self.run(list(places)[first:], take)
        logits = np.empty((len(places), self.heads))
        pooled = np.empty((len(places), self.model.config.hidden_size))
        # A GPU is waited for only here.
        for batch_rows, batch_logits, batch_pooled in outputs:
            logits[batch_rows] = batch_logits.cpu().numpy()
            pooled[batch_rows] = batch_pooled.cpu().numpy()
        taken = np.array(rows, dtype=int)
        return Encoded(logits[taken], pooled[taken], np.array(cut, dtype=bool))

    def _outputs(
        self, output: Any, mask: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits and averaged states, as in `Encoded`, of a batch of the model's output."""
        mask = mask.unsqueeze(-1)
        states = output.hidden_states[-1].float() * mask
        pooled = states.sum(dim=1) / mask.sum(dim=1)
        logits = output.logits.float() if self.heads else pooled[:, :0]
        return logits, pooled

    def run(
        self,
        texts: Sequence[Tokens],
        take: Callable[[list[int], Any, torch.Tensor], None],
    ) -> None:
        """Apply the model to texts or pairs, and hand each batch of its output to `take`.

        Args:
            texts: their tokens.
            take: gets the indices of a batch, the output of the model with the states of all
                layers, and the mask of the tokens, (texts, longest).
        """

        def forward(batch: list[int]) -> None:
            take(batch, *self._forward([texts[index] for index in batch]))

        lengths = [len(text.ids) for text in texts]
        # Without padding, a text's outputs are the same in any batch.
        groups = dict(enumerate(lengths)) if self._reads_padding else None
        self.batch_tokens = run_batches(lengths, self.batch_tokens, forward, groups)

    @torch.inference_mode()
    def _forward(self, texts: Sequence[Tokens]) -> tuple[Any, torch.Tensor]:
        """The output of the model for a batch, and the mask of its tokens."""
        ids, types, _ = zip(*texts, strict=True)
        tokens, mask = padded(ids, self.tokenizer.pad_token_id)
        mask = moved(mask, self.device)
        inputs = {"input_ids": moved(tokens, self.device), "attention_mask": mask}
        if "token_type_ids" in self.tokenizer.model_input_names:
            padded_types, _ = padded(types, 0)
            inputs["token_type_ids"] = moved(padded_types, self.device)
        return self.model(**inputs, output_hidden_states=True), mask
