# What the rules take: files and parameters that depend on the configuration.

from gec_attribution.corpora.files import format_of
from gec_attribution.languages.pipelines import pipeline_files, pipeline_identity
from gec_attribution.study.places import local_file, local_paths, path_options
from gec_attribution.study.registry import pinned_file, registry
from gec_attribution.study.schemas import entry_schema

# The files of SEEDA: its sources and systems' outputs, and what people said of them.
RANKED = (
    {}
    if EXPERIMENTS["human_rankings"] is None
    else {
        name: pinned_file({"registered": f"seeda/{name}"})
        for name in registry()["seeda"]["files"]
    }
)
JUDGED = {"SEEDA-S": "s", "SEEDA-E": "e"}


def ranked(*names):
    """Where some of these files lie."""
    return [local_file(RANKED[name]) for name in names if name in RANKED]


def downloads():
    """Every file that has to be downloaded, with the entry that describes it."""
    specs = []
    for dataset in config["datasets"].values():
        specs += [dataset["sources"], *dataset["references"]]
        specs += [dataset["explanations"]] if "explanations" in dataset else []
    for system in PUBLISHED_SYSTEMS:
        specs += config["systems"][system]["files"].values()
    for explainer in GIVEN_EXPLAINERS:
        for files in config["explainers"][explainer]["files"].values():
            specs += files.values()
    specs += RANKED.values()
    for data in (TRAINING or {}).get("data", {}).values():
        specs += data if isinstance(data, list) else [data]
    return {
        local_file(spec): spec
        for spec in specs
        if not isinstance(spec, str) and "url" in spec
    }


def source_spec(wildcards):
    return config["datasets"][wildcards.dataset]["sources"]


def written_sources(wildcards):
    """The sources as they were written, by which corrections are tokenised, if they are."""
    return local_file(source_spec(wildcards)) if tokenise_param(wildcards) else []


def reference_spec(wildcards):
    return config["datasets"][wildcards.dataset]["references"][int(wildcards.reference)]


def output_spec(wildcards):
    return config["systems"][wildcards.system]["files"][wildcards.dataset]


def system_entry(wildcards):
    return config["systems"][wildcards.system]


def corrected_by(entry):
    """What a system corrects: the sources, or the output of the system it comes after."""
    if before := entry.get("after"):
        return f"{STUDY}/{{dataset}}/systems/{before}.txt"
    return rules.prepare_sources.output[0]


def uncorrected(wildcards):
    """What the system of a rule corrects."""
    return corrected_by(system_entry(wildcards))


def combined_edits(wildcards):
    """The edits of the systems that a combination lets vote."""
    return expand(
        f"{STUDY}/{wildcards.dataset}/edits/{{system}}.m2",
        system=system_entry(wildcards)["of"],
    )


def filtered_edits(wildcards):
    """The edits of the system that another one filters."""
    system = system_entry(wildcards)["system"]
    return f"{STUDY}/{wildcards.dataset}/edits/{system}.m2"


def filtered_with(wildcards):
    """The files of the models by which a system's edits are filtered."""
    _, entry = scored_metric(system_entry(wildcards)["metric"])
    return named_files("metrics", entry)


def references_of_filter(wildcards):
    """The references of a data set, for a filter whose metric reads them."""
    _, entry = scored_metric(system_entry(wildcards)["metric"])
    return reference_texts(wildcards) if reads_references(entry) else []


def sources_of_filter(wildcards):
    """The sources that those references are of."""
    return rules.prepare_sources.output[0] if references_of_filter(wildcards) else []


def form_of_edits(wildcards):
    """The form of the file in which a system's edits come already; None where they do not."""
    if wildcards.get("system") not in PUBLISHED_SYSTEMS:
        return None
    spec = output_spec(wildcards)
    form = format_of(local_file(spec), spec)
    keeps = form == "judged" or system_entry(wildcards).get("own_edits", True)
    return form if form in {"m2", "judged"} and keeps else None


def explained_corrections(wildcards):
    """The first explanations by the explainer whose corrections are a system's."""
    explainer = system_entry(wildcards)["explainer"]
    run = runs_of(explainer)[0]
    return f"{STUDY}/{wildcards.dataset}/explanations/{explainer}.{OWN}{run}.json"


