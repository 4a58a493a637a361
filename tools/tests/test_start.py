"""What starting sooner saves, measured on processes whose cost is known."""

import subprocess
import sys

import pytest

from tools.benchmarks import start
from tools.benchmarks.start import VARIANTS, Variant, measure

PROGRAMS = {"p": ("p", ["x"]), "q": ("q", [])}


def test_the_fastest_turn_counts_and_the_first_does_not():
    turns = {"p": iter([0, 2, 1, 3]), "ap": iter([0, 4, 5, 9]), "bp": iter([0, 2, 0.5, 1])}
    turns |= {"q": iter([0, 4, 4, 4]), "bq": iter([0, 3, 4, 4])}
    variants = {
        "a": Variant("a", is_sooner=False, programs=("p",)),
        "b": Variant("b", is_sooner=True, programs=("p", "q")),
    }
    table = measure(PROGRAMS, variants, 3, lambda code, _: next(turns[code]))
    assert table.to_numpy().tolist() == [
        ["a", "p", 1, 4],
        ["b", "p", 0.5, 1],
        ["b", "q", 3, 4],
    ]


def test_a_program_that_fails_says_why():
    with pytest.raises(RuntimeError, match="ValueError: 7"):
        start.cpu_seconds("raise ValueError(sys.argv[1])", ["7"])


def test_the_time_of_a_process_is_that_of_its_processor():
    idle = start.cpu_seconds("import time\ntime.sleep(0.3)", [])
    busy = start.cpu_seconds("import time\nwhile time.process_time() < 0.6: pass", [])
    assert busy >= 0.6 > idle


def loaded(way: str, code: str) -> set[str]:
    """The modules that a process has after some code."""
    variant_code = VARIANTS[way].code if way else ""
    told = subprocess.run(
        [sys.executable, "-c", f"import sys\n{variant_code}{code}\nprint(*sys.modules)"],
        check=True,
        capture_output=True,
        text=True,
        cwd=start.PROJECT,
    ).stdout
    return set(told.split())


READ = """
from pathlib import Path
from gec_attribution.networks import hub
from gec_attribution.plugins.settings import Settings
folder = Path("models/gpt2-embedded")
hub.load_tokenizer(folder, only_read=True)
"""
EXTRACTOR = "from gec_attribution.languages import load_extractor\nload_extractor('en', 'auto')"
MODEL = 'hub.load_model("AutoModelForCausalLM", folder, Settings(device="cpu"), only_read=True)'


@pytest.mark.seldom
def test_the_ways_are_what_they_are_called():
    models_and_tokenizers, tokenizers, spacy, *_ = VARIANTS
    assert "transformers" not in loaded("", READ + MODEL)
    assert "transformers.models.gpt2.modeling_gpt2" in loaded(models_and_tokenizers, READ + MODEL)
    tokenizer_alone = loaded(tokenizers, READ + MODEL)
    assert "transformers" in tokenizer_alone
    assert "transformers.models.gpt2.modeling_gpt2" not in tokenizer_alone
    assert "torch" not in loaded("", EXTRACTOR)
    assert "torch" in loaded(spacy, EXTRACTOR)
