"""The threshold of the system `language_model`, tuned by its rule."""

import json
import runpy
from types import SimpleNamespace

import pandas as pd
import project

from gec_attribution.edits.m2 import write_m2
from gec_attribution.edits.model import AnnotatedSentence, Edit
from gec_training.language_model.threshold import best_threshold


def test_the_lowest_of_the_good_thresholds_is_taken():
    table = pd.DataFrame({"threshold": [0.1, 0.2, 0.3, 0.4], "f": [0.48, 0.492, 0.5, 0.5]})
    assert best_threshold(table) == 0.2


def test_the_rule_tunes_the_threshold(tiny_models, tmp_path):
    references = {0: (Edit(1, 2, "likes", "R:VERB:SVA"),), 1: ()}
    sentences = [AnnotatedSentence("she like many book .", references)]
    sentences += [AnnotatedSentence("the cat sat", {0: (), 1: ()})] * 2
    write_m2(tmp_path / "sentences.m2", sentences)
    output = SimpleNamespace(threshold=tmp_path / "lm.json", figures=tmp_path / "lm.csv")
    snakemake = SimpleNamespace(
        input=SimpleNamespace(
            sentences=tmp_path / "sentences.m2", language_model=tiny_models / "gpt2"
        ),
        output=output,
        params=SimpleNamespace(device="cpu"),
        log=[tmp_path / "log"],
        threads=1,
        resources={},
    )
    runpy.run_path(
        str(project.script("tune_language_model")), init_globals={"snakemake": snakemake}
    )
    table = pd.read_csv(output.figures)
    assert list(table) == ["threshold", "precision", "recall", "f"]
    assert json.loads(output.threshold.read_text()) == {"threshold": best_threshold(table)}
