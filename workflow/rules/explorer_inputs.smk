# What the explorer of a study shows, and where it finds that.

# What the explorer's page is made of, in a browser's languages.
EXPLORER_PAGE = sorted(
    map(str, Path(LIBRARY, "gec_attribution/pages/explorer/static").iterdir())
)


def explored(dataset):
    """Where the explorer finds what it shows of a data set."""

    def of(output, **wildcards):
        return expand(output, dataset=dataset, **wildcards)[0]

    entry = config["datasets"][dataset]
    return {
        "label": LABELS["dataset"][dataset],
        "language": entry["language"],
        "edits": {
            system: of(rules.extract_edits.output.m2, system=system)
            for system in systems_of(dataset)
        },
        "references": [
            of(rules.extract_reference_edits.output.m2, reference=reference)
            for reference in range(len(entry["references"]))
        ],
        "attributions": {
            metric: {
                method: of(rules.attribute_edits.output, metric=metric, method=method)
                for method in METHODS
            }
            for metric in metrics_of(dataset)
        },
        "coalitions": of(rules.plan_coalitions.output.coalitions),
        "scores": {metric: of(SCORES, metric=metric) for metric in metrics_of(dataset)},
        "interactions": {
            metric: of(rules.find_interactions.output, metric=metric)
            for metric in metrics_of(dataset)
            if EXPERIMENTS["interactions"] is not None and dataset in DATASETS
        },
        "explanations": explained_by_system(dataset),
        "explained_references": explained_references(dataset),
        "judged": local_file(entry["sources"]) if dataset in JUDGED_DATASETS else [],
        "authors": local_file(entry["authors"]) if "authors" in entry else [],
        # What is said of that file, and the lines of it that the data set has.
        "read_authors": {"entry": entry.get("authors"), "lines": entry["lines"]},
    }


def explained_by_system(dataset):
    """What each explainer says of the systems' corrections: a file for each of its runs."""
    found = {}
    for explainer, correction, runs in explanations_of(dataset):
        if correction in systems_of(dataset):
            found.setdefault(explainer, {})[correction] = runs
    return found


def explained_references(dataset):
    """The same of the first reference; without a name, what the data set says of it."""
    gold = gold_explanations(dataset)
    explained = {
        explainer: runs
        for explainer, correction, runs in explanations_of(dataset)
        if correction == REFERENCE
    }
    return {**({"": [gold]} if gold else {}), **explained}


# Those in which people judged each edit.
JUDGED_DATASETS = (
    datasets_of("human_judgements")
    if EXPERIMENTS["human_judgements"] is not None
    else []
)
EXPLORED = {
    dataset: explored(dataset) for dataset in dict.fromkeys(DATASETS + JUDGED_DATASETS)
}


def files_in(entry):
    """Every file that some nested mappings and lists name, apart from what describes them."""
    if isinstance(entry, str):
        return [entry]
    if isinstance(entry, dict):
        entry = [
            value
            for key, value in entry.items()
            if key not in {"label", "language", "read_authors"}
        ]
    return [file for value in entry for file in files_in(value)]


def overview_tables():
    """The tables of the figures that the explorer's overview has, those of the study."""
    tables = {
        "bias": expand(rules.evaluate_bias.output.bias, dataset=datasets_of("bias")),
        "agreement": tables_of("agreement", datasets=DATASETS_WITH_REFERENCES),
        "precision": tables_of(
            "precision",
            metrics=OPTIONS["precision"]["metrics"] or METRICS,
            datasets=datasets_of("precision"),
        ),
    }
    chosen = {
        name: files for name, files in tables.items() if EXPERIMENTS[name] is not None
    }
    counts = expand(rules.evaluate_edit_counts.output, dataset=DATASETS)
    return {**chosen, "edit_counts": counts}
