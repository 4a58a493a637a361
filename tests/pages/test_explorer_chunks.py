"""Single sentences in the explorer."""

import explored_study

from gec_attribution.pages.explorer.chunks import chunks_of
from gec_attribution.pages.explorer.columns import read_dataset


def test_a_score_that_a_gate_set_to_0_is_explained_as_in_the_record(tmp_path):
    files = explored_study.with_a_gate(explored_study.dataset(tmp_path, "essays", "en"))
    (chunk,) = chunks_of(read_dataset(files), files)
    notes = chunk["metrics"]["some"]["notes"]
    # Line 1 by the first system replaces words by both edits; line 2 by the second inserts one.
    assert notes[0] == (
        f"the score is 0 where the similarity to the source is below {explored_study.GATE}, as of "
        "the hypothesis (0.850) and of 2 of the 3 other sentences that were scored"
    )
    assert notes[3] is None
    assert set(chunk["metrics"]["ppl"]["notes"]) == {None}
    assert len(notes) == 2 * len(explored_study.ENGLISH)
