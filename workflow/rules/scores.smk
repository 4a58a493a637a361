# Stage 5: the score of every planned pair under every metric.


rule score_pairs:
    input:
        pairs=rules.plan_coalitions.output.pairs,
        coalitions=rules.plan_coalitions.output.coalitions,
        sources=rules.prepare_sources.output[0],
        references=references_for_metric,
        models=models_of_metric,
        # With several shards, their jobs have filled the store, and this one only reads it.
        parts=(
            gather.pairs(
                "<study>/{dataset}/scores/{metric}.{scatteritem}.stored",
                allow_missing=True,
            )
            if study.scoring.shards > 1
            else []
        ),
    output:
        scores="<study>/{dataset}/scores/{metric}.parquet",
        ends="<study>/{dataset}/ends/{metric}.parquet",
    log:
        "<study>/logs/score_pairs/{dataset}.{metric}.log",
    benchmark:
        "<study>/benchmarks/score_pairs/{dataset}.{metric}.tsv"
    wildcard_constraints:
        metric=one_of(SCORED_METRICS),
    # The longest jobs start first, those of the study's first metric before the others, so that none is left alone at the end.
    priority: lambda w: 2 - SCORED_METRICS.index(w.metric) / len(SCORED_METRICS)
    conda:
        "../../envs/scores.yaml"
    # One thread, so that a score does not depend on how many cores the machine has.
    threads: 1
    params:
        **settings_of("scoring"),
        versions=versions_of(
            "scores/score_pairs.py",
            lambda w: study.metrics[w.metric].spec,
            files=models_of_metric,
        ),
        metric=lambda w: study.metrics[w.metric].spec,
        language=lambda w: study.datasets[w.dataset].language,
        store=STORE,
        systems=lambda w: study.systems_of(w.dataset),
    script:
        "../../scripts/scores/score_pairs.py"


use rule score_pairs as score_part with:
    input:
        pairs=rules.plan_coalitions.output.pairs,
        sources=rules.prepare_sources.output[0],
        references=references_for_metric,
        models=models_of_metric,
    output:
        temp(touch("<study>/{dataset}/scores/{metric}.{scatteritem}.stored")),
    log:
        "<study>/logs/score_pairs/{dataset}.{metric}.{scatteritem}.log",
    benchmark:
        "<study>/benchmarks/score_pairs/{dataset}.{metric}.{scatteritem}.tsv"


rule derive_scores:
    input:
        scores=lambda w: f"<study>/{w.dataset}/scores/{study.scored_metric(w.metric)}.parquet",
        coalitions=rules.plan_coalitions.output.coalitions,
        sources=rules.prepare_sources.output[0],
    output:
        scores="<study>/{dataset}/scores/{metric}.parquet",
        ends="<study>/{dataset}/ends/{metric}.parquet",
    log:
        "<study>/logs/derive_scores/{dataset}.{metric}.log",
    wildcard_constraints:
        metric=one_of(study.metrics.keys() - set(SCORED_METRICS)),
    conda:
        "../../envs/analysis.yaml"
    params:
        versions=versions_of("scores/derive_scores.py"),
        component=lambda w: study.component(w.metric),
        systems=lambda w: study.systems_of(w.dataset),
    script:
        "../../scripts/scores/derive_scores.py"
