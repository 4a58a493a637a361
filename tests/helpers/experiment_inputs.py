"""Inputs of several experiments, beside the files of `small_study`."""

import pandas as pd
from project import ROOT
from small_study import SOURCES, SYSTEMS

from gec_attribution.storage.csv_files import write_csv

CHINESE = ROOT / "data/learner-zh"
GOLD = {"gold": [CHINESE / "gold.json"]}
WRITTEN = ("strong", "weak")
EXPLAINED = {"explanations": [CHINESE / f"{name}.json" for name in WRITTEN]}
SOLUTIONS = [("written", name, 1, False) for name in WRITTEN]
OVERLAP = {"overlap": ("overlap", {"type": "token_overlap"}, "score")}
SCORING = {"device": "cpu", "dtype": "float32", "batch_tokens": 9, "max_length": 9}


def written(folder, name, text):
    (folder / name).write_text(text, encoding="utf-8")
    return [folder / name]


def table_file(folder, name, table):
    write_csv(table, folder / name)
    return [folder / name]


def judged_edits(study, folder):
    """The edited sentences of the first system, as two people judged them."""
    sheets = []
    for judge, votes in (("ann", ["True", "False"] * 2), ("ben", ["True", "True", "False"] * 2)):
        for source, edits in zip(SOURCES, SYSTEMS["one"], strict=True):
            tokens = source.split()
            for edit, vote in zip(edits, votes, strict=False):
                tokens[edit.start] = f"[{tokens[edit.start]}→{edit.correction}|{vote}]"
            body = f"<t>{source}</t>\n<s1>{' '.join(tokens)}</s1>\n"
            sheets.append(f"==> {judge}/0.txt <==\n{body}")
    files = []
    for number, path in enumerate(study["attributions"]):
        table = pd.read_parquet(path).query("system == 'one'")
        lines = table["line"].drop_duplicates().to_list()
        table = table.assign(line=[1 + lines.index(line) for line in table["line"]])
        files.append(folder / f"judged.{number}.parquet")
        table.to_parquet(files[-1], index=False)
    return {"judged": written(folder, "judged.txt", "".join(sheets)), "attributions": files}
