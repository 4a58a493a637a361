"""GECToR's tags, and what they do to a sentence (Omelianchuk et al. 2020, section 3).

Every token has one tag, and so has $START, which is before the first one. A tag keeps, deletes or
replaces its token, appends a word to it, merges it with the next one, or transforms it; a
correction that needs more than one tag at a place needs more than one round.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path

from gec_attribution.errors import ModelError
from gec_attribution.storage.text import read_lines

START = "$START"
KEEP = "$KEEP"
DELETE = "$DELETE"
APPEND = "$APPEND_"
REPLACE = "$REPLACE_"
VERB = "$TRANSFORM_VERB_"
SPLIT = "$TRANSFORM_SPLIT_HYPHEN"

MERGES = {"$MERGE_SPACE": "", "$MERGE_HYPHEN": "-"}
TRANSFORMS: dict[str, Callable[[str], str]] = {
    "$TRANSFORM_CASE_LOWER": str.lower,
    "$TRANSFORM_CASE_CAPITAL": str.capitalize,
    "$TRANSFORM_CASE_UPPER": str.upper,
    "$TRANSFORM_CASE_CAPITAL_1": lambda token: token[:1] + token[1:].capitalize(),
    "$TRANSFORM_AGREEMENT_PLURAL": lambda token: f"{token}s",
    "$TRANSFORM_AGREEMENT_SINGULAR": lambda token: token[:-1],
}
VERB_TAGS = ("VB", "VBZ", "VBG", "VBD", "VBN")

# Takes a verb, its tag and another tag (Penn Treebank); gives the verb's form of that tag, or None.
VerbForms = Callable[[str, str, str], str | None]


def is_tag(tag: str) -> bool:
    """Return whether `apply_tags` knows what to do."""
    if tag.startswith((APPEND, REPLACE)):
        return bool(tag.partition("_")[2])
    if tag.startswith(VERB):
        from_tag, _, to_tag = tag.removeprefix(VERB).partition("_")
        return from_tag in VERB_TAGS and to_tag in VERB_TAGS
    return tag in (KEEP, DELETE, SPLIT) or tag in MERGES or tag in TRANSFORMS


def apply_tags(
    tokens: Sequence[str], tags: Sequence[str], verb_forms: VerbForms
) -> list[str]:
    """The tokens as their tags change them.

    Nothing but an insertion can happen at $START. A merge takes the next token that is not deleted,
    and does nothing where there is none.

    Args:
        tokens: the sentence, without $START.
        tags: tags of $START and of the tokens, or of the first ones: the rest is kept.
        verb_forms: inflects verbs; one that it does not know is kept.
    """
    words = []
    if tags[0].startswith(APPEND):
        words.append(tags[0].removeprefix(APPEND))
    joint = None
    for token, tag in zip_longest(tokens, tags[1:], fillvalue=KEEP):
        changed = _changed(token, tag, verb_forms)
        if joint is not None and changed:
            words[-1] += joint + changed.pop(0)
            joint = None
        words += changed
        joint = MERGES.get(tag, joint)
    return words


def read_verb_forms(path: Path) -> VerbForms:
    """The verb forms of a file in the format of GECToR's verb-form-vocab.txt.

    A line looks like `go_goes:VB_VBZ`. Of lines that disagree the first counts. Verbs are looked up
    as they are written.

    Raises:
        InputError: the file cannot be read.
        ModelError: a line has another format.
    """
    forms: dict[tuple[str, str, str], str] = {}
    for number, line in enumerate(read_lines(path), start=1):
        words, _, tags = line.strip().partition(":")
        word, _, form = words.partition("_")
        from_tag, _, to_tag = tags.partition("_")
        if not (word and form and from_tag and to_tag):
            raise ModelError(
                f"{path}:{number}: {line!r} is not a pair of verb forms; "
                "a line must be like go_goes:VB_VBZ"
            )
        forms.setdefault((word, from_tag, to_tag), form)
    return lambda word, from_tag, to_tag: forms.get((word, from_tag, to_tag))


@lru_cache(maxsize=100_000)
def inflect(word: str, from_tag: str, to_tag: str) -> str | None:
    """Another form of a verb by lemminflect, used without GECToR's list; keeps an initial capital.

    Args:
        word: any token.
        from_tag: Penn Treebank tag of the word's form, such as "VB".
        to_tag: tag of the returned form.

    Returns:
        The form, or None where the word is not known to be a verb in its own form.
    """
    import lemminflect

    lower = word.lower()
    lemmas = lemminflect.getAllLemmas(lower)
    for lemma in dict.fromkeys((*lemmas.get("AUX", ()), *lemmas.get("VERB", ()))):
        if lower in lemminflect.getInflection(lemma, from_tag):
            forms = lemminflect.getInflection(lemma, to_tag)
            if forms:
                return forms[0].capitalize() if word[0].isupper() else forms[0]
    return None


def _changed(token: str, tag: str, verb_forms: VerbForms) -> list[str]:
    if tag.startswith(APPEND):
        return [token, tag.removeprefix(APPEND)]
    if tag.startswith(REPLACE):
        return [tag.removeprefix(REPLACE)]
    if tag == DELETE:
        return []
    if tag == SPLIT:
        return token.replace("-", " ").split()
    if tag.startswith(VERB):
        from_tag, _, to_tag = tag.removeprefix(VERB).partition("_")
        return [verb_forms(token, from_tag, to_tag) or token]
    transformed = TRANSFORMS[tag](token) if tag in TRANSFORMS else token
    # The singular of a single letter is empty, and the token is removed.
    return [transformed] if transformed else []
