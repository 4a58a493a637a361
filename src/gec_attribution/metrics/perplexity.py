"""Negative perplexity under a causal language model, or its logarithm."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
from pydantic import Field

from gec_attribution.metrics.base import ComposedMetric
from gec_attribution.metrics.ordinary import ordinary, ordinary_identity
from gec_attribution.plugins.options import Commit, LanguageModel
from gec_attribution.plugins.settings import Settings

if TYPE_CHECKING:
    from gec_attribution.networks.tokens import Tokens

# PPL as a word of a label, with a sign and a logarithm that may be there already.
_PPL = re.compile(r"(?<![\w-])[−-]?(log )?PPL(?![\w-])", re.IGNORECASE)


class Perplexity(ComposedMetric):
    """Minus the perplexity of the hypothesis: -exp of its tokens' mean negative log-likelihood.

    The defaults are those of the paper, which takes the numbers of lmppl (official `ppl`): tokens
    stand between spaces, the score is on the scale of the perplexity, and no start token is added:
    the first token is a context, and is not itself scored. That is the start token if the tokenizer
    itself puts one, else the text's first token, without which a text has no perplexity. No token
    after the text is scored.
    """

    version = 2
    components = ("negative_log_likelihood", "truncated")
    needs_source = False
    allows_missing = True

    def __init__(
        self,
        settings: Settings,
        *,
        model: LanguageModel,
        revision: Commit = None,
        text: Annotated[
            Literal["tokens", "detokenised"],
            Field(
                description="Form of text for the model: `tokens` between spaces, as in "
                "the paper's corpora, or `detokenised` ordinary text."
            ),
        ] = "tokens",
        beginning: Annotated[
            Literal["context", "scored"],
            Field(
                description="Whether the first token is only a `context`, as in the paper, or "
                "is `scored` after the token that begins a document."
            ),
        ] = "context",
        scale: Annotated[
            Literal["perplexity", "log"],
            Field(
                description="Minus the `perplexity`, or minus its logarithm (`log`, the mean "
                "loss of a token in nats)."
            ),
        ] = "perplexity",
        undefined: Annotated[
            Literal["missing", "zero"],
            Field(
                description="Score of a text with fewer than two tokens: missing, or 0 as in "
                "the official code, the best score there is."
            ),
        ] = "missing",
    ) -> None:
        from gec_attribution.networks.causal import CausalLanguageModel
        from gec_attribution.networks.hub import model_folder
        from gec_attribution.networks.model_files import fingerprint, library_versions

        self.text = text
        self.scale = scale
        self.undefined = undefined
        folder = model_folder(model, revision)
        self.language_model = CausalLanguageModel(folder, settings)
        self.chunk = settings.chunk_on(self.language_model.model.device)
        self.tokenizers = [self.language_model.tokenizer]
        self.start = self.language_model.own_start
        if beginning == "scored":
            self.start = self.language_model.start
        self.dependencies = {
            "model": fingerprint(folder),
            "dtype": settings.arithmetic,
            "text": text,
            "beginning": beginning,
            "start": ",".join(map(str, self.start)) or "none",
            **library_versions(),
        }
        if self.language_model.window:
            self.dependencies["sliding_window"] = self.language_model.window

    def evaluate(
        self, sources: Sequence[str], hypotheses: Sequence[str]
    ) -> dict[str, np.ndarray]:
        """Mean negative log-likelihood in nats, NaN if undefined, and 1.0 where a text was cut."""
        from gec_attribution.networks.batches import parts

        del sources
        tokens: list[Tokens] = []
        context = max(len(self.start), 1)
        distinct: dict[tuple[int, ...], None] = {}

        def sequences(part: slice) -> list[tuple[int, ...]]:
            texts = hypotheses[part]
            if self.text == "detokenised":
                texts = ordinary(texts, self.text_language)
            encoded = self.language_model.encode(texts, self.start)
            tokens.extend(encoded)
            scored = [text.ids for text in encoded if len(text.ids) > context]
            new = dict.fromkeys(ids for ids in scored if ids not in distinct)
            distinct.update(new)
            return list(new)

        device = self.language_model.model.device
        prepared = map(sequences, parts(len(hypotheses), device))
        whole_losses = self.language_model.token_losses(prepared)
        losses = [of_text[context - 1 :] for of_text in whole_losses]
        lengths = np.array(list(map(len, losses)), dtype=int)
        owners = np.repeat(np.arange(len(losses)), lengths)
        sums = np.bincount(owners, weights=np.concatenate([[], *losses]))
        means = dict(zip(distinct, sums / lengths, strict=True))
        means_of_texts = [means.get(text.ids, np.nan) for text in tokens]
        cut = [text.cut for text in tokens]
        return {
            "negative_log_likelihood": np.array(means_of_texts),
            "truncated": np.array(cut, dtype=float),
        }

    def combine(self, columns: Mapping[str, np.ndarray]) -> np.ndarray:
        """Minus the mean loss, or minus its exponential."""
        losses = columns["negative_log_likelihood"]
        scores = -losses if self.scale == "log" else -np.exp(losses)
        if self.undefined == "zero":
            scores = np.nan_to_num(scores, nan=0.0)
        return scores

    @classmethod
    def titled(cls, label: str, options: Mapping[str, object]) -> str:
        """The label with −PPL or −log PPL in place of PPL, or behind it.

        In the paper's figures −PPL is called PPL. A higher score is a lower perplexity, which a
        reader of single scores and φ has to see.
        """
        quantity = "−log PPL" if options.get("scale") == "log" else "−PPL"
        if _PPL.search(label):
            return _PPL.sub(quantity, label, count=1)
        return f"{label} ({quantity})"

    def store_signature(self) -> dict[str, object]:
        """See `Metric.store_signature`."""
        signature = super().store_signature()
        if self.text == "detokenised":
            signature |= ordinary_identity(self.text_language)
        return signature

    def signature(self) -> dict[str, object]:
        """See `Metric.signature`."""
        return {
            **self.store_signature(),
            "scale": self.scale,
            "undefined": self.undefined,
        }
