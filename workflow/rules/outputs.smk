# What the last stage makes: the files of each figure and table, their place in the report, the targets.

from gec_attribution.evaluation import bootstrap
from gec_attribution.formatting.restructured_text import literal
from gec_attribution.storage.csv_files import read_tables
from gec_attribution.tables.warnings import summary


def in_report(path, section, label, caption):
    """A result that the report shows under a section of the paper."""
    return report(
        path,
        category=section,
        labels={"result": label},
        caption=f"../report/{caption}.rst",
    )


def figure(name, section, label, caption=None):
    """The output files of a figure; the report shows the SVG."""
    stem = f"{STUDY}/figures/{name}"
    return {
        "pdf": f"{stem}.pdf",
        "png": f"{stem}.png",
        "svg": in_report(f"{stem}.svg", section, label, caption or name),
        "csv": f"{stem}.csv",
    }


def table(name, section, label, caption=None):
    """The output files of a table; the report shows the CSV."""
    stem = f"{STUDY}/tables/{name}"
    return {
        "tex": f"{stem}.tex",
        "md": f"{stem}.md",
        "csv": in_report(f"{stem}.csv", section, label, caption or name),
    }


def caption_params(datasets=DATASETS, metrics=METRICS, methods=METHODS):
    """What a caption says about the run that made its figure or table."""
    shown = {"dataset": datasets, "metric": metrics, "method": methods}
    names = {
        f"{kind}s": ", ".join(literal(LABELS[kind][name]) for name in chosen)
        for kind, chosen in shown.items()
    }
    tested = bootstrap.enough_to_test(BOOTSTRAP["resamples"])
    return {**names, **BOOTSTRAP, "test_resamples": tested}


def felt_types_options():
    """The method, under the name a reader knows, and the fewest edits of a type."""
    options = EXPERIMENTS["severity_attribution"] or {}
    return {
        "method": LABELS["method"].get(options.get("method"), ""),
        "min_frequency": options.get("min_frequency", 0),
    }


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


def figures_of(experiment, rule):
    """The figures of an experiment that has one for each data set and metric."""
    return [
        expand(rule.output, dataset=dataset, metric=metric)
        for dataset in datasets_of(experiment)
        for metric in EXPERIMENTS[experiment]["metrics"] or METRICS
        if metric in metrics_of(dataset)
    ]


def all_figures():
    """Every figure of the study."""
    wanted = [rules.plot_cumulative_edits.output]
    if EXPERIMENTS["consistency"] is not None:
        wanted.append(rules.plot_consistency.output)
    if EXPERIMENTS["agreement"] is not None and DATASETS_WITH_REFERENCES:
        wanted.append(rules.plot_agreement.output)
    if EXPERIMENTS["efficiency"] is not None:
        wanted.append(rules.plot_efficiency.output)
    if EXPERIMENTS["estimators"] is not None:
        wanted.append(rules.plot_estimators.output)
    if EXPERIMENTS["faithfulness"] is not None:
        wanted.append(rules.plot_faithfulness.output)
        wanted.append(rules.plot_faithfulness_curves.output)
    if EXPERIMENTS["filtering"] is not None and FILTERED_DATASETS:
        wanted.append(rules.plot_filtering.output)
    if EXPERIMENTS["bias"] is not None:
        wanted.append(rules.plot_bias.output)
    if EXPERIMENTS["human_judgements"] is not None:
        wanted.append(rules.plot_human_judgements.output)
    if EXPERIMENTS["human_rankings"] is not None:
        wanted.append(rules.plot_human_rankings.output)
    if EXPERIMENTS["vulnerability"] is not None:
        wanted.append(rules.plot_vulnerability.output)
    if EXPERIMENTS["counterfactual_bias"] is not None:
        wanted.append(rules.plot_counterfactual_bias.output)
    if EXPERIMENTS["interactions"] is not None:
        wanted.append(rules.plot_interactions.output)
    if EXPLAINED_DATASETS:
        wanted.append(rules.plot_explained_edits.output)
        if EXPERIMENTS["severity_attribution"] is not None:
            wanted.append(rules.plot_severity_attribution.output)
            wanted.append(rules.plot_felt_types.output)
    if EXPERIMENTS["precision"] is not None:
        wanted += figures_of("precision", rules.plot_precision)
    if EXPERIMENTS["missed_value"] is not None and DATASETS_WITH_MISSED_EDITS:
        wanted.append(rules.plot_missed_value.output)
    if EXPERIMENTS["score_decomposition"] is not None:
        wanted += figures_of("score_decomposition", rules.plot_score_decomposition)
    return [path for outputs in wanted for path in outputs]


