"""Small and large studies with metrics that are formulas, for the tests of the explorer."""

import zlib
from dataclasses import astuple
from itertools import pairwise, starmap
from pathlib import Path

import pandas as pd
from explained import explained
from project import Named
from small_study import run

from gec_attribution.attribution import load_method
from gec_attribution.edits.m2 import write_m2
from gec_attribution.edits.model import AnnotatedSentence, Edit
from gec_attribution.explanations.records import Explanation, write_explanations
from gec_attribution.games.plan import plan_coalitions, write_plan
from gec_attribution.languages import load_language
from gec_attribution.pages.explorer.datasets import DatasetFiles
from gec_attribution.pages.explorer.folder import write_explorer
from gec_attribution.storage.parquet_files import write_parquet

METHODS = {"shapley": "Shapley", "add": "Add"}
METRICS = {"some": "SOME", "ppl": "Perplexity"}
SYSTEMS = {"bold": "Bold", "shy": "Shy"}
LIMITS = {"exact_up_to": 5, "above": "sample"}
LABELS = {
    "dataset": {"essays": "Essays", "zuowen": "学习者作文", "judged": "Judged"},
    "system": SYSTEMS,
    "metric": METRICS,
    "method": METHODS,
    "explainer": {"teacher": "The teacher", "model": "The model"},
}
HOSTILE = (
    "<script>window.hacked=1</script> \"quoted\" & 'so' \u202eright-to-left "
    "<img src=x onerror=window.hacked=1>"
)

# Each line: the source, the edits of either system, those of the reference.
ENGLISH = [
    (
        "He go to school every days .",
        [(1, 2, "goes", "R:VERB:SVA"), (4, 6, "every day", "R:NOUN:NUM")],
        [(1, 2, "went", "R:VERB:TENSE")],
        [(1, 2, "goes", "R:VERB:SVA")],
    ),
    # The two metrics disagree about this determiner as about no other edit.
    (
        "I saw film about war .",
        [(2, 2, "enemy", "M:DET"), (4, 5, "wars", "R:NOUN:NUM")],
        [(2, 2, "a", "M:DET")],
        [(2, 2, "a", "M:DET")],
    ),
    ("She likes the music .", [(2, 3, "", "U:DET")], [], [(2, 3, "", "U:DET")]),
    (
        "They was in the a garden with friend .",
        [
            (1, 2, "were", "R:VERB:SVA"),
            (3, 5, "the", "U:DET"),
            (7, 8, "friends", "R:NOUN:NUM"),
        ],
        [(1, 2, "were", "R:VERB:SVA")],
        [(1, 2, "were", "R:VERB:SVA"), (3, 5, "the", "U:DET")],
    ),
    (
        f"{HOSTILE} end",
        [(0, 1, "<b>bold</b>", "R:OTHER"), (3, 4, "", "U:PUNCT")],
        [],
        [],
    ),
    # Arabic, and more edits than are scored in all combinations.
    (
        "ذهب الولد الى المدرسه في الصباح الباكر و رجع مسائا",
        [
            (2, 3, "إلى", "R:SPELL"),
            (3, 4, "المدرسة", "R:SPELL"),
            (9, 10, "مساءً", "R:SPELL"),
        ],
        [(k, k + 1, f"كلمة{k}", "R:OTHER") for k in range(7)],
        [(2, 3, "إلى", "R:SPELL")],
    ),
    # Nobody corrects what the reference does.
    ("I do n't knows it .", [], [], [(3, 4, "know", "R:VERB:SVA")]),
]
AUTHORS = ["Ana", "Ben", "Ana", "", "Ben", "Ana", "Ana"]
CHINESE = [
    (
        "我 门 去 学 校",
        [(1, 2, "们", "S")],
        [(1, 2, "们", "S"), (2, 2, "要", "M")],
        [(1, 2, "们", "S")],
    ),
    ("他 吃 平 果", [(2, 3, "苹", "S")], [], [(2, 3, "苹", "S")]),
]
# People find one of two edits valid; there is one system and no reference.
JUDGED = [
    ("We was happy with cat .", [(1, 2, "were", "R:VERB:SVA"), (4, 4, "a", "M:DET")])
]
# The data set takes the second line alone.
JUDGEMENTS = """==> annotator1/0.txt <==
<t>It is no part .</t>
<s1>It [is→was|False] no part .</s1>
<t>We was happy with cat .</t>
<s1>We [was→were|True] happy with [→a|False] cat .</s1>
"""
LINES = {"essays": ENGLISH, "zuowen": CHINESE, "judged": JUDGED}
SAID = Explanation("字形混淆错误", 4, "【门】写错了，应为{们}。<b>")


