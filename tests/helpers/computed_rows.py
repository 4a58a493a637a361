"""Rows that experiments compute from the small study, and more of them under further names."""

import functools
import importlib
import tempfile
from pathlib import Path

import experiment_inputs
import pandas as pd
import pytest
import small_study
from project import ROOT

from gec_attribution.config.entries import plain
from gec_attribution.experiments.catalogue import experiment_with, experiments
from gec_attribution.experiments.loading import module_of
from gec_attribution.languages import load_language
from gec_attribution.pipeline.opening import load_study
from gec_attribution.statistics import bootstrap

METRICS = ("SOME", "IMPARA", "PPL")
METHODS = ("Shapley", "Add", "Sub")
# Nothing of four sentences reaches the default.
OPTIONS = {"min_frequency": 1, "threshold": 0}
# Resamples behind p-values, far fewer than in a study.
TEST_RESAMPLES = 200
_FOLDER = tempfile.TemporaryDirectory()


@functools.cache
def _study(code):
    folder = Path(_FOLDER.name) / code
    folder.mkdir()
    default = load_study(ROOT / "config/config.yaml")
    options = {
        name: plain(default.options(experiment))
        for name, experiment in experiments().items()
    }
    return folder, small_study.write_study(folder, load_language(code)), options


def compute_rows(name, language="en", *, seed=0, references=None):
    """Tables of an experiment by name, computed from the files of its declaration."""
    folder, study, options = _study(language)
    folder = Path(tempfile.mkdtemp(dir=folder))
    study = {**study, **({"references": [references]} if references else {})}
    experiment = experiments()[name]
    further = getattr(experiment_inputs, name, None)
    own = further(study, folder) if further else {}
    options = {
        key: OPTIONS.get(key, value) for key, value in (options.get(name) or {}).items()
    }
    inputs = small_study.inputs_of(
        name,
        study,
        **{
            "dataset": "d" if experiment.unit != "study" else "",
            "seed": seed,
            **own,
            "options": {**options, **own.get("options", {})},
            "settings": {"language": language, **own.get("settings", {})},
        },
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bootstrap, "TEST_RESAMPLES", TEST_RESAMPLES)
        tables = module_of(f"{name}.compute").compute(inputs)
    return (
        tables if isinstance(tables, dict) else {experiment.result_names()[0]: tables}
    )


computed = functools.cache(compute_rows)


def renamed(table, names):
    """The rows once for each of some names, by column; those of one name stand for each."""
    # Names of the study; others come from experiments.
    known = {
        "method": small_study.METHODS,
        "system": small_study.SYSTEMS,
        "type": ("NOUN", "VERB"),
    }
    for column, wanted in names.items():
        if column not in table:
            continue
        found = [
            name for name in table[column].unique() if name in known.get(column, [name])
        ]
        others = table[~table[column].isin(found)]
        rows = [
            table[table[column] == found[number % len(found)]].assign(**{column: name})
            for number, name in enumerate(wanted if found else ())
        ]
        table = pd.concat([*rows, others] if rows else [table], ignore_index=True)
    return table


def with_intervals(table):
    """The rows with an interval around every defined value; no two values are the same."""
    table = table.reset_index(drop=True)
    for column in [name for name in table if name.endswith("low")]:
        value = value_before(table, column)
        high = f"{column.removesuffix('low')}high"
        table[value] *= 1 - 1e-6 * (1 + table.index)
        table[column] = table[value] - 0.1 * table[value].abs()
        table[high] = table[value] + 0.1 * table[value].abs()
    return table


def value_before(table, low):
    """The column of the values whose lower bounds a column has."""
    return table.columns[table.columns.get_loc(low) - 1].replace(
        "seconds_sd", "seconds_mean"
    )


def table_of(result, **shape):
    """Rows of a result under the names of a shape, those of its parts that the result has.

    They are computed from the small study; invented where `synthetic.py` beside the experiment's
    tests has a function of that name.
    """
    experiment = experiment_with(result).name
    make = getattr(module_of_tests(experiment, "synthetic"), result, None)
    rows = make() if make else computed(experiment)[result]
    names = {"datasets": ("JFLEG",), "metrics": METRICS, "methods": METHODS, **shape}
    columns = {key.removesuffix("s"): wanted for key, wanted in names.items()}
    return with_intervals(renamed(rows, columns))


def module_of_tests(experiment, name):
    """A module in the folder of an experiment's tests; None where there is none."""
    if not (ROOT / "tests/experiments" / experiment / f"{name}.py").exists():
        return None
    return importlib.import_module(f"experiments.{experiment}.{name}")
