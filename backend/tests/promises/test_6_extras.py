"""Promise 6: "sell extra" makes extra work with seller, amount and approval; what lacks the yes is a visible queue."""

from typing import Any

import pytest

from regie.domains.records.mirrors.models import TeamworkProject
from tests.browser import Browser
from tests.factories.files import PDF
from tests.factories.people import make_employee
from tests.factories.work import SYNCED, make_client, make_project, make_time
from tests.factories.world import World
from tests.promises.raw import rows, units

DAY = "2026-11-20"


@pytest.fixture
def manager(world: World) -> Browser:
    return world.browser("account_manager")


@pytest.fixture
def retainer(world: World, manager: Browser) -> str:
    with world.database.write() as session:
        client = make_client(session, account_manager_id=manager.user.id)
        return make_project(session, client_id=client.id, monthly_fee="4200.00").api_id


def _data(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json()["data"]


def _sell(world: World, manager: Browser, retainer: str, amount: str, weights: list[int]) -> dict[str, Any]:
    """As the retainer's page does: its client, manager and currency, and what was asked for."""
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
    return units(totals["counted"]), units(totals["proposed"])


def _counted_again(world: World, retainer: str) -> tuple[int, int]:
    """What is sold on top of the retainer, with the client's yes and without, from the raw rows."""
    counted = proposed = 0
    for row in rows(
        world.database,
        "SELECT e.amount, a.decision FROM projects e JOIN projects r ON r.id = e.parent_project_id"
        " LEFT JOIN oos_approvals a ON a.project_id = e.id WHERE r.api_id = :retainer",
        retainer=retainer,
    ):
        counted += row["amount"] if row["decision"] == "approved" else 0
        proposed += row["amount"] if row["decision"] is None else 0
    return counted, proposed


def _approve(manager: Browser, extra: str) -> dict[str, Any]:
    """With the client's letter: the file is the project's, the decision names it."""
    form = {"files": {"file": ("accord.pdf", PDF, "application/pdf")}, "data": {"project": extra, "category": "proof"}}
    file = _data(manager.call("POST", "/api/v1/attachments", **form), 201)
    body = {"project": extra, "decision": "approved", "decided_on": DAY, "attachment": file["api_id"]}
    return _data(manager.post("/api/v1/oos-approvals", body), 201)


def test_an_extra_is_sold_waits_and_counts_from_the_clients_yes(world: World, manager: Browser, retainer: str):
    first = _sell(world, manager, retainer, "100.01", [34, 33, 33])
    second = _sell(world, manager, retainer, "250.00", [100])
    assert {first["api_id"], second["api_id"]} <= set(_queued(manager))
    assert _sums(manager, retainer) == _counted_again(world, retainer) == (0, 3_500_100)

    proof = _approve(manager, first["api_id"])
    assert proof["attachment"]["name"]
    assert manager.get(f"/api/v1/attachments/{proof['attachment']['api_id']}/content").content == PDF
    waiting = _queued(manager)
    assert (first["api_id"] in waiting, second["api_id"] in waiting) == (False, True)
    assert _sums(manager, retainer) == _counted_again(world, retainer) == (1_000_100, 2_500_000)

    sales = _data(manager.get(f"/api/v1/oos-sales?parent={retainer}&per_page=100"))
    of_first = [sale for sale in sales if sale["project"]["api_id"] == first["api_id"]]
    assert sorted(units(sale["amount"]) for sale in of_first) == [330_000, 330_000, 340_100]
    assert sum(units(sale["amount"]) for sale in of_first) == units(first["amount"])
    assert {sale["parent"]["api_id"] for sale in sales} == {retainer}


def test_work_that_goes_on_without_a_yes_is_seen_with_its_hours(world: World, manager: Browser, retainer: str):
    extra = _sell(world, manager, retainer, "900.00", [100])
    with world.database.write() as session:
        session.add(TeamworkProject(external_id="without-a-yes", name="Infolettre", synced_at=SYNCED))
        make_time(session, teamwork_project_id="without-a-yes", minutes=95)
    _data(manager.patch(f"/api/v1/projects/{extra['api_id']}", {"teamwork_project_id": "without-a-yes", "version": 1}))
    row = _queued(manager)[extra["api_id"]]
    assert (row["hours_logged"], row["amount"]["amount"], row["days_waiting"]) == ("1.58", "900.00", 0)
