"""Tokenizers that put tokens of their own around a text, in the layouts of published models."""

import numpy as np
import pytest
import torch
import transformers
from numpy.testing import assert_allclose
from tiny_models import SIZES, numbered, randomised, save
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

from gec_attribution.errors import ModelError
from gec_attribution.metrics import load_metric

TEXTS = ["He go home .", "He goes home .", "a"]
LITERAL = "a <|endoftext|> </s> b"
BYTES = sorted(pre_tokenizers.ByteLevel.alphabet())
VOCABULARY = 280
MASKS, END = "[gMASK] <sop>", "<|endoftext|>"
# Pieces around a text, "$A", then `bos_token`, further special tokens, and the token or tokens
# after which a text is scored: the model's makers train it so.
LANGUAGE_MODELS = {
    "GPT-2": ("$A", END, [], END),
    "SmolLM2": ("$A", "<|im_start|>", [END], END),
    "Llama 3": ("<|begin_of_text|> $A", "<|begin_of_text|>", [], "<|begin_of_text|>"),
    "Gemma": ("<bos> $A", "<bos>", ["<eos>"], "<bos>"),
    "Phi-3": ("<s> $A", "<s>", [END], "<s>"),
    "Qwen": ("$A", None, [END], END),
    "XGLM": ("</s> $A", "<s>", ["</s>"], "</s>"),
    "Mistral with add_eos_token": ("<s> $A </s>", "<s>", ["</s>"], "<s>"),
    "GPT-2 with its end": (f"$A {END}", END, [], END),
    "GLM": (f"{MASKS} $A", None, [*MASKS.split(), END], MASKS),
    "Chinese GPT-2": ("[CLS] $A [SEP]", None, ["[CLS]", "[SEP]"], "[CLS]"),
}


def tokenizer_of(frame, special, pair="$A $B", **options):
    """A tokenizer of bytes with a frame, as transformers saves it."""
    names = list(dict.fromkeys([*special, *frame.replace("$A", "").split()]))
    numbers = [*numbered(names).items()]
    tokenizer = Tokenizer(models.BPE(numbered([*names, *BYTES]), []))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.add_special_tokens(names)
    if frame != "$A":
        tokenizer.post_processor = processors.TemplateProcessing(
            single=frame, pair=pair, special_tokens=numbers
        )
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, **options)


@pytest.fixture(scope="module")
def language_model():
    sizes = {
        "vocab_size": VOCABULARY,
        "n_positions": 64,
        "n_embd": 32,
        "n_layer": 2,
        "n_head": 2,
    }
    return randomised(GPT2LMHeadModel(GPT2Config(**sizes)), seed=0).eval()


@torch.inference_mode()
def mean_log_likelihood(model, context, ids):
    """Of tokens after a context; that of plain transformers."""
    logits = model(input_ids=torch.tensor([[*context, *ids]])).logits[0].log_softmax(-1)
    first = len(context) - 1
    return float(logits[range(first, first + len(ids)), ids].mean())


@pytest.mark.parametrize("layout", LANGUAGE_MODELS)
def test_of_a_text_the_tokens_of_the_text_are_scored(tmp_path, language_model, layout):
    frame, bos, special, start = LANGUAGE_MODELS[layout]
    tokenizer = tokenizer_of(frame, [bos, *special] if bos else special, bos_token=bos)
    save(language_model, tokenizer, tmp_path)
    starts = tokenizer.convert_tokens_to_ids(start.split())
    own = [] if frame.startswith("$A") else starts
    entry = {"type": "perplexity", "model": str(tmp_path), "scale": "log"}
    scored, paper = (
        load_metric("ppl", entry | {"beginning": beginning}, device="cpu")
        for beginning in ("scored", "context")
    )
    texts = [*TEXTS, LITERAL]
    after_start, as_in_paper = [], []
    for text in texts:
        ids = tokenizer(text, add_special_tokens=False, split_special_tokens=True)[
            "input_ids"
        ]
        after_start.append(mean_log_likelihood(language_model, starts, ids))
        context, others = (own, ids) if own else (ids[:1], ids[1:])
        likelihood = (
            mean_log_likelihood(language_model, context, others) if others else np.nan
        )
        as_in_paper.append(likelihood)
    assert_allclose(scored.score(texts, texts), after_start, rtol=1e-5)
    assert_allclose(paper.score(texts, texts), as_in_paper, rtol=1e-5)
    assert scored.signature()["start"] == ",".join(map(str, starts))
    assert paper.signature()["start"] == (",".join(map(str, own)) or "none")


