"""Shares the sample data with the tests of this folder."""

import pytest

from tests.browser import Browser
from tests.factories.world import World, world

__all__ = ["world"]


@pytest.fixture
def finance(world: World) -> Browser:
    return world.browser("financial_manager")
