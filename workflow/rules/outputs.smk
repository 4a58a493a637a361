# What the last stage makes: the targets.

from gec_attribution.experiments.warnings.table import summary
from gec_attribution.statistics import bootstrap
from gec_attribution.storage.csv_files import read_tables

# The tables of corrections with their explanations, and what belongs into each: Tables 3 to 6 of the paper on EXCGEC.
EXPLAINED_TABLES = {
    "multi_task": lambda correction: correction == OWN,
    "ground_truth": lambda correction: correction == REFERENCE,
    "pipelines": lambda correction: correction not in {OWN, REFERENCE},
}
# Whose corrections are explained in those rows of the paper that belong into the same table.
EXPLAINED_IN_PAPER = {
    "multi_task": [OWN],
    "ground_truth": [REFERENCE],
    "pipelines": ["qwen-correct"],
}
ALSO_IN_PAPER = [
    name for name in EXPLAINED_DATASETS if PUBLISHED_DATASETS.get(name) == "excgec-test"
]
SOLUTIONS = {
    name: found
    for name, select in EXPLAINED_TABLES.items()
    if (found := solutions_of(select)) or ALSO_IN_PAPER
}


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


def all_figures():
    """Every figure of the study."""
    return list(experiment_targets("figures"))


def all_tables():
    """Every table of the study, and the listing of all its sentences."""
    wanted = [experiment_targets("tables")]
    compared = [
        name
        for name in (*COMPARED, "human_judgements")
        if study.has(experiments()[name])
    ]
    wanted.append(expand(rules.tabulate_differences.output, experiment=compared))
    if DATASETS_WITH_REFERENCES:
        wanted.append(rules.tabulate_system_scores.output)
    if EXPERIMENTS["human_rankings"] is not None and PUBLISHED_METRICS:
        wanted.append(rules.check_published_scores.output)
    if study.has(experiments()["published_attributions"]) and PUBLISHED_METRICS:
        wanted.append(rules.check_published_attributions.output)
    if study.has(experiments()["right_by_construction"]):
        wanted.append(rules.tabulate_edit_scale.output)
    if EXPERIMENTS["related_forms"] is not None and RELATED_DATASETS and SHAPLEY:
        wanted.append(rules.tabulate_related_forms.output)
    if EXPLAINED_DATASETS:
        wanted.append(expand(rules.tabulate_explained_systems.output, kind=SOLUTIONS))
        if EXPERIMENTS["severity_attribution"] is not None:
            wanted.append(rules.tabulate_felt_types.output)
    if EXPERIMENTS["description_ratings"] is not None:
        wanted.append(rules.tabulate_description_ratings.output)
    if EXPERIMENTS["case_study"] is not None:
        wanted.append(rules.tabulate_case_study.output)
    if PUBLISHED_DATASETS.keys() & set(DATASETS_WITH_REFERENCES):
        wanted.append(rules.tabulate_paper_vs_reproduction.output)
    wanted += [
        expand(
            rules.list_sentences.output,
            dataset=dataset,
            metric=metrics_of(dataset),
            method=METHODS[:1],
        )
        for dataset in DATASETS
    ]
    return [path for outputs in wanted for path in outputs]


def warnings_made():
    """The lines of the table of warnings, if the study has been run so far."""
    made = Path(rules.tabulate_warnings.output.csv)
    text = experiments()["warnings"].text_columns
    return summary(read_tables([made], text)) if made.is_file() else []
