"""Training the embedded explainer on sentences whose edits were explained.

Types come from a multinomial logistic regression, severities from a ridge regression, on the same
features. Early files of EXCGEC are graded more severely than the published ones: in training a
feature of their own accounts for that, and it is left out of the written model.
"""

import itertools
import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from safetensors.numpy import save_file
from scipy.sparse import csr_matrix

from gec_attribution.explanations.base import EditExplainer, explained_by
from gec_attribution.explanations.embedded import COLUMNS, CONFIG, WEIGHTS, LinearModel
from gec_attribution.explanations.features import Features, features_of
from gec_attribution.explanations.records import ExplainedSentence, correction_of
from gec_attribution.explanations.taxonomy import LABELS
from gec_attribution.judging.explanation_scores import score_explanations
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.seeds import seed_from

_EARLY = "of an early file"
_PARTS = 4


@dataclass(frozen=True)
class Recipe:
    """How the explainer is trained.

    Attributes:
        folds: parts of the sentences for cross-validation.
        least_edits: a feature that fewer edits have is left out.
        type_penalty: on the squares of the weights for types.
        severity_penalty: on the squares of the weights for the severity.
        balance: types weigh with their number to the power of minus this: 0 is as they come, 1
            gives each type the same weight.
        early_weight: how much an edit of an early file weighs.
        seed: enters the folds.
    """

    folds: int
    least_edits: int
    type_penalty: float
    severity_penalty: float
    balance: float
    early_weight: float
    seed: int


@dataclass(frozen=True)
class _Example:
    """An edit as it is learnt from."""

    features: Features
    type: str
    severity: int
    early: bool
    fold: int
    part: int
    source: str
    change: tuple[str, str]


class _Judged(NamedTuple):
    """An edit beside what a model says of it that did not learn from its sentence."""

    example: _Example
    type: str
    severity: int


def train_explainer(
    published: Sequence[ExplainedSentence],
    early: Sequence[ExplainedSentence],
    held_out: Iterable[ExplainedSentence],
    recipe: Recipe,
    output: Path,
) -> dict[str, Any]:
    """Train and write an embedded explainer, and judge it by cross-validation.

    Args:
        published: sentences as they are published, to learn from and to be judged on.
        early: sentences of an early file. Those whose source is published or held out are left out.
        held_out: sentences that are kept for a test.
        recipe: how to train.
        output: the folder to write.

    Returns:
        Of cross-validation on the published sentences: edits, accuracy, macro_f1 and mae, and
        under `learning_curve` the same by the share of the sentences that was learnt from. Under
        `repeated` how sure types are: of the edits that another sentence has, too, the share with
        the type that most of the others have (agreement), and how many of them and of the rest
        the model gets right (accuracy, accuracy_of_others). And the numbers of sentences and edits
        that the written model learnt from.
    """
    tested = {sentence.source for sentence in held_out}
    published = [sentence for sentence in published if sentence.source not in tested]
    known = tested | {sentence.source for sentence in published}
    early = [sentence for sentence in early if sentence.source not in known]
    examples = [
        *_examples(published, recipe, early=False),
        *_examples(early, recipe, early=True),
    ]
    model, names = _fit(examples, recipe)
    with write_atomically(output) as folder:
        folder.mkdir()
        save_file({"weights": model.weights, "bias": model.bias}, folder / WEIGHTS)
        config = json.dumps({"columns": COLUMNS, "features": names}, ensure_ascii=False)
        (folder / CONFIG).write_text(f"{config}\n", encoding="utf-8")
    judged = _cross_validate(examples, recipe)
    return {
        "sentences": len(published) + len(early),
        "training_edits": len(examples),
        "features": len(names),
        **_figures(judged),
        "learning_curve": {
            parts / _PARTS: _figures(_cross_validate(examples, recipe, parts)) for parts in (1, 2)
        },
        "repeated": _repeated(judged),
    }


def _examples(
    sentences: Sequence[ExplainedSentence], recipe: Recipe, *, early: bool
) -> Iterator[_Example]:
    for sentence in sentences:
        source = sentence.source
        fold = seed_from(recipe.seed, "fold", source) % recipe.folds
        part = seed_from(recipe.seed, "part", source) % _PARTS
        described = features_of(source, [explained.edit for explained in sentence.edits])
        for explained, features in zip(sentence.edits, described, strict=True):
            explanation, edit = explained.explanation, explained.edit
            change = source[edit.start : edit.end], correction_of(edit)
            yield _Example(
                features, explanation.type, explanation.severity, early, fold, part, source, change
            )


def _fit(examples: Sequence[_Example], recipe: Recipe) -> tuple[LinearModel, list[str]]:
    """A linear model, and the names of its features."""
    # Every import of scikit-learn costs seconds, and only training needs it.
    from sklearn.linear_model import LogisticRegression, Ridge

    counts = Counter(
        itertools.chain.from_iterable(
            (name for name, value in example.features.items() if value) for example in examples
        )
    )
    names = sorted(name for name, count in counts.items() if count >= recipe.least_edits)
    rows = _matrix(examples, names)
    early = np.where([example.early for example in examples], recipe.early_weight, 1.0)
    types = np.array([LABELS.index(example.type) for example in examples])
    often = np.bincount(types, minlength=len(LABELS))
    balanced = early * (often.max() / often[types]) ** recipe.balance
    classifier = LogisticRegression(C=1 / recipe.type_penalty, max_iter=1000)
    classifier.fit(rows, types, balanced)
    regression = Ridge(alpha=recipe.severity_penalty)
    regression.fit(rows, [example.severity for example in examples], early)
    weights = np.zeros((len(names) + 1, len(COLUMNS)))
    # A type without an example is never chosen.
    bias = np.full(len(COLUMNS), -1e9)
    weights[:, classifier.classes_], bias[classifier.classes_] = (
        classifier.coef_.T,
        classifier.intercept_,
    )
    weights[:, -1], bias[-1] = regression.coef_, regression.intercept_
    arrays = (array.astype(np.float32) for array in (weights[:-1], bias))
    return LinearModel(names, *arrays), names


