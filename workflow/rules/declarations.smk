# Files, parameters and captions that the rules take from the declarations of experiments.

from snakemake.exceptions import WorkflowError

from gec_attribution.formatting.restructured_text import literal


def every_core(w):
    """The threads of a job beside which no other one runs."""
    try:
        return workflow.cores
    except WorkflowError:
        # --rulegraph and --summary neither give nor need a number of cores.
        return 1


def log_of(rule, unit):
    """The log of a rule that works once for a study, for each data set, or for each metric, too."""
    of_unit = {
        "study": rule,
        "dataset": f"{rule}/{{dataset}}",
        "metric": f"{rule}/{{dataset}}.{{metric}}",
    }
    return f"<study>/logs/{of_unit[unit]}.log"


# A loop's variables change; functions of wildcards keep what they are given here.
def read_by(experiment):
    """Input function for the files that an experiment reads."""

    def read(w):
        return experiment_files.input_files(study, experiment, **dict(w.items()))

    return read


def computed_with(experiment):
    """Parameters of the rule that computes an experiment."""

    def inputs(w):
        return experiment_files.parameters(study, experiment, **dict(w.items()))

    def files(w):
        return [path for paths in read_by(experiment)(w).values() for path in paths]

    models = {**settings_of("scoring"), "store": STORE} if experiment.scores else {}
    compute = f"{experiment.name}.compute"
    return {
        **models,
        "versions": versions_of(
            "experiments/evaluate.py", compute, inputs, files=files
        ),
        "module": compute,
        "inputs": inputs,
        "results": list(experiment.result_names()),
    }


def shown_in(experiment, shown):
    """Output files of a figure or table; Snakemake's report has the last."""
    names = ["{dataset}", "{metric}"] if shown.unit == "metric" else []
    stem = targets.Made(experiment, shown, *names).stem(study)
    files = {kind: f"{stem}.{kind}" for kind in study.kinds(shown)}
    last = shown.kinds[-1]
    files[last] = report(
        files[last],
        category=experiment.section,
        labels={"result": ", ".join([shown.title, *names])},
        caption="../report/result.rst",
    )
    return files


def drawn_with(experiment, figure):
    """Parameters of the rule of a figure."""

    # Functions, since braces in a parameter would be wildcards.
    def caption(w):
        return literal(captions.caption(study, experiment, figure, **dict(w.items())))

    def options(w):
        return experiment_files.shown_options(
            study, experiment, figure, w.get("metric")
        )

    return {
        # The style of figures is a file of the user.
        "versions": versions_of(
            "experiments/plot.py",
            experiment.module(figure),
            files=lambda w: study.style or [],
        ),
        "module": experiment.module(figure),
        "labels": LABELS,
        "text": list(experiment.text_columns),
        "size": study.size(figure.name),
        "options": options,
        "caption": caption,
    }


def printed_with(experiment, tables):
    """Parameters of the rule of an experiment's tables."""

    def parameters(table):
        return {
            "stem": targets.Made(experiment, table).stem(study),
            "module": experiment.module(table),
            "results": experiment_files.shown_files(study, experiment, table),
            "options": experiment_files.shown_options(study, experiment, table),
            "caption": captions.caption(study, experiment, table),
        }

    # The one text for all of them in Snakemake's report.
    def caption(w):
        about = [captions.caption(study, experiment, table) for table in tables]
        if len(tables) == 1:
            return literal(about[0])
        titled = [f"{table.title}: {text}" for table, text in zip(tables, about)]
        return "\n\n".join(map(literal, titled))

    modules = [experiment.module(table) for table in tables]
    return {
        "versions": versions_of("experiments/tabulate.py", *modules),
        "tables": lambda w: [parameters(table) for table in tables],
        "labels": LABELS,
        "text": list(experiment.text_columns),
        "caption": caption,
    }
