"""The game of the edits that a correction missed.

The base of the game is the hypothesis. Its players are the reference's edits that the hypothesis
neither has nor touches: each is worth its gain for the system's own correction, compared with the
source as always. The paper names such false negatives as a limitation of attributions.
"""

from collections.abc import Sequence
from dataclasses import replace

from gec_attribution.edits.matching import matches
from gec_attribution.edits.model import Edit, apply_edits
from gec_attribution.games.game import Game
from gec_attribution.languages import Language


def touches(edit: Edit, other_edit: Edit) -> bool:
    """Whether two edits of one text overlap, or one inserts at an end of the other."""
    if edit.start == edit.end or other_edit.start == other_edit.end:
        return edit.start <= other_edit.end and other_edit.start <= edit.end
    return edit.start < other_edit.end and other_edit.start < edit.end


def missed_edits(
    hypothesis: Sequence[Edit], reference: Sequence[Edit]
) -> tuple[tuple[Edit, ...], tuple[Edit, ...]]:
    """Edits of the reference that a hypothesis missed, and those at which it has one of its own.

    Errors of the reference that are marked without a correction are left out.

    Returns:
        Edits apart from all edits of the hypothesis, and edits that touch a different one.
    """
    missed: list[Edit] = []
    otherwise: list[Edit] = []
    for edit, is_made in zip(reference, matches(reference, hypothesis), strict=True):
        if is_made or not edit.corrects:
            continue
        if any(touches(edit, applied) for applied in hypothesis):
            otherwise.append(edit)
        else:
            missed.append(edit)
    return tuple(missed), tuple(otherwise)


def moved(edits: Sequence[Edit], hypothesis: Sequence[Edit]) -> tuple[Edit, ...]:
    """Edits of a source as edits of its hypothesis, none of whose own edits they touch."""
    moved_edits = []
    for edit in edits:
        shift = 0
        for applied in hypothesis:
            if applied.end <= edit.start:
                shift += len(applied.tokens) - (applied.end - applied.start)
        moved_edits.append(
            replace(edit, start=edit.start + shift, end=edit.end + shift)
        )
    return tuple(moved_edits)


def missed_game(
    source: str,
    edits: Sequence[Edit],
    missed: Sequence[Edit],
    language: Language,
    study_seed: int = 0,
) -> Game:
    """The game of the edits that a correction missed; its base is the hypothesis.

    The missed edits are edits of the source, and touch none of those that make the hypothesis.

    Raises:
        InputError: more than `MAX_PLAYERS` are missed.
    """
    tokens = language.tokenize(source)
    base = tuple(apply_edits(tokens, edits))
    return Game(language.join(tokens), base, moved(missed, edits), language, study_seed)
