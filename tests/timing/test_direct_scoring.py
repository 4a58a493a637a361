from timed_sentences import ONE, TWO, sentence

from gec_attribution.languages.en import ENGLISH
from gec_attribution.storage.seeds import readable_seed_from
from gec_attribution.timing.direct_scoring import draw_sentences


def test_sentences_are_drawn_by_content_not_by_order():
    def draw(*systems, seed=0):
        drawn = draw_sentences(
            systems, fewest_edits=3, most_edits=5, language=ENGLISH, seed=seed
        )
        return [item.game.source.split()[0][0] for item in drawn]

    assert sorted(draw(ONE, TWO)) == ["b", "c", "e", "f", "g", "h"]
    assert draw(ONE, TWO) == draw(TWO, ONE) == draw(TWO[::-1], ONE[::-1])
    assert len({tuple(draw(ONE, TWO, seed=seed)) for seed in range(5)}) > 1
    smaller = draw(ONE)
    assert [name for name in draw(ONE, TWO) if name in smaller] == smaller


def test_a_drawn_sentence_has_the_sampling_seed_it_has_everywhere():
    [drawn] = draw_sentences(
        [[sentence("a", 2)]], fewest_edits=1, most_edits=5, language=ENGLISH, seed=7
    )
    assert drawn.game.seed == readable_seed_from(
        7, "permutations", "a0 a1 a2", "A0 A1 a2"
    )
