"""What the tests of training share with those of the hub."""

from hub.conftest import hub, oracle_models, repositories

__all__ = ["hub", "oracle_models", "repositories"]
