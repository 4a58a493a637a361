"""The system `language_model` in Chinese, on the embedded model."""

import pytest
from project import ROOT

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

MODEL = ROOT / "models" / "gpt2-zh"


def changes(sentence):
    return {(edit.start, edit.end, edit.correction, edit.type) for edit in confusions(sentence)}


def test_characters_are_confused_with_what_sounds_or_looks_alike():
    possible = changes("我门等侯")
    assert (1, 2, "们", "sound") in possible
    assert (3, 4, "候", "shape") in possible or (3, 4, "候", "sound") in possible
    assert "密" in sound_alikes("蜜")
    assert "住" in shape_alikes("往")
    assert not set(sound_alikes("往")) & {"住"}
    assert len(sound_alikes("是")) == ALIKE


def test_function_words_come_go_and_are_exchanged():
    possible = changes("他跑的快")
    assert {
        (2, 3, "得", "function"),
        (2, 3, "", "function"),
        (4, 4, "了", "function"),
    } - possible == {(4, 4, "了", "function")}
    assert (3, 3, "就", "function") in possible
    assert not any(start == end == 0 for start, end, *_ in possible)


def test_neighbours_change_places_and_repetitions_are_left_out():
    possible = changes("来回回了")
    assert (0, 2, "回 来", "order") in possible
    assert (1, 2, "", "repetition") in possible
    assert {kind for *_, kind in possible} <= set(KINDS)


@pytest.mark.parametrize("text", ["A", "7", "%", "《"])
def test_other_characters_are_confused_with_nothing(text):
    assert changes(text) == set()


def test_each_edit_is_proposed_once():
    possible = [(edit.start, edit.end, edit.correction) for edit in confusions("他在再做作的得")]
    assert len(possible) == len(set(possible))


def load(threshold):
    entry = {"type": "language_model", "language": "zh", "model": str(MODEL)}
    return load_system("lm", {**entry, "threshold": threshold}, Settings(device="cpu"))


def test_errors_are_corrected_and_text_keeps_its_form():
    system = load(1.0)
    assert system.correct(["他门去学校。", "他在公园等侯。"]) == ["他们去学校。", "他在公园等候。"]
    assert "pypinyin" in system.signature()
    assert "lemminflect" not in system.signature()


def test_an_unreachable_threshold_changes_nothing(tmp_path):
    system = load(1e9)
    from gec_attribution.languages.zh import CHINESE

    sources = ["他门去学校。", "。", "门" * 500]
    corrected = correct_corpus(system, sources, tmp_path / "parts", chunk_size=2, language=CHINESE)
    assert corrected == sources
    assert system.counts == {"longer than the language model reads, left as it is": 1}


def test_another_language_is_refused():
    entry = {"type": "language_model", "language": "xx", "model": str(MODEL), "threshold": 0.9}
    with pytest.raises(ConfigError, match=r"systems\.lm: language: found 'xx'; allowed: en, zh"):
        load_system("lm", entry)
