"""What the experiment is computed from in `test_every_compute`, beyond `small_study`."""

from experiment_inputs import table_file
from figure_checks import table_of

from gec_study.experiments.ranking_and_attributing import EXPERIMENT


def further(_study, folder):
    return {
        "files": {
            name: table_file(folder, f"{name}.csv", table_of(result))
            for name, result in EXPERIMENT.after.items()
        }
    }
