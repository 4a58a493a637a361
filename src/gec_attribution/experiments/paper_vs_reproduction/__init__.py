"""The numbers printed in the two papers, next to a study's own."""

from gec_attribution.experiments.declaration import Experiment, Table

EXPERIMENT = Experiment(
    name="paper_vs_reproduction",
    section="The paper's numbers and ours",
    text_columns=("explainer", "group", "level", "statistic"),
    options=None,
    tables=(
        Table(
            name="paper_vs_reproduction",
            title="The paper's numbers and these",
            takes=("published_datasets",),
            joins={
                "meta_evaluation": "meta_evaluation",
                "precision": "precision",
                "corpus_statistics": "explained_corpora",
                "explained_systems": "explained_systems",
                "description_ratings": "description_ratings",
            },
            caption="""
            Numbers printed in the papers, and ours with their 95 % intervals (mean scores and
            counts have none); those on EXCGEC are in percent where they are shares. The notes say
            what made ours; the two are comparable where the models are the paper's. In the
            published code τ is 2 accuracy − 1, in which a tie of the metric is a win of the later
            system; our τ is (concordant − discordant) / pairs, in which a tie counts for neither.
            """,
        ),
        Table(
            name="paper_claims",
            title="The papers' claims and these",
            module="claims_table",
            takes=("published_datasets",),
            joins={
                "consistency": "consistency",
                "explained_systems": "explained_systems",
                "description_ratings": "description_ratings",
            },
            caption="""
            What the papers claim in words, whether the numbers that they print say so, and whether
            those found here do. One is better than another where it is ahead in every measure of
            corrections and explanations. Sub's correlation drops where the 95 % interval of some
            metric lies below that of Shapley values; the published code swaps the labels of
            Spearman's and Pearson's correlation in Figure 3, so that both are asked. Not run: the
            study lacks one of the two, or people's ratings. What is found holds for the models of
            this study; it says something about the papers' where they are the papers'.
            """,
        ),
    ),
)
