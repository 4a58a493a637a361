"""Whether metrics reward edits that are right by construction: those of the references."""

from collections.abc import Iterable, Iterator
from itertools import tee

import numpy as np
import pandas as pd

from gec_attribution.attribution import Method, load_method
from gec_attribution.attribution.edit_tables import first_edits, signature_of, the_one
from gec_attribution.edits.error_types import main_type
from gec_attribution.edits.m2 import iter_edits
from gec_attribution.edits.model import m2_text
from gec_attribution.games.game import Game
from gec_attribution.games.references import REFERENCE, reference_games
from gec_attribution.games.values import SentenceValues, ValueTable, sentences_with_values
from gec_attribution.judging.edits_in_references import judge
from gec_attribution.statistics import bootstrap
from gec_attribution.statistics.signs import score_size, signs, signs_of
from gec_attribution.storage.seeds import seed_from
from gec_study.experiments.inputs import Inputs

ALL = "all"
OWN, SHARED, OTHER = "reference", "shared", "other"
"""A reference's own edits, a system's edits that a reference has, and those that none has."""
POSITIVE, PREFERRED, TAU = "positive", "preferred", "tau"
CHANCE = {POSITIVE: 0.5, PREFERRED: 0.5, TAU: 0.0}
"""What each measure is for scores drawn at random."""


def compute(inputs: Inputs) -> pd.DataFrame:
    """`right_by_construction` under every metric."""
    references = inputs.references()
    name = inputs.options["method"]
    method = load_method(name, inputs.settings["methods"][name], **inputs.settings["coalitions"])
    tables = []
    for metric, attributions in zip(inputs.metrics, inputs.attributions(), strict=True):
        own, lattices = _by_references(inputs, metric, method)
        starts = first_edits(attributions)
        shared = judge(attributions, starts, references).correct.any(axis=0)
        made = pd.DataFrame(
            {
                "line": attributions["line"],
                "kind": np.where(shared, SHARED, OTHER),
                "type": main_type(attributions["type"]),
                "sign": signs_of(attributions),
            }
        )
        tables.append(
            right_by_construction(
                pd.concat([own, made], ignore_index=True),
                lattices,
                lines=len(references),
                min_frequency=inputs.options["min_frequency"],
                resamples=inputs.resamples,
                seed=seed_from(inputs.seed, "bootstrap", inputs.dataset),
            ).assign(
                metric=metric,
                method=the_one(attributions, "method"),
                signature=signature_of(
                    attributions,
                    edits=f"1-{inputs.options['max_edits']}",
                    resamples=bootstrap.enough_to_test(inputs.resamples),
                ),
            )
        )
    table = pd.concat(tables, ignore_index=True).assign(dataset=inputs.dataset)
    table["p_holm"] = bootstrap.holm(table["p"].to_numpy())
    leading = ["dataset", "metric", "method", "kind", "type", "measure"]
    others = [name for name in table if name not in {*leading, "signature"}]
    return table[[*leading, *others, "signature"]]


