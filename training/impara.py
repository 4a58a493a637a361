"""IMPARA's quality estimator, trained on parallel data (Maeda et al. 2022, sections 3 and 4).

The impact of an edit is 1 minus the cosine between the sentence vectors of the full correction and
of the correction without that edit. Two subsets of a sentence's edits make a pair of corrections,
and the one whose edits sum to more impact is the better one. A regressor learns to score it higher.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pandas as pd
import torch

from gec_attribution.corpora.files import read_hypotheses
from gec_attribution.edits.model import Edit, apply_edits
from gec_attribution.errors import InputError
from gec_attribution.languages import load_extractor
from gec_attribution.languages.en import ENGLISH
from gec_attribution.networks.encoder import Encoder
from gec_attribution.networks.hub import model_folder
from gec_attribution.plugins.settings import Settings
from gec_attribution.storage.seeds import seed_from
from gec_attribution.storage.text import read_lines
from training.fitting import Run, split_by_source
from training.recipes import Impara, Pairs
from training.side import Example, Judging, train_side_networks

Vectors = Callable[[Sequence[str]], np.ndarray]


def read_parallel(
    sources: Path, references: Sequence[Path], pipeline: str
) -> list[tuple[str, Sequence[Edit]]]:
    """Sources with the edits of each of their references, found by ERRANT.

    Raises:
        InputError: a file cannot be read, or has another number of lines.
    """
    texts = read_lines(sources)
    pairs: list[tuple[str, str]] = []
    for file in references:
        corrected = read_hypotheses(file, expected=len(texts))
        pairs += zip(texts, corrected, strict=True)
    edits = load_extractor("en", pipeline).extract(pairs)
    return [(source, found) for (source, _), found in zip(pairs, edits, strict=True)]


def sentence_vectors(recipe: Pairs, device: str) -> Vectors:
    """Map of sentences to the means of an encoder's last hidden states, scaled to length 1.

    Raises:
        ModelError: the encoder is missing or of another kind.
    """
    folder = model_folder(recipe.encoder, recipe.revision)
    encoder = Encoder(folder, Settings(device=device), heads=False)

    def vectors(sentences: Sequence[str]) -> np.ndarray:
        pooled = encoder.encode(sentences).pooled
        return pooled / np.linalg.norm(pooled, axis=1, keepdims=True)

    return vectors


def edit_impacts(source: str, edits: Sequence[Edit], vectors: Vectors) -> np.ndarray:
    """Impact of each edit on the correction that all of them make, float (n,); about 0 to 1."""
    everything = np.ones(len(edits), dtype=bool)
    all_but_one = ~np.eye(len(edits), dtype=bool)
    subsets = [everything, *all_but_one]
    full, *without_one = vectors(
        [_corrected(source, edits, subset) for subset in subsets]
    )
    cosines = [float(full @ vector) for vector in without_one]
    return 1.0 - np.array(cosines)


def make_pairs(
    parallel: Sequence[tuple[str, Sequence[Edit]]], vectors: Vectors, recipe: Pairs
) -> pd.DataFrame:
    """Pairs of corrections: source, better, worse, difference (of summed impact, above 0).

    Vectors have length 1, and are of a model before any training. The recipe's number of pairs is
    drawn from all; the data may have fewer.

    Raises:
        InputError: No correction has an edit.
    """
    rows: list[tuple[str, str, str, float]] = []
    for source, edits in parallel:
        if edits:
            rows += _pairs_of(source, edits, vectors, recipe)
    if not rows:
        raise InputError("the parallel data has no edits to make pairs from")
    table = pd.DataFrame(rows, columns=["source", "better", "worse", "difference"])
    generator = np.random.default_rng(seed_from(recipe.seed, "choice"))
    chosen = generator.permutation(len(table))[: recipe.pairs]
    return table.iloc[np.sort(chosen)].reset_index(drop=True)


def _pairs_of(
    source: str, edits: Sequence[Edit], vectors: Vectors, recipe: Pairs
) -> list[tuple[str, str, str, float]]:
    """Rows of `make_pairs` for one source: pairs of random subsets of its edits, each once."""
    impacts = edit_impacts(source, edits, vectors)
    correction = _corrected(source, edits, np.ones(len(edits), dtype=bool))
    generator = np.random.default_rng(
        seed_from(recipe.seed, "subsets", source, correction)
    )
    drawn = generator.random((4 * recipe.pairs_a_sentence, 2, len(edits)))
    pairs: dict[bytes, tuple[str, str, str, float]] = {}
    for subset, other in drawn < 0.5:
        difference = float(impacts[subset].sum() - impacts[other].sum())
        better, worse = (subset, other) if difference >= 0 else (other, subset)
        key = better.tobytes() + worse.tobytes()
        if difference and key not in pairs:
            better_text = _corrected(source, edits, better)
            worse_text = _corrected(source, edits, worse)
            pairs[key] = (source, better_text, worse_text, abs(difference))
        if len(pairs) == recipe.pairs_a_sentence:
            break
    return list(pairs.values())


def train_quality_estimator(
    recipe: Impara, pairs: pd.DataFrame, run: Run
) -> dict[str, float]:
    """Train networks with the head `quality` to rank pairs, and write their adapter.

    The epoch that ranks most validation pairs right is kept. `pairs` are those of `make_pairs`,
    split 8:1:1 by source.

    Returns:
        Share of pairs of the parts `validation` and `test` that are ranked right.
    """
    examples = {name: _examples(part) for name, part in split_by_source(pairs).items()}
    judging = Judging({"quality": 0.0}, examples, ranking_loss, pair_accuracy)
    outputs = train_side_networks(recipe, judging, run)
    return {name: pair_accuracy(scores) for name, scores in outputs.items()}


def ranking_loss(outputs: torch.Tensor, _labels: torch.Tensor) -> torch.Tensor:
    """Maeda et al. (2022), section 3.3: the mean of sigmoid(R(worse) - R(better)).

    The outputs of the head are (examples, 2, 1), the better text first.
    """
    return torch.sigmoid(outputs[:, 1] - outputs[:, 0]).mean()


def pair_accuracy(outputs: np.ndarray, _labels: np.ndarray | None = None) -> float:
    """Share of pairs whose better correction is scored higher; a tie counts as half.

    The scores are (pairs, 2, 1), the better correction first.
    """
    better = outputs[:, 0]
    worse = outputs[:, 1]
    return float(np.mean(better > worse) + 0.5 * np.mean(better == worse))


def _examples(pairs: pd.DataFrame) -> list[Example]:
    # Only the order of a pair is known, no score.
    unknown = np.full((2, 1), np.nan)
    texts = zip(pairs["better"], pairs["worse"], strict=True)
    return [Example([(better,), (worse,)], unknown) for better, worse in texts]


def _corrected(source: str, edits: Sequence[Edit], kept: np.ndarray) -> str:
    chosen = [edit for edit, keep in zip(edits, kept, strict=True) if keep]
    return " ".join(apply_edits(ENGLISH.tokenize(source), chosen))
