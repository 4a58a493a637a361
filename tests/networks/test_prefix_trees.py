from hypothesis import given
from hypothesis import strategies as st

from gec_attribution.networks.causal import pack

sequences_of_tokens = st.lists(
    st.lists(st.integers(0, 2), min_size=2, max_size=7), min_size=1, max_size=20
)


@given(sequences_of_tokens)
def test_each_beginning_is_one_node_of_a_large_tree(sequences):
    (tree,) = pack(sequences, capacity=1000)
    beginnings = {
        tuple(sequence[:length])
        for sequence in sequences
        for length in range(1, len(sequence))
    }
    assert len(tree) == len(beginnings)


def test_long_sequences_share_their_beginning():
    beginning = [0] * 300
    (tree,) = pack([[*beginning, last, 0] for last in range(32)], capacity=256)
    assert len(tree) == len(beginning) + 32
