# What the rules take of the declarations of experiments: files, parameters and captions.

from gec_attribution.formatting.restructured_text import literal
from gec_attribution.study import experiment_files

CAPTION = "../report/result.rst"
# A new font draws figures, and a new heading prints tables.
STYLE_OF_FIGURES = {key: study.style()[key] for key in ("look", "shown")}
STYLE_OF_TABLES = {key: study.style()[key] for key in ("shown", "signatures", "tables")}


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
    shown = report(
        f"{stem}.svg",
        category=experiment.section,
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
        category=experiment.section,
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
    name = {
        "study": f"{rule}.log",
        "dataset": f"{rule}/{{dataset}}.log",
        "metric": f"{rule}/{{dataset}}.{{metric}}.log",
    }
    return f"{LOGS}/{name[unit]}"


def explicit_table(name, table=None):
    """Output files and parameters of a table that a rule of its own writes, by the name of the experiment, or of the table too."""
    experiment = experiments()[name]
    declared = next(item for item in experiment.tables if item.name == (table or name))
    return {
        "files": table_files(experiment, declared),
        "params": {
            "text": list(experiment.text_columns),
            "caption": caption_of(experiment, declared),
            "escaped": caption_of(experiment, declared, literal),
            "style": STYLE_OF_TABLES,
        },
    }
