"""Tests of the open deals added up by month, recomputed from the list of deals."""

from collections import defaultdict
from collections.abc import Callable
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regie.core.db.database import Database
from regie.domains.records.mirrors.models import HubspotStage
from tests.browser import Browser
from tests.factories.rates import make_rate
from tests.factories.work import SYNCED, make_deal
from tests.factories.world import assert_unchanged
from tests.long_tests import example_count

PATH = "/api/v1/deal-pipeline"
SignIn = Callable[..., Browser]
_stages = count(1)


def _make_stage(database: Database, probability: str | None) -> str:
    external_id = f"pipeline-stage-{next(_stages)}"
    with database.write() as session:
        session.add(HubspotStage(external_id=external_id, name=external_id, probability=probability, synced_at=SYNCED))
    return external_id


def _part(deals: int, amount: str, weighted: str) -> dict[str, Any]:
    return {
        "deals": deals,
        "amount": {"amount": amount, "currency": "CAD"},
        "weighted": {"amount": weighted, "currency": "CAD"},
    }


def test_pipeline_by_month(database: Database, sign_in_as: SignIn) -> None:
    """Today is November 20: what was to close before is late."""
    likely, unknown = _make_stage(database, "0.2500"), _make_stage(database, None)
    with database.write() as session:
        for amount, closed_on, stage in (
            ("100.00", date(2026, 11, 19), likely),
            ("200.00", date(2026, 11, 20), likely),
            ("0.10", date(2026, 11, 30), likely),
            ("400.00", date(2027, 2, 28), likely),
            ("800.00", None, likely),
            ("1600.00", date(2026, 12, 1), unknown),
            (None, date(2026, 12, 1), likely),
        ):
            make_deal(session, state="open", amount=amount and Decimal(amount), closed_on=closed_on, stage_id=stage)
        make_deal(session, state="open", amount=Decimal("77.00"), currency="NZD", stage_id=likely)
        make_deal(session, state="won", amount=Decimal("5.00"), stage_id=likely)
    pipeline = sign_in_as("admin").get(f"{PATH}?currency=CAD").json()["data"]
    assert pipeline == {
        "as_of": "2026-11-20",
        "total": _part(5, "1500.10", "375.03"),
        "late": _part(1, "100.00", "25.00"),
        "undated": _part(1, "800.00", "200.00"),
        "months": [
            {"starts_on": "2026-11-01", "ends_on": "2026-11-30", **_part(2, "200.10", "50.03")},
            {"starts_on": "2027-02-01", "ends_on": "2027-02-28", **_part(1, "400.00", "100.00")},
        ],
        "without_probability": _part(1, "1600.00", "0.00"),
        "without_amount": 1,
        "unconverted": [{"amount": "77.00", "currency": "NZD"}],
    }


_DEALS = st.lists(
    st.tuples(
        st.integers(1, 10**9),
        st.none() | st.dates(date(2026, 8, 1), date(2027, 8, 31)),
        st.none() | st.integers(0, 10_000),
    ),
    max_size=8,
)


@settings(max_examples=example_count(15))
@given(deals=_DEALS)
def test_parts_add_up_to_the_total(
    database: Database, sign_in_as: SignIn, deals: list[tuple[int, date | None, int | None]]
) -> None:
    seller = sign_in_as("account_manager")
    by_month: dict[str, Decimal] = defaultdict(Decimal)
    for cents, closed_on, probability in deals:
        stage = _make_stage(database, None if probability is None else f"{Decimal(probability) / 10_000:.4f}")
        amount = Decimal(cents) / 100
        with database.write() as session:
            make_deal(
                session, state="open", amount=amount, closed_on=closed_on, stage_id=stage,
                account_manager_id=seller.user.id,
            )  # fmt: skip
        if probability is not None and closed_on is not None and closed_on >= date(2026, 11, 20):
            weighted = (amount * probability / 10_000).quantize(Decimal("0.01"), ROUND_HALF_UP)
            by_month[closed_on.replace(day=1).isoformat()] += weighted
    pipeline = seller.get(f"{PATH}?currency=CAD").json()["data"]
    assert {row["starts_on"]: Decimal(row["weighted"]["amount"]) for row in pipeline["months"]} == by_month
    parts = [pipeline["late"], pipeline["undated"], *pipeline["months"]]
    for name in ("amount", "weighted"):
        total = Decimal(pipeline["total"][name]["amount"])
        assert sum((Decimal(part[name]["amount"]) for part in parts), Decimal(0)) == total
    assert sum(part["deals"] for part in parts) == pipeline["total"]["deals"]
    assert pipeline["total"]["deals"] + pipeline["without_probability"]["deals"] == len(deals)


def test_pipeline_equals_the_figure_of_the_dashboard(database: Database, sign_in_as: SignIn) -> None:
    """Foreign amounts that round differently when they are converted before they are weighted."""
    with database.write() as session:
        make_rate(session, "USD", date(2026, 11, 20), "1.3777")
    impossible, likely = _make_stage(database, "0.0000"), _make_stage(database, "0.3333")
    with database.write() as session:
        for cents, stage in ((1001, likely), (2003, likely), (3007, likely), (999, impossible)):
            amount = Decimal(cents) / 100
            make_deal(session, state="open", amount=amount, currency="USD", stage_id=stage, closed_on=date(2026, 12, 1))
    admin = sign_in_as("admin")
    total = admin.get(f"{PATH}?currency=CAD").json()["data"]["total"]
    dashboard = admin.get("/api/v1/dashboard?from=2026-11-01&to=2026-11-20&currency=CAD").json()["data"]
    assert (total["deals"], total["weighted"]["amount"]) == (4, "27.60")
    assert dashboard["figures"]["pipeline"]["money"] == total["weighted"]


def test_account_managers_add_up_their_own_deals(database: Database, sign_in_as: SignIn) -> None:
    manager, stage = sign_in_as("account_manager"), _make_stage(database, "1.0000")
    with database.write() as session:
        make_deal(session, state="open", amount=Decimal(10), stage_id=stage, account_manager_id=manager.user.id)
        make_deal(session, state="open", amount=Decimal(20), stage_id=stage)
    assert manager.get(f"{PATH}?currency=CAD").json()["data"]["total"] == _part(1, "10.00", "10.00")


@pytest.mark.parametrize("role", ["churn_manager", "employee"])
def test_other_roles_read_no_pipeline(sign_in_as: SignIn, role: str) -> None:
    assert sign_in_as(role).get(PATH).status_code == 403


def test_unknown_currency_is_refused(database: Database, sign_in_as: SignIn) -> None:
    admin = sign_in_as("admin")
    with assert_unchanged(database):
        response = admin.get(f"{PATH}?currency=XXX")
    assert (response.status_code, list(response.json()["errors"])) == (422, ["currency"])
