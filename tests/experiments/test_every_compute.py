"""Computation of every experiment, from files as the stages before it write them.

That numbers are right is the matter of each experiment's own tests; here all that is asked of it is
what the figures and tables behind it rely on.
"""

import pytest
from figure_checks import module_of_tests, synthetic_module
from project import ROOT
from small_study import SETTINGS, SYSTEMS

from gec_attribution.experiments.catalogue import experiments
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.experiments.loading import module_of
from gec_attribution.pipeline.config import load_study
from gec_attribution.pipeline.study import Study
from gec_attribution.statistics import bootstrap

EXPERIMENTS = experiments()
COMPUTED = [name for name, experiment in EXPERIMENTS.items() if experiment.computed]
# Nothing of four sentences reaches the default.
OPTIONS = {"min_frequency": 1, "threshold": 0}


@pytest.fixture(autouse=True)
def _few_resamples(monkeypatch):
    monkeypatch.setattr(bootstrap, "TEST_RESAMPLES", 200)


@pytest.fixture(scope="module")
def defaults():
    """The options that the default study has."""
    return Study(load_study(ROOT / "config/config.yaml")).all_options


def inputs_of(name, study, folder, defaults):
    """Inputs of an experiment: the files that it declares to read, and no more."""
    experiment = EXPERIMENTS[name]
    module = module_of_tests(name, "inputs")
    own = module.further(study, folder) if module else {}
    files = dict(own.get("files", {}))
    for reading in experiment.reads:
        key = reading.split()[0]
        if key not in files:
            files[key] = study[key][: 1 if reading == "attributions" else None]
    settings = {**SETTINGS, **own.get("settings", {})}
    known = defaults.get(name) or {}
    options = {key: OPTIONS.get(key, value) for key, value in known.items()}
    return Inputs(
        files,
        dataset=own.get("dataset", "d" if experiment.unit != "study" else ""),
        systems=own.get("systems", list(SYSTEMS)),
        metrics=["m"],
        options={**options, **own.get("options", {})},
        settings=settings,
        resamples=100,
        scoring=own.get("scoring"),
        store=own.get("store", ""),
    )


@pytest.mark.parametrize("name", COMPUTED)
def test_rows_have_the_columns_that_are_shown_and_ordered_intervals(
    name, study, tmp_path, defaults
):
    computed = module_of(f"{name}.compute").compute(inputs_of(name, study, tmp_path, defaults))
    results = EXPERIMENTS[name].result_names()
    tables = computed if isinstance(computed, dict) else {results[0]: computed}
    # What the next rule compares is no table.
    assert tables.keys() - {"statistics"} == set(results)
    for result in results:
        table = tables[result]
        assert len(table) > 0
        if shown := getattr(synthetic_module(name), result, None):
            assert set(shown().columns) <= set(table.columns)
        for column in [key for key in table.columns if key.endswith("_low")]:
            stem = column.removesuffix("_low")
            low, value, high = table[[column, stem, f"{stem}_high"]].dropna().to_numpy(float).T
            assert (low <= value + 1e-9).all()
            assert (value <= high + 1e-9).all()
        assert table["signature"].str.len().gt(0).all()
