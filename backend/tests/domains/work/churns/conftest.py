"""The shared agency for the tests of this folder, and one for a single test."""

from typing import Any

import pytest

from tests.factories.world import World, build_world, world

__all__ = ["world"]


@pytest.fixture
def own_world(database: Any) -> World:
    """An agency for this test alone: its figures contain nothing else."""
    return build_world(database)
