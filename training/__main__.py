"""The command `python -m training`, which trains a model by the recipe of a configuration."""

import argparse
import logging
import sys
from collections.abc import Sequence
from pathlib import Path

from gec_attribution.errors import GecAttributionError, OutputError
from gec_attribution.explanations.tasks import Task
from gec_attribution.storage.json_files import write_json
from training.excgec import Files, train_on_excgec
from training.fitting import Run
from training.impara import (
    make_pairs,
    read_parallel,
    sentence_vectors,
    train_quality_estimator,
)
from training.recipes import Recipes, file_of, paths_in, read_recipes
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
    parser.add_argument(
        "--config", type=Path, default=CONFIG, help="(default: %(default)s)"
    )
    output = Path("results/training")
    parser.add_argument(
        "--output", type=Path, default=output, help="(default: %(default)s)"
    )
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="{levelname} {message}", style="{")
    model = options.output / "models" / options.name
    work = options.output / "work" / options.name
    figures_file = model.with_name(f"{options.name}.json")
    try:
        recipes = read_recipes(options.config)
        _check_outputs(
            [model, work, figures_file], [options.config, *paths_in(recipes)]
        )
        figures = _train(options.name, recipes, Run(model, work, recipes.device))
        write_json(figures, figures_file)
    except (GecAttributionError, OSError) as error:
        sys.exit(f"Error: {error}")


def _check_outputs(outputs: Sequence[Path], inputs: Sequence[Path]) -> None:
    """Refuse to write a file or folder in whose place something is that is read."""
    for path in inputs:
        read = path.resolve()
        for output in outputs:
            if output.resolve() in {read, *read.parents}:
                raise OutputError(
                    f"{output}: would replace {path}, which is also read; name another folder by "
                    "--output"
                )


def _train(name: str, recipes: Recipes, run: Run) -> object:
    """Train a model, and return its figures."""
    data = recipes.data
    if name == "some":
        return train_some(recipes.some, read_tmu_gfm(file_of(data.tmu_gfm)), run)
    if name == "impara":
        recipe = recipes.impara
        references = [file_of(file) for file in data.parallel_references]
        parallel = read_parallel(
            file_of(data.parallel_sources), references, recipe.pairs.pipeline
        )
        pairs = make_pairs(
            parallel, sentence_vectors(recipe.pairs, run.device), recipe.pairs
        )
        return train_quality_estimator(recipe, pairs, run)
    task = ADAPTERS[name]
    # Only corrections are public; the user downloads the explanations.
    training = data.excgec_train if task == Task.CORRECT_ONLY else data.excgec_explained
    files = Files(
        file_of(training), file_of(data.excgec_valid), file_of(data.excgec_test)
    )
    return train_on_excgec(task, files, recipes.excgec, run)


if __name__ == "__main__":
    main()
