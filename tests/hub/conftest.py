import pytest
from hub.checkpoints import write_cache


@pytest.fixture(scope="session")
def oracle_models(tmp_path_factory):
    """The folder of the models whose scores by the authors' code are known."""
    return tmp_path_factory.mktemp("oracle-models")


@pytest.fixture(scope="session")
def cache(oracle_models, tmp_path_factory):
    """A cache of the hub's client with a model of each layout."""
    cache = tmp_path_factory.mktemp("cache")
    write_cache(cache, oracle_models)
    return cache
