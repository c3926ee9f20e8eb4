"""Tests of a column of proposals that is filled with one value."""

from datetime import date
from typing import Any

import pytest

from regie.domains.records.clients.models import Client
from tests.browser import Browser
from tests.domains.integrations.project_proposals.calls import PATH, read
from tests.factories.project_proposals import make_proposal
from tests.factories.world import World


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"amount": "777.5"}, {"amount": "777.50", "currency": "CAD"}),
        ({"included_hours": "12.25"}, "12.25"),
        ({"start_on": "2026-02-03"}, "2026-02-03"),
        ({"end_on": None}, None),
        ({"kind": "retainer"}, "retainer"),
    ],
)
def test_column_is_filled_with_one_value(
    world: World, admin: Browser, client: Client, change: dict[str, Any], field: object
):
    with world.database.write() as session:
        ids = [make_proposal(session, client, end_on=date(2026, 8, 1)).api_id for _ in range(2)]
    response = admin.post(f"{PATH}/batches", {"ids": ids, "change": change})
    assert (response.status_code, {one["status"] for one in response.json()["data"]["results"]}) == (200, {200})
    assert [read(admin, api_id)[next(iter(change))] for api_id in ids] == [field, field]
