import pytest

from gec_attribution.storage.addresses import without_credentials


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("https://me:s3cret@host.example:8/v1: no", "https://host.example:8/v1: no"),
        ("a http://me@h b https://me:p@ss@h/x@y", "a http://h b https://h/x@y"),
        ("https://host.example/a@b, mail me@host", "https://host.example/a@b, mail me@host"),
        ("nothing", "nothing"),
    ],
)
def test_no_user_or_password_is_left(text, expected):
    assert without_credentials(text) == expected
