"""The English spaCy pipeline that ERRANT reads where en_core_web_sm is not installed.

A tagger and a parser are trained by spaCy's own loop on treebanks whose labels `treebank` converts.
Coarse tags then come from rules and lemmas from the rules and tables of spacy-lookups-data.
"""

import random
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import spacy
from spacy.cli.train import train as run_spacy_train
from spacy.language import Language
from spacy.tokens import Doc, DocBin
from spacy.training import Example
from spacy.vocab import Vocab

from gec_attribution.edits.m2 import read_m2
from gec_attribution.edits.model import apply_edits
from gec_attribution.languages import Extractor
from gec_attribution.languages.en import ENGLISH
from gec_attribution.storage.files import write_atomically
from gec_training.data.treebank import (
    Word,
    convert_labels,
    learner_variant,
    read_conllu,
)

# Penn tag: (coarse tag, features), as in the conversion table that ERRANT itself has for tags. The
# features tell the rule lemmatizer which forms are base forms.
_TAG_MAP = {
    **dict.fromkeys([".", ",", ":", "``", "''", "-LRB-", "-RRB-", "HYPH", "NFP"], ("PUNCT", "")),
    **dict.fromkeys(["$", "#", "SYM"], ("SYM", "")),
    **dict.fromkeys(["ADD", "FW", "GW", "LS", "XX"], ("X", "")),
    **dict.fromkeys(["DT", "PDT", "PRP$", "WDT", "WP$"], ("DET", "")),
    **dict.fromkeys(["EX", "PRP", "WP"], ("PRON", "")),
    **dict.fromkeys(["IN", "RP"], ("ADP", "")),
    **dict.fromkeys(["POS", "TO"], ("PART", "")),
    "_SP": ("SPACE", ""),
    "AFX": ("ADJ", ""),
    "CC": ("CCONJ", ""),
    "CD": ("NUM", "NumType=Card"),
    "JJ": ("ADJ", "Degree=Pos"),
    "JJR": ("ADJ", "Degree=Cmp"),
    "JJS": ("ADJ", "Degree=Sup"),
    "MD": ("VERB", "VerbForm=Fin"),
    "NN": ("NOUN", "Number=Sing"),
    "NNS": ("NOUN", "Number=Plur"),
    "NNP": ("PROPN", "Number=Sing"),
    "NNPS": ("PROPN", "Number=Plur"),
    "RB": ("ADV", ""),
    "RBR": ("ADV", "Degree=Cmp"),
    "RBS": ("ADV", "Degree=Sup"),
    "UH": ("INTJ", ""),
    "VB": ("VERB", "VerbForm=Inf"),
    "VBD": ("VERB", "Tense=Past|VerbForm=Fin"),
    "VBG": ("VERB", "Aspect=Prog|Tense=Pres|VerbForm=Part"),
    "VBN": ("VERB", "Aspect=Perf|Tense=Past|VerbForm=Part"),
    "VBP": ("VERB", "Tense=Pres|VerbForm=Fin"),
    "VBZ": ("VERB", "Number=Sing|Person=3|Tense=Pres|VerbForm=Fin"),
    "WRB": ("ADV", ""),
}
_VERB = {"IN": ["VB", "VBD", "VBG", "VBN", "VBP", "VBZ"]}
_OBJECTS = {"IN": ["attr", "conj", "dobj", "nsubj", "nsubjpass", "pobj"]}
_FORMS_OF_BE = {"IN": ["am", "are", "be", "been", "being", "is", "was", "were", "'m", "'re"]}
# What the tag does not determine: pattern of a token and what it sets; a later one wins.
_EXCEPTIONS: list[tuple[dict, dict]] = [
    ({"TAG": _VERB, "DEP": {"IN": ["aux", "auxpass"]}}, {"POS": "AUX"}),
    ({"TAG": _VERB, "LOWER": _FORMS_OF_BE}, {"POS": "AUX", "LEMMA": "be"}),
    ({"TAG": "VBZ", "LOWER": "'s"}, {"POS": "AUX", "LEMMA": "be"}),
    ({"TAG": "DT", "DEP": _OBJECTS}, {"POS": "PRON"}),
    ({"TAG": "IN", "DEP": "mark"}, {"POS": "SCONJ"}),
    ({"TAG": "RB", "LOWER": {"IN": ["not", "n't"]}}, {"POS": "PART", "LEMMA": "not"}),
    # The lemmatizer's tables have neither auxiliaries nor contractions.
    ({"TAG": _VERB, "LOWER": {"IN": ["had", "has", "having", "'ve"]}}, {"LEMMA": "have"}),
    ({"TAG": _VERB, "LOWER": {"IN": ["did", "does", "doing", "done"]}}, {"LEMMA": "do"}),
    ({"TAG": "MD", "LOWER": {"IN": ["wo", "'ll"]}}, {"LEMMA": "will"}),
    ({"TAG": "MD", "LOWER": "ca"}, {"LEMMA": "can"}),
    ({"TAG": "MD", "LOWER": "'d"}, {"LEMMA": "would"}),
]

