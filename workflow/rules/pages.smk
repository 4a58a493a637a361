# Stage 8: the explorer and the report of a study.


rule make_explorer:
    input:
        EXPLORER_PAGE,
        files_in(EXPLORED),
        **overview_tables(),
    output:
        directory(f"{STUDY}/explorer"),
    log:
        f"{LOGS}/make_explorer.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        study=config["study"],
        labels=LABELS,
        datasets=EXPLORED,
        methods={name: OPTIONS[name]["method"] for name in ("bias", "precision")},
    script:
        "../../scripts/pages/make_explorer.py"


include: "report_inputs.smk"


rule make_report:
    input:
        results=[
            f"{entry['stem']}.{'svg' if entry['is_figure'] else 'json'}"
            for entry in reported_results()
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
        study=config["study"],
        results=reported_results(),
        labels=LABELS,
        facts=report_facts(),
    script:
        "../../scripts/pages/make_report.py"
