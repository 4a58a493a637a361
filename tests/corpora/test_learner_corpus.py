"""The embedded learner corpora: the numbers in a README, and what their files have in common."""

from collections import Counter
from collections.abc import Iterator

import pytest

from gec_attribution.edits.model import Edit, m2_tokens
from gec_attribution.explanations.records import read_explanations
from gec_attribution.languages import load_extractor
from gec_attribution.languages.pipelines import EMBEDDED_PIPELINE
from gec_attribution.storage.project import PROJECT
from gec_attribution.storage.text import read_lines

CORPUS = PROJECT / "data" / "learner"
CHINESE = PROJECT / "data" / "learner-zh"
CORRECTED = ("reference.0", "reference.1", "fluent")

Edits = dict[str, list[tuple[Edit, ...]]]


def lines_of(name: str) -> list[str]:
    return read_lines(CORPUS / f"{name}.txt")


@pytest.fixture(scope="module")
def edits() -> Edits:
    """The edits of every corrected sentence, by file."""
    extractor = load_extractor("en", EMBEDDED_PIPELINE)
    sources = lines_of("sources")
    return {
        name: extractor.extract(zip(sources, lines_of(name), strict=True))
        for name in CORRECTED
    }


def markdown_rows(edits: Edits) -> Iterator[str]:
    """The rows of the README's tables."""
    for name in ("sources", *CORRECTED):
        lines = lines_of(name)
        changed = sum(a != b for a, b in zip(lines, lines_of("sources"), strict=True))
        yield f"| {name} | {len(lines)} | {sum(len(m2_tokens(x)) for x in lines)} | {changed} |"
    # Edits of each type, the operation (M:, R:, U:) left out; then sentences with so many edits.
    types = [
        Counter(edit.type[2:] for line in edits[name] for edit in line)
        for name in CORRECTED
    ]
    for type_ in sorted(set().union(*types)):
        yield (
            f"| {type_} | " + " | ".join(str(counts[type_]) for counts in types) + " |"
        )
    yield "| all | " + " | ".join(str(counts.total()) for counts in types) + " |"
    lengths = [Counter(map(len, edits[name])) for name in CORRECTED]
    for n in range(max(map(max, lengths)) + 1):
        yield f"| {n} | " + " | ".join(str(counts[n]) for counts in lengths) + " |"


def test_readme_has_the_measured_numbers(edits):
    readme = (CORPUS / "README.md").read_text().splitlines()
    assert [row for row in markdown_rows(edits) if row not in readme] == []


@pytest.mark.parametrize(
    ("name", "text"), [("gold", "reference.0"), ("strong", "strong"), ("weak", "weak")]
)
def test_files_of_the_chinese_corpus_hold_the_same_sources_and_corrections_and_nothing_odd(
    name, text
):
    corpus = read_explanations(CHINESE / f"{name}.json")
    # Edits give their target, intervals hold their contents, types and severities are known.
    assert list(corpus.notes) == []
    assert [one.source for one in corpus.sentences] == read_lines(
        CHINESE / "sources.txt"
    )
    assert [one.target for one in corpus.sentences] == read_lines(
        CHINESE / f"{text}.txt"
    )
    assert len(corpus.sentences) == 128
