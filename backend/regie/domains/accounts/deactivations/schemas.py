"""API schemas of deactivation and departure."""

from typing import Annotated

from regie.core.api.wire import ApiId, Day, EmptyAsNone, Flag, Input, Output


class Responsibilities(Output):
    """How many open records a person is responsible for; `terms_to_come` counts those who will name them."""

    clients: int
    projects: int
    terms_to_come: int


class EmployeeResponsibilities(Responsibilities):
    """`projects` counts those whose account manager the person is, `led_projects` those that they manage.

    `teams_to_come` counts the memberships in teams that begin after today.
    """

    led_projects: int
    memberships: int
    goals: int
    reports: int
    teams_to_come: int


class Deactivation(Input):
    """`successor` becomes the account manager of the user's open clients and projects.

    It is required when the user is the account manager of a client or project from a later day on.
    """

    successor: Annotated[ApiId | None, EmptyAsNone] = None


class Departure(Input):
    """`successor` is the employee who takes over all open work; `deactivate_user` deactivates the leaver's user.

    It is required when the leaver becomes responsible for a client or project on a later day.
    """

    ended_on: Day
    successor: Annotated[ApiId | None, EmptyAsNone] = None
    deactivate_user: Flag = True
