"""EXCGEC's Table 7: whether the scores of descriptions agree with people.

People rate descriptions; the table of their ratings is the user's. Of systems, as in the paper,
the mean rating and the mean score are correlated; of sentences, the ratings and scores themselves,
and the order in which they put the systems.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd

from gec_attribution.errors import InputError
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.explanations.records import (
    ExplainedSentence,
    read_explanations,
    read_explanations_of,
)
from gec_attribution.judging.explanation_scores import find_hits
from gec_attribution.judging.f_scores import divided
from gec_attribution.judging.text_similarity import Similarity
from gec_attribution.statistics.bootstrap import Resampled
from gec_attribution.statistics.correlated_means import correlations_of_means
from gec_attribution.storage.text import line_numbers

_RATED = ("explainer", "correction")
COLUMNS = (*_RATED, "line", "annotator", "rating")
MIN_SYSTEMS = 3
"""A correlation over two systems is 1 or −1, whatever they are."""

Rated = tuple[str, str]


def compute(inputs: Inputs) -> pd.DataFrame:
    """`rating_agreement` of the first run of each explainer."""
    gold = read_explanations(inputs.files["gold"][0]).sentences
    sources = [sentence.source for sentence in gold]
    rated = zip(inputs.settings["solutions"], inputs.files["explanations"], strict=True)
    similarities = {}
    for (explainer, correction, *_), path in rated:
        explained = read_explanations_of(path, sources).sentences
        similarities[explainer, correction] = sentence_similarities(explained, gold)
    ratings = read_ratings(inputs.files["ratings"][0], inputs.settings["lines"])
    return rating_agreement(inputs.evaluation(), ratings, similarities)


def read_ratings(path: str | Path, lines: str | None = None) -> pd.DataFrame:
    """A table of ratings, of which each row is one annotator's of one sentence's descriptions.

    The CSV file has the columns explainer, correction (whose correction was explained), line (of
    the data set, from 1), annotator, and rating (a number; higher is better). Where only some lines
    of the data set are taken, as in `1-200`, only their ratings are, and these lines are counted
    from 1.

    Raises:
        InputError: a column or number is missing, or a rating is there twice (the first such line
            is named), or there is no rating of the lines that are taken.
    """
    try:
        table = pd.read_csv(path, dtype=str, keep_default_na=False, index_col=False)
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read as a CSV table: {error}") from error
    missing = [name for name in COLUMNS if name not in table]
    if missing:
        raise InputError(
            f"{path}:1: there is no column {', '.join(missing)}; ratings have {', '.join(COLUMNS)}"
        )
    table = table[list(COLUMNS)]
    line = pd.to_numeric(table["line"], errors="coerce")
    rating = pd.to_numeric(table["rating"], errors="coerce")
    is_line = (line >= 1) & (line % 1 == 0)
    for name, is_right, needed in (
        ("line", is_line, "a number of a sentence, from 1"),
        ("rating", np.isfinite(rating), "a number"),
    ):
        if not is_right.all():
            first = is_right.idxmin()
            found = table[name][first]
            raise InputError(
                f"{path}:{first + 2}: {name} is {found!r}, which must be {needed}"
            )
    table = table.assign(line=line.astype(int), rating=rating.astype(float))
    keys = list(COLUMNS[:-1])
    is_repeated = table.duplicated(keys)
    if is_repeated.any():
        first = is_repeated.idxmax()
        rated = ", ".join(map(str, table.loc[first, keys]))
        raise InputError(f"{path}:{first + 2}: there is a rating of {rated} already")
    if lines is not None:
        taken = pd.Index(line_numbers(lines))
        table = table[table["line"].isin(taken)]
        table = table.assign(line=1 + taken.get_indexer(table["line"]))
    if table.empty:
        part = f" of lines {lines}, which are taken" if lines else ""
        raise InputError(f"{path}: rates no sentence{part}")
    return table


def sentence_similarities(
    hypotheses: Sequence[ExplainedSentence], references: Sequence[ExplainedSentence]
) -> np.ndarray:
    """The mean scores of a sentence's hits: (sentences, 5), as `Similarity`; NaN without a hit."""
    hits = find_hits(hypotheses, references)
    sums = np.zeros((len(references), len(Similarity._fields)))
    np.add.at(sums, hits.lines, hits.similarities)
    counts = np.bincount(hits.lines, minlength=len(references))[:, None]
    return divided(sums, counts, otherwise=np.nan)


