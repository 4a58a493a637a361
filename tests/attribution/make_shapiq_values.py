"""Write `shapiq_values.json`: interactions of some games as the package shapiq computes them.

It runs where shapiq is installed, which need not be the project's environment:

    python3 -m venv shapiq && shapiq/bin/pip install shapiq==1.4.1
    shapiq/bin/python tests/attribution/make_shapiq_values.py
"""

import itertools
import json
from importlib.metadata import version
from pathlib import Path

import numpy as np
from shapiq.game_theory.exact import ExactComputer

INDICES = {"shapley": "SII", "taylor": "STII"}


def main():
    games = []
    for n in (2, 3, 4, 5, 7):
        values = np.random.default_rng(n).normal(size=2**n).round(6)
        weights = 1 << np.arange(n)

        def game(coalitions, values=values, weights=weights):
            return values[coalitions.astype(int) @ weights]

        computer = ExactComputer(game, n_players=n)
        entry = {"values": values.tolist()}
        for name, index in INDICES.items():
            computed = computer(index, order=2)
            entry[name] = {
                "edits": [float(computed[(k,)]) for k in range(n)],
                "pairs": [float(computed[pair]) for pair in itertools.combinations(range(n), 2)],
            }
        games.append(entry)
    document = {
        "made_by": f"make_shapiq_values.py with shapiq {version('shapiq')}",
        "indices": INDICES,
        "games": games,
    }
    path = Path(__file__).with_name("shapiq_values.json")
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
