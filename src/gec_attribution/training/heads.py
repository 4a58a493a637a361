"""One encoder for SOME and IMPARA: four heads on one trunk, fine-tuned together.

Heads "grammer", "fluency" and "quality" read the hypothesis, so one pass serves them all;
"meaning" reads source and hypothesis. The first three rate on SOME's scale from 1 to 4; quality,
whose sigmoid IMPARA takes, has no scale. A step adds up squared errors on TMU-GFM and GUG, IMPARA's
ranking loss, and, so that what the encoder knew is not forgotten, ranking and faithfulness on
synthetic errors as in `grammar`. Runs that differ in their seed are averaged weight by weight,
which regularises as an ensemble does and costs nothing at scoring time (Wortsman et al. 2022).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from gec_attribution.seeds import seed_from
from gec_attribution.training.grammar import Lessons
from gec_attribution.training.impara import pair_accuracy, ranking_loss
from gec_attribution.training.loop import batch_at, steps_in_epoch, train
from gec_attribution.training.ratings import correlations
from gec_attribution.training.small_encoder import save_half
from gec_attribution.training.some import HEADS, texts_of
from gec_attribution.training.text_model import TextModel, load_encoder, load_regressor

if TYPE_CHECKING:
    import torch

LABELS = (*HEADS.values(), "quality")
_GRAMMAR, _FLUENCY, _MEANING, _QUALITY = range(4)
# The heads that judge a sentence alone, for its language.
_JUDGES = [_GRAMMAR, _FLUENCY, _QUALITY]

# Rows in a step, of each kind; an epoch is one pass over TMU-GFM at this rate.
_RATED, _COMPARED, _GUG, _RANKED, _SYNTHETIC = 24, 8, 8, 8, 8
_SYNTHETIC_WEIGHT = 0.2
_GUG_WEIGHT = 0.5

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


def train_heads(
    start: Path,
    base: Path,
    material: Material,
    folder: Path,
    work: Path,
    *,
    seeds: Sequence[int] = (0, 1, 2),
    epochs: int = 4,
    learning_rate: float = 5e-5,
    device: str = "auto",
) -> pd.DataFrame:
    """Fine-tunes the four heads, averages the runs of all seeds, and writes the model to `folder`.

    Args:
        start: folder of the encoder that learnt grammar and to compare, with both its heads.
        base: folder of the encoder before that, to whose sentence vectors to stay faithful.
        material: what to learn from.
        folder: gets the model, 16-bit.
        work: gets a folder of checkpoints and curves for each seed; runs found there are resumed.
        seeds: one run each.
        epochs: passes over TMU-GFM; of each run, the weights that validated best are kept.
        learning_rate: the highest one.
        device: "auto" (the GPU if there is one), "cpu" or "cuda".

    Returns:
        Rows run, head, measure, value, rows: `evaluate` on the test parts, of each seed's run and
        of the "average" as it was written; of the latter, `gate_shares` too.
    """
    import torch

    states, figures = [], {}
    lessons = Lessons(material.sentences, load_encoder(base, device=device))
    for seed in seeds:
        reader = _start(start, seed, device)
        _fine_tune(
            reader,
            lessons,
            material,
            Path(work) / str(seed),
            epochs=epochs,
            learning_rate=learning_rate,
            seed=seed,
        )
        figures[str(seed)] = evaluate(reader, material, "test")
        states.append({name: value.cpu() for name, value in reader.model.state_dict().items()})
    average = {name: torch.stack([state[name] for state in states]).mean(0) for name in states[0]}
    reader.model.load_state_dict(average)
    _to_rating_scale(reader.model, material.ratings["train"])
    reader.model.config.id2label = dict(enumerate(LABELS))
    reader.model.config.label2id = {label: index for index, label in enumerate(LABELS)}
    save_half(reader, folder)
    written = load_regressor(folder, len(LABELS), device=device)
    figures["average"] = pd.concat(
        [evaluate(written, material, "test"), gate_shares(written, material.pairs["test"])]
    )
    return pd.concat(figures, names=["run"]).reset_index(level="run")


def evaluate(reader: TextModel, material: Material, part: str) -> pd.DataFrame:
    """Correlations with human ratings and accuracy on IMPARA's pairs, for a part of the material.

    Returns:
        Rows head, measure, value, rows. The measures are "pearson" and "spearman" with ratings;
        "pair_accuracy"; and "likeness_to_grammer", which is Pearson's correlation of the other
        judges with the first and says how much of an opinion of their own they have.
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


def _start(start: Path, seed: int, device: str) -> TextModel:
    """The encoder with four heads; judges begin as its ranking head, meaning as its distance.

    Ranking leaves all units of the pooler saying the same thing. Half of them start anew, so that
    the heads can come to differ.
    """
    import torch

    ranking, distance = load_regressor(start, 2, device="cpu").model.classifier.weight.detach()
    torch.manual_seed(seed_from(seed, "heads"))
    reader = load_regressor(
        start,
        len(LABELS),
        device=device,
        hidden_dropout_prob=0.1,
        attention_probs_dropout_prob=0.1,
        attn_implementation="eager",
    )
    with torch.no_grad():
        # A tenth: the ranking head's scores spread wider than standardised ratings.
        reader.model.classifier.weight[_JUDGES] = 0.1 * ranking.to(reader.model.device)
        reader.model.classifier.weight[_MEANING] = -distance.to(reader.model.device)
        pooler = reader.model.bert.pooler.dense
        torch.nn.init.normal_(pooler.weight[::2], std=0.05)
        torch.nn.init.zeros_(pooler.bias[::2])
        # The other half says what all of it said.
        reader.model.classifier.weight *= 2
        reader.model.classifier.weight[:, ::2] = 0
    reader.model.bert.embeddings.requires_grad_(False)
    return reader


