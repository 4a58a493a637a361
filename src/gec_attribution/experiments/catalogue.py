"""The list of the experiments, in the order in which config/README.md names them."""

from functools import cache

from gec_attribution.errors import ConfigError, unknown
from gec_attribution.experiments.declaration import Experiment, Figure
from gec_attribution.experiments.loading import GROUP, module_of
from gec_attribution.plugins.entry_points import installed

OWN = (
    "warnings",
    "edit_counts",
    "consistency",
    "agreement",
    "chance",
    "meta_evaluation",
    "efficiency",
    "estimators",
    "case_study",
    "bias",
    "precision",
    "faithfulness",
    "probes",
    "interactions",
    "human_rankings",
    "preferred_edits",
    "uses",
    "system_scores",
    "system_differences",
    "reproduced_outputs",
    "explained_corpora",
    "explained_systems",
    "description_ratings",
    "paper_vs_reproduction",
)
"""Experiments of this package; a folder of each name."""


@cache
def experiments() -> dict[str, Experiment]:
    """All experiments by name: this package's, then those that other installed packages bring.

    Raises:
        ConfigError: an entry point names no experiment, or one of another name.
    """
    listed = {}
    for name in (*OWN, *(name for name in installed(GROUP) if name not in OWN)):
        package = module_of(name)
        experiment = getattr(package, "EXPERIMENT", None)
        if not isinstance(experiment, Experiment) or experiment.name != name:
            raise ConfigError(
                f"evaluation.{name}: {package.__name__} declares no experiment of this name; it "
                f"needs EXPERIMENT = Experiment(name={name!r}, …)"
            )
        listed[name] = experiment
    return listed


def figures() -> dict[str, tuple[Experiment, Figure]]:
    """Every figure with its experiment, by the name of its files."""
    return {
        figure.name: (experiment, figure)
        for experiment in experiments().values()
        for figure in experiment.figures
    }


def experiment_with(result: str) -> Experiment:
    """The experiment that writes a result.

    Raises:
        ConfigError: no experiment does.
    """
    by_result = {
        name: each for each in experiments().values() for name in each.result_names()
    }
    if result not in by_result:
        raise ConfigError(unknown("result", result, by_result))
    return by_result[result]
