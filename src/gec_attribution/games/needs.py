"""Coalitions needed by experiments, besides those needed by the methods."""

from gec_attribution.games.coalitions import Masks, end_masks, lattice_masks
from gec_attribution.games.plan import Need


def lattice_need(min_edits: int, max_edits: int) -> Need:
    """Every coalition for sentences with a number of edits in a range; for others the two ends.

    Consistency looks up the unions of groups that are known only once the edits are attributed,
    and differ between metrics and methods; interactions are made of all of them.
    """

    def masks(n: int, seed: int) -> Masks:
        del seed
        return lattice_masks(n) if min_edits <= n <= max_edits else end_masks(n)

    return masks
