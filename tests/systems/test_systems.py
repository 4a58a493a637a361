import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec_attribution.errors import CorrectionError
from gec_attribution.systems import System, correction
from gec_attribution.systems.correction import correct_corpus


class Upper(System):
    """Writes sentences in capitals, and remembers what it was shown."""

    name = "upper"

    def __init__(self, fails_on=None):
        self.seen = []
        self.fails_on = fails_on

    def correct(self, sources):
        if self.fails_on in sources:
            raise CorrectionError("the service is gone")
        self.seen += sources
        self.counts["with a cat"] += sum("cat" in source for source in sources)
        return [source.upper() for source in sources]


@given(st.lists(st.text("ab \u00a0", max_size=4)), st.integers(1, 5))
def test_every_line_is_corrected_once_and_in_its_place(sources, chunk):
    system = Upper()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(correction, "CHUNK", chunk)
        corrected = correct_corpus(system, sources)
    assert corrected == [" ".join(source.upper().split()) for source in sources]
    assert len(system.seen) == len(set(system.seen))
    assert all(system.seen)


def test_a_killed_run_goes_on_where_it_was(tmp_path, caplog, monkeypatch):
    monkeypatch.setattr(correction, "CHUNK", 1)
    parts = tmp_path / "parts"
    sources = ["a cat", "b", "c cat", "d"]
    with pytest.raises(CorrectionError, match="gone"):
        correct_corpus(Upper(fails_on="d"), sources, parts)
    assert len(list(parts.iterdir())) == 3
    system = Upper()
    with caplog.at_level(logging.INFO):
        corrected = correct_corpus(system, sources, parts)
    assert corrected == ["A CAT", "B", "C CAT", "D"]
    assert system.seen == ["d"]
    assert not parts.exists()
    assert "upper: with a cat: 2 of 4 sentences" in caplog.text
    assert "upper: 4 of 4 sentences changed" in caplog.text
