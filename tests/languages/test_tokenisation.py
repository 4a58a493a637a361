from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec_attribution.edits.m2 import read_m2
from gec_attribution.languages.tokenisation import (
    detokenise,
    retokenise,
    tokenise,
    tokenise_written,
)

# Tokens of learner corpora that are no words, and look-alikes.
_ODD = "do n't ca it 's 'll S . .. ... , ,so ; : ?! ( ) [ `` '' \" ' 'tone $ 5 % - / é"
ODDITIES = tuple(_ODD.split())


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        ("I do n't know , sir .", "I don't know, sir."),
        ("It 's Anna 's ; she 'll go .", "It's Anna's; she'll go."),
        ("He said : `` Go ! ''", 'He said: "Go!"'),
        ('He said " go " and " stay " .', 'He said "go" and "stay".'),
        ("the 'so called ' friend", "the 'so called' friend"),
        ("she ' really ' went", "she 'really' went"),
        (
            "my parents ' house ( in town ) is big .",
            "my parents' house (in town) is big.",
        ),
        ("It cost $ 5 ... or 5 % more ?", "It cost $5... or 5% more?"),
        ("It is late . We go .", "It is late. We go."),
        ("'s not mine", "'s not mine"),
        ("5 0 years", "5 0 years"),
        ("", ""),
    ],
)
def test_tokens_become_ordinary_text(tokens, text):
    assert detokenise(tokens) == text


@pytest.mark.parametrize(
    ("source", "text", "tokens"),
    [
        # New text is tokenised by rule, at the end of any sentence in the line.
        ("He go home . she stay .", "He goes home. She doesn't stay.",
         "He goes home . She does n't stay ."),
        # Quotation marks keep the form that the source has, the new ones too are straight.
        ("`` Go '' , he sayed .", '"Go", he said.', "`` Go '' , he said ."),
        ("He said go .", "He said “go”.", 'He said " go " .'),
        ("He said “ go .", "He said “go”.", "He said “ go ” ."),
        ("any body don’t know", "anybody don’t know", "anybody don’t know"),
        ("It is Annas .", "It is Anna’s.", "It is Anna 's ."),
        # Oddities of the source are not corrected in passing ...
        ("I cannot go,but the 'tone ' are fine ..", "I cannot go,but the 'tone' is fine..",
         "I cannot go,but the 'tone ' is fine .."),
        # ... but a correction of one is.
        ("I went home.Then I slept .", "I went home. Then I slept.",
         "I went home . Then I slept ."),
        # The source's cuts remain within what has changed.
        ("the ( smal ) cat- is", "the (small) cat-s is", "the ( small ) cat-s is"),
        ("We run . he walk . they stay", "We run. he walks. they stay",
         "We run . he walks . they stay"),
        ("a b", "", ""),
        ("", "New text.", "New text ."),
    ],
)  # fmt: skip
def test_what_a_model_wrote_returns_to_the_tokenisation_of_the_source(
    source, text, tokens
):
    assert retokenise(text, source) == tokens


@given(
    st.lists(st.sampled_from(ODDITIES) | st.text("a.'\"`’é", min_size=1, max_size=4))
)
def test_text_that_a_model_left_alone_returns_as_it_was(tokens):
    source = " ".join(tokens)
    assert retokenise(detokenise(source), source) == source


@given(st.text("an't.,\"(’ é5$"), st.text("an't.,\"( S5"))
def test_only_spaces_and_the_form_of_quotes_change(text, source):
    def characters(text):
        return (
            "".join(text.split())
            .replace("’", "'")
            .replace("``", '"')
            .replace("''", '"')
        )

    assert characters(tokenise(text)) == characters(text)
    assert characters(retokenise(text, source)) == characters(text)


@pytest.mark.parametrize(
    ("name", "by_rule"),
    [("jfleg/dev/dev.src", 0.98), ("conll14/conll14.errant.m2", 0.98)],
)
def test_the_sources_of_the_paper_come_back_token_for_token(shared, name, by_rule):
    path = Path(shared, "datasets", name)
    lines = (
        [sentence.source for sentence in read_m2(path)]
        if path.suffix == ".m2"
        else path.read_text(encoding="utf-8").splitlines()
    )
    sources = [" ".join(line.split()) for line in lines]
    assert all(retokenise(detokenise(source), source) == source for source in sources)
    without_source = [tokenise(detokenise(source)) == source for source in sources]
    assert sum(without_source) > by_rule * len(sources)


@pytest.mark.parametrize(
    ("source", "correction", "tokens"),
    [
        # A sentence that begins with a small letter leaves the full stop before it where it is.
        ("i like it. it is good.", "I like it. It is good.", "I like it. It is good ."),
        (
            "I like it. It is good.",
            "I like it. it is good.",
            "I like it . it is good .",
        ),
        (
            "i like it. it is good.",
            "I like them. It is good.",
            "I like them. It is good .",
        ),
        ("it is approx. right.", "it is approx.", "it is approx."),
        ("i dont know", "I don't know.", "I do n't know ."),
        ("i don't know", "i dont know", "i dont know"),
        ("we go in to it", "we go into it", "we go into it"),
        ("it was ok..", "it was ok.", "it was ok ."),
        ("dont' do it", "don't do it", "do n't do it"),
    ],
)
def test_a_correction_is_cut_as_its_source_is(source, correction, tokens):
    assert tokenise_written(correction, source) == tokens
