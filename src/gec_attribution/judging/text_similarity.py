"""Likeness of two Chinese texts: BLEU, METEOR and ROUGE on characters, as EXCGEC takes them.

The scores are NLTK's and rouge-chinese's, on the characters of a text without white space, and
nothing is downloaded. Porter's stemmer, which METEOR asks for, leaves single characters as they
are, and of all of WordNet only three pairs of synonyms are single characters; both are built in.
"""

import warnings
from collections.abc import Iterable
from functools import partial
from types import SimpleNamespace
from typing import NamedTuple

from rapidfuzz.distance import LCSseq

from gec_attribution.languages.zh import CHINESE
from gec_attribution.plugins.extras import needed_by

# The pairs of single characters, lower-cased, that share a set of synonyms in WordNet 3.0.
_SYNONYMS = {"1": "1i", "i": "1i", "5": "5v", "v": "5v", "k": "km", "m": "km"}


class Similarity(NamedTuple):
    """Scores of a hypothesis against a reference, in [0, 1].

    Attributes:
        bleu: BLEU of up to four characters, without smoothing: 0 (to 1e-70) without a common four.
        meteor: METEOR with α = 0.9, β = 3 and γ = 0.5; at most 1 − 0.5 / m³ for texts of m
            characters.
        rouge_1: F1 of the sets of characters.
        rouge_2: F1 of the sets of pairs of characters.
        rouge_l: F1 of the longest common subsequence.
    """

    bleu: float
    meteor: float
    rouge_1: float
    rouge_2: float
    rouge_l: float


def similarities(pairs: Iterable[tuple[str, str]]) -> list[Similarity]:
    """The scores of each pair of a hypothesis and a reference.

    All are 0 where either text is empty, which is an error for the libraries.

    Raises:
        PackageError: NLTK or rouge-chinese is not installed.
    """
    pairs = list(pairs)
    different = {pair: similarity(*pair) for pair in dict.fromkeys(pairs)}
    return [different[pair] for pair in pairs]


def similarity(hypothesis: str, reference: str) -> Similarity:
    """The scores of one pair; see `similarities`."""
    with needed_by("scoring descriptions"):
        from nltk.translate.bleu_score import sentence_bleu
        from nltk.translate.meteor_score import single_meteor_score
        from rouge_chinese import rouge_score
    proposed, expected = map(CHINESE.unspaced, (hypothesis, reference))
    if not proposed or not expected:
        return Similarity(0.0, 0.0, 0.0, 0.0, 0.0)
    with warnings.catch_warnings():
        # NLTK warns of each text without a common 4-gram.
        warnings.simplefilter("ignore")
        bleu = sentence_bleu([list(expected)], list(proposed))
    meteor = single_meteor_score(
        list(expected),
        list(proposed),
        # Porter's stemmer leaves single characters as they are.
        stemmer=SimpleNamespace(stem=str),
        wordnet=SimpleNamespace(synsets=_synonyms),
    )
    sentences = [" ".join(proposed)], [" ".join(expected)]
    rouge_1 = rouge_score.rouge_n(*sentences, n=1)["f"]
    rouge_2 = rouge_score.rouge_n(*sentences, n=2)["f"]
    # The length that rouge-chinese computes character by character in a dictionary.
    common = LCSseq.similarity(proposed, expected)
    rouge_l = rouge_score.f_r_p_rouge_n(len(proposed), len(expected), common)["f"]
    return Similarity(float(bleu), float(meteor), rouge_1, rouge_2, rouge_l)


def _synonyms(character: str) -> list[SimpleNamespace]:
    """The sets of synonyms of a character, as WordNet has them; it is in one or in none."""
    names = _SYNONYMS.get(character, "")
    lemmas = [SimpleNamespace(name=partial(str, name)) for name in names]
    return [SimpleNamespace(lemmas=lambda: lemmas)]
