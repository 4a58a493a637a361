"""Texts of tokens between spaces as people write them, which language models read."""

from collections.abc import Iterable

from gec_attribution.languages import WITH_RULES, load_language
from gec_attribution.languages.tokenisation import detokenise
from gec_attribution.plugins.code import class_digest


def ordinary(texts: Iterable[str], code: str) -> list[str]:
    """Ordinary texts of tokenised ones in the language of a code."""
    if code in WITH_RULES:
        return list(map(detokenise, texts))
    language = load_language(code)
    return [language.ordinary(language.tokenize(text))[0] for text in texts]


def ordinary_identity(code: str) -> dict[str, str]:
    """Dependencies of `ordinary` that the version of a metric does not stand for."""
    if code in WITH_RULES:
        return {}
    return {"language": code, "ordinary": class_digest(type(load_language(code)))}
