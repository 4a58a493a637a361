"""Division of items into folds by their sources, for models that must not know a sentence."""

import numpy as np

FOLDS = 10
REPEATS = 5
"""Number of divisions of the sources into folds, so that little depends on one division."""


def folds(cluster: np.ndarray, seed: int) -> np.ndarray:
    """The fold of each item in each division: a source is in one fold, and folds differ by one.

    Args:
        cluster: (items,) the source of each item.
        seed: seed of the order of the sources.

    Returns:
        (repeats, items) int64, which no two divisions share: 0 to `FOLDS` − 1 in the first one,
        then `FOLDS` to 2 `FOLDS` − 1, and so on.
    """
    sources, place = np.unique(cluster, return_inverse=True)
    random = np.random.Generator(np.random.PCG64(seed))
    divisions = []
    for number in range(REPEATS):
        fold_of_source = random.permutation(len(sources)) % FOLDS
        divisions.append(FOLDS * number + fold_of_source[place])
    return np.array(divisions)
