"""The score of the tests is counted from what mutmut says of each mutant."""

import pytest

from tools.documentation.mutation_score import score_table

RESULTS = """
    gec_attribution.statistics.signs.x_signs__mutmut_1: survived
    gec_attribution.statistics.signs.x_signs__mutmut_2: killed
    gec_attribution.statistics.signs.x_signs__mutmut_3: timeout
    gec_attribution.statistics.signs.x_score_size__mutmut_1: segfault
    gec_attribution.attribution.base.xǁMethodǁestimate__mutmut_1: no tests
"""


def test_a_module_has_a_row_and_all_have_one():
    *_, base, signs, total = score_table(RESULTS.splitlines()).splitlines()
    assert base == "| `attribution/base` | 1 | 0 | 0 | 0 | 1 | 0 % |"
    assert signs == "| `statistics/signs` | 4 | 2 | 1 | 1 | 0 | 75 % |"
    assert total == "| all | 5 | 2 | 1 | 1 | 1 | 60 % |"


def test_modules_that_were_not_wholly_tried_are_named_and_not_counted():
    unfinished = "    gec_attribution.judging.cleme.x_score__mutmut_4: not checked"
    *table, empty, last = score_table([*RESULTS.splitlines(), unfinished]).splitlines()
    assert (*table, empty) == (*score_table(RESULTS.splitlines()).splitlines(), "")
    assert last == "Not yet, or not wholly, tried: `judging/cleme`."
    with pytest.raises(ValueError, match="no module was wholly tried: let `make mutations` come"):
        score_table([unfinished])


def test_a_mutant_that_was_interrupted_is_no_score():
    interrupted = (
        "    gec_attribution.judging.cleme.x_score__mutmut_4: check was interrupted by user"
    )
    with pytest.raises(ValueError, match=r"score__mutmut_4 is “check .* by user”: try it again"):
        score_table([interrupted])
