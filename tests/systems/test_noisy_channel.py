"""The system `noisy_channel`, on small models with random weights and tables written here."""

import numpy as np
import pytest

from gec_attribution.edits.model import Edit
from gec_attribution.errors import ModelError
from gec_attribution.plugins.settings import Settings
from gec_attribution.systems import load_system
from gec_attribution.systems.chinese_confusions import WORTH
from gec_attribution.systems.edit_table import EditTable
from gec_attribution.systems.noisy_channel import chinese_likelihoods, weighed

SETTINGS = Settings(device="cpu")
# 门 was corrected in nine of ten readings, 的 in one of twenty.
TABLE = EditTable({"门": 10, "的": 20}, {"门": {"们": 9}, "的": {"地": 1}})


@pytest.fixture
def table(tmp_path):
    TABLE.save(tmp_path / "edits.json")
    return tmp_path / "edits.json"


def load(models, table, **options):
    entry = {"model": str(models / "gpt2"), "edits": str(table), **options}
    return load_system("channel", {"type": "noisy_channel", **entry}, SETTINGS)


def test_a_sure_channel_decides_alone(tiny_models, table):
    system = load(tiny_models, table, weight=1000.0, threshold=0.0)
    system._likelihoods._margin = np.inf  # weights drawn at random find anything hopeless
    assert system.correct(["他门慢慢的走。", "我走。"]) == ["他们慢慢的走。", "我走。"]


def test_an_unreachable_threshold_changes_nothing(tiny_models, table):
    system = load(tiny_models, table, weight=1000.0, threshold=1e9)
    assert system.correct(["他门走。", "门" * 80]) == ["他门走。", "门" * 80]
    assert system.counts == {"longer than the language model reads, left as it is": 1}


def test_an_edit_gains_likelihood_odds_and_what_its_characters_are_worth(tiny_models):
    likelihoods = chinese_likelihoods(tiny_models / "gpt2", SETTINGS)
    likelihoods._margin = np.inf
    table = EditTable({"门": 10, "了": 4}, {"门": {"们": 9}, "了": {"": 1}})
    edits, gains, odds = weighed(likelihoods, table, list("他门走了"))
    assert edits == [Edit(1, 2, "们", "table"), Edit(3, 4, "", "table")]
    assert odds == pytest.approx([np.log(9), np.log(1 / 3)])
    _, losses = likelihoods.compare(list("他门走了"), edits)
    likelier = losses[:, 0] + losses[:, 1] - losses[:, 2] - losses[:, 3]
    assert gains == pytest.approx(likelier + WORTH * np.array([0, -1]))


def test_its_signature_names_model_and_table(tiny_models, table, tmp_path):
    before = load(tiny_models, table).signature()
    EditTable({"门": 10}, {"门": {"们": 8}}).save(tmp_path / "other.json")
    after = load(tiny_models, tmp_path / "other.json").signature()
    assert {key for key in before if before[key] != after[key]} == {"edits", "table"}


def test_a_file_that_is_no_table_is_refused(tiny_models, tmp_path):
    (tmp_path / "edits.json").write_text("{")
    with pytest.raises(ModelError, match="is not a table of edits"):
        load(tiny_models, tmp_path / "edits.json")
