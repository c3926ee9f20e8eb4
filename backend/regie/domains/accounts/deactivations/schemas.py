"""API schemas of deactivation and departure."""

from typing import Annotated

from regie.core.api.wire import ApiId, Day, EmptyAsNone, Flag, Input, Output


class Responsibilities(Output):
    """How many open records a person is responsible for."""

    clients: int
    projects: int


class EmployeeResponsibilities(Responsibilities):
    """`projects` counts those whose account manager the person is, `led_projects` those that they manage."""

    led_projects: int
    memberships: int
    goals: int
    reports: int


class Deactivation(Input):
    """`successor` becomes the account manager of the user's open clients and projects."""

    successor: Annotated[ApiId | None, EmptyAsNone] = None


class Departure(Input):
    """`successor` is the employee who takes over all open work; `deactivate_user` deactivates the leaver's user."""

    ended_on: Day
    successor: Annotated[ApiId | None, EmptyAsNone] = None
    deactivate_user: Flag = True
