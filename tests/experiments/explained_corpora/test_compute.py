import pytest
from explained import explained

from gec_attribution.corpora.files import Reading, read_hypotheses, read_sources
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.explained_corpora.compute import (
    WHOLE,
    corpus_statistics,
    count_explained_edits,
)
from gec_attribution.explanations.base import ExplainerInput
from gec_attribution.explanations.records import read_explanations
from gec_attribution.explanations.tasks import place_edits
from gec_attribution.languages import load_extractor
from gec_attribution.languages.zh import CHINESE

EVALUATION = Evaluation("d", resamples=100)
SENTENCES = [
    explained("我门", "我们", (1, 2, "们", "词语误用", 2), domain="b"),
    explained(
        "他门去",
        "他们去",
        (1, 2, "们", "词语误用", 2),
        (2, 3, "去", "其他错误", 5),
        domain="a",
    ),
    explained("好", "好", domain="b"),
    explained("很好啊", "很好啊"),
]


def test_sentences_edits_and_characters_of_each_domain_and_of_all():
    table = corpus_statistics(EVALUATION, SENTENCES).set_index("group")
    assert table.index.tolist() == ["a", "b", WHOLE]
    assert table["sentences"].tolist() == [1, 2, 4]
    assert table["edits"].tolist() == [2, 0.5, 0.75]
    assert table["characters"].tolist() == [3, 1.5, 2.25]
    assert table["changed"].tolist() == [1, 0.5, 0.5]
    assert table["note"][WHOLE] == "no interval: 4 of at least 10 source sentences"


def test_edits_are_counted_by_type_and_severity():
    table = count_explained_edits("d", SENTENCES)
    counts = table.set_index(["type", "severity"])["edits"].to_dict()
    assert counts == {("词语误用", 2): 2, ("其他错误", 5): 1}


@pytest.mark.seldom
def test_the_training_part_has_the_papers_numbers(shared):
    path, excgec = shared / "datasets/excgec/train_only_gec.json", {"format": "excgec"}
    sources = read_sources(path, excgec, reading=Reading(CHINESE))
    targets = read_hypotheses(path, excgec, expected=5966, reading=Reading(CHINESE))
    extracted = load_extractor("zh").extract(zip(sources, targets, strict=True))
    sentences = [
        ExplainerInput(
            CHINESE.normalise(source), None, tuple(place_edits(source, edits))
        )
        for source, edits in zip(sources, extracted, strict=True)
    ]
    row = corpus_statistics(EVALUATION, sentences).iloc[0]
    assert (round(row["edits"], 1), round(row["characters"], 1)) == (2.0, 38.7)


def test_the_published_parts_have_the_papers_numbers(shared):
    # Table 2 of the paper.
    for name, sentences, characters in (("valid", 750, 38.9), ("test", 1500, 39.2)):
        corpus = read_explanations(shared / "datasets" / "excgec" / f"{name}.json")
        table = corpus_statistics(EVALUATION, corpus.sentences).set_index("group")
        whole = table.loc[WHOLE]
        assert whole["sentences"] == sentences
        assert round(whole["edits"], 1) == 2.0
        assert round(whole["characters"], 1) == pytest.approx(characters)
        assert whole["edits_low"] < whole["edits"] < whole["edits_high"]
