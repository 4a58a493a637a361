# What the rules take of the declarations of experiments: files, parameters and captions.

from gec_attribution.formatting.restructured_text import literal


def log_of(rule, unit):
    """Where the log of a rule lies."""
    of_unit = {
        "study": f"{LOGS}/{rule}.log",
        "dataset": f"{LOGS}/{rule}/{{dataset}}.log",
        "metric": f"{LOGS}/{rule}/{{dataset}}.{{metric}}.log",
    }
    return of_unit[unit]


def computed_with(experiment):
    """The parameters of the rule that computes an experiment."""
    models = {**settings_of("scoring"), "store": STORE} if experiment.scores else {}
    return {
        **models,
        "module": f"{experiment.name}.compute",
        "inputs": ask(experiment_files.parameters, study=study, experiment=experiment),
        "results": list(experiment.result_names()),
    }


def shown_in(experiment, shown):
    """The output files of a figure or table, of which Snakemake's report shows the last."""
    stem, title = f"{STUDY}/{shown.folder}/{shown.name}", shown.title
    if shown.unit == "metric":
        stem, title = (
            f"{stem}.{{dataset}}.{{metric}}",
            f"{title}, {{dataset}}, {{metric}}",
        )
    *others, last = shown.kinds
    reported = report(
        f"{stem}.{last}",
        category=experiment.section,
        labels={"result": title},
        caption="../report/result.rst",
    )
    return {**{kind: f"{stem}.{kind}" for kind in others}, last: reported}


def shown_with(experiment, shown):
    """The parameters of the rule of a figure or table."""
    what = {"study": study, "experiment": experiment, "shown": shown}
    return {
        "module": experiment.module(shown),
        "labels": LABELS,
        "text": list(experiment.text_columns),
        "options": ask(experiment_files.shown_options, **what),
        # Functions, since braces in a parameter would be wildcards.
        "caption": ask(captions.caption, **what),
        "escaped": lambda wildcards: literal(ask(captions.caption, **what)(wildcards)),
    }
