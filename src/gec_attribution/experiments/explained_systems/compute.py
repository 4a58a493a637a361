"""EXCGEC's Tables 3 to 6: corrections and their explanations, scored against a data set's own.

A row is an explainer with whose corrections it explained: a system's, the reference, or its own.
Runs with different seeds are averaged, and so are the statistics of each resample.

Its results but for the failures begin with dataset, explainer and system (whose correction it is),
and end with the signature. Each score has columns with `_low` and `_high`, too. Counts of several
runs are means.

- `explained_systems`: runs, sentences; precision, recall and f0_5 of CLEME and ChERRANT
  (`cleme_f0_5` …), NaN for the reference; unread (answers without a correction or list), edits,
  reference_edits, hits, hit_sentences (with a hit), `explanation_scores.MEASURES` and `QUOTATIONS`,
  NaN where nothing was explained.
- `explained_types`: type, tp, fp, fn, precision, recall, f1.
- `explained_domains`: group (the domain), sentences, `MEASURES` but for macro means.
- `explained_confusion`: type (of the reference), written (by the explainer), edits.
- `explained_differences`: for each two rows of `explained_systems`, paired by sentence: explainer,
  system, other_explainer, other_system, measure, difference (the first less the other), its bounds
  low and high, p, sources.
"""

import functools
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import chain, combinations, compress, islice
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from gec_attribution.edits.chunks import MERGE_DISTANCE
from gec_attribution.experiments.evaluation import Evaluation, Results, Row
from gec_attribution.experiments.explained_systems.labels import (
    CORRECTION_MEASURES,
    PARTS,
    QUOTATIONS,
)
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.explanations.failures import FAILURES
from gec_attribution.explanations.records import (
    ExplainedEdit,
    ExplainedSentence,
    read_explanations_of,
)
from gec_attribution.explanations.taxonomy import LABELS
from gec_attribution.judging.correction_scores import chinese_scores
from gec_attribution.judging.explanation_scores import (
    MEASURES,
    TYPE_PARTS,
    ExplanationScores,
    score_explanations,
)
from gec_attribution.judging.f_scores import Scores
from gec_attribution.languages.chinese_alignment import ChineseAligner
from gec_attribution.languages.chinese_lexicons import Lexicons
from gec_attribution.languages.zh import CHINESE
from gec_attribution.statistics.bootstrap import Resampled, combined, difference
from gec_attribution.storage.json_files import read_json
from gec_attribution.storage.text import read_lines

_QUOTED = re.compile(r"【([^【】]+)】")
_PUT_IN = re.compile(r"\{([^{}]+)\}")
# A long quotation may be shortened.
_ELLIPSIS = re.compile(r"…+|\.{3,}")


def compute(inputs: Inputs) -> Results:
    """The scores of the systems and of every run of every explainer, as a whole and in parts."""
    language = inputs.language

    def texts(path: str) -> list[str]:
        return [language.join(language.tokenize(line)) for line in read_lines(path)]

    sources = texts(inputs.files["sources"][0])
    systems = dict(zip(inputs.systems, map(texts, inputs.files["texts"]), strict=True))
    explained = _explained(inputs, sources, systems)
    explained_names = {solution.correction for solution in explained}
    solutions = list(explained)
    for name, corrected in systems.items():
        if name not in explained_names:
            solutions.append(Solution("", name, [corrected], []))
    pipeline = inputs.settings["pipeline"]
    lexicons = Lexicons(None if pipeline == "auto" else Path(pipeline))
    evaluation = inputs.evaluation()
    scores = explained_system_scores(
        evaluation,
        sources,
        inputs.reference_lines(),
        read_explanations_of(inputs.files["gold"][0], sources).sentences,
        solutions,
        aligner=ChineseAligner(lexicons),
    )
    return {**scores, "answer_failures": answer_failures(evaluation, explained)}