def _matrix(examples: Sequence[_Example], names: Sequence[str]) -> csr_matrix:
    """The features of each edit and, in the last column, whether it is of an early file."""
    index = {name: number for number, name in enumerate((*names, _EARLY))}
    cells = [
        (row, index[name], value)
        for row, example in enumerate(examples)
        for name, value in (*example.features.items(), (_EARLY, float(example.early)))
        if name in index
    ]
    rows, columns, values = zip(*cells, strict=True)
    return csr_matrix((values, (rows, columns)), shape=(len(examples), len(index)))


def _cross_validate(
    examples: Sequence[_Example], recipe: Recipe, parts: int = _PARTS
) -> list[_Judged]:
    """What models say of the published sentences of folds that they did not learn from.

    Args:
        examples: published and early ones.
        recipe: how to train.
        parts: the models learn from this many of four parts of the sentences.
    """
    judged: list[_Judged] = []
    for fold in range(recipe.folds):
        held = [example for example in examples if example.fold == fold and not example.early]
        learnt = [example for example in examples if example.fold != fold and example.part < parts]
        model, _ = _fit(learnt, recipe)
        judged += map(_Judged, held, *model.predict([example.features for example in held]))
    return judged


def _figures(judged: Sequence[_Judged]) -> dict[str, float]:
    from sklearn.metrics import f1_score

    expected = [judgement.example.type for judgement in judged]
    types = [judgement.type for judgement in judged]
    macro_f1 = f1_score(expected, types, labels=LABELS, average="macro", zero_division=0)
    return {
        "edits": len(judged),
        "accuracy": float(
            np.mean([judgement.type == judgement.example.type for judgement in judged])
        ),
        "macro_f1": float(macro_f1),
        "mae": float(
            np.mean([abs(judgement.severity - judgement.example.severity) for judgement in judged])
        ),
    }


def _repeated(judged: Sequence[_Judged]) -> dict[str, float]:
    """How sure the types are of changes that several sentences have; see `train_explainer`."""
    sharing: dict[tuple[str, str], list[_Example]] = defaultdict(list)
    for judgement in judged:
        sharing[judgement.example.change].append(judgement.example)
    agreed: list[bool] = []
    right: dict[bool, list[bool]] = {True: [], False: []}
    for judgement in judged:
        example = judgement.example
        types = Counter(
            twin.type for twin in sharing[example.change] if twin.source != example.source
        )
        right[bool(types)].append(judgement.type == example.type)
        if types:
            agreed.append(types.most_common(1)[0][0] == example.type)
    shares = {"agreement": agreed, "accuracy": right[True], "accuracy_of_others": right[False]}
    return {
        "edits": len(agreed),
        **{name: float(np.mean(flags)) if flags else math.nan for name, flags in shares.items()},
    }


def evaluate_explainer(
    explainer: EditExplainer,
    sentences: Sequence[ExplainedSentence],
    *,
    resamples: int,
    seed: int,
) -> pd.DataFrame:
    """The scores of an explainer that is given the reference's corrections.

    Args:
        explainer: what is judged.
        sentences: explained corrections.
        resamples: bootstrap resamples behind each interval.
        seed: seed of the resampling.

    Returns:
        A row for each measure, with `value`, `low` and `high`, over all edits (`type` is empty);
        and for each type that has edits the number of `edits`, and `precision`, `recall`, `f1` and
        `mae` of its edits, without intervals.
    """
    hypotheses = [explained_by(explainer, sentence) for sentence in sentences]
    scores = score_explanations(hypotheses, sentences, resamples=resamples, seed=seed)
    rows: list[dict[str, object]] = [
        {
            "type": "",
            "measure": name,
            "value": resampled.value,
            "low": resampled.low,
            "high": resampled.high,
        }
        for name, resampled in scores.measures.items()
    ]
    pairs = [
        (guess.explanation, gold.explanation)
        for hypothesis, sentence in zip(hypotheses, sentences, strict=True)
        for guess, gold in zip(hypothesis.edits, sentence.edits, strict=True)
    ]
    for label in LABELS:
        expected = [(guess, gold) for guess, gold in pairs if gold.type == label]
        if not expected:
            continue
        proposed = sum(guess.type == label for guess, _ in pairs)
        right = sum(guess.type == label for guess, _ in expected)
        off = sum(abs(guess.severity - gold.severity) for guess, gold in expected)
        figures = {
            "edits": len(expected),
            "precision": right / proposed if proposed else math.nan,
            "recall": right / len(expected),
            "f1": 2 * right / (proposed + len(expected)),
            "mae": off / len(expected),
        }
        rows += [
            {"type": label, "measure": name, "value": value} for name, value in figures.items()
        ]
    return pd.DataFrame(rows)
