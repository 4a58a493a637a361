import excgec_oracle
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from rouge_chinese import Rouge

from gec_attribution.judging.text_similarity import similarity

texts = st.text(st.sampled_from("的是应改为{}【】，。1iK"), min_size=1, max_size=12)


def test_scores_are_those_of_the_authors_libraries():
    for case in excgec_oracle.load()["cases"]:
        for pair in case["expected"]["explanation"]["pairs"]:
            hypothesis = case["hypothesis_edits"][pair["hyp"]]["error_description"]
            reference = case["reference_edits"][pair["ref"]]["error_description"]
            names = ("bleu", "meteor", "rouge-1", "rouge-2", "rouge-L")
            expected = [pair[name] for name in names]
            measures = similarity(hypothesis, reference)
            assert_allclose(measures, expected, atol=1e-9, err_msg=case["id"])


@given(texts, texts)
def test_rouge_is_that_of_rouge_chinese(hypothesis, reference):
    official = Rouge().get_scores(" ".join(hypothesis), " ".join(reference))[0]
    expected = [official[name]["f"] for name in ("rouge-1", "rouge-2", "rouge-l")]
    assert_allclose(similarity(hypothesis, reference)[2:], expected)