_META = {
    "name": "errant_treebank",
    "version": "1.0.0",
    "description": "English tagger, parser and rule lemmatizer with the labels that ERRANT reads",
    "license": "CC BY-SA 4.0",
}

_CONFIG = """
[paths]
train = null
dev = null

[system]
seed = 0

[nlp]
lang = "en"
pipeline = ["tok2vec", "tagger", "parser"]
batch_size = 256

[components]

[components.tok2vec]
factory = "tok2vec"

[components.tok2vec.model]
@architectures = "spacy.Tok2Vec.v2"

[components.tok2vec.model.embed]
@architectures = "spacy.MultiHashEmbed.v2"
width = 96
attrs = ["NORM", "PREFIX", "SUFFIX", "SHAPE"]
rows = [5000, 1000, 2500, 2500]
include_static_vectors = false

[components.tok2vec.model.encode]
@architectures = "spacy.MaxoutWindowEncoder.v2"
width = ${components.tok2vec.model.embed.width}
depth = 4
window_size = 1
maxout_pieces = 3

[components.tagger]
factory = "tagger"

[components.tagger.model]
@architectures = "spacy.Tagger.v2"

[components.tagger.model.tok2vec]
@architectures = "spacy.Tok2VecListener.v1"
width = ${components.tok2vec.model.encode.width}

[components.parser]
factory = "parser"

[components.parser.model]
@architectures = "spacy.TransitionBasedParser.v2"
state_type = "parser"
extra_state_tokens = false
hidden_width = 64
maxout_pieces = 2
use_upper = true

[components.parser.model.tok2vec]
@architectures = "spacy.Tok2VecListener.v1"
width = ${components.tok2vec.model.encode.width}

[corpora]

[corpora.train]
@readers = "spacy.Corpus.v1"
path = ${paths.train}

[corpora.dev]
@readers = "spacy.Corpus.v1"
path = ${paths.dev}

[training]
seed = ${system.seed}
gpu_allocator = null
train_corpus = "corpora.train"
dev_corpus = "corpora.dev"
dropout = 0.1
patience = 0
max_steps = 1000
eval_frequency = 100

[training.optimizer]
@optimizers = "Adam.v1"

[training.optimizer.learn_rate]
@schedules = "warmup_linear.v1"
initial_rate = 0.0015
warmup_steps = 50
total_steps = ${training.max_steps}

[training.batcher]
@batchers = "spacy.batch_by_words.v1"
size = 1000
tolerance = 0.2

[training.score_weights]
tag_acc = 0.5
dep_las = 0.5

[initialize]

[initialize.lookups]
@misc = "spacy.LookupsDataLoader.v1"
lang = "en"
tables = ["lexeme_norm"]
"""


