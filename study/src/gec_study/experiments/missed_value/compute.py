"""What was missed: how much a metric would have given for the edits that a system did not make.

The edits of a reference that a hypothesis neither has nor touches are the players of a game whose
base is the hypothesis: each is worth what it would add to the system's own correction, compared
with the source as always. The paper names such false negatives as a limitation of attributions.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import tee
from typing import Any

import numpy as np
import pandas as pd

from gec_attribution.attribution import Method, load_method
from gec_attribution.attribution.edit_tables import EVERY_SYSTEM, rows_by_line, signature_of
from gec_attribution.edits.error_types import main_type
from gec_attribution.edits.m2 import iter_edits
from gec_attribution.edits.matching import corpus_references, matches
from gec_attribution.edits.model import Edit, m2_text
from gec_attribution.games.game import Game
from gec_attribution.games.missed import MISSED_BY, missed_edits, missed_games
from gec_attribution.games.values import ValueTable, sentences_with_values
from gec_attribution.judging.f_scores import corpus_scores
from gec_attribution.statistics import bootstrap
from gec_attribution.storage.seeds import seed_from
from gec_study.experiments.inputs import Inputs

ALL = "all"
# Edits of a system that the reference has, and its others; edits of the reference that the system
# missed, and those that overlap an edit of the system.
MADE, OTHER, MISSED, OTHERWISE = "made", "other", "missed", "otherwise"

_COLUMNS = ["system", "line", "edit", "phi", "signature"]


def compute(inputs: Inputs) -> pd.DataFrame:
    """`missed_value` under every metric."""
    name = inputs.options["method"]
    method = load_method(name, inputs.settings["methods"][name], **inputs.settings["coalitions"])
    references = inputs.references()
    tables = []
    for metric, attributions in zip(inputs.metrics, inputs.attributions(_COLUMNS), strict=True):
        edits = [
            judged_by_reference(
                system,
                (made for _, made in iter_edits(path)),
                references,
                attributions[attributions["system"] == system],
                _missed_phi(inputs, system, metric, references, method),
            )
            for system, path in inputs.m2_files().items()
        ]
        tables.append(
            missed_value(
                inputs.dataset,
                metric,
                pd.concat(edits, ignore_index=True),
                len(references),
                min_frequency=inputs.options["min_frequency"],
                signature=signature_of(attributions) if len(attributions) else "",
                **inputs.resampling,
            )
        )
    return pd.concat(tables, ignore_index=True)


def _missed_phi(
    inputs: Inputs,
    system: str,
    metric: str,
    references: Sequence[Sequence[Sequence[Edit]]],
    method: Method,
) -> Iterator[np.ndarray]:
    """φ of the players of each line's game, which is read when it is asked for."""
    lines = iter_edits(inputs.m2_files()[system])
    games, planned = tee(missed_games(lines, references, inputs.language, inputs.seed))
    missed_by = f"{MISSED_BY}{system}"
    bases = ((m2_text(game.base), game.edits) for game in planned)
    values = sentences_with_values({missed_by: bases}, inputs.coalitions, inputs.scores(metric))
    for sentence, game in zip(values[missed_by], games, strict=True):
        yield _phi_of(method, sentence.table, game)


def _phi_of(method: Method, table: ValueTable, game: Game) -> np.ndarray:
    """φ of the players; NaN where the method asks for values beyond the plan."""
    try:
        return method.attribute(table, game.seed).phi
    except KeyError:
        return np.full(game.n, np.nan)