def _fine_tune(
    reader: TextModel,
    lessons: Lessons,
    material: Material,
    work: Path,
    *,
    epochs: int,
    learning_rate: float,
    seed: int,
) -> None:
    ratings = material.ratings["train"]
    targets = {aspect: _standardised(ratings[aspect], reader.model.device) for aspect in HEADS}
    gug_targets = _standardised(material.gug["grammaticality"], reader.model.device)

    def losses_at(step: int) -> dict[str, "torch.Tensor"]:
        return (
            _alone(reader, material, targets, gug_targets, step=step, seed=seed)
            | _compared(reader, ratings, targets["meaning"], step, seed)
            | _remembered(reader, lessons, step, seed)
        )

    def validate() -> dict[str, float]:
        figures = evaluate(reader, material, "validation")
        figures = figures[figures["measure"].isin(["pearson", "pair_accuracy"])]
        return dict(zip(figures["head"], figures["value"], strict=True))

    epoch = steps_in_epoch(len(ratings), _RATED)
    train(
        reader.model,
        losses_at,
        steps=epochs * epoch,
        learning_rate=learning_rate,
        folder=work,
        seed=seed,
        warmup=epoch // 4,
        decay=0.9,
        weight_decay=0.01,
        validate=validate,
        every=epoch,
        description=f"heads, seed {seed}",
    )


def _alone(
    reader: TextModel,
    material: Material,
    targets: dict[str, "torch.Tensor"],
    gug_targets: "torch.Tensor",
    *,
    step: int,
    seed: int,
) -> dict[str, "torch.Tensor"]:
    """The losses of sentences read alone, all in one pass."""
    from torch.nn.functional import mse_loss

    ratings, gug, pairs = material.ratings["train"], material.gug, material.pairs["train"]
    rated = batch_at(step, len(ratings), _RATED, seed_from(seed, "rated"))
    judged = batch_at(step, len(gug), _GUG, seed_from(seed, "gug"))
    ranked = pairs.iloc[batch_at(step, len(pairs), _RANKED, seed_from(seed, "pairs"))]
    texts = [
        list(ratings["hypothesis"].iloc[rated]),
        list(gug["sentence"].iloc[judged]),
        list(ranked["better"]),
        list(ranked["worse"]),
    ]
    logits = reader.model(**reader.inputs([*chain(*texts)])).logits.float()
    of_rated, of_gug, of_better, of_worse = logits.split([len(part) for part in texts])
    return {
        "grammer": mse_loss(of_rated[:, _GRAMMAR], targets["grammaticality"][rated]),
        "fluency": mse_loss(of_rated[:, _FLUENCY], targets["fluency"][rated]),
        "gug": _GUG_WEIGHT * mse_loss(of_gug[:, _GRAMMAR], gug_targets[judged]),
        "quality": ranking_loss(of_better[:, _QUALITY], of_worse[:, _QUALITY]),
    }


def _compared(
    reader: TextModel, ratings: pd.DataFrame, target: "torch.Tensor", step: int, seed: int
) -> dict[str, "torch.Tensor"]:
    """The loss of hypotheses read with their sources."""
    from torch.nn.functional import mse_loss

    rows = batch_at(step, len(ratings), _COMPARED, seed_from(seed, "compared"))
    inputs = reader.inputs(*texts_of("meaning", ratings.iloc[rows]))
    return {"meaning": mse_loss(reader.model(**inputs).logits.float()[:, _MEANING], target[rows])}


def _remembered(
    reader: TextModel, lessons: Lessons, step: int, seed: int
) -> dict[str, "torch.Tensor"]:
    """The losses on synthetic errors."""
    from torch.nn.functional import softplus

    lesson = lessons.draw(_SYNTHETIC, np.random.default_rng(seed_from(seed, "synthetic", step)))
    states = reader.model.bert(**lesson.inputs)
    scores = reader.model.classifier(states.pooler_output).float()[:, _JUDGES]
    better, worse = scores.chunk(2)
    return {
        "synthetic": _SYNTHETIC_WEIGHT * softplus(worse - better).mean(),
        "faithfulness": lesson.unfaithfulness(states.last_hidden_state),
    }


def _standardised(values: pd.Series, device: "torch.device") -> "torch.Tensor":
    import torch

    standard = (values - values.mean()) / values.std()
    return torch.tensor(standard.to_numpy(), dtype=torch.float32, device=device)


def _to_rating_scale(model: "torch.nn.Module", ratings: pd.DataFrame) -> None:
    """Turns standardised ratings into ratings from 1 to 4, inside the last layer's weights."""
    import torch

    with torch.no_grad():
        for head, aspect in enumerate(HEADS):
            model.classifier.weight[head] *= ratings[aspect].std()
            model.classifier.bias[head] *= ratings[aspect].std()
            model.classifier.bias[head] += ratings[aspect].mean()
