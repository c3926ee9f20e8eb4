"""Defines the columns of the employee export; most require the permission to view employees."""

from regie.access.export_columns import ListExport, day, enum_label, flag, hours, instant, text
from regie.access.permissions import Permission as P

_MORE = P.EMPLOYEES_VIEW
EMPLOYEES_FILE = ListExport(
    "employees",
    (
        text("name"),
        text("job_title"),
        enum_label("department", "department", requires=_MORE),
        enum_label("status", "employee_status", requires=_MORE),
        text("manager", requires=_MORE),
        text("teams", requires=_MORE),
        hours("capacity_hours_week", requires=_MORE),
        text("email"),
        enum_label("employment", "employment", requires=_MORE),
        day("started_on", requires=_MORE),
        day("ended_on", requires=_MORE),
        flag("is_billable", requires=_MORE),
        text("user", requires=_MORE),
        flag("links", path="teamwork_user_id", requires=_MORE),
        instant("updated_at", requires=_MORE),
    ),
    labels={"links": "teamwork"},
)
