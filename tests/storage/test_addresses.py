import pytest

from gec_attribution.errors import ConfigError
from gec_attribution.storage.addresses import service_address, without_credentials


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("https://me:s3cret@host.example:8/v1: no", "https://host.example:8/v1: no"),
        ("a http://me@h b https://me:p@ss@h/x@y", "a http://h b https://h/x@y"),
        (
            "https://host.example/a@b, mail me@host",
            "https://host.example/a@b, mail me@host",
        ),
        ("nothing", "nothing"),
    ],
)
def test_no_user_or_password_is_left(text, expected):
    assert without_credentials(text) == expected


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://api.openai.com/v1", "https://api.openai.com/v1"),
        (
            "HTTPS://Me:s3cret@API.openai.com/v1/?key=s3cret#x",
            "https://api.openai.com/v1",
        ),
        ("http://me@127.0.0.1:8000/V1", "http://127.0.0.1:8000/V1"),
        ("http://[::1]:8000", "http://[::1]:8000"),
    ],
)
def test_a_service_is_its_scheme_host_port_and_path(url, address):
    assert service_address(url, "X") == address


@pytest.mark.parametrize(
    "url",
    ["", "s3cret", "ftp://me:s3cret@host", "http://me:s3cret@", "http://me:s3cret@host:port/v1",
     "http://me:s3cret@[::1/v1", "http://me:s3 cret@host/v1", "me:s3cret@host/v1"],
)  # fmt: skip
def test_what_is_no_address_is_not_repeated(url):
    with pytest.raises(
        ConfigError, match=r"^X: is not the address of a service"
    ) as caught:
        service_address(url, "X")
    assert "s3" not in str(caught.value)