def rating_agreement(
    evaluation: Evaluation,
    ratings: pd.DataFrame,
    similarities: Mapping[Rated, np.ndarray],
) -> pd.DataFrame:
    """Agreement of the scores of descriptions with people's ratings, and of people with each other.

    Sentences are resampled. Ratings of sentences without a hit, which have no score, are left out.

    Returns:
        dataset, level, measure (a score of descriptions, or two annotators), statistic, value, low,
        high, systems, items (rated descriptions), sources, note, signature. `level` is system, with
        the statistics pearson and spearman over the means of systems, undefined for fewer than
        `MIN_SYSTEMS`; or sentence, with both over the sentences of all systems, and order: the
        share of pairs of systems with different ratings in a sentence that the score puts in the
        same order, ties half.

    Raises:
        InputError: a rating is of a system or sentence that there is not.
    """
    _check(ratings, similarities)
    keys = [*_RATED, "line"]
    people = ratings.groupby(keys, as_index=False)["rating"].mean()
    scores = [
        similarities[row.explainer, row.correction][row.line - 1]
        for row in people.itertuples()
    ]
    comparisons = []
    for name, compared in zip(Similarity._fields, np.transpose(scores), strict=True):
        scored = people.assign(compared=compared).dropna(subset="compared")
        comparisons.append((name, scored))
    by_annotator = dict(list(ratings.groupby("annotator")))
    for annotator, colleague in combinations(sorted(by_annotator), 2):
        compared = by_annotator[colleague].rename(columns={"rating": "compared"})
        both = by_annotator[annotator].merge(compared, on=keys)
        comparisons.append((f"{annotator} v. {colleague}", both))
    evaluation = evaluation.signed()
    rows = []
    for name, table in comparisons:
        systems = table[list(_RATED)].drop_duplicates()
        counts = {"systems": len(systems), "items": len(table)}
        for level, compare in (("system", _of_systems), ("sentence", _of_sentences)):
            for statistic, resampled in compare(evaluation, table).items():
                names = {"level": level, "measure": name, "statistic": statistic}
                rows.append(evaluation.row(names, resampled, counts))
    return pd.DataFrame(rows)


def _check(ratings: pd.DataFrame, similarities: Mapping[Rated, np.ndarray]) -> None:
    for rating in ratings.itertuples():
        rated = (rating.explainer, rating.correction)
        if rated not in similarities:
            explained = "; ".join(", ".join(names) for names in similarities)
            raise InputError(
                f"the ratings have explainer and correction {', '.join(rated)}, which the study "
                f"does not have for this data set; it has {explained}"
            )
        if rating.line > len(similarities[rated]):
            raise InputError(
                f"the ratings have line {rating.line} of a data set of {len(similarities[rated])}"
            )


def _of_systems(evaluation: Evaluation, table: pd.DataFrame) -> dict[str, Resampled]:
    """Correlations of the systems' means, from items with `rating` and `compared`."""
    items = table.pivot(
        index=list(_RATED), columns="line", values=["rating", "compared"]
    )
    people = items["rating"].to_numpy(float)
    if len(people) < MIN_SYSTEMS:
        people = np.full_like(people, np.nan)
    compared = items["compared"].to_numpy(float)
    return correlations_of_means(evaluation, people, compared)


def _of_sentences(evaluation: Evaluation, table: pd.DataFrame) -> dict[str, Resampled]:
    """Correlations of items with `rating` and `compared`, and how often they order two alike."""
    people = table["rating"].to_numpy(float)
    compared = table["compared"].to_numpy(float)
    correlations = evaluation.correlations(people, compared, table["line"].to_numpy())
    # Each pair of a sentence's systems is there in both orders.
    pairs = table.merge(table, on="line", suffixes=("", "_other"))
    pairs = pairs[pairs["rating"] != pairs["rating_other"]]
    by_people = np.sign(pairs["rating"] - pairs["rating_other"])
    by_compared = np.sign(pairs["compared"] - pairs["compared_other"])
    same = (1 + by_people * by_compared).to_numpy(float) / 2
    return {**correlations, "order": evaluation.mean(same, pairs["line"].to_numpy())}
