"""Generated histories of retainers, played through the API: the MRR bridge closes, and closed months do not change.

Each example has its own account manager, who sees only the retainers of the example.
"""

from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from regie.core.audit.activity import ActivityEntry
from regie.core.db.database import Database
from tests.factories.figures import make_account_manager
from tests.factories.work import make_client
from tests.long_tests import example_count
from tests.recount.agency import CHURN, FIRST_DAY, Agency, create_rates
from tests.recount.people import OWN, Person
from tests.recount.retainers import KINDS, SIGNS, Retainers
from tests.recount.snapshot import A_DAY, month_end

LAST = date(2025, 9, 30)
_FEES = st.integers(1, 400_000).map(lambda cents: f"{Decimal(cents) / 100:.2f}")
_INDEX = st.integers(0, 3)
_STEPS = st.one_of(
    st.tuples(st.just("start"), st.sampled_from(["CAD", "USD", "EUR"]), _FEES, st.integers(-20, 20)),
    st.tuples(st.just("fee"), _INDEX, _FEES, st.integers(-15, 40)),
    st.tuples(st.sampled_from(["pause", "resume", "back", "stop"]), _INDEX),
    st.tuples(st.just("lose"), _INDEX, st.integers(-10, 40)),
    st.tuples(st.just("lose"), _INDEX, st.integers(-10, 40)),
    st.tuples(st.just("end"), _INDEX, st.integers(-5, 40)),
)
_HISTORIES = st.lists(st.tuples(st.integers(0, 60), _STEPS), min_size=4, max_size=10)


class AccountHistory:
    """One account manager with two clients, and the actions on their retainers."""

    def __init__(self, agency: Agency) -> None:
        self.agency = agency
        agency.move_to(FIRST_DAY)
        with agency.database.write() as session:
            user, employee = make_account_manager(
                session, metric_permissions=["churn", "retainers"], metric_scopes=["own"]
            )
            self.clients = [make_client(session, account_manager_id=user.id).api_id for _ in range(2)]
        self.user, self.employee = user, employee
        self.name = user.api_id
        agency.users[self.name] = user
        self.retainers: list[str] = []

    def apply(self, step: tuple[Any, ...]) -> None:
        """Apply an action; invalid ones are refused, and the rows are compared afterwards."""
        name, *values = step
        if name == "start":
            self._start(*values)
        elif self.retainers:
            project_id = self.retainers[values[0] % len(self.retainers)]
            method, path, body = _STEP_METHODS[name](self, project_id, *values[1:])
            response = self.agency.browser("super").call(method, f"/api/v1/{path}", json=body)
            assert response.status_code in (200, 201, 204, 409, 422), response.text

    def _day(self, offset: int) -> str:
        return str(self.agency.today + timedelta(days=offset))

    def _start(self, currency: str, fee: str, offset: int) -> None:
        client = self.clients[len(self.retainers) % 3 == 2]
        body = {
            "name": "Mandat", "client": client, "account_manager": self.user.api_id, "kind": "retainer",
            "currency": currency, "start_on": self._day(offset), "status": "active", "monthly_fee": fee,
        }  # fmt: skip
        self.retainers.append(self.agency.send("POST", "projects", body)["api_id"])

    def _fee(self, project_id: str, fee: str, offset: int) -> tuple[str, str, Any]:
        return "PATCH", f"projects/{project_id}", {"monthly_fee": fee, "fee_starts_on": self._day(offset)}

    def _pause(self, project_id: str) -> tuple[str, str, Any]:
        return "PATCH", f"projects/{project_id}", {"status": "on_hold"}

    def _resume(self, project_id: str) -> tuple[str, str, Any]:
        return "PATCH", f"projects/{project_id}", {"status": "active"}

    def _end(self, project_id: str, offset: int) -> tuple[str, str, Any]:
        return "PATCH", f"projects/{project_id}", {"status": "ended", "end_on": self._day(offset)}

    def _end_today(self, project_id: str) -> tuple[str, str, Any]:
        return "PATCH", f"projects/{project_id}", {"status": "ended"}

    def _record_churn(self, project_id: str, offset: int) -> tuple[str, str, Any]:
        shares = [{"employee": self.employee.api_id, "weight": 100}]
        return "POST", "churned-projects", CHURN | {
            "project": project_id, "effective_on": self._day(offset), "attribution": shares,
        }  # fmt: skip

    def _win_back(self, project_id: str) -> tuple[str, str, Any]:
        return "DELETE", f"churned-projects/{project_id}", None

    def read_analysis(self, currency: str) -> dict[str, Any]:
        params = {"from": "2024-01-01", "to": str(LAST), "currency": currency}
        return self.agency.get(self.name, "/api/v1/churns-analysis", **params)["data"]


