"""Games: their texts in any language, other bases, and the sentences that are scored."""

from toy_games import english_game, method

from gec_attribution.edits.model import Edit
from gec_attribution.games.game import Game, play
from gec_attribution.languages import load_language
from gec_attribution.languages.en import ENGLISH
from gec_attribution.storage.seeds import readable_seed_from

SOURCE = "a b c d"
EDITS = tuple(
    Edit(k, k + 1, f"{letter.upper()} {letter}", "R") for k, letter in enumerate("abcd")
)


class Scorer:
    """The squared number of characters; remembers what it was asked."""

    def __init__(self):
        self.calls = []

    def __call__(self, sources, texts):
        self.calls.append(list(zip(sources, texts, strict=True)))
        return [float(len(text)) ** 2 for text in texts]


def test_a_base_other_than_the_source_is_compared_with_the_source():
    missed = (Edit(3, 4, "", "U:DET"),)
    game = Game(
        source=SOURCE, base=("A", "b", "c", "d"), edits=missed, language=ENGLISH
    )
    score = Scorer()
    add = method("add")
    (table,) = play([game], [add.masks(game.n, game.seed)], score)
    assert score.calls == [[(SOURCE, "A b c d"), (SOURCE, "A b c")]]
    assert (game.base_text, game.grand_text) == ("A b c d", "A b c")
    assert (table.baseline, table.score) == (49, 25)
    assert add.attribute(table, game.seed).phi.tolist() == [-24]
    assert game.seed == readable_seed_from(
        0, "permutations", SOURCE, "A b c d", "A b c"
    )


def test_a_tokenisation_without_spaces_is_kept_in_every_coalition():
    edits = (Edit(1, 2, "们", "R"), Edit(3, 3, "了", "M"), Edit(4, 5, "", "U"))
    game = Game.of_correction("我 门去学啊校", edits, load_language("zh"))
    assert game.texts([0, 1, 2, 4, 7]) == [
        "我门去学啊校",
        "我们去学啊校",
        "我门去了学啊校",
        "我门去学校",
        "我们去了学校",
    ]


def test_no_pair_is_scored_twice():
    games = [english_game(SOURCE, EDITS), english_game(SOURCE, EDITS[:2])]
    score = Scorer()
    play(games, [method("shapley").masks(game.n, game.seed) for game in games], score)
    (call,) = score.calls
    assert len(call) == len(set(call)) == 16
