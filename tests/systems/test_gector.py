import json
import pickle
import shutil
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file
from tiny_models import SIZES
from toy_gector import edit_config, save_random, save_table
from transformers import AutoConfig

from gec_attribution.errors import ModelError
from gec_attribution.plugins.settings import Settings
from gec_attribution.systems import correction, load_system
from gec_attribution.systems.gector_tags import apply_tags

WORDS = [
    "the",
    "a",
    "cat",
    "cats",
    "sat",
    "on",
    "mat",
    "mats",
    "old",
    "dog",
    "runs",
    "run",
    "it",
]
TAGS = (
    "$DELETE", "$APPEND_the", "$APPEND_old", "$REPLACE_cat", "$REPLACE_a", "$MERGE_HYPHEN",
    "$TRANSFORM_AGREEMENT_PLURAL", "$TRANSFORM_CASE_CAPITAL", "$TRANSFORM_VERB_VB_VBZ",
)  # fmt: skip


def verb_forms(word, own, wanted):
    return {("go", "VB", "VBZ"): "goes", ("went", "VBD", "VBN"): "gone"}.get(
        (word, own, wanted)
    )


def gector(folder, settings=None, **options):
    return load_system(
        "gector", {"type": "gector", "model": str(folder), **options}, settings
    )


@pytest.mark.parametrize(
    ("tokens", "tags", "corrected"),
    [
        ("There flowers .", "$KEEP $APPEND_are $KEEP $KEEP", "There are flowers ."),
        ("Cat sat", "$APPEND_The $KEEP $KEEP", "The Cat sat"),
        ("a b a", "$KEEP $DELETE $KEEP $DELETE", "b"),
        ("a b", "$KEEP $KEEP $REPLACE_c", "a c"),
        # Nothing but an insertion happens at $START.
        ("a b", "$DELETE $KEEP $KEEP", "a b"),
        ("a b", "$MERGE_SPACE $KEEP $KEEP", "a b"),
        ("in to it", "$KEEP $MERGE_SPACE $KEEP $KEEP", "into it"),
        ("a b c", "$KEEP $MERGE_SPACE $MERGE_HYPHEN $KEEP", "ab-c"),
        ("well known", "$KEEP $MERGE_HYPHEN $KEEP", "well-known"),
        # The next token that is there, as it has become; none at the end of the sentence.
        ("a b c", "$KEEP $MERGE_SPACE $DELETE $REPLACE_d", "ad"),
        ("a b", "$KEEP $MERGE_SPACE $APPEND_c", "ab c"),
        ("a b", "$KEEP $KEEP $MERGE_SPACE", "a b"),
        ("He IS iphone",
         "$KEEP $TRANSFORM_CASE_UPPER $TRANSFORM_CASE_LOWER $TRANSFORM_CASE_CAPITAL_1",
         "HE is iPhone"),
        ("paris", "$KEEP $TRANSFORM_CASE_CAPITAL", "Paris"),
        ("i", "$KEEP $TRANSFORM_CASE_CAPITAL_1", "i"),
        ("cat cats", "$KEEP $TRANSFORM_AGREEMENT_PLURAL $TRANSFORM_AGREEMENT_SINGULAR",
         "cats cat"),
        ("x y", "$KEEP $TRANSFORM_AGREEMENT_SINGULAR $KEEP", "y"),
        ("well-known-fact is", "$KEEP $TRANSFORM_SPLIT_HYPHEN $KEEP", "well known fact is"),
        ("go went", "$KEEP $TRANSFORM_VERB_VB_VBZ $TRANSFORM_VERB_VBD_VBN", "goes gone"),
        ("cat", "$KEEP $TRANSFORM_VERB_VB_VBZ", "cat"),
        ("a b", "$KEEP <OOV> $KEEP", "a b"),
        # Several at once, and a sentence whose end has no tags.
        ("He go school now e mail",
         "$KEEP $KEEP $TRANSFORM_VERB_VB_VBZ $APPEND_, $DELETE $MERGE_SPACE $KEEP",
         "He goes school , email"),
        ("a b c d", "$KEEP $KEEP $REPLACE_x", "a x c d"),
    ],
)  # fmt: skip
def test_tags_change_their_tokens(tokens, tags, corrected):
    assert apply_tags(tokens.split(), tags.split(), verb_forms) == corrected.split()


