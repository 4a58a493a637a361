import numpy as np
import pytest
from project import ROOT

from gec_attribution.edits.model import AnnotatedSentence, Edit
from gec_attribution.errors import InputError
from gec_attribution.metrics import Metric, load_metric
from gec_attribution.study.places import DEFAULT_CONFIG
from gec_study.config import load_study
from gec_training.probes import (
    Judgement,
    MinimalPair,
    edit_pairs,
    judged_pairs,
    preference_shares,
    read_judgements,
    read_pairs,
    reference_pairs,
)

JUDGED = ROOT / "data" / "single-edits" / "judgements.tsv"
WRITTEN = ROOT / "data" / "minimal-pairs" / "pairs.tsv"
# What the embedded models reached when they were made, less two pairs.
BOUNDS = {"some": 0.675, "impara": 0.625, "ppl": 0.875}


class Brevity(Metric):
    """Prefers the sentence with fewer characters."""

    def score(self, sources, hypotheses):
        del sources
        return np.array([-float(len(text)) for text in hypotheses])


def test_pairs_are_counted_by_difference():
    annotated = [
        ("He go too home", (Edit(1, 2, "goes", "R:VERB:SVA"), Edit(2, 3, "", "U:ADV"))),
        ("he is hom", (Edit(0, 1, "He", "R:ORTH"), Edit(2, 3, "home", "R:SPELL"))),
        ("he is here", (Edit(0, 1, "He", "R:ORTH"),)),
    ]
    references = list(reference_pairs(annotated))
    assert [(pair.wrong, pair.right) for pair in references] == [
        ("He go too home", "He goes home"),
        ("he is hom", "He is home"),
    ]
    shares = preference_shares(Brevity(), [*references, *edit_pairs(annotated)])
    assert list(shares.itertuples(index=False, name=None)) == [
        ("ADV", 1, 1, 1.0),
        ("ORTH", 2, 0, 0.0),
        ("SPELL", 1, 0, 0.0),
        ("VERB:SVA", 1, 0, 0.0),
        ("whole references", 2, 1, 0.5),
        ("all edits", 5, 1, 0.2),
        ("all edits but SPELL and ORTH", 2, 1, 0.5),
    ]


def test_the_written_pairs_differ():
    pairs = read_pairs(WRITTEN)
    assert len(pairs) == 40
    assert len({pair.wrong for pair in pairs} | {pair.right for pair in pairs}) == 80


@pytest.mark.parametrize(
    ("text", "line"), [("wrong\tright\n", 1), ("difference\twrong\tright\nDET\ta b\n", 2)]
)
def test_a_file_that_holds_no_pairs_is_refused(tmp_path, text, line):
    path = tmp_path / "pairs.tsv"
    path.write_text(text)
    with pytest.raises(InputError, match=rf"pairs\.tsv:{line}: "):
        read_pairs(path)


def test_judged_edits_are_found_in_the_references():
    goes, see = (Edit(1, 2, verb, "R:VERB:SVA") for verb in ("goes", "see"))
    saw = (Edit(0, 1, "We", "R:ORTH"), Edit(1, 2, "saw", "R:VERB:TENSE"))
    sentences = [
        AnnotatedSentence("He go home", {0: (goes,), 1: ()}),
        AnnotatedSentence("we sees it", {0: (see,), 1: saw}),
    ]
    judgements = [Judgement(2, 1, 1, 2, corrected=False), Judgement(1, 0, 1, 2, corrected=True)]
    assert judged_pairs(judgements, sentences) == [
        MinimalPair("we sees it", "we saw it", "VERB:TENSE"),
        MinimalPair("He go home", "He goes home", "VERB:SVA"),
    ]


@pytest.mark.parametrize("place", [(1, 1, 1, 2), (3, 0, 1, 2), (1, 2, 1, 2), (1, 0, 0, 2)])
def test_a_judged_edit_that_is_in_no_reference_is_named(place):
    goes = Edit(1, 2, "goes", "R:VERB:SVA")
    sentences = [
        AnnotatedSentence("He go home", {0: (goes,), 1: ()}),
        AnnotatedSentence("we", {0: (), 1: ()}),
    ]
    with pytest.raises(InputError, match=rf"reference {place[1]} of line {place[0]} has no edit"):
        judged_pairs([Judgement(*place, corrected=True)], sentences)


def test_the_judgements_are_of_distinct_grammatical_edits():
    judgements = read_judgements(JUDGED)
    assert len(judgements) == 300
    assert len({(one.line, one.reference, one.start, one.end) for one in judgements}) == 300
    types = {line.split("\t")[4][2:] for line in JUDGED.read_text().splitlines()[1:]}
    assert {"OTHER", "DET", "PREP"} < types
    assert not {"SPELL", "ORTH"} & types


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("1\t0\t1\tx\tR:DET\tsource", "three more whole numbers"),
        ("0\t0\t1\t2\tR:DET\tsource", "a line from 1"),
        ("1\t0\t1\t2\tR:DET\tboth", "'both'"),
        ("1\t0\t1\t2\tsource", "must have 6 fields, has 5"),
    ],
)
def test_a_judgement_that_is_none_is_named(tmp_path, row, problem):
    path = tmp_path / "judgements.tsv"
    path.write_text(f"line\treference\tstart\tend\ttype\tpreferred\n{row}\n")
    with pytest.raises(InputError, match=rf"judgements\.tsv:2: .*{problem}"):
        read_judgements(path)


@pytest.mark.parametrize("metric", BOUNDS)
def test_the_embedded_models_mostly_prefer_the_right_sentence(metric):
    entry = load_study(DEFAULT_CONFIG)["metrics"][metric]
    loaded = load_metric(metric, {**entry, **paths(entry)}, device="cpu")
    shares = preference_shares(loaded, read_pairs(WRITTEN)).set_index("difference")
    assert shares.loc["all edits", "pairs"] == 40
    assert shares.loc["all edits", "share"] >= BOUNDS[metric]


def paths(entry):
    """The entry's model folders, wherever the tests are run from."""
    return {
        key: str(ROOT / value)
        for key, value in entry.items()
        if isinstance(value, str) and (ROOT / value).is_dir()
    }
