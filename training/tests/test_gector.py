import json

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from toy_encoder import SENTENCES, save_tiny_bert

from gec_attribution.languages import load_extractor
from gec_attribution.systems import load_system
from gec_attribution.systems.gector_tags import CASES, KEEP, apply_tags, inflect, is_tag
from gec_training.data.synthetic_errors import (
    LABELS,
    apply_labelled,
    draw_errors,
    inflections,
)
from gec_training.gector.recipe import (
    Learners,
    Synthetic,
    Teaching,
    choose_tags,
    cut_tagger,
    damage,
    errant_score,
    example_rounds,
    train_gector,
)
from gec_training.gector.tagging import tags_between

TOKENS = ["a", "A", "an", "the", "The", "go", "goes", "went", "cat", "cats", "cat-s", "e", "mail"]
TOKENS += ["email", "e-mail", "iphone", "iPhone", "McDonald", "mcdonald", ",", "$", "b"]


def rounds_between(source, target):
    """The input of each round towards the target, with its tags; none for equal sentences."""
    rounds = []
    tokens = list(source)
    while tokens != list(target):
        rounds.append((tokens, tags_between(tokens, target)))
        tokens = apply_tags(tokens, rounds[-1][1], inflect)
    return rounds


@pytest.mark.parametrize(
    ("source", "target", "tags"),
    [
        ("I goes to school .", "I go to school .", "K K VERB_VBZ_VB K K K"),
        ("I go to school", "I went to the school .", "K K VERB_VB_VBD A:the A:."),
        ("cat sat", "The cat sat", "A:The K K"),
        ("the cat sat", "The cats sat", "K CASE_CAPITAL AGREEMENT_PLURAL K"),
        ("many book", "many good books", "K A:good AGREEMENT_PLURAL"),
        ("in to it", "into it", "K MERGE_SPACE K K"),
        ("well known fact", "well-known fact", "K MERGE_HYPHEN K K"),
        ("well-known fact", "well known fact", "K SPLIT_HYPHEN K"),
        ("Apple pie nasa iphone", "apple pie NASA iPhone",
         "K CASE_LOWER K CASE_UPPER CASE_CAPITAL_1"),
        ("always I go", "I always go", "A:I K D K"),
        ("the the cat", "the cat", "K D K K"),
        # What follows a word that is changed itself waits, unless only its case is changed.
        ("he are good", "he is a good", "K K R:is K"),
        ("paris big", "Paris is big", "K A:is K"),
        ("a b", "a b", "K K K"),
    ],
)  # fmt: skip
def test_the_first_round_of_a_correction(source, target, tags):
    names = {"K": KEEP, "D": "$DELETE", "A": "$APPEND_", "R": "$REPLACE_"}

    def spelled(short):
        name, _, word = short.partition(":")
        return names[name] + word if name in names else f"${short}"

    computed = tags_between(source.split(), target.split())
    expected = [spelled(tag) for tag in tags.split()]
    assert [tag.replace("$TRANSFORM_", "$") for tag in computed] == expected


@given(*[st.lists(st.sampled_from(TOKENS), max_size=7)] * 2)
def test_rounds_lead_to_the_target(source, target):
    rounds = rounds_between(source, target)
    assert len(rounds) <= len(target) + 2
    for tokens, tags in rounds:
        assert len(tags) == len(tokens) + 1
        assert all(map(is_tag, tags))
    reached = apply_tags(*rounds[-1], inflect) if rounds else source
    assert reached == target


def test_every_kind_of_synthetic_error_can_be_corrected():
    generator = np.random.default_rng(0)
    lexicon = [token.lower() for tokens in SENTENCES[:10] for token in tokens if token.isalpha()]
    met = set()
    for tokens in SENTENCES:
        errors = draw_errors(tokens, 3, lexicon, generator)
        met.update(error.type for error in errors)
        damaged, _ = apply_labelled(tokens, errors)
        rounds = rounds_between(damaged, tokens)
        assert len(rounds) <= 4
        assert not errors or apply_tags(*rounds[-1], inflect) == tokens
    assert met == set(LABELS) - {"correct"}


def test_an_encoder_without_case_sees_none():
    source, target = "cat Sleep on sofa .", "The cat sleeps on Sofa ."
    capital, plural = "$TRANSFORM_CASE_CAPITAL", "$TRANSFORM_AGREEMENT_PLURAL"
    rounds = example_rounds(source.split(), target.split())
    assert [(" ".join(tokens), tags) for tokens, tags in rounds] == [
        ("cat sleep on sofa .", ["$APPEND_The", KEEP, plural, KEEP, capital, KEEP]),
        ("the cat sleeps on sofa .", [KEEP, capital, KEEP, KEEP, KEEP, capital, KEEP]),
    ]


def test_damage_is_what_tags_can_mend():
    generator = np.random.default_rng(0)
    tokens = ["Elephants", ",", "wandering", "elephants", "."]
    damaged = [damage(tokens, ["zebra"] * 9, generator) for _ in range(200)]
    met = {token.lower() for tokens in damaged for token in tokens}
    # No long word is misspelt; all are forms of the words that were there.
    forms = {"elephants", "wandering", *inflections("elephants"), *inflections("wandering")}
    assert {token for token in met if len(token) >= 8} <= forms
    assert {"elephant", "wander", "zebra"} <= met
    assert any("," not in tokens for tokens in damaged)
    assert any("." not in tokens for tokens in damaged)
    assert 5 < damaged.count(tokens) < 60


