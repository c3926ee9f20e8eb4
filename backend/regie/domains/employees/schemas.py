"""Employees, over the wire."""

from regie.core.wire import Output


class EmployeeRow(Output):
    """The directory's view: nothing that is only the person's own business."""

    api_id: str
    name: str
    first_name: str
    last_name: str
    email: str
    job_title: str | None