def _explained(
    inputs: Inputs, sources: Sequence[str], systems: Mapping[str, Sequence[str]]
) -> list["Solution"]:
    """The corrections that each explainer explained, from the files of its runs."""
    files = iter(inputs.files["explanations"])
    reports = iter(inputs.files["reports"])
    solutions = []
    for explainer, correction, runs, corrects in inputs.settings["solutions"]:
        explained = [
            read_explanations_of(path, sources).sentences
            for path in islice(files, runs)
        ]
        corrected: list[Sequence[str]] = []
        if corrects:
            corrected = [_targets(run) for run in explained]
        elif correction in systems:
            corrected = [systems[correction]]
        of_runs = list(map(read_json, islice(reports, runs)))
        solutions.append(Solution(explainer, correction, corrected, explained, of_runs))
    return solutions


def _targets(sentences: Sequence[ExplainedSentence]) -> list[str]:
    return [sentence.target for sentence in sentences]


@dataclass(frozen=True)
class Solution:
    """Corrections of a data set, with their explanations.

    Attributes:
        explainer: their explainer; empty without one.
        correction: who made them: a system, `reference`, or `own` for the explainer.
        corrected: the corrections of each run; empty for the reference, which is right by
            definition. Without an explainer there is one run.
        explained: the explanations of each run, if there are any.
        reports: the report of each of these runs, as `corpus.Explained.report` has it.
    """

    explainer: str
    correction: str
    corrected: Sequence[Sequence[str]]
    explained: Sequence[Sequence[ExplainedSentence]]
    reports: Sequence[Mapping[str, Any]] = ()


def explained_system_scores(
    evaluation: Evaluation,
    sources: Sequence[str],
    references: Sequence[Sequence[str]],
    gold: Sequence[ExplainedSentence],
    solutions: Sequence[Solution],
    *,
    aligner: ChineseAligner,
) -> Results:
    """Score corrections and explanations of solutions.

    `references` are the corrections of each source that count as right, `gold` the explained ones.

    Returns:
        Five tables by name, as the module describes them.
    """
    evaluation = evaluation.signed(_signature(aligner))

    @functools.cache  # several explainers may explain the same corrections
    def scores_of(corrected: tuple[str, ...]) -> dict[str, Resampled]:
        measured = chinese_scores(sources, corrected, references, aligner, evaluation)
        scores = {}
        for name, key in CORRECTION_MEASURES.items():
            for part in PARTS:
                scores[f"{name}_{part}"] = measured[key].scores[part]
        return scores

    rows: list[Row] = []
    types: list[Row] = []
    domains: list[Row] = []
    confused: list[Row] = []
    compared: list[tuple[Row, dict[str, Any]]] = []
    for solution in solutions:
        corrected = [scores_of(tuple(texts)) for texts in solution.corrected]
        explained = [
            score_explanations(run, gold, evaluation) for run in solution.explained
        ]
        quoted = [shares_of_quotations(evaluation, run) for run in solution.explained]
        about = {"explainer": solution.explainer, "system": solution.correction}
        names = {
            **about,
            "runs": max(len(corrected), len(explained)),
            "sentences": len(sources),
            "unread": _mean([report["unread"] for report in solution.reports]),
        }
        measures: dict[str, Any] = {
            **_averages(corrected, _CORRECTION_SCORES),
            **_of_explanations(explained),
            **_averages(quoted, QUOTATIONS),
        }
        rows.append(evaluation.row(names, measures))
        compared.append((about, measures))
        of_solution = {"dataset": evaluation.dataset, **about}
        confused += [{**of_solution, **pair} for pair in _confused(explained)]
        if not explained:
            continue
        for label in LABELS:
            measured = _of_type([run.types[label] for run in explained])
            types.append(evaluation.row({**about, "type": label}, measured))
        for group, scores in _by_domain(evaluation, gold, solution.explained):
            domains.append(evaluation.row({**about, **group}, scores))
    confusion = pd.DataFrame(confused, columns=_CONFUSION)
    return {
        "explained_systems": _table(rows),
        "explained_types": _table(types),
        "explained_domains": _table(domains),
        "explained_confusion": confusion.assign(signature=evaluation.signature),
        "explained_differences": _differences(evaluation, compared),
    }


