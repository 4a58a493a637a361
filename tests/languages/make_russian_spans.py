"""Write `russian_spans.json`: spans of edits as the package ru-errant finds them.

Its wheel has ERRANT's own modules in another release, so it is unpacked into a folder of its own:

    pip download --no-deps ru-errant==2.3.0 && unzip ru_errant-2.3.0-py3-none-any.whl -d ru
    pip install --target ru Levenshtein
    PYTHONPATH=ru python tests/languages/make_russian_spans.py

Sentences, parts of speech and lemmas are those of `russian_pairs.json`, as for the tests.
"""

import json
from pathlib import Path

import spacy
from errant.alignment import Alignment
from errant.ru import merger
from spacy.tokens import Doc

HERE = Path(__file__).parent


def main():
    document = json.loads((HERE / "russian_pairs.json").read_text(encoding="utf-8"))
    vocab = spacy.blank("ru").vocab
    spans = []
    for pair in document["pairs"]:
        read = [reading(vocab, text.split(), document["words"]) for text in pair]
        edits = merger.get_rule_edits(Alignment(*read))
        spans.append([[edit.o_start, edit.o_end, edit.c_str] for edit in edits])
    made = {"made_by": "make_russian_spans.py with ru-errant 2.3.0", "spans": spans}
    text = json.dumps(made, ensure_ascii=False).replace("]], ", "]],\n")
    (HERE / "russian_spans.json").write_text(f"{text}\n", encoding="utf-8")


def reading(vocab, tokens, words):
    kinds, lemmas = zip(
        *(words.get(token.lower(), ("PUNCT", token)) for token in tokens), strict=True
    )
    return Doc(vocab, words=tokens, pos=list(kinds), lemmas=list(lemmas))


if __name__ == "__main__":
    main()
