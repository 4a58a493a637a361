import pytest

from gec_attribution.formatting.markers import replace_between


def test_only_what_stands_between_the_markers_is_replaced():
    page = "before\n<!-- a -->\nold\n<!-- b -->\nafter\n"
    replaced = replace_between(page, "<!-- a -->", "<!-- b -->", "new")
    assert replaced == "before\n<!-- a -->\n\nnew\n\n<!-- b -->\nafter\n"
    assert replace_between(replaced, "<!-- a -->", "<!-- b -->", "new") == replaced


@pytest.mark.parametrize("page", ["<!-- a -->", "<!-- b -->", "<!-- b --> <!-- a -->", ""])
def test_a_missing_marker_is_named(page):
    with pytest.raises(ValueError, match="'<!-- a -->' and '<!-- b -->'"):
        replace_between(page, "<!-- a -->", "<!-- b -->", "new")
