"""EXCGEC's Tables 3 to 6: corrections and their explanations, scored against a data set's own.

A row is an explainer with whose corrections it explained: a system's, the reference, or its own.
Runs with different seeds are averaged, and so are the statistics of each resample.
"""

import functools
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import islice
from pathlib import Path

import numpy as np
import pandas as pd

from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.explained_systems.labels import (
    CORRECTION_MEASURES,
    PARTS,
    QUOTATIONS,
)
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.explanations.records import (
    ExplainedEdit,
    ExplainedSentence,
    read_explanations_of,
)
from gec_attribution.judging import cleme
from gec_attribution.judging.correction_scores import chinese_scores
from gec_attribution.judging.explanation_scores import MEASURES, score_explanations
from gec_attribution.languages.chinese_alignment import ChineseAligner
from gec_attribution.languages.chinese_lexicons import Lexicons
from gec_attribution.languages.zh import CHINESE
from gec_attribution.statistics.bootstrap import Resampled, combined
from gec_attribution.storage.text import read_lines

_QUOTED = re.compile(r"【([^【】]+)】")
# A long quotation may be shortened.
_ELLIPSIS = re.compile(r"…+|\.{3,}")


def compute(inputs: Inputs) -> pd.DataFrame:
    """`explained_system_scores` of the systems and of every run of every explainer."""
    language = inputs.language

    def texts(path: str) -> list[str]:
        return [language.join(language.tokenize(line)) for line in read_lines(path)]

    sources = texts(inputs.files["sources"][0])
    systems = dict(zip(inputs.systems, map(texts, inputs.files["texts"]), strict=True))
    files, reports = iter(inputs.files["explanations"]), iter(inputs.files["reports"])
    solutions = []
    for explainer, correction, runs, corrects in inputs.settings["solutions"]:
        explained = [read_explanations_of(path, sources).sentences for path in islice(files, runs)]
        if corrects:
            corrected = [[sentence.target for sentence in run] for run in explained]
        else:
            corrected = [systems[correction]] if correction in systems else []
        unread = [
            json.loads(Path(path).read_text(encoding="utf-8"))["unread"]
            for path in islice(reports, runs)
        ]
        solutions.append(Solution(explainer, correction, corrected, explained, unread))
    explained_systems = {solution.correction for solution in solutions}
    alone = [
        Solution("", name, [corrected], [])
        for name, corrected in systems.items()
        if name not in explained_systems
    ]
    pipeline = inputs.settings["pipeline"]
    return explained_system_scores(
        inputs.evaluation(),
        sources,
        inputs.reference_lines(),
        read_explanations_of(inputs.files["gold"][0], sources).sentences,
        [*solutions, *alone],
        aligner=ChineseAligner(Lexicons(None if pipeline == "auto" else Path(pipeline))),
    )


@dataclass(frozen=True)
class Solution:
    """Corrections of a data set, with their explanations.

    Attributes:
        explainer: their explainer; empty without one.
        correction: whose they are: a system, `reference`, or `own` for the explainer's.
        corrected: the corrections of each run; empty for those of the reference, which are right
            by definition. Without an explainer there is one run.
        explained: the explanations of each run, if there are any.
        unread: for each of those runs, how many answers of a model held no correction or list.
    """

    explainer: str
    correction: str
    corrected: Sequence[Sequence[str]]
    explained: Sequence[Sequence[ExplainedSentence]]
    unread: Sequence[int] = ()


