"""Long texts are tokenised in little memory, to the tokens that they always had."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from transformers import PreTrainedTokenizerFast

from gec_attribution.networks import tokens as tokenising

LETTERS = "abcdefgh'"
SPECIAL = [("<s>", 300), ("</s>", 301)]


def words(processor):
    """As of BERT."""
    pieces = [*LETTERS, *(f"##{letter}" for letter in LETTERS), "##ab", "abc"]
    vocabulary = {piece: number for number, piece in enumerate(pieces)} | dict(SPECIAL)
    tokenizer = Tokenizer(
        models.WordPiece(vocabulary | {"[UNK]": 302}, unk_token="[UNK]")  # noqa: S106
    )
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processor
    return tokenizer


def byte_pairs(processor):
    """As of GPT-2, and with a processor as of RoBERTa."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {
        piece: number for number, piece in enumerate([*alphabet, "ab", "abc"])
    }
    tokenizer = Tokenizer(
        models.BPE(vocabulary | dict(SPECIAL), [("a", "b"), ("ab", "c")])
    )
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    if processor is not None:
        tokenizer.post_processor = processor
    return tokenizer


def unigrams(processor):
    """As of SentencePiece: XLM-R, T5, DeBERTa."""
    pieces = ["<unk>", "▁", *LETTERS, "▁ab", "abc"]
    tokenizer = Tokenizer(models.Unigram([(piece, -1.0) for piece in pieces], unk_id=0))
    tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    if processor is not None:
        tokenizer.post_processor = processor
    return tokenizer


def template(second):
    pair = f"<s>:0 $A:0 </s>:0 $B:{second} </s>:{second}"
    return processors.TemplateProcessing(
        single="<s>:0 $A:0 </s>:0", pair=pair, special_tokens=SPECIAL
    )


KINDS = {
    "BERT": lambda: words(processors.BertProcessing(SPECIAL[1], SPECIAL[0])),
    "BERT by template": lambda: words(template(1)),
    "GPT-2": lambda: byte_pairs(None),
    "GPT-2 with offsets": lambda: byte_pairs(processors.ByteLevel(trim_offsets=False)),
    "RoBERTa": lambda: byte_pairs(processors.RobertaProcessing(SPECIAL[1], SPECIAL[0])),
    "Llama 3": lambda: byte_pairs(
        processors.Sequence([processors.ByteLevel(), template(1)])
    ),
    "SentencePiece": lambda: unigrams(None),
    "XLM-R": lambda: unigrams(template(0)),
}
texts = st.text(alphabet=[*LETTERS, " ", "é", "猫", "ﬃ"], max_size=60)
# Long runs of one piece are where a cut of both sides could differ.
runs = st.builds(
    lambda word, times: word * times,
    st.sampled_from(["'", "ab ", "é"]),
    st.integers(0, 90),
)


@pytest.mark.parametrize("side", ["right", "left"])
@pytest.mark.parametrize("kind", KINDS)
@given(
    pairs=st.lists(st.tuples(texts | runs, texts | runs), max_size=4),
    length=st.integers(4, 40),
)
def test_a_pair_has_the_tokens_that_cutting_it_whole_gives(kind, side, pairs, length):
    official = PreTrainedTokenizerFast(
        tokenizer_object=KINDS[kind](), truncation_side=side
    )
    lefts, rights = ([pair[number] for pair in pairs] for number in (0, 1))
    for seconds in (None, rights):
        expected = []
        if pairs:
            expected = official(
                lefts, seconds, truncation=True, max_length=length
            ).encodings
        tokens = tokenising.tokenize(official, lefts, seconds, length)
        assert [list(text.ids) for text in tokens] == [each.ids for each in expected]
        assert [list(text.type_ids) for text in tokens] == [
            each.type_ids for each in expected
        ]
        assert [text.cut for text in tokens] == [
            bool(each.overflowing) for each in expected
        ]