def edits_of_user(wildcards):
    """The file in which a system's edits come already, if they do."""
    return local_file(output_spec(wildcards)) if form_of_edits(wildcards) else []


def language_param(wildcards):
    return config["datasets"][wildcards.dataset]["language"]


def lines_param(wildcards):
    return config["datasets"][wildcards.dataset]["lines"]


def tokenise_param(wildcards):
    return config["datasets"][wildcards.dataset]["tokenise"]


def pipeline_inputs(wildcards):
    """The files of the pipeline that analyses a data set's sentences, where it has some here."""
    dataset = config["datasets"][wildcards.dataset]
    files = pipeline_files(dataset["language"], dataset["pipeline"])
    return [project_file(str(path)) for path in files]


def pipeline_found(wildcards):
    """Which pipeline that is, so that another one on this machine makes anew what it made."""
    dataset = config["datasets"][wildcards.dataset]
    return pipeline_identity(dataset["language"], dataset["pipeline"])


def pipeline_param(wildcards):
    return config["datasets"][wildcards.dataset]["pipeline"]


def systems_param(wildcards):
    return systems_of(wildcards.dataset)


def system_edits(wildcards):
    """The edits of every system that corrected a data set."""
    pattern = rules.extract_edits.output.m2
    return expand(
        pattern, dataset=wildcards.dataset, system=systems_of(wildcards.dataset)
    )


def extraction_signatures(wildcards):
    """What moved the edits of every system that corrected a data set."""
    pattern = rules.extract_edits.output.signature
    return expand(
        pattern, dataset=wildcards.dataset, system=systems_of(wildcards.dataset)
    )


def system_texts(wildcards):
    """The corrections of every system that corrected a data set."""
    systems = systems_of(wildcards.dataset)
    return [f"{STUDY}/{wildcards.dataset}/systems/{system}.txt" for system in systems]


def reference_texts(wildcards):
    """The references of a data set."""
    pattern = rules.prepare_reference.output[0]
    references = range(len(config["datasets"][wildcards.dataset]["references"]))
    return expand(pattern, dataset=wildcards.dataset, reference=references)


def reference_edits(wildcards):
    """The edits of every reference of a data set."""
    pattern = rules.extract_reference_edits.output.m2
    references = range(len(config["datasets"][wildcards.dataset]["references"]))
    return expand(pattern, dataset=wildcards.dataset, reference=references)


def explainer_entry(wildcards):
    return config["explainers"][wildcards.explainer]


def explanation_spec(wildcards):
    """The file of explanations that exist already."""
    files = explainer_entry(wildcards)["files"]
    return files[wildcards.dataset][wildcards.correction]


def gold_explanations(dataset):
    """The file of a data set's explained reference; none if it has none."""
    spec = config["datasets"][dataset].get("explanations")
    return [] if spec is None else local_file(spec)


def explained_edits(wildcards):
    """The edits that an explainer is given; none if it makes the correction itself."""
    if wildcards.correction == OWN or given_explanations(wildcards):
        return []
    if wildcards.correction == REFERENCE:
        return f"{STUDY}/{wildcards.dataset}/edits/reference.0.m2"
    return f"{STUDY}/{wildcards.dataset}/edits/{wildcards.correction}.m2"


def given_explanations(wildcards):
    """The explanations by which a model corrects, of a pre-explaining one; none of others."""
    if wildcards.correction == REFERENCE:
        if task_of(explainer_entry(wildcards)) == "pre-explaining":
            return gold_explanations(wildcards.dataset)
    return []


def explained_with(wildcards):
    """The files of an explainer's local models."""
    return named_files("explainers", explainer_entry(wildcards))


def runs_of(explainer):
    """The last part of the names of an explainer's files, one for each run."""
    runs = config["explainers"][explainer]["runs"]
    return [""] if runs == 1 else [f".{run}" for run in range(1, runs + 1)]


explanations_of = study.explanations_of


