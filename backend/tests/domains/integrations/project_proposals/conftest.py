"""The shared agency for the tests of this folder, an administrator, a client and the job."""

import pytest

from regie.core.db.ids import new_api_id
from regie.domains.integrations.project_proposals.jobs import ProjectProposalJob
from regie.domains.records.clients.models import Client
from tests.browser import Browser
from tests.conftest import MovableClock
from tests.factories.work import make_client
from tests.factories.world import World, world

__all__ = ["world"]


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


@pytest.fixture
def client(world: World) -> Client:
    with world.database.write() as session:
        return make_client(session, name=f"Zéphyr {new_api_id()[:6]}", account_manager_id=world.stranger.id)


@pytest.fixture
def job(world: World, clock: MovableClock) -> ProjectProposalJob:
    return ProjectProposalJob(world.database, clock)
