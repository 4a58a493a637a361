# What the last stage makes: the targets.

from gec_study.experiments.warnings.table import summary
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
    """What the jobs that score have to do, a line for each data set and metric, where their coalitions are planned."""
    # No job needs what it imports.
    from gec_study.scoring_costs import scoring_costs

    asked, to_plan = set(), set()
    for job in workflow.dag.needrun_jobs(exclude_finished=False):
        if job.rule.name == "score_pairs":
            asked.add((job.wildcards.dataset, job.wildcards.metric))
        elif job.rule.name == "plan_coalitions":
            to_plan.add(job.wildcards.dataset)
    for metric in sorted({metric for _, metric in asked}):
        planned = sorted(
            dataset
            for dataset, name in asked
            if name == metric and dataset not in to_plan
        )
        yield from map(str, scoring_costs(files, metric, planned, STORE))
    if waiting := sorted(to_plan & {dataset for dataset, _ in asked}):
        yield (
            f"{', '.join(waiting)}: how much is to be scored is known when the coalitions are planned (--until "
            "plan_coalitions)"
        )
