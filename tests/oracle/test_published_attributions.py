"""Shapley values of single edits that were published, beside those of the published weights.

They are T5's correction of line 673 of JFLEG's development set under IMPARA (the README of
naist-nlp/gec-attribute at cb98fb2) and GECToR's of line 454 (table 1 of the authors' slides).
The weights are those that `config/paper.yaml` names; where they are not, nothing is compared.
"""

import pytest
import yaml
from project import ROOT

from gec_attribution.attribution import load_method
from gec_attribution.errors import ModelError
from gec_attribution.games.game import Game, play
from gec_attribution.languages import load_extractor
from gec_attribution.languages.en import ENGLISH
from gec_attribution.metrics import load_metric

README = (
    0.06834496899197498,
    0.02928952643026908,
    0.12393252272158858,
    0.14501388886322578,
    -0.36118950191885235,
    -0.03259630793084701,
)
# Line, system, metric, component, the sum of the attributions, and those of each edit.
CASES = [
    (673, "t5", "impara", "score", -0.027204984799027443, README),
    (
        454,
        "gector-roberta",
        "some",
        "fluency",
        0.3214,
        (0.090, 0.038, 0.101, 0.045, 0.048),
    ),
    (
        454,
        "gector-roberta",
        "some",
        "grammaticality",
        0.2427,
        (0.064, 0.024, 0.075, 0.042, 0.037),
    ),
    (
        454,
        "gector-roberta",
        "some",
        "meaning",
        0.2332,
        (0.002, 0.008, 0.124, 0.005, 0.095),
    ),
    (
        454,
        "gector-roberta",
        "impara",
        "score",
        -0.0004,
        (0.024, 0.066, 0.066, -0.155, -0.002),
    ),
]
# Half of the last digit of the slides, and what different versions of libraries may move.
TOLERANCE = 0.001


def line_of(path, number):
    return path.read_text(encoding="utf-8").splitlines()[number - 1]


@pytest.mark.parametrize("case", CASES)
def test_the_published_weights_attribute_what_was_published(shared, case):
    line, system, name, component, difference, phi = case
    assert sum(phi) == pytest.approx(difference, abs=0.0005 * (len(phi) + 1))
    source = line_of(shared / "datasets/jfleg/dev/dev.src", line)
    outputs = shared / "datasets/gec-attribute/corrected/jfleg-dev"
    hypothesis = line_of(outputs / f"{system}.txt", line)
    paper = yaml.safe_load((ROOT / "config/paper.yaml").read_text(encoding="utf-8"))
    entry = paper["metrics"][name]
    [edits] = load_extractor("en").extract([(source, hypothesis)])
    assert len(edits) == len(phi)
    try:
        metric = load_metric(
            name, {key: entry[key] for key in entry.keys() - {"label", "published"}}
        )
    except ModelError as error:
        pytest.skip(f"needs the published weights: {error}")

    def score(sources, texts):
        return metric.evaluate(sources, texts)[component]

    method = load_method("shapley", {"type": "shapley"}, exact_up_to=10, above="skip")
    game = Game.of_correction(source, edits, ENGLISH)
    (table,) = play([game], [method.masks(game.n, game.seed)], score)
    assert method.attribute(table, game.seed).phi == pytest.approx(phi, abs=TOLERANCE)
