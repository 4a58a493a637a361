"""The files of the stages before the experiments: what each rule reads, by what it is about."""

from dataclasses import dataclass
from typing import Any, cast

from gec_attribution.config.entries import (
    OWN,
    REFERENCE,
    CorrectedOutputs,
    ExplainedOutputs,
    ExplainerCorrections,
)
from gec_attribution.config.files import File
from gec_attribution.corpora.files import format_of
from gec_attribution.experiments.catalogue import experiments
from gec_attribution.experiments.declaration import Experiment
from gec_attribution.languages.pipelines import pipeline_files, pipeline_identity
from gec_attribution.pipeline.study import ExperimentStudy


@dataclass(frozen=True)
class StageFiles:
    """The files of a study's stages, relative to the working directory.

    Attributes:
        study: the study.
    """

    study: ExperimentStudy

    def _of(self, dataset: str, name: str) -> str:
        return f"{self.study.folder}/{dataset}/{name}"

    # Corpora

    def given_sources(self, dataset: str) -> str:
        """The file of a data set's sources, as they were brought."""
        return self.study.datasets[dataset].sources.local

    def written_sources(self, dataset: str) -> list[str]:
        """Sources as given, where corrections are tokenised by them; else nothing."""
        return [self.given_sources(dataset)] if self.study.datasets[dataset].tokenise else []

    def sources(self, dataset: str) -> str:
        """The sources, a line each."""
        return self._of(dataset, "corpus/sources.txt")

    def reference_spec(self, dataset: str, reference: str) -> str | dict[str, Any]:
        """The file of a reference, as the study describes it."""
        return self.study.datasets[dataset].references[int(reference)].spec

    def given_reference(self, dataset: str, reference: str) -> str:
        """The file of a reference, as it was brought."""
        return self.study.datasets[dataset].references[int(reference)].local

    def _references(self, dataset: str, name: str) -> list[str]:
        count = len(self.study.datasets[dataset].references)
        return [self._of(dataset, name.format(number)) for number in range(count)]

    def reference_texts(self, dataset: str) -> list[str]:
        """The references of a data set."""
        return self._references(dataset, "corpus/reference.{}.txt")

    def pipeline(self, dataset: str) -> list[str]:
        """The files of the pipeline that analyses a data set's sentences, where it has some."""
        entry = self.study.datasets[dataset]
        files = pipeline_files(entry.language, entry.pipeline)
        return [self.study.find(str(path)) for path in files]

    def pipeline_found(self, dataset: str) -> str:
        """Identity of the pipeline, so that another one here makes its results anew."""
        entry = self.study.datasets[dataset]
        return pipeline_identity(entry.language, entry.pipeline)

    def gold_spec(self, dataset: str) -> str | dict[str, Any]:
        """The file of a data set's explained reference, as the study describes it."""
        return gold.spec if (gold := self.study.datasets[dataset].explanations) else ""

    def given_gold(self, dataset: str) -> str:
        """The file of a data set's explained reference, as it was brought."""
        return gold.local if (gold := self.study.datasets[dataset].explanations) else ""

    def gold_explanations(self, dataset: str) -> list[str]:
        """The explained reference of what is taken of a data set; none if it has none."""
        if self.study.datasets[dataset].explanations is None:
            return []
        if self.study.datasets[dataset].lines is None:
            return [self.given_gold(dataset)]
        return [self._of(dataset, "corpus/explanations.json")]

    # Systems

    def _output(self, dataset: str, system: str) -> File:
        entry = self.study.systems[system]
        return cast("CorrectedOutputs", entry).files[dataset]

    def output_spec(self, dataset: str, system: str) -> str | dict[str, Any]:
        """The file of a system's output, as the study describes it."""
        return self._output(dataset, system).spec

    def given_output(self, dataset: str, system: str) -> str:
        """The file of a system's output, as it was brought."""
        return self._output(dataset, system).local

    def system_text(self, dataset: str, system: str) -> str:
        """The corrections of a system, a line each."""
        return self._of(dataset, f"systems/{system}.txt")

    def system_texts(self, dataset: str) -> list[str]:
        """The corrections of every system that corrected a data set."""
        return [self.system_text(dataset, name) for name in self.study.systems_of(dataset)]

    def uncorrected(self, dataset: str, system: str) -> str:
        """Texts that a system corrects: the sources, or the output of the system it comes after."""
        before = self.study.systems[system].after
        return self.system_text(dataset, before) if before else self.sources(dataset)

    def corrected_with(self, system: str) -> list[str]:
        """The files that a system's entry names, and those of its local models."""
        return self.study.files_of(self.study.systems[system])

    def explained_corrections(self, dataset: str, system: str) -> str:
        """The first explanations by the explainer whose corrections are a system's."""
        explainer = cast("ExplainerCorrections", self.study.systems[system]).explainer
        run = self.study.runs_of(explainer)[0]
        return self._of(dataset, f"explanations/{explainer}.{OWN}{run}.json")

    # Edits

    def edits(self, dataset: str, system: str) -> str:
        """The M2 file of a system's edits."""
        return self._of(dataset, f"edits/{system}.m2")

    def system_edits(self, dataset: str) -> list[str]:
        """The edits of every system that corrected a data set."""
        return [self.edits(dataset, name) for name in self.study.systems_of(dataset)]

    def extraction(self, dataset: str, system: str) -> str:
        """Signature of the edits of a system."""
        return self._of(dataset, f"edits/{system}.json")

    def extraction_signatures(self, dataset: str) -> list[str]:
        """Signatures of the edits of every system that corrected a data set."""
        return [self.extraction(dataset, name) for name in self.study.systems_of(dataset)]

    def unaligned(self, dataset: str) -> list[str]:
        """The sentences of every system that could not be aligned."""
        names = self.study.systems_of(dataset)
        return [self._of(dataset, f"edits/{name}.unaligned.parquet") for name in names]

    def reference_edits(self, dataset: str) -> list[str]:
        """The edits of every reference of a data set."""
        return self._references(dataset, "edits/reference.{}.m2")

    def form_of_edits(self, dataset: str, system: str | None = None) -> str | None:
        """The form of the file in which a system's edits come already; None where they do not."""
        if not isinstance(self.study.systems.get(system or ""), CorrectedOutputs):
            return None
        file = self._output(dataset, str(system))
        form = format_of(file.local, file.spec)
        return form if form in {"m2", "judged"} else None

    def edits_of_user(self, dataset: str, system: str) -> list[str]:
        """The file in which a system's edits come already, if they do."""
        given = self.form_of_edits(dataset, system)
        return [self.given_output(dataset, system)] if given else []

    # Games and scores

    def coalitions(self, dataset: str) -> str:
        """The coalitions that are planned of a data set."""
        return self._of(dataset, "coalitions/coalitions.parquet")

    def pairs(self, dataset: str) -> str:
        """The distinct sentences of these, each with its source."""
        return self._of(dataset, "coalitions/pairs.parquet")

    def references_planned(self, dataset: str) -> list[str]:
        """The references of whose edits coalitions are planned."""
        planned = self.study.played_references(dataset)
        return self.reference_edits(dataset) if planned else []

    def scores(self, dataset: str, metric: str) -> str:
        """The scores of a data set's pairs by a metric."""
        return self._of(dataset, f"scores/{metric}.parquet")

    def ends(self, dataset: str, metric: str) -> str:
        """Scores of both ends of every corrected sentence."""
        return self._of(dataset, f"ends/{metric}.parquet")

    def whole_scores(self, dataset: str, metric: str) -> str:
        """The scores of the metric that a derived metric is a component of."""
        return self.scores(dataset, self.study.scored_metric(metric))

    def scored_with(self, metric: str) -> list[str]:
        """The files that a metric's entry names, and those of its local models."""
        return self.study.files_of(self.study.metrics[metric])

    def scores_of_scored(self, dataset: str) -> list[str]:
        """The scores by each metric that scores a data set and is no component of another."""
        return [self.scores(dataset, name) for name in self.study.scored_of(dataset)]

    def references_read(self, dataset: str, metric: str) -> list[str]:
        """The references of a data set, for a metric that reads them."""
        return self.reference_texts(dataset) if self.study.reads_references(metric) else []

    def sources_read(self, dataset: str, metric: str) -> list[str]:
        """The sources that those references are of."""
        return [self.sources(dataset)] if self.references_read(dataset, metric) else []

    # Attributions

    def attributions(self, dataset: str, metric: str, method: str) -> str:
        """The attributions of a data set's edits."""
        return self._of(dataset, f"attributions/{metric}/{method}.parquet")

    def interactions(self, dataset: str, metric: str) -> str:
        """The interactions of a data set's edits."""
        return self._of(dataset, f"interactions/{metric}.parquet")

    # Explanations

    def _explained(self, dataset: str, explainer: str, correction: str) -> File:
        entry = self.study.explainers[explainer]
        return cast("ExplainedOutputs", entry).files[dataset][correction]

    def explanation_spec(
        self, dataset: str, explainer: str, correction: str
    ) -> str | dict[str, Any]:
        """The file of explanations that exist already, as the study describes it."""
        return self._explained(dataset, explainer, correction).spec

    def imported_explanations(self, dataset: str, explainer: str, correction: str) -> str:
        """The file of explanations that exist already."""
        return self._explained(dataset, explainer, correction).local

    def given_explanations(self, dataset: str, explainer: str, correction: str) -> list[str]:
        """The explanations by which a pre-explaining model corrects; none of others."""
        if correction == REFERENCE and self.study.explains_first(explainer):
            return self.gold_explanations(dataset)
        return []

    def explained_edits(self, dataset: str, explainer: str, correction: str) -> list[str]:
        """The edits that an explainer is given; none if it makes the correction itself."""
        if correction == OWN or self.given_explanations(dataset, explainer, correction):
            return []
        if correction == REFERENCE:
            return self.reference_edits(dataset)[:1]
        return [self.edits(dataset, correction)]

    def explained_with(self, explainer: str) -> list[str]:
        """The files that an explainer's entry names, and those of its local models."""
        return self.study.files_of(self.study.explainers[explainer])

    def explanations(self, dataset: str) -> list[str]:
        """Every run of every explainer of a data set."""
        return [path for *_, files in self.study.explanations_of(dataset) for path in files]

    def first_explanations(self, dataset: str) -> list[str]:
        """The first run of every explainer of a data set."""
        return [files[0] for *_, files in self.study.explanations_of(dataset)]

    def judged(self, dataset: str) -> list[str]:
        """People's judgements of a data set's edits, where there are some."""
        return [self.given_sources(dataset)] if self.study.is_judged(dataset) else []

    def other_corpus(self, dataset: str) -> list[str]:
        """The last other data set of the language with attributions and references, or none."""
        study, language = self.study, self.study.datasets[dataset].language
        others = [
            name
            for name in study.shared_datasets
            if name != dataset
            and study.datasets[name].language == language
            and study.datasets[name].references
            and study.systems_of(name)
            and study.metrics_of(name)
        ]
        return others[-1:]

    def explanation_reports(self, dataset: str) -> list[str]:
        """Reports of mended answers in each run of every explainer of a data set."""
        return [f"{path.removesuffix('.json')}.report.json" for path in self.explanations(dataset)]

    # Models and downloads

    def downloads(self) -> dict[str, str | dict[str, Any]]:
        """Every file that has to be downloaded, with how the study describes it."""
        named = [named.file for named in self.study.files() if isinstance(named.file, File)]
        for experiment in filter(self.study.has, experiments().values()):
            named += [file for files in _registered(experiment).values() for file in files]
        return {file.local: file.spec for file in named if file.url is not None}

    def registered(self, experiment: Experiment) -> dict[str, list[str]]:
        """The files of the registry that an experiment reads; none where it is left out."""
        made = self.study.has(experiment)
        return {
            reading: [file.local for file in files if made]
            for reading, files in _registered(experiment).items()
        }


def _registered(experiment: Experiment) -> dict[str, list[File]]:
    """The files of the registry that an experiment declares."""
    return {
        reading: [File.model_validate({"registered": name}) for name in names]
        for reading, names in experiment.registered.items()
    }
