"""API schemas of deactivation and departure."""

from typing import Annotated

from regie.core.api.wire import ApiId, Day, EmptyAsNone, Flag, Input, Output


class Holdings(Output):
    """How many open records a person is responsible for."""

    clients: int
    projects: int


class EmployeeHoldings(Holdings):
    """`projects` counts those whose account manager the person is, `led_projects` those that they manage."""

    led_projects: int
    memberships: int
    goals: int
    reports: int


class Deactivation(Input):
    """`hand_over_to` becomes the account manager of the user's open clients and projects."""

    hand_over_to: Annotated[ApiId | None, EmptyAsNone] = None


class Departure(Input):
    """`hand_over_to` is the employee who takes over all open work; `deactivate_user` deactivates the leaver's user."""

    ended_on: Day
    hand_over_to: Annotated[ApiId | None, EmptyAsNone] = None
    deactivate_user: Flag = True
