# Stage 5: the score of every planned pair under every metric.


rule score_pairs:
    input:
        pairs=rules.plan_coalitions.output.pairs,
        coalitions=rules.plan_coalitions.output.coalitions,
        number=rules.prepare_sources.output.number,
        models=scored_with,
        sources=sources_read,
        references=references_read,
        # Where several jobs score, the store has all scores already.
        parts=(
            gather.pairs(
                f"{STUDY}/{{dataset}}/scores/{{metric}}.{{scatteritem}}.stored",
                allow_missing=True,
            )
            if study.scoring.shards > 1
            else []
        ),
    output:
        scores=f"{STUDY}/{{dataset}}/scores/{{metric}}.parquet",
        ends=f"{STUDY}/{{dataset}}/ends/{{metric}}.parquet",
    log:
        f"{LOGS}/score_pairs/{{dataset}}.{{metric}}.log",
    benchmark:
        f"{STUDY}/benchmarks/score_pairs/{{dataset}}.{{metric}}.tsv"
    wildcard_constraints:
        metric=one_of(SCORED_METRICS),
    # The longest jobs start as soon as they can, the study's first metric before the others, so that none is left alone at the
    # end.
    priority: lambda wildcards: 2 - SCORED_METRICS.index(wildcards.metric) / len(SCORED_METRICS)
    conda:
        "../../envs/scores.yaml"
    # One thread, so that a score does not depend on how many cores the machine has.
    threads: 1
    params:
        **settings_of("scoring"),
        metric=metric_entry,
        language=language_param,
        store=STORE,
        systems=systems_param,
    script:
        "../../scripts/scores/score_pairs.py"


use rule score_pairs as score_part with:
    input:
        pairs=rules.plan_coalitions.output.pairs,
        models=scored_with,
        sources=sources_read,
        references=references_read,
    output:
        temp(touch(f"{STUDY}/{{dataset}}/scores/{{metric}}.{{scatteritem}}.stored")),
    log:
        f"{LOGS}/score_pairs/{{dataset}}.{{metric}}.{{scatteritem}}.log",
    benchmark:
        f"{STUDY}/benchmarks/score_pairs/{{dataset}}.{{metric}}.{{scatteritem}}.tsv"


rule derive_scores:
    input:
        scores=whole_metric_scores,
        coalitions=rules.plan_coalitions.output.coalitions,
        number=rules.prepare_sources.output.number,
    output:
        scores=f"{STUDY}/{{dataset}}/scores/{{metric}}.parquet",
        ends=f"{STUDY}/{{dataset}}/ends/{{metric}}.parquet",
    log:
        f"{LOGS}/derive_scores/{{dataset}}.{{metric}}.log",
    wildcard_constraints:
        metric=one_of(DERIVED_METRICS),
    conda:
        "../../envs/analysis.yaml"
    params:
        component=lambda wildcards: study.component(wildcards.metric),
        systems=systems_param,
    script:
        "../../scripts/scores/derive_scores.py"
