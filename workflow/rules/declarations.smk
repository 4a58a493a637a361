# What the rules take of the declarations of experiments: files, parameters and captions.

from gec_attribution.formatting.restructured_text import literal

CAPTION = "../report/result.rst"
# A new font draws figures, and a new heading prints tables.
STYLE_OF_FIGURES = {key: study.style()[key] for key in ("look", "shown")}
STYLE_OF_TABLES = {key: study.style()[key] for key in ("shown", "signatures", "tables")}


def drawn_tables(experiment, figure):
    """The tables that a figure shows: all of the study's, or that of its data set and metric."""
    if figure.unit == "study":
        return experiment_files.shown_files(study, experiment, figure)
    name = figure.result or experiment.result_names()[0]
    return [experiment_files.result_file(study, experiment, name)]


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


def results_of(name, metrics=None):
    """The tables of an experiment that the study makes, by data set and metric."""
    experiment = experiments()[name]
    made = study.has(experiment)
    return experiment_files.result_files(study, experiment, metrics) if made else []
