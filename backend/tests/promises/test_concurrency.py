"""Concurrent requests of two users: one succeeds, the others are refused, and nothing is partially written."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tests.access.churns import CHURN
from tests.browser import Browser
from tests.domains.work.churns.accounts import Account
from tests.factories.oos_sales import make_oos_sale
from tests.factories.overages import make_overage
from tests.factories.retainers import make_retainer, refresh_all_ledgers
from tests.factories.work import make_client, make_invoice, make_payment, make_project
from tests.factories.world import World
from tests.promises.raw_rows import UNITS, read_rows

COLUMNS = ("admin", "super_admin")
REQUESTS = 4


def _send_concurrently(world: World, call: Callable[[Browser, int], Any]) -> list[Any]:
    """Send several concurrent requests of two users; repeat those that return 503."""

    def send_with_retry(number: int) -> Any:
        browser = world.fresh_browser(COLUMNS[number % 2])
        while (response := call(browser, number)).status_code == 503:
            pass
        return response

    with ThreadPoolExecutor(REQUESTS) as threads:
        return list(threads.map(send_with_retry, range(REQUESTS)))


def _statuses(responses: list[Any]) -> Counter[int]:
    return Counter(response.status_code for response in responses)


def _count(world: World, from_clause: str, **values: Any) -> int:
    return len(read_rows(world.database, f"SELECT 1 FROM {from_clause}", **values))  # noqa: S608 - the tests' own text


@pytest.mark.parametrize("kind", ["fixed", "retainer"])
def test_one_of_several_updates_succeeds_and_the_others_return_409(world: World, kind: str):
    with world.database.write() as session:
        terms = {"monthly_fee": "900.00"} if kind == "retainer" else {}
        project = make_project(session, **terms).api_id
    path = f"/api/v1/projects/{project}"
    responses = _send_concurrently(
        world, lambda browser, number: browser.patch(path, {"name": f"Nom {number}", "version": 1})
    )
    assert _statuses(responses) == {200: 1, 409: REQUESTS - 1}
    (saved,) = [response.json()["data"]["name"] for response in responses if response.status_code == 200]
    for number, response in enumerate(responses):
        if response.status_code == 409:
            assert response.json()["conflicts"] == {"name": {"theirs": saved, "yours": f"Nom {number}"}}
    read = world.browser("admin").get(path).json()["data"]
    assert (read["name"], read["version"]) == (saved, 2)


def test_repeated_create_request_creates_one_project(world: World):
    with world.database.write() as session:
        client = make_client(session)
    body = {
        "name": "Une seule fois", "kind": "retainer", "client": client.api_id, "currency": "CAD",
        "account_manager": world.stranger.api_id, "start_on": "2026-11-01", "monthly_fee": "4250.00",
    }  # fmt: skip
    key = {"Idempotency-Key": "une-seule-fois"}
    admin = world.browser("admin")
    responses = _send_concurrently(world, lambda _browser, _number: admin.post("/api/v1/projects", body, headers=key))
    assert _statuses(responses) == {201: REQUESTS}
    assert len({response.content for response in responses}) == 1
    assert _count(world, "projects WHERE name = 'Une seule fois'") == 1
    fees = "project_fees f JOIN projects p ON p.id = f.project_id WHERE p.name = 'Une seule fois'"
    assert _count(world, fees) == 1


def test_churn_is_recorded_once(world: World):
    project = Account(world).retainer()
    responses = _send_concurrently(
        world, lambda browser, _: browser.post("/api/v1/churned-projects", CHURN | {"project": project})
    )
    assert _statuses(responses) == {201: 1, 422: REQUESTS - 1}
    assert {response.json()["code"] for response in responses if response.status_code == 422} == {"churn_already"}
    events = "churn_events e JOIN projects p ON p.id = e.project_id WHERE p.api_id = :project"
    assert _count(world, events, project=project) == 1
    parts = f"churn_attributions a JOIN {events.replace(' e JOIN', ' e ON e.id = a.event_id JOIN')}"
    assert _count(world, parts, project=project) == 1


def test_payments_cannot_exceed_their_invoice(world: World):
    """Each payment fits the invoice of 1,000.00 on its own, but two do not."""
    with world.database.write() as session:
        client = make_client(session)
        project = make_project(session, client_id=client.id)
        payments = [make_payment(session, project_id=project.id, amount=Decimal("600.00")) for _ in range(REQUESTS)]
        invoice = make_invoice(session, client_id=client.id)
    responses = _send_concurrently(
        world,
        lambda browser, number: browser.patch(
            f"/api/v1/projects-payments/{payments[number].api_id}", {"invoice": invoice.api_id, "version": 1}
        ),
    )
    assert _statuses(responses) == {200: 1, 422: REQUESTS - 1}
    assert all(list(response.json()["errors"]) == ["invoice"] for response in responses if response.status_code == 422)
    assert _count(world, "project_payments WHERE invoice_id = :invoice", invoice=invoice.id) == 1


def test_concurrent_acceptances_link_each_amount_once(world: World):
    """Two invoices of 1,000.00 bill two payments: who comes second stores no part of them."""
    with world.database.write() as session:
        client = make_client(session)
        project = make_project(session, client_id=client.id)
        for month in (9, 10):
            day = date(2026, month, 5)
            make_payment(session, project_id=project.id, status="ready", due_on=day)
            make_invoice(
                session, client_id=client.id, issued_on=day, subtotal=Decimal(1000), tax=Decimal(0), total="1000.00"
            )
    proposals = "/api/v1/reconciliation-proposals"
    shown = world.browser("admin").get(f"{proposals}?client={client.api_id}&per_page=100").json()["data"]
    body = {"ids": [row["api_id"] for row in shown], "change": {"accepted": True}}
    responses = _send_concurrently(world, lambda browser, _: browser.post(f"{proposals}/batches", body))
    assert _statuses(responses) == {200: REQUESTS}
    results = [one for response in responses for one in response.json()["data"]["results"]]
    assert [one["status"] for one in results].count(200) == len(body["ids"]) == 2
    assert {one["status"] for one in results} <= {200, 404, 422}
    linked = "payment_allocations a JOIN project_payments p ON p.id = a.payment_id WHERE p.project_id = :project"
    amounts = read_rows(world.database, f"SELECT a.amount FROM {linked}", project=project.id)  # noqa: S608 - the tests' own text
    assert [row["amount"] for row in amounts] == [1000 * UNITS] * 2


def test_payment_periods_cannot_overlap(world: World):
    with world.database.write() as session:
        project = make_project(session)
    body = {"project": project.api_id, "due_on": "2026-12-15", "amount": "100.00"}
    responses = _send_concurrently(
        world,
        lambda browser, number: browser.post(
            "/api/v1/projects-payments",
            body | {"period_start": f"2026-12-0{number + 1}", "period_end": "2026-12-31"},
        ),
    )
    assert _statuses(responses) == {201: 1, 422: REQUESTS - 1}
    assert _count(world, "project_payments WHERE project_id = :project", project=project.id) == 1


def test_schedule_is_made_once(world: World):
    """A later request replaces the planned payments of an earlier one, so the price is billed once."""
    with world.database.write() as session:
        project = make_project(session, amount=Decimal("1000.00"))
    path = "/api/v1/projects-payments/schedules"
    body = {"project": project.api_id, "count": 3, "starts_on": "2026-12-01"}
    responses = _send_concurrently(world, lambda browser, _: browser.post(path, body))
    assert set(_statuses(responses)) == {201}
    lines = read_rows(
        world.database, "SELECT amount, sequence FROM project_payments WHERE project_id = :key", key=project.id
    )
    assert sum(line["amount"] for line in lines) == 10_000_000
    assert len({line["sequence"] for line in lines}) == len(lines) == 3


def test_month_is_locked_once(world: World):
    with world.database.write() as session:
        retainer = make_retainer(session, start_on=date(2026, 10, 1))
    refresh_all_ledgers(world.database)
    (october, *_) = (
        world.browser("admin").get(f"/api/v1/retainer-periods?project={retainer.api_id}&sort=starts_on").json()["data"]
    )
    responses = _send_concurrently(
        world, lambda browser, _: browser.post(f"/api/v1/retainer-periods/{october['api_id']}/locks")
    )
    assert _statuses(responses) == {201: 1, 422: REQUESTS - 1}
    names = {response.json()["data"]["locked_by"]["name"] for response in responses if response.status_code == 201}
    locked = world.browser("admin").get(f"/api/v1/retainer-periods/{october['api_id']}").json()["data"]
    assert {locked["locked_by"]["name"]} == names


def test_approval_is_recorded_once(world: World):
    with world.database.write() as session:
        sale = make_oos_sale(session)
    body = {"project": sale.api_id, "decision": "approved", "decided_on": "2026-11-18", "note": "Au téléphone"}
    responses = _send_concurrently(world, lambda browser, _: browser.post("/api/v1/oos-approvals", body))
    assert _statuses(responses) == {201: 1, 422: REQUESTS - 1}
    assert _count(world, "oos_approvals WHERE project_id = :project", project=sale.id) == 1


def test_concurrent_decisions_bill_the_hours_over_once(world: World):
    retainer, month = make_overage(world, overage_rate=Decimal("150.00"))
    path = f"/api/v1/retainer-overages/{month}/decisions"
    body = {"kind": "billed", "hours": "8.00", "undecided_hours": "8.00"}
    responses = _send_concurrently(world, lambda browser, _number: browser.post(path, body))
    assert _statuses(responses) == {201: 1, 409: REQUESTS - 1}
    assert {one.json()["code"] for one in responses if one.status_code == 409} == {"overage_decided"}
    of_retainer = "projects p ON p.id = x.project_id WHERE p.api_id = :retainer AND x.period_start IS NULL"
    assert _count(world, f"project_payments x JOIN {of_retainer}", retainer=retainer) == 1
    (decision,) = world.browser("admin").get(f"/api/v1/retainer-overages/{month}").json()["data"]["decisions"]
    undone = f"/api/v1/retainer-overage-decisions/{decision['api_id']}"
    responses = _send_concurrently(world, lambda browser, _number: browser.delete(undone))
    assert _statuses(responses) == {204: 1, 404: REQUESTS - 1}
    assert _count(world, f"project_payments x JOIN {of_retainer}", retainer=retainer) == 0


def test_concurrent_senders_send_one_reminder(world: World):
    with world.database.write() as session:
        client = make_client(session, billing_email="comptes@pivoine.example")
        make_invoice(session, client_id=client.id, due_on=date(2026, 10, 31))
    path = f"/api/v1/clients/{client.api_id}/reminders"
    # Even those who confirm a second reminder saw none in their preview.
    responses = _send_concurrently(world, lambda browser, _number: browser.post(path, {"sent": 0, "anyway": True}))
    assert _statuses(responses) == {201: 1, 409: REQUESTS - 1}
    assert {one.json()["code"] for one in responses if one.status_code == 409} == {"reminder_sent_meanwhile"}
    assert _count(world, "client_reminders WHERE client_id = :client", client=client.id) == 1
    assert _count(world, "mails WHERE kind = 'reminder'") == 1
    assert _count(world, "collection_entries WHERE client_id = :client", client=client.id) == 1
