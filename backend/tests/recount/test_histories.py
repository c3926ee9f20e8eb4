"""Whatever happens to a client's retainers, through the product's own doors: the bridge closes, what is over stays.

Each example is lived by an account manager of its own, who is told of nothing but it.
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
from tests.factories.figures import make_manager
from tests.factories.work import make_client
from tests.lengths import examples
from tests.recount.agency import LOSS, OPENS, Agency, publish_rates
from tests.recount.book import A_DAY, month_end
from tests.recount.people import OWN, Person
from tests.recount.retainers import KINDS, SIGNS, Retainers

LAST = date(2025, 9, 30)
_FEES = st.integers(1, 400_000).map(lambda cents: f"{Decimal(cents) / 100:.2f}")
_WHICH = st.integers(0, 3)
_DEEDS = st.one_of(
    st.tuples(st.just("start"), st.sampled_from(["CAD", "USD", "EUR"]), _FEES, st.integers(-20, 20)),
    st.tuples(st.just("fee"), _WHICH, _FEES, st.integers(-15, 40)),
    st.tuples(st.sampled_from(["pause", "resume", "back", "stop"]), _WHICH),
    st.tuples(st.just("lose"), _WHICH, st.integers(-10, 40)),
    st.tuples(st.just("lose"), _WHICH, st.integers(-10, 40)),
    st.tuples(st.just("end"), _WHICH, st.integers(-5, 40)),
)
_HISTORIES = st.lists(st.tuples(st.integers(0, 60), _DEEDS), min_size=4, max_size=10)


class Life:
    """One account manager, two clients, and what happens to them."""

    def __init__(self, agency: Agency) -> None:
        self.agency = agency
        agency.at(OPENS)
        with agency.database.write() as session:
            user, employee = make_manager(session, metric_permissions=["churn", "retainers"], metric_scopes=["own"])
            self.clients = [make_client(session, account_manager_id=user.id).api_id for _ in range(2)]
        self.user, self.employee = user, employee
        self.name = user.api_id
        agency.users[self.name] = user
        self.retainers: list[str] = []

    def do(self, deed: tuple[Any, ...]) -> None:
        """Refused where it makes no sense; what a refusal leaves behind, the rows tell."""
        name, *values = deed
        if name == "start":
            self._start(*values)
        elif self.retainers:
            which = self.retainers[values[0] % len(self.retainers)]
            method, path, body = _DEEDS_OF[name](self, which, *values[1:])
            answer = self.agency.browser("super").call(method, f"/api/v1/{path}", json=body)
            assert answer.status_code in (200, 201, 204, 409, 422), answer.text

    def _day(self, offset: int) -> str:
        return str(self.agency.today + timedelta(days=offset))

    def _start(self, currency: str, fee: str, offset: int) -> None:
        client = self.clients[len(self.retainers) % 3 == 2]
        body = {
            "name": "Mandat", "client": client, "account_manager": self.user.api_id, "kind": "retainer",
            "currency": currency, "start_on": self._day(offset), "status": "active", "monthly_fee": fee,
        }  # fmt: skip
        self.retainers.append(self.agency.do("POST", "projects", body)["api_id"])

    def _fee(self, which: str, fee: str, offset: int) -> tuple[str, str, Any]:
        return "PATCH", f"projects/{which}", {"monthly_fee": fee, "fee_starts_on": self._day(offset)}

    def _pause(self, which: str) -> tuple[str, str, Any]:
        return "PATCH", f"projects/{which}", {"status": "on_hold"}

    def _resume(self, which: str) -> tuple[str, str, Any]:
        return "PATCH", f"projects/{which}", {"status": "active"}

    def _end(self, which: str, offset: int) -> tuple[str, str, Any]:
        return "PATCH", f"projects/{which}", {"status": "ended", "end_on": self._day(offset)}

    def _stop(self, which: str) -> tuple[str, str, Any]:
        return "PATCH", f"projects/{which}", {"status": "ended"}

    def _lose(self, which: str, offset: int) -> tuple[str, str, Any]:
        shares = [{"employee": self.employee.api_id, "weight": 100}]
        return "POST", "churned-projects", LOSS | {
            "project": which, "effective_on": self._day(offset), "attribution": shares,
        }  # fmt: skip

    def _back(self, which: str) -> tuple[str, str, Any]:
        return "DELETE", f"churned-projects/{which}", None

    def told(self, currency: str) -> dict[str, Any]:
        asked = {"from": "2024-01-01", "to": str(LAST), "currency": currency}
        return self.agency.ask(self.name, "/api/v1/churns-analysis", **asked)["data"]


_DEEDS_OF: dict[str, Any] = {
    "fee": Life._fee,
    "pause": Life._pause,
    "resume": Life._resume,
    "end": Life._end,
    "stop": Life._stop,
    "lose": Life._lose,
    "back": Life._back,
}


@pytest.fixture(scope="module")
def context(migrated: Database) -> Agency:
    agency = Agency(migrated)
    publish_rates(migrated, LAST)
    return agency


def _entries(agency: Agency) -> int:
    with agency.database.read() as db:
        return db.execute(select(func.count()).select_from(ActivityEntry)).scalar_one()


def _closed(told: dict[str, Any], today: date) -> dict[str, Any]:
    """Months that are over, as they were told."""
    return {one["starts_on"]: one for one in told["months"] if one["ends_on"] < str(today.replace(day=1))}


@settings(max_examples=examples(10), derandomize=True, database=None, phases=[Phase.explicit, Phase.generate],
)  # fmt: skip
@given(history=_HISTORIES)
def test_whatever_happens_the_bridge_closes_and_what_is_over_stays(context: Agency, history: list[Any]):
    life = Life(context)
    for gap, deed in history:
        before, entries = _closed(life.told("CAD"), context.today), _entries(context)
        context.at(min(context.today + timedelta(days=gap), LAST))
        # Nobody did anything: time alone moves no month that was over.
        after = _closed(life.told("CAD"), context.today)
        assert {month: after[month] for month in before} == before
        life.do(deed)
        if {month: _closed(life.told("CAD"), context.today)[month] for month in after} != after:
            assert _entries(context) > entries, deed
    _check(context, life)


def _check(context: Agency, life: Life) -> None:
    book = context.book()
    retainers = Retainers(book, Person.of(book, life.user.id).manages(OWN))
    first = date(2024, 1, 1)
    for currency in ("CAD", "USD"):
        told, (months, lacking) = life.told(currency), retainers.bridge(first, LAST, currency)
        assert [one["currency"] for one in told["left_out"]] == lacking
        for month, one in zip(months, told["months"], strict=True):
            amounts = {name: Decimal(one[name]["amount"]) for name in ("mrr_start", "fx", "mrr_end", *KINDS)}
            assert amounts == month.sums | {"mrr_start": month.start, "fx": month.fx, "mrr_end": month.end}
            moved = sum(SIGNS[kind] * amounts[kind] for kind in KINDS)
            assert amounts["mrr_start"] + moved + amounts["fx"] == amounts["mrr_end"]
            assert (one["logo_churn"]["lost"], one["logo_churn"]["at_start"]) == month.logos
        for earlier, later in pairwise(told["months"]):
            assert earlier["mrr_end"] == later["mrr_start"]
    _closes_in_each_currency(context, life, retainers)
    asked = {"from": str(context.today.replace(day=1)), "to": str(month_end(context.today)), "currency": "CAD"}
    dashboard = context.ask(life.name, "/api/v1/dashboard", **asked)["data"]["figures"]
    assert dashboard["mrr"]["money"] == life.told("CAD")["bridge"]["mrr_end"]


def _closes_in_each_currency(context: Agency, life: Life, retainers: Retainers) -> None:
    asked = {"from": "2024-01-01", "to": str(context.today)}
    for one in context.ask(life.name, "/api/v1/churns-statistics", **asked)["data"]["currencies"]:
        moved = sum(SIGNS[kind] * Decimal(one[kind]["amount"]) for kind in KINDS)
        assert Decimal(one["mrr_start"]["amount"]) + moved == Decimal(one["mrr_end"]["amount"])
        assert Decimal(one["mrr_end"]["amount"]) == retainers.balances(context.today)[one["currency"]]
        assert Decimal(one["mrr_start"]["amount"]) == retainers.balances(date(2024, 1, 1) - A_DAY)[one["currency"]]
