"""Scores of the systems: F0.5 (and GLEU) against references, and by every metric."""

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.metadata import version
from itertools import starmap
from pathlib import Path

import numpy as np
import pandas as pd

from gec_attribution.edits.chunks import MERGE_DISTANCE
from gec_attribution.edits.m2 import edits_of, read_references
from gec_attribution.edits.model import Edit, apply_edits
from gec_attribution.experiments.evaluation import Evaluation, Row
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.judging.correction_scores import chinese_scores, errant_scores
from gec_attribution.judging.edits_in_references import EditsOfLines, References
from gec_attribution.judging.f_scores import Scores
from gec_attribution.languages import Language
from gec_attribution.languages.chinese_alignment import ChineseAligner
from gec_attribution.languages.chinese_lexicons import Lexicons
from gec_attribution.languages.en import ENGLISH
from gec_attribution.metrics import gleu
from gec_attribution.scores.ends import by_line
from gec_attribution.statistics import bootstrap
from gec_attribution.statistics.bootstrap import Resampled
from gec_attribution.tables.labels import UNCHANGED

_Judged = tuple[Scores, Mapping[str, Resampled]]
"""The scores of a judge with their counts, and further ones."""


def compute(inputs: Inputs) -> pd.DataFrame:
    """`system_scores` of a data set."""
    by_metrics = []
    for metric in inputs.metrics:
        ends, evaluation = inputs.evaluation_of_scores(metric)
        by_metrics.append(
            metric_scores(evaluation, inputs.systems, scores_by_line(ends))
        )
    by_references = None
    if inputs.files["references"]:
        # Edits as ERRANT counts them; those of games are joined where they are repeated.
        corrected = {}
        for system, path in zip(
            inputs.systems, inputs.files["found_edits"], strict=True
        ):
            corrected[system] = [edits for _, edits in edits_of(path)]
        score: Callable[..., pd.DataFrame] = reference_scores
        if inputs.language.annotation == "cherrant":
            pipeline = inputs.settings["pipeline"]
            lexicons = Lexicons(None if pipeline == "auto" else Path(pipeline))
            score = partial(chinese_reference_scores, aligner=ChineseAligner(lexicons))
        by_references = score(
            inputs.evaluation(),
            inputs.sources(),
            corrected,
            read_references(inputs.files["references"]),
            language=inputs.language,
        )
    return system_scores(by_metrics, by_references)


def system_scores(
    by_metrics: list[pd.DataFrame], by_references: pd.DataFrame | None
) -> pd.DataFrame:
    """One table of rows of `metric_scores`, of each metric, and of `reference_scores`, if any.

    Returns:
        A row for each metric and system with all columns of both, those by references in the rows
        of every metric (`lines` and `f_note` for `sentences` and `note`); a row for each system,
        with an empty metric, where there is none.
    """
    if by_references is None:
        return pd.concat(by_metrics, ignore_index=True)
    renamed = by_references.rename(columns={"sentences": "lines", "note": "f_note"})
    if not by_metrics:
        return renamed.assign(metric="")
    rows = pd.concat(by_metrics, ignore_index=True)
    table = rows.merge(
        renamed,
        on=["dataset", "system"],
        suffixes=("", "_by_references"),
        validate="many_to_one",
    )
    signature = table["signature"] + ";" + table.pop("signature_by_references")
    return table.assign(signature=signature)


def metric_scores(
    evaluation: Evaluation, systems: Sequence[str], scores: np.ndarray
) -> pd.DataFrame:
    """Mean scores of the unchanged source and of every system, and paired differences.

    A sentence that a system left as it is counts with the score of the source. Means and
    differences are over the same sentences, those of which the source and every system have a
    score: a single one that only some systems have can put their means into another order than
    their differences.

    `scores` are (1 + systems, lines): M(S|S), then M(H|S) of each system, NaN where undefined. All
    systems are compared with the first one.

    Returns:
        One row for `UNCHANGED` and each system: dataset, metric, system, mean, low, high, sentences
        (with a score under all), left_out (the others), undefined (sentences without a score of
        this system), other_system (the first one), difference (mean score minus its mean score),
        difference_low, difference_high, p (of a difference of zero), p_holm (corrected for all rows
        of the table), lead (mean score minus the highest of the other systems, chosen in each
        resample; NaN for the source and for an only system) with lead_low and lead_high, sources
        (behind the difference), note (why the mean has no interval),
        signature. The comparison of the first system with itself is NaN.
    """
    scores = np.asarray(scores, dtype=float)
    every = np.arange(scores.shape[1])
    common = np.flatnonzero(~np.isnan(scores).any(axis=0))
    comparable = scores[:, common].T
    names = [UNCHANGED, *systems]
    means = evaluation.mean(comparable, common, among=every)
    paired = evaluation.mean(comparable - comparable[:, [1]], common, among=every)
    is_first = np.array([name == systems[0] for name in names])
    p = np.where(is_first, np.nan, paired.p)
    counts = {
        "sentences": means.sources,
        "left_out": len(every) - len(common),
        "undefined": np.isnan(scores).sum(axis=1),
        "other_system": systems[0],
    }
    for name, numbers in paired.columns("difference", "difference_").items():
        counts[name] = np.where(is_first, np.nan, numbers)
    counts |= {"p": p, "p_holm": bootstrap.holm(p)}
    leads = pd.DataFrame([_lead(means, number) for number in range(len(names))])
    counts |= leads.to_dict("list")
    return pd.DataFrame(evaluation.row({"system": names}, means, counts, "mean"))


