"""Adds to rows of churn their shares, and how long unconfirmed ones have been waiting."""

from collections import defaultdict
from datetime import date
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, bindparam, select

from regie.core.api.wire import Ref
from regie.domains.records.churns.models import ChurnAttribution, ChurnEvent
from regie.domains.records.employees.models import Employee
from regie.domains.records.settings.queries import read_time_zone
from regie.domains.work.churns.schemas import ChurnColumns, ChurnEventBasic, Share

_SHARES = (
    select(
        ChurnEvent.api_id.label("event"),
        Employee.api_id,
        Employee.name,
        ChurnAttribution.weight,
        ChurnAttribution.months_managed,
    )
    .join(ChurnEvent, ChurnEvent.id == ChurnAttribution.event_id)
    .join(Employee, Employee.id == ChurnAttribution.employee_id)
    .where(ChurnEvent.api_id.in_(bindparam("events", expanding=True)))
    .order_by(ChurnAttribution.event_id, ChurnAttribution.weight.desc(), ChurnAttribution.id)
)


def with_shares(db: Connection, events: list[ChurnColumns], today: date) -> list[ChurnEventBasic]:
    shares: dict[str, list[Share]] = defaultdict(list)
    for event, api_id, name, weight, months in db.execute(_SHARES, {"events": [event["api_id"] for event in events]}):
        employee: Ref = {"api_id": api_id, "name": name}
        shares[event].append({"employee": employee, "weight": weight, "months_managed": months})
    zone = ZoneInfo(read_time_zone(db))
    return [
        {**event, "attribution": shares[event["api_id"]], "days_waiting": _days_waiting(event, zone, today)}
        for event in events
    ]


def _days_waiting(event: ChurnColumns, zone: ZoneInfo, today: date) -> int | None:
    if event["state"] != "recorded":
        return None
    return max(0, (today - event["created_at"].astimezone(zone).date()).days)
