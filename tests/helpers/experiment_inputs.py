"""Inputs of the experiments, a function each, beyond the files of `small_study`."""

import pandas as pd
from project import ROOT
from small_study import SOURCES, SYSTEMS, attribute, score_of

from gec_attribution.edits.m2 import edits_of, write_m2
from gec_attribution.edits.model import AnnotatedSentence, Edit
from gec_attribution.experiments.human_rankings.published import SYSTEMS as RANKED
from gec_attribution.experiments.human_rankings.published import UNCORRECTED
from gec_attribution.games.plan import lattice_need, plan_coalitions, write_plan
from gec_attribution.games.values import read_games
from gec_attribution.languages.en import ENGLISH
from gec_attribution.languages.zh import CHINESE as CHARACTERS
from gec_attribution.storage.csv_files import write_csv
from gec_attribution.storage.text import read_lines

CHINESE = ROOT / "data/learner-zh"
GOLD = {"gold": [CHINESE / "gold.json"]}
WRITTEN = ("strong", "weak")
EXPLAINED = {"explanations": [CHINESE / f"{name}.json" for name in WRITTEN]}
SOLUTIONS = [("written", name, 1, False) for name in WRITTEN]
OVERLAP = {"overlap": ("overlap", {"type": "token_overlap"}, "score")}
SCORING = {"device": "cpu", "dtype": "float32", "batch_tokens": 9, "max_length": 9}


def case_study(_study, _folder):
    options = {"system": "one", "line": 3}
    return {"options": options, "settings": {"columns": ["score"], "weights": None}}


def bias(study, folder):
    """Two metrics, of which the second says the opposite."""
    (first, *_) = study["attributions"]
    table = pd.read_parquet(first)
    turned = {name: -table[name] for name in ("phi", "phi_normalised")}
    other = folder / "other.parquet"
    table.assign(metric="n", **turned).to_parquet(other, index=False)
    return {"files": {"attributions": [first, other]}}


def chance(study, folder):
    """Edits that people judged, and those of a data set elsewhere."""
    return {"files": {**judged_edits(study, folder), **elsewhere(study)}}


def elsewhere(study):
    return {
        "other_attributions": study["attributions"][:1],
        "other_references": study["references"],
    }


def judged_edits(study, folder):
    """The edited sentences of the first system, as two people judged them."""
    sheets = []
    for judge, votes in (
        ("ann", ["True", "False"] * 2),
        ("ben", ["True", "True", "False"] * 2),
    ):
        for source, edits in zip(SOURCES, SYSTEMS["one"], strict=True):
            tokens = source.split()
            for edit, vote in zip(edits, votes, strict=False):
                tokens[edit.start] = f"[{tokens[edit.start]}→{edit.correction}|{vote}]"
            body = f"<t>{source}</t>\n<s1>{' '.join(tokens)}</s1>\n"
            sheets.append(f"==> {judge}/0.txt <==\n{body}")
    files = []
    for number, path in enumerate(study["attributions"]):
        table = pd.read_parquet(path).query("system == 'one'")
        table = table.assign(line=1 + pd.factorize(table["line"])[0])
        files.append(folder / f"judged.{number}.parquet")
        table.to_parquet(files[-1], index=False)
    # A second metric says the opposite.
    files.append(folder / "judged.other.parquet")
    opposite = pd.read_parquet(files[0])
    opposite.assign(metric="n", phi=-opposite["phi"]).to_parquet(files[-1], index=False)
    return {
        "judged": written(folder, "judged.txt", "".join(sheets)),
        "attributions": files,
    }


def description_ratings(_study, folder):
    ratings = pd.read_csv(CHINESE / "ratings.csv").query("explainer == 'written'")
    files = {**GOLD, **EXPLAINED, "ratings": table_file(folder, "ratings.csv", ratings)}
    return {"files": files, "settings": {"solutions": SOLUTIONS}, "dataset": "zh"}


def efficiency(_study, _folder):
    options = {"most_edits": 3, "sentences": 1}
    return {"settings": {"scored": OVERLAP}, "options": options, "scoring": SCORING}


def estimators(study, folder):
    gleu = {"gleu": ("gleu", {"type": "gleu"}, "score")}
    return {
        "files": {"reference_texts": study["references"]},
        "options": {
            "fewest_edits": 3,
            "sentences": [1],
            "permutations": [2],
            "repetitions": 2,
        },
        "settings": {"scored": OVERLAP | gleu},
        "scoring": SCORING,
        "store": str(folder / "store"),
    }


def explained_corpora(_study, _folder):
    settings = {"datasets": ["zh"], "explained_datasets": ["zh"]}
    return {"files": {**GOLD, "unexplained": []}, "settings": settings, "dataset": ""}


