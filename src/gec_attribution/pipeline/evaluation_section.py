"""The section of a study about its experiments."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Self, cast

from pydantic import BeforeValidator, Field, create_model

from gec_attribution.config.models import Model, Reading
from gec_attribution.experiments.catalogue import experiments
from gec_attribution.experiments.declaration import ExperimentOptions


class EvaluationSection(Model):
    """Experiments of a study; the model that is read has a field for each one with options."""

    resamples: int = Field(
        default=20_000,
        ge=100,
        description="Bootstrap resamples of sentences for each 95 % interval and test; at least "
        "20,000 where numbers are tested.",
    )

    @classmethod
    def model_of(cls, value: Mapping[str, object], reading: Reading) -> "type[Self]":
        """The model with the experiments that are installed."""
        del value, reading
        if cls is EvaluationSection:
            return cast("type[Self]", evaluation_model())
        return cls

    def completed(self, exact_up_to: int) -> Self:
        """A copy in which no experiment reads more coalitions than are scored, unless it says so.

        Args:
            exact_up_to: the most edits of a sentence whose coalitions are all scored.
        """
        changed = {
            name: options.completed(exact_up_to)
            for name, options in self
            if isinstance(options, ExperimentOptions)
        }
        return self.model_copy(update=changed)


@cache
def evaluation_model() -> type[EvaluationSection]:
    """Model of the section about experiments, which other packages may bring."""
    fields: Any = {}
    for name, experiment in experiments().items():
        if experiment.options is not None:
            default = experiment.options() if experiment.default else None
            about = Field(default, description=experiment.about)
            model: Any = experiment.options
            switch = BeforeValidator(
                _switched, json_schema_input_type=model | bool | None
            )
            fields[name] = (Annotated[model | None, switch], about)
    return create_model("StudyEvaluation", __base__=EvaluationSection, **fields)


def _switched(value: Any) -> Any:
    """The entry of an experiment: false leaves it out, true gives no options."""
    if not isinstance(value, bool):
        return value
    if value:
        return {}
    return None