def _differences(
    evaluation: Evaluation, compared: Sequence[tuple[Row, Mapping[str, Any]]]
) -> pd.DataFrame:
    """Differences between each two solutions in the measures that are defined for both."""
    rows: list[Row] = []
    for (about, scores), (other, other_scores) in combinations(compared, 2):
        others = {f"other_{name}": text for name, text in other.items()}
        for measure, score in scores.items():
            if not isinstance(score, Resampled):
                continue
            other_score = other_scores[measure]
            if np.isnan([score.value, other_score.value]).any():
                continue
            names = {**about, **others, "measure": measure}
            apart = difference(score, other_score)
            rows.append(evaluation.row(names, apart, {"p": apart.p}, "difference"))
    return pd.DataFrame(rows, columns=None if rows else _DIFFERENCES)


_DIFFERENCES = [
    "dataset",
    "explainer",
    "system",
    "other_explainer",
    "other_system",
    "measure",
]


def _signature(aligner: ChineseAligner) -> dict[str, object]:
    """The parts of the signature of all scores."""
    return {
        "cleme": ",".join(CORRECTION_MEASURES["cleme"][1:]),
        "cherrant": CORRECTION_MEASURES["cherrant"][1],
        "merge_distance": MERGE_DISTANCE,
        **aligner.lexicons.signature(),
        **{name: version(name) for name in ("opencc", "nltk", "rouge-chinese")},
    }


def _table(rows: Sequence[Row]) -> pd.DataFrame:
    return pd.DataFrame(rows).drop(columns=["sources", "note"], errors="ignore")


def _of_explanations(runs: Sequence[ExplanationScores]) -> dict[str, Any]:
    """The counts and scores of all explanations, as means over the runs."""
    hit_sentences = [int(run.measures["accuracy"].sources) for run in runs]
    return {
        "edits": _mean([run.edits for run in runs]),
        "reference_edits": _mean([run.reference_edits for run in runs]),
        "hits": _mean([run.hits for run in runs]),
        "hit_sentences": min(hit_sentences, default=0),
        **_averages([run.measures for run in runs], MEASURES),
    }


# Not the macro means: types that are rare in a domain are in few resamples, so that a mean over all
# types lies above its interval.
_OF_DOMAINS = tuple(name for name in MEASURES if not name.startswith("macro_"))
_CORRECTION_SCORES = [
    f"{name}_{part}" for name in CORRECTION_MEASURES for part in PARTS
]
_COUNTED = ("tp", "fp", "fn")
_CONFUSION = ["dataset", "explainer", "system", "type", "written", "edits"]


def _of_type(runs: Sequence[Scores]) -> dict[str, Any]:
    """The counts and scores of a type, as means over the runs."""
    counts = {name: _mean([run.counts[name] for run in runs]) for name in _COUNTED}
    return {**counts, **_averages([run.scores for run in runs], TYPE_PARTS)}


def _confused(runs: Sequence[ExplanationScores]) -> Iterator[Row]:
    """Types of the reference and of the explainer, and the edits with both, a mean over runs."""
    pairs = Counter(chain.from_iterable(run.labels for run in runs))
    for (written, right), number in sorted(pairs.items()):
        yield {"type": right, "written": written, "edits": number / len(runs)}


def _by_domain(
    evaluation: Evaluation,
    gold: Sequence[ExplainedSentence],
    runs: Sequence[Sequence[ExplainedSentence]],
) -> Iterator[tuple[Row, dict[str, Resampled]]]:
    """The scores on the sentences of each domain, as means over the runs."""
    domains = {sentence.domain for sentence in gold if sentence.domain}
    for domain in sorted(domains):
        of_domain = [sentence.domain == domain for sentence in gold]
        right = list(compress(gold, of_domain))
        measured = []
        for run in runs:
            written = list(compress(run, of_domain))
            measured.append(score_explanations(written, right, evaluation).measures)
        names = {"group": domain, "sentences": len(right)}
        yield names, _averages(measured, _OF_DOMAINS)


