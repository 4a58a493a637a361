"""What each way to start and end sooner saves: processor time with and without it, in one run.

`python -m tools.benchmarks.start` prints the table of docs/scaling.md. Each program runs in a
process of its own, all variants in turn, again and again. User and system time count, and of each
variant its fastest turn: what else runs on the machine only adds.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from gec_attribution.storage.text import read_lines
from gec_attribution.study.places import PROJECT

REPETITIONS = 3
# Sentences that are scored, or whose edits are found: few, so that the start is most of the time.
SENTENCES = 60
EXPLAIN, SCORE, EXTRACT = (
    "`gec-attribution explain`, SOME",
    "a job of `score_pairs`, PPL",
    "edits of English",
)


class Variant(NamedTuple):
    """A program that starts otherwise.

    Attributes:
        code: what its process does first.
        is_sooner: whether it thereby has what the library does not have, or lacks what it has.
        programs: those of which it is a variant.
    """

    code: str
    is_sooner: bool
    programs: tuple[str, ...] = (EXPLAIN, SCORE)


# In place of the room, which would import torch: what it is not asked for says None.
_PLAIN = f"""
import importlib, types
plain = types.ModuleType("gec_attribution.networks.plain")
plain.__path__ = [{str(PROJECT / "src/gec_attribution/networks/plain")!r}]
def asked(module, name):
    whole = f"{{plain.__name__}}.{{module}}"
    return lambda *given: getattr(importlib.import_module(whole), name)(*given)
