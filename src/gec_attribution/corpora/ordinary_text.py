"""Texts as people write them, as in `I'm home.`, and texts in another language than they should be.

In languages whose tokens stand between spaces, ordinary text is warned of, refused, or tokenised on
request. Names in errors and warnings are those of a file, or of what gave the texts.
"""

import logging
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal

from gec_attribution.errors import InputError
from gec_attribution.languages import Language, other_than

Numbered = tuple[int, str]
"""Line number, from 1, and text of a sentence."""
PlainText = Literal["warn", "refuse", "keep", "tokenise"]
"""Treatments of text without tokenisation; `keep` takes the text as it is."""

# More tokens than this share that end in punctuation are no abbreviations: in 57 English files
# of learners' text, references, outputs and probes they are at most 0.04 %, in the same files as
# ordinary text at least 8.2 %.
UNTOKENISED = 0.02
# Share of full stops and commas with a space before them above which a text is tokenised already.
TOKENISED_STOPS = 0.5
_STOP = re.compile(r"[.,](?=\s|$)")
_SEPARATE_STOP = re.compile(r"(?<!\S)[.,](?=\s|$)")

logger = logging.getLogger(__name__)


def treated(
    path: str | Path,
    numbered: Sequence[Numbered],
    language: Language,
    treatment: PlainText,
    sources: Iterable[str | None],
) -> list[str]:
    """The texts of a file without tokens of its own, tokenised where that is the treatment.

    Args:
        path: the file, for errors and warnings.
        numbered: its sentences.
        language: the language that cuts them.
        treatment: the treatment of ordinary text.
        sources: source of each sentence as it was written; both are cut at the same places.

    Raises:
        InputError: the texts are ordinary and to be refused, or are to be cut and are tokenised
            already.
    """
    texts = [text for _, text in numbered]
    if treatment == "warn":
        warn_of_untokenised(path, texts, language)
    elif treatment == "refuse":
        _refuse_untokenised(path, numbered, language)
    else:
        refuse_tokenised(path, texts, language)
    if treatment == "tokenise":
        return list(map(language.from_plain_text, texts, sources))
    return texts


def check_language(name: str | Path, texts: Sequence[str], language: Language) -> None:
    """Refuse texts that are all plainly of another language; warn where some are.

    Blank texts do not count.

    Raises:
        InputError: all are of another language.
    """
    written = [text for text in texts if text.strip()]
    foreign = [text for text in written if language.is_foreign(text)]
    if not foreign:
        return
    example = foreign[0]
    other = other_than(language, example) or "CODE"
    message = (
        f"{name}: {len(foreign)} of {len(written)} sentences are plainly not in the language "
        f"{language.code}, as {example!r}; name their language (`language: {other}` of a study "
        f'or a data set, `--language {other}` of a command, `Explainer(language="{other}")`)'
    )
    if len(foreign) == len(written):
        raise InputError(message)
    logger.warning(message)


def warn_of_untokenised(
    name: str | Path, texts: Sequence[str], language: Language
) -> None:
    """Log a warning where many tokens end in punctuation, so that the texts are not tokenised."""
    finding = _untokenised(texts, language)
    if finding:
        logger.warning(
            "%s: %s; the text has to be tokenised, with spaces before punctuation, or each of "
            "them is one token of an edit (`tokenise: true` of a data set, `--tokenise` of a "
            "command and `Explainer(tokenise=True)` do it)",
            name,
            finding,
        )


def _refuse_untokenised(
    path: str | Path, numbered: Sequence[Numbered], language: Language
) -> None:
    finding = _untokenised([text for _, text in numbered], language)
    if finding:
        line = next(number for number, text in numbered if language.stuck_tokens(text))
        raise InputError(
            f"{path}:{line}: {finding}, so this is ordinary text; with each of them as one token, "
            "punctuation would become edits. Write spaces before punctuation, as tokenised text "
            "has them; or, where sources, references and outputs of the data set are all ordinary "
            "text, say `tokenise: true` of it"
        )


def refuse_tokenised(
    name: str | Path, texts: Sequence[str], language: Language
) -> None:
    """Refuse texts as ordinary ones if spaces stand before their full stops and commas.

    Raises:
        InputError: they are tokenised already; names the first such text.
    """
    if not language.is_spaced:
        return
    stops = sum(len(_STOP.findall(text)) for text in texts)
    separate = [len(_SEPARATE_STOP.findall(text)) for text in texts]
    if sum(separate) <= TOKENISED_STOPS * stops:
        return
    first = texts[separate.index(max(separate))]
    raise InputError(
        f"{name}: spaces stand before {sum(separate)} of {stops} full stops and commas, as in "
        f"{first!r}, so the text is tokenised already, and to tokenise it again would make edits "
        "of its spaces; leave out `--tokenise` (`tokenise: true` of a data set, `tokenise=True`)"
    )


def _untokenised(texts: Sequence[str], language: Language) -> str:
    """Evidence in words for texts without tokenisation; empty where there is none."""
    stuck: list[str] = []
    tokens = 0
    for text in texts:
        stuck += language.stuck_tokens(text)
        tokens += len(text.split())
    share = len(stuck) / max(tokens, 1)
    if share <= UNTOKENISED:
        return ""
    return f"{100 * share:.0f} % of the tokens end in punctuation, as {stuck[0]!r} does"