def _by_references(
    inputs: Inputs, metric: str, method: Method
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The signs of the references' own edits, and what the lattice of each of them says."""
    games, sources = {}, {}
    for number, path in enumerate(inputs.files["references"]):
        played, planned = tee(
            reference_games(
                iter_edits(path), inputs.options["max_edits"], inputs.language, inputs.seed
            )
        )
        games[f"{REFERENCE}{number}"] = played
        sources[f"{REFERENCE}{number}"] = ((m2_text(game.base), game.edits) for game in planned)
    values = sentences_with_values(sources, inputs.coalitions, inputs.scores(metric))
    edits, lattices = [], []
    for name, played in games.items():
        for sentence, game in _with_players(values[name], played):
            estimate = method.attribute(sentence.table, game.seed)
            size = score_size(sentence.table.baseline, sentence.table.score)
            edit_signs = signs(estimate.phi, size, estimate.scale)
            edits += [
                (sentence.line, OWN, edit.type, sign)
                for edit, sign in zip(game.edits, edit_signs, strict=True)
            ]
            lattices.append((sentence.line, *lattice_measures(sentence.table)))
    own = pd.DataFrame(edits, columns=["line", "kind", "type", "sign"])
    own = own.assign(type=main_type(own["type"].astype(str)))
    return own, pd.DataFrame(lattices, columns=["line", PREFERRED, TAU])


def _with_players(
    sentences: Iterable[SentenceValues], games: Iterable[Game]
) -> Iterator[tuple[SentenceValues, Game]]:
    for sentence, game in zip(sentences, games, strict=True):
        if game.n:
            yield sentence, game


def lattice_measures(table: ValueTable) -> tuple[float, float]:
    """Whether all edits together are preferred to none, and Kendall's τ along the lattice.

    τ is over all pairs of coalitions of which one contains the other: the share in which the larger
    one has the higher value, minus the share in which it has the lower one. A coalition with more
    edits is the better text where all edits are right.

    Args:
        table: all values of a game of at least one edit.

    Returns:
        1, 0.5 where both are equal, or 0; and τ in [−1, 1]. NaN where a value is.
    """
    values = table.dense
    if np.isnan(values).any():
        return np.nan, np.nan
    masks = np.arange(len(values))
    order = pairs = 0
    for mask in masks[1:]:
        smaller = masks[:mask][(masks[:mask] & mask) == masks[:mask]]
        order += np.sign(values[mask] - values[smaller]).sum()
        pairs += len(smaller)
    return float(np.sign(values[-1] - values[0]) + 1) / 2, float(order) / pairs


def right_by_construction(
    edits: pd.DataFrame,
    lattices: pd.DataFrame,
    *,
    lines: int,
    min_frequency: int = 10,
    resamples: int = 1000,
    seed: int = 0,
) -> pd.DataFrame:
    """The share of edits with φ > 0 by kind, and what lattices say, beside chance.

    Args:
        edits: line (from 1), kind (`reference`, `shared` or `other`), type and sign (−1, 0, 1 or
            NaN) of each edit.
        lattices: line, preferred and tau of each reference, as `lattice_measures` gives them.
        lines: how many sources the data set has.
        min_frequency: fewest of the references' own edits of a type that has rows.
        resamples: bootstrap resamples of the sources; `enough_to_test` are made.
        seed: seed of the resampling.

    Returns:
        kind, type (or `all`; of the references alone), measure (`positive`, of all kinds;
        `preferred` and `tau`, of the references), value, low, high, chance (what scores at random
        give), p (that the value is that), items (edits, or references), missing (of undefined
        attribution or value), sources, note.
    """
    counts = edits[edits["kind"] == OWN]["type"].value_counts()
    frequent = sorted(counts.index, key=lambda name: (-counts[name], name))
    types = [ALL, *(name for name in frequent if counts[name] >= min_frequency)]
    groups = [
        (kind, name, POSITIVE, some["line"], (some["sign"] > 0).where(some["sign"].notna()))
        for kind, name in [*((OWN, name) for name in types), (SHARED, ALL), (OTHER, ALL)]
        for some in [edits[(edits["kind"] == kind) & ((edits["type"] == name) | (name == ALL))]]
    ]
    groups += [
        (OWN, ALL, measure, lattices["line"], lattices[measure]) for measure in (PREFERRED, TAU)
    ]
    rows = []
    for kind, name, measure, line, values in groups:
        known = values.notna().to_numpy()
        terms = values[known].to_numpy(dtype=float)
        mean = bootstrap.ratio(
            terms - CHANCE[measure],
            np.ones_like(terms),
            line[known].to_numpy(np.int64),
            among=np.arange(1, lines + 1),
            resamples=bootstrap.enough_to_test(resamples),
            seed=seed,
        )
        rows.append(
            {
                "kind": kind,
                "type": name,
                "measure": measure,
                **{end: getattr(mean, end) + CHANCE[measure] for end in ("value", "low", "high")},
                "chance": CHANCE[measure],
                "p": mean.p,
                "p_holm": np.nan,
                "items": len(terms),
                "missing": int((~known).sum()),
                "sources": mean.sources,
                "note": mean.note,
            }
        )
    return pd.DataFrame(rows)
