"""EXCGEC's Table 7: whether the scores of descriptions agree with people."""

from gec_attribution.experiments.declaration import REQUIRED, Experiment, Option, Reads, Table

EXPERIMENT = Experiment(
    name="description_ratings",
    section="EXCGEC",
    text_columns=("level", "statistic"),
    about=(
        "Whether the scores of descriptions agree with people (Table 7 of the paper on EXCGEC); "
        "left out where null."
    ),
    reads=(Reads.GOLD, Reads.FIRST_EXPLANATIONS),
    settings=("solutions", "lines"),
    environment="explanations",
    options={
        "dataset": Option("Data set whose explanations were rated.", REQUIRED, "string"),
        "ratings": Option(
            "CSV file with the columns explainer, correction, line (from 1), annotator and "
            "rating (higher is better).",
            REQUIRED,
            "string",
            {"format": "path"},
        ),
    },
    needs="explanations",
    checks_texts=True,
    tables=(Table(name="description_ratings", title="EXCGEC, Table 7: descriptions and people"),),
)
