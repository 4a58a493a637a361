# What the rules take: files and parameters that the study knows, by the wildcards of the rule.

# Corpora
source_spec = lambda wildcards: study.datasets[wildcards.dataset].sources.spec
reference_spec = ask(files.reference_spec)
given_sources = ask(files.given_sources)
given_reference = ask(files.given_reference)
gold_spec = ask(files.gold_spec)
given_gold = ask(files.given_gold)
written_sources = one_or_none(files.written_sources)
language_param = of_dataset("language")
lines_param = of_dataset("lines")
tokenise_param = of_dataset("tokenise")
pipeline_param = of_dataset("pipeline")
pipeline_inputs = ask(files.pipeline)
pipeline_found = ask(files.pipeline_found)
reference_edits = ask(files.reference_edits)

# Systems
PUBLISHED_SYSTEMS, EXPLAINING_SYSTEMS = (
    study.of_type("systems", kind) for kind in NOT_RUN
)
CORRECTORS = study.of_other_types("systems", *NOT_RUN)
system_entry = lambda wildcards: study.systems[wildcards.system].spec
output_spec = ask(files.output_spec)
given_output = ask(files.given_output)
uncorrected = ask(files.uncorrected)
corrected_with = ask(files.corrected_with)
explained_corrections = ask(files.explained_corrections)
systems_param = ask(study.systems_of)

# Edits and games
form_of_edits = ask(files.form_of_edits)
edits_of_user = one_or_none(files.edits_of_user)
system_edits = ask(files.system_edits)
extraction_signatures = ask(files.extraction_signatures)
played_references = ask(study.played_references)
references_planned = ask(files.references_planned)

# Scores and attributions
DERIVED_METRICS = [
    name for name, entry in study.metrics.items() if isinstance(entry, Component)
]
metric_entry = lambda wildcards: study.metrics[wildcards.metric].spec
scored_with = ask(files.scored_with)
references_read = ask(files.references_read)
sources_read = one_or_none(files.sources_read)
whole_metric_scores = ask(files.whole_scores)

# Explanations
GIVEN_EXPLAINERS = study.of_type("explainers", "outputs")
EXPLAINERS = study.of_other_types("explainers", "outputs")
run_of = lambda wildcards: int(wildcards.run.lstrip(".") or 1)
explainer_entry = lambda wildcards: study.explainers[wildcards.explainer].spec_of_run(
    run_of(wildcards)
)
explanation_spec = ask(files.explanation_spec)
imported_explanations = ask(files.imported_explanations)
explained_edits = one_or_none(files.explained_edits)
given_explanations = one_or_none(files.given_explanations)
explained_with = ask(files.explained_with)