def judged_by_reference(
    system: str,
    hypotheses: Iterable[Sequence[Edit]],
    references: Sequence[Sequence[Sequence[Edit]]],
    made: pd.DataFrame,
    missed: Iterable[np.ndarray],
) -> pd.DataFrame:
    """One row per edit of one system, or of its references: system, line, kind, type, phi.

    Args:
        system: its name.
        hypotheses: its edits of each line.
        references: the references of each line.
        made: the attributions of its edits by one method, in the order of lines: line, edit, phi.
        missed: the attributions of the players of each line's game (`missed_games`).
    """
    rows_of = rows_by_line(made["line"])
    place, known = made["edit"].to_numpy(), made["phi"].to_numpy()
    # Column by column: rows of objects would take ten times the memory.
    lines, phi = array("q"), array("d")
    kinds: list[str] = []
    types: list[str] = []

    def add(
        line: int, edits: Sequence[Edit], kinds_of_edits: Sequence[str], values: np.ndarray
    ) -> None:
        lines.extend([line] * len(edits))
        kinds.extend(kinds_of_edits)
        types.extend(edit.type for edit in edits)
        phi.extend(values.tolist())

    hypotheses, compared = tee(hypotheses)
    chosen = corpus_references(compared, references)
    per_line = zip(hypotheses, references, chosen, missed, strict=True)
    for line, (edits, choices, number, missed_phi) in enumerate(per_line, start=1):
        reference = choices[number]
        rows = rows_of(line)
        made_phi = np.full(len(edits), np.nan)
        made_phi[place[rows]] = known[rows]
        correct = matches(edits, reference).tolist()
        add(line, edits, [MADE if is_correct else OTHER for is_correct in correct], made_phi)
        not_made, otherwise = missed_edits(edits, reference)
        unknown = np.full(len(not_made), np.nan)
        values = missed_phi if len(missed_phi) == len(not_made) else unknown
        add(line, not_made, [MISSED] * len(not_made), values)
        add(line, otherwise, [OTHERWISE] * len(otherwise), np.zeros(len(otherwise)))
    columns = {"system": system, "line": lines, "kind": kinds, "type": types, "phi": phi}
    return pd.DataFrame(columns).astype({"line": np.int64, "kind": str, "type": str})


def missed_value(
    dataset: str,
    metric: str,
    edits: pd.DataFrame,
    lines: int,
    *,
    min_frequency: int = 10,
    resamples: int = 1000,
    seed: int = 0,
    signature: str = "",
) -> pd.DataFrame:
    """Value made, value missed and value recall of each system and of all, by type of error.

    Value made is Σφ of the edits that the reference has, too, value missed Σφ of those that the
    system missed, both per sentence; value recall is made / (made + missed), undefined where that
    sum, or the lower bound of its interval, is not positive. It can leave [0, 1], as values can be
    negative. Recall is ERRANT's, in which edits that are corrected otherwise count as missed. In
    the weighted scores each edit counts by its |φ|, and those do not count.
    Sentences with an edit without attribution are left out of all.

    Args:
        dataset: its name.
        metric: the metric's name.
        edits: rows of `judged_by_reference`, all systems.
        lines: how many sentences the data set has.
        min_frequency: fewest edits made or missed of a type, by all systems, that has rows.
        resamples: bootstrap resamples of the sentences behind each interval.
        seed: the study's seed.
        signature: what moved these numbers.

    Returns:
        dataset, metric, system (or `all systems`), type (or `all`), weighted_precision,
        weighted_recall, weighted_f0_5, value_made, value_missed, value_recall, recall, each with
        `_low` and `_high`; made, missed, otherwise (numbers of edits), other (edits that the
        reference lacks), value_other (their Σφ per sentence), sources (with an edit made or
        missed), note, sentences, left_out, signature.
    """
    edits = edits.assign(kind_of_error=main_type(edits["type"]))
    unknown = edits[edits["phi"].isna()][["system", "line"]].drop_duplicates()
    keys = pd.MultiIndex.from_frame(edits[["system", "line"]])
    known = edits[~keys.isin(pd.MultiIndex.from_frame(unknown))]
    counts = known[known["kind"].isin([MADE, MISSED])]["kind_of_error"].value_counts()
    types = sorted(counts.index, key=lambda name: (-counts[name], name))
    types = [ALL, *(name for name in types if counts[name] >= min_frequency)]
    systems = list(dict.fromkeys(edits["system"]))
    sampling: bootstrap.Resampling = {
        "resamples": resamples,
        "seed": seed_from(seed, "bootstrap", dataset),
    }
    rows = []
    for system in [*systems, EVERY_SYSTEM]:
        own = known if system == EVERY_SYSTEM else known[known["system"] == system]
        left_out = unknown if system == EVERY_SYSTEM else unknown[unknown["system"] == system]
        sentences = lines * (len(systems) if system == EVERY_SYSTEM else 1) - len(left_out)
        for kind in types:
            some = own if kind == ALL else own[own["kind_of_error"] == kind]
            rows.append(
                {
                    "system": system,
                    "type": kind,
                    **_measures(some, lines, sentences, sampling),
                    "sentences": sentences,
                    "left_out": len(left_out),
                }
            )
    table = pd.DataFrame(rows).assign(signature=signature)
    table.insert(0, "dataset", dataset)
    table.insert(1, "metric", metric)
    return table


