"""The reader of UA-GEC: documents in its annotation format, made by hand."""

import hashlib
import zipfile

import pytest
from wheels import make_wheel

from gec_attribution.corpora.downloads import fetch
from gec_attribution.corpora.ua_gec import edits_of_lines, stretches, write_annotator
from gec_attribution.edits.m2 import read_m2
from gec_attribution.edits.model import Edit
from gec_attribution.errors import DownloadError

# A document of three sentences; the second annotator joins the last two.
SOURCE = ["Я ходив в школу, і бачив дівчина.", "Десь-то там", "мокро"]
TOKENISED = ["Я ходив в школу , і бачив дівчина .", "Десь - то там", "мокро"]
FIRST_ANNOTATED = """\
Я ходив {в=>до:::error_type=G/Prep} {школу=>школи:::error_type=G/Case}\
{,=>:::error_type=Punctuation} і бачив {дівчина=>дівчину:::error_type=G/Case}.
Десь-то там {=>—:::error_type=Punctuation}
мокро"""
SECOND_ANNOTATED = r"""Я ходив в школу{,=>:::error_type=Punctuation} і бачив дівчина.
Десь-то {там\nмокро=>тут сухо:::error_type=Spelling}"""
ANNOTATED = {
    "a1": (
        FIRST_ANNOTATED,
        ["Я ходив до школи і бачив дівчину .", "Десь - то там —", "мокро"],
        ["Я ходив до школи і бачив дівчину.", "Десь-то там —", "мокро"],
    ),
    "a2": (
        SECOND_ANNOTATED,
        ["Я ходив в школу і бачив дівчина .", "Десь - то тут", "сухо"],
        ["Я ходив в школу і бачив дівчина.", "Десь-то тут", "сухо"],
    ),
}
FIRST = "Я ходив в школу , і бачив дівчина ."
TYPED = (
    Edit(2, 3, "до", "G/Prep"),
    Edit(3, 4, "школи", "G/Case"),
    Edit(4, 5, "", "Punctuation"),
    Edit(7, 8, "дівчину", "G/Case"),
)


@pytest.fixture
def wheel(tmp_path, monkeypatch):
    """A wheel of that document in a folder of packages, and its digest."""
    folder = "ua_gec/data/gec-only/test"
    files = {
        f"{folder}/source-sentences/7.src.txt": "\n".join(SOURCE),
        f"{folder}/source-sentences-tokenized/7.src.txt": "\n".join(TOKENISED),
    }
    for annotator, (annotated, tokenised, written) in ANNOTATED.items():
        files[f"{folder}/annotated/7.{annotator}.ann"] = annotated
        files[f"{folder}/target-sentences/7.{annotator}.txt"] = "\n".join(written)
        files[f"{folder}/target-sentences-tokenized/7.{annotator}.txt"] = "\n".join(
            tokenised
        )
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    return make_wheel(tmp_path, "ua-gec", "2.1.3", files)


def test_a_document_is_sentences_with_the_edits_and_types_of_its_annotator(
    wheel, tmp_path, caplog
):
    caplog.set_level("INFO")
    path = tmp_path / "a1.m2"
    with zipfile.ZipFile(wheel) as archive:
        write_annotator(archive, "gec-only/test/a1", path)
    (sentence,) = read_m2(path)
    assert (sentence.source, sentence.coders[0]) == (FIRST, TYPED)
    # What one annotator joined is left out for both.
    assert (
        "sentences: 1; left out, for their edits cross a sentence's end: 2"
        in caplog.text
    )


def test_a_part_of_a_wheel_is_fetched_by_its_digest(wheel, tmp_path):
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    made = tmp_path / "expected.m2"
    with zipfile.ZipFile(wheel) as archive:
        write_annotator(archive, "gec-only/test/a2", made)
    entry = {
        "url": f"wheel:ua-gec==2.1.3:{digest}/gec-only/test/a2",
        "sha256": hashlib.sha256(made.read_bytes()).hexdigest(),
    }
    path = tmp_path / "fetched.m2"
    fetch(entry, path, None)
    (sentence,) = read_m2(path)
    assert sentence.coders[0] == (Edit(4, 5, "", "Punctuation"),)
    for wrong, message in (
        ({"sha256": "0" * 64}, r"its SHA-256 is .* is pinned"),
        (
            {"url": entry["url"].replace(digest, "0" * 64)},
            "is not the file that is expected",
        ),
        (
            {"url": entry["url"].replace("ua-gec", "ua")},
            "unknown corpus in a wheel 'ua'",
        ),
    ):
        path = tmp_path / "refused.m2"
        with pytest.raises(DownloadError, match=message):
            fetch(entry | wrong, path, None)
        assert not path.exists()


@pytest.mark.parametrize(
    ("annotated", "source", "target", "edits"),
    [
        # Within a token, the whole token changes; of two annotations the first has the type.
        (
            "к{і=>о:::error_type=A}{т=>д:::error_type=B}",
            "кіт",
            "код",
            [Edit(0, 1, "код", "A")],
        ),
        # Insertions at one place are one edit.
        (
            "а {=>б:::error_type=A}{=>в:::error_type=B} г",
            "а г",
            "а б в г",
            [Edit(1, 1, "б в", "A")],
        ),
        # White space is a change, too.
        ("{з під=>зпід:::error_type=A}", "з під", "зпід", [Edit(0, 2, "зпід", "A")]),
        # A document of other sentences.
        ("а б", "а в", "а б", None),
    ],
)
def test_edits_are_of_whole_tokens(annotated, source, target, edits):
    (found,) = edits_of_lines(
        [source.split()], [target.split()], list(stretches(annotated))
    )
    assert found == (None if edits is None else tuple(edits))