plain.read_model = asked("models", "read_model")
plain.read_tokenizer = asked("tokenizer", "read_tokenizer")
plain.PlainTokenizer = type("PlainTokenizer", (), {{}})
sys.modules[plain.__name__] = plain
"""
_NO_MODEL, _NO_TOKENIZER = (
    f"plain.read_{what} = lambda *_: None\n" for what in ("model", "tokenizer")
)
VARIANTS: Mapping[str, Variant] = {
    "BERT, GPT-2 and tokenizers without transformers": Variant(
        _PLAIN + _NO_MODEL + _NO_TOKENIZER, is_sooner=False
    ),
    "of these, the tokenizers": Variant(_PLAIN + _NO_TOKENIZER, is_sooner=False),
    "spaCy kept from importing torch": Variant(
        "import contextlib\nimport gec_attribution.languages.en as english\n"
        "english._torch_out_of_sight = contextlib.nullcontext\n",
        is_sooner=False,
        programs=(EXTRACT,),
    ),
    "no garbage looked for at the end": Variant(
        "import gc\ngc.freeze = lambda: None\n", is_sooner=False, programs=(EXPLAIN,)
    ),
    "no garbage looked for at the end (left out)": Variant(
        "import atexit, gc\natexit.register(gc.freeze)\n", is_sooner=True, programs=(SCORE,)
    ),
    "garbage looked for a hundred times as rarely": Variant(
        "import contextlib\nimport gec_attribution.cli as command\n"
        "command._rare_garbage_collections = contextlib.nullcontext\n",
        is_sooner=False,
        programs=(EXPLAIN,),
    ),
}


def cpu_seconds(code: str, arguments: Sequence[str]) -> float:
    """User and system time of a process, and of those that it waited for.

    Raises:
        RuntimeError: it failed; with what it said.
    """
    command = [sys.executable, "-c", f"import sys\n{code}", *arguments]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    with tempfile.TemporaryFile("w+") as said:
        process = subprocess.Popen(  # noqa: S603
            command, stdout=said, stderr=said, env=environment, cwd=PROJECT
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            raise RuntimeError(said.read())
    return used.ru_utime + used.ru_stime


def programs(folder: Path) -> dict[str, tuple[str, list[str]]]:
    """The code and the arguments of what is timed, by its name; they may write into a folder."""
    command = "from gec_attribution.cli import main\nraise SystemExit(main(sys.argv[1:]))\n"
    explained = ["explain", "--metric", "some", "--store", str(folder / "none")]
    explained += ["--source", "She do n't likes it .", "--hypothesis", "She does n't like it ."]
    sources, corrected = (
        read_lines(PROJECT / "data/learner" / f"{name}.txt")[:SENTENCES]
        for name in ("sources", "reference.0")
    )
    pairs = pd.DataFrame({"source": sources, "sentence": corrected}).drop_duplicates()
    pairs.insert(0, "pair", range(len(pairs)))
    pairs["tokens"] = pairs["sentence"].str.split().str.len().cumsum()
    pairs.to_parquet(folder / "pairs.parquet")
    scoring = {"device": "cpu", "dtype": "float32", "batch_tokens": 2048, "max_length": 128}
    job = {
        "input": {"pairs": str(folder / "pairs.parquet"), "sources": [], "references": []},
        "output": [str(folder / "scores.parquet")],
        "params": {
            "metric": {"type": "perplexity", "model": "models/gpt2-embedded"},
            "scoring": {**scoring, "shards": 1},
            "language": "en",
            "store": None,
        },
        "wildcards": {"metric": "ppl", "shard": "0b"},
        "log": [],
        "threads": 1,
        "resources": {},
    }
    (folder / "job.json").write_text(json.dumps(job))
    alone = str(PROJECT / "tools/scripts/run_alone.py")
    script = f"import runpy\nrunpy.run_path({alone!r}, run_name='__main__')\n"
    scored = [str(PROJECT / "scripts/scores/score_pairs.py"), str(folder / "job.json")]
    given = list(zip(sources, corrected, strict=True))
    extraction = f"from gec_attribution.languages import load_extractor\npairs = {given!r}\n"
    extraction += "load_extractor('en', 'auto').extract(pairs, progress=False)\n"
    return {EXPLAIN: (command, explained), SCORE: (script, scored), EXTRACT: (extraction, [])}


def measure(
    timed: Mapping[str, tuple[str, Sequence[str]]],
    variants: Mapping[str, Variant] = VARIANTS,
    repetitions: int = REPETITIONS,
    seconds: Callable[[str, Sequence[str]], float] = cpu_seconds,
) -> pd.DataFrame:
    """What each way to start sooner saves.

    Args:
        timed: code and arguments of each program.
        variants: the ways.
        repetitions: turns of each variant; one more comes first and does not count.
        seconds: measures a process with some code and arguments.

    Returns:
        One row for each way and program: way, program, with, without (the fewest processor
        seconds of a turn).
    """
    usual: dict[str, list[float]] = {}
    variant_costs: dict[tuple[str, str], list[float]] = {}
    for turn in range(repetitions + 1):
        for program, (code, arguments) in timed.items():
            costs = {"": seconds(code, arguments)}
            for way, variant in variants.items():
                if program in variant.programs:
                    costs[way] = seconds(variant.code + code, arguments)
            if turn:
                usual.setdefault(program, []).append(costs.pop(""))
                for way, cost in costs.items():
                    variant_costs.setdefault((way, program), []).append(cost)
    return pd.DataFrame(_rows(usual, variant_costs, variants))


def _rows(
    usual: Mapping[str, list[float]],
    variant_costs: Mapping[tuple[str, str], list[float]],
    variants: Mapping[str, Variant],
) -> Iterable[dict[str, str | float]]:
    for (way, program), costs in variant_costs.items():
        sooner, later = usual[program], costs
        if variants[way].is_sooner:
            sooner, later = later, sooner
        yield {
            "way": way,
            "program": program,
            "with": min(sooner),
            "without": min(later),
        }


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        table = measure(programs(Path(folder)))
    sys.stdout.write(
        "| | Program | Seconds with it | Without | Saved | Ratio |\n"
        "| :-- | :-- | --: | --: | --: | --: |\n"
    )
    for row in table.to_dict("records"):
        sys.stdout.write(
            f"| {row['way']} | {row['program']} | {row['with']:.2f} | {row['without']:.2f} "
            f"| {row['without'] - row['with']:.2f} | {row['without'] / row['with']:.2f} |\n"
        )


if __name__ == "__main__":
    main()
