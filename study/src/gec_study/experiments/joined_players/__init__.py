"""Do attributions agree more with the references where edits that interact strongly are joined?"""

from gec_study.experiments.declaration import DATASETS, Experiment, Option, Table

EXPERIMENT = Experiment(
    name="joined_players",
    section="Beyond the paper",
    text_columns=("of",),
    about=(
        "Whether attributions agree more with the references where edits that interact strongly "
        "are joined into one player; left out where null. It needs every subset of the edits of "
        "sentences with up to coalitions.max_edits edits."
    ),
    reads=("edits", "references", "coalitions", "scores", "attributions"),
    settings=("include_sampled", "coalitions", "agreement"),
    options={
        "datasets": DATASETS,
        "method": Option(
            "The method whose attributions of single edits are compared with those of joined ones; "
            "of type shapley. The study's first where it is null.",
            None,
            ("string", "null"),
        ),
        "thresholds": Option(
            "Two edits are joined where the absolute value of their Shapley interaction index is "
            "above this part of Σ|φ| of the sentence.",
            [0.05, 0.1, 0.2, 0.4],
            "array",
            {
                "minItems": 1,
                "uniqueItems": True,
                "items": {"type": "number", "minimum": 0, "maximum": 1},
            },
        ),
    },
    method_type="shapley",
    needs="references",
    every_coalition=True,
    tables=(
        Table(
            name="joined_players",
            title="Edits joined into one player",
            caption="""
            Edits joined into one player where the absolute value of their Shapley interaction index
            is above a part of the sentence's Σ|φ| (threshold): the share of all edits that are
            joined; the share of edits whose sign agrees with the references, as players of their
            own (singly) and joined, where all edits of a player have the sign of its Shapley value;
            and the difference in percentage points, of all edits and of the joined ones alone, with
            95 % intervals. An edit agrees as in Figure 4: positive where the reference has it,
            negative where it lacks it, against the reference with the best F0.5. No part of the
            paper, which names interactions as a limitation of Shapley values. Data: {{ datasets }};
            metrics: {{ metrics }}; single edits: {{ methods }}; edits are joined in sentences with
            2 to {{ most_edits }} edits. Intervals: {{ test_resamples }} resamples of the sources,
            seed {{ seed }}, paired; p-values of the differences after Holm's correction over all of
            a data set.
            """,
        ),
    ),
)
