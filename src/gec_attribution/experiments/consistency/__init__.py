"""Figure 3: whether the attribution of a group is the sum of those of its edits (section 4.3)."""

from gec_attribution.experiments.declaration import (
    Compared,
    Experiment,
    Figure,
    Lattice,
    Option,
    at_least,
)

EXPERIMENT = Experiment(
    name="consistency",
    section="4.3 Consistency",
    about="Figure 3. It needs every subset of a sentence's edits; without it, only the subsets "
    "that the methods need are scored.",
    unit="metric",
    reads=("attributions by all methods", "edits", "coalitions", "scores"),
    settings=("methods", "coalitions"),
    options={
        "min_edits": at_least(2, 3, "Fewest edits of a sentence."),
        "max_edits": at_least(2, 10, "Most edits of a sentence."),
        "include_trivial": Option(
            "Keep sentences whose edits all have one sign, where the only group is the whole "
            "correction and every method is consistent, and those without a group of two edits.",
            False,
            "boolean",
        ),
    },
    default=True,
    compared=Compared(("measure",)),
    lattice=Lattice("min_edits", "max_edits"),
    figures=(
        Figure(
            name="consistency",
            title="Figure 3: consistency",
            caption="""
            Consistency (Figure 3 of the paper): edits of one sign are grouped and the groups
            attributed again; the attribution of a group should be the sum of its edits'. Data:
            {{ datasets }}; metrics: {{ metrics }}; methods: {{ methods }}. Corrected sentences of
            all systems with {{ min_edits }} to {{ max_edits }} edits{% if not include_trivial %},
            without those where grouping changes nothing: all edits of one sign, or no two of the
            same{% endif %}; their number is above each panel. Whiskers are 95 % intervals
            ({{ test_resamples }} resamples of the sentences, seed {{ seed }}), for at least ten
            sentences; bars of fewer are hatched on white and say their number. Differences between
            methods and between metrics have a table of their own. An attribution below the noise of
            float32 scores has no sign. The share of sentences whose signs the rescaling of Add and
            Sub flipped is in the table behind the figure.
            """,
        ),
    ),
)