def explained_systems(_study, folder):
    content = (
        '{"unread": 3, "sentences": 128, "repairs": {"empty answer": {"sentences": 3}}}'
    )
    report = written(folder, "report.json", content)
    texts = [CHINESE / f"{name}.txt" for name in WRITTEN]
    files = {"sources": [CHINESE / "sources.txt"], "texts": texts}
    files["reference_texts"] = [whole_edits(folder, number) for number in (0, 1)]
    return {
        "files": {**GOLD, **EXPLAINED, **files, "reports": report * 2, "pipeline": []},
        "systems": WRITTEN,
        "settings": {"solutions": SOLUTIONS, "language": "zh", "pipeline": "auto"},
        "dataset": "zh",
    }


def reproduced_outputs(_study, _folder):
    return {"options": {"pairs": {"one": "two"}}}


# Two people corrected the last sentence.
REFERENCES = """S y a

S y b

S y c
A 0 2|||R:OTHER|||x y|||REQUIRED|||-NONE-|||0
A 0 2|||R:OTHER|||x x x y|||REQUIRED|||-NONE-|||1

"""


def whole_edits(folder, number):
    """An M2 file of a reference whose every sentence is one edit."""
    sentences = []
    names = ("sources", f"reference.{number}")
    for pair in zip(
        *(read_lines(CHINESE / f"{name}.txt") for name in names), strict=True
    ):
        source, reference = map(" ".join, map(CHARACTERS.tokenize, pair))
        edit = Edit(0, len(source.split()), reference, "S")
        sentences.append(AnnotatedSentence(source, {0: (edit,)}))
    path = folder / f"reference.{number}.m2"
    write_m2(path, sentences)
    return path


def human_rankings(_study, folder):
    """The first system has one x, the next two, and so on; people prefer the last."""
    from computed_rows import table_of

    corrected = [f"{'x ' * count}y\n" * 3 for count in range(1, len(RANKED))]
    corrected.insert(RANKED.index(UNCORRECTED), "y a\ny b\ny c\n")
    texts = [
        path
        for name, text in zip(RANKED, corrected, strict=True)
        for path in written(folder, name, text)
    ]
    ranks = "".join(
        f"<t system='{name}' rank='{20 - k}'/>" for k, name in enumerate(RANKED)
    )
    items = "".join(
        f"<ranking-item src-id='{line}'>{ranks}</ranking-item>" for line in (1, 3)
    )
    scores = "".join(f"{number}\n" for number in range(len(RANKED)))
    files = {
        "texts": texts,
        "rankings": written(folder, "rankings.xml", f"<a>{items}</a>") * 2,
        "people": written(folder, "people.txt", scores) * 4,
        "references": written(folder, "references.m2", REFERENCES),
        "predicted": table_file(folder, "predicted.csv", table_of("chance")),
    }
    settings = {
        "published": ["overlap"],
        "scored": {**OVERLAP, "again": OVERLAP["overlap"]},
    }
    return {"files": files, "settings": settings, "scoring": SCORING, "store": None}


def interactions(study, folder):
    path = str(folder / "interactions.parquet")
    names = {"sentences": "a.csv", "records": "a.jsonl.gz"}
    others = {name: folder / file for name, file in names.items()}
    others["attributions"] = [folder / "a.parquet"]
    attribute(study, "shapley", interactions=path, **others)
    return {"files": {"interactions": [path]}}


def meta_evaluation(study, _folder):
    return {"files": {"ends": study["ends"] * 2}, "metrics": ["m", "again"]}


def preferred_edits(study, folder):
    """People prefer the first system, which has an edit more in two sentences and less in one."""
    ranks = "".join(
        f"{line}\tann\tone\t1\n{line}\tann\ttwo\t2\n" for line in range(1, 5)
    )
    header = "line\tranking\tsystem\trank\n"
    overlap = {"type": "token_overlap", "language": study["language"]}
    return {
        "files": {"rankings": written(folder, "rankings.tsv", header + ranks)},
        "options": {"rewrites": []},
        "settings": {
            "rankings": ["whole"],
            "scored": {"overlap": ("overlap", overlap, "score")},
        },
        "scoring": SCORING,
        "store": str(folder / "store"),
    }


def probes(study, folder):
    """Coalitions of the reference's own edits beside those of the systems."""
    references = edits_of(study["references"][0])
    files = played(
        folder, read_games(study["games"][0], SYSTEMS), references, 4, score_of
    )
    return {"files": files | {"pairs": []}}


def played(folder, systems, references, most, score):
    """The files of all coalitions of up to so many edits of systems and of a reference."""
    needs = [lattice_need(1, most)]
    own = {"reference.0": references}
    plan = plan_coalitions(
        systems, needs, ENGLISH, references=own, reference_needs=needs
    )
    paths = {
        name: folder / f"{name}.parquet" for name in ("coalitions", "games", "scores")
    }
    write_plan(plan, folder / "pairs.parquet", paths["coalitions"], paths["games"])
    scores = plan.pairs[["pair"]].assign(score=plan.pairs["sentence"].map(score))
    scores.to_parquet(paths["scores"], index=False)
    return {name: [path] for name, path in paths.items()}


def written(folder, name, text):
    (folder / name).write_text(text, encoding="utf-8")
    return [folder / name]


def table_file(folder, name, table):
    write_csv(table, folder / name)
    return [folder / name]
