"""The libraries that turn weights and text into numbers.

transformers is imported where it is used, for that takes longer than to import torch.
"""

from importlib.metadata import version
from typing import Any


def library_versions() -> dict[str, str]:
    """Versions of the libraries that turn weights and text into numbers."""
    names = ("torch", "transformers", "tokenizers")
    return {name: version(name).partition("+")[0] for name in names}


def transformers() -> Any:
    """The library transformers, imported when it is needed, and quiet."""
    import transformers as library

    # Our own checks say whether a model loaded well; bars and reports would clutter the log.
    library.utils.logging.disable_progress_bar()
    library.utils.logging.set_verbosity_error()
    return library
