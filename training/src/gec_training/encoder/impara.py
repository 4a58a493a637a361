"""IMPARA's quality estimator, trained on parallel data (Maeda et al. 2022, sections 3 and 4).

The impact of an edit is 1 minus the cosine between the sentence vectors of the full correction and
of the correction without that edit. Two subsets of a sentence's edits make a pair of corrections,
and the one whose edits sum to more impact is the better one. A regressor learns to score it higher.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from gec_attribution.edits.model import Edit, apply_edits
from gec_attribution.errors import InputError
from gec_attribution.languages.en import ENGLISH
from gec_attribution.storage.seeds import seed_from
from gec_training.data.ratings import split_by_source
from gec_training.loop.steps import batch_at, steps_in_epoch, train
from gec_training.loop.text_model import load_regressor

if TYPE_CHECKING:
    import torch

Vectors = Callable[[Sequence[str]], np.ndarray]


def edit_impacts(source: str, edits: Sequence[Edit], vectors: Vectors) -> np.ndarray:
    """Impact of each edit on the correction that all of them make, float (n,); about 0 to 1.

    Args:
        source: the sentence before correction.
        edits: all edits of its correction, in ERRANT's order.
        vectors: maps sentences to vectors of length 1.
    """
    tokens = ENGLISH.tokenize(source)
    left_out = [[other for other in edits if other is not edit] for edit in edits]
    sentences = [" ".join(apply_edits(tokens, kept)) for kept in [list(edits), *left_out]]
    full, *others = vectors(sentences)
    return np.array([1.0 - float(full @ other) for other in others])


def make_pairs(
    parallel: Sequence[tuple[str, Sequence[Edit]]],
    vectors: Vectors,
    *,
    pairs: int = 4096,
    pairs_a_sentence: int = 30,
    seed: int = 0,
) -> pd.DataFrame:
    """Pairs of corrections: source, better, worse, difference (of summed impact, above 0).

    Args:
        parallel: sources with the edits of a correction.
        vectors: maps sentences to vectors of length 1; the encoder before any training.
        pairs: how many to keep, drawn from all; fewer where the data has fewer.
        pairs_a_sentence: the most from one correction.
        seed: of the subsets and of the choice.

    Raises:
        InputError: No correction has an edit.
    """
    rows: list[tuple[str, str, str, float]] = []
    for source, edits in parallel:
        if not edits:
            continue
        impacts = edit_impacts(source, edits, vectors)
        correction = " ".join(apply_edits(ENGLISH.tokenize(source), edits))
        generator = np.random.default_rng(seed_from(seed, "subsets", source, correction))
        subsets = generator.random((4 * pairs_a_sentence, 2, len(edits))) < 0.5
        seen: set[bytes] = set()
        for subset in subsets:
            better, worse = sorted(subset, key=lambda kept: -impacts[kept].sum())
            difference = float(impacts[better].sum() - impacts[worse].sum())
            key = np.array([better, worse]).tobytes()
            if difference <= 0 or key in seen or len(seen) == pairs_a_sentence:
                continue
            seen.add(key)
            texts = [_corrected(source, edits, kept) for kept in (better, worse)]
            rows.append((source, texts[0], texts[1], difference))
    if not rows:
        raise InputError("the parallel data has no edits to make pairs from")
    table = pd.DataFrame(rows, columns=["source", "better", "worse", "difference"])
    generator = np.random.default_rng(seed_from(seed, "choice"))
    chosen = generator.permutation(len(table))[:pairs]
    return table.iloc[np.sort(chosen)].reset_index(drop=True)


def ranking_loss(better: "torch.Tensor", worse: "torch.Tensor") -> "torch.Tensor":
    """Maeda et al. (2022), section 3.3: the mean of sigmoid(R(worse) - R(better))."""
    import torch

    return torch.sigmoid(worse - better).mean()


def pair_accuracy(better: np.ndarray, worse: np.ndarray) -> float:
    """Share of pairs whose better correction is scored higher; a tie counts as half."""
    return float(np.mean(better > worse) + 0.5 * np.mean(better == worse))


def train_quality_estimator(
    start: str | Path,
    pairs: pd.DataFrame,
    folder: Path,
    work: Path,
    *,
    epochs: int = 10,
    batch_size: int = 32,
    learning_rate: float = 1e-5,
    seed: int = 0,
    device: str = "auto",
    revision: str | None = None,
) -> dict[str, float]:
    """Trains a BERT regressor to rank pairs and writes it to `folder`, as IMPARA's metric loads it.

    Args:
        start: folder or hub id of a BERT encoder with its tokenizer.
        pairs: as `make_pairs` gives; split 8:1:1 by source.
        folder: gets a BertForSequenceClassification with one label.
        work: gets checkpoints and curves; a run found there is resumed.
        epochs: passes over the training pairs; the weights of the best one on validation are kept.
        batch_size: pairs per step.
        learning_rate: Adam's, constant.
        seed: of split, order, dropout and the head.
        device: "auto", "cpu" or "cuda".
        revision: of a hub id.

    Returns:
        Pair accuracy on `validation` and `test`.
    """
    import torch

    torch.manual_seed(seed_from(seed, "head"))
    estimator = load_regressor(start, 1, device=device, revision=revision)
    parts = split_by_source(pairs, seed)
    seen = parts["train"]

    def losses_at(step: int) -> dict[str, "torch.Tensor"]:
        rows = seen.iloc[batch_at(step, len(seen), batch_size, seed)]
        inputs = estimator.inputs([*rows["better"], *rows["worse"]])
        scores = estimator.model(**inputs).logits.float().squeeze(-1)
        return {"ranking": ranking_loss(*scores.chunk(2))}

    def accuracy(part: pd.DataFrame) -> float:
        return pair_accuracy(*(estimator.predict(list(part[s])) for s in ("better", "worse")))

    epoch = steps_in_epoch(len(seen), batch_size)
    train(
        estimator.model,
        losses_at,
        steps=epochs * epoch,
        learning_rate=learning_rate,
        folder=work,
        seed=seed,
        validate=lambda: {"pair_accuracy": accuracy(parts["validation"])},
        every=epoch,
        description="quality",
    )
    estimator.save(folder)
    return {name: accuracy(parts[name]) for name in ("validation", "test")}


def _corrected(source: str, edits: Sequence[Edit], kept: np.ndarray) -> str:
    chosen = [edit for edit, keep in zip(edits, kept, strict=True) if keep]
    return " ".join(apply_edits(ENGLISH.tokenize(source), chosen))
