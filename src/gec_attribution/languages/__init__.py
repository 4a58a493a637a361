"""Extraction of edits: from a source and a hypothesis to the edits that turn one into the other.

One module a language, named by its code and found by it; each defines one `Extractor`.
"""

from pathlib import Path

from gec_attribution.languages.base import Extractor
from gec_attribution.study.plugins import load_class

__all__ = ["Extractor", "load_extractor"]


def load_extractor(language: str = "en", pipeline: str | Path = "auto") -> Extractor:
    """The extractor of a language.

    Args:
        language: code of the language, the name of a module of this package.
        pipeline: what the extractor analyses sentences with: an installed package, a folder, or
            `auto` for the extractor's own choice.

    Raises:
        ConfigError: there is no extractor for the language.
        ModelError: the pipeline cannot be loaded, or lacks something the extractor reads.
    """
    extractor = load_class(__name__, language, Extractor, "language")
    return extractor(pipeline)
