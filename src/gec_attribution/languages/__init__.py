"""Languages: tokens of a text, text of tokens, and the edits between two texts.

There is one module per language, named by its code; each defines one `Language`. Only a language
splits a sentence into tokens or joins tokens into a sentence.
"""

from pathlib import Path

from gec_attribution.languages.base import Extractor, Language
from gec_attribution.plugins.loading import load_class

__all__ = ["Extractor", "Language", "load_extractor", "load_language"]


def load_language(code: str = "en") -> Language:
    """The language of a code, the name of a module of this package.

    Raises:
        ConfigError: there is no such language.
    """
    return load_class(__name__, code, Language, "language")()


def load_extractor(language: str = "en", pipeline: str | Path = "auto") -> Extractor:
    """The extractor of a language.

    Args:
        language: its code.
        pipeline: pipeline that analyses sentences: an installed package, a folder, or `auto` for
            the extractor's own choice.

    Raises:
        ConfigError: there is no such language, or it has no such pipeline.
        ModelError: the pipeline cannot be loaded, or lacks something the extractor reads.
    """
    return load_language(language).extractor(pipeline)
