"""BERT, GPT-2 and their tokenizers without transformers, which takes seconds to import.

Only `hub`, which loads models, knows of this room: it asks here first for what is only read, and
takes transformers where the answer is None. docs/scaling.md has what that saves.
"""

from gec_attribution.networks.plain.models import read_model
from gec_attribution.networks.plain.tokenizer import PlainTokenizer, read_tokenizer

__all__ = ["PlainTokenizer", "read_model", "read_tokenizer"]
