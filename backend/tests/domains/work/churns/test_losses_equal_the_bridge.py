"""Tests that what the bridge says was lost equals the recorded losses, by reason, by person and by length.

Histories are random; dates are drawn so that nothing is gained on the day of a loss, which one movement would net.
"""

from collections import defaultdict
from datetime import date
from decimal import Decimal
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from regie.domains.records.projects.models import Project, ProjectFee
from tests.browser import Browser
from tests.domains.work.churns.accounts import Account, confirm, post_churn, reject
from tests.factories.people import make_employee
from tests.factories.world import World, assert_unchanged
from tests.long_tests import example_count

FIRST, LAST = date(2026, 1, 1), date(2026, 11, 20)
DAYS = f"from={FIRST}&to={LAST}"
REASONS = ("price", "results", "merger")
LISTED_REASONS = (*REASONS, "not_stated")
Sums = dict[str, Decimal]

fees = st.integers(10_000, 900_000).map(lambda cents: f"{Decimal(cents) / 100:.2f}")
# Fees rise on first days of months, and losses are between them.
raises = st.lists(st.tuples(st.integers(3, 10), st.integers(1, 50_000)), max_size=2, unique_by=lambda one: one[0])
loss_days = st.builds(lambda month, day: date(2026, month, day), st.integers(2, 11), st.integers(2, 19))
losses = st.fixed_dictionaries(
    {
        "on": loss_days,
        "reason": st.sampled_from(REASONS),
        "weights": st.sampled_from([(100,), (33, 67), (50, 49, 1)]),
        "then": st.sampled_from(["wait", "confirm", "reject", "undo", "correct", "correct and confirm"]),
        "moved_to": loss_days,
    }
)
# Ends without a churn: the record is made, and follows the end or is decided.
ends = st.fixed_dictionaries(
    {
        "on": loss_days,
        "then": st.sampled_from(["wait", "confirm", "reject", "move", "resume"]),
        "moved_to": loss_days,
    }
)
retainers = st.fixed_dictionaries({"fee": fees, "raises": raises, "loss": st.none() | losses, "end": st.none() | ends})
clients = st.lists(
    st.tuples(st.sampled_from(["CAD", "USD"]), st.lists(retainers, min_size=1, max_size=3)), min_size=1, max_size=3
)


def _make_retainer(world: World, account: Account, currency: str, drawn: dict[str, Any]) -> str:
    api_id = account.retainer(drawn["fee"], start_on=FIRST, currency=currency)
    amount = Decimal(drawn["fee"])
    with world.database.write() as session:
        key = session.execute(select(Project.id).where(Project.api_id == api_id)).scalar_one()
        for month, cents in sorted(drawn["raises"]):
            amount += Decimal(cents) / 100
            session.add(ProjectFee(project_id=key, amount=amount, starts_on=date(2026, month, 1)))
    return api_id


def _lose(browser: Browser, project: str, people: list[str], loss: dict[str, Any]) -> None:
    shares = [{"employee": key, "weight": weight} for key, weight in zip(people, loss["weights"], strict=False)]
    event = post_churn(browser, project, effective_on=str(loss["on"]), reason=loss["reason"], attribution=shares)
    corrections = {"effective_on": str(loss["moved_to"]), "reason": REASONS[0]}
    path = f"/api/v1/churn-events/{event['api_id']}"
    responses = {
        "wait": lambda: None,
        "confirm": lambda: confirm(browser, event),
        "reject": lambda: reject(browser, event),
        "undo": lambda: browser.delete(f"/api/v1/churned-projects/{project}"),
        "correct": lambda: browser.patch(path, corrections),
        "correct and confirm": lambda: confirm(browser, event, **corrections),
    }
    response = responses[loss["then"]]()
    assert response is None or response.status_code in (200, 201, 204), response.text


def _end(world: World, project: str, people: list[str], end: dict[str, Any]) -> None:
    admin, manager = world.browser("admin"), world.browser("churn_manager")
    path = f"/api/v1/projects/{project}"
    assert admin.patch(path, {"status": "ended", "end_on": str(end["on"])}).status_code == 200
    (event,) = manager.get(f"/api/v1/churn-events?project={project}&state=recorded").json()["data"]
    shares = [{"employee": people[0], "weight": 100}]
    steps = {
        "wait": lambda: None,
        "confirm": lambda: confirm(manager, event, reason=REASONS[1], note="Confirmé", attribution=shares),
        "reject": lambda: reject(manager, event),
        "move": lambda: admin.patch(path, {"end_on": str(end["moved_to"])}),
        "resume": lambda: admin.patch(path, {"status": "active", "end_on": None}),
    }
    response = steps[end["then"]]()
    assert response is None or response.status_code in (200, 201), response.text


