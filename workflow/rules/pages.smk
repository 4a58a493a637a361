# Stage 8: the explorer and the report of a study.


EXPLORED = explored.explored_datasets(study)
EXPLORER = PACKAGE / "pages/explorer"
REPORTED = targets.reported(study)


rule make_explorer:
    """pages to look at sentences"""
    input:
        # The page's HTML, CSS and JavaScript.
        page=sorted(map(str, (EXPLORER / "static").iterdir())),
        shown=list(explored.explored_files(EXPLORED)),
    output:
        directory("<study>/explorer"),
    log:
        "<study>/logs/make_explorer.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        versions=versions_of(
            "pages/make_explorer.py",
            *(each.language for each in EXPLORED),
            files=lambda w: rules.make_explorer.input.page
            + rules.make_explorer.input.shown,
        ),
        study=study.study,
        labels=LABELS,
        datasets=EXPLORED,
    script:
        "../../scripts/pages/make_explorer.py"


# Each job leaves the releases that it ran on beside its log.
rule write_provenance:
    """what the results were made from"""
    input:
        results=[result.shown for result in REPORTED],
    output:
        "<study>/provenance.json",
    log:
        "<study>/logs/write_provenance.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        versions=versions_of("pages/write_provenance.py"),
        files=[str(path) for path in workflow.configfiles],
        alone=ALONE,
    script:
        "../../scripts/pages/write_provenance.py"


rule make_report:
    """the report, with what it shows"""
    input:
        results=[result.shown for result in REPORTED],
        provenance=rules.write_provenance.output[0],
    output:
        report(
            "<study>/report.html",
            category="0 Start here",
            labels={"result": "All tables and figures on one page"},
            caption="../report/report.rst",
        ),
    log:
        "<study>/logs/make_report.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        versions=versions_of("pages/make_report.py"),
        study=study.study,
        results=REPORTED,
        labels=LABELS,
        facts=targets.report_facts(study),
    script:
        "../../scripts/pages/make_report.py"
