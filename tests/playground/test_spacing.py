"""White space between pieces of a typed sentence, where some of its edits are off."""

import pytest

from gec_attribution import attribute
from gec_attribution.edits.model import Edit
from gec_attribution.games.game import Game
from gec_attribution.languages.en import ENGLISH
from gec_attribution.playground.spacing import gaps_of


def lengths(_, texts):
    return [float(len(text)) for text in texts]


@pytest.mark.parametrize(
    ("source", "hypothesis", "edits", "gaps"),
    [
        # Pieces: My wife, "" to (, and to that, I cook. Nobody wrote the bracket beside "and".
        (
            "My wife and I cook.",
            "My wife (that I cook.",
            [(2, 2, "("), (2, 3, "that")],
            {"2": "", "0+ 2+": " ", "0+ 2-": " "},
        ),
        # Pieces: Go, home early to back, and the full stop, which stays beside any word.
        ("Go home early.", "Go back.", [(1, 3, "back")], {"2": ""}),
    ],
)
def test_pieces_have_the_gaps_that_people_write(source, hypothesis, edits, gaps):
    typed = tuple(Edit(*edit, "R:OTHER") for edit in edits)
    game = Game.of_correction(ENGLISH.from_plain_text(source), typed, ENGLISH)
    record = attribute(lengths, source, hypothesis, tokenise=True)
    assert [(edit.start, edit.end, edit.correction) for edit in record.edits] == edits
    assert gaps_of(game, record) == gaps