def _bridge(browser: Browser) -> Sums:
    """What each currency lost according to the movements of MRR."""
    statistics = browser.get(f"/api/v1/churns-statistics?{DAYS}").json()["data"]
    lost = {
        row["currency"]: Decimal(row["churn"]["amount"]) + Decimal(row["contraction"]["amount"])
        for row in statistics["currencies"]
    }
    return {currency: amount for currency, amount in lost.items() if amount}


def _add(sums: Sums, amounts: list[dict[str, str]]) -> None:
    for amount in amounts:
        sums[amount["currency"]] += Decimal(amount["amount"])


def _totals(browser: Browser, *filters: str) -> Sums:
    """The sums of the list's totals over these filters, by currency."""
    sums: Sums = defaultdict(Decimal)
    for one in filters:
        days = f"effective_from={FIRST}&effective_to={LAST}"
        _add(sums, browser.get(f"/api/v1/churn-totals?{days}&{one}").json()["data"]["mrr_lost"])
    return {currency: amount for currency, amount in sums.items() if amount}


def _shares(browser: Browser) -> Sums:
    """The sums of each employee's shares, page by page."""
    sums: Sums = defaultdict(Decimal)
    filters = f"state=recorded&state=confirmed&state=won_back&effective_from={FIRST}&effective_to={LAST}&per_page=100"
    page, last_page = 1, 1
    while page <= last_page:
        answer = browser.get(f"/api/v1/employee-churns?{filters}&page={page}").json()
        _add(sums, [row["mrr_share"] for row in answer["data"]])
        page, last_page = page + 1, answer["meta"]["last_page"]
    return {currency: amount for currency, amount in sums.items() if amount}


@settings(
    max_examples=example_count(10),
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(clients)
def test_lost_mrr_of_the_bridge_equals_the_losses(world: World, drawn: list[tuple[str, list[dict[str, Any]]]]):
    browser = world.browser("churn_manager")
    with world.database.write() as session:
        people = [make_employee(session).api_id for _ in range(3)]
    for currency, of_client in drawn:
        account = Account(world)
        for retainer in of_client:
            project = _make_retainer(world, account, currency, retainer)
            if retainer["loss"] is not None:
                _lose(browser, project, people, retainer["loss"])
            elif retainer["end"] is not None:
                _end(world, project, people, retainer["end"])
    lost = _bridge(browser)
    assert _totals(browser, "") == lost
    assert _totals(browser, *(f"reason={reason}" for reason in LISTED_REASONS)) == lost
    tenures = ("under_6", "6_to_11", "12_to_23", "24_to_35", "36_and_more")
    assert _totals(browser, *(f"tenure={tenure}" for tenure in tenures)) == lost
    assert _shares(browser) == lost


def test_analysis_groups_the_same_losses(own_world: World):
    browser = own_world.browser("churn_manager")
    account = Account(own_world)
    lost = [post_churn(browser, account.retainer(fee, start_on=FIRST)) for fee in ("1250.00", "800.00")]
    again = browser.get(f"/api/v1/churn-events/{lost[0]['api_id']}").json()["data"]  # its scope has changed
    assert confirm(browser, again).status_code == 201
    analysis = browser.get(f"/api/v1/churns-analysis?{DAYS}&currency=CAD").json()["data"]
    bridge = analysis["bridge"]
    assert Decimal(bridge["churn"]["amount"]) + Decimal(bridge["contraction"]["amount"]) == Decimal("2050.00")
    for groups in ("reasons", "initiated_by", "tenures", "employees"):
        assert sum(Decimal(group["mrr_lost"]["amount"]) for group in analysis[groups]) == Decimal("2050.00"), groups


def test_fee_cannot_change_the_mrr_of_a_recorded_loss(own_world: World):
    browser = own_world.browser("admin")
    project = Account(own_world).retainer("1250.00", start_on=FIRST)
    event = post_churn(browser, project, effective_on="2026-11-10")
    path = f"/api/v1/projects/{project}"
    for day in ("2026-06-01", "2026-11-10"):
        with assert_unchanged(own_world.database):
            response = browser.patch(path, {"monthly_fee": "1500.00", "fee_starts_on": day})
        assert (response.status_code, list(response.json()["errors"])) == (422, ["fee_starts_on"])
    assert reject(browser, event).status_code == 201
    assert browser.patch(path, {"monthly_fee": "1500.00", "fee_starts_on": "2026-06-01"}).status_code == 200
