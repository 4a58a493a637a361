import json
import string

import pytest
import torch
from tiny_models import bart_that_ends, save, small_t5
from transformers import T5TokenizerFast

from gec_attribution.plugins.settings import Settings
from gec_attribution.systems import load_system

SOURCES = [
    "She do n't like it .",
    "the cat sat",
    "a",
    "They was happy , but he go home because it is late .",
    "I am fine .",
    "We is here . You is there . It were so . He am not .",
]
# Ordinary text and its correction, which a model learns by heart, and to leave alone if told so.
LESSONS = {
    "She don't like it.": "She doesn't like it.",
    "They was late, sir.": "They were late, sir.",
    "We is fine.": "We are fine.",
}
LEFT = "left in part, the correction being empty or too long"


def t5_tokenizer():
    letters = string.ascii_letters + string.punctuation
    texts = ["gec: copy:", *LESSONS, *LESSONS.values()]
    words = " ".join(texts).split()
    pieces = ["▁", *letters, *(f"▁{word}" for word in dict.fromkeys(words))]
    scores = [(piece, -1.0 if len(piece) > 1 else -5.0) for piece in pieces]
    specials = [("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0)]
    return T5TokenizerFast(vocab=specials + scores, extra_ids=0)


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """An untrained BART with short texts, and a T5 that knows the lessons."""
    folder = tmp_path_factory.mktemp("seq2seq")
    pieces = t5_tokenizer()
    save(*bart_that_ends(), folder / "bart")
    save(schooled(small_t5(len(pieces)), pieces), pieces, folder / "t5")
    return folder


def schooled(model, tokenizer):
    tasks = {f"gec: {text}": correction for text, correction in LESSONS.items()}
    tasks |= {f"copy: {text}": text for text in LESSONS}
    questions = tokenizer(list(tasks), padding=True, return_tensors="pt")
    answers = tokenizer(list(tasks.values()), padding=True, return_tensors="pt")[
        "input_ids"
    ]
    answers[answers == tokenizer.pad_token_id] = -100
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(100):
        optimizer.zero_grad()
        model(**questions, labels=answers).loss.backward()
        optimizer.step()
    return model.eval()


def system(folder, settings=None, **options):
    entry = {"type": "seq2seq", "model": str(folder), **options}
    return load_system("mine", entry, settings or Settings(device="cpu"))


@pytest.mark.parametrize("kind", ["t5", "bart"])
@pytest.mark.parametrize("beams", [1, 4])
def test_a_correction_does_not_depend_on_its_batch(folders, kind, beams, monkeypatch):
    monkeypatch.setattr("gec_attribution.systems.seq2seq.BEAMS", beams)
    mine = system(folders / kind)
    together = mine.correct(SOURCES)
    # Not for want of corrections to compare.
    assert sum(one != two for one, two in zip(SOURCES, together, strict=True)) >= 3
    assert mine.correct(SOURCES[::-1]) == together[::-1]
    mine.batch_tokens = 1
    assert mine.correct(SOURCES) == together


def test_beam_search_is_that_of_the_model(folders):
    source = "the cat sat"
    mine = system(folders / "bart")
    ids = mine.tokenizer(source, return_tensors="pt")
    expected = mine.model.generate(
        **ids, num_beams=5, max_new_tokens=2 * ids["input_ids"].shape[1] + 8
    )
    text = mine.tokenizer.decode(expected[0], skip_special_tokens=True)
    assert mine.correct([source]) == [" ".join(text.split())]


def test_a_trained_model_corrects_and_keeps_the_tokenisation(folders):
    sources = ["She do n't like it .", "They was late , sir .", "We is fine ."]
    corrected = ["She does n't like it .", "They were late , sir .", "We are fine ."]
    options = {"prefix": "gec: ", "detokenise": True}
    assert system(folders / "t5", **options).correct(sources) == corrected
    assert (
        system(folders / "t5", prefix="copy: ", detokenise=True).correct(sources)
        == sources
    )


def test_a_long_sentence_is_corrected_in_pieces(folders):
    pieces = ["She do n't like it .", "They was late , sir .", "We is fine ."]
    mine = system(
        folders / "t5", Settings(max_length=8), prefix="gec: ", detokenise=True
    )
    assert mine.correct([" ".join(pieces)]) == [
        "She does n't like it . They were late , sir . We are fine ."
    ]
    assert mine.counts["over 8 tokens, corrected in pieces"] == 1


def test_a_correction_that_does_not_end_is_not_taken(folders):
    mine = system(folders / "t5")
    mine.model.generation_config.suppress_tokens = [mine.tokenizer.eos_token_id]
    assert mine.correct(SOURCES) == SOURCES
    assert mine.counts[LEFT] == len(SOURCES)


def test_the_signature_says_what_moves_corrections(folders):
    signature = system(folders / "t5").signature()
    assert json.dumps(signature)
    other_systems = [
        system(folders / "t5", prefix="gec: "),
        system(folders / "t5", Settings(max_length=64)),
        system(folders / "bart"),
    ]
    assert all(signature != other.signature() for other in other_systems)
    assert signature == system(folders / "t5", Settings(batch_tokens=7)).signature()
