"""The games of the references: their own edits, which are right by construction.

Choshen and Abend (2018, MAEGE) apply some of a reference's edits to a source and ask whether a
metric prefers the texts with more of them. A reference is a correction as any other; its game has
every coalition where it has few edits.
"""

from collections.abc import Iterable, Iterator, Sequence

from gec_attribution.edits.model import Edit
from gec_attribution.games.coalitions import MAX_EDITS
from gec_attribution.games.game import Game
from gec_attribution.languages import Language

# A name for a reference in a plan, with its number; no system has a point in its own.
REFERENCE = "reference."


def reference_games(
    sentences: Iterable[tuple[str, Sequence[Edit]]],
    most_edits: int,
    language: Language,
    study_seed: int = 0,
) -> Iterator[Game]:
    """The game of each line of a reference, one at a time.

    What an annotator marked but did not correct is no player. A line with more edits has no
    players, for its lattice is not scored.

    Args:
        sentences: source and edits of each line.
        most_edits: the most edits of a line whose edits are played.
        language: the language of the sentences.
        study_seed: the study's seed.
    """
    for source, edits in sentences:
        players = tuple(edit for edit in edits if edit.corrects)
        few = players if len(players) <= min(most_edits, MAX_EDITS) else ()
        yield Game.of_correction(source, few, language, study_seed)
