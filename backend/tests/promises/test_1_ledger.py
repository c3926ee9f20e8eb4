"""Promise 1: a ledger that closes. 24 months reconcile under every policy, and a new one rewrites no locked month."""

from calendar import monthrange
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from regie.domains.records.projects.models import Project
from tests.browser import Browser
from tests.factories.retainers import log_time, make_retainer, refresh
from tests.factories.world import World
from tests.lengths import in_short
from tests.promises.raw import day, rows

PATH = "/api/v1/retainer-periods"
MONTHS = [date(2024 + number // 12, number % 12 + 1, 1) for number in range(11, 35)]  # December 2024 to November 2026
LOCKED = 10


@dataclass
class Terms:
    policy: str
    included: int
    cap: int | None = None
    expiry: int | None = None


@dataclass
class Book:
    """The months told again, hour by hundredth: what is left of each month moves on, the oldest is used first."""

    lots: list[list[int]] = field(default_factory=list)
    debt: int = 0

    def close(self, month: int, terms: Terms, *, adjustment: int, used: int, late: int) -> dict[str, int]:
        brought = sum(hours for _, hours in self.lots) - self.debt
        self.lots.append([month, terms.included + max(0, adjustment) + max(0, -late)])
        lacking = used + self.debt + max(0, -adjustment) + max(0, late)
        for lot in self.lots:
            taken = min(lot[1], lacking)
            lot[1], lacking = lot[1] - taken, lacking - taken
        closing = sum(hours for _, hours in self.lots) - lacking
        self._move_on(month, terms, lacking)
        return {
            "base_hours": terms.included, "rollover_in": brought, "adjustment": adjustment, "used_hours": used,
            "late_hours": late, "closing_balance": closing,
            "rollover_out": sum(hours for _, hours in self.lots) - self.debt,
        }  # fmt: skip

    def _move_on(self, month: int, terms: Terms, lacking: int) -> None:
        if terms.policy == "none":
            self.lots, self.debt = [], 0
            return
        self.debt = lacking if terms.policy == "both" else 0
        self.lots = [lot for lot in self.lots if lot[1] and (terms.expiry is None or month < lot[0] + terms.expiry)]
        over = 0 if terms.cap is None else sum(hours for _, hours in self.lots) - terms.cap
        for lot in self.lots:
            dropped = min(lot[1], max(0, over))
            lot[1], over = lot[1] - dropped, over - dropped


def _worked(world: World, retainer: str) -> list[int]:
    """The raw minutes of each month as hundredths of an hour, rounded half up."""
    entries = rows(
        world.database,
        "SELECT e.worked_on, e.minutes FROM time_entries e JOIN projects p"
        " ON p.teamwork_project_id = e.teamwork_project_id WHERE p.api_id = :retainer AND e.deleted_at IS NULL",
        retainer=retainer,
    )
    sums = dict.fromkeys(MONTHS, 0)
    for entry in entries:
        sums[day(entry["worked_on"]).replace(day=1)] += entry["minutes"]
    return [(minutes * 100 + 30) // 60 for minutes in sums.values()]


def _ledger(browser: Browser, retainer: str) -> list[dict[str, Any]]:
    answer = browser.get(f"{PATH}?project={retainer}&sort=starts_on&per_page=100")
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def _moves(period: dict[str, Any]) -> dict[str, int]:
    names = "base_hours rollover_in adjustment used_hours late_hours closing_balance rollover_out".split()
    return {name: int(Decimal(period[name]) * 100) for name in names}


def _log(world: World, retainer: str, when: date, hours: str) -> None:
    with world.database.write() as session:
        log_time(session, session.execute(select(Project).where(Project.api_id == retainer)).scalar_one(), when, hours)
    refresh(world.database)


def _retainer(world: World, terms: Terms, chance: Random) -> str:
    """Twenty hours a month for two years; somebody worked between none and thirty of them, to the minute."""
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
            for _ in range(chance.randint(0, 4)):
                when = month.replace(day=chance.randint(1, monthrange(month.year, month.month)[1]))
                log_time(session, project, min(when, date(2026, 11, 20)), "0", minutes=chance.randint(1, 450))
    refresh(world.database)
    return project.api_id


def _ok(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json()["data"]


POLICIES = [
    Terms("none", 2000),
    Terms("surplus", 2000),
    Terms("surplus", 2000, cap=900),
    Terms("surplus", 2000, expiry=2),
    Terms("both", 2000),
    Terms("both", 2000, cap=1250, expiry=3),
]
NEXT = [Terms("both", 1500, cap=600, expiry=4), Terms("none", 2500), Terms("surplus", 0)]


@pytest.mark.parametrize("before", POLICIES, ids=lambda terms: f"{terms.policy}-{terms.cap}-{terms.expiry}")
@pytest.mark.parametrize("after", in_short(NEXT, NEXT[:1]), ids=lambda terms: f"then-{terms.policy}")
def test_24_months_reconcile_and_a_new_policy_leaves_locked_ones(world: World, before: Terms, after: Terms):
    admin, chance = world.browser("admin"), Random(f"{before}{after}")
    retainer = _retainer(world, before, chance)
    given = {MONTHS[4]: 350, MONTHS[13]: -425}
    for month, hours in given.items():
        (period,) = [one for one in _ledger(admin, retainer) if one["starts_on"] == str(month)]
        body = {"adjustment": f"{Decimal(hours) / 100}", "adjustment_reason": "Geste commercial", "version": 1}
        _ok(admin.patch(f"{PATH}/{period['api_id']}", body | {"version": period["version"]}))
    worked = _worked(world, retainer)
    for number in range(LOCKED):
        _ok(admin.post(f"{PATH}/{_ledger(admin, retainer)[number]['api_id']}/locks"), 201)
    locked = _ledger(admin, retainer)[:LOCKED]

    # All that could rewrite a locked month: other terms, another fee from the first day on, late hours.
    cap = None if after.cap is None else str(Decimal(after.cap) / 100)
    terms = {
        "rollover": after.policy, "included_hours": str(Decimal(after.included) / 100), "rollover_cap_hours": cap,
        "rollover_expiry_months": after.expiry, "monthly_fee": "9000.00", "fee_starts_on": str(MONTHS[0]),
    }  # fmt: skip
    _ok(admin.patch(f"/api/v1/projects/{retainer}", terms))
    _log(world, retainer, MONTHS[2], "6.25")
    _log(world, retainer, MONTHS[7], "0.5")

    ledger = _ledger(admin, retainer)
    assert [one["starts_on"] for one in ledger] == [str(month) for month in MONTHS]
    assert ledger[:LOCKED] == locked
    book, now = Book(), _worked(world, retainer)
    late = sum(now[:LOCKED]) - sum(worked[:LOCKED])
    assert late == 675
    for number, period in enumerate(ledger):
        is_locked = number < LOCKED
        expected = book.close(
            number,
            before if is_locked else after,
            adjustment=given.get(MONTHS[number], 0),
            used=worked[number] if is_locked else now[number],
            late=late if number == LOCKED else 0,
        )
        assert _moves(period) == expected, period["starts_on"]
        assert period["rollover_in"] == (ledger[number - 1]["rollover_out"] if number else "0.00")
        assert period["fee"]["amount"] == ("4000.00" if is_locked else "9000.00")
    told = sum(_moves(period)["used_hours"] + _moves(period)["late_hours"] for period in ledger)
    assert told == sum(now)
