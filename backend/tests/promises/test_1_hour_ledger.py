"""Promise 1: the hour ledger reconciles over 24 months under every policy, and locked months do not change."""

from calendar import monthrange
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from regie.domains.records.projects.models import Project
from tests.browser import Browser
from tests.factories.retainers import log_time, make_retainer, refresh_all_ledgers
from tests.factories.world import World
from tests.long_tests import mark_long
from tests.promises.raw_rows import read_rows, to_date

PATH = "/api/v1/retainer-periods"
MONTHS = [date(2024 + number // 12, number % 12 + 1, 1) for number in range(11, 35)]  # December 2024 to November 2026
LOCKED = 10


@dataclass
class RolloverTerms:
    policy: str
    included: int
    cap: int | None = None
    expiry: int | None = None


@dataclass
class ReferenceLedger:
    """Recalculates the months in hundredths of an hour: unused hours roll over, and the oldest are used first."""

    batches: list[list[int]] = field(default_factory=list)
    deficit: int = 0

    def close(self, month: int, terms: RolloverTerms, *, adjustment: int, used: int, late: int) -> dict[str, int]:
        rollover_in = sum(hours for _, hours in self.batches) - self.deficit
        self.batches.append([month, terms.included + max(0, adjustment) + max(0, -late)])
        missing = used + self.deficit + max(0, -adjustment) + max(0, late)
        for batch in self.batches:
            taken = min(batch[1], missing)
            batch[1], missing = batch[1] - taken, missing - taken
        closing = sum(hours for _, hours in self.batches) - missing
        self._roll_over(month, terms, missing)
        return {
            "base_hours": terms.included, "rollover_in": rollover_in, "adjustment": adjustment, "used_hours": used,
            "late_hours": late, "closing_balance": closing,
            "rollover_out": sum(hours for _, hours in self.batches) - self.deficit,
        }  # fmt: skip

    def _roll_over(self, month: int, terms: RolloverTerms, missing: int) -> None:
        if terms.policy == "none":
            self.batches, self.deficit = [], 0
            return
        self.deficit = missing if terms.policy == "both" else 0
        self.batches = [
            batch for batch in self.batches if batch[1] and (terms.expiry is None or month < batch[0] + terms.expiry)
        ]
        excess = 0 if terms.cap is None else sum(hours for _, hours in self.batches) - terms.cap
        for batch in self.batches:
            lapsed = min(batch[1], max(0, excess))
            batch[1], excess = batch[1] - lapsed, excess - lapsed


def _logged_hours(world: World, retainer: str) -> list[int]:
    """The logged minutes of each month as hundredths of an hour, rounded half up."""
    entries = read_rows(
        world.database,
        "SELECT e.worked_on, e.minutes FROM time_entries e JOIN projects p"
        " ON p.teamwork_project_id = e.teamwork_project_id WHERE p.api_id = :retainer AND e.deleted_at IS NULL",
        retainer=retainer,
    )
    sums = dict.fromkeys(MONTHS, 0)
    for entry in entries:
        sums[to_date(entry["worked_on"]).replace(day=1)] += entry["minutes"]
    return [(minutes * 100 + 30) // 60 for minutes in sums.values()]


def _ledger(browser: Browser, retainer: str) -> list[dict[str, Any]]:
    response = browser.get(f"{PATH}?project={retainer}&sort=starts_on&per_page=100")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _ledger_values(period: dict[str, Any]) -> dict[str, int]:
    names = "base_hours rollover_in adjustment used_hours late_hours closing_balance rollover_out".split()
    return {name: int(Decimal(period[name]) * 100) for name in names}


def _log(world: World, retainer: str, when: date, hours: str) -> None:
    with world.database.write() as session:
        log_time(session, session.execute(select(Project).where(Project.api_id == retainer)).scalar_one(), when, hours)
    refresh_all_ledgers(world.database)


def _retainer(world: World, terms: RolloverTerms, random: Random) -> str:
    """Create a retainer of 20 hours per month for two years, with random logged time."""
    with world.database.write() as session:
        project = make_retainer(
            session,
            start_on=MONTHS[0],
            included_hours=Decimal(terms.included) / 100,
            rollover=terms.policy,
            rollover_cap_hours=None if terms.cap is None else Decimal(terms.cap) / 100,
            rollover_expiry_months=terms.expiry,
        )
        for month in MONTHS:
            for _ in range(random.randint(0, 4)):
                when = month.replace(day=random.randint(1, monthrange(month.year, month.month)[1]))
                log_time(session, project, min(when, date(2026, 11, 20)), "0", minutes=random.randint(1, 450))
    refresh_all_ledgers(world.database)
    return project.api_id


def _ok(response: Any, status: int = 200) -> Any:
    assert response.status_code == status, response.text
    return response.json()["data"]


POLICIES = [
    RolloverTerms("none", 2000),
    RolloverTerms("surplus", 2000),
    RolloverTerms("surplus", 2000, cap=900),
    RolloverTerms("surplus", 2000, expiry=2),
    RolloverTerms("both", 2000),
    RolloverTerms("both", 2000, cap=1250, expiry=3),
]
NEXT = [RolloverTerms("both", 1500, cap=600, expiry=4), RolloverTerms("none", 2500), RolloverTerms("surplus", 0)]


@pytest.mark.parametrize("before", POLICIES, ids=lambda terms: f"{terms.policy}-{terms.cap}-{terms.expiry}")
@pytest.mark.parametrize("after", mark_long(NEXT, NEXT[:1]), ids=lambda terms: f"then-{terms.policy}")
def test_24_months_reconcile_and_a_new_policy_does_not_change_locked_months(
    world: World, before: RolloverTerms, after: RolloverTerms
):
    admin, random = world.browser("admin"), Random(f"{before}{after}")
    retainer = _retainer(world, before, random)
    given = {MONTHS[4]: 350, MONTHS[13]: -425}
    for month, hours in given.items():
        (period,) = [one for one in _ledger(admin, retainer) if one["starts_on"] == str(month)]
        body = {"adjustment": f"{Decimal(hours) / 100}", "adjustment_reason": "Geste commercial", "version": 1}
        _ok(admin.patch(f"{PATH}/{period['api_id']}", body | {"version": period["version"]}))
    logged_before = _logged_hours(world, retainer)
    for number in range(LOCKED):
        _ok(admin.post(f"{PATH}/{_ledger(admin, retainer)[number]['api_id']}/locks"), 201)
    locked = _ledger(admin, retainer)[:LOCKED]

    # Everything that could change a locked month: new terms after it, a new fee from the second day, late hours.
    cap = None if after.cap is None else str(Decimal(after.cap) / 100)
    policy = {"rollover": after.policy, "rollover_cap_hours": cap, "rollover_expiry_months": after.expiry}
    for body in (
        {"name": "rollover", "effective_from": str(MONTHS[LOCKED]), **policy},
        {"name": "included_hours", "effective_from": str(MONTHS[LOCKED]), "hours": str(Decimal(after.included) / 100)},
    ):
        _ok(admin.post(f"/api/v1/projects/{retainer}/terms", body), 201)
    fee = {"monthly_fee": "9000.00", "fee_starts_on": str(MONTHS[0] + timedelta(days=1))}
    _ok(admin.patch(f"/api/v1/projects/{retainer}", fee))
    _log(world, retainer, MONTHS[2], "6.25")
    _log(world, retainer, MONTHS[7], "0.5")

    ledger = _ledger(admin, retainer)
    assert [one["starts_on"] for one in ledger] == [str(month) for month in MONTHS]
    assert ledger[:LOCKED] == locked
    reference_ledger, logged_now = ReferenceLedger(), _logged_hours(world, retainer)
    late = sum(logged_now[:LOCKED]) - sum(logged_before[:LOCKED])
    assert late == 675
    for number, period in enumerate(ledger):
        is_locked = number < LOCKED
        expected = reference_ledger.close(
            number,
            before if is_locked else after,
            adjustment=given.get(MONTHS[number], 0),
            used=logged_before[number] if is_locked else logged_now[number],
            late=late if number == LOCKED else 0,
        )
        assert _ledger_values(period) == expected, period["starts_on"]
        assert period["rollover_in"] == (ledger[number - 1]["rollover_out"] if number else "0.00")
        assert period["fee"]["amount"] == ("4000.00" if is_locked else "9000.00")
    total = sum(_ledger_values(period)["used_hours"] + _ledger_values(period)["late_hours"] for period in ledger)
    assert total == sum(logged_now)
