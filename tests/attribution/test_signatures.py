"""Signatures: two numbers of one sentence that differ for a reason never share one."""

import itertools
import re
from importlib.metadata import version

import pytest
from corrected import HYPOTHESIS, SOURCE
from tiny_models import entries

from gec_attribution import Explainer
from gec_attribution.edits.model import Edit

EDITS = (
    Edit(1, 2, "goes", "R:VERB:SVA"),
    Edit(3, 4, "", "U:DET"),
    Edit(5, 6, "each", "R:DET"),
    Edit(6, 7, "day", "R:NOUN:NUM"),
)


# One sentence in both languages: a single token in English, five characters in Chinese.
CHINESE_SOURCE = "我门去学校"
CHINESE_EDITS = {
    "en": (Edit(0, 1, "我们回学校", "R:OTHER"),),
    "zh": (Edit(1, 2, "们", "S"), Edit(2, 3, "回", "S")),
}


def studies(models):
    of_models = entries(models)
    parts = ("grammaticality", "fluency", "meaning")
    metrics = {
        **of_models,
        **{f"some-{part}": {"of": "some", "component": part} for part in parts},
        "some-encoder": {"type": "some", "model": str(models / "encoder")},
        "quality": {"of": "impara", "component": "quality"},
        "gate": {"of": "impara", "component": "gate"},
        "zero-ppl": {**of_models["ppl"], "undefined": "zero"},
        "overlap": {"type": "token_overlap"},
        "overlap-zh": {"type": "token_overlap", "language": "zh"},
    }
    methods = {
        "shapley": {"type": "shapley"},
        "few": {
            "type": "shapley",
            "estimator": {"type": "shapley_sampling", "permutations": 2},
        },
        "least": {
            "type": "shapley",
            "estimator": {"type": "odd_regression", "evaluations": 8},
        },
        **{
            f"sampled-{n}": {"type": "shapley_sampling", "permutations": n}
            for n in (2, 3)
        },
        **{kind: {"type": kind} for kind in ("add", "sub")},
        **{f"{kind}-raw": {"type": kind, "rescale": False} for kind in ("add", "sub")},
    }
    # Other causes of numbers, each varied for one metric.
    varied = {"some": of_models["some"]}
    causes = [
        (metrics, 0, 10, 128),
        (varied, 1, 10, 128),
        (varied, 0, 3, 128),
        (varied, 0, 10, 8),
    ]
    for chosen, seed, limit, length in causes:
        yield {
            "seed": seed,
            "metrics": {
                name: entry if "of" in entry else {"languages": ["en", "zh"], **entry}
                for name, entry in chosen.items()
            },
            "methods": methods,
            "coalitions": {"exact_up_to": limit},
            "scoring": {"max_length": length},
        }


@pytest.fixture(scope="module")
def records(tiny_models):
    """Corrections under every metric, method and option, one of them in two languages."""
    explained = []
    for study in studies(tiny_models):
        english, chinese = Explainer(study), Explainer(study, "zh")
        for metric, method in itertools.product(study["metrics"], study["methods"]):
            pairs = [(SOURCE, EDITS), (CHINESE_SOURCE, CHINESE_EDITS["en"])]
            explained += english.explain_edits(pairs, metric, method)
            explained += chinese.explain_edits(
                [(CHINESE_SOURCE, CHINESE_EDITS["zh"])], metric, method
            )
    return explained


def test_two_different_numbers_never_share_a_signature(records):
    numbers = {}
    for record in records:
        shown = (
            record.baseline,
            record.score,
            *((e.phi, e.stderr) for e in record.edits),
        )
        key = (record.source, record.hypothesis, record.signature)
        assert numbers.setdefault(key, repr(shown)) == repr(shown), record.signature
    assert len(set(numbers.values())) > 100
    languages = {
        re.search(r"\|language:(\w+)\|", signature)[1]
        for source, _, signature in numbers
        if source == CHINESE_SOURCE
    }
    assert languages == {"en", "zh"}


def test_what_found_the_edits_is_named(records, tiny_models):
    assert all("|edits.type:given|" in record.signature for record in records)
    study = next(studies(tiny_models))
    english = Explainer(study).explain(SOURCE, HYPOTHESIS, "overlap")
    # `auto` stands for what was found.
    assert f"|edits.errant:{version('errant')}|" in english.signature
    assert "|edits.pipeline:en_" in english.signature
    assert "auto" not in english.signature
    assert re.search(
        r"\|method\.code:[0-9a-f]{16}\|.*\|edits\.code:[0-9a-f]{16}\|",
        english.signature,
    )
    chinese = Explainer(study, "zh").explain("我门去学校", "我们去学校", "overlap-zh")
    assert "|language:zh|edits." in chinese.signature
    assert chinese.score == pytest.approx(0.8)
