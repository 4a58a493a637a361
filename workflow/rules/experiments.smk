# Stage 7: the experiments. Each computes its tables, draws its figures and prints its tables by rules that are made
# from its declaration; what does not fit them has a rule of its own in evaluation.smk or tables.smk.

from gec_attribution.formatting.restructured_text import literal
from gec_attribution.study import experiment_files

CAPTION = "../report/result.rst"


def files_read(experiment):
    """The input of the rule that computes an experiment."""
    return lambda wildcards: experiment_files.input_files(
        study, experiment, wildcards.dataset, wildcards.get("metric")
    )


def parameters_of(experiment):
    """What else moves its numbers."""
    return lambda wildcards: experiment_files.parameters(
        study, experiment, wildcards.dataset, wildcards.get("metric")
    )


def drawn_tables(experiment, figure):
    """The tables that a figure shows: all of the study's, or that of its data set and metric."""
    if figure.unit == "study":
        return experiment_files.shown_files(study, experiment, figure)
    return [
        experiment_files.result_file(
            study, experiment, figure.result or experiment.result_names()[0]
        )
    ]


def figure_files(experiment, figure):
    """The output files of a figure; Snakemake's report shows the SVG."""
    parts = "" if figure.unit == "study" else ".{dataset}.{metric}"
    about = "" if figure.unit == "study" else ", {dataset}, {metric}"
    stem = f"{STUDY}/figures/{figure.name}{parts}"
    section = figure.section or experiment.section
    shown = report(
        f"{stem}.svg",
        category=section,
        labels={"result": figure.title + about},
        caption=CAPTION,
    )
    return {
        **{kind: f"{stem}.{kind}" for kind in ("pdf", "png", "csv")},
        "svg": shown,
    }


def table_files(experiment, table):
    """The output files of a table; the JSON has its cells, and Snakemake's report shows the CSV."""
    stem = f"{STUDY}/tables/{table.name}"
    shown = report(
        f"{stem}.csv",
        category=table.section or experiment.section,
        labels={"result": table.title},
        caption=CAPTION,
    )
    return {**{kind: f"{stem}.{kind}" for kind in ("tex", "md", "json")}, "csv": shown}


def caption_of(experiment, shown, written=str):
    """The caption of a figure or table; a function, since braces in a parameter would be wildcards.

    Args:
        written: what makes it text of another format.
    """
    of_metric = getattr(shown, "unit", "study") == "metric"

    def caption(wildcards):
        about = (wildcards.dataset, wildcards.metric) if of_metric else ()
        return written(experiment_files.caption(study, experiment, shown, *about))

    return caption


def options_drawn(experiment, figure):
    """What the function that draws a figure takes besides its table."""
    if figure.unit == "study":
        return experiment_files.drawing_options(study, experiment, figure)
    return lambda wildcards: experiment_files.drawing_options(
        study, experiment, figure, wildcards.metric
    )


def log_of(rule, unit):
    """Where the log of a rule lies."""
    named = {"study": "", "dataset": "/{dataset}", "metric": "/{dataset}.{metric}"}
    return f"{LOGS}/{rule}{named[unit]}.log"


for experiment in experiments().values():
    if experiment.rule is None and experiment.reads:

        rule:
            name:
                f"evaluate_{experiment.name}"
            input:
                unpack(files_read(experiment)),
            output:
                **experiment_files.output_files(study, experiment),
            log:
                log_of(f"evaluate_{experiment.name}", experiment.unit),
            conda:
                "../../envs/analysis.yaml"
            params:
                module=f"{experiment.name}.compute",
                inputs=parameters_of(experiment),
                compared=experiment.compared
                and {
                    "keys": list(experiment.compared.keys),
                    "value": experiment.compared.value,
                },
            script:
                "../../scripts/experiments/evaluate.py"

    for drawn in experiment.figures:

        rule:
            name:
                f"plot_{drawn.name}"
            input:
                tables=drawn_tables(experiment, drawn),
            output:
                **figure_files(experiment, drawn),
            log:
                log_of(f"plot_{drawn.name}", drawn.unit),
            conda:
                "../../envs/analysis.yaml"
            params:
                module=f"{experiment.name}.{drawn.module}",
                labels=LABELS,
                options=options_drawn(experiment, drawn),
                without=experiment_files.not_drawn(study, experiment),
                text=list(experiment.text_columns),
                escaped=caption_of(experiment, drawn, literal),
            script:
                "../../scripts/experiments/plot.py"

    for printed in experiment.tables:
        if printed.explicit:
            continue

        rule:
            name:
                printed.rule or f"tabulate_{printed.name}"
            input:
                tables=experiment_files.shown_files(study, experiment, printed),
            output:
                **table_files(experiment, printed),
            log:
                log_of(printed.rule or f"tabulate_{printed.name}", "study"),
            conda:
                "../../envs/analysis.yaml"
            params:
                module=f"{experiment.name}.{printed.module}",
                labels=LABELS,
                text=list(experiment.text_columns),
                caption=caption_of(experiment, printed),
                escaped=caption_of(experiment, printed, literal),
            script:
                "../../scripts/experiments/tabulate.py"


def experiment_targets(kind):
    """The files of all figures, or all tables, that the study makes of the experiments."""
    for experiment in experiments().values():
        if not study.has(experiment):
            continue
        for shown in getattr(experiment, kind):
            prefix = "plot_" if kind == "figures" else "tabulate_"
            rule_name = getattr(shown, "rule", None) or f"{prefix}{shown.name}"
            if getattr(shown, "explicit", False):
                continue
            outputs = getattr(rules, rule_name).output
            if getattr(shown, "unit", "study") == "study":
                yield from outputs
            else:
                for dataset in study.datasets_of(experiment):
                    metrics = study.metrics_shown(experiment, dataset)
                    yield from expand(outputs, dataset=dataset, metric=metrics)
