"""Sentences as they are explained: as callers give them, then as games with their references."""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from gec_attribution.attribution.base import Estimate, Method
from gec_attribution.attribution.records import InWords, Missed, attributed_edits
from gec_attribution.corpora.ordinary_text import refuse_tokenised
from gec_attribution.edits.arguments import check_edited, check_pair, check_references
from gec_attribution.edits.matching import best_reference, matches
from gec_attribution.edits.model import Edit, joined, looks_alike
from gec_attribution.errors import InputError
from gec_attribution.games.coalitions import MAX_PLAYERS
from gec_attribution.games.game import Game
from gec_attribution.games.values import ValueTable
from gec_attribution.languages import Extractor, Language

logger = logging.getLogger(__name__)

Pair = tuple[str, str]
"""A source and its hypothesis."""

Edited = tuple[str, Sequence[Edit]]
"""A source and the edits that correct it."""


class TooManyEditsError(InputError):
    """A sentence has more edits than a game has players."""


class CheckedSentence(NamedTuple):
    """A corrected sentence as somebody gave it.

    Attributes:
        number: its number among those that were given, from 1.
        source: the learner's sentence, in tokens.
        correction: the corrected sentence in the same form, or the edits that lead to it.
        references: corrections by people in the same form.
        written: source and hypothesis as ordinary text, where they were given so.
    """

    number: int
    source: str
    correction: str | Sequence[Edit]
    references: tuple[str, ...] = ()
    written: Pair | None = None


class MissedGame(NamedTuple):
    """Game of the edits of a reference beyond a correction.

    Attributes:
        game: the missed edits as players, on the hypothesis.
        reference: the reference.
        made: the numbers of the correction's edits that it has, too.
        edits: the missed edits, of the source.
        otherwise: its edits that touch others of the correction.
    """

    game: Game
    reference: str
    made: tuple[int, ...]
    edits: tuple[Edit, ...]
    otherwise: tuple[Edit, ...]

    @classmethod
    def of(
        cls, correction: Game, references: Mapping[str, Sequence[Edit]], number: int
    ) -> "MissedGame":
        """Edits beyond a correction in the reference, of one at least, that suits it best.

        Raises:
            TooManyEditsError: more than `MAX_PLAYERS` are missed; names the sentence.
        """
        from gec_attribution.games.missed import missed_edits, missed_game

        best, _ = best_reference(correction.edits, list(references.values()))
        reference, edits = list(references.items())[best]
        missed, otherwise = missed_edits(correction.edits, edits)
        _check_count(
            missed, f"sentence {number} misses {len(missed)} edits of its reference"
        )
        made = np.flatnonzero(matches(correction.edits, edits)).tolist()
        game = missed_game(
            correction.source,
            correction.edits,
            missed,
            correction.language,
            correction.study_seed,
        )
        return cls(game, reference, tuple(made), missed, otherwise)

    def record(self, correction: Game, table: ValueTable, method: Method) -> Missed:
        """Part of the correction's record, from the values of this game."""
        estimate = method.attribute(table, self.game.seed)
        unknown = np.full(len(self.otherwise), np.nan)
        undefined = Estimate(unknown, unknown)
        return Missed(
            reference=self.reference,
            made=self.made,
            score=table.score,
            exact=estimate.exact,
            evaluations=estimate.evaluations,
            edits=attributed_edits(correction, self.edits, estimate),
            otherwise=attributed_edits(correction, self.otherwise, undefined),
            scale=float(estimate.scale),
        )


class Sentence(NamedTuple):
    """A corrected sentence, ready to be attributed.

    Attributes:
        game: the correction.
        references: corrections by people, in tokens.
        missed: the edits of the best of them beyond the correction.
        in_words: the edits explained in words.
        written: see `CheckedSentence`.
    """

    game: Game
    references: tuple[str, ...] = ()
    missed: MissedGame | None = None
    in_words: InWords | None = None
    written: Pair | None = None


def checked_pairs(
    pairs: Iterable[Pair],
    references: Iterable[str | Sequence[str]] | None,
    language: Language,
    *,
    tokenise: bool,
) -> Iterator[CheckedSentence]:
    """Pairs of source and hypothesis, checked one by one.

    Raises:
        InputError: one is no pair of texts, or has an empty source or no reference; names it.
    """
    for number, pair, read in _with_references(pairs, references):
        written = check_pair(pair, number)
        source, hypothesis = written
        if not tokenise:
            yield CheckedSentence(
                number, source, hypothesis, tuple(map(language.normalise, read))
            )
            continue
        tokens = language.from_plain_text
        corrections = tuple(language.normalise(tokens(text, source)) for text in read)
        yield CheckedSentence(
            number, tokens(source), tokens(hypothesis, source), corrections, written
        )


