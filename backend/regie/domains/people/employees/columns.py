"""The columns of the directory, and of employees for those who may view them as a file has them."""

from regie.access.export_columns import Exported, day, flag, hours, instant, text, word
from regie.access.permissions import Permission as P

_MORE = P.EMPLOYEES_VIEW
EMPLOYEES_FILE = Exported(
    "employees",
    (
        text("name"),
        text("job_title"),
        word("department", "department", requires=_MORE),
        word("status", "employee_status", requires=_MORE),
        text("manager", requires=_MORE),
        text("teams", requires=_MORE),
        hours("capacity_hours_week", requires=_MORE),
        text("email"),
        word("employment", "employment", requires=_MORE),
        day("started_on", requires=_MORE),
        day("ended_on", requires=_MORE),
        flag("is_billable", requires=_MORE),
        text("user", requires=_MORE),
        flag("links", of="teamwork_user_id", requires=_MORE),
        instant("updated_at", requires=_MORE),
    ),
    labels={"links": "teamwork"},
)
