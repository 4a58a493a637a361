"""One sentence without a study."""

import numpy as np
import pytest
from corrected import EDITS, HYPOTHESIS, SOURCE, length

from gec_attribution import Explainer, attribute, get_metric, get_metric_ids
from gec_attribution.attribution import load_method
from gec_attribution.edits.model import Edit
from gec_attribution.errors import ConfigError, InputError


def products(_sources, hypotheses):
    """1 for each of two edits alone, 5 for both: no method sees the same."""
    return [
        ("goes" in text) + ("day " in text) + 3.0 * ("goes" in text and "day " in text)
        for text in hypotheses
    ]


def test_a_function_and_two_texts_are_enough():
    record = attribute(length, SOURCE, HYPOTHESIS)
    assert [(edit.type, edit.phi) for edit in record.edits] == [
        ("R:VERB:SVA", pytest.approx(2)),
        ("U:DET", pytest.approx(-4)),
        ("R:NOUN:NUM", pytest.approx(-1)),
    ]
    assert (record.metric, record.method, record.baseline, record.score) == (
        "length",
        "shapley",
        0,
        -3,
    )
    assert [edit.phi_normalised for edit in record.edits] == pytest.approx(
        [2 / 7, -4 / 7, -1 / 7]
    )
    assert (record.exact, record.evaluations) == (True, 8)


def test_ordinary_text_is_tokenised_on_request():
    texts = "He go home, sir.", "He goes home, sir."
    record = attribute(length, *texts, tokenise=True)
    assert record.hypothesis == "He goes home , sir ."
    assert (record.source_text, record.hypothesis_text) == texts
    assert record == Explainer(length, tokenise=True).explain(*texts, method="shapley")
    with pytest.raises(InputError, match="`tokenise` is for text"):
        attribute(length, texts[0], EDITS[:1], tokenise=True)


def test_edits_may_be_given_and_methods_are_called_alike():
    # By hand: each edit alone adds 1, both 5; the first of the two is worth 1, the second 4.
    expected = {"shapley": [2.5, 0, 2.5], "add": [2.5, 0, 2.5], "sub": [2.5, 0, 2.5]}
    for method, phi in expected.items():
        record = attribute(products, SOURCE, EDITS, method)
        assert [edit.phi for edit in record.edits] == pytest.approx(phi), method
        assert record.method == method
    unscaled = attribute(products, SOURCE, EDITS, {"type": "add", "rescale": False})
    assert [edit.phi for edit in unscaled.edits] == [1, 0, 1]
    method = load_method(
        "mine", {"type": "sub", "rescale": False}, exact_up_to=9, above="sample"
    )
    record = attribute(products, SOURCE, EDITS, method)
    assert (record.method, [edit.phi for edit in record.edits]) == ("mine", [4, 0, 4])


def test_chinese_is_split_into_its_own_tokens():
    record = attribute(length, "我门去学校", "我们去学校", language="zh")
    assert [(edit.original, edit.correction, edit.phi) for edit in record.edits] == [
        ("门", "们", 0)
    ]


def test_a_seed_is_that_of_what_is_sampled():
    def noise(_sources, hypotheses):
        return [float(np.sin(len(text) * 7.0 + text.count("v"))) for text in hypotheses]

    source = " ".join(f"w{k}" for k in range(12))
    edits = [Edit(k, k + 1, f"v{'v' * k}", "R:OTHER") for k in range(12)]
    entry = {"type": "shapley_sampling", "permutations": 8}
    record = attribute(noise, source, edits, entry, seed=0)
    assert not record.exact
    assert record == attribute(noise, source, edits, entry, seed=0)
    other = attribute(noise, source, edits, entry, seed=1)
    assert [edit.phi for edit in record.edits] != [edit.phi for edit in other.edits]


def test_many_versions_of_one_sentence_are_warned_of_before_they_are_scored(
    monkeypatch, caplog
):
    monkeypatch.setattr("gec_attribution.explain.scored_metric.MANY_VERSIONS", 7)
    said_before = []

    def warned(sources, hypotheses):
        said_before.append(caplog.text)
        return length(sources, hypotheses)

    attribute(warned, SOURCE, EDITS)
    assert (
        "warned: scores 8 versions of one sentence, which may take minutes"
        in said_before[0]
    )
    assert SOURCE in said_before[0]
    caplog.clear()
    attribute(warned, SOURCE, EDITS[:2])
    assert not caplog.text


def test_a_metric_of_the_default_study_goes_by_its_name():
    texts = "He go home .", "He goes home ."
    explained = Explainer().explain(*texts, "some")
    assert Explainer("some").explain(*texts) == explained
    assert Explainer(metric="some").explain(*texts) == explained
    fluency = attribute("some.fluency", *texts)
    assert fluency.metric == "some.fluency"
    assert explained.components[1].phi == tuple(edit.phi for edit in fluency.edits)
    assert get_metric_ids() == ["ppl", "some", "impara"]
    (score,) = get_metric("some").score(texts[:1], texts[1:])
    assert score == pytest.approx(explained.score)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            lambda: attribute("sone", SOURCE, HYPOTHESIS),
            "ppl, some, impara; .*`Explainer`",
        ),
        (
            lambda: attribute("some.style", SOURCE, HYPOTHESIS),
            "grammaticality, fluency, meaning",
        ),
        (lambda: Explainer("papr"), "impara, chinese, .*'paper'.*by its path"),
        (lambda: Explainer("papr.yaml"), "no such configuration file"),
        (lambda: Explainer(metric="sone"), "there are ppl, some, impara"),
        (lambda: Explainer("paper", metric=length), "give a Metric or a function"),
        (lambda: get_metric("paper"), "ppl, some, impara; `load_metric`"),
    ],
)
def test_what_is_no_name_says_which_there_are(call, said):
    with pytest.raises(ConfigError, match=said):
        call()


def test_one_sentence_is_exact_to_ten_edits_and_a_corpus_to_the_studys_number():
    source = "go go go go go go go go"
    edits = [Edit(place, place + 1, "goes", "R:VERB:SVA") for place in range(8)]
    entry = {
        "type": "shapley",
        "estimator": {"type": "odd_regression", "evaluations": 50},
    }
    study = {"coalitions": {"exact_up_to": 5}, "metrics": {"length": length}}
    explainer = Explainer({**study, "methods": {"shapley": entry}})
    (played,) = explainer.play(source, edits)
    assert (played.record.exact, played.record.evaluations) == (True, 256)
    assert attribute(length, source, edits).evaluations == 256
    assert "; exact" in str(played.record)
    (of_corpus,) = explainer.explain_edits([(source, edits)])
    assert not of_corpus.exact
    assert "; estimated from 50 of 256" in str(of_corpus)
    skipping = Explainer({**study, "coalitions": {"exact_up_to": 5, "above": "skip"}})
    (skipped,) = skipping.explain_edits([(source, edits)])
    assert skipped.note.startswith("there is no φ for 8 edits")
    assert "more than 5 (`coalitions: above: skip`)" in skipped.note
