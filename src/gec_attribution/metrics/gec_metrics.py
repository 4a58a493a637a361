"""Metrics of the package gec-metrics (Goto, Sakai and Watanabe 2025), by their ids there."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Annotated, Any, ClassVar

import numpy as np
from pydantic import Field

from gec_attribution.errors import ConfigError, ModelError, unknown
from gec_attribution.languages.pipelines import USUAL_PIPELINE
from gec_attribution.metrics.base import ReferenceMetric, References
from gec_attribution.plugins.extras import needed_by
from gec_attribution.storage.signatures import with_contents


class GecMetrics(ReferenceMetric):
    """Sentence scores of gec-metrics; it loads its own models, where and as it says.

    Attributes:
        reference_free: ids of the metrics that read no references.
    """

    version = 1
    reference_free: ClassVar[tuple[str, ...]] = (
        "scribendi",
        "impara",
        "some",
        "llmkobayashi24hfedit",
        "llmkobayashi24hfsent",
        "llmkobayashi24openaiedit",
        "llmkobayashi24openaisent",
    )

    def __init__(
        self,
        *,
        id: Annotated[str, Field(description="Id in gec-metrics, such as `green`.")],  # noqa: A002
        config: Annotated[
            Mapping[str, object] | None,
            Field(description="Fields of the metric's `Config` in gec-metrics."),
        ] = None,
    ) -> None:
        with needed_by("a metric of gec-metrics"):
            import gec_metrics

        if id not in gec_metrics.get_metric_ids():
            raise ConfigError(
                f"id: {unknown('metric', id, gec_metrics.get_metric_ids())}"
            )
        kind = gec_metrics.get_metric(id)
        fields = dict(config or {})
        if fields.get("no_weight") is False:
            raise ConfigError(
                f"config.no_weight: found false; the weights of {id} belong to places in a corpus, "
                "and here a sentence is scored wherever it stands; leave it out"
            )
        # A path is told apart by its content.
        contents = with_contents(fields)
        # The model of PT-ERRANT's weights has a configuration of its own.
        of_weights = fields.get("weight_model_config")
        try:
            if isinstance(of_weights, Mapping):
                weights = gec_metrics.get_metric(
                    str(fields.get("weight_model_name", "bertscore"))
                )
                fields["weight_model_config"] = weights.Config(**of_weights)
            self._metric = kind(kind.Config(**fields))
        except TypeError as error:
            allowed = ", ".join(vars(kind.Config()))
            raise ConfigError(
                f"config: {error}; {id} has the fields {allowed}"
            ) from error
        except OSError as error:
            advice = ""
            if USUAL_PIPELINE in str(error):
                advice = f" Get it by `python -m spacy download {USUAL_PIPELINE}`."
            raise ModelError(f"gec-metrics' {id}: {error}{advice}") from error
        self.needs_references = id not in self.reference_free
        self.dependencies = {
            "id": id,
            "config": contents,
            "gec-metrics": version("gec-metrics"),
        }

    def score(
        self,
        sources: Sequence[str],
        hypotheses: Sequence[str],
        references: References = (),
    ) -> np.ndarray:
        """See `ReferenceMetric.score`."""
        if not self.needs_references:
            scores = self._scored(sources, hypotheses)
            return np.array(scores, dtype=float)
        # gec-metrics takes as many references of each sentence as of all others.
        by_count: dict[int, list[int]] = defaultdict(list)
        for place, texts in enumerate(references):
            by_count[len(texts)].append(place)
        scores = np.empty(len(hypotheses))
        for places in by_count.values():
            by_person = zip(*(references[place] for place in places), strict=True)
            scores[places] = self._scored(
                [sources[place] for place in places],
                [hypotheses[place] for place in places],
                list(map(list, by_person)),
            )
        return scores

    def _scored(
        self,
        sources: Sequence[str],
        hypotheses: Sequence[str],
        references: Sequence[Sequence[str]] = (),
    ) -> Any:
        with needed_by("a metric of gec-metrics"):
            from gec_metrics.metrics import inputs_handler

        given = inputs_handler(
            self._metric, list(sources), list(hypotheses), list(references)
        )
        return self._metric.score_sentence(**given)
