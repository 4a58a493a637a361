"""A Chinese corrector: phrases that annotators corrected, where a language model agrees.

The channel (Brill and Moore 2000) is a table of how often annotators corrected a phrase to what. An
edit's merit is what the sentence's log-likelihood gains by it, and the weighted log-odds that an
annotator would make it.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from gec_attribution.edits.model import Edit, apply_edits
from gec_attribution.languages.zh import CHINESE
from gec_attribution.networks.hub import fingerprint, library_versions, model_folder
from gec_attribution.plugins.options import Entry, number, path, revision
from gec_attribution.plugins.settings import Settings
from gec_attribution.storage.files import sha256_of_file
from gec_attribution.systems.chinese_confusions import WORTH
from gec_attribution.systems.edit_likelihoods import (
    SIGNS,
    EditLikelihoods,
    LikelihoodCorrector,
)
from gec_attribution.systems.edit_table import EditTable, load_table
from gec_attribution.systems.language_model import PROPOSALS, accept

# The largest share of a phrase's readings in which it counts as corrected: some were not read.
MOST = 0.98


class NoisyChannel(LikelihoodCorrector):
    """Takes the edits of a sentence with a merit above a threshold, the best first."""

    ENTRY = Entry(
        options={
            "model": path(
                "Folder or hub id of a causal language model of Chinese characters.",
                commit="revision",
            ),
            "edits": path(
                "File of the table of corrected phrases, which the rule learn_channel makes."
            ),
            "revision": revision(),
            "weight": number(
                "Nats of the language model that a nat of the table's log-odds is worth; the rule "
                "tune_noisy_channel finds it.",
                3,
                least=0,
            ),
            "threshold": number("Nats that an edit must gain; the same rule finds it.", -1),
        },
        languages=("zh",),
    )

    def __init__(
        self,
        settings: Settings,
        *,
        model: str,
        edits: str,
        weight: float = 3.0,
        threshold: float = -1.0,
        revision: str | None = None,
    ) -> None:
        """Load the language model and the table.

        Args:
            settings: how models are run.
            model: a causal language model of Chinese characters.
            edits: file of a table of corrected phrases, as `EditTable.save` writes it.
            weight: nats of the language model that one nat of the table's log-odds is worth.
            threshold: nats that the merit of an edit must exceed.
            revision: the language model's commit, if it is one of the Hugging Face hub.

        Raises:
            ModelError: the model or the table is missing or of another kind.
        """
        folder = model_folder(model, revision)
        self._table = load_table(edits)
        self.weight, self.threshold = weight, threshold
        super().__init__(
            chinese_likelihoods(folder, settings),
            CHINESE,
            {
                "model": fingerprint(folder),
                "table": sha256_of_file(Path(edits))[:16],
                "dtype": settings.arithmetic,
                **library_versions(),
            },
        )

    def _corrected(self, tokens: list[str]) -> list[str]:
        edits, gains, odds = weighed(self._likelihoods, self._table, tokens)
        return apply_edits(tokens, accept(edits, gains + self.weight * odds, self.threshold))


def chinese_likelihoods(folder: Path, settings: Settings) -> EditLikelihoods:
    """The likelihoods by which edits of Chinese sentences are judged."""
    return EditLikelihoods(folder, settings, PROPOSALS["zh"].before, PROPOSALS["zh"].margin)


def weighed(
    likelihoods: EditLikelihoods, table: EditTable, tokens: Sequence[str]
) -> tuple[list[Edit], np.ndarray, np.ndarray]:
    """The edits that a table suggests and a language model does not find hopeless.

    Args:
        likelihoods: the language model.
        table: the channel.
        tokens: a sentence that the language model reads, not empty.

    Returns:
        The edits; what the sentence's log-likelihood gains by each, in nats, where a character is
        worth `chinese_confusions.WORTH`, (n,); and the log-odds of each in the table, (n,).
    """
    suggested = table.edits(tokens)
    edits, losses = likelihoods.compare(tokens, list(suggested))
    added = np.array([len(edit.tokens) - (edit.end - edit.start) for edit in edits], dtype=float)
    return edits, losses @ SIGNS + WORTH * added, _log_odds(suggested, edits)


def _log_odds(counts: Mapping[Edit, tuple[int, int]], edits: Sequence[Edit]) -> np.ndarray:
    pairs = np.array([counts[edit] for edit in edits], dtype=float).reshape(-1, 2)
    shares = np.minimum(pairs[:, 0] / pairs[:, 1], MOST)
    return np.log(shares / (1 - shares))