def all_tables():
    """Every table of the study, and the listing of all its sentences."""
    wanted = [rules.tabulate_metric_scores.output, rules.tabulate_warnings.output]
    wanted.append(rules.tabulate_score_summary.output)
    compared = []
    if EXPERIMENTS["consistency"] is not None:
        compared.append("consistency")
    if DATASETS_WITH_REFERENCES:
        if EXPERIMENTS["agreement"] is not None:
            compared.append("agreement")
        compared.append("meta_evaluation")
        wanted.append(rules.tabulate_meta_evaluation.output)
        wanted.append(rules.tabulate_system_scores.output)
    if EXPERIMENTS["human_judgements"] is not None:
        compared.append("human_judgements")
        wanted.append(rules.tabulate_human_judgements.output)
        wanted.append(rules.tabulate_human_judgements_by_type.output)
    if EXPERIMENTS["human_rankings"] is not None:
        wanted.append(rules.tabulate_human_rankings.output)
        if PUBLISHED_METRICS:
            wanted.append(rules.check_published_scores.output)
    if EXPERIMENTS["related_forms"] is not None and RELATED_DATASETS and SHAPLEY:
        wanted.append(rules.tabulate_related_forms.output)
    if EXPERIMENTS["vulnerability"] is not None:
        wanted.append(rules.tabulate_vulnerability.output)
    if EXPERIMENTS["counterfactual_bias"] is not None:
        wanted.append(rules.tabulate_counterfactual_bias.output)
    wanted.append(expand(rules.tabulate_differences.output, experiment=compared))
    if EXPERIMENTS["missed_value"] is not None and DATASETS_WITH_MISSED_EDITS:
        wanted.append(rules.tabulate_missed_value.output)
    if EXPERIMENTS["score_decomposition"] is not None:
        wanted.append(rules.tabulate_score_decomposition.output)
        wanted.append(rules.tabulate_score_differences.output)
    if EXPERIMENTS["sampling_error"] is not None:
        wanted.append(rules.tabulate_sampling_error.output)
    if EXPERIMENTS["estimators"] is not None:
        wanted.append(rules.tabulate_estimators.output)
    if EXPERIMENTS["faithfulness"] is not None:
        wanted.append(rules.tabulate_faithfulness.output)
    if EXPERIMENTS["filtering"] is not None and FILTERED_DATASETS:
        wanted.append(rules.tabulate_filtering.output)
    if EXPERIMENTS["interactions"] is not None:
        wanted.append(rules.tabulate_interactions.output)
        wanted.append(rules.tabulate_strongest_interactions.output)
    if EXPERIMENTS["joined_players"] is not None and DATASETS_WITH_JOINED_PLAYERS:
        wanted.append(rules.tabulate_joined_players.output)
    if EXPLAINED_DATASETS:
        wanted += [
            rules.tabulate_taxonomy.output,
            rules.tabulate_corpus_statistics.output,
        ]
        wanted.append(expand(rules.tabulate_explained_systems.output, kind=SOLUTIONS))
        if EXPERIMENTS["severity_attribution"] is not None:
            wanted += [
                rules.tabulate_severity_attribution.output,
                rules.tabulate_felt_types.output,
            ]
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
    return summary(read_tables([made])) if made.is_file() else []
