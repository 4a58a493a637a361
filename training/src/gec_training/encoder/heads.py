"""One encoder for SOME and IMPARA: four heads on one trunk, fitted in closed form.

Heads "grammer", "fluency" and "quality" read the hypothesis, so one pass serves them all;
"meaning" reads source and hypothesis. The first three rate on SOME's scale from 1 to 4; quality,
whose sigmoid IMPARA takes, has no scale.

The trunk stays as it is after learning grammar and comparison. Nine tenths of the variance of its
state for a sentence (at [CLS]) is one direction, its verdict on the errors of that sentence, and
heads fine-tuned on it all end up as that direction. So BERT's pooler is made to whiten: its units
are the principal directions of the states, scaled to one size; some for single sentences, others
for pairs. A head is a ridge regression on its units, on human ratings (TMU-GFM and GUG) or on which
of two corrections is the better (IMPARA's pairs), and with a small weight on which of two sentences
has one more synthetic error.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from gec_attribution.storage.seeds import seed_from
from gec_training.data.contrast import Contrasts
from gec_training.data.ratings import correlations
from gec_training.encoder.cut import save_half
from gec_training.encoder.impara import pair_accuracy
from gec_training.encoder.some import HEADS, texts_of
from gec_training.loop.text_model import TextModel, load_regressor

LABELS = (*HEADS.values(), "quality")
_GRAMMAR, _FLUENCY, _MEANING, _QUALITY = range(4)

_CONTRASTS_A_DRAW = 32
_GUG_WEIGHT = 0.5
# A unit's standard deviation before tanh, which bends little there.
_SPREAD = 0.5

# Maeda et al. (2022): less similar hypotheses score 0.
_GATE = 0.9
_COLUMNS = ["head", "measure", "value", "rows"]


@dataclass(frozen=True)
class Material:
    """What the heads learn from.

    Attributes:
        ratings: parts train, validation and test of TMU-GFM.
        gug: as `ratings.read_gug` gives.
        pairs: parts train, validation and test of IMPARA's pairs.
        sentences: tokenised, correct, ordered by length, for synthetic errors.
    """

    ratings: dict[str, pd.DataFrame]
    gug: pd.DataFrame
    pairs: dict[str, pd.DataFrame]
    sentences: Sequence[list[str]]


@dataclass(frozen=True)
class _Units:
    """Units of a pooler: tanh(weight · state + bias), weight (units, width)."""

    weight: np.ndarray
    bias: np.ndarray

    def values(self, states: np.ndarray) -> np.ndarray:
        """Their values for states (n, width), as (n, units)."""
        return np.tanh(states @ self.weight.T + self.bias)


class _Examples(NamedTuple):
    """What a head learns from: its units' values (n, units), targets (n,) or one, and a weight."""

    units: np.ndarray
    target: np.ndarray | float
    weight: float


def train_heads(
    start: Path,
    material: Material,
    folder: Path,
    *,
    units: int,
    ridge: float,
    contrasts: int,
    contrast_weight: float,
    seed: int,
    device: str,
) -> pd.DataFrame:
    """Fits the four heads and writes the model to `folder`.

    Args:
        start: folder of the encoder that learnt grammar and to compare.
        material: what to learn from; the train parts are fitted to.
        folder: gets the model, 16-bit.
        units: principal directions kept, of sentences and of pairs each.
        ridge: penalty on a head's squared weights.
        contrasts: pairs of sentences that differ by a synthetic error.
        contrast_weight: of the squared error on one of these; a rating has weight 1.
        seed: of the synthetic errors.
        device: "auto" (the GPU if there is one), "cpu" or "cuda".

    Returns:
        Rows part, head, measure, value, rows: `evaluate` of the model as it was written, on the
        validation and test parts, and its `gate_shares` on the latter.
    """
    reader = load_regressor(start, len(LABELS), device=device)
    reader.model.eval()
    ratings = material.ratings["train"]
    better, worse = _contrasts(material.sentences, contrasts, seed)
    read = {
        "rated": list(ratings["hypothesis"]),
        "gug": list(material.gug["sentence"]),
        "better": list(material.pairs["train"]["better"]),
        "worse": list(material.pairs["train"]["worse"]),
        "without": better,
        "with": worse,
    }
    states = {name: _states(reader, texts) for name, texts in read.items()}
    compared = _states(reader, *texts_of("meaning", ratings))
    single = _whitening(np.concatenate(list(states.values())), units)
    paired = _whitening(compared, units)

    alone = {name: single.values(state) for name, state in states.items()}
    pooled = {"grammaticality": alone["rated"], "fluency": alone["rated"]}
    pooled["meaning"] = paired.values(compared)
    contrast = _Examples(alone["without"] - alone["with"], 1.0, contrast_weight)
    gug = _Examples(alone["gug"], _standardised(material.gug["grammaticality"]), _GUG_WEIGHT)
    further = {"grammaticality": [gug, contrast], "fluency": [contrast], "meaning": []}
    heads = {}
    for head, aspect in enumerate(HEADS):
        rated = _Examples(pooled[aspect], _standardised(ratings[aspect]), 1.0)
        weights = ratings[aspect].std() * _ridge([rated, *further[aspect]], ridge)
        offset = ratings[aspect].mean() - (pooled[aspect] @ weights).mean()
        heads[head] = weights, offset
    ranked = _Examples(alone["better"] - alone["worse"], 1.0, 1.0)
    weights = _ridge([ranked, contrast], ridge)
    heads[_QUALITY] = weights, -(alone["better"] @ weights).mean()

    _install(reader, single, paired, heads)
    save_half(reader, folder)
    written = load_regressor(folder, len(LABELS), device=device)
    figures = {
        "validation": evaluate(written, material, "validation"),
        "test": pd.concat(
            [evaluate(written, material, "test"), gate_shares(written, material.pairs["test"])]
        ),
    }
    return pd.concat(figures, names=["part"]).reset_index(level="part")