def explanation_files(wildcards):
    """Every run of every explainer of a data set."""
    return [path for *_, files in explanations_of(wildcards.dataset) for path in files]


def ratings_tables():
    """How people's ratings go with the scores of descriptions, if the study has ratings."""
    rated = EXPERIMENTS["description_ratings"] or {}
    return [
        f"{STUDY}/{dataset}/evaluation/description_ratings.csv"
        for dataset in DATASETS
        if dataset == rated.get("dataset")
    ]


def corrects(explainer, correction):
    """Whether the corrections are the explainer's; one that explains first makes them from explanations given."""
    task = task_of(config["explainers"][explainer])
    return correction == OWN or task == "pre-explaining"


def solutions_of(select):
    """Explainer (empty for none) and whose correction, of the explained data sets, in their order.

    Args:
        select: takes whose correction it is; whether it is wanted.
    """
    found = {}
    for dataset in EXPLAINED_DATASETS:
        explained = [(one, other) for one, other, _ in explanations_of(dataset)]
        known = {correction for _, correction in explained}
        alone = [("", name) for name in systems_of(dataset) if name not in known]
        found |= dict.fromkeys(pair for pair in (*explained, *alone) if select(pair[1]))
    return list(found)


def missed_by(wildcards):
    """The method that attributes the edits that systems missed, where a study looks at them."""
    entry = EXPERIMENTS["missed_value"]
    looked_at = entry and wildcards.dataset in datasets_of("missed_value")
    return entry["method"] if looked_at else None


def played_references(wildcards):
    """The most edits of a reference whose own edits are played, where a study plays them."""
    entry = EXPERIMENTS["right_by_construction"]
    plays = entry and wildcards.dataset in datasets_of("right_by_construction")
    return entry["max_edits"] if plays else None


def references_planned(wildcards):
    """The references of whose edits coalitions are planned."""
    planned = missed_by(wildcards) or played_references(wildcards)
    return reference_edits(wildcards) if planned else []


def metric_entry(wildcards):
    return config["metrics"][wildcards.metric]


def summed_parts(wildcards):
    """The components that a metric sums with weights, if it does; see its type's schema."""
    entry = metric_entry(wildcards)
    known = (entry_schema("metrics", entry) or {}).get("properties", {})
    return entry.get("coefficients", known.get("coefficients", {}).get("default"))


def models_of(kind):
    """The local models that each of the systems or metrics names, as they are written."""
    named = {}
    for name, entry in config[kind].items():
        options = path_options(kind, AS_WRITTEN[kind][name])
        local = [key for key, path in local_paths(kind, entry).items() if path.is_dir()]
        if local:
            named[name] = ", ".join(dict.fromkeys(options[key] for key in local))
    return named


def named_files(kind, entry):
    """The files and local models of an entry, so that what depends on them is made again with them."""
    if absent := ABSENT_MODELS.keys() & path_options(kind, entry).values():
        raise WorkflowError("\n".join(ABSENT_MODELS[path] for path in sorted(absent)))
    files = []
    for path in local_paths(kind, entry).values():
        files += [path] if path.is_file() else model_files(path)
    return [str(file) for file in files]


def model_files(folder):
    """The files of a model folder that move what the model makes."""
    return sorted(
        file
        for file in folder.rglob("*")
        if file.is_file() and file.suffix in {".safetensors", ".bin", ".json", ".txt"}
    )


def corrected_with(wildcards):
    """The files that a system's entry names, and those of its local models."""
    return named_files("systems", system_entry(wildcards))


def scored_with(wildcards):
    """The files of a metric's local models."""
    return named_files("metrics", metric_entry(wildcards))


def entries_of(select):
    """The entries of several metrics of the data set of a rule, by name.

    Args:
        select: takes the data set; the metrics.
    """
    return lambda wildcards: {
        metric: config["metrics"][metric] for metric in select(wildcards.dataset)
    }


def models_scoring(select):
    """The files of those metrics' local models."""
    return lambda wildcards: [
        file
        for entry in entries_of(select)(wildcards).values()
        for file in named_files("metrics", entry)
    ]


def scored_datasets(metric):
    """The data sets whose pairs a metric scores."""
    return [dataset for dataset in DATASETS if metric in metrics_of(dataset)]