def make_corpus(treebanks: Sequence[Path], target: Path, *, variants: float, seed: int) -> int:
    """Write treebanks as one DocBin with ERRANT's labels.

    A Doc has one to three consecutive sentences of a document, since a line of a learner corpus may
    have several and the parser must find their borders.

    Args:
        treebanks: CoNLL-U files.
        target: the `.spacy` file to write.
        variants: share of the Docs, 0 to 1, that are added once more as learners might type them.
        seed: seed of the draws of lengths and variants.

    Returns:
        The number of words written.
    """
    rng = random.Random(seed)  # noqa: S311
    vocab = Vocab()
    corpus = DocBin(attrs=["TAG", "HEAD", "DEP", "SENT_START"])
    words = 0
    for path in treebanks:
        for document in read_conllu(path):
            for chunk in _chunks(document, rng):
                copies = [chunk]
                if rng.random() < variants:
                    copies.append([learner_variant(sentence, rng) for sentence in chunk])
                for sentences in copies:
                    doc = _make_doc(vocab, sentences)
                    corpus.add(doc)
                    words += len(doc)
    with write_atomically(target) as partial:
        corpus.to_disk(partial)
    return words


def _chunks(document: Sequence[list[Word]], rng: random.Random) -> Iterator[Sequence[list[Word]]]:
    start = 0
    while start < len(document):
        stop = start + rng.choice([1, 1, 2, 3])
        yield document[start:stop]
        start = stop


def _make_doc(vocab: Vocab, sentences: Iterable[Sequence[Word]]) -> Doc:
    words: list[Word] = []
    heads: list[int] = []
    starts: list[bool | int | None] = []
    for sentence in map(convert_labels, sentences):
        heads += [len(words) + word.head for word in sentence]
        starts += [i == 0 for i in range(len(sentence))]
        words += sentence
    return Doc(
        vocab,
        words=[word.form for word in words],
        tags=[word.tag for word in words],
        deps=[word.dep for word in words],
        heads=heads,
        sent_starts=starts,
    )


