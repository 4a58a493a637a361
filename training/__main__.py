"""The command `python -m training`, which trains a model by the recipe of a configuration."""

import argparse
import logging
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gec_attribution.errors import GecAttributionError
from gec_attribution.explanations.tasks import Task
from gec_attribution.storage.json_files import write_json
from training.excgec import train_on_excgec
from training.impara import make_pairs, read_parallel, sentence_vectors, train_quality_estimator
from training.recipes import Recipes, file_of, read_recipes
from training.some import read_tmu_gfm, train_some

CONFIG = Path(__file__).parent / "config.yaml"
ADAPTERS = {f"excgec-{task}": task for task in Task}


def main(arguments: Sequence[str] | None = None) -> None:
    """Train a model, and write its folder and its figures.

    Raises:
        SystemExit: the call, the configuration, a file or a model is wrong.
    """
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("name", choices=["some", "impara", *ADAPTERS], help="the model")
    parser.add_argument("--config", type=Path, default=CONFIG, help="(default: %(default)s)")
    output = Path("results/training")
    parser.add_argument("--output", type=Path, default=output, help="(default: %(default)s)")
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="{levelname} {message}", style="{")
    model = options.output / "models" / options.name
    try:
        work = options.output / "work" / options.name
        figures = _train(options.name, read_recipes(options.config), model, work)
        write_json(figures, model.with_name(f"{options.name}.json"))
    except (GecAttributionError, OSError) as error:
        sys.exit(f"Error: {error}")


def _train(name: str, recipes: Recipes, model: Path, checkpoints: Path) -> object:
    """Train a model, and return its figures."""
    data, device = recipes.data, recipes.device
    options: dict[str, Any] = {"device": device, "checkpoints": checkpoints}
    if name == "some":
        return train_some(recipes.some, read_tmu_gfm(file_of(data.tmu_gfm)), model, **options)
    if name == "impara":
        recipe = recipes.impara
        references = [file_of(file) for file in data.parallel_references]
        parallel = read_parallel(file_of(data.parallel_sources), references, recipe.pairs.pipeline)
        pairs = make_pairs(parallel, sentence_vectors(recipe.pairs, device), recipe.pairs)
        return train_quality_estimator(recipe, pairs, model, **options)
    task = ADAPTERS[name]
    # Only corrections are public; the user downloads the explanations.
    training = data.excgec_train if task == Task.CORRECT_ONLY else data.excgec_explained
    files = [file_of(file) for file in (training, data.excgec_valid, data.excgec_test)]
    return train_on_excgec(task, *files, recipe=recipes.excgec, output=model, **options)


if __name__ == "__main__":
    main()