def test_rounds_go_on_until_nothing_changes(tmp_path, monkeypatch):
    table = {
        "a": {"$REPLACE_b": 0.9},
        "b": {"$REPLACE_c": 0.9},
        "c": {"$APPEND_d": 0.6, "$KEEP": 0.3},
        "x": {"$DELETE": 0.9},
        "y": {"<OOV>": 0.9},
    }
    folder = save_table(tmp_path / "model", table, {}, words=["d"])
    sources = ["d a d", "d b", "d x x", "x x", "d y", "d"]
    corrected = {
        1: ["d b d", "d c", "d", "x x", "d y", "d"],
        2: ["d c d", "d c d", "d", "x x", "d y", "d"],
        4: ["d c d d d", "d c d d d", "d", "x x", "d y", "d"],
    }
    for rounds, expected in corrected.items():
        monkeypatch.setattr("gec_attribution.systems.gector.ROUNDS", rounds)
        assert gector(folder).correct(sources) == expected


def test_min_error_prob_holds_for_sentences_and_for_tags(tmp_path):
    folder = save_table(
        tmp_path / "model",
        {"a": {"$REPLACE_c": 0.9}, "b": {"$REPLACE_c": 0.5, "$KEEP": 0.4}},
        {"a": 0.4, "b": 0.7},
        words="c",
    )
    sources = ["a c", "b c", "a b"]
    for threshold, expected in {
        0.0: ["c c", "c c", "c c"],
        # No word of the first sentence is doubted enough.
        0.45: ["a c", "c c", "c c"],
        # The tag of `b` is not probable enough, though the doubt about it is: it is kept.
        0.65: ["a c", "b c", "c b"],
        0.75: sources,
    }.items():
        assert gector(folder, min_error_prob=threshold).correct(sources) == expected


def test_the_end_of_a_long_sentence_is_kept_and_counted(tmp_path):
    folder = save_table(tmp_path / "model", {"a": {"$REPLACE_b": 0.9}}, {}, words="b")
    # [CLS] $START and five words [SEP].
    system = gector(folder, Settings(max_length=8))
    assert system.correct(["a a a a a", "a a a a a a"]) == ["b b b b b", "b b b b b a"]
    assert dict(system.counts) == {"longer than the model reads, their end was kept": 1}
    edit_config(folder, max_length=7)
    assert gector(folder).correct(["a a a a a a"]) == ["b b b b a a"]


def test_verb_forms_come_from_the_folder_or_lemminflect(tmp_path):
    table = {"go": {"$TRANSFORM_VERB_VB_VBZ": 0.9}}
    folder = save_table(tmp_path / "model", table, {})
    signatures = [gector(folder).signature()]
    assert gector(folder).correct(["go"]) == ["goes"]
    (folder / "verb-form-vocab.txt").write_text("go_gone:VB_VBZ\n")
    signatures.append(gector(folder).signature())
    assert gector(folder).correct(["go"]) == ["gone"]
    without, own = (signature["verb_forms"] for signature in signatures)
    assert without.startswith("lemminflect")
    assert own != without


class Undecided(torch.nn.Module):
    """A model with two equally probable tags, but for noise from the batch."""

    def __init__(self, model):
        super().__init__()
        self.model = model
        model.label_proj_layer.bias.data[3] += 20

    def forward(self, ids, mask):
        labels, detection = self.model(ids, mask)
        labels[..., 4] = labels[..., 3] + (1e-5 if len(ids) % 2 else -1e-5)
        return labels, detection


