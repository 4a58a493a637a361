"""Learner errors put into correct English, from which an encoder learns grammar.

An error is an edit of the correct sentence, so that any subset of a sentence's errors can be
applied: the fewer, the better the sentence. Inflection, articles, prepositions and spelling come
most often, as they do in learner corpora; no learner text is read.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from gec_attribution.edits.model import Edit

# What a token is labelled with; "missing" marks the token after a gap.
LABELS = (
    "correct",
    "inflection",
    "article",
    "preposition",
    "function",
    "spelling",
    "order",
    "word",
    "missing",
    "extra",
)

_SHARES = {
    "inflection": 0.30,
    "article": 0.16,
    "preposition": 0.12,
    "function": 0.06,
    "spelling": 0.12,
    "order": 0.05,
    "word": 0.07,
    "missing": 0.06,
    "extra": 0.06,
}

_ARTICLES = ("a", "an", "the")
_PREPOSITIONS = (
    *("in", "on", "at", "of", "for", "to", "from", "with", "by", "about", "into", "over"),
    *("under", "between", "during", "through", "against", "among", "since", "until", "than", "as"),
)
# Function words that learners confuse with each other.
_CONFUSIONS = tuple(
    tuple(group.split())
    for group in (
        "this that these those it",
        "there their they them",
        "he him his",
        "she her hers",
        "we us our",
        "i me my",
        "it its it's",
        "who which whom whose that what",
        "much many",
        "few little less fewer",
        "some any",
        "other another others",
        "and but or so",
        "because so although despite",
        "can could may might will would should must",
        "if when while whether",
        "then than",
        "too to very",
        "also either too",
        "every each all",
        "good well",
        "lose loose",
        "affect effect",
        "make do",
        "say tell",
        "always already yet still",
        "is are was were be been being",
        "has have had having",
        "do does did done",
    )
)

_CONFUSED = {word: group for group in _CONFUSIONS for word in group}


def draw_errors(
    tokens: Sequence[str], count: int, lexicon: Sequence[str], generator: np.random.Generator
) -> tuple[Edit, ...]:
    """Draws about `count` errors that do not touch each other, in the order of the sentence.

    Args:
        tokens: the tokens of a correct sentence.
        count: errors wanted; a short or simple sentence may have room for fewer.
        lexicon: words from which unrelated and superfluous words are drawn.
        generator: the only source of chance.

    Returns:
        Edits of `tokens`; each changes the sentence. Their types are `LABELS` but the first.
    """
    learner = _Learner(tokens, lexicon, generator)
    free = np.ones(len(tokens) + 1, dtype=bool)
    errors: list[Edit] = []
    kinds = list(_SHARES)
    shares = np.array(list(_SHARES.values()))
    for kind in generator.choice(kinds, size=4 * count, p=shares / shares.sum()):
        if len(errors) == count:
            break
        places = _places(kind, tokens)
        if not places:
            continue
        place = places[generator.integers(len(places))]
        error = getattr(learner, kind)(place)
        if error is None or not free[error.start : error.end + 1].all():
            continue
        if tokens[error.start : error.end] == error.correction.split():
            continue
        # The token after an edit has no edit itself, so that every label has one cause.
        free[error.start : error.end + 1] = False
        errors.append(error)
    return tuple(sorted(errors, key=lambda error: (error.start, error.end)))


def apply_labelled(tokens: Sequence[str], errors: Sequence[Edit]) -> tuple[list[str], list[int]]:
    """The tokens with `errors` among them, and of each the index of its label in `LABELS`."""
    sentence: list[str] = []
    labels: list[int] = []
    position = 0
    gap = False
    for error in [*errors, Edit(len(tokens), len(tokens), "", "correct")]:
        kept = tokens[position : error.start]
        sentence += kept
        labels += [0] * len(kept)
        if gap and kept:
            labels[-len(kept)] = LABELS.index("missing")
        wrong = error.correction.split()
        sentence += wrong
        labels += [LABELS.index(error.type)] * len(wrong)
        gap = not wrong
        position = error.end
    return sentence, labels


def learn_lexicon(sentences: Iterable[Sequence[str]], size: int) -> list[str]:
    """The `size` most frequent lower-case words of tokenised sentences, most frequent first."""
    counts: dict[str, int] = {}
    for tokens in sentences:
        for token in tokens:
            if token.isalpha() and token.islower():
                counts[token] = counts.get(token, 0) + 1
    return sorted(counts, key=lambda word: (-counts[word], word))[:size]


@lru_cache(maxsize=200_000)
def inflections(word: str) -> tuple[str, ...]:
    """The other forms of a noun, verb or adjective, whichever of them `word` may be; sorted."""
    import lemminflect

    forms: set[str] = set()
    for part, lemmas in lemminflect.getAllLemmas(word.lower()).items():
        if part in ("NOUN", "VERB", "ADJ", "AUX"):
            for lemma in lemmas:
                for spellings in lemminflect.getAllInflections(lemma, upos=part).values():
                    forms.update(form.lower() for form in spellings)
    forms.discard(word.lower())
    return tuple(sorted(form for form in forms if form.isalpha()))


def _places(kind: str, tokens: Sequence[str]) -> list[int]:
    if kind == "article":
        return [i for i, token in enumerate(tokens) if token.lower() in _ARTICLES]
    if kind == "preposition":
        return [i for i, token in enumerate(tokens) if token.lower() in _PREPOSITIONS]
    if kind == "function":
        return [i for i, token in enumerate(tokens) if token.lower() in _CONFUSED]
    return [i for i, token in enumerate(tokens) if token.isalpha()]


@dataclass(frozen=True)
class _Learner:
    """Makes one error at a place of a sentence; each method is a kind of `LABELS`."""

    tokens: Sequence[str]
    lexicon: Sequence[str]
    generator: np.random.Generator

    def inflection(self, place: int) -> Edit | None:
        word = self.tokens[place]
        known = len(word) > 1 and word.lower() not in _CONFUSED
        return self._substitute(place, inflections(word) if known else (), "inflection")

    def article(self, place: int) -> Edit | None:
        if self.generator.random() < 0.6:
            return Edit(place, place + 1, "", "article")
        return self._substitute(place, _ARTICLES, "article")

    def preposition(self, place: int) -> Edit | None:
        if self.generator.random() < 0.25:
            return Edit(place, place + 1, "", "preposition")
        return self._substitute(place, _PREPOSITIONS, "preposition")

    def function(self, place: int) -> Edit | None:
        return self._substitute(place, _CONFUSED[self.tokens[place].lower()], "function")

    def word(self, place: int) -> Edit | None:
        return self._substitute(place, self.lexicon, "word")

    def spelling(self, place: int) -> Edit | None:
        word = self.tokens[place]
        if len(word) < 4:
            return None
        at = int(self.generator.integers(1, len(word) - 1))
        vowel = word[at] in "aeiou"
        letter = "aeiou"[self.generator.integers(5)] if vowel else word[at - 1]
        wrong = (
            word[:at] + word[at + 1 :],
            word[:at] + word[at] + word[at:],
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            word[:at] + letter + word[at + 1 :],
        )[self.generator.integers(4)]
        return Edit(place, place + 1, wrong, "spelling")

    def order(self, place: int) -> Edit | None:
        if place + 1 == len(self.tokens) or not self.tokens[place + 1].isalpha():
            return None
        return Edit(place, place + 2, f"{self.tokens[place + 1]} {self.tokens[place]}", "order")

    def missing(self, place: int) -> Edit:
        return Edit(place, place + 1, "", "missing")

    def extra(self, place: int) -> Edit:
        draw = self.generator.random()
        if draw < 0.4:
            word = self._one_of(_ARTICLES)
        elif draw < 0.7:
            word = self._one_of(_PREPOSITIONS)
        elif draw < 0.85:
            word = self.tokens[place]
        else:
            word = self._one_of(self.lexicon[:200])
        return Edit(place, place, word, "extra")

    def _substitute(self, place: int, choices: Sequence[str], kind: str) -> Edit | None:
        if not choices:
            return None
        wrong = self._one_of(choices)
        if self.tokens[place][0].isupper():
            wrong = wrong.capitalize()
        return Edit(place, place + 1, wrong, kind)

    def _one_of(self, words: Sequence[str]) -> str:
        return words[int(self.generator.integers(len(words)))]