def answer_failures(
    evaluation: Evaluation, solutions: Sequence[Solution]
) -> pd.DataFrame:
    """Failures of the answers of each explainer; see `explanations.failures`.

    Returns:
        dataset, explainer, system, runs, failure, sentences (with it, in all runs), of_sentences,
        signature.
    """
    rows = []
    for solution in solutions:
        reports = solution.reports
        counts: Counter[str] = Counter()
        for report in reports:
            for failure, repaired in report["repairs"].items():
                counts[failure] += repaired["sentences"]
        names = [evaluation.dataset, solution.explainer, solution.correction]
        total = sum(report["sentences"] for report in reports)
        for failure, wording in FAILURES.items():
            numbers = [len(reports), wording, counts[failure], total]
            rows.append([*names, *numbers])
    columns = ["dataset", "explainer", "system", "runs", "failure", "sentences"]
    table = pd.DataFrame(rows, columns=[*columns, "of_sentences"])
    signature = evaluation.signed({"failures": "1"}).signature
    return table.assign(signature=signature)


def shares_of_quotations(
    evaluation: Evaluation, sentences: Sequence[ExplainedSentence]
) -> dict[str, Resampled]:
    """Share of edits for each of `QUOTATIONS`; `quotes_edit` is of edits that delete something."""
    found = []
    for line, sentence in enumerate(sentences):
        for explained in sentence.edits:
            deletes = bool(explained.original)
            found.append((line, deletes, *quotations(sentence, explained)))
    columns = ["line", "deletes", *QUOTATIONS]
    answers = pd.DataFrame(found, columns=columns, dtype=np.int64)
    lines = answers["line"].to_numpy()
    every = np.arange(len(sentences))
    shares = {}
    for name in QUOTATIONS:
        asked = np.ones_like(lines)
        if name == "quotes_edit":
            asked = answers["deletes"].to_numpy()
        quoting = answers[name].to_numpy()
        shares[name] = evaluation.ratio(quoting, asked, lines, among=every)
    return shares


def quotations(
    sentence: ExplainedSentence, explained: ExplainedEdit
) -> tuple[bool, bool, bool]:
    """Answers about what a description quotes.

    Whether it quotes the text of its edit (in 【】), a text that neither sentence has, and a
    correction (in {}) that the target lacks.
    """
    description = CHINESE.unspaced(explained.explanation.description)
    original = CHINESE.unspaced(explained.original)
    quoted = _QUOTED.findall(description)
    source = CHINESE.unspaced(sentence.source)
    target = CHINESE.unspaced(sentence.target)
    put_in = _PUT_IN.findall(description)
    quotes_edit = bool(original) and any(original in part for part in quoted)
    invents_quotation = not all(_is_in(part, (source, target)) for part in quoted)
    invents_correction = not all(_is_in(part, (target,)) for part in put_in)
    return quotes_edit, invents_quotation, invents_correction


def _is_in(quotation: str, texts: Sequence[str]) -> bool:
    """Whether one of the texts has all pieces of a quotation."""
    pieces = _ELLIPSIS.split(quotation)
    return any(all(piece in text for piece in pieces) for text in texts)


def mean_of_runs(runs: Sequence[Resampled]) -> Resampled:
    """The mean of a statistic over runs on the same sentences, resampled alike; NaN of no run."""
    if not runs:
        return Resampled(np.array(np.nan), np.full(1, np.nan), np.array(0))
    return combined(np.mean, runs)


def _averages(
    runs: Sequence[Mapping[str, Resampled]], names: Sequence[str]
) -> dict[str, Resampled]:
    return {name: mean_of_runs([run[name] for run in runs]) for name in names}


def _mean(counts: Sequence[float]) -> float:
    if counts:
        return float(np.mean(counts))
    return np.nan