def train_pipeline(
    train: Sequence[Path],
    dev: Sequence[Path],
    target: Path,
    *,
    steps: int,
    seed: int,
    variants: float = 0.3,
    width: int = 96,
    rows: Sequence[int] = (5000, 1000, 2500, 2500),
) -> None:
    """Train the pipeline on treebanks and write it as a folder that `spacy.load` reads.

    Tagger and parser share one convolutional token encoder over hashed features and are trained by
    spaCy's own training loop; coarse tags come from rules, lemmas from the tables and rules of
    spacy-lookups-data. Of the evaluations on `dev`, made ten times a run, the best is kept.

    Args:
        train: CoNLL-U files to learn from.
        dev: CoNLL-U files to choose the best state by.
        target: folder to write; it must not exist or is replaced.
        steps: optimiser updates; the learning rate falls to zero over them.
        seed: seed of the augmentation, the initial weights and the order of batches.
        variants: share of the training Docs repeated as learners might type them.
        width: width of the token encoder.
        rows: rows of the hash tables of norm, prefix, suffix and shape.
    """
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        make_corpus(train, work / "train.spacy", variants=variants, seed=seed)
        make_corpus(dev, work / "dev.spacy", variants=0.0, seed=seed)
        settings = {
            "paths.train": str(work / "train.spacy"),
            "paths.dev": str(work / "dev.spacy"),
            "system.seed": seed,
            "training.max_steps": steps,
            "training.eval_frequency": max(1, steps // 10),
            "training.optimizer.learn_rate.warmup_steps": steps // 20,
            "components.tok2vec.model.embed.width": width,
            "components.tok2vec.model.embed.rows": list(rows),
        }
        (work / "config.cfg").write_text(_CONFIG, encoding="utf-8")
        run_spacy_train(work / "config.cfg", work / "trained", overrides=settings)
        nlp = spacy.load(work / "trained" / "model-best")
    nlp.config["paths"].update(train=None, dev=None)
    _add_rules(nlp)
    nlp.meta.update(_META)
    with write_atomically(target) as temporary:
        nlp.to_disk(temporary)


def _add_rules(nlp: Language) -> None:
    """Append the components that are not learned: coarse tags, then lemmas."""
    ruler: Any = nlp.add_pipe("attribute_ruler")
    for tag, (pos, features) in _TAG_MAP.items():
        ruler.add([[{"TAG": tag}]], {"POS": pos, "MORPH": features})
    for pattern, attributes in _EXCEPTIONS:
        ruler.add([[pattern]], attributes)
    lemmatizer: Any = nlp.add_pipe("lemmatizer", config={"mode": "rule"})
    lemmatizer.initialize()


def score_treebank(pipeline: str | Path | Language, treebank: Path) -> dict[str, float]:
    """Tag accuracy and attachment scores on a treebank, one sentence at a time.

    Returns:
        `tag_accuracy` over all words; `unlabelled_attachment` and `labelled_attachment` over all
        but punctuation, against the converted labels.
    """
    nlp = pipeline if isinstance(pipeline, Language) else spacy.load(pipeline)
    sentences = [sentence for document in read_conllu(treebank) for sentence in document]
    gold = [_make_doc(nlp.vocab, [sentence]) for sentence in sentences]
    blank = [Doc(nlp.vocab, words=[token.text for token in doc]) for doc in gold]
    scores = nlp.evaluate([Example(*pair) for pair in zip(blank, gold, strict=True)])
    return {
        "tag_accuracy": scores["tag_acc"],
        "unlabelled_attachment": scores["dep_uas"],
        "labelled_attachment": scores["dep_las"],
    }


def score_most_frequent_tag(train: Sequence[Path], treebank: Path) -> float:
    """Tag accuracy of giving each word its most frequent tag in `train`, NN where it has none."""
    counts: dict[str, Counter[str]] = {}
    for path in train:
        for word in _words(path):
            counts.setdefault(word.form, Counter())[word.tag] += 1
    best = {form: tags.most_common(1)[0][0] for form, tags in counts.items()}
    hits = [best.get(word.form, "NN") == word.tag for word in _words(treebank)]
    return sum(hits) / len(hits)


def _words(treebank: Path) -> Iterator[Word]:
    for document in read_conllu(treebank):
        for sentence in document:
            yield from sentence


def score_agreement(extractor: Extractor, m2: Path) -> pd.DataFrame:
    """How far an extractor finds the edits of an M2 file again, from source and corrected text.

    An edit is found again if span and correction are the same; its type is compared then.

    Args:
        extractor: makes edits of the corrected text of every coder in the file.
        m2: file whose edits were extracted automatically, not set by hand.

    Returns:
        A first row `all`, then one row per type; columns: `type`; `reference`, edits of that type
        in the file; `extracted`, edits the extractor gives it; `shared`, reference edits found
        again; `recall`, shared / reference; `type_accuracy`, the share of shared ones that have the
        same type; and in the first row `span_f1`, F1 of finding edits, regardless of their type.
    """
    annotated = [
        (sentence.source, edits) for sentence in read_m2(m2) for edits in sentence.coders.values()
    ]
    pairs = [
        (source, " ".join(apply_edits(ENGLISH.tokenize(source), edits)))
        for source, edits in annotated
    ]
    counts: dict[str, Counter[str]] = {
        name: Counter() for name in ("reference", "extracted", "shared", "same")
    }
    for (_, reference), extracted in zip(annotated, extractor.extract(pairs), strict=True):
        types = {(edit.start, edit.end, edit.correction): edit.type for edit in extracted}
        counts["extracted"].update(types.values())
        for edit in reference:
            type_found = types.get((edit.start, edit.end, edit.correction))
            counts["reference"][edit.type] += 1
            counts["shared"][edit.type] += type_found is not None
            counts["same"][edit.type] += type_found == edit.type
    by_type = pd.DataFrame(counts).fillna(0).sort_values("reference", ascending=False)
    table = pd.concat([by_type.sum().to_frame("all").T, by_type]).astype(int)
    table["recall"] = table.shared / table.reference
    table["type_accuracy"] = table.pop("same") / table.shared
    total = table.loc["all"]
    table.loc["all", "span_f1"] = 2 * total.shared / (total.reference + total.extracted)
    return table.rename_axis("type").reset_index()
