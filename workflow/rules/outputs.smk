# What the last stage makes: the targets.


SHOWN = [*targets.tables_of(study), *targets.figures_of(study)]


def made_by(experiment):
    """Every figure and table of an experiment."""
    return [
        path
        for shown in SHOWN
        if shown.experiment is experiment
        for path in shown.files(study)
    ]


def all_shown():
    """Every figure and table of the study, and the listing of all its sentences."""
    return [path for shown in SHOWN for path in shown.files(study)] + [
        path
        for dataset in DATASETS
        for path in expand(
            rules.attribute_edits.output.sentences,
            dataset=dataset,
            metric=metrics_of(dataset),
        )
    ]


def costs_expected():
    """Sentences still to be scored, a line for each data set and metric, where coalitions are planned."""
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
