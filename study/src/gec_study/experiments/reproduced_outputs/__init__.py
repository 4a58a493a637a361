"""Whether systems that correct here make the outputs again that were published."""

from gec_study.experiments.declaration import DATASETS, Experiment, Option, Table

EXPERIMENT = Experiment(
    name="reproduced_outputs",
    section="1 The systems under each metric",
    about="Whether systems that correct here make published outputs again, line by line.",
    reads=("edits",),
    options={
        "datasets": DATASETS,
        "pairs": Option(
            "Systems that correct here, each with the one whose published outputs it should make.",
            type="object",
            limits={"minProperties": 1, "additionalProperties": {"type": "string"}},
        ),
    },
    results=("reproduced_outputs", "reproduced_lines"),
    text_columns=("source", "corrected", "other_corrected"),
    tables=(
        Table(
            name="reproduced_outputs",
            title="Published outputs, made again",
            caption="""
            Corrections that systems made here against those that were published as theirs:
            identical sentences, with their 95 % interval, and edits (a span and its correction) of
            either and of both. The lines that differ are in `evaluation/reproduced_lines.csv` of
            each data set. Data: {{ datasets }}. Intervals: {{ resamples }} resamples of the
            sentences, seed {{ seed }}.
            """,
        ),
    ),
)
