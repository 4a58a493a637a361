# Stage 7: the experiments. Each computes its tables, draws its figures and prints its tables by rules that are made
# from its declaration; a rule of its name makes all of these. One of them, as if it were written out:
#
#   rule evaluate_bias:
#       input:
#           attributions=lambda w: expand(
#               f"<study>/{w.dataset}/attributions/{{metric}}/{METHODS[0]}.parquet",
#               metric=study.metrics_of(w.dataset),
#           ),
#       output:
#           "<study>/{dataset}/evaluation/bias.csv",
#       log:
#           "<study>/logs/evaluate_bias/{dataset}.log",
#       group:
#           "evaluation"
#       conda:
#           "../../envs/analysis.yaml"
#       params:
#           versions=versions_of("experiments/evaluate.py", "bias.compute"),
#           module="bias.compute",
#           # The data set, its systems and metrics, the options of `evaluation.bias`, resamples and seed.
#           inputs=lambda w: {"dataset": w.dataset, "options": {"min_frequency": 31}},
#           results=["bias"],
#       script:
#           "../../scripts/experiments/evaluate.py"


REPORT_ITEMS = targets.report_items(study)

for experiment in filter(study.has, experiments().values()):
    if experiment.computed:

        rule:
            name:
                experiment.rule
            input:
                unpack(read_by(experiment)),
            output:
                experiment_files.output_files(study, experiment),
            log:
                log_of(experiment.rule, experiment.unit),
            group:
                None if experiment.scores else "evaluation"
            conda:
                f"../../envs/{experiment.environment}.yaml"
            # A timed job takes every core, so that no other job runs beside it.
            threads: every_core if experiment.is_timed else 1
            params:
                **computed_with(experiment),
            script:
                "../../scripts/experiments/evaluate.py"

    for drawn in experiment.figures:

        rule:
            """figure"""
            name:
                f"{drawn.rule}_of_metric" if drawn.unit == "metric" else drawn.rule
            input:
                **experiment_files.shown_files(study, experiment, drawn),
                style=study.style or [],
            output:
                **shown_in(experiment, drawn),
            log:
                log_of(drawn.rule, drawn.unit),
            group:
                "figures"
            conda:
                "../../envs/analysis.yaml"
            params:
                **drawn_with(experiment, drawn),
            script:
                "../../scripts/experiments/plot.py"

        if drawn.unit == "metric":

            # All files of a figure that each metric has one of.
            rule:
                """figure"""
                name:
                    drawn.rule
                input:
                    [
                        path
                        for shown in REPORT_ITEMS
                        if shown.item is drawn
                        for path in shown.files(study)
                    ],

    for printed in targets.tables_by_job(study, experiment):

        rule:
            """table"""
            name:
                printed[0].rule
            input:
                experiment_files.all_shown_files(study, experiment, printed),
            output:
                [
                    file
                    for table in printed
                    for file in shown_in(experiment, table).values()
                ],
            log:
                log_of(printed[0].rule, "study"),
            group:
                "figures"
            conda:
                "../../envs/analysis.yaml"
            params:
                **printed_with(experiment, printed),
            script:
                "../../scripts/experiments/tabulate.py"

        for table in printed[1:]:

            # The job above under the name of another table.
            rule:
                """table"""
                name:
                    table.rule
                input:
                    targets.Made(experiment, table).files(study),

    rule:
        """figures and tables of the experiment"""
        name:
            experiment.name
        input:
            [
                path
                for shown in REPORT_ITEMS
                if shown.experiment is experiment
                for path in shown.files(study)
            ],
