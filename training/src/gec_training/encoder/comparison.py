"""Teaching an encoder to compare: it reads a sentence and a copy with errors, and judges the gap.

A small encoder that has only read single sentences cannot see what differs between two. Here it
learns to predict, from [CLS] sentence [SEP] copy [SEP], the distance between the sentence vectors
that the untrained encoder gives the two: a measure of meaning lost. Ranking and faithfulness
continue as in `grammar`, so that what was learnt there is kept.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from gec_attribution.storage.seeds import seed_from
from gec_training.encoder.grammar import Lesson, Lessons, learnt_from
from gec_training.loop.steps import train
from gec_training.loop.text_model import TextModel, load_encoder, load_regressor

if TYPE_CHECKING:
    import torch

_RANK, _DISTANCE = range(2)
# Distances between unit vectors of like sentences are small; the scale of a loss is about 1.
_SCALE = 4.0


def train_comparison(
    start: Path,
    base: Path,
    sentences: Sequence[list[str]],
    folder: Path,
    work: Path,
    *,
    steps: int,
    pairs_a_step: int = 16,
    learning_rate: float = 2e-4,
    seed: int = 0,
    device: str = "auto",
    every: int = 100,
) -> dict[str, float]:
    """Trains the encoder in `start` and writes it, with heads "rank" and "distance", to `folder`.

    Args:
        start: folder of the encoder that learnt grammar, with its ranking head.
        base: folder of the encoder before that, which says how far apart sentences are.
        sentences: tokenised, correct, ordered by length; every fiftieth is held out.
        folder: gets the trained encoder, 32-bit, a BertForSequenceClassification with two labels.
        work: gets checkpoints and losses.csv; a run found there is resumed.
        steps: training steps.
        pairs_a_step: sentences in one step, each compared with a better and a worse copy.
        learning_rate: the highest one.
        seed: of the pairs and the new weights.
        device: "auto" (the GPU if there is one), "cpu" or "cuda".
        every: steps between checkpoints.

    Returns:
        Figures on held-out sentences: `distance_pearson` between predicted and true distances;
        `ranking_accuracy`, the share of pairs in the right order; `pairs`.
    """
    import torch

    ranking = load_regressor(start, 1, device="cpu").model.classifier.state_dict()
    torch.manual_seed(seed_from(seed, "heads"))
    reader = load_regressor(
        start,
        2,
        device=device,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
        attn_implementation="eager",
    )
    reader.model.config.id2label = {_RANK: "rank", _DISTANCE: "distance"}
    reader.model.config.label2id = {"rank": _RANK, "distance": _DISTANCE}
    with torch.no_grad():
        for name, parameter in reader.model.classifier.named_parameters():
            parameter[_RANK] = ranking[name][0]
    teacher = load_encoder(base, device=device)
    seen = Lessons(learnt_from(sentences), teacher)

    def losses_at(step: int) -> dict[str, "torch.Tensor"]:
        lesson = seen.draw(pairs_a_step, np.random.default_rng(seed_from(seed, "pairs", step)))
        states = reader.model.bert(**lesson.inputs)
        scores = reader.model.classifier(states.pooler_output).float()[:, _RANK]
        better, worse = scores.chunk(2)
        said, true = _distances(reader, teacher, lesson)
        return {
            "distance": torch.nn.functional.mse_loss(said, true),
            "ranking": torch.nn.functional.softplus(worse - better).mean(),
            "faithfulness": lesson.unfaithfulness(states.last_hidden_state),
        }

    train(
        reader.model,
        losses_at,
        steps=steps,
        learning_rate=learning_rate,
        folder=work,
        seed=seed,
        warmup=min(100, steps // 10),
        decay=0.5,
        weight_decay=0.01,
        every=every,
        description="comparison",
    )
    reader.save(folder)
    generator = np.random.default_rng(seed_from(seed, "held out"))
    with torch.inference_mode():
        return _measures(reader, teacher, seen.held_out(sentences, 1000, generator))


def _distances(
    reader: TextModel, teacher: TextModel, lesson: Lesson
) -> tuple["torch.Tensor", "torch.Tensor"]:
    """The distance of each copy from its sentence, predicted by the reader, and by the teacher."""
    import torch
    from torch.nn.functional import normalize

    logits = reader.model(**reader.inputs(lesson.correct * 2, lesson.copies)).logits
    with torch.no_grad():
        hidden = teacher.model(**lesson.inputs).last_hidden_state
    copies = lesson.mean_vectors(hidden)
    apart = normalize(copies, dim=-1) - normalize(lesson.vectors, dim=-1)
    return logits.float()[:, _DISTANCE], _SCALE * apart.norm(dim=-1)


def _measures(reader: TextModel, teacher: TextModel, lessons: Sequence[Lesson]) -> dict[str, float]:
    said, true, ordered = [], [], []
    for lesson in lessons:
        scores = reader.model(**lesson.inputs).logits[:, _RANK]
        better, worse = scores.chunk(2)
        ordered += (better > worse).tolist()
        distances = _distances(reader, teacher, lesson)
        said += distances[0].tolist()
        true += distances[1].tolist()
    return {
        "distance_pearson": float(np.corrcoef(said, true)[0, 1]),
        "ranking_accuracy": float(np.mean(ordered)),
        "pairs": len(ordered),
    }
