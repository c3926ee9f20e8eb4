"""The columns of the directory, and of employees for those who may view them as a file has them."""

from regie.access.export_columns import Exported, day, flag, hours, instant, text, word
from regie.access.permissions import Permission as P

_MORE = P.EMPLOYEES_VIEW
EMPLOYEES_FILE = Exported(
    "employees",
    (
        text("name"),
        text("job_title"),
        word("department", "department", needs=_MORE),
        word("status", "employee_status", needs=_MORE),
        text("manager", needs=_MORE),
        text("teams", needs=_MORE),
        hours("capacity_hours_week", needs=_MORE),
        text("email"),
        word("employment", "employment", needs=_MORE),
        day("started_on", needs=_MORE),
        day("ended_on", needs=_MORE),
        flag("is_billable", needs=_MORE),
        text("user", needs=_MORE),
        flag("links", of="teamwork_user_id", needs=_MORE),
        instant("updated_at", needs=_MORE),
    ),
    labels={"links": "teamwork"},
)
