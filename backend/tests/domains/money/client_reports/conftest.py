"""Shares the sample data with the tests of this folder."""

from collections.abc import Iterator

import pytest

from tests.access.months import delete_closed_months
from tests.factories.client_reports import Retainer, make_reported_retainer
from tests.factories.world import World, world

__all__ = ["world"]


@pytest.fixture
def retainer(world: World) -> Retainer:
    """A retainer of the account manager, with extra work that awaits approval."""
    world.clear_sign_in_counts()
    return make_reported_retainer(world)


@pytest.fixture
def open_months(world: World) -> Iterator[None]:
    """Open the months that a test closes, because other tests share the organization."""
    yield
    delete_closed_months(world)
