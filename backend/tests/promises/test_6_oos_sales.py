"""Promise 6: an out-of-scope sale has sellers, an amount and an approval; unapproved sales are in a queue."""

from typing import Any

import pytest

from regie.domains.records.mirrors.models import TeamworkProject
from tests.browser import Browser
from tests.factories.files import PDF
from tests.factories.people import make_employee
from tests.factories.work import SYNCED, make_client, make_project, make_time
from tests.factories.world import World
from tests.promises.raw_rows import read_rows, to_units

DAY = "2026-11-20"


@pytest.fixture
def manager(world: World) -> Browser:
    return world.browser("account_manager")


@pytest.fixture
def retainer(world: World, manager: Browser) -> str:
    with world.database.write() as session:
        client = make_client(session, account_manager_id=manager.user.id)
        return make_project(session, client_id=client.id, monthly_fee="4200.00").api_id


def _data(response: Any, status: int = 200) -> Any:
    assert response.status_code == status, response.text
    return response.json()["data"]


def _sell(world: World, manager: Browser, retainer: str, amount: str, weights: list[int]) -> dict[str, Any]:
    """Create a sale with the retainer's client, manager and currency, as its page does."""
    parent = _data(manager.get(f"/api/v1/projects/{retainer}"))
    with world.database.write() as session:
        sellers = [make_employee(session).api_id for _ in weights]
    body = {
        "name": "Infolettre de Noël", "kind": "oos", "client": parent["client"]["api_id"],
        "account_manager": parent["account_manager"]["api_id"], "currency": parent["currency"], "amount": amount,
        "start_on": DAY, "sold_on": DAY, "status": "active", "parent_project": retainer,
        "sold_by": [{"employee": key, "weight": part} for key, part in zip(sellers, weights, strict=True)],
    }  # fmt: skip
    return _data(manager.post("/api/v1/projects", body), 201)


def _queued(browser: Browser) -> dict[str, dict[str, Any]]:
    return {row["api_id"]: row for row in _data(browser.get("/api/v1/oos-queue?per_page=100"))}


def _sums(browser: Browser, retainer: str) -> tuple[int, int]:
    (totals,) = _data(browser.get(f"/api/v1/oos-sales/totals?parent={retainer}"))["totals"]
    return to_units(totals["counted"]), to_units(totals["proposed"])


def _recalculate(world: World, retainer: str) -> tuple[int, int]:
    """The approved and the unapproved sales of the retainer, from database rows."""
    counted = proposed = 0
    for row in read_rows(
        world.database,
        "SELECT e.amount, a.decision FROM projects e JOIN projects r ON r.id = e.parent_project_id"
        " LEFT JOIN oos_approvals a ON a.project_id = e.id WHERE r.api_id = :retainer",
        retainer=retainer,
    ):
        counted += row["amount"] if row["decision"] == "approved" else 0
        proposed += row["amount"] if row["decision"] is None else 0
    return counted, proposed


def _approve(manager: Browser, sale: str) -> dict[str, Any]:
    """Approve the sale with an uploaded proof."""
    form = {"files": {"file": ("accord.pdf", PDF, "application/pdf")}, "data": {"project": sale, "category": "proof"}}
    file = _data(manager.call("POST", "/api/v1/attachments", **form), 201)
    body = {"project": sale, "decision": "approved", "decided_on": DAY, "attachment": file["api_id"]}
    return _data(manager.post("/api/v1/oos-approvals", body), 201)


def test_sale_is_queued_until_approved_and_then_counts(world: World, manager: Browser, retainer: str):
    first = _sell(world, manager, retainer, "100.01", [34, 33, 33])
    second = _sell(world, manager, retainer, "250.00", [100])
    assert {first["api_id"], second["api_id"]} <= set(_queued(manager))
    assert _sums(manager, retainer) == _recalculate(world, retainer) == (0, 3_500_100)

    proof = _approve(manager, first["api_id"])
    assert proof["attachment"]["name"]
    assert manager.get(f"/api/v1/attachments/{proof['attachment']['api_id']}/content").content == PDF
    queue = _queued(manager)
    assert (first["api_id"] in queue, second["api_id"] in queue) == (False, True)
    assert _sums(manager, retainer) == _recalculate(world, retainer) == (1_000_100, 2_500_000)

    sales = _data(manager.get(f"/api/v1/oos-sales?parent={retainer}&per_page=100"))
    of_first = [sale for sale in sales if sale["project"]["api_id"] == first["api_id"]]
    assert sorted(to_units(sale["amount"]) for sale in of_first) == [330_000, 330_000, 340_100]
    assert sum(to_units(sale["amount"]) for sale in of_first) == to_units(first["amount"])
    assert {sale["parent"]["api_id"] for sale in sales} == {retainer}


def test_unapproved_work_in_progress_shows_its_hours(world: World, manager: Browser, retainer: str):
    sale = _sell(world, manager, retainer, "900.00", [100])
    with world.database.write() as session:
        session.add(TeamworkProject(external_id="unapproved", name="Infolettre", synced_at=SYNCED))
        make_time(session, teamwork_project_id="unapproved", minutes=95)
    _data(manager.patch(f"/api/v1/projects/{sale['api_id']}", {"teamwork_project_id": "unapproved", "version": 1}))
    row = _queued(manager)[sale["api_id"]]
    assert (row["hours_logged"], row["amount"]["amount"], row["days_waiting"]) == ("1.58", "900.00", 0)
