"""The table of interactions between the edits of a data set."""

from numpy.testing import assert_allclose
from toy_games import table_of

from gec_attribution.attribution.pairs import COLUMNS, pairs_of_dataset
from gec_attribution.edits.model import Edit
from gec_attribution.games.values import SentenceValues
from gec_attribution.languages import load_language
from gec_attribution.languages.en import ENGLISH

EDITS = (
    Edit(1, 2, "goes", "R:VERB:SVA"),
    Edit(2, 2, "to the", "M:OTHER"),
    Edit(5, 6, "", "U:ADV"),
)


def sentence(values, line=0, edits=EDITS):
    return SentenceValues(line, "He go school at home very .", edits, table_of(values))


def pairs(systems, **options):
    options = {"exact_up_to": 10, "language": ENGLISH, **options}
    return pairs_of_dataset("d", "m", systems, signature="s", **options)


def test_a_row_is_a_pair_of_edits():
    # The first two together earn 4, beside the 1 of the first alone; the third earns 2.
    values = [5.0, 6, 5, 10, 7, 8, 7, 12]
    table = pairs(
        {"one": [sentence([0.0] * 2, edits=EDITS[:1]), sentence(values, line=1)]}
    )
    assert list(table) == list(COLUMNS)
    assert set(table["line"]) == {1}
    described = ["edit_i", "edit_j", "distance", "original_i", "correction_j", "type_j"]
    assert table[described].to_numpy().tolist() == [
        [0, 1, 0, "go", "to the", "M:OTHER"],
        [0, 2, 3, "go", "", "U:ADV"],
        [1, 2, 3, "", "", "U:ADV"],
    ]
    numbers = [
        "shapley",
        "taylor",
        "phi_i",
        "phi_j",
        "n_edits",
        "baseline",
        "score",
        "evaluations",
    ]
    assert_allclose(
        table[numbers],
        [
            [4, 4, 3, 2, 3, 5, 12, 8],
            [0, 0, 3, 2, 3, 5, 12, 8],
            [0, 0, 2, 2, 3, 5, 12, 8],
        ],
    )
    # Effects of single players have the variances 3²/4, 2²/4 and 2²/4, that of the pair 4²/16.
    assert_allclose(table["left_out"], 1 / (9 / 4 + 1 + 1 + 1))


def test_distances_are_in_tokens_of_the_language():
    chinese = SentenceValues(
        0,
        "我门去学校。",
        (Edit(1, 2, "们", "R"), Edit(4, 4, "了", "M")),
        table_of([0.0] * 4),
    )
    table = pairs({"one": [chinese]}, language=load_language("zh"))
    assert table["distance"].tolist() == [2]
    assert table["left_out"].isna().all()
