"""Monthly targets of the organization: the grid of a year, and the comparison of figures with them."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import delete, select

from regie.core.audit.activity import ActivityEntry
from regie.domains.insights.company_targets.models import CompanyTarget
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.rates import make_rate
from tests.factories.world import World, assert_unchanged

PATH = "/api/v1/company-targets"


@pytest.fixture
def admin(world: World) -> Iterator[Browser]:
    yield world.browser("admin")
    with world.database.write() as session:
        session.execute(delete(CompanyTarget))


def _cell(figure: str, month: int, value: str | None, before: str | None = None, year: int = 2026) -> dict[str, Any]:
    return {"figure": figure, "month": f"{year}-{month:02d}-01", "value": value, "before": before}


def _send(browser: Browser, *cells: dict[str, Any], currency: str = "CAD") -> Any:
    return browser.patch(PATH, {"year": 2026, "currency": currency, "targets": list(cells)})


def _values(browser: Browser, figure: str) -> list[str | None]:
    found = browser.get(f"{PATH}?year=2026").json()["data"]["figures"]
    return next([month["value"] for month in one["months"]] for one in found if one["figure"] == figure)


def _figure(browser: Browser, name: str, query: str) -> dict[str, Any]:
    response = browser.get(f"/api/v1/dashboard?currency=CAD&{query}")
    assert response.status_code == 200, response.text
    return response.json()["data"]["figures"][name]


_QUARTER = "from=2026-09-01&to=2026-11-30"


def test_months_of_a_year_are_entered_and_removed(world: World, admin: Browser):
    response = _send(admin, _cell("revenue", 1, "1000.5"), _cell("lost_retainers", 12, "0"), _cell("mrr", 2, "10"))
    assert response.status_code == 200, response.text
    assert _values(admin, "revenue") == ["1000.50", *[None] * 11]
    assert _values(admin, "lost_retainers")[11] == "0"
    assert _send(admin, _cell("revenue", 1, None, "1000.50")).status_code == 200
    assert _values(admin, "revenue") == [None] * 12
    assert _values(admin, "mrr")[1] == "10.00"
    with world.database.read() as db:
        last = select(ActivityEntry.changes).order_by(ActivityEntry.id.desc()).limit(1)
        assert db.execute(last).scalar_one() == {"target_revenue": ["2026-01 (1000.50 CAD)", None]}


def test_change_of_a_cell_that_another_user_changed_is_refused(world: World, admin: Browser):
    assert _send(admin, _cell("mrr", 1, "10")).status_code == 200
    for before in (None, "9.00"):
        with assert_unchanged(world.database):
            response = _send(admin, _cell("mrr", 1, "12", before), _cell("mrr", 2, "12"))
        assert response.status_code == 409
        assert response.json()["conflicts"] == {"mrr.2026-01": {"theirs": "10.00", "yours": "12"}}


@pytest.mark.parametrize(
    "cell",
    [
        _cell("revenue", 1, "10", year=2027),
        {**_cell("revenue", 1, "10"), "month": "2026-01-02"},
        _cell("revenue", 1, "-1"),
        _cell("revenue", 1, "1.005"),
        _cell("lost_retainers", 1, "1.5"),
        _cell("profit", 1, "10"),
        _cell("revenue", 1, "ten"),
        _cell("revenue", 13, "10"),
    ],
)
def test_invalid_target_changes_nothing(world: World, admin: Browser, cell: dict[str, Any]):
    with assert_unchanged(world.database):
        assert _send(admin, _cell("mrr", 1, "10"), cell).status_code == 422


def test_amounts_of_a_year_have_one_currency(world: World, admin: Browser):
    assert _send(admin, _cell("revenue", 1, "10"), _cell("mrr", 1, "20")).status_code == 200
    with assert_unchanged(world.database):
        response = _send(admin, _cell("revenue", 2, "10"), currency="USD")
        assert (response.status_code, list(response.json()["errors"])) == (422, ["currency"])
    changed = _send(admin, _cell("revenue", 1, "10", "10.00"), _cell("mrr", 1, "15", "20.00"), currency="USD")
    assert changed.json()["data"]["currency"] == "USD"


def test_financial_manager_edits_and_account_manager_sees_nothing(world: World, admin: Browser):
    assert _send(world.browser("financial_manager"), _cell("mrr", 1, "10")).status_code == 200
    with assert_unchanged(world.database):
        assert _send(world.browser("account_manager"), _cell("mrr", 1, "12", "10.00")).status_code == 403
    assert world.browser("account_manager").get(f"{PATH}?year=2026").status_code == 403


def test_revenue_is_compared_where_every_month_has_a_target(admin: Browser):
    assert _figure(admin, "revenue", _QUARTER)["target"] is None
    _send(admin, _cell("revenue", 9, "100"), _cell("revenue", 10, "200"))
    partly = _figure(admin, "revenue", _QUARTER)
    assert partly["target_months"] == {"covered": 2, "of": 3}
    _send(admin, _cell("revenue", 11, "300.55"))
    complete = _figure(admin, "revenue", _QUARTER)
    assert (complete["target"]["money"]["amount"], complete["target_months"]) == ("600.55", {"covered": 3, "of": 3})
    # The target of a month is none for a part of it.
    assert _figure(admin, "revenue", "from=2026-10-02&to=2026-10-31")["target"] is None
    assert _figure(admin, "revenue", "from=2026-10-01&to=2026-10-30")["target"] is None
    assert _figure(admin, "revenue", "from=2026-09-01&to=2026-11-20")["target_months"] == {"covered": 2, "of": 3}
    assert _figure(admin, "revenue", f"{_QUARTER}&scope=own")["target"] is None
    assert _figure(admin, "revenue", f"{_QUARTER}&compare=target")["target"] is not None


def test_mrr_is_compared_with_the_last_month(admin: Browser):
    _send(admin, _cell("mrr", 9, "100"), _cell("mrr", 11, "300"))
    assert _figure(admin, "mrr", _QUARTER)["target"]["money"]["amount"] == "300.00"
    assert _figure(admin, "mrr", "from=2026-09-01&to=2026-10-31")["target"] is None


def test_churn_may_have_a_target_of_zero(admin: Browser):
    _send(admin, *(_cell("lost_retainers", month, value) for month, value in ((9, "2"), (10, "0"), (11, "1"))))
    found = _figure(admin, "lost_retainers", _QUARTER)
    assert (found["target"]["value"], found["target_months"]) == ("3", {"covered": 3, "of": 3})
    assert _figure(admin, "lost_retainers", "from=2026-10-01&to=2026-10-31")["target"]["value"] == "0"


def test_targets_are_converted_at_the_end_of_their_month(world: World, admin: Browser):
    with world.database.write() as session:
        make_rate(session, "USD", date(2026, 10, 31), "1.4")
        make_rate(session, "USD", NOON.date(), "1.5")
    _send(admin, _cell("revenue", 10, "100"), _cell("revenue", 11, "100"), currency="USD")
    amounts = [_figure(admin, "revenue", f"from=2026-{month}")["target"] for month in ("10-01&to=2026-10-31", "11-01")]
    assert [one["money"]["amount"] for one in amounts] == ["140.00", "150.00"]


def test_figures_of_months_have_the_targets_of_their_months(admin: Browser):
    assert _figure(admin, "revenue", _QUARTER)["month_targets"] == []
    _send(admin, _cell("revenue", 9, "100"), _cell("revenue", 11, "300"))
    found = _figure(admin, "revenue", "from=2026-09-01&to=2026-11-20")["month_targets"]
    assert [(one["starts_on"], one["money"]["amount"]) for one in found] == [("2026-09-01", "100.00")]
    found = _figure(admin, "revenue", _QUARTER)["month_targets"]
    assert [one["starts_on"] for one in found] == ["2026-09-01", "2026-11-01"]


def test_analysis_of_sales_has_the_organization_s_targets(admin: Browser):
    _send(admin, *(_cell("oos_sold", month, "50") for month in (9, 10, 11)))
    answer = admin.get(f"/api/v1/oos-sales-analysis?currency=CAD&{_QUARTER}")
    assert answer.status_code == 200, answer.text
    data = answer.json()["data"]
    assert (data["sold"]["target"]["money"]["amount"], data["sold"]["target_months"]) == (
        "150.00", {"covered": 3, "of": 3},
    )  # fmt: skip
    assert [month["target"]["money"]["amount"] for month in data["months"]] == ["50.00"] * 3
    assert data["sold"]["target"] == _figure(admin, "oos_sold", _QUARTER)["target"]


def test_organization_s_sales_target_replaces_that_of_goals(world: World, admin: Browser):
    before = _figure(admin, "oos_sold", _QUARTER)["target"]
    _send(admin, *(_cell("oos_sold", month, "50") for month in (9, 10, 11)))
    after = _figure(admin, "oos_sold", _QUARTER)
    assert (after["target"]["money"]["amount"], after["target_months"]) == ("150.00", {"covered": 3, "of": 3})
    assert before is None or Decimal(before["money"]["amount"]) != 150
