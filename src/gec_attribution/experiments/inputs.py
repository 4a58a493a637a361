"""Inputs of an experiment: files of earlier stages, opened when asked for."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import pandas as pd

from gec_attribution.attribution import Method, load_method
from gec_attribution.attribution.signatures import scored_parts
from gec_attribution.corpora.references import reference_texts, references_by_source
from gec_attribution.edits.judged import read_judged
from gec_attribution.edits.m2 import read_references
from gec_attribution.edits.model import Edit, joined, m2_text, m2_tokens
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.games.values import (
    Sentence,
    SentenceValues,
    read_games,
    sentences_with_values,
)
from gec_attribution.judging.known_edits import by_people, by_references
from gec_attribution.languages import Language, load_language
from gec_attribution.scores.ends import read_ends
from gec_attribution.storage.caches import content_of
from gec_attribution.storage.parquet_files import read_attrs
from gec_attribution.storage.signatures import digest
from gec_attribution.storage.text import read_lines
from gec_attribution.timing.direct_scoring import DrawnSentence, draw_sentences

if TYPE_CHECKING:
    from gec_attribution.games.game import Score
    from gec_attribution.metrics import Metric


@dataclass(frozen=True)
class Texts:
    """Texts of a data set, as its jobs will read them.

    Attributes:
        language: the language.
        sources: the sources; None where they cannot be read, or not yet.
        outputs: the corrections of each system that are there already.
        lines: the part of the data set that is taken, as in `1-200`; all where None.
        tokenise: whether the files are ordinary text.
    """

    language: Language
    sources: Sequence[str] | None
    outputs: Mapping[str, Sequence[str]] = field(default_factory=dict)
    lines: str | None = None
    tokenise: bool = False


@dataclass(frozen=True)
class Inputs:
    """Files of an experiment's declaration, and further inputs of its numbers.

    Attributes:
        files: the paths of each reading of its declaration; see `experiment_files`.
        dataset: the data set; empty for an experiment of the whole study.
        systems: the systems that correct it, in the order of the study.
        metrics: the metrics that score it; only one for an experiment of one metric.
        options: the study's options of the experiment.
        settings: the settings of the study that its declaration names.
        resamples: bootstrap resamples behind each interval.
        seed: the study's seed.
        scoring: how metrics are run, for an experiment that scores sentences of its own.
        store: the folder of the score store, for the same.
        threads: how many the job has.
    """

    files: Mapping[str, Sequence[str]]
    dataset: str = ""
    systems: Sequence[str] = ()
    metrics: Sequence[str] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    resamples: int = 1000
    seed: int = 0
    scoring: Mapping[str, Any] | None = None
    store: str = ""
    threads: int = 1

    def evaluation(self, metric: str = "") -> Evaluation:
        """The evaluation of the data set, by a metric: its rows of results and its resamples."""
        read = list(map(content_of, self.files.get("references", ())))
        references = digest({"references": read}) if read else ""
        return Evaluation(
            self.dataset,
            metric,
            references=references,
            resamples=self.resamples,
            seed=self.seed,
        )

    @property
    def language(self) -> Language:
        """The language of the data set."""
        return load_language(self.settings["language"])

    def methods(self) -> list[Method]:
        """The study's methods in their order; `methods` and `coalitions` are among the settings."""
        methods = self.settings["methods"]
        coalitions = self.settings["coalitions"]
        return [
            load_method(name, entry, **coalitions) for name, entry in methods.items()
        ]

    def attributions(self) -> Iterator[pd.DataFrame]:
        """The tables of attributions, metric by metric, of the methods that are read."""
        return map(pd.read_parquet, self.files["attributions"])

    def attributions_by_metric(self) -> Iterator[tuple[str, list[pd.DataFrame]]]:
        """Each metric with its tables of attributions, one for each method that is read."""
        tables = self.attributions()
        methods = len(self.files["attributions"]) // len(self.metrics)
        for metric in self.metrics:
            yield metric, list(islice(tables, methods))

    def values(
        self, metric: str, systems: Iterable[str] | None = None, column: str = "score"
    ) -> dict[str, Iterator[SentenceValues]]:
        """The sentences of each system with their value tables under a metric, one at a time.

        References may stand among the systems, as the plan names them; by default all systems are
        taken. The column is the metric's score or one of its components.
        """
        files = self.files["games"][0], self.coalitions, self.scores(metric)
        return sentences_with_values(
            *files, self.systems if systems is None else systems, column
        )

    def ends(self, metric: str) -> pd.DataFrame:
        """Scores of both ends of every sentence; see `scores.ends.COLUMNS`."""
        return read_ends(self.files["ends"][list(self.metrics).index(metric)])

    def evaluation_of_scores(self, metric: str) -> tuple[pd.DataFrame, Evaluation]:
        """The `ends` of a metric, and the signed evaluation of them, to test with."""
        ends = self.ends(metric)
        evaluation = self.evaluation(metric).with_test_resamples()
        return ends, evaluation.signed(scored_parts(metric, ends.attrs["signature"]))

    def scorers(
        self, references: Mapping[str, Sequence[str]]
    ) -> "Iterator[tuple[str, Metric, Score]]":
        """Name, metric and scoring function (through the store) of each metric to score by.

        A component comes with the whole metric. Some metrics read the references of each source.
        """
        import torch

        from gec_attribution.metrics import load_metric
        from gec_attribution.scores.engine import scorer

        # One thread, as for the pairs of a plan, since both fill one store.
        torch.set_num_threads(1)
        # An experiment on rankings of its own has English texts.
        spoken = {
            key: value for key, value in self.settings.items() if key == "language"
        }
        for name, (whole, entry, column) in self.settings["scored"].items():
            metric = load_metric(whole, entry, **spoken, **(self.scoring or {}))
            yield (
                name,
                metric,
                scorer(metric, column, self.store, references=references),
            )

    @property
    def coalitions(self) -> str:
        """The file of the coalitions that were planned."""
        return self.files["coalitions"][0]

    def scores(self, metric: str) -> str:
        """The file of a metric's scores."""
        return self.files["scores"][list(self.metrics).index(metric)]

    def games(self) -> dict[str, Iterator[Sentence]]:
        """The source and the edits of each line of each system, one at a time."""
        return read_games(self.files["games"][0], self.systems)

    def drawn(self, fewest_edits: int, most_edits: int) -> list[DrawnSentence]:
        """Distinct corrected sentences with a number of edits in a range; see `draw_sentences`."""
        return draw_sentences(
            self.games().values(),
            fewest_edits=fewest_edits,
            most_edits=most_edits,
            language=self.language,
            seed=self.seed,
        )

    def signatures_of_edits(self) -> Mapping[str, Mapping[str, object]]:
        """Dependencies of the edits of each system."""
        return read_attrs(self.files["games"][0])["signatures"]

    def edits(self) -> dict[str, list[Sequence[Edit]]]:
        """The edits of each line of each system."""
        return {
            system: [edits for _, edits in lines]
            for system, lines in self.games().items()
        }

    def references(self, files: str = "references") -> list[list[tuple[Edit, ...]]]:
        """The edits of each reference of each line, joined as those of games are."""
        references = read_references(self.files[files])
        return [[joined(edits) for edits in choices] for choices in references]

    def reference_lines(self) -> list[list[str]]:
        """The references of each line, as metrics read them."""
        (sources,) = self.files["sources"]
        lines = reference_texts(sources, self.files["reference_texts"], self.language)
        return [choices for _, choices in lines]

    def reference_texts(self) -> dict[str, tuple[str, ...]]:
        """The references of each source, as metrics read them."""
        (sources,) = self.files["sources"]
        return references_by_source(
            sources, self.files["reference_texts"], self.language
        )

    def known_edits(self, attributions: pd.DataFrame) -> pd.DataFrame:
        """The attributed edits with the verdicts of people where they judged, else of references.

        See `by_people` and `by_references`. `lines` is among the settings.
        """
        references = self.references()
        if not self.files["judged"]:
            return by_references(attributions, references, len(self.systems))
        corrections = read_judged(self.files["judged"][0], self.settings["lines"])
        lines = chain.from_iterable(map(read_lines, self.files["judged_systems"]))
        of_systems = {m2_text(m2_tokens(line)) for line in lines}
        return by_people(attributions, corrections, references, of_systems)

    def sources(self) -> list[str]:
        """The sources, a line each."""
        return read_lines(self.files["sources"][0])

    def tokens(self) -> list[list[str]]:
        """The tokens of each source, which edits count; `language` is among the settings."""
        language = self.language
        return [language.tokenize(source) for source in self.sources()]
