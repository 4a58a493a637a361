"""A playground that is used for long needs no more memory than after a while.

Left out unless asked for: `make test-soak`.
"""

import gc
import os
import sys
from pathlib import Path

import playground_server
import pytest
from playground_server import post

AT_FIRST, THEN = 200, 1000
GROWTH = 16  # MiB, 16 KiB for an explanation


def mebibytes():
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


@pytest.mark.soak
def test_a_thousand_explanations_need_no_more_memory_than_two_hundred(capsys):
    with playground_server.served() as (_, host):

        def explain(number):
            asked = {
                "language": "en",
                "source": f"He go to the school {number} every days .",
                "hypothesis": f"He goes to school {number} every day .",
                "metrics": ["length"],
                "methods": ["shapley", "add"],
            }
            assert post(host, "/api/explain", asked)[0] == 200

        for number in range(AT_FIRST):
            explain(number)
        before = mebibytes()
        for number in range(AT_FIRST, AT_FIRST + THEN):
            explain(number)
        grown = mebibytes() - before
    with capsys.disabled():
        sys.stdout.write(f"\n{THEN} explanations: {before:.0f} MiB grew by {grown:.1f} MiB\n")
    assert grown < GROWTH
