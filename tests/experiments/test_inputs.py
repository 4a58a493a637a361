"""Files of earlier stages, as an experiment opens them."""

import pytest

from gec_attribution.experiments.inputs import Inputs


@pytest.mark.parametrize(
    ("language", "source", "tokens"),
    [("en", "He go .", ["He", "go", "."]), ("zh", "他去。", ["他", "去", "。"])],
)
def test_sources_are_counted_in_the_tokens_of_their_language(tmp_path, language, source, tokens):
    path = tmp_path / "sources.txt"
    path.write_text(f"{source}\n", "utf-8")
    inputs = Inputs({"sources": [str(path)]}, settings={"language": language})
    assert inputs.tokens() == [tokens]