def scored_metric(metric):
    """Name and entry of the metric whose models score: itself, or what it is a component of."""
    name = config["metrics"][metric].get("of", metric)
    return [name, config["metrics"][name]]


def scored_entry(wildcards):
    """The same for the metric of a rule."""
    return scored_metric(wildcards.metric)


def references_read(wildcards):
    """The references of a data set, for a metric that reads them."""
    if not reads_references(metric_entry(wildcards)):
        return []
    return reference_texts(wildcards)


def sources_read(wildcards):
    """The sources that those references are of."""
    return rules.prepare_sources.output[0] if references_read(wildcards) else []


def whole_metric_scores(wildcards):
    """The scores of the metric that a derived metric is a component of."""
    return f"{STUDY}/{wildcards.dataset}/scores/{metric_entry(wildcards)['of']}.parquet"


def statistics_of_metrics(wildcards):
    """The resampled statistics of an experiment, of each metric that scores the data set."""
    return expand(
        f"{STUDY}/{{dataset}}/evaluation/{{experiment}}/{{metric}}.parquet",
        metric=metrics_of(wildcards.dataset),
        **wildcards,
    )


def attributions_of_metrics(wildcards):
    """The attributions by every method, for each metric that scores the data set."""
    return expand(
        rules.attribute_edits.output[0],
        metric=metrics_of(wildcards.dataset),
        method=METHODS,
        **wildcards,
    )


def attributions_by(method):
    """The attributions by one method, for the data set and metric of the rule."""
    return f"{STUDY}/{{dataset}}/attributions/{{metric}}/{method}.parquet"


def tables_of(experiment, metrics=METRICS, datasets=DATASETS):
    """The tables of an experiment, for each data set and each of the metrics that score it."""
    return [
        f"{STUDY}/{dataset}/evaluation/{experiment}/{metric}.csv"
        for dataset in datasets
        for metric in metrics
        if metric in metrics_of(dataset)
    ]


def timed_systems(wildcards):
    """The entries of the systems that are timed on a data set, by name."""
    return {
        system: config["systems"][system]
        for system in systems_of(wildcards.dataset)
        if system in TIMED_SYSTEMS
    }


def timed_with(wildcards):
    """The files that those entries name, and those of their local models."""
    entries = timed_systems(wildcards).values()
    return [file for entry in entries for file in named_files("systems", entry)]


def system_speeds():
    """The speeds of the systems that are timed, on the data sets that have references."""
    if EXPERIMENTS["system_speed"] is None:
        return []
    return [
        f"{STUDY}/{dataset}/evaluation/system_speed.csv"
        for dataset in DATASETS_WITH_REFERENCES
        if set(systems_of(dataset)) & set(TIMED_SYSTEMS)
    ]


def attributions_by_shapley(wildcards):
    """The Shapley values of a data set's edits, of each metric that scores it."""
    return expand(
        attributions_by(SHAPLEY),
        metric=metrics_of(wildcards.dataset),
        **wildcards,
    )


def settings_of(stage):
    """Parameters of a rule that runs the models of a stage, `correction` or `scoring`.

    Of the settings, only these two move a number. Snakemake keeps no record of what it derives from
    threads: another batch size makes nothing anew.
    """
    moving = {key: config[stage][key] for key in ("dtype", "max_length")}
    return {stage: lambda wildcards, threads: config[stage], "moving": moving}


def options_of(experiment):
    """The options of an experiment, apart from the data sets it looks at and the systems it draws."""
    return {
        key: value
        for key, value in OPTIONS[experiment].items()
        if key not in {"datasets", "systems"}
    }


def not_drawn(experiment):
    """The systems that an experiment's figure leaves out."""
    drawn = OPTIONS[experiment]["systems"]
    return [name for name in config["systems"] if drawn and name not in drawn]


def corpus(name):
    """A file of the training corpora."""
    return f"{TRAINING['corpora']}/{name}"


def treebanks(part):
    return [corpus(f"treebank/{name}-{part}.conllu.xz") for name in ("ewt", "gum")]
