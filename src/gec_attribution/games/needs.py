"""Which coalitions the experiments need, apart from those that the methods ask for.

Experiments that read attributions, or score for themselves to measure time, need none.
"""

from collections.abc import Mapping

from gec_attribution.games.coalitions import Masks, end_masks, lattice_masks
from gec_attribution.games.plan import Need


def experiment_needs(evaluation: Mapping[str, Mapping | None]) -> list[Need]:
    """Which values of each game the experiments of a study read.

    Args:
        evaluation: the study's experiments by name, None for one that is left out; one
            that is absent is left out, too.
    """
    needs = []
    if (options := evaluation.get("consistency")) is not None:
        needs.append(_lattice(options["min_edits"], options["max_edits"]))
    if (options := evaluation.get("faithfulness")) is not None:
        needs.append(_lattice(options["min_edits"], options["max_edits"]))
    needs += [
        _lattice(2, options["max_edits"])
        for name in ("interactions", "joined_players")
        if (options := evaluation.get(name)) is not None
    ]
    return needs


def _lattice(min_edits: int, max_edits: int) -> Need:
    """Every coalition of sentences in a range of edits.

    Consistency looks up the unions of groups that are known only once the edits are attributed,
    and differ between metrics and methods; interactions are made of all of them, and so are the
    games of edits that are joined.
    """

    def masks(n: int, seed: int) -> Masks:
        del seed
        return lattice_masks(n) if min_edits <= n <= max_edits else end_masks(n)

    return masks
