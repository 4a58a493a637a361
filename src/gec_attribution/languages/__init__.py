"""Languages: tokens of a text, text of tokens, and the edits between two texts.

English and Chinese have a module each, named by its code, as languages of other packages have an
entry point; every other language that spaCy can cut is one of the module `general`. Only a language
splits a sentence into tokens or joins tokens into a sentence.
"""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from gec_attribution.errors import ConfigError, unknown
from gec_attribution.languages.base import Extractor, Language
from gec_attribution.plugins.entry_points import entry_point, installed
from gec_attribution.plugins.loading import load_class

__all__ = [
    "Extractor",
    "Language",
    "load_extractor",
    "load_language",
    "module_of",
    "other_than",
]

WITH_RULES = ("en", "zh")
"""Languages with a module of their own."""
GENERAL = "general"
"""The module of all others."""


@cache
def load_language(code: str) -> Language:
    """The language of a code, such as `en` or `uk`.

    Raises:
        ConfigError: there is no such language.
    """
    module = module_of(code)
    language = load_class(__name__, module, Language, "language")
    if module == GENERAL:
        return language(code)
    return language()


def module_of(code: str) -> str:
    """Module of this package, or entry point, that has a language.

    Raises:
        ConfigError: there is no such language.
    """
    if code in WITH_RULES or entry_point(__name__, code):
        return code
    codes = _codes_of_spacy()
    # Where spaCy is not installed, no sentence is cut, and every code is as good.
    if codes and code not in codes:
        known = sorted({*codes, *WITH_RULES, *installed(__name__)})
        advice = "`xx` is for one that spaCy does not know (docs/languages.md)"
        raise ConfigError(f"language: {unknown('language', code, known, advice)}")
    return GENERAL


@cache
def _codes_of_spacy() -> frozenset[str]:
    """Codes of the languages whose texts spaCy can cut, found without importing spaCy."""
    spec = find_spec("spacy")
    if spec is None or spec.origin is None:
        return frozenset()
    modules = Path(spec.origin).parent.glob("lang/*/__init__.py")
    return frozenset(module.parent.name for module in modules)


def other_than(language: Language, text: str) -> str | None:
    """Code of another language with rules of its own that a text may be in; None without one."""
    for code in WITH_RULES:
        if code != language.code and not load_language(code).is_foreign(text):
            return code
    return None


def load_extractor(language: str, pipeline: str | Path = "auto") -> Extractor:
    """The extractor of a language.

    Args:
        language: its code.
        pipeline: pipeline that analyses sentences: an installed package, a folder, or `auto` for
            the extractor's own choice.

    Raises:
        ConfigError: there is no such language, or it has no such pipeline.
        ModelError: the pipeline cannot be loaded, or lacks something the extractor reads.
        PackageError: spaCy needs another package for the language.
    """
    return load_language(language).extractor(pipeline)
