"""Reads the hours of retainers in the last months, for many retainers in one statement."""

from collections.abc import Collection
from datetime import date
from itertools import groupby

from sqlalchemy import Connection, select

from regie.core.time.months import add_months
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.work.retainers.burn_math import as_text
from regie.domains.work.retainers.inputs import AnyRow
from regie.domains.work.retainers.ledger import NOTHING, month_of
from regie.domains.work.retainers.schemas import BurnMonth

MONTHS = 6
_PERIODS = (
    select(Project.api_id, RetainerPeriod.starts_on, RetainerPeriod.used_hours, RetainerPeriod.closing_balance)
    .join(Project, Project.id == RetainerPeriod.project_id)
    .order_by(Project.api_id, RetainerPeriod.starts_on)
)


def read_months(db: Connection, api_ids: Collection[str], today: date) -> dict[str, list[BurnMonth]]:
    """Return the stored months of each retainer up to today's, the oldest first."""
    months: dict[str, list[BurnMonth]] = {api_id: [] for api_id in api_ids}
    first = add_months(month_of(today), 1 - MONTHS)
    wanted = (Project.api_id.in_(api_ids), RetainerPeriod.starts_on >= first, RetainerPeriod.starts_on <= today)
    rows = db.execute(_PERIODS.where(*wanted)).all() if api_ids else []
    for (api_id, month), periods in groupby(rows, key=lambda row: (row.api_id, month_of(row.starts_on))):
        months[api_id].append(_add_up(month, list(periods)))
    return months


def _add_up(month: date, periods: list[AnyRow]) -> BurnMonth:
    """A month that a lock splits in two had the hours that it used, and those that its last part has left."""
    used = sum((row.used_hours for row in periods), NOTHING)
    return {
        "starts_on": month,
        "used_hours": as_text(used),
        "available_hours": as_text(periods[-1].closing_balance + used),
    }
