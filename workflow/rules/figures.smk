# Stage 8: the figures, each as PDF, PNG and SVG, with the numbers behind it as CSV.

LABELS = {
    "dataset": labels("datasets"),
    "system": labels("systems"),
    "metric": labels("metrics"),
    "method": labels("methods"),
}


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


def tables_of(experiment, metrics=METRICS, datasets=DATASETS):
    """The tables of an experiment, for each data set and metric."""
    return expand(
        f"{STUDY}/{{dataset}}/evaluation/{experiment}/{{metric}}.csv",
        dataset=datasets,
        metric=metrics,
    )


def shown(kind, names):
    """Labels in a row, for captions."""
    return ", ".join(LABELS[kind][name] for name in names)


def caption_params(datasets=DATASETS, metrics=METRICS, methods=METHODS):
    """What a caption says about the run that made its figure or table."""
    return {
        "datasets": shown("dataset", datasets),
        "metrics": shown("metric", metrics),
        "methods": shown("method", methods),
        **BOOTSTRAP,
    }


rule plot_cumulative_edits:
    input:
        tables=expand(rules.evaluate_edit_counts.output[0], dataset=DATASETS),
    output:
        **figure("cumulative_edits", "4.1 Settings", "Figure 2: number of edits"),
    log:
        f"{LOGS}/plot_cumulative_edits.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        labels=LABELS,
        max_edits=config["coalitions"]["max_edits"],
        caption=caption_params(),
    script:
        "../../scripts/plot_cumulative_edits.py"


rule plot_consistency:
    input:
        tables=tables_of("consistency"),
    output:
        **figure("consistency", "4.3 Consistency", "Figure 3: consistency"),
    log:
        f"{LOGS}/plot_consistency.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        labels=LABELS,
        caption=caption_params(),
        options=EXPERIMENTS["consistency"],
    script:
        "../../scripts/plot_consistency.py"


rule plot_agreement:
    input:
        tables=tables_of("agreement", datasets=DATASETS_WITH_REFERENCES),
    output:
        **figure("agreement", "4.4 Agreement with references", "Figure 4: agreement"),
    log:
        f"{LOGS}/plot_agreement.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        labels=LABELS,
        caption=caption_params(DATASETS_WITH_REFERENCES),
        options=EXPERIMENTS["agreement"],
    script:
        "../../scripts/plot_agreement.py"


rule plot_efficiency:
    input:
        tables=tables_of("efficiency", SCORED_METRICS, datasets_of("efficiency")),
    output:
        **figure("efficiency", "4.5 Efficiency", "Figure 5: time"),
    log:
        f"{LOGS}/plot_efficiency.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        labels=LABELS,
        caption=caption_params(datasets_of("efficiency"), SCORED_METRICS),
        options=EXPERIMENTS["efficiency"],
    script:
        "../../scripts/plot_efficiency.py"


rule plot_bias:
    input:
        tables=tables_of("bias", datasets=datasets_of("bias")),
    output:
        **figure("bias", "5.1 Case study and bias", "Figure 6: bias"),
    log:
        f"{LOGS}/plot_bias.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        labels=LABELS,
        min_frequency=EXPERIMENTS["bias"]["min_frequency"],
        caption=caption_params(
            datasets_of("bias"), methods=[EXPERIMENTS["bias"]["method"]]
        ),
    script:
        "../../scripts/plot_bias.py"


rule plot_precision:
    input:
        tables=[f"{STUDY}/{{dataset}}/evaluation/precision/{{metric}}.csv"],
    output:
        **figure(
            "precision.{dataset}.{metric}",
            "5.2 Precision by error type",
            "Figure 7: precision, {dataset}, {metric}",
            "precision",
        ),
    log:
        f"{LOGS}/plot_precision/{{dataset}}.{{metric}}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        labels=LABELS,
        min_frequency=EXPERIMENTS["precision"]["min_frequency"],
        caption=lambda wildcards: caption_params(
            [wildcards.dataset],
            [wildcards.metric],
            [EXPERIMENTS["precision"]["method"]],
        ),
    script:
        "../../scripts/plot_precision.py"


def all_figures():
    """Every figure of the study."""
    fixed = [
        rules.plot_cumulative_edits,
        rules.plot_consistency,
        rules.plot_efficiency,
        rules.plot_bias,
    ]
    if DATASETS_WITH_REFERENCES:
        fixed.append(rules.plot_agreement)
    precision = expand(
        rules.plot_precision.output,
        dataset=datasets_of("precision"),
        metric=EXPERIMENTS["precision"]["metrics"] or METRICS,
    )
    return [path for rule in fixed for path in rule.output] + precision