def checked_edits(
    sentences: Iterable[Edited],
    references: Iterable[str | Sequence[str]] | None,
    language: Language,
) -> Iterator[CheckedSentence]:
    """Sources with their known edits, checked like `checked_pairs`."""
    for number, edited, read in _with_references(sentences, references):
        source, edits = check_edited(edited, number)
        yield CheckedSentence(
            number, source, edits, tuple(map(language.normalise, read))
        )


def checked_sentence(
    source: str,
    correction: str | Sequence[Edit],
    language: Language,
    references: str | Sequence[str] = (),
    *,
    tokenise: bool = False,
) -> CheckedSentence:
    """A sentence that is explained alone, in tokens, with its correction or its edits.

    Raises:
        InputError: as for `checked_pairs` and `checked_edits`, or edits are given of ordinary text.
    """
    choices = [references] if references else None
    if isinstance(correction, str):
        if tokenise:
            refuse_tokenised("source and correction", (source, correction), language)
        (sentence,) = checked_pairs(
            [(source, correction)], choices, language, tokenise=tokenise
        )
    elif tokenise:
        raise InputError(
            "`tokenise` is for text; edits count the tokens of their source"
        )
    else:
        (sentence,) = checked_edits([(source, correction)], choices, language)
    return sentence


def _with_references(
    pairs: Iterable[object], references: Iterable[str | Sequence[str]] | None
) -> Iterator[tuple[int, object, tuple[str, ...]]]:
    """Number of each sentence, from 1, with the pair that was given and its references.

    Raises:
        InputError: a sentence has no reference, or references are left over.
    """
    choices = iter(references or ())
    for number, pair in enumerate(pairs, start=1):
        read = () if references is None else check_references(next(choices, ()), number)
        yield number, pair, read
    if next(choices, None) is not None:
        raise InputError(
            "there are references for more sentences than were given; give each sentence its own, "
            "one text or several"
        )


def sentences_of(
    checked: Sequence[CheckedSentence],
    extractor: Extractor | None,
    language: Language,
    seed: int,
    left_out: dict[int, str] | None = None,
) -> list[Sentence]:
    """Sentences as games, each with the game of what the best of its references has beyond it.

    The extractor may be None where all edits are known and there are no references. Sentences with
    more than `MAX_PLAYERS` edits are left out if there is a `left_out`, which gets their numbers
    and what is wrong.

    Raises:
        InputError: the edits of a sentence cannot be found; names it.
        TooManyEditsError: there are more than `MAX_PLAYERS`, and nothing can be left out.
    """
    pairs = [
        (each.source, each.correction)
        for each in checked
        if isinstance(each.correction, str)
    ]
    referenced = [(each.source, text) for each in checked for text in each.references]
    extracted = (
        extractor.iter_extract(pairs, first=checked[0].number)
        if extractor
        else iter(())
    )
    of_references = extractor.iter_extract(referenced) if extractor else iter(())
    sentences = []
    for number, source, correction, references, written in checked:
        edits = joined(
            next(extracted).edits if isinstance(correction, str) else correction
        )
        by_text = {text: joined(next(of_references).edits) for text in references}
        try:
            _check_count(edits, f"sentence {number} has {len(edits)} edits")
            game = Game.of_correction(source, edits, language, seed)
            missed = MissedGame.of(game, by_text, number) if by_text else None
        except TooManyEditsError as error:
            if left_out is None:
                raise
            left_out[number] = str(error)
            continue
        if any(looks_alike(game.base, edit) for edit in game.edits):
            logger.warning(
                "sentence %d: an edit cannot be seen: composed and decomposed letters, or "
                "characters without a width; normalise the texts (NFC)",
                number,
            )
        sentences.append(Sentence(game, references, missed, written=written))
    return sentences


def _check_count(edits: Sequence[Edit], found: str) -> None:
    if len(edits) > MAX_PLAYERS:
        raise TooManyEditsError(
            f"{found}; at most {MAX_PLAYERS} can be attributed, so split or remove it"
        )
