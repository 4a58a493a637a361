"""What several methods state of their options."""

from gec_attribution.plugins.options import Entry, Option, at_least, switch

TOLERANCE_LIMITS = {"exclusiveMinimum": 0, "exclusiveMaximum": 1}
BUDGETED = Entry(
    options={
        "evaluations": at_least(
            8,
            512,
            "The most subsets of a sentence's edits that are scored, in the first round where "
            "there is a tolerance. A sentence that has no more of them is attributed exactly; one "
            "with many edits gets the fewest that the method works with, at most 4N + 2.",
        ),
        "tolerance": Option(
            "The sample is doubled until half the width of each 95 % interval is at most this "
            "part of Σ|φ|, up to 65,536 subsets; null takes the first sample.",
            None,
            ("number", "null"),
            TOLERANCE_LIMITS,
        ),
    }
)
"""Of methods that are given a number of evaluations."""
PERMUTING = Entry(
    options={
        "permutations": at_least(
            1, 64, "Sampled permutations T, in the first round where there is a tolerance."
        ),
        "tolerance": Option(
            "The sample is doubled as for the methods above.",
            None,
            ("number", "null"),
            TOLERANCE_LIMITS,
        ),
    }
)
"""Of sampled permutations."""
RESCALED = Entry(
    options={
        "rescale": switch(
            "Rescale so that the attributions sum to ΔM (paper, section 4.2).", default=True
        )
    }
)
"""Of methods that look at single edits."""