def test_tags_are_those_learners_need_then_the_most_frequent():
    synthetic = Synthetic(sorted(SENTENCES, key=len))
    learners = [(["x"], [KEEP, "$APPEND_needed"])] * 3 + [(["x"], [KEEP, "$APPEND_seldom"])]
    tags = choose_tags(synthetic, learners, 30, seed=0)
    assert tags[:3] == ["<OOV>", KEEP, "$APPEND_needed"]
    assert "$TRANSFORM_CASE_CAPITAL" in tags[3:6]
    assert "$APPEND_seldom" not in tags
    assert len(tags) == len(set(tags)) == 30
    assert tags == choose_tags(synthetic, learners, 30, seed=0)


def test_the_cut_tagger_reads_as_the_encoder_did(tmp_path):
    from gec_training.loop.text_model import load_encoder

    start = save_tiny_bert(tmp_path / "start")
    tagger, tokenizer = cut_tagger(start, 7, layers=2, positions=32, seed=0, device="cpu")
    whole = load_encoder(start, device="cpu")
    inputs = whole.inputs([SENTENCES[0]])
    with torch.inference_mode():
        own = tagger.eval().bert(inputs["input_ids"]).last_hidden_state
        torch.testing.assert_close(own, whole.model(**inputs).last_hidden_state)
    one_layer, _ = cut_tagger(start, 7, layers=1, positions=32, seed=0, device="cpu")
    assert len(one_layer.bert.encoder.layer) == 1
    assert tokenizer.tokenize("$START a") == ["$START", "a"]
    assert one_layer.label_proj_layer.out_features == 7


def test_case_is_no_error_to_detect(tmp_path):
    start = save_tiny_bert(tmp_path / "start")
    tags = ["<OOV>", KEEP, *CASES]
    tagger, tokenizer = cut_tagger(start, len(tags), layers=1, positions=64, seed=0, device="cpu")
    with torch.no_grad():
        tagger.d_proj_layer.weight.zero_()
        tagger.d_proj_layer.bias[:] = torch.tensor([50.0, 0.0])
    teaching = Teaching(tagger, tokenizer, tags)
    right = [(["the", "dog"], [KEEP, "$TRANSFORM_CASE_CAPITAL", KEEP])]
    assert teaching.losses(right)["detection"] < 1e-6
    # One of three words is wrong, and the model is sure of the contrary.
    wrong = [(["the", "dog"], [KEEP, "$DELETE", KEEP])]
    assert teaching.losses(wrong)["detection"].item() == pytest.approx(50 / 3, rel=1e-4)


def test_scores_are_those_of_the_best_reference():
    score = errant_score(load_extractor("en"))
    learners = Learners(
        ["She go to school .", "He are here ."],
        ["unused"] * 2,
        [["She goes to school .", "She went to school ."], ["He is here ."] * 2],
    )
    assert score(learners, ["She went to school .", "He is here ."]) == 1.0
    assert score(learners, learners.sources) == 0.0
    # One edit is right, one is not there: precision 1, recall 1/2.
    assert score(learners, ["She goes to school .", "He are here ."]) == pytest.approx(5 / 6)


def test_a_tagger_is_trained_tuned_and_corrects(tmp_path):
    start = save_tiny_bert(tmp_path / "start")
    sentences = sorted(SENTENCES, key=len)
    sources = [f"{' '.join(tokens[:5])} number {i}" for i, tokens in enumerate(sentences[:40])]
    learners = Learners(sources, sources, [[f"{source} ."] * 2 for source in sources])
    learnt, held_out = learners.split(0)
    assert len(learnt.sources) + len(held_out.sources) == 40
    assert 0 < len(held_out.sources) < 10
    shown = []

    def score(part, hypotheses):
        assert part.sources == held_out.sources
        shown.append(tuple(hypotheses))
        return sum(text.endswith("number .") for text in hypotheses) - len(set(shown))

    def run(folder):
        return train_gector(
            start,
            sentences,
            learners,
            tmp_path / folder,
            tmp_path / f"{folder}-work",
            score=score,
            layers=1,
            positions=64,
            tags=40,
            steps=6,
            examples_a_step=8,
            learning_rate=1e-3,
            epochs=1,
            fine_tuning_rate=1e-3,
            seed=0,
            device="cpu",
        )

    figures = run("one")
    assert list(figures.columns) == ["keep_confidence", "min_error_prob", "score"]
    assert len(figures) == 100
    config = json.loads((tmp_path / "one" / "config.json").read_text())
    best = figures[figures["score"] == figures["score"].max()].iloc[0]
    assert config["keep_confidence"] == best["keep_confidence"]
    assert config["min_error_prob"] == best["min_error_prob"]
    system = load_system("mine", {"type": "gector", "model": str(tmp_path / "one")})
    assert len(system.correct(sources)) == 40
    # The same content again, whatever was run in between.
    run("two")
    weights = [(tmp_path / name / "model.safetensors").read_bytes() for name in ("one", "two")]
    assert weights[0] == weights[1]
