# Stage 7: the experiments. Each computes its tables, draws its figures and prints its tables by rules that are made
# from its declaration; what does not fit them has a rule of its own in evaluation.smk or tables.smk.

for experiment in experiments().values():
    if experiment.computed:

        rule:
            name:
                experiment.rule_name()
            input:
                unpack(
                    ask(
                        experiment_files.input_files,
                        study=study,
                        experiment=experiment,
                    )
                ),
            output:
                **experiment_files.output_files(study, experiment),
            log:
                log_of(experiment.rule_name(), experiment.unit),
            group:
                None if experiment.scores else "evaluation"
            conda:
                f"../../envs/{experiment.environment}.yaml"
            params:
                **(
                    {**settings_of("scoring"), "store": STORE}
                    if experiment.scores
                    else {}
                ),
                module=f"{experiment.name}.compute",
                inputs=ask(
                    experiment_files.parameters, study=study, experiment=experiment
                ),
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
            group:
                "figures"
            conda:
                "../../envs/analysis.yaml"
            params:
                module=f"{experiment.name}.{drawn.module}",
                labels=LABELS,
                options=ask(
                    experiment_files.drawing_options,
                    study=study,
                    experiment=experiment,
                    shown=drawn,
                ),
                style=STYLE_OF_FIGURES,
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
            group:
                "figures"
            conda:
                "../../envs/analysis.yaml"
            params:
                module=f"{experiment.name}.{printed.module}",
                labels=LABELS,
                text=list(experiment.text_columns),
                join=experiment_files.joining_options(study, experiment, printed),
                caption=caption_of(experiment, printed),
                style=STYLE_OF_TABLES,
                escaped=caption_of(experiment, printed, literal),
            script:
                "../../scripts/experiments/tabulate.py"
