"""The agencies for the tests of this folder: a shared one, and one of its own for each test."""

import pytest

from regie.core.db.database import Database
from tests.factories.world import World, build_world, world

__all__ = ["world"]


@pytest.fixture
def own_world(database: Database) -> World:
    """An agency for each test: closing a month concerns all projects."""
    return build_world(database)