def test_a_language_model_without_a_token_that_begins_a_text_is_refused(
    tmp_path, language_model
):
    save(language_model, tokenizer_of("$A", ["<pad>"]), tmp_path)
    entry = {"type": "perplexity", "model": str(tmp_path), "beginning": "scored"}
    with pytest.raises(ModelError, match="no token that begins a text"):
        load_metric("ppl", entry, device="cpu")


PAIR = "<s> $A </s> </s> $B </s>"
ENCODERS = {
    "roberta": ("<s> $A </s>", PAIR),
    "xlm-roberta": ("<s> $A </s>", PAIR),
    "deberta-v2": ("[CLS] $A [SEP]", "[CLS] $A [SEP] $B:1 [SEP]:1"),
    "bert": ("[CLS] $A [SEP] [END]", "[CLS] $A [SEP] [END] $B:1 [SEP]:1 [END]:1"),
}


@pytest.fixture(params=ENCODERS)
def encoder(request, tmp_path):
    """The folder of a model with the heads of SOME and IMPARA, the model, and its tokenizer."""
    frame, pair = ENCODERS[request.param]
    first, *_ = frame.split()
    tokenizer = tokenizer_of(frame, ["<pad>"], pair, pad_token="<pad>", cls_token=first)  # noqa: S106
    heads = dict(enumerate(["grammer", "fluency", "meaning", "quality"]))
    config = transformers.AutoConfig.for_model(
        request.param,
        vocab_size=VOCABULARY,
        max_position_embeddings=80,
        pad_token_id=tokenizer.pad_token_id,
        id2label=heads,
        **SIZES,
    )
    model = transformers.AutoModelForSequenceClassification.from_config(config)
    save(randomised(model, seed=0).eval(), tokenizer, tmp_path)
    return tmp_path, model, tokenizer


@torch.inference_mode()
def test_encoders_read_a_text_as_their_own_library_does(encoder):
    folder, model, tokenizer = encoder
    sources, hypotheses = TEXTS[:2], TEXTS[1:]
    some = load_metric("some", {"type": "some", "model": str(folder)}, device="cpu")
    estimators = dict.fromkeys(
        ["quality_estimator", "similarity_estimator"], str(folder)
    )
    impara = load_metric("impara", {"type": "impara"} | estimators, device="cpu")
    rated, judged = (metric.evaluate(sources, hypotheses) for metric in (some, impara))
    for row, (source, hypothesis) in enumerate(zip(sources, hypotheses, strict=True)):
        alone = model(
            **tokenizer(hypothesis, return_tensors="pt"), output_hidden_states=True
        )
        other = model(
            **tokenizer(source, return_tensors="pt"), output_hidden_states=True
        )
        both = model(**tokenizer(source, hypothesis, return_tensors="pt"))
        vectors = [output.hidden_states[-1][0].mean(0) for output in (alone, other)]
        expected = {
            "grammaticality": (alone.logits[0, 0] - 1) / 3,
            "fluency": (alone.logits[0, 1] - 1) / 3,
            "meaning": (both.logits[0, 2] - 1) / 3,
            "quality": alone.logits[0, 3].sigmoid(),
            "similarity": torch.cosine_similarity(*vectors, dim=0),
        }
        for name, value in expected.items():
            assert (rated | judged)[name][row] == pytest.approx(
                float(value), abs=1e-4
            ), name
