"""The games of the edits that a correction missed, of known references."""

import numpy as np

from gec_attribution.edits.model import Edit, apply_edits
from gec_attribution.games.missed import missed_edits, missed_game, moved
from gec_attribution.languages.en import ENGLISH

SOURCE = "a b c d e f"
HYPOTHESIS = (
    Edit(0, 1, "x y", "R:NOUN"),
    Edit(3, 4, "", "U:DET"),
    Edit(5, 6, "g", "R:VERB"),
)
REFERENCE = (
    Edit(0, 1, "x y", "R:NOUN"),  # made
    Edit(1, 2, "B", "R:NOUN"),  # missed
    Edit(3, 3, "the", "M:DET"),  # touches the deletion after it
    Edit(4, 5, "E e", "R:SPELL"),  # missed
    Edit(5, 6, "h", "R:VERB"),  # otherwise
    Edit(6, 6, "", "UNK"),  # no correction
)


def test_edits_are_made_missed_or_corrected_otherwise():
    missed, otherwise = missed_edits(HYPOTHESIS, REFERENCE)
    assert missed == (REFERENCE[1], REFERENCE[3])
    assert otherwise == (REFERENCE[2], REFERENCE[4])
    assert missed_edits((), REFERENCE) == (REFERENCE[:5], ())
    assert missed_edits(REFERENCE, REFERENCE[:5]) == ((), ())


def test_missed_edits_are_players_of_the_hypothesis():
    missed, _ = missed_edits(HYPOTHESIS, REFERENCE)
    game = missed_game(SOURCE, HYPOTHESIS, missed, ENGLISH, 3)
    assert game.source == SOURCE
    assert game.base_text == "x y b c e g"
    assert game.edits == (Edit(2, 3, "B", "R:NOUN"), Edit(4, 5, "E e", "R:SPELL"))
    assert game.grand_text == "x y B c E e g"
    assert game.texts([2]) == ["x y b c E e g"]


def test_moved_edits_and_the_hypothesis_make_what_all_of_them_make():
    random = np.random.default_rng(0)
    tokens = [str(number) for number in range(12)]
    for _ in range(200):
        cuts = np.sort(random.choice(13, 8, replace=False)).tolist()
        spans = list(zip(cuts[::2], cuts[1::2], strict=True))
        edits = [Edit(*span, "p q" * int(random.integers(2)), "R:X") for span in spans]
        own = [edit for edit in edits if random.random() < 0.5]
        rest = [edit for edit in edits if edit not in own]
        both = apply_edits(apply_edits(tokens, own), moved(rest, own))
        assert both == apply_edits(tokens, edits)
