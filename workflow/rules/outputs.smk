# What the last stage makes: the targets.

from gec_attribution.experiments.warnings.table import summary
from gec_attribution.storage.csv_files import read_tables


def all_figures():
    """Every figure of the study."""
    return [path for shown in targets.figures_of(study) for path in shown.files(study)]


def all_tables():
    """Every table of the study, and the listing of all its sentences."""
    tables = [path for shown in targets.tables_of(study) for path in shown.files(study)]
    return tables + [
        path
        for dataset in DATASETS
        for path in expand(
            rules.list_sentences.output,
            dataset=dataset,
            metric=metrics_of(dataset),
            method=METHODS[:1],
        )
    ]


def warnings_made():
    """The lines of the table of warnings, if the study has been run so far."""
    made = Path(rules.tabulate_warnings.output.csv)
    text = experiments()["warnings"].text_columns
    return summary(read_tables([made], text)) if made.is_file() else []


def costs_expected():
    """What is still to be scored, a line for each data set and metric, where coalitions are planned."""
    # No job needs what it imports.
    from gec_attribution.pipeline.scoring_costs import scoring_costs

    planned = [name for name in DATASETS if Path(files.pairs(name)).is_file()]
    for metric in SCORED_METRICS:
        waiting = [
            name
            for name in planned
            if metric in metrics_of(name)
            and not Path(files.scores(name, metric)).is_file()
        ]
        if waiting:
            yield from map(str, scoring_costs(files, metric, waiting, STORE))
    if unplanned := [name for name in DATASETS if name not in planned]:
        yield (
            f"{', '.join(unplanned)}: how much is to be scored is known when the coalitions are planned (--until "
            "plan_coalitions)"
        )
