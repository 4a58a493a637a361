"""A combination of systems: the edits that enough of them agree on."""

from collections import Counter
from collections.abc import Sequence

from gec_attribution.edits.model import Edit, apply_edits
from gec_attribution.languages import Language
from gec_attribution.languages.en import ENGLISH


def combine(
    source: str, proposals: Sequence[Sequence[Edit]], votes: int, language: Language = ENGLISH
) -> str:
    """The source with every edit that at least `votes` of the systems propose.

    Two systems agree on an edit if it has the same span and correction, even with different types.
    Of edits that overlap, the one with the most votes is taken; among equals the one that begins
    first, then the one that ends first, then the first in alphabetical order.

    Args:
        source: the sentence.
        proposals: each system's edits of it.
        votes: systems needed, from 1 to `len(proposals)`.
        language: the language of the sentence.

    Returns:
        The correction, its tokens joined as the language joins them.
    """
    counted = Counter(
        key
        for edits in proposals
        for key in {(edit.start, edit.end, edit.correction) for edit in edits}
    )
    chosen: list[Edit] = []
    for (start, end, correction), number in sorted(
        counted.items(), key=lambda item: (-item[1], item[0])
    ):
        edit = Edit(start, end, correction, "")
        if number >= votes and not any(_collide(edit, other) for other in chosen):
            chosen.append(edit)
    chosen.sort(key=lambda edit: (edit.start, edit.end))
    return language.join(apply_edits(language.tokenize(source), chosen))


def _collide(edit: Edit, other_edit: Edit) -> bool:
    """Whether two edits change the same token, or insert at the same place or inside the other."""
    if edit.start == edit.end == other_edit.start == other_edit.end:
        return True
    return edit.start < other_edit.end and other_edit.start < edit.end
