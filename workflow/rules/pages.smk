# Stage 8: the explorer and the report of a study.


EXPLORED = explored.explored_datasets(study)
EXPLORER = WORKFLOW / "src/gec_attribution/pages/explorer"
REPORTED = [shown.entry(study) for shown in targets.shown_of(study)]


rule make_explorer:
    input:
        # What the page is made of, in a browser's languages.
        page=sorted(map(str, (EXPLORER / "static").iterdir())),
        shown=list(explored.files_in(EXPLORED)),
    output:
        directory(f"{STUDY}/explorer"),
    log:
        f"{LOGS}/make_explorer.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        code=code_of("pages/make_explorer.py", *(each.language for each in EXPLORED)),
        contents=contents(
            lambda w: rules.make_explorer.input.page + rules.make_explorer.input.shown
        ),
        study=study.study,
        labels=LABELS,
        datasets=EXPLORED,
    script:
        "../../scripts/pages/make_explorer.py"


rule make_report:
    input:
        results=[
            f"{entry['stem']}.{'svg' if entry['is_figure'] else 'json'}"
            for entry in REPORTED
        ],
    output:
        report(
            f"{STUDY}/report.html",
            category="0 Start here",
            labels={"result": "All tables and figures on one page"},
            caption="../report/report.rst",
        ),
    log:
        f"{LOGS}/make_report.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        code=code_of("pages/make_report.py"),
        study=study.study,
        results=REPORTED,
        labels=LABELS,
        facts=targets.report_facts(study, opened.hub_models),
    script:
        "../../scripts/pages/make_report.py"


def costs_expected():
    """Sentences still to be scored, a line for each data set and metric, where coalitions are planned."""
    # No job needs what it imports.
    from gec_attribution.pipeline.scoring_costs import scoring_costs

    planned = [
        name
        for name in study.shared_datasets
        if Path(f"{STUDY}/{name}/coalitions/pairs.parquet").is_file()
    ]
    for metric in SCORED_METRICS:
        waiting = [
            name
            for name in planned
            if metric in study.metrics_of(name)
            and not Path(f"{STUDY}/{name}/scores/{metric}.parquet").is_file()
        ]
        if waiting:
            yield from map(str, scoring_costs(study, metric, waiting, STORE))
    if unplanned := [name for name in study.shared_datasets if name not in planned]:
        yield (
            f"{', '.join(unplanned)}: how much is to be scored is known when the coalitions are planned (--until "
            "plan_coalitions)"
        )