def explained_system_scores(
    evaluation: Evaluation,
    sources: Sequence[str],
    references: Sequence[Sequence[str]],
    gold: Sequence[ExplainedSentence],
    solutions: Sequence[Solution],
    *,
    aligner: ChineseAligner,
) -> pd.DataFrame:
    """Score corrections and explanations of solutions.

    `references` are the corrections of each source that count as right, `gold` the explained ones.

    Returns:
        One row per solution: dataset, explainer, system (whose correction it is), runs, sentences;
        precision, recall and f0_5 of CLEME and ChERRANT (`cleme_f0_5` …), NaN for the reference;
        unread (answers without a correction or list), edits and hits (means over the runs),
        reference_edits, hit_sentences (with a hit), `explanation_scores.MEASURES` and `QUOTATIONS`,
        NaN where nothing was explained; each score with `_low` and `_high`; signature.
    """

    @functools.cache
    def scores_of(corrected: tuple[str, ...]) -> Mapping[str, Resampled]:
        measured = chinese_scores(sources, corrected, references, aligner, evaluation)
        return {
            f"{name}_{part}": measured[key].scores[part]
            for name, key in CORRECTION_MEASURES.items()
            for part in PARTS
        }

    evaluation = evaluation.signed(
        {
            "cleme": ",".join(CORRECTION_MEASURES["cleme"][1:]),
            "cherrant": CORRECTION_MEASURES["cherrant"][1],
            "merge_distance": cleme.MERGE_DISTANCE,
            **aligner.lexicons.signature(),
            **{name: version(name) for name in ("opencc", "nltk", "rouge-chinese")},
        }
    )
    rows = []
    for solution in solutions:
        corrected = [scores_of(tuple(texts)) for texts in solution.corrected]
        explained = [score_explanations(run, gold, evaluation) for run in solution.explained]
        quoted = [shares_of_quotations(evaluation, run) for run in solution.explained]
        names = {
            "explainer": solution.explainer,
            "system": solution.correction,
            "runs": max(len(corrected), len(explained)),
            "sentences": len(sources),
            "unread": _mean(solution.unread),
        }
        hit_sentences = [int(run.measures["accuracy"].sources) for run in explained]
        measures = {
            **_averages(corrected, [f"{m}_{p}" for m in CORRECTION_MEASURES for p in PARTS]),
            **{
                name: _mean([getattr(run, name) for run in explained])
                for name in ("edits", "reference_edits", "hits")
            },
            "hit_sentences": min(hit_sentences, default=0),
            **_averages([run.measures for run in explained], MEASURES),
            **_averages(quoted, QUOTATIONS),
        }
        rows.append(evaluation.row(names, measures))
    return pd.DataFrame(rows).drop(columns=["sources", "note"])


def shares_of_quotations(
    evaluation: Evaluation, sentences: Sequence[ExplainedSentence]
) -> dict[str, Resampled]:
    """Each of `QUOTATIONS`: among edits that take something out, and among all, as `quotations`."""
    found = [
        (line, bool(explained.original), *quotations(sentence, explained))
        for line, sentence in enumerate(sentences)
        for explained in sentence.edits
    ]
    lines, takes_out, *answers = np.array(found, dtype=np.int64).reshape(-1, 4).T
    every = np.arange(len(sentences))
    return {
        name: evaluation.ratio(answer, asked_about, lines, among=every)
        for name, answer, asked_about in zip(
            QUOTATIONS, answers, (takes_out, np.ones_like(lines)), strict=True
        )
    }


def quotations(sentence: ExplainedSentence, explained: ExplainedEdit) -> tuple[bool, bool]:
    """Two answers: the text of its edit is quoted (【】) in a description, an invented text is."""
    parts = _QUOTED.findall(explained.explanation.description)
    quoted = list(map(CHINESE.unspaced, parts))
    invented = [
        part
        for part in quoted
        if not any(
            all(piece in text for piece in _ELLIPSIS.split(part))
            for text in map(CHINESE.unspaced, (sentence.source, sentence.target))
        )
    ]
    original = explained.original
    return bool(original) and any(original in part for part in quoted), bool(invented)


def mean_of_runs(runs: Sequence[Resampled]) -> Resampled:
    """The mean of a statistic over runs on the same sentences, resampled alike; NaN of no run."""
    if not runs:
        return Resampled(np.array(np.nan), np.full(1, np.nan), np.array(0))
    return combined(np.mean, runs)


def _averages(
    runs: Sequence[Mapping[str, Resampled]], names: Sequence[str]
) -> dict[str, Resampled]:
    return {name: mean_of_runs([run[name] for run in runs]) for name in names}


def _mean(counts: Sequence[int]) -> float:
    return float(np.mean(counts)) if counts else float("nan")