_STEP_METHODS: dict[str, Any] = {
    "fee": AccountHistory._fee,
    "pause": AccountHistory._pause,
    "resume": AccountHistory._resume,
    "end": AccountHistory._end,
    "stop": AccountHistory._end_today,
    "lose": AccountHistory._record_churn,
    "back": AccountHistory._win_back,
}


@pytest.fixture(scope="module")
def agency(migrated: Database) -> Agency:
    agency = Agency(migrated)
    create_rates(migrated, LAST)
    return agency


def _count_log_entries(agency: Agency) -> int:
    with agency.database.read() as db:
        return db.execute(select(func.count()).select_from(ActivityEntry)).scalar_one()


def _closed(analysis: dict[str, Any], today: date) -> dict[str, Any]:
    """The closed months of the analysis, by start."""
    return {one["starts_on"]: one for one in analysis["months"] if one["ends_on"] < str(today.replace(day=1))}


@settings(max_examples=example_count(10), derandomize=True, database=None, phases=[Phase.explicit, Phase.generate],
)  # fmt: skip
@given(steps=_HISTORIES)
def test_bridge_closes_and_closed_months_do_not_change(agency: Agency, steps: list[Any]):
    history = AccountHistory(agency)
    for gap, step in steps:
        before, entry_count = _closed(history.read_analysis("CAD"), agency.today), _count_log_entries(agency)
        agency.move_to(min(agency.today + timedelta(days=gap), LAST))
        # The passing of time alone does not change closed months.
        after = _closed(history.read_analysis("CAD"), agency.today)
        assert {month: after[month] for month in before} == before
        history.apply(step)
        if {month: _closed(history.read_analysis("CAD"), agency.today)[month] for month in after} != after:
            assert _count_log_entries(agency) > entry_count, step
    _assert_matches_rows(agency, history)


def _assert_matches_rows(agency: Agency, history: AccountHistory) -> None:
    snapshot = agency.snapshot()
    retainers = Retainers(snapshot, Person.of(snapshot, history.user.id).manages(OWN))
    first = date(2024, 1, 1)
    for currency in ("CAD", "USD"):
        analysis, (months, without_rate) = history.read_analysis(currency), retainers.bridge(first, LAST, currency)
        assert [one["currency"] for one in analysis["left_out"]] == without_rate
        for month, one in zip(months, analysis["months"], strict=True):
            amounts = {name: Decimal(one[name]["amount"]) for name in ("mrr_start", "fx", "mrr_end", *KINDS)}
            assert amounts == month.sums | {"mrr_start": month.start, "fx": month.fx, "mrr_end": month.end}
            total_movement = sum(SIGNS[kind] * amounts[kind] for kind in KINDS)
            assert amounts["mrr_start"] + total_movement + amounts["fx"] == amounts["mrr_end"]
            assert (one["logo_churn"]["lost"], one["logo_churn"]["at_start"]) == month.logos
        for earlier, later in pairwise(analysis["months"]):
            assert earlier["mrr_end"] == later["mrr_start"]
    _assert_closes_in_each_currency(agency, history, retainers)
    params = {"from": str(agency.today.replace(day=1)), "to": str(month_end(agency.today)), "currency": "CAD"}
    dashboard = agency.get(history.name, "/api/v1/dashboard", **params)["data"]["figures"]
    assert dashboard["mrr"]["money"] == history.read_analysis("CAD")["bridge"]["mrr_end"]


def _assert_closes_in_each_currency(agency: Agency, history: AccountHistory, retainers: Retainers) -> None:
    params = {"from": "2024-01-01", "to": str(agency.today)}
    for one in agency.get(history.name, "/api/v1/churns-statistics", **params)["data"]["currencies"]:
        total_movement = sum(SIGNS[kind] * Decimal(one[kind]["amount"]) for kind in KINDS)
        assert Decimal(one["mrr_start"]["amount"]) + total_movement == Decimal(one["mrr_end"]["amount"])
        assert Decimal(one["mrr_end"]["amount"]) == retainers.balances(agency.today)[one["currency"]]
        assert Decimal(one["mrr_start"]["amount"]) == retainers.balances(date(2024, 1, 1) - A_DAY)[one["currency"]]
