"""Ending and giving back a person's access, over the wire."""

from typing import Annotated

from regie.core.api.wire import ApiId, Day, Flag, Input, Optionally, Output


class Holdings(Output):
    """How much a person looks after that is still open."""

    clients: int
    projects: int


class EmployeeHoldings(Holdings):
    """`projects` are those whose account manager the person is, `led_projects` those that they manage."""

    led_projects: int
    memberships: int
    goals: int
    reports: int


class Deactivation(Input):
    """`hand_over_to` becomes the account manager of the person's open clients and projects."""

    hand_over_to: Annotated[ApiId | None, Optionally] = None


class Departure(Input):
    """`hand_over_to` is the employee who takes over all that is open; their account is deactivated unless kept."""

    ended_on: Day
    hand_over_to: Annotated[ApiId | None, Optionally] = None
    deactivate_user: Flag = True
