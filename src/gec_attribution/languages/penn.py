"""Plain English in sentences, and in the tokens of learner corpora.

Learner corpora (JFLEG, CoNLL-2014) are tokenised much as in the Penn Treebank: punctuation and
clitics are tokens of their own ("did n't", "book 's", "word ,").
"""

import re

_TITLES = "mr mrs ms dr prof st sr jr gen col capt lt sgt rev hon gov sen rep pres messrs mme mlle"
_MONTHS = "jan feb mar apr jun jul aug sep sept oct nov dec"
_OTHERS = "vs no vol fig figs e.g i.e cf al inc ltd co corp dept approx"
_ABBREVIATIONS = frozenset(f"{_TITLES} {_MONTHS} {_OTHERS}".split())

# The lookbehinds keep both from starting again at each of many full stops in a row.
_SENTENCE_END = re.compile(r"(?<![.!?])([.!?]+[\"')\]]*) +(?=[\"'(\[]*[A-Z0-9])")
_LAST_WORD = re.compile(r"(?<![\w.'-])([\w.'-]+)\.$")

_CLITIC = "s|m|d|re|ve|ll"
# Patterns and their replacements, in the order in which they are applied.
_PENN_RULES = (
    (r"([\"()\[\]{};!?]|\.{2,}|--+)", r" \1 "),
    (r"([,:])(?!\d)|(?<!\d)([,:])", r" \1\2 "),
    (r"(\d)(%)|([$#])(\d)", r"\1\3 \2\4"),
    (r"([^.\s])\.(?=[\s\"')\]}]*$)", r"\1 ."),
    (r"(?i)\b(can)(not)\b", r"\1 \2"),
    (r"(?i)(?<=\w)(n't)\b", r" \1"),
    (rf"(?i)(?<=\w)('(?:{_CLITIC}))\b", r" \1"),
    (r"(?<=\S)'(?=\s|$)", " '"),
    (rf"(?i)(?<!\S)'(?=\w)(?!(?:{_CLITIC}|em|tis|twas)\b)", "' "),
)


def split_sentences(paragraph: str) -> list[str]:
    """Cut a paragraph into sentences.

    A sentence ends at ".", "!" or "?" (and the quotes or brackets that close after it) before a
    capital or a digit, unless the word before the full stop is an initial or a known abbreviation.

    Returns:
        The sentences in order; joined by one space they are the paragraph, its spaces single.
    """
    sentences = []
    start = 0
    for end in _SENTENCE_END.finditer(paragraph):
        sentence = paragraph[start : end.end(1)]
        if not _ends_in_abbreviation(sentence):
            sentences.append(sentence)
            start = end.end()
    return [*sentences, paragraph[start:]]


def penn_tokens(sentence: str) -> str:
    """Write one sentence as learner corpora tokenise it, its tokens joined by one space.

    Only a full stop that ends the sentence is split off, so abbreviations keep theirs. Quotation
    marks stay as they are: learner corpora rarely have the Penn Treebank's directed ones.
    """
    for pattern, replacement in _PENN_RULES:
        sentence = re.sub(pattern, replacement, sentence)
    return " ".join(sentence.split())


def _ends_in_abbreviation(sentence: str) -> bool:
    last = _LAST_WORD.search(sentence.rpartition(" ")[2])
    if not last:
        return False
    word = last[1].lower()
    return word in _ABBREVIATIONS or (len(word) == 1 and word.isalpha() and word != "i")
