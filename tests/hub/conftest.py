import time
from types import SimpleNamespace

import pytest
from hub.checkpoints import RENAMED, everything, write_oracle_models
from hub.server import running_hub


@pytest.fixture(scope="session")
def oracle_models(tmp_path_factory):
    """The folder of the models whose scores by the authors' code are known."""
    return write_oracle_models(tmp_path_factory.mktemp("oracle-models"))


@pytest.fixture(scope="session")
def repositories(oracle_models):
    """All models that configurations and pages name, by id."""
    return everything(oracle_models)


@pytest.fixture
def hub(repositories, tmp_path, monkeypatch):
    """A hub with all models, which this process asks; its cache is in `tmp_path`."""
    from huggingface_hub import constants, file_download
    from huggingface_hub.utils import _http

    with running_hub(repositories) as server:
        server.renamed |= RENAMED
        for name, value in server.environment(tmp_path / "cache").items():
            monkeypatch.setenv(name, value)
        # What was read of the environment when the client was imported.
        monkeypatch.setattr(constants, "ENDPOINT", server.address)
        monkeypatch.setattr(
            constants,
            "HUGGINGFACE_CO_URL_TEMPLATE",
            server.address + "/{repo_id}/resolve/{revision}/{filename}",
        )
        monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "cache" / "hub"))
        monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
        monkeypatch.setattr(constants, "HF_TOKEN_PATH", str(tmp_path / "token"))
        # Nobody waits for a second attempt.
        impatient = SimpleNamespace(**{**vars(time), "sleep": lambda _: None})
        monkeypatch.setattr(_http, "time", impatient)
        monkeypatch.setattr(file_download, "time", impatient)
        _http.close_session()
        yield server
        _http.close_session()
