# What the report shows: every figure and table of the study that is also part of Snakemake's own report.

from types import SimpleNamespace

from snakemake.io import is_flagged

# What captions never ask for.
NO_CAPTION = {"code", "labels", "module", "join"}


def reported(path):
    """What the report says of a result: of which section it is, its title and its caption; None of other files."""
    for each in workflow.rules:
        for output in each.output:
            matched = output.match(path)
            if matched and is_flagged(output, "report"):
                return entry_of(path, each, output.flags["report"], matched.groupdict())
    return None


def entry_of(path, rule, shown, wildcards):
    """An entry of the report, with the parameters that its caption asks for."""
    stem = Path(path).with_suffix("")
    title = rules.document_results.params.titles.get(stem.name.split(".")[0])
    about = ", ".join(
        LABELS[kind][name] for kind, name in wildcards.items() if kind in LABELS
    )
    params = {
        key: value(SimpleNamespace(**wildcards)) if callable(value) else value
        for key, value in rule.params.items()
        if key not in NO_CAPTION
    }
    return {
        "stem": str(stem),
        "is_figure": path.endswith(".svg"),
        "section": shown.category,
        "title": f"{title or shown.labels['result']}{about and ': '}{about}",
        "caption": str(shown.caption),
        "params": params,
    }


def reported_results():
    """The entries of all figures and tables."""
    entries = map(reported, (*all_tables(), *all_figures()))
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
