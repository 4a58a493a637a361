"""A tiny BERT and a little English for it, so that recipes run end to end in seconds."""

from pathlib import Path

SENTENCES = [
    sentence.split()
    for sentence in (
        "The old man walks to the river with his dog .",
        "She has been to the market in the morning .",
        "There are many books on the table in the kitchen .",
        "We do n't know whether the train leaves at noon .",
        "He was writing a long letter to the teacher .",
        "The children played in the garden for an hour .",
        "A good friend of mine works in a small shop .",
        "They could not find the keys under the sofa .",
        "My sister likes reading about the history of ships .",
        "The weather was cold , and the streets were empty .",
    )
] * 12


def save_tiny_bert(folder: Path) -> Path:
    """Writes a randomly initialised BERT of two layers with a tokenizer for `SENTENCES`."""
    import torch
    from transformers import BertConfig, BertModel, BertTokenizerFast

    words = sorted({token.lower() for tokens in SENTENCES for token in tokens})
    letters = [chr(code) for code in range(33, 127) if not chr(code).isupper()]
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters]
    pieces += ["##" + letter for letter in letters]
    pieces += [word for word in words if word not in pieces]
    tokenizer = BertTokenizerFast(
        vocab={piece: index for index, piece in enumerate(pieces)}, model_max_length=64
    )
    torch.manual_seed(0)
    model = BertModel(
        BertConfig(
            vocab_size=len(pieces),
            hidden_size=32,
            num_hidden_layers=2,
            num_attention_heads=2,
            intermediate_size=64,
            max_position_embeddings=64,
        )
    )
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
