"""Whether attributions of single edits are those that were published."""

from gec_study.experiments.declaration import DATASETS, Experiment, Table

EXPERIMENT = Experiment(
    name="published_attributions",
    section="Applications",
    about=(
        "Whether SOME and IMPARA attribute what was published, edit by edit: of two corrections "
        "on JFLEG's development set, by T5 and GECToR, which are the systems `t5` and `gector` of "
        "the paper's study. Metrics say by `published` whose weights they are. Left out where null."
    ),
    text_columns=("place", "edit"),
    reads=("edits", "coalitions", "scores"),
    settings=("coalitions",),
    options={"datasets": DATASETS},
    tables=(
        Table(
            name="published_attributions",
            title="Published attributions and ours",
            verb="check",
            takes=("published",),
            caption="""
            Shapley values of single edits as they were published, and as the study's weights give
            them: IMPARA's of T5's correction of line 673 of JFLEG's development set, with the
            digits of the published code's README, and those of SOME's three parts and of IMPARA of
            GECToR's correction of line 454, with the three digits of a talk of the authors. ΔM is
            what they sum to. The last row of each says how far the furthest is from what was
            published, in which 0.001 are left to rounding and to versions of libraries: they are
            the same only with the published weights.
            """,
        ),
    ),
)
