"""Shares the sample data with the tests of this folder."""

from collections.abc import Iterator

import pytest

from tests.access.months import delete_closed_months
from tests.browser import Browser
from tests.factories.world import World, world

__all__ = ["world"]


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


@pytest.fixture
def open_months(world: World) -> Iterator[None]:
    """Open the months that a test closes, because other tests share the organization."""
    yield
    delete_closed_months(world)
