"""What metrics and methods are, in plain words."""

import pytest

from gec_attribution import attribution, metrics
from gec_attribution.attribution.base import Method
from gec_attribution.metrics.base import Metric
from gec_attribution.pages.explorer.plain_words import (
    about_method,
    about_metric,
    part_of_signature,
)
from gec_attribution.plugins.loading import available_types


@pytest.mark.parametrize("name", available_types(metrics.__name__, Metric))
def test_every_metric_of_this_package_is_described(name):
    assert about_metric(f"metric:m|metric.type:{name}|v:1") != about_metric("metric:m|v:1")


@pytest.mark.parametrize("name", available_types(attribution.__name__, Method))
def test_every_method_of_this_package_is_described(name):
    assert about_method(f"method:m|method.type:{name}|v:1") != about_method("method:m|v:1")


def test_a_rescaled_method_says_so():
    signature = "method:a|method.type:add|method.rescale:{}|v:1"
    assert about_method(signature.format("True")).endswith("make the change of the score")
    assert not about_method(signature.format("False")).endswith("make the change of the score")


def test_a_part_of_a_signature_is_found_by_its_whole_key():
    signature = "metric:a|metric.type:some|method.type:add"
    assert part_of_signature(signature, "metric") == "a"
    assert part_of_signature(signature, "method.type") == "add"
    assert part_of_signature(signature, "type") == ""
