"""The organization's target of gross margin, for those who see what hours cost."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import delete

from regie.access import actor
from regie.access.permissions import GRANTS, Permission, Role
from regie.core.audit.activity import log_event
from regie.domains.insights.company_targets.models import CompanyTarget
from tests.browser import Browser
from tests.factories.project_costs import make_cost
from tests.factories.work import make_project
from tests.factories.world import World, assert_unchanged

PATH, TOTALS = "/api/v1/company-targets", "/api/v1/margins/totals"
QUARTER = "from=2026-09-01&to=2026-11-30&currency=CAD"


@pytest.fixture
def finance(world: World) -> Iterator[Browser]:
    yield world.fresh_browser("financial_manager")
    with world.database.write() as session:
        session.execute(delete(CompanyTarget))


def send(browser: Browser, figure: str, values: dict[int, str | None], before: str | None = None) -> Any:
    targets = [
        {"figure": figure, "month": f"2026-{month:02d}-01", "before": before, "value": value}
        for month, value in values.items()
    ]
    return browser.patch(PATH, {"year": 2026, "currency": "CAD", "targets": targets})


def read(browser: Browser, path: str) -> Any:
    answer = browser.get(path)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Permission], None]]:
    """Take a right from financial managers: no role sees closed months without the costs today."""

    def take(right: Permission) -> None:
        monkeypatch.delitem(GRANTS[Role.FINANCIAL_MANAGER], right)
        actor._cached_grants.cache_clear()

    yield take
    monkeypatch.undo()
    actor._cached_grants.cache_clear()


def figures(browser: Browser) -> list[str]:
    return [one["figure"] for one in read(browser, f"{PATH}?year=2026")["figures"]]


def test_margin_is_compared_where_every_month_has_a_target(finance: Browser):
    assert read(finance, f"{TOTALS}?{QUARTER}")["target"] is None
    assert send(finance, "margin", {9: "100", 10: "200"}).status_code == 200
    assert read(finance, f"{TOTALS}?{QUARTER}")["target"] == {
        "amount": None, "percent": None, "covered": 2, "of": 3,
        "months": [
            {"month": "2026-09-01", "amount": {"amount": "100.00", "currency": "CAD"}},
            {"month": "2026-10-01", "amount": {"amount": "200.00", "currency": "CAD"}},
        ],
    }  # fmt: skip
    assert send(finance, "margin", {11: "300.55"}).status_code == 200
    totals = read(finance, f"{TOTALS}?{QUARTER}")
    target, margin = totals["target"], float(totals["margin"]["amount"])
    assert (target["amount"]["amount"], target["covered"], target["of"]) == ("600.55", 3, 3)
    assert float(target["percent"]) == pytest.approx(margin * 100 / 600.55, abs=0.06)
    # The target of a month is none for a part of it, and none of some projects or clients.
    assert read(finance, f"{TOTALS}?from=2026-10-02&to=2026-10-31")["target"] is None
    assert read(finance, f"{TOTALS}?{QUARTER}&kind=fixed")["target"] is None


def test_the_present_month_has_its_whole_target(finance: Browser):
    assert send(finance, "margin", {11: "300"}).status_code == 200
    assert read(finance, f"{TOTALS}?currency=CAD")["target"]["amount"]["amount"] == "300.00"


def test_without_cost_rates_the_target_of_margin_does_not_exist(
    world: World, finance: Browser, without: Callable[[Permission], None]
):
    assert send(finance, "margin", {10: "77123.45"}).status_code == 200
    assert send(finance, "revenue", {10: "500"}).status_code == 200
    with world.database.write() as session:
        make_cost(session, make_project(session), description="Coût confidentiel")
        # As an earlier version filed it.
        log_event(
            session, "cost_rate_set", subject="employee", api_id=None, name="Anna Roy", topic="money",
            details={"cost_rate": "63.21 CAD"},
        )  # fmt: skip
    assert "margin" in figures(finance)
    seen = finance.get("/api/v1/activity?per_page=100").text
    assert "77123.45" in seen
    assert "63.21 CAD" in seen
    without(Permission.EMPLOYEES_COST_RATES)
    reader = world.fresh_browser("financial_manager")
    assert figures(reader) == ["revenue", "mrr", "oos_sold", "lost_retainers"]
    with assert_unchanged(world.database):
        assert send(reader, "margin", {10: "1"}, "77123.45").status_code == 403
    assert reader.get(f"{TOTALS}?{QUARTER}").status_code == 403
    log = reader.get("/api/v1/activity?per_page=100")
    assert log.status_code == 200
    assert "500.00 CAD" in log.text
    assert "77123.45" not in log.text
    assert "63.21" not in log.text
    assert "Coût confidentiel" not in log.text
    assert "77123.45" not in reader.get(f"/api/v1/dashboard?{QUARTER}").text


@pytest.mark.parametrize("right", [Permission.STATISTICS_REVENUE, Permission.STATISTICS_HOURS])
def test_the_target_of_margin_needs_all_its_figures(
    world: World, finance: Browser, right: Permission, without: Callable[[Permission], None]
):
    assert "margin" in figures(finance)
    without(right)
    assert "margin" not in figures(world.fresh_browser("financial_manager"))
