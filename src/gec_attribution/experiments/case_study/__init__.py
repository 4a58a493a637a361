"""Table 1: one correction in chunks, with the attribution of each."""

from gec_attribution.experiments.declaration import REQUIRED, Experiment, Option, Reads, Table

EXPERIMENT = Experiment(
    name="case_study",
    section="5.1 Case study and bias",
    text_columns=("component", "of"),
    about="Table 1.",
    unit="metric",
    reads=(Reads.EDITS, Reads.EXTRACTION, Reads.COALITIONS, Reads.SCORES, Reads.SOURCES),
    settings=("methods", "coalitions", "language", "weights"),
    of_chosen_metrics=True,
    checks_texts=True,
    options={
        "dataset": Option("Data set of the sentence.", REQUIRED, "string"),
        "system": Option("System that corrected it.", REQUIRED, "string"),
        "line": Option(
            "Its line in the corpus; the first is 1.", REQUIRED, "integer", {"minimum": 1}
        ),
        "metrics": Option(
            "Metrics and components to show side by side, as in `some.fluency`; null takes all "
            "metrics.",
            None,
            ("array", "null"),
            {"minItems": 1, "uniqueItems": True, "items": {"type": "string"}},
        ),
    },
    tables=(Table(name="case_study", title="Table 1: case study"),),
)
