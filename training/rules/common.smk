# The recipes, checked and completed, and what the rules ask of them.

import functools
import os
import re
from pathlib import Path

from snakemake.exceptions import WorkflowError
from snakemake.logging import logger

from gec_attribution.errors import ConfigError
from gec_attribution.networks.gpus import least_memory
from gec_attribution.storage.yaml_files import read_yaml
from gec_attribution.study.entries import languages_of
from gec_attribution.study.places import (
    DEFAULT_CONFIG,
    PROJECT,
    entry_files,
    local_file,
    places_of,
    resolve,
)
from gec_study.config import resolve_study, validate_study
from gec_study.study import Study
from gec_training.recipes import resolve_recipes, validate_recipes

# The folder of this workflow; what it makes goes to the working directory.
TRAINING_PROJECT = Path(str(workflow.current_basedir)).parent
# Where to look for the files that the configuration names.
PLACES = places_of(*workflow.configfiles)

try:
    # Snakemake has read these too, but keeps the last value of a key given twice.
    for path in workflow.configfiles:
        read_yaml(path)
    TRAINING = resolve_recipes(validate_recipes(config["training"]), PLACES, Path.cwd())
except ConfigError as error:
    raise WorkflowError(str(error)) from None

DATA = TRAINING["data"]
WORK = "results/training/work"
MODELS = "results/training/models"
ENCODER = TRAINING["encoder"]
PUBLISHED = TRAINING["published"]
SEARCHED = {"device": TRAINING["device"]}

# The default study, by whose metrics models are measured.
DEFAULT_STUDY = resolve_study(
    validate_study(read_yaml(DEFAULT_CONFIG)),
    places_of(DEFAULT_CONFIG),
    within=Path.cwd(),
)
BOOTSTRAP = {
    "resamples": DEFAULT_STUDY["evaluation"]["resamples"],
    "seed": DEFAULT_STUDY["seed"],
}
DOWNLOADS = {
    local_file(spec): spec
    for data in DATA.values()
    for spec in (data if isinstance(data, list) else [data])
    if not isinstance(spec, str) and "url" in spec
}


def project_file(path):
    """A file or folder of the project."""
    return resolve(path, [PROJECT], within=Path.cwd())


def corpus(name):
    """A file of the training corpora."""
    return f"{TRAINING['corpora']}/{name}"


def treebanks(part):
    """The parts of the treebanks that are for `train`, `dev` or `test`."""
    return [corpus(f"treebank/{name}-{part}.conllu.xz") for name in ("ewt", "gum")]


def one_of(names):
    """A wildcard constraint that matches only these names (or nothing, where there are none)."""
    return "|".join(map(re.escape, names)) or "(?!)"


@functools.cache
def excgec_recipe():
    """The recipe, which is asked for when a model is to be trained by it: a GPU that is too small is told before."""
    on_gpu = workflow.is_main_process and TRAINING["device"] != "cpu"
    if on_gpu and (memory := least_memory()):
        from gec_training.gpu_memory import memory_shortage

        if line := memory_shortage(TRAINING["excgec"], memory):
            logger.warning(line)
    return TRAINING["excgec"]


# Scripts import the libraries that belong to them; in a rule's own environment they are not installed.
LIBRARIES = [
    TRAINING_PROJECT.parent / "src",
    TRAINING_PROJECT.parent / "study" / "src",
    TRAINING_PROJECT / "src",
]
OTHERS = os.environ.get("PYTHONPATH", "").split(os.pathsep)
os.environ.update(
    PYTHONPATH=os.pathsep.join(
        dict.fromkeys([*map(str, LIBRARIES), *filter(None, OTHERS)])
    )
)