def evaluate(reader: TextModel, material: Material, part: str) -> pd.DataFrame:
    """Correlations with human ratings and accuracy on IMPARA's pairs, for a part of the material.

    Returns:
        Rows head, measure, value, rows. The measures are "pearson" and "spearman" with ratings;
        "pair_accuracy"; and "likeness_to_grammer", which is Pearson's correlation of the other
        judges with the first and says how much they differ from it.
    """
    reader.model.eval()
    ratings, pairs = material.ratings[part], material.pairs[part]
    alone = reader.predict(list(ratings["hypothesis"]))
    compared = reader.predict(*texts_of("meaning", ratings))
    rows = []
    for head, (aspect, name) in enumerate(HEADS.items()):
        said = compared if aspect == "meaning" else alone
        measures = correlations(said[:, head], ratings[aspect].to_numpy())
        rows += [(name, measure, value, len(ratings)) for measure, value in measures.items()]
    for head in (_FLUENCY, _QUALITY):
        likeness = float(np.corrcoef(alone[:, _GRAMMAR], alone[:, head])[0, 1])
        rows.append((LABELS[head], "likeness_to_grammer", likeness, len(ratings)))
    better, worse = (reader.predict(list(pairs[s]))[:, _QUALITY] for s in ("better", "worse"))
    rows.append(("quality", "pair_accuracy", pair_accuracy(better, worse), len(pairs)))
    return pd.DataFrame(rows, columns=_COLUMNS)


def gate_shares(reader: TextModel, pairs: pd.DataFrame) -> pd.DataFrame:
    """How IMPARA's gate sees the trunk's sentence vectors, on pairs as `impara.make_pairs` gives.

    Returns:
        Rows head ("similarity"), measure, value, rows: the share of corrections that pass, with
        their own source, and with one from elsewhere in the table.
    """
    trunk = TextModel(reader.model.bert, reader.tokenizer)
    sources = trunk.vectors(list(pairs["source"]))
    corrections = trunk.vectors(list(pairs["better"]))
    elsewhere = np.roll(sources, len(pairs) // 2, axis=0)
    shares = {
        measure: float(np.mean((origins * corrections).sum(1) >= _GATE))
        for measure, origins in (("own_source_passes", sources), ("other_passes", elsewhere))
    }
    rows = [("similarity", measure, share, len(pairs)) for measure, share in shares.items()]
    return pd.DataFrame(rows, columns=_COLUMNS)


def _contrasts(
    sentences: Sequence[list[str]], count: int, seed: int
) -> tuple[list[str], list[str]]:
    """At least `count` better sentences, and as many with one more synthetic error."""
    source = Contrasts(sentences)
    better: list[str] = []
    worse: list[str] = []
    step = 0
    while len(better) < count:
        draw = np.random.default_rng(seed_from(seed, "contrast", step))
        more_better, more_worse = source.draw(_CONTRASTS_A_DRAW, draw)
        better += more_better
        worse += more_worse
        step += 1
    return better, worse


def _states(
    reader: TextModel, texts: Sequence[str], pairs: Sequence[str] | None = None
) -> np.ndarray:
    """The last hidden states of [CLS], float64 (n, width)."""
    trunk = reader.model.bert
    states = reader.in_batches(lambda batch: trunk(**batch).last_hidden_state[:, 0], texts, pairs)
    return states.astype(np.float64)


def _whitening(states: np.ndarray, units: int) -> _Units:
    """Units for the first principal directions of states, with mean 0 and one size over them."""
    centre = states.mean(0)
    _, sizes, directions = np.linalg.svd(states - centre, full_matrices=False)
    deviations = sizes[:units, None] / np.sqrt(len(states))
    weight = _SPREAD * directions[:units] / deviations
    return _Units(weight, -weight @ centre)


def _ridge(examples: Sequence[_Examples], penalty: float) -> np.ndarray:
    """The weights w that minimise Σ weight · |units · w - target|² + penalty · |w|²."""
    count = examples[0].units.shape[1]
    squares = penalty * np.eye(count)
    products = np.zeros(count)
    for units, target, weight in examples:
        squares += weight * units.T @ units
        products += weight * (units * np.reshape(target, (-1, 1))).sum(0)
    return np.linalg.solve(squares, products)


def _standardised(values: pd.Series) -> np.ndarray:
    return ((values - values.mean()) / values.std()).to_numpy()


def _install(
    reader: TextModel,
    single: _Units,
    paired: _Units,
    heads: dict[int, tuple[np.ndarray, float]],
) -> None:
    """Writes units and heads into the model: sentences' units first, then pairs', then zeros."""
    import torch

    model, count = reader.model, len(single.bias)
    pooler, classifier = model.bert.pooler.dense, model.classifier
    with torch.no_grad():
        for parameter in (pooler.weight, pooler.bias, classifier.weight, classifier.bias):
            parameter.zero_()
        for start, units in ((0, single), (count, paired)):
            rows = slice(start, start + len(units.bias))
            pooler.weight[rows] = torch.as_tensor(units.weight)
            pooler.bias[rows] = torch.as_tensor(units.bias)
        for head, (weights, bias) in heads.items():
            start = count if head == _MEANING else 0
            classifier.weight[head, start : start + len(weights)] = torch.as_tensor(weights)
            classifier.bias[head] = bias
    model.config.id2label = dict(enumerate(LABELS))
    model.config.label2id = {label: index for index, label in enumerate(LABELS)}
