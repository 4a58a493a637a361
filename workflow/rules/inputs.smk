# Input functions of the rules: files of the user, those that were downloaded for a study, and those that only some jobs read.


def sources_of(w):
    """The sources of a data set, as they were brought."""
    return study.datasets[w.dataset].sources.local


def ordinary_sources_of(w):
    """The same, where corrections have to be tokenised as these are."""
    return sources_of(w) if study.datasets[w.dataset].tokenise else []


def reference_of(w):
    """A reference, as it was brought."""
    return study.datasets[w.dataset].references[int(w.reference)].local


def gold_of(w):
    """The explained reference of a data set, as it was brought."""
    return study.datasets[w.dataset].explanations.local


def output_of(w):
    """The output of a system on a data set, as it was brought."""
    return study.systems[w.system].files[w.dataset].local


def pipeline_of(w):
    """The files of the pipeline that analyses a data set's sentences."""
    return study.pipeline_files(w.dataset)


def edits_in_output_of(w):
    """The output of a system that has its edits, too."""
    return output_of(w) if study.form_of_edits(w.dataset, w.system) else []


def references_for_metric(w):
    """The references of a data set, for a metric that reads them."""
    if not study.reads_references(w.metric):
        return []
    return study.paths(w.dataset, "edits/reference.{reference}.m2")


def models_of_metric(w):
    """The files and local models of a metric."""
    return study.files_of(study.metrics[w.metric])


def models_of_system(w):
    """The files and local models of a system."""
    return study.files_of(study.systems[w.system])


def models_of_explainer(w):
    """The files and local models of an explainer."""
    return study.files_of(study.explainers[w.explainer])


def edits_to_explain(w):
    """The edits of a correction; none if the explainer makes the correction itself."""
    if study.corrects(w.explainer, w.correction):
        return []
    name = "reference.0" if w.correction == REFERENCE else w.correction
    return f"<study>/{w.dataset}/edits/{name}.m2"


def explanations_to_correct_by(w):
    """The reference's explanations, by which a pre-explaining model corrects."""
    if w.correction == REFERENCE and study.explains_first(w.explainer):
        return study.gold_explanations(w.dataset)[0]
    return []


def imported_explanations(w):
    """Explanations of a correction that were brought."""
    return study.explainers[w.explainer].files[w.dataset][w.correction].local


def number_of_run(w):
    """The number of an explainer's run, from 1."""
    return int(w.run.lstrip(".") or 1)
