from gec_attribution.timing.devices import describe_device


def test_the_device_is_described_in_words():
    assert "CPU" in describe_device("cpu")