@pytest.mark.parametrize("undecided", [False, True])
def test_corrections_do_not_depend_on_chunks_or_batches(
    tmp_path, monkeypatch, undecided
):
    folder = save_random(tmp_path / "model", WORDS, TAGS)
    generator = torch.Generator().manual_seed(0)
    lengths = torch.randint(1, 30, (24,), generator=generator).tolist()
    sources = [
        " ".join(
            WORDS[i]
            for i in torch.randint(len(WORDS), (n,), generator=generator).tolist()
        )
        for n in lengths
    ]
    corrected = []
    for batch_tokens, chunk_size in ((4096, 100), (128, 100), (300, 7), (1, 1)):
        system = gector(folder, Settings(batch_tokens=batch_tokens))
        if undecided:
            system._model = Undecided(system._model)
        monkeypatch.setattr(correction, "CHUNK", chunk_size)
        corrected.append(correction.correct_corpus(system, sources))
    assert corrected[0] != sources
    assert all(other == corrected[0] for other in corrected[1:])


RELATIVE = {"relative_attention": True, "pos_att_type": ["c2p", "p2c"]}


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("roberta", {"max_position_embeddings": 130, **SIZES}),
        ("deberta", {"max_position_embeddings": 130, **RELATIVE, **SIZES}),
        ("xlnet", {"d_model": 32, "n_layer": 1, "n_head": 2, "d_inner": 64}),
    ],
)
def test_encoders_of_published_checkpoints_are_read(tmp_path, kind, options):
    encoder = AutoConfig.for_model(kind, pad_token_id=0, **options)
    folder = save_random(tmp_path / "model", WORDS, TAGS, encoder)
    sources = [f"{one} {other}" for one in WORDS for other in WORDS]
    whole = gector(folder).correct(sources)
    assert whole != sources
    # As published: the encoder's configuration is elsewhere, without $START; weights are a pickle.
    encoder.vocab_size -= 1
    encoder.save_pretrained(tmp_path / "encoder")
    edit_config(folder, encoder_config=None, model_id=str(tmp_path / "encoder"))
    torch.save(load_file(folder / "model.safetensors"), folder / "pytorch_model.bin")
    (folder / "model.safetensors").unlink()
    assert gector(folder).correct(sources) == whole
    # Older checkpoints do not say how many pieces they read.
    edit_config(folder, max_length=None)
    (end,) = gector(folder, Settings(max_length=300)).correct([" ".join(WORDS * 100)])
    assert end.split()[-1] == WORDS[-1]


def test_what_is_no_checkpoint_is_refused(tmp_path, tiny_models):
    with pytest.raises(ModelError, match=r"label2id must number the tags"):
        gector(tiny_models / "encoder")
    folder = save_random(tmp_path / "model", WORDS, TAGS)
    config = json.loads((folder / "config.json").read_text())
    tags = config["label2id"]
    edit_config(
        folder, label2id={("$MERGE_SWAP" if i == 3 else t): i for t, i in tags.items()}
    )
    with pytest.raises(
        ModelError, match=r"systems\.mine: .*unknown tag '\$MERGE_SWAP'"
    ):
        load_system("mine", {"type": "gector", "model": str(folder)})
    edit_config(folder, label2id=tags)
    for file in (tiny_models / "encoder").glob("tokenizer*"):
        shutil.copy(file, folder)
    with pytest.raises(ModelError, match=r"its tokenizer does not have \$START"):
        gector(folder)


def test_missing_or_unreadable_weights_are_refused(tmp_path):
    folder = save_random(tmp_path / "model", WORDS, TAGS)
    weights = load_file(folder / "model.safetensors")
    (folder / "model.safetensors").unlink()
    path = folder / "pytorch_model.bin"
    torch.save({k: v for k, v in weights.items() if not k.startswith("d_proj")}, path)
    with pytest.raises(ModelError, match=r"lacks 2 weights.*d_proj_layer\.weight"):
        gector(folder)
    torch.save({**weights, "d_proj_layer.bias": weights["d_proj_layer.bias"][:1]}, path)
    with pytest.raises(ModelError, match=r"do not fit its config\.json"):
        gector(folder)
    path.write_bytes(pickle.dumps(Path("code")))
    with pytest.raises(ModelError, match="more than weights"):
        gector(folder)
