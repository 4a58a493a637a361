"""Products of a study's last stage: its figures and tables, and the words of the report."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from gec_attribution.config.entries import CorrectedOutputs
from gec_attribution.experiments.catalogue import experiments
from gec_attribution.experiments.declaration import (
    Experiment,
    Figure,
    Finding,
    Shown,
    Table,
)
from gec_attribution.experiments.loading import module_of
from gec_attribution.pipeline.captions import caption
from gec_attribution.pipeline.experiment_files import shown_options
from gec_attribution.pipeline.named_files import hub_models
from gec_attribution.pipeline.study import ExperimentStudy
from gec_attribution.statistics import bootstrap
from gec_attribution.storage.csv_files import read_tables


@dataclass(frozen=True)
class Result:
    """A figure or a table of a study in its report.

    Attributes:
        stem: its files without their suffix; a figure has an SVG, a table a JSON file, and either
            a CSV with its numbers.
        is_figure: whether it is a figure.
        section: the section of the report that it belongs to.
        title: its heading.
        caption: its caption as plain text; a table has its own in its file.
        finding: the sentence about it at the top of its section.
    """

    stem: Path
    is_figure: bool
    section: str
    title: str
    caption: str = ""
    finding: Finding | None = None

    @property
    def shown(self) -> str:
        """The file that the report shows."""
        return f"{self.stem}.{'svg' if self.is_figure else 'json'}"


@dataclass(frozen=True)
class Made:
    """A figure or table that a study makes, by its declaration.

    `dataset` and `metric` are those of a figure that shows no others; empty where it shows all.
    """

    experiment: Experiment
    item: Shown
    dataset: str = ""
    metric: str = ""

    def stem(self, study: ExperimentStudy) -> str:
        """Its files without their suffix."""
        about = f".{self.dataset}.{self.metric}" if self.metric else ""
        return f"{study.folder}/{self.item.folder}/{self.item.name}{about}"

    def files(self, study: ExperimentStudy) -> list[str]:
        """Its files."""
        return [f"{self.stem(study)}.{kind}" for kind in study.kinds(self.item)]

    def result(self, study: ExperimentStudy) -> Result:
        """Its place in the report."""
        dataset = self.dataset or None
        metric = self.metric or None
        title = self.item.title
        if metric:
            title += f": {study.label('dataset', self.dataset)}, {study.label('metric', metric)}"
        return Result(
            Path(self.stem(study)),
            isinstance(self.item, Figure),
            self.experiment.section,
            title,
            caption(study, self.experiment, self.item, dataset, metric),
            self._finding(study),
        )

    def _finding(self, study: ExperimentStudy) -> Finding | None:
        finding = self.item.finding
        if finding is None:
            return None
        options = shown_options(study, self.experiment, self.item, self.metric or None)
        where = dict(finding.where)
        for name, value in where.items():
            if isinstance(value, str):
                where[name] = options.get(value, value)
        return replace(finding, where=where)


def figures_of(study: ExperimentStudy) -> Iterator[Made]:
    """The figures that a study makes, in the order of the experiments."""
    for experiment in filter(study.has, experiments().values()):
        for figure in experiment.figures:
            if figure.unit == "study":
                yield Made(experiment, figure)
                continue
            chosen = getattr(study.options(experiment), "metrics", None)
            for dataset in study.datasets_of(experiment):
                scoring = study.metrics_of(dataset)
                for metric in chosen or scoring:
                    if metric in scoring:
                        yield Made(experiment, figure, dataset, metric)


def report_items(study: ExperimentStudy) -> list[Made]:
    """Every table and figure that a study makes."""
    return [*tables_of(study), *figures_of(study)]


def reported(study: ExperimentStudy) -> list[Result]:
    """The tables and figures that the report of a study shows."""
    return [made.result(study) for made in report_items(study)]


def tables_of(study: ExperimentStudy) -> Iterator[Made]:
    """The tables that a study makes, in the order of the experiments."""
    for experiment in filter(study.has, experiments().values()):
        for table in experiment.tables:
            if table.is_made:
                is_made = table.is_made(study)
            else:
                is_made = all(shown_options(study, experiment, table).values())
            if is_made:
                yield Made(experiment, table)


def tables_by_job(study: ExperimentStudy, experiment: Experiment) -> list[list[Shown]]:
    """The tables of an experiment: those that the study makes, by one job; each other one alone."""
    together = [each.item for each in tables_of(study) if each.experiment is experiment]
    jobs = [together] if together else []
    alone = [table for table in experiment.tables if table not in together]
    return jobs + [[table] for table in alone]


def scoring_costs(study: ExperimentStudy) -> Iterator[str]:
    """A line for each data set: its planned sentences, and the metrics without scores of them.

    Scores that are older than the plan do not count, nor does a plan of other texts or settings.
    The store may have some of the scores; only a metric's own job, which loads it, can tell.
    """
    import pyarrow.parquet as pq  # slow to import, and no job needs it

    for dataset in study.shared_datasets:
        folder = Path(study.folder) / dataset
        pairs = folder / "coalitions" / "pairs.parquet"
        if not _is_planned(study, dataset, pairs):
            yield (
                f"{dataset}: how much is to be scored is known when the coalitions are planned "
                "(--until plan_coalitions)"
            )
            continue
        planned = pairs.stat().st_mtime
        waiting = []
        for name in study.metrics_of(dataset):
            scores = folder / f"scores/{name}.parquet"
            is_current = scores.is_file() and scores.stat().st_mtime >= planned
            if name in study.scored_metrics and not is_current:
                waiting.append(name)
        if waiting:
            number = pq.read_metadata(pairs).num_rows
            names = ", ".join(waiting)
            yield f"{dataset}: up to {number:,} sentences, unless stored, to be scored by {names}"


def _is_planned(study: ExperimentStudy, dataset: str, pairs: Path) -> bool:
    """Whether a plan of these settings is there, newer than the texts and edits of every system."""
    import pyarrow as pa  # as slow to import

    from gec_attribution.storage.parquet_files import read_attrs

    games = pairs.with_name("games.parquet")
    if not pairs.is_file() or not games.is_file():
        return False
    try:
        settings = read_attrs(games).get("settings")
    except pa.ArrowInvalid:
        # Something else than a table is no plan; the job that reads it will say so.
        return False
    if settings != study.plan_settings(dataset):
        return False
    planned = pairs.stat().st_mtime
    texts = [study.datasets[dataset].sources]
    for name in study.systems_of(dataset):
        system = study.systems[name]
        if isinstance(system, CorrectedOutputs):
            texts.append(system.files[dataset])
    for file in texts:
        path = Path(file.local)
        if path.is_file() and path.stat().st_mtime > planned:
            return False
    for path in map(Path, study.paths(dataset, "edits/{system}.m2")):
        if not path.is_file() or path.stat().st_mtime > planned:
            return False
    return True


def closing_lines(study: ExperimentStudy, began: float) -> Iterator[str]:
    """Lines for the end of a run that made the report: summaries of tables, and where it is.

    Tables of an earlier run may tell of other sentences; `began` is when this one did, in seconds.
    """
    report = Path(f"{study.folder}/report.html")
    if not report.is_file() or report.stat().st_mtime < began:
        return
    for made in tables_of(study):
        path = Path(f"{made.stem(study)}.csv")
        if isinstance(made.item, Table) and made.item.is_summarised and path.is_file():
            module = module_of(made.experiment.module(made.item))
            yield from module.summary(read_tables([path], made.experiment.text_columns))
    yield f"report: {report}"


def report_facts(study: ExperimentStudy) -> dict[str, str]:
    """Facts on how the numbers of the study were made, for those who read no configuration."""
    coalitions = study.coalitions
    more = "left out" if coalitions.above == "skip" else "sampled"
    resamples = study.evaluation.resamples
    facts = {
        "Attributions": f"exact up to {coalitions.exact_up_to} edits; sentences with more are "
        f"{more}",
        "Intervals": f"95 %, percentile bootstrap over {resamples:,} resamples of the sentences, "
        f"where a number draws on at least {bootstrap.MIN_SOURCES} of them",
        "Seed": str(study.seed),
    }
    models = [f"{model} at {commit}" for model, commit in hub_models(study)]
    if models:
        facts["Models of the hub"] = "; ".join(models)
    return facts