def _measures(
    edits: pd.DataFrame, lines: int, sentences: int, sampling: bootstrap.Resampling
) -> dict[str, Any]:
    kinds = {name: (edits["kind"] == name).to_numpy() for name in (MADE, MISSED, OTHERWISE, OTHER)}
    phi = edits["phi"].to_numpy()
    made, missed = phi * kinds[MADE], phi * kinds[MISSED]
    correct = kinds[MADE].astype(float)
    wanted = correct + kinds[MISSED] + kinds[OTHERWISE]
    # Every line takes part, whether it has such an edit or not: its size is its share of sentences.
    place = edits["line"].to_numpy() - 1
    share = np.full(lines, sentences / lines)
    made_per_line, both_per_line, correct_per_line, wanted_per_line = (
        np.bincount(place, terms, minlength=lines)
        for terms in (made, made + missed, correct, wanted)
    )
    missed_per_line = np.bincount(place, missed, minlength=lines)
    measured = bootstrap.ratio(
        np.column_stack(
            [made_per_line, missed_per_line, made_per_line, correct_per_line, both_per_line]
        ),
        np.column_stack([share, share, both_per_line, wanted_per_line, share]),
        np.arange(lines),
        **sampling,
    )
    worth = edits[kinds[MADE] | kinds[MISSED]]
    drawn_on = np.full(5, worth["line"].nunique())
    measured = replace(measured, sources=drawn_on)
    # A share of nothing, or of less than nothing, says nothing.
    whole, lowest = measured.value[-1], measured.low[-1]
    recall = whole > 0 and not lowest <= 0
    names = ("value_made", "value_missed", "value_recall", "recall")
    sizes = [np.abs(phi) * kinds[name] for name in (MADE, OTHER, MISSED)]
    weights = np.column_stack([np.bincount(place, size, minlength=lines) for size in sizes])
    return {
        **_weighted_scores(weights, sampling),
        **{
            f"{name}{end}": value if recall or name != "value_recall" else np.nan
            for name, *values in zip(
                names, measured.value[:4], measured.low[:4], measured.high[:4], strict=True
            )
            for end, value in zip(("", "_low", "_high"), values, strict=True)
        },
        **{name: int(chosen.sum()) for name, chosen in kinds.items()},
        "value_other": (phi * kinds[OTHER]).sum() / sentences if sentences else np.nan,
        "sources": int(drawn_on[0]),
        "note": measured.note[0],
    }


def _weighted_scores(weights: np.ndarray, sampling: bootstrap.Resampling) -> dict[str, float]:
    """ERRANT's scores of a corpus in which edits are weighed, as in PT-M2 (Gong et al. 2022).

    Args:
        weights: (lines, 3) of the edits that were made as the reference has them, of those that it
            lacks, and of those that were missed.
        sampling: resamples and seed.
    """
    scores = corpus_scores(weights, **sampling)
    parts = {"precision": scores.precision, "recall": scores.recall, "f0_5": scores.f}
    return {
        f"weighted_{name}{end}": float(value) if weights.any() else np.nan
        for name, part in parts.items()
        for end, value in (("", part.value), ("_low", part.low), ("_high", part.high))
    }
