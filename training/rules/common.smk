# The recipes, checked and completed, and what the rules ask of them.

import os
import re
from pathlib import Path

from snakemake.exceptions import WorkflowError

from gec_attribution.errors import ConfigError
from gec_attribution.storage.yaml_files import read_yaml
from gec_attribution.study.places import local_file, places_of
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
PUBLISHED = TRAINING["published"]
SEARCHED = {"device": TRAINING["device"]}

DOWNLOADS = {
    local_file(spec): spec
    for data in DATA.values()
    for spec in (data if isinstance(data, list) else [data])
    if not isinstance(spec, str) and "url" in spec
}


def one_of(names):
    """A wildcard constraint that matches only these names (or nothing, where there are none)."""
    return "|".join(map(re.escape, names)) or "(?!)"


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
