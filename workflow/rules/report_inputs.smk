# What the report shows: every figure and table of the study, in the words of their declarations.


def reported_results():
    """The entries of all figures and tables."""
    entries = (
        experiment_files.shown_result(study, str(path))
        for path in (*all_tables(), *all_figures())
    )
    return [entry for entry in entries if entry is not None]


def report_facts():
    """How the numbers of the study were made, for those who read no configuration."""
    limit = config["coalitions"]["max_edits"]
    above = {"skip": "more are left out", "sample": "more are sampled"}
    return {
        "Attributions": f"exact up to {limit} edits; sentences with "
        f"{above[config['coalitions']['above_max_edits']]}",
        "Intervals": f"95 %, percentile bootstrap over {BOOTSTRAP['resamples']:,} resamples of the sentences, "
        f"where a number draws on at least {bootstrap.MIN_SOURCES} of them",
        "Seed": str(config["seed"]),
    }