def _lead(means: Resampled, number: int) -> Row:
    """The lead of a system, by its number, over the best of the others; 0 is the source."""
    others = [n for n in range(1, len(means.value)) if n != number]
    if number == 0 or not others:
        return dict.fromkeys(("lead", "lead_low", "lead_high"), np.nan)
    best = bootstrap.combined(np.max, [means.column(n) for n in others])
    return bootstrap.difference(means.column(number), best).columns("lead", "lead_")


def scores_by_line(ends: pd.DataFrame) -> np.ndarray:
    """M(S|S) and then M(H|S) of each system: (1 + systems, lines), NaN where there is none."""
    # The score of a source, from any system for which the source was scored.
    baseline = np.fmax.reduce(by_line(ends, "baseline"))
    return np.vstack([baseline, by_line(ends, "score")])


def reference_scores(
    evaluation: Evaluation,
    sources: Sequence[str],
    systems: Mapping[str, EditsOfLines],
    references: References,
    *,
    language: Language = ENGLISH,
) -> pd.DataFrame:
    """Every system's scores by ERRANT and GLEU, after those of the unchanged source.

    Precision, recall and F0.5 are those of `errant_compare`. In the resamples behind its interval,
    a line keeps the reference with which the corpus score compares it. Systems have the edits of
    each line, references those of each reference of each line.

    Returns:
        dataset, system, judge (`ERRANT`), sentences, changed (share of sentences with an edit),
        edits, tp, fp, fn, precision, recall, f, f_low, f_high, f_sources (lines with an edit of
        the system or the reference, on which F0.5 draws), gleu, gleu_low, gleu_high (scores in
        [0, 1]), note (why F0.5 has no interval; GLEU draws on every sentence), signature.
    """
    # Each word of the corpus is kept once.
    tokens = [list(map(sys.intern, language.tokenize(source))) for source in sources]
    evaluation = evaluation.signed({"gleu_draws": gleu.DRAWS})

    def score(edits: EditsOfLines) -> _Judged:
        scored = errant_scores(tokens, edits, references, evaluation)
        return scored["errant",], scored[()].scores

    return _scores_by(evaluation, "ERRANT", len(tokens), systems, score)


def chinese_reference_scores(
    evaluation: Evaluation,
    sources: Sequence[str],
    systems: Mapping[str, EditsOfLines],
    references: References,
    *,
    language: Language,
    aligner: ChineseAligner,
) -> pd.DataFrame:
    """Every system's scores by ChERRANT and CLEME, after those of the unchanged source.

    Both find the edits of texts themselves, as `judging.correction_scores.chinese_scores` has it:
    ChERRANT with all alignments, its default; CLEME dependent, of the corpus, weighted.

    Returns:
        The columns of `reference_scores`, of which `judge` is `ChERRANT` and GLEU's are left out;
        and cleme (its F0.5), cleme_low, cleme_high.
    """
    tokens = [language.tokenize(source) for source in sources]
    parts = {"merge_distance": MERGE_DISTANCE, **aligner.lexicons.signature()}
    evaluation = evaluation.signed({**parts, "opencc": version("opencc")})

    def text(line: int, edits: Sequence[Edit]) -> str:
        return language.join(apply_edits(tokens[line], edits))

    right = []
    for line, of_line in enumerate(references):
        right.append([text(line, edits) for edits in of_line])

    def score(edits: EditsOfLines) -> _Judged:
        corrected = list(starmap(text, enumerate(edits)))
        scored = chinese_scores(sources, corrected, right, aligner, evaluation)
        chunks = scored["cleme", "dependent", "corpus", "weighted"].scores["f0_5"]
        return scored["cherrant", "all"], {"cleme": chunks}

    return _scores_by(evaluation, "ChERRANT", len(tokens), systems, score)


def _scores_by(
    evaluation: Evaluation,
    judge: str,
    lines: int,
    systems: Mapping[str, EditsOfLines],
    score: Callable[[EditsOfLines], _Judged],
) -> pd.DataFrame:
    """A row for the unchanged source and each system, from the judge's scores and further ones."""
    rows = []
    for system, edits in {UNCHANGED: [()] * lines, **systems}.items():
        (counts, scores), further = score(edits)
        names = {
            "system": system,
            "judge": judge,
            "sentences": len(edits),
            "changed": np.mean([bool(line) for line in edits]),
            "edits": sum(map(len, edits)),
            **counts,
        }
        measures = {
            "precision": scores["precision"].value,
            "recall": scores["recall"].value,
            "f": scores["f0_5"],
            "f_sources": scores["f0_5"].sources,
            **further,
        }
        rows.append(evaluation.row(names, measures))
    return pd.DataFrame(rows).drop(columns="sources")
