"""Related ways to weigh single edits, beside Shapley values of the same edits.

The slides of the authors' talk compare Shapley values with three of them: IMPARA's impact, PT-M2
and the weights of Nagata et al. Each is a metric of similarity with Add or Sub, unscaled.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from gec_attribution.attribution import Method, load_method
from gec_attribution.attribution.edit_tables import the_one
from gec_attribution.attribution.signatures import joint_signature, record_signature
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.games.game import Score, play
from gec_attribution.scores.engine import signature_of_scores
from gec_attribution.statistics.signs import score_size, signs, signs_of
from gec_attribution.timing.direct_scoring import DrawnSentence

# Most edits of a sentence.
MAX_EDITS = 6
SAME_METRIC = "same metric"
MEASURES = ("spearman", "sign_agreement")


def compute(inputs: Inputs) -> pd.DataFrame:
    """`related_forms` on sentences drawn by their content."""
    options, settings = inputs.options, inputs.settings
    # Sentences of more edits have no exact Shapley values among the inputs.
    most_edits = min(MAX_EDITS, settings["coalitions"]["max_edits"])
    sentences = inputs.drawn(2, most_edits)[: options["sentences"]]
    extraction = inputs.signatures_of_edits().values()
    references = inputs.reference_texts()
    attributed = {
        metric: look_up(sentences, attributions)
        for metric, attributions in zip(inputs.metrics, inputs.attributions(), strict=True)
    }
    coalitions = {**settings["coalitions"], "max_edits": MAX_EDITS}
    # The method of the attributions among the inputs.
    exact = next(spec for spec in settings["methods"].values() if spec["type"] == "shapley")
    forms: dict[str, Weights] = {}
    shapley: dict[str, dict[str, Weights]] = {}
    for name, metric, score in inputs.scorers(references):
        weighed = []
        for method in (
            load_method(name, options["forms"][name]["method"], **coalitions),
            load_method("shapley", exact, **coalitions),
        ):
            signature = record_signature(
                metric=metric.name,
                scored_by=signature_of_scores(metric, references),
                method=method,
                language=settings["language"],
                edits=joint_signature(extraction),
                seed=inputs.seed,
            )
            weighed.append(weigh(sentences, method, score, signature))
        forms[name], exact_weights = weighed
        shapley[name] = {SAME_METRIC: exact_weights, **attributed}
    return related_forms(inputs.evaluation(), sentences, forms, shapley)


@dataclass(frozen=True)
class Weights:
    """Weights (edits,) of some corrected sentences, and their `signs`; NaN where undefined."""

    phi: np.ndarray
    sign: np.ndarray
    signature: str


def weigh(
    sentences: Sequence[DrawnSentence], method: Method, score: Score, signature: str
) -> Weights:
    """The weights of the sentences' edits by a method, under a metric."""
    games = [sentence.game for sentence in sentences]
    tables = play(games, [method.masks(game.n, game.seed) for game in games], score)
    phi, sign = [np.empty(0)], [np.empty(0)]
    for game, table in zip(games, tables, strict=True):
        estimate = method.attribute(table, game.seed)
        phi.append(estimate.phi)
        size = score_size(table.baseline, table.score)
        sign.append(signs(estimate.phi, size, estimate.scale))
    return Weights(np.concatenate(phi), np.concatenate(sign), signature)


def look_up(sentences: Sequence[DrawnSentence], attributions: pd.DataFrame) -> Weights:
    """The weights of the sentences' edits in a table of attributions of the same data set.

    An edit that is not in the table has NaN.
    """
    rows = attributions.assign(sign=signs_of(attributions))
    by_edits: dict[tuple, np.ndarray] = {}
    for (_, line), edits in rows.groupby(["system", "line"], sort=False):
        by_edits.setdefault((line, _written(edits)), edits[["phi", "sign"]].to_numpy(dtype=float))
    weights = []
    for sentence in sentences:
        edits = pd.DataFrame(sentence.game.edits)
        unknown = np.full((sentence.game.n, 2), np.nan)
        weights.append(by_edits.get((sentence.line, _written(edits)), unknown))
    values = np.concatenate([np.empty((0, 2)), *weights])
    return Weights(values[:, 0], values[:, 1], the_one(attributions, "signature"))


def _written(edits: pd.DataFrame) -> tuple:
    """The edits of a sentence as a key for comparison with those of another sentence."""
    return tuple(edits[["start", "end", "correction"]].itertuples(index=False, name=None))


def related_forms(
    evaluation: Evaluation,
    sentences: Sequence[DrawnSentence],
    forms: Mapping[str, Weights],
    shapley: Mapping[str, Mapping[str, Weights]],
) -> pd.DataFrame:
    """Agreement of each form with Shapley values on the same edits.

    For each form there are Shapley values by each metric; `SAME_METRIC` is the form's.

    Returns:
        dataset, form, metric (that the Shapley values explain), measure (`spearman`: rank
        correlation over all edits; `sign_agreement`: share of the edits with two signs that have
        the same), value, low, high, edits (counted), sources, note, missing (edits without two
        weights), signature (of the form), other_signature (of the Shapley values).
    """
    lines = np.array([one.line for one in sentences for _ in one.game.edits], dtype=np.int64)
    rows = []
    for form, weights in forms.items():
        for metric, values in shapley[form].items():
            defined = ~(np.isnan(weights.phi) | np.isnan(values.phi))
            signed = defined & (weights.sign != 0) & (values.sign != 0)
            correlation = evaluation.correlations(
                weights.phi[defined], values.phi[defined], lines[defined]
            )["spearman"]
            same = (weights.sign == values.sign)[signed].astype(float)
            agreement = evaluation.mean(same, lines[signed])
            for measure, measured, counted in zip(
                MEASURES, (correlation, agreement), (defined, signed), strict=True
            ):
                row = evaluation.beside(weights.signature).row(
                    {"form": form, "metric": metric, "measure": measure},
                    measured,
                    {"edits": int(counted.sum())},
                    missing=int((~defined).sum()),
                    other_signature=values.signature,
                )
                rows.append(row)
    return pd.DataFrame(rows)
