"""Edits as people judged them: those read, and those left out and counted."""

import pytest

from gec_attribution.edits.judged import read_judged
from gec_attribution.edits.model import Edit
from gec_attribution.errors import InputError

SHEETS = """\
==> ann/0.txt <==
<Source with context>
Earlier .
<t>He [go] to school every days .</t>
Later .

<Correction>
<s1>He [go→goes|True] to [→the|False] school every [days→day|True] .</s1>
<s2>He go to school every days .</s2>
<s3>He [go→goes] |True to school every days .</s3>
<s4>He [go→goes|True] to a school every days .</s4>
==> ben/0.txt <==
<t>He go to school every days .</t>

<Correction>
<s1>He [go→goes|True] to [→the|False] school every [days→day|False] .</s1>
<s2>[He→|False] go [to school→home|True] every days [.→. !|False]</s2>
"""


def read(tmp_path, text, lines=None):
    path = tmp_path / "judged.txt"
    path.write_text(text, encoding="utf-8")
    return read_judged(path, lines)


def test_corrections_are_read_with_all_their_judgements(tmp_path):
    first_correction, second_correction = read(tmp_path, SHEETS)
    assert (
        first_correction.source
        == second_correction.source
        == "He go to school every days ."
    )
    assert first_correction.edits == (
        Edit(1, 2, "goes", ""),
        Edit(3, 3, "the", ""),
        Edit(5, 6, "day", ""),
    )
    assert first_correction.hypothesis == "He goes to the school every day ."
    assert first_correction.annotators == ("ann", "ben")
    assert first_correction.votes == ((True, False, True), (True, False, False))
    assert first_correction.valid.tolist() == [1, 0, 0.5]
    assert second_correction.hypothesis == "go home every days . !"
    assert second_correction.valid.tolist() == [0, 1, 0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "1: there is no judged correction"),
        (
            "<t>a b</t>\n<s1>a [b→c|True]</s1>\n",
            "2: a correction comes after a line '==> anno",
        ),
        (
            "==> a/0.txt <==\n<s1>a [b→c|True]</s1>\n",
            "2: a correction comes after a line",
        ),
    ],
)
def test_what_is_no_file_of_judged_edits_is_refused(tmp_path, text, said):
    with pytest.raises(InputError, match=said):
        read(tmp_path, text)


def test_seeda_has_the_known_number_of_edits(shared, tmp_path):
    folder = shared / "datasets/seeda/data/EditEval_Step1"
    names = [f"annotator{one}/{sheet}.txt" for one in (1, 2, 3) for sheet in range(200)]
    text = "\n".join(
        f"==> {name} <==\n{(folder / name).read_text('utf-8')}" for name in names
    )
    judged = read(tmp_path, text)
    short = [one for one in judged if len(one.edits) <= 8]
    assert len(judged) == pytest.approx(1800, abs=1)
    assert sum(len(one.edits) for one in short) == pytest.approx(4704, abs=3)
    assert sum(int((one.valid < 0.5).sum()) for one in short) == 410
