"""Figure 3: whether the attribution of a group is the sum of those of its edits (section 4.3)."""

from gec_attribution.experiments.declaration import (
    Compared,
    Experiment,
    Figure,
    Option,
    Table,
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
            "Keep sentences in which every method is consistent because all edits have one sign "
            "or no group has two edits.",
            False,
            "boolean",
        ),
    },
    default=True,
    compared=Compared(("measure",)),
    every_coalition=True,
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
            Sub flipped is in the table of Pearson's correlation.
            """,
        ),
    ),
    results=("consistency", "granularity"),
    text_columns=("granularity",),
    tables=(
        Table(
            name="granularity",
            title="Consistency across granularities",
            result="granularity",
            module="granularity_table",
            caption="""
            Consistency across granularities of edits, of which the paper concludes from Figure 3:
            edits with at most 0, 1 or 2 tokens between them are one player, as CLEME merges chunks,
            or all edits of a sentence are; what is attributed to a chunk of at least two edits
            should be the sum of what is attributed to them. By chance: the agreement of signs that
            are independent of each other; chance has a correlation of 0. All edits of a sentence
            are the whole correction, of which every method that divides its effect is consistent.
            Data: {{ datasets }}; metrics: {{ metrics }}; methods: {{ methods }}. Corrected
            sentences of all systems with {{ min_edits }} to {{ max_edits }} edits. With 95 %
            intervals from {{ resamples }} resamples of the sentences, seed {{ seed }}.
            """,
        ),
        Table(
            name="consistency",
            title="Figure 3: what decides the correlation",
            caption="""
            Pearson's correlation of Figure 3 as a few sentences do not decide it: trimmed, without
            the groups whose attribution, single or grouped, is among the largest 5 %; of
            attributions divided by Σ|φ| of their sentence; and without the sentences whose signs
            the rescaling of Add and Sub flipped, whose share is last. Spearman's beside them. The
            paper's code draws Pearson's and Spearman's bars the other way round than it labels
            them (docs/deviations.md), so that what the paper says of Sub's Spearman is of this
            Pearson. Data: {{ datasets }}; metrics: {{ metrics }}; methods: {{ methods }}. With 95 %
            intervals from {{ test_resamples }} resamples of the sentences, seed {{ seed }}.
            """,
        ),
    ),
)
