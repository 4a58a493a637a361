"""The recipes as they are shipped, and made small on a few sentences."""

import itertools
import json
import lzma
import subprocess
from pathlib import Path

import pandas as pd
import yaml
from project import ROOT
from tiny_chat_models import build_chat_model
from toy_encoder import SENTENCES
from toy_treebank import SENTENCES as PARSED
from toy_treebank import conllu

LEARNER = ROOT / "data" / "learner"
EXPLAINED = ROOT / "data" / "learner-zh"


def compressed(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lzma.compress(text.encode()))


def committed(folder: Path) -> str:
    """The name of a commit of all that is in a folder."""
    git = ["git", "-C", str(folder), "-c", "user.name=A", "-c", "user.email=a@example.org"]
    for arguments in (["init"], ["add", "."], ["commit", "--message=all"]):
        subprocess.run([*git, *arguments], check=True, capture_output=True)
    named = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
    return named.stdout.strip()


def shipped_recipes() -> dict:
    return yaml.safe_load((ROOT / "training/config/training.yaml").read_text())["training"]


def toy_recipes(folder: Path) -> dict:
    """The shipped recipes, made small, on a few sentences of the tests."""
    corpora = folder / "corpora"
    paragraphs = [" ".join(tokens) for tokens in SENTENCES] * 2
    for name in ("openstax", "other"):
        compressed(corpora / "english-lm" / f"{name}.txt.xz", "\n".join(paragraphs) + "\n")
    for name, part in itertools.product(("ewt", "gum"), ("train", "dev", "test")):
        compressed(corpora / "treebank" / f"{name}-{part}.conllu.xz", conllu(list(PARSED)))

    chinese = itertools.product("我你他她", ["喜欢", "不吃"], "鱼茶饭", repeat=1)
    chinese_lines = ["".join(words) + "。" for words in chinese]
    compressed(corpora / "chinese" / "chinese.txt.xz", "\n".join(chinese_lines * 8) + "\n")
    talks = folder / "talks"
    talks.mkdir()
    told = [{"role": "client", "content": line.replace("。", "，你呢？")} for line in chinese_lines]
    (talks / "1.json").write_text(json.dumps(told))
    commit = committed(talks)
    corrections = [{"input": line.replace("喜", "西"), "output": line} for line in chinese_lines]
    (folder / "corrections.json").write_text(json.dumps(corrections))

    sources = [" ".join(tokens) for tokens in SENTENCES[:10]]
    ratings = pd.DataFrame(
        {
            "source": [f"{text} {row}" for row, text in enumerate(sources * 6)],
            "output": [f"{text} {row} ." for row, text in enumerate(sources * 6)],
            **{f"ave_{aspect}": [1 + row % 7 / 2 for row in range(60)] for aspect in "gfm"},
        }
    )
    ratings.to_csv(folder / "ratings.csv", index=False)
    gug = {"Sentence": sources, "Average": [1.0, 2.0, 3.0, 4.0, 2.5] * 2, "Dataset": ["train"] * 10}
    pd.DataFrame(gug).to_csv(folder / "gug.tsv", sep="\t", index=False)
    (folder / "conll14.m2").write_text(
        "S She like the book .\nA 1 2|||R:VERB:SVA|||likes|||REQUIRED|||-NONE-|||0\n\n"
    )

    recipes = shipped_recipes()
    recipes["corpora"] = str(corpora)
    recipes["data"] = {
        "jfleg_sources": str(LEARNER / "sources.txt"),
        "jfleg_references": [str(LEARNER / "reference.0.txt"), str(LEARNER / "reference.1.txt")],
        "tmu_gfm": str(folder / "ratings.csv"),
        "gug": str(folder / "gug.tsv"),
        "conll14": str(folder / "conll14.m2"),
        "excgec_train": str(folder / "corrections.json"),
        "excgec_explained": str(EXPLAINED / "gold.json"),
        "excgec_valid": str(EXPLAINED / "gold.json"),
        "excgec_test": str(EXPLAINED / "strong.json"),
        "excgec_early": str(EXPLAINED / "weak.json"),
    }
    talk = {"url": talks.as_uri(), "commit": commit, "files": r"\d\.json"}
    recipes["chinese_text"] = {"talks": {**talk, "where": {"role": "client"}}}
    recipes["language_model"] |= {
        "vocabulary": 300, "layers": 1, "width": 16, "heads": 2, "steps": 8, "warmup_steps": 2,
        "micro_batch_tokens": 256, "evaluate_every": 4,
    }  # fmt: skip
    small = recipes["language_model"]
    small = {key: small[key] for key in ("layers", "width", "heads", "steps", "warmup_steps")}
    small |= {"micro_batch_tokens": 128, "evaluate_every": 4, "repeats": [1, 2, 1]}
    recipes["chinese_language_model"] |= small
    recipes["spacy_pipeline"]["steps"] = 5
    encoder = recipes["encoder"]
    encoder["cut"] |= {"layers": 1, "pieces": 400, "positions": 64}
    encoder["grammar"] |= {"sentences": 100, "steps": 4, "pairs_a_step": 4}
    encoder["comparison"] |= {"sentences": 100, "steps": 4, "pairs_a_step": 4}
    encoder["pairs"] |= {"pairs": 40, "pairs_a_sentence": 4}
    encoder["heads"] |= {"sentences": 100, "units": 5, "contrasts": 40}
    chat_model = build_chat_model(folder / "chat-model")
    recipes["excgec"] |= {"model": str(chat_model), "revision": None, "epochs": 1, "batch_size": 8}
    return recipes
