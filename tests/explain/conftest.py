import pytest

from gec_attribution.pages.terminal import print_explanation


@pytest.fixture
def printed(capsys, monkeypatch):
    """Prints a record to a wide terminal, and gives the text."""
    monkeypatch.setenv("COLUMNS", "300")

    def printed(record):
        print_explanation(record)
        return capsys.readouterr().out

    return printed
