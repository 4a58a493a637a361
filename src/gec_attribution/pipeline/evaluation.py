"""The section of a study about its experiments."""

from collections.abc import Collection, Mapping
from functools import cache
from typing import Annotated, Any, Self, cast

from pydantic import BeforeValidator, Field, create_model

from gec_attribution.config.contents import Datasets, Methods, Metrics, Systems
from gec_attribution.config.models import Model, Reading, StudyName
from gec_attribution.config.study import Study
from gec_attribution.experiments.catalogue import experiments
from gec_attribution.experiments.declaration import Experiment, ExperimentOptions, Form


class Evaluation(Model):
    """Experiments of a study; the model that is read has a field for each one with options."""

    resamples: int = Field(
        default=1000,
        ge=100,
        description="Bootstrap resamples of sentences for each 95 % interval; at least 20,000 "
        "where numbers are tested.",
    )

    @classmethod
    def model_of(cls, value: Mapping[str, object], reading: Reading) -> "type[Self]":
        """The model with the experiments that are installed."""
        del value, reading
        return cast("type[Self]", evaluation_model()) if cls is Evaluation else cls


@cache
def evaluation_model() -> type[Evaluation]:
    """Model of the section about experiments, which other packages may bring."""
    fields: Any = {}
    for name, experiment in experiments().items():
        if experiment.options is not None:
            default = experiment.options() if experiment.default else None
            about = Field(default, description=experiment.about)
            model: Any = experiment.options
            switch = BeforeValidator(_switched, json_schema_input_type=model | bool | None)
            fields[name] = (Annotated[model | None, switch], about)
    return create_model("StudyEvaluation", __base__=Evaluation, **fields)


def _switched(value: Any) -> Any:
    """The entry of an experiment: false leaves it out, true gives no options."""
    return ({} if value else None) if isinstance(value, bool) else value


def _default_evaluation() -> Evaluation:
    return evaluation_model()()


class EvaluatedStudy(Study):
    """A study with the options of its experiments."""

    study: StudyName = Field(description="Name of the study, whose results are in results/<study>.")
    datasets: Datasets
    systems: Systems
    metrics: Metrics
    methods: Methods
    evaluation: Evaluation = Field(
        default_factory=_default_evaluation,
        json_schema_extra={"default": {}},
        description="Experiments. Null or false leaves one out; one with the default null "
        "runs only if it is named.",
    )

    @classmethod
    def names_in(cls, values: object) -> tuple[dict[str, Collection[str]], dict[str, str]]:
        """The names in a study, those of the experiments among them."""
        names, registered = super().names_in(values)
        return {**names, "experiments": experiments()}, registered

    def completed(self) -> Self:
        """A copy in which no experiment needs more edits than are scored unless it says so."""
        study, most = super().completed(), self.coalitions.max_edits
        changed: dict[str, ExperimentOptions | None] = {}
        for name, experiment in experiments().items():
            options = self.entry(name) if experiment.every_coalition else None
            given = options.model_fields_set if options else set()
            if options is None or "max_edits" in given or getattr(options, "max_edits", 0) <= most:
                continue
            # A single edit has no other subset than itself.
            if not given and most == 1:
                changed[name] = None
                continue
            limits = {"max_edits": most}
            if "min_edits" not in given:
                limits["min_edits"] = min(getattr(options, "min_edits", most), most)
            changed[name] = options.model_copy(update=limits)
        evaluation = self.evaluation.model_copy(update=changed)
        return study.model_copy(update={"evaluation": evaluation})

    def entry(self, experiment: str) -> ExperimentOptions | None:
        """The options of an experiment; None where it is left out, or has none."""
        return getattr(self.evaluation, experiment, None)

    def options(self, experiment: Experiment) -> ExperimentOptions:
        """The options of an experiment, with its defaults where the study leaves it out."""
        model = experiment.options or ExperimentOptions
        needed = any(field.is_required() for field in model.model_fields.values())
        return self.entry(experiment.name) or (ExperimentOptions() if needed else model())

    def forms(self) -> dict[str, dict[str, Form]]:
        """The forms that options of experiments name, by the option's key and their own name."""
        return {
            f"evaluation.{name}.{option}": forms
            for name, experiment in experiments().items()
            for option in experiment.form_options
            if (forms := getattr(self.entry(name), option, None))
        }
