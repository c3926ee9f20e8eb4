"""What two people do at the same moment: one is done, the other is told why not, and nothing is half-written."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tests.access.losses import LOSS
from tests.browser import Browser
from tests.domains.work.churns.accounts import Account
from tests.factories.retainers import make_retainer, refresh
from tests.factories.sales import make_extra
from tests.factories.work import make_client, make_invoice, make_payment, make_project
from tests.factories.world import World
from tests.promises.raw import rows

PEOPLE = ("admin", "super_admin")
TIMES = 4


def _both(world: World, call: Callable[[Browser, int], Any]) -> list[Any]:
    """Several calls of two people at once; who is asked to come back does so."""

    def patiently(number: int) -> Any:
        browser = world.fresh_browser(PEOPLE[number % 2])
        while (answer := call(browser, number)).status_code == 503:
            pass
        return answer

    with ThreadPoolExecutor(TIMES) as threads:
        return list(threads.map(patiently, range(TIMES)))


def _statuses(answers: list[Any]) -> Counter[int]:
    return Counter(answer.status_code for answer in answers)


def _count(world: World, of: str, **values: Any) -> int:
    return len(rows(world.database, f"SELECT 1 FROM {of}", **values))  # noqa: S608 - the tests' own text


@pytest.mark.parametrize("kind", ["fixed", "retainer"])
def test_one_of_two_edits_is_kept_and_the_other_sees_both_values(world: World, kind: str):
    with world.database.write() as session:
        terms = {"monthly_fee": "900.00"} if kind == "retainer" else {}
        project = make_project(session, **terms).api_id
    path = f"/api/v1/projects/{project}"
    answers = _both(world, lambda browser, number: browser.patch(path, {"name": f"Nom {number}", "version": 1}))
    assert _statuses(answers) == {200: 1, 409: TIMES - 1}
    (kept,) = [answer.json()["data"]["name"] for answer in answers if answer.status_code == 200]
    for number, answer in enumerate(answers):
        if answer.status_code == 409:
            assert answer.json()["conflicts"] == {"name": {"theirs": kept, "yours": f"Nom {number}"}}
    read = world.browser("admin").get(path).json()["data"]
    assert (read["name"], read["version"]) == (kept, 2)


def test_the_same_project_sent_twice_is_one(world: World):
    with world.database.write() as session:
        client = make_client(session)
    body = {
        "name": "Une seule fois", "kind": "retainer", "client": client.api_id, "currency": "CAD",
        "account_manager": world.stranger.api_id, "start_on": "2026-11-01", "monthly_fee": "4250.00",
    }  # fmt: skip
    key = {"Idempotency-Key": "une-seule-fois"}
    admin = world.browser("admin")
    answers = _both(world, lambda _browser, _number: admin.post("/api/v1/projects", body, headers=key))
    assert _statuses(answers) == {201: TIMES}
    assert len({answer.content for answer in answers}) == 1
    assert _count(world, "projects WHERE name = 'Une seule fois'") == 1
    fees = "project_fees f JOIN projects p ON p.id = f.project_id WHERE p.name = 'Une seule fois'"
    assert _count(world, fees) == 1


def test_a_loss_is_recorded_once(world: World):
    project = Account(world).retainer()
    answers = _both(world, lambda browser, _: browser.post("/api/v1/churned-projects", LOSS | {"project": project}))
    assert _statuses(answers) == {201: 1, 422: TIMES - 1}
    assert {answer.json()["code"] for answer in answers if answer.status_code == 422} == {"churn_already"}
    events = "churn_events e JOIN projects p ON p.id = e.project_id WHERE p.api_id = :project"
    assert _count(world, events, project=project) == 1
    parts = f"churn_attributions a JOIN {events.replace(' e JOIN', ' e ON e.id = a.event_id JOIN')}"
    assert _count(world, parts, project=project) == 1


def test_an_invoice_pays_no_more_than_it_bills(world: World):
    """Each payment alone fits the invoice of 1,000.00; two of them do not."""
    with world.database.write() as session:
        client = make_client(session)
        project = make_project(session, client_id=client.id)
        payments = [make_payment(session, project_id=project.id, amount=Decimal("600.00")) for _ in range(TIMES)]
        invoice = make_invoice(session, client_id=client.id)
    answers = _both(
        world,
        lambda browser, number: browser.patch(
            f"/api/v1/projects-payments/{payments[number].api_id}", {"invoice": invoice.api_id, "version": 1}
        ),
    )
    assert _statuses(answers) == {200: 1, 422: TIMES - 1}
    assert all(list(answer.json()["errors"]) == ["invoice"] for answer in answers if answer.status_code == 422)
    assert _count(world, "project_payments WHERE invoice_id = :invoice", invoice=invoice.id) == 1


def test_periods_of_payments_never_overlap(world: World):
    with world.database.write() as session:
        project = make_project(session)
    body = {"project": project.api_id, "due_on": "2026-12-15", "amount": "100.00"}
    answers = _both(
        world,
        lambda browser, number: browser.post(
            "/api/v1/projects-payments",
            body | {"period_start": f"2026-12-0{number + 1}", "period_end": "2026-12-31"},
        ),
    )
    assert _statuses(answers) == {201: 1, 422: TIMES - 1}
    assert _count(world, "project_payments WHERE project_id = :project", project=project.id) == 1


def test_a_schedule_is_made_once(world: World):
    """Whoever comes second replaces the planned lines of the first: they bill the price once."""
    with world.database.write() as session:
        project = make_project(session, amount=Decimal("1000.00"))
    path = "/api/v1/projects-payments/schedules"
    body = {"project": project.api_id, "parts": 3, "starts_on": "2026-12-01"}
    answers = _both(world, lambda browser, _: browser.post(path, body))
    assert set(_statuses(answers)) == {201}
    lines = rows(
        world.database, "SELECT amount, sequence FROM project_payments WHERE project_id = :key", key=project.id
    )
    assert sum(line["amount"] for line in lines) == 10_000_000
    assert len({line["sequence"] for line in lines}) == len(lines) == 3


def test_a_month_is_locked_once(world: World):
    with world.database.write() as session:
        retainer = make_retainer(session, start_on=date(2026, 10, 1))
    refresh(world.database)
    (october, *_) = (
        world.browser("admin").get(f"/api/v1/retainer-periods?project={retainer.api_id}&sort=starts_on").json()["data"]
    )
    answers = _both(world, lambda browser, _: browser.post(f"/api/v1/retainer-periods/{october['api_id']}/locks"))
    assert _statuses(answers) == {201: 1, 422: TIMES - 1}
    names = {answer.json()["data"]["locked_by"]["name"] for answer in answers if answer.status_code == 201}
    locked = world.browser("admin").get(f"/api/v1/retainer-periods/{october['api_id']}").json()["data"]
    assert {locked["locked_by"]["name"]} == names


def test_a_client_says_yes_once(world: World):
    with world.database.write() as session:
        extra = make_extra(session)
    body = {"project": extra.api_id, "decision": "approved", "decided_on": "2026-11-18", "note": "Au téléphone"}
    answers = _both(world, lambda browser, _: browser.post("/api/v1/oos-approvals", body))
    assert _statuses(answers) == {201: 1, 422: TIMES - 1}
    assert _count(world, "oos_approvals WHERE project_id = :project", project=extra.id) == 1
