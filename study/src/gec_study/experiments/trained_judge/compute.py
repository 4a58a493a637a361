"""How well people's judgements of edits can be told at all: a judge trained on them.

Attributions are set beside what a model reaches that learns from people's judgements of the edits
of other sources. It is made for this comparison, and not kept.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from rapidfuzz.distance import Indel

from gec_attribution.attribution.edit_tables import signature_of, the_one
from gec_attribution.attribution.signatures import scored_parts
from gec_attribution.edits.judged import read_judged
from gec_attribution.edits.model import Edit, apply_edits
from gec_attribution.judging.judged_edits import judged_edits, with_judgements
from gec_attribution.statistics import bootstrap, nested_models
from gec_attribution.statistics.bootstrap import Resampled
from gec_attribution.statistics.classification import area_under_curve
from gec_attribution.storage.csv_files import read_tables
from gec_attribution.storage.seeds import seed_from
from gec_attribution.storage.signatures import format_signature
from gec_study.experiments.inputs import Inputs

PHI, TYPE, EDIT, STATES = "phi", "type", "edit", "states"
ATTRIBUTIONS, ALL, PEOPLE = "attributions", "all", "people"
# Fewest edits that have a word which a judge knows.
_FREQUENT = 5
# Principal components of an encoder's states that a judge knows: the states have more numbers than
# a few thousand edits can teach anything about.
_COMPONENTS = 32


def compute(inputs: Inputs) -> pd.DataFrame:
    """`trained_judge` on a data set, and people, as `human_judgements` has them."""
    judged = judged_edits(
        read_judged(inputs.files["judged"][0], inputs.settings["lines"]).corrections
    )
    sources = [inputs.language.tokenize(line) for line in inputs.sources()]
    tables = [with_judgements(table, judged) for table in inputs.attributions()]
    states, seen_by = encoder_states(inputs, tables[0], sources)
    judges = trained_judge(
        tables,
        np.array(list(map(len, sources))),
        states,
        seen_by=seen_by,
        **inputs.resampling,
    )
    others = read_tables(inputs.files["judgements"])
    people = others[(others["dataset"] == inputs.dataset) & (others["metric"] == PEOPLE)]
    same = ["dataset", "auc", "auc_low", "auc_high", "edits", "sources", "note", "signature"]
    ceiling = people[same].assign(knows=PEOPLE, metric="", method="")
    return pd.concat([judges, ceiling], ignore_index=True)


def encoder_states(
    inputs: Inputs, edits: pd.DataFrame, sources: Sequence[Sequence[str]]
) -> tuple[np.ndarray, str]:
    """How far each edit alone moves its source in the states of an encoder.

    The encoder is that of the first metric which has one.

    Args:
        inputs: for the metrics.
        edits: the edits, with the columns line, start, end and correction.
        sources: the tokens of each line.

    Returns:
        (edits, hidden) float64, and the signature of the metric; no columns where no metric has an
        encoder.
    """
    join = inputs.language.join
    plain = [join(sources[line - 1]) for line in edits["line"]]
    alone = zip(edits["start"], edits["end"], edits["correction"].fillna(""), strict=True)
    edited = [
        join(apply_edits(sources[line - 1], [Edit(*edit, type="")]))
        for line, edit in zip(edits["line"], alone, strict=True)
    ]
    for name, metric, _ in inputs.scorers():
        states = metric.states([*plain, *edited])
        if states is not None:
            moved = states[len(plain) :] - states[: len(plain)]
            return moved, format_signature(scored_parts(name, metric.signature()))
    return np.zeros((len(edits), 0)), ""


def trained_judge(
    attributions: Sequence[pd.DataFrame],
    tokens: np.ndarray,
    states: np.ndarray,
    *,
    seen_by: str = "",
    resamples: int = 1000,
    seed: int = 0,
) -> pd.DataFrame:
    """How well φ, and judges that know more and more, tell valid edits from invalid ones.

    Args:
        attributions: those of each metric by one method on one data set, of the same edits, with
            the columns source (its number) and valid (bool). Edits are left out to which a metric
            gives no attribution.
        tokens: (lines,) how many tokens each line has.
        states: (edits, hidden) how far each edit moves its source in the states of an encoder; no
            judge knows them where there are no columns.
        seen_by: the signature of what has the encoder.
        resamples: bootstrap resamples of the sources; `enough_to_test` are made.
        seed: the study's seed.

    Returns:
        A row for the φ of each metric, and one for each judge: dataset, knows (`phi`, or `type`,
        `edit`, `states`, `attributions` or `all`), metric (of `phi`), method, auc with _low and
        _high, above_phi (auc minus that of the φ with the highest one) and above_edit (minus that
        of `edit`), both with _low, _high, _p and _p_holm (over both), edits, sources, note,
        signature.
    """
    dataset = the_one(attributions[0], "dataset")
    known = np.all([table["phi"].notna() for table in attributions], axis=0)
    tables = [table[known].reset_index(drop=True) for table in attributions]
    edits = tables[0]
    valid, source = edits["valid"].to_numpy(dtype=bool), edits["source"].to_numpy(dtype=np.int64)
    folds = nested_models.folds(source, seed_from(seed, "folds", dataset))
    sampling: dict[str, int] = {
        "sources": int(attributions[0]["source"].max()) + 1,
        "resamples": bootstrap.enough_to_test(resamples),
        "seed": seed_from(seed, "bootstrap", dataset),
        "drawn_on": len(np.unique(source)),
    }

    def area(values: np.ndarray) -> Resampled:
        repeats = len(folds)
        curve = area_under_curve(
            values.ravel(), np.tile(valid, repeats), np.tile(source, repeats), strata=folds.ravel()
        )
        return bootstrap.statistic(curve, **sampling)

    by_metric = {the_one(table, "metric"): table for table in tables}
    areas = {
        (PHI, name): area(np.tile(table["phi"].to_numpy(), (len(folds), 1)))
        for name, table in by_metric.items()
    }
    best = max(areas.values(), key=lambda value: np.nan_to_num(value.value))
    judges = {
        (knows, ""): area(
            np.array([nested_models.judged(*features, valid, fold) for fold in folds])
        )
        for knows, features in _features(tables, tokens, states[known]).items()
    }
    edit = judges[EDIT, ""]
    rows = []
    for (knows, metric), value in (areas | judges).items():
        read = [by_metric[metric]] if metric else tables if knows in (ATTRIBUTIONS, ALL) else []
        rows.append(
            {
                "dataset": dataset,
                "knows": knows,
                "metric": metric,
                "method": the_one(edits, "method") if read else "",
                **_with_bounds("auc", value),
                **_gain("above_phi", value, None if knows == PHI else best),
                **_gain("above_edit", value, None if knows in (PHI, EDIT) else edit),
                "edits": len(edits),
                "sources": int(value.sources),
                "note": value.note,
                "signature": ";".join(
                    [
                        *(signature_of(table, resamples=sampling["resamples"]) for table in read),
                        *([seen_by] if seen_by and knows in (STATES, ALL) else []),
                    ]
                )
                # People's judgements alone, which no part of the study moves.
                or format_signature({"resamples": sampling["resamples"], "seed": seed}),
            }
        )
    return _corrected(pd.DataFrame(rows))


def _features(
    tables: Sequence[pd.DataFrame], tokens: np.ndarray, states: np.ndarray
) -> Mapping[str, tuple[np.ndarray, np.ndarray]]:
    """What each judge knows of every edit: indicators and numbers, as `judged` takes them."""
    edits = tables[0]
    before, after = (edits[name].fillna("").str.split() for name in ("original", "correction"))
    types = _indicators([[kind, kind[:1]] for kind in edits["type"]], least=1)
    words = _indicators(
        [
            [*(f"-{word.lower()}" for word in old), *(f"+{word.lower()}" for word in new)]
            for old, new in zip(before, after, strict=True)
        ],
        least=_FREQUENT,
    )
    texts = [side.str.join(" ") for side in (before, after)]
    length = tokens[edits["line"] - 1]
    edit = np.column_stack(
        [
            before.str.len(),
            after.str.len(),
            texts[1].str.len() - texts[0].str.len(),
            [Indel.normalized_similarity(old, new) for old, new in zip(*texts, strict=True)],
            edits["start"] / np.maximum(length, 1),
            edits["n_edits"],
            length,
        ]
    ).astype(float)
    effects = np.column_stack(
        [
            column
            for table in tables
            for column in (
                table["phi"],
                table["phi_normalised"],
                table["score"] - table["baseline"],
            )
        ]
    )
    nothing = np.zeros((len(edits), 0))
    indicators = np.hstack([types, words])
    moved = _principal_components(states)
    return {
        TYPE: (types, nothing),
        EDIT: (indicators, edit),
        **({STATES: (nothing, moved)} if states.shape[1] else {}),
        ATTRIBUTIONS: (nothing, effects),
        ALL: (indicators, np.hstack([edit, moved, effects])),
    }


def _principal_components(states: np.ndarray) -> np.ndarray:
    """(items, at most `_COMPONENTS`) where items lie on the axes along which they differ most."""
    centred = states - states.mean(axis=0)
    left, spread, _ = np.linalg.svd(centred, full_matrices=False)
    return (left * spread)[:, :_COMPONENTS]


def _indicators(named: Sequence[Sequence[str]], least: int) -> np.ndarray:
    """(items, names) whether each item has a name, of those that so many items have."""
    rows = [set(names) for names in named]
    counts = pd.Series([name for names in rows for name in names], dtype=str).value_counts()
    kept = sorted(counts.index[counts >= least])
    places = {name: place for place, name in enumerate(kept)}
    indicators = np.zeros((len(rows), len(kept)))
    for row, names in zip(indicators, rows, strict=True):
        row[[places[name] for name in names if name in places]] = 1
    return indicators


def _gain(name: str, value: Resampled, beside: Resampled | None) -> dict[str, float]:
    """A paired difference, undefined where there is nothing to compare with."""
    ends = ("", "_low", "_high", "_p", "_p_holm")
    if beside is None:
        return {f"{name}{end}": np.nan for end in ends}
    gain = bootstrap.difference(value, beside)
    return {**_with_bounds(name, gain), f"{name}_p": float(gain.p), f"{name}_p_holm": np.nan}


def _corrected(table: pd.DataFrame) -> pd.DataFrame:
    """With Holm's correction over all differences of a data set."""
    gains = ["above_phi", "above_edit"]
    p = table[[f"{gain}_p" for gain in gains]].to_numpy(dtype=float)
    corrected = bootstrap.holm(p.ravel()).reshape(p.shape)
    return table.assign(**{f"{gain}_p_holm": corrected[:, n] for n, gain in enumerate(gains)})


def _with_bounds(name: str, value: Resampled) -> dict[str, float]:
    return {
        name: float(value.value),
        f"{name}_low": float(value.low),
        f"{name}_high": float(value.high),
    }
