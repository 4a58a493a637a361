"""The system `language_model` in Chinese, on a small model trained here."""

import itertools
import lzma

import pytest

from gec_attribution.errors import ConfigError
from gec_attribution.plugins.settings import Settings
from gec_attribution.systems import load_system
from gec_attribution.systems.chinese_confusions import (
    ALIKE,
    KINDS,
    confusions,
    shape_alikes,
    sound_alikes,
)
from gec_attribution.systems.correction import correct_corpus
from gec_training.language_model.recipe import Recipe, train_language_model


def changes(sentence):
    return {(edit.start, edit.end, edit.correction, edit.type) for edit in confusions(sentence)}


def test_characters_are_confused_with_what_sounds_or_looks_alike():
    found = changes("我门等侯")
    assert (1, 2, "们", "sound") in found
    assert (3, 4, "候", "shape") in found or (3, 4, "候", "sound") in found
    assert "密" in sound_alikes("蜜")
    assert "住" in shape_alikes("往")
    assert not set(sound_alikes("往")) & {"住"}
    assert len(sound_alikes("是")) == ALIKE


def test_function_words_come_go_and_are_exchanged():
    found = changes("他跑的快")
    assert {(2, 3, "得", "function"), (2, 3, "", "function"), (4, 4, "了", "function")} - found == {
        (4, 4, "了", "function")
    }
    assert (3, 3, "就", "function") in found
    assert not any(start == end == 0 for start, end, *_ in found)


def test_neighbours_change_places_and_repetitions_are_left_out():
    found = changes("来回回了")
    assert (0, 2, "回 来", "order") in found
    assert (1, 2, "", "repetition") in found
    assert {kind for *_, kind in found} <= set(KINDS)


@pytest.mark.parametrize("text", ["A", "7", "%", "《"])
def test_other_characters_are_confused_with_nothing(text):
    assert changes(text) == set()


def test_each_edit_is_proposed_once():
    found = [(edit.start, edit.end, edit.correction) for edit in confusions("他在再做作的得")]
    assert len(found) == len(set(found))


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    folder = tmp_path_factory.mktemp("zh")
    words = itertools.product("他你我", ["们去", "们来", "在等候"], ["学校", "公园", "家里"])
    lines = [f"{who}{does}{where}。" for who, does, where in words]
    with lzma.open(folder / "text.txt.xz", "wt", encoding="utf-8") as file:
        file.write("\n".join(map("".join, itertools.product(lines, lines))) + "\n门，侯")
    recipe = Recipe(
        language="zh",
        vocabulary=100,
        layers=1,
        width=32,
        heads=2,
        positions=64,
        steps=80,
        micro_batch_tokens=512,
        micro_batches=1,
        learning_rate=0.02,
        weight_decay=0.0,
        warmup_steps=2,
        decay=0.5,
        evaluate_every=80,
        seed=1,
    )
    output = folder / "model"
    train_language_model([folder / "text.txt.xz"], recipe, folder, output, folder / "losses.csv")
    return output


def test_errors_are_corrected_and_text_keeps_its_form(model):
    entry = {"type": "language_model", "language": "zh", "model": str(model), "threshold": 0.9}
    system = load_system("lm", entry, Settings(device="cpu"))
    sources = ["他门去学校。", "我在等侯公园。", "你们来家里。"]
    assert system.correct(sources) == ["他们去学校。", "我在等候公园。", "你们来家里。"]
    assert "pypinyin" in system.signature()
    assert "lemminflect" not in system.signature()


def test_an_unreachable_threshold_changes_nothing(model, tmp_path):
    entry = {"type": "language_model", "language": "zh", "model": str(model), "threshold": 1e9}
    system = load_system("lm", entry, Settings(device="cpu"))
    from gec_attribution.languages.zh import CHINESE

    sources = ["他门去学校。", "。", "门" * 80]
    corrected = correct_corpus(system, sources, tmp_path / "parts", chunk_size=2, language=CHINESE)
    assert corrected == sources
    assert system.counts == {"longer than the language model reads, left as it is": 1}


def test_another_language_is_refused(model):
    entry = {"type": "language_model", "language": "xx", "model": str(model), "threshold": 0.9}
    with pytest.raises(ConfigError, match=r"systems\.lm: language: 'xx' is not one of en, zh"):
        load_system("lm", entry)
