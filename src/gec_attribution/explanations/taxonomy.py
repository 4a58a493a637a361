"""The types and severities of EXCGEC (Ye et al. 2025), whose Table 1 this is.

Labels are the Chinese names, in the order of the table and of the published files.
"""

from typing import NamedTuple


class ErrorType(NamedTuple):
    """A minor type and its major type, by their Chinese names in files and English ones."""

    label: str
    english: str
    major: str
    major_english: str

    @property
    def short(self) -> str:
        """The English name, without the word that half of them end in."""
        return self.english.removesuffix(" Error")


_MAJOR_TYPES = {
    ("标点级别错误", "Punctuation-level Error"): {
        "标点冗余": "Punctuation Redundancy",
        "标点丢失": "Punctuation Missing",
        "标点误用": "Punctuation Misuse",
    },
    ("拼写级别错误", "Spelling-level Error"): {
        "字音混淆错误": "Phonetic Confusion Error",
        "字形混淆错误": "Glyph Confusion Error",
        "词内部字符异位错误": "Internal Character Misplacement Error",
        "命名实体拼写错误": "Named Entity Misspelling",
    },
    ("词语级别错误", "Word-level Error"): {
        "词语冗余": "Word Redundancy",
        "词语丢失": "Word Missing",
        "词语误用": "Word Misuse",
    },
    ("句法级别错误", "Sentence-level Error"): {
        "词序不当": "Improper Word Order",
        "逻辑不通": "Illogicality",
        "句式杂糅": "Run-on Sentence",
    },
    ("其他特殊错误", "Other Special Error"): {
        "照应错误": "Inconsistency Error",
        "歧义错误": "Ambiguity Error",
        "语气不协调": "Inconsistent Tone",
    },
    ("其他错误", "Other"): {"其他错误": "Other"},
}

ERROR_TYPES = {
    label: ErrorType(label, english, major, major_english)
    for (major, major_english), minor_types in _MAJOR_TYPES.items()
    for label, english in minor_types.items()
}
"""The 16 minor types and `其他错误` (other), which is its own major type, by their label."""

LABELS = tuple(ERROR_TYPES)
OTHER = "其他错误"
SEVERITIES = range(1, 6)
"""From 1, which hardly matters, to 5, which makes the sentence incomprehensible."""
