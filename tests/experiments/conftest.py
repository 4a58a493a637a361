import pytest
import small_study


@pytest.fixture(scope="session")
def study(tmp_path_factory):
    """The files of the stages before the experiments; see `small_study`."""
    return small_study.write_study(tmp_path_factory.mktemp("study"))