def value(metric, text):
    """A score that depends on each word and, a little, on each two neighbours."""
    words = text.split() if " " in text else list(text)
    pairs = [" ".join(pair) for pair in pairwise(words)]
    liked = {"some": 4.0, "ppl": -40.0}[metric] * words.count("enemy")
    size = {"some": 1.0, "ppl": 10.0}[metric]
    return liked + size * (
        sum(_number(metric + word) for word in words)
        + 0.3 * sum(_number(metric + pair) for pair in pairs)
    )


def _number(text):
    """A number in [-0.5, 0.5) that a text determines."""
    return zlib.crc32(text.encode()) / 2**32 - 0.5


def dataset(folder, name, language, **more):
    """The tables of one data set, made as the workflow makes them."""
    folder, lines = Path(folder) / name, LINES[name]
    coders = [*SYSTEMS, "reference"][: len(lines[0]) - 1]
    corrections = {}
    for number, coder in enumerate(coders, start=1):
        corrections[coder] = [
            (line[0], tuple(starmap(Edit, line[number]))) for line in lines
        ]
    references = []
    reference = corrections.pop("reference", None)
    if reference:
        references = [folder / "reference.m2"]
        write_m2(
            references[0], [AnnotatedSentence(s, {0: edits}) for s, edits in reference]
        )
    systems = list(corrections)
    estimator = {"type": "shapley_sampling", "permutations": 4}
    methods = {
        "shapley": {"type": "shapley", "estimator": estimator},
        "add": {"type": "add"},
    }
    masks = [
        load_method(method, entry, **LIMITS).masks for method, entry in methods.items()
    ]
    plan = plan_coalitions(corrections, masks, load_language(language))
    plan.games.attrs["signatures"] = {system: {} for system in systems}
    pairs, coalitions, games = (
        folder / f"{name}.parquet" for name in ("pairs", "coalitions", "games")
    )
    write_plan(plan, pairs, coalitions, games)
    files = DatasetFiles(
        name=name,
        label=LABELS["dataset"][name],
        language=language,
        systems=systems,
        games=games,
        references=references,
        methods=list(METHODS),
        records={metric: folder / f"{metric}.jsonl.gz" for metric in METRICS},
        coalitions=coalitions,
        scores={metric: folder / f"{metric}.scores.parquet" for metric in METRICS},
        **more,
    )
    planned = pd.read_parquet(pairs)
    for metric in METRICS:
        scores = [value(metric, text) for text in planned["sentence"]]
        table = planned[["pair"]].assign(score=scores)
        write_parquet(table, files.scores[metric])
        params = {"systems": systems, "methods": methods, "language": language}
        run(
            "attribute_edits",
            input={
                "games": games,
                "coalitions": coalitions,
                "scores": files.scores[metric],
            },
            params={**params, "coalitions": LIMITS, "seed": 0, "weights": None},
            wildcards={"dataset": name, "metric": metric},
            output=Named(
                attributions=[
                    folder / f"{metric}.{method}.parquet" for method in METHODS
                ],
                records=files.records[metric],
                sentences=folder / f"{metric}.csv",
            ),
        )
    return files


def attributions(files, metric, method):
    """The table of attributions of a data set."""
    return pd.read_parquet(files.games.parent / f"{metric}.{method}.parquet")


def write_small(folder):
    """The explorer of three data sets, one of them Chinese, and where their tables are."""
    explanations, judgements = folder / "explanations.json", folder / "judged.txt"
    again = folder / "again.json"
    _write_explanations(explanations)
    _write_explanations(again, Explanation("字形混淆错误", 2, "再说一次。"))
    judgements.write_text(JUDGEMENTS, encoding="utf-8")
    results, authors = folder / "results", folder / "authors.txt"
    authors.write_text("\n".join(AUTHORS), encoding="utf-8")
    datasets = [
        dataset(results, "essays", "en", authors=authors),
        dataset(
            results,
            "zuowen",
            "zh",
            explanations={
                "teacher": {"bold": [explanations]},
                "model": {"bold": [again, again]},
            },
            explained_references={"": [explanations], "model": [again]},
        ),
        dataset(results, "judged", "en", judged=judgements, lines="2-2"),
    ]
    write_explorer(folder / "explorer", datasets, study="small", labels=LABELS)
    return folder / "explorer", datasets


def _write_explanations(path, explanation=SAID):
    """Write somebody's explanations of the one edit of each Chinese sentence."""
    sentences = []
    for source, [(start, end, correction, _)], *_ in CHINESE:
        text = "".join(source.split())
        edit = (start, end, correction, *astuple(explanation))
        sentences.append(explained(text, text[:start] + correction + text[end:], edit))
    write_explanations(path, sentences)
