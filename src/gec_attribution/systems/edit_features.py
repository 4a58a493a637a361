"""What an edit classifier looks at: an edit, its words and its neighbours."""

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher

import numpy as np

from gec_attribution.edits.model import Edit
from gec_attribution.languages.en import ENGLISH
from gec_attribution.systems.confusion_sets import (
    DETERMINERS,
    KINDS,
    PREPOSITIONS,
    confusions,
    spelling_ranks,
)
from gec_attribution.systems.edit_likelihoods import SIGNS, EditLikelihoods
from gec_attribution.systems.edit_table import EditTable
from gec_attribution.systems.lexicon import frequencies, is_word, pair_frequencies, part_tags

TABLE = "table"

_KINDS = (*KINDS, TABLE)
_OPERATIONS = ("insertion", "deletion", "substitution")
_TAGS = ("NN", "NNS", "VB", "VBP", "VBZ", "VBD", "VBN", "VBG", "JJ", "JJR", "RB")
_CLOSED_CLASSES = {
    "boundary": "",
    "article": " ".join(DETERMINERS),
    "singular determiner": "this that each every another one",
    "plural determiner": "these those many few several all both some most",
    "possessive": "my your his her its our their 's '",
    "singular pronoun": "he she it",
    "plural pronoun": "i you we they",
    "be": "am is are was were be been being",
    "have": "have has had having",
    "do": "do does did",
    "modal": "can could may might will would shall should must n't not",
    "to": "to",
    "preposition": " ".join(PREPOSITIONS[:-2]) + " with into over under between during through",
    "conjunction": "and or but because if when while although so than as that which who",
    "punctuation": ". , ; : ! ? `` '' \" ( ) - -- ...",
}
_CLASS_OF = {word: name for name, words in _CLOSED_CLASSES.items() for word in words.split(" ")}
_OPEN_CLASSES = {"NNS": "plural", "NN": "noun", "VB": "verb", "JJ": "adjective"}
_CLASSES = (*_CLOSED_CLASSES, *_OPEN_CLASSES.values(), "other")

NAMES = (
    *("gain", "gain of the span", "gain after the span"),
    *("loss of the original", "loss of the correction", "loss after the correction"),
    *("lead over the best rival", "rank among rivals", "rank of the respelling"),
    *("in the table", "log-odds in the table", "log count of the phrase"),
    *("log frequency of the original", "log frequency of the correction"),
    *("original is known", "correction is known"),
    *("log frequency of the left pair", "gain of the left pair"),
    *("log frequency of the right pair", "gain of the right pair"),
    *("similarity", "case alone", "more tokens", "position", "at the start", "at the end"),
    *_KINDS,
    *_OPERATIONS,
    *(f"{tag} changes" for tag in _TAGS),
    *(f"{name} before" for name in _CLASSES),
    *(f"{name} after" for name in _CLASSES),
)


def described(
    tokens: Sequence[str], table: EditTable, likelihoods: EditLikelihoods
) -> tuple[list[Edit], np.ndarray]:
    """The edits of a sentence that are worth considering, and their features.

    Args:
        tokens: a sentence that the language model reads.
        table: suggests edits in addition to the confusion sets.
        likelihoods: the language model.

    Returns:
        The edits, and a row for each, (n, len(NAMES)).
    """
    suggested = table.edits(tokens)
    proposed = {_change(edit): edit for edit in confusions(tokens)}
    for edit in suggested:
        proposed.setdefault(_change(edit), edit)
    edits, losses = likelihoods.compare(tokens, list(proposed.values()))
    return edits, features(tokens, edits, losses, suggested)


def features(
    tokens: Sequence[str],
    edits: Sequence[Edit],
    losses: np.ndarray,
    table: Mapping[Edit, tuple[int, int]],
) -> np.ndarray:
    """A row of numbers for each edit, (n, len(NAMES)).

    Args:
        tokens: the sentence.
        edits: edits of it, all that compete.
        losses: their likelihoods under a language model, as `EditLikelihoods.compare` gives them,
            (n, 4).
        table: what an edit table suggests for the sentence.
    """
    gains = losses @ SIGNS
    spelling_rank = np.log1p(spelling_ranks(edits))
    suggested = {_change(edit): counts for edit, counts in table.items()}
    rows = []
    for index, edit in enumerate(edits):
        rivals = [
            gains[rival_index]
            for rival_index, rival in enumerate(edits)
            if rival_index != index and rival.start <= edit.end and edit.start <= rival.end
        ]
        original, after_original, correction, after_correction = losses[index]
        rows.append(
            [
                gains[index],
                original - correction,
                after_original - after_correction,
                *(original, correction, after_correction),
                gains[index] - max([0.0, *rivals]),
                np.log1p(sum(gain > gains[index] for gain in rivals)),
                spelling_rank[index],
                *_table_features(suggested.get(_change(edit))),
                *_word_features(tokens, edit),
            ]
        )
    return np.array(rows, dtype=float).reshape(len(rows), len(NAMES))


def _change(edit: Edit) -> tuple[int, int, str]:
    return edit.start, edit.end, edit.correction


def _table_features(counts: tuple[int, int] | None) -> list[float]:
    if counts is None:
        return [0.0, np.log(0.01), 0.0]
    made, read = counts
    return [1.0, np.log((made + 0.5) / (read - made + 0.5)), np.log1p(read)]


def _word_features(tokens: Sequence[str], edit: Edit) -> list[float]:
    old, new = tokens[edit.start : edit.end], edit.tokens
    before = tokens[edit.start - 1] if edit.start else ""
    after = tokens[edit.end] if edit.end < len(tokens) else ""
    around = (before, *old, after), (before, *new, after)
    left, new_left = (_log(pair_frequencies(), _lower(words[:2])) for words in around)
    right, new_right = (_log(pair_frequencies(), _lower(words[-2:])) for words in around)
    operation = "insertion" if not old else "deletion" if not new else "substitution"
    return [
        *(_rarest(words) for words in (old, new)),
        *(float(all(is_word(word.lower()) for word in words)) for words in (old, new)),
        *(left, new_left - left, right, new_right - right),
        SequenceMatcher(None, ENGLISH.join(old), edit.correction, autojunk=False).ratio(),
        float(_lower(old) == _lower(new)),
        float(len(new) - len(old)),
        edit.start / len(tokens),
        float(edit.start == 0),
        float(edit.end == len(tokens)),
        *(float(edit.type == kind) for kind in _KINDS),
        *(float(operation == name) for name in _OPERATIONS),
        *_tag_changes(old, new),
        *(float(_class_of(before) == name) for name in _CLASSES),
        *(float(_class_of(after) == name) for name in _CLASSES),
    ]


def _tag_changes(old: Sequence[str], new: Sequence[str]) -> list[float]:
    """+1 for each tag that a replaced word gains, -1 for each that it loses."""
    if len(old) != 1 or len(new) != 1:
        return [0.0] * len(_TAGS)
    lost, gained = part_tags(old[0].lower()), part_tags(new[0].lower())
    return [float(tag in gained) - float(tag in lost) for tag in _TAGS]


def _class_of(token: str) -> str:
    word = token.lower()
    if word in _CLASS_OF:
        return _CLASS_OF[word]
    tags = part_tags(word)
    return next((name for tag, name in _OPEN_CLASSES.items() if tag in tags), "other")


def _rarest(words: Sequence[str]) -> float:
    return min((_log(frequencies(), word.lower()) for word in words), default=0.0)


def _log(counts: Mapping, key: object) -> float:
    return float(np.log1p(counts.get(key, 0)))


def _lower(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(word.lower() for word in words)
