import pytest
from hub.checkpoints import repositories
from hub.server import running_hub


@pytest.fixture(scope="session")
def oracle_models(tmp_path_factory):
    """The folder of the models whose scores by the authors' code are known."""
    return tmp_path_factory.mktemp("oracle-models")


@pytest.fixture(scope="session")
def models(oracle_models):
    """A model of each layout, by its id."""
    return repositories(oracle_models)


@pytest.fixture
def hub(models, tmp_path, monkeypatch):
    """A hub with all models, which this process asks; its cache is in `tmp_path`."""
    from huggingface_hub import constants
    from huggingface_hub.utils import _http

    with running_hub(models) as server:
        # What was read of the environment when the client was imported.
        monkeypatch.setattr(constants, "ENDPOINT", server.address)
        monkeypatch.setattr(
            constants,
            "HUGGINGFACE_CO_URL_TEMPLATE",
            server.address + "/{repo_id}/resolve/{revision}/{filename}",
        )
        monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "cache"))
        monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
        monkeypatch.setattr(constants, "HF_TOKEN_PATH", str(tmp_path / "token"))
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        _http.close_session()
        yield server
        _http.close_session()
