"""Reads the retainers whose hours over are to decide; the list of hours over has the same months."""

from datetime import timedelta
from decimal import Decimal

from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.core.time.clock import Clock
from regie.core.time.months import add_months
from regie.domains.insights.triage.matters import (
    CLIENT_COLUMNS,
    MANAGER_COLUMNS,
    PEOPLE_AND_PROJECT,
    PROJECT_COLUMNS,
    Matter,
    Row,
    has_money,
    matter_of_project,
    name_columns,
)
from regie.domains.money.overages.figures import AGREED_RATE, UNDECIDED, value_hours, value_rate
from regie.domains.money.overages.queries import OVERAGES, managed_overages, overage_row_scope
from regie.domains.money.overages.schemas import OverageQuery
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod

# Older months are in the list; home asks about those that a client still expects to hear of.
_MONTHS = 3
_COLUMNS = (
    *PROJECT_COLUMNS, *CLIENT_COLUMNS, *MANAGER_COLUMNS, Project.currency, UNDECIDED, AGREED_RATE, RetainerPeriod.fee,
    RetainerPeriod.base_hours, RetainerPeriod.starts_on, RetainerPeriod.ends_on,
)  # fmt: skip
_NAMES = (
    *PEOPLE_AND_PROJECT, "currency", "hours", "agreed", "fee", "included", "on", "ended_on", "has_money",
)  # fmt: skip


def read_decide_hours(db: Connection, actor: Actor, clock: Clock) -> list[Matter]:
    """The retainers that the caller may adjust with hours over of recent closed months that nothing was decided on."""
    today = clock.today()
    scope = overage_row_scope(actor)
    query = OverageQuery(state=["undecided"], starts_from=add_months(today.replace(day=1), -_MONTHS))
    if actor.require(Permission.RETAINERS_ADJUST) is not Scope.ALL:
        scope = managed_overages(scope)
    rows = name_columns(_NAMES, OVERAGES.values(db, scope, query, (*_COLUMNS, has_money(scope))))
    matters: dict[str, Matter] = {}
    for row in sorted(rows, key=lambda row: row["on"]):
        _add_month(matters, row, (today - row["ended_on"] - timedelta(days=1)).days)
    return list(matters.values())


def _add_month(matters: dict[str, Matter], row: Row, days: int) -> None:
    """Add a month to the matter of its retainer; the oldest month says how long it waits."""
    rate, _source = value_rate(row["agreed"], row["fee"], row["included"], row["currency"])
    worth = value_hours(row["hours"], rate, row["currency"])
    found = matters.get(row["project_id"])
    if found is None:
        facts = {"hours": f"{row['hours']:.2f}", "on": row["on"], "days": days, "count": 1}
        matters[row["project_id"]] = matter_of_project("decide_hours", row, worth, **facts)
        return
    found.facts["hours"] = f"{found.hours + Decimal(row['hours']):.2f}"
    found.facts["count"] += 1
    if found.amounts is not None and worth is not None:
        found.amounts.append((worth, row["currency"]))
