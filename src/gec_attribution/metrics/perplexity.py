"""Negative perplexity under a causal language model, as lmppl computes it (official `ppl`)."""

from collections.abc import Mapping, Sequence

import numpy as np
import torch
import transformers

from gec_attribution.errors import ConfigError
from gec_attribution.metrics.base import ComposedMetric
from gec_attribution.metrics.prefix_trees import PrefixTree, pack
from gec_attribution.models import (
    fingerprint,
    library_versions,
    load_model,
    load_tokenizer,
    model_folder,
    run_batches,
    token_batches,
    tokenize,
)
from gec_attribution.settings import Settings

# Attention within a tree is quadratic in its nodes, while small trees share little.
TREE_NODES = 256
# Logits over the vocabulary are the largest arrays by far, so few positions have theirs at once.
LOGIT_POSITIONS = 128


class Perplexity(ComposedMetric):
    """Minus the perplexity of the hypothesis: -exp of its tokens' mean negative log-likelihood.

    No start symbol is added: the first token is a context, and is not itself scored. A text of
    fewer than two tokens has no perplexity.
    """

    components = ("negative_log_likelihood", "truncated")
    needs_source = False
    allows_missing = True

    def __init__(
        self,
        settings: Settings,
        *,
        model: str,
        revision: str | None = None,
        undefined: str = "missing",
    ) -> None:
        """Load the language model.

        Args:
            settings: how models are run; its `max_length` is for encoders, a language model reads
                as many tokens as it has positions.
            model: a causal language model whose head is a linear map of its last hidden states.
            revision: its commit, if it is a model of the Hugging Face hub.
            undefined: the score of a text without perplexity: `missing` (NaN), or `zero` as in the
                official code, where it is the best score of all.

        Raises:
            ConfigError: `undefined` has another value.
            ModelError: the model is missing or of another kind.
        """
        if undefined not in {"missing", "zero"}:
            raise ConfigError(f"undefined: {undefined!r} is not one of missing, zero")
        self.undefined = undefined
        folder = model_folder(model, revision)
        self.tokenizer = load_tokenizer(folder)
        self.model = load_model(transformers.AutoModelForCausalLM, folder, settings)
        self.batch_tokens = settings.batch_tokens
        self.max_length = min(
            self.tokenizer.model_max_length, self.model.config.max_position_embeddings
        )
        self._store_signature = {
            "metric": "perplexity",
            "model": fingerprint(folder),
            "dtype": settings.dtype,
            **library_versions(),
        }

    def evaluate(self, sources: Sequence[str], hypotheses: Sequence[str]) -> dict[str, np.ndarray]:
        """Mean negative log-likelihood in nats, NaN if undefined, and 1.0 where a text was cut."""
        del sources
        encodings = tokenize(self.tokenizer, hypotheses, None, self.max_length)
        sequences = [tuple(encoding.ids) for encoding in encodings]
        distinct = list(dict.fromkeys(ids for ids in sequences if len(ids) > 1))
        means = dict(zip(distinct, self._mean_losses(distinct), strict=True))
        return {
            "negative_log_likelihood": np.array([means.get(ids, np.nan) for ids in sequences]),
            "truncated": np.array([bool(each.overflowing) for each in encodings], dtype=float),
        }

    def combine(self, columns: Mapping[str, np.ndarray]) -> np.ndarray:
        """Minus the exponential of the mean loss."""
        scores = -np.exp(columns["negative_log_likelihood"])
        return np.nan_to_num(scores, nan=0.0) if self.undefined == "zero" else scores

    def store_signature(self) -> dict[str, object]:
        """See `Metric.store_signature`."""
        return self._store_signature

    def signature(self) -> dict[str, object]:
        """See `Metric.signature`."""
        return {**self._store_signature, "undefined": self.undefined}

    def _mean_losses(self, sequences: list[tuple[int, ...]]) -> np.ndarray:
        """The mean loss of each sequence's tokens but the first, float64 of shape (n,)."""
        totals = np.zeros(len(sequences))
        trees = pack(sequences, TREE_NODES)

        def forward(batch: list[int]) -> None:
            states, offsets = self._states([trees[index] for index in batch])
            contexts, targets, owners = [], [], []
            for index, offset in zip(batch, offsets, strict=True):
                for member, path in zip(trees[index].members, trees[index].paths, strict=True):
                    contexts += [offset + node for node in path]
                    targets += sequences[member][1:]
                    owners += [member] * len(path)
            losses = self._losses(states, np.array(contexts), np.array(targets))
            totals[:] += np.bincount(owners, weights=losses, minlength=len(totals))

        run_batches(token_batches([len(tree) for tree in trees], self.batch_tokens), forward)
        return totals / [len(sequence) - 1 for sequence in sequences]

    @torch.inference_mode()
    def _states(self, trees: list[PrefixTree]) -> tuple[torch.Tensor, np.ndarray]:
        """Last hidden states of all nodes, (nodes, hidden), and where those of each tree begin."""
        lengths = [len(tree) for tree in trees]
        rows, width = len(trees), max(lengths)
        tokens = np.zeros((rows, width), dtype=np.int64)
        depths = np.zeros((rows, width), dtype=np.int64)
        visible = np.tile(np.eye(width, dtype=bool), (rows, 1, 1, 1))
        for row, tree in enumerate(trees):
            tokens[row, : len(tree)] = tree.tokens
            depths[row, : len(tree)] = tree.depths
            visible[row, 0, : len(tree), : len(tree)] = tree.visibility()
        device = self.model.device
        output = self.model.base_model(
            input_ids=torch.from_numpy(tokens).to(device),
            position_ids=torch.from_numpy(depths).to(device),
            attention_mask=torch.from_numpy(visible).to(device),
            use_cache=False,
        )
        states = [output.last_hidden_state[row, :length] for row, length in enumerate(lengths)]
        return torch.cat(states), np.cumsum([0, *lengths[:-1]])

    @torch.inference_mode()
    def _losses(
        self, states: torch.Tensor, contexts: np.ndarray, targets: np.ndarray
    ) -> np.ndarray:
        """Negative log-likelihood of each target token after its context, float64 of shape (n,).

        Args:
            states: hidden states, (nodes, hidden).
            contexts: the node each target follows, (n,).
            targets: token ids, (n,).
        """
        losses = np.empty(len(contexts))
        head = self.model.get_output_embeddings()
        by_context = np.argsort(contexts, kind="stable")
        starts = range(0, len(states), LOGIT_POSITIONS)
        cuts = np.searchsorted(contexts[by_context], starts)
        for start, chosen in zip(starts, np.split(by_context, cuts[1:]), strict=True):
            logits = head(states[start : start + LOGIT_POSITIONS]).float()
            picked = logits[contexts[chosen] - start, targets[chosen]]
            normalisers = logits.logsumexp(dim=-1)[contexts[chosen] - start]
            losses[chosen] = (normalisers - picked).cpu()
        return losses
