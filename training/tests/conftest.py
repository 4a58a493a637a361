"""What the tests of training share with those of the hub."""

from hub.conftest import hub, repositories

__all__ = ["hub", "repositories"]
