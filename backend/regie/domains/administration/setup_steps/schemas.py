"""Wire shapes of the setup steps."""

from typing import Literal

from regie.core.api.wire import Input, Output

StepName = Literal["organization", "connections", "people", "clients", "projects", "payments", "invitations"]


class SetupStep(Output):
    """A step with the number of its records that are done and still open; `is_done` when it needs nothing more."""

    step: StepName
    is_done: bool
    done: int
    open: int


class Setup(Output):
    """The steps in their order; none when they were dismissed, and none beside sample data."""

    is_dismissed: bool
    steps: list[SetupStep]


class SetupDismissalUpdate(Input):
    is_dismissed: bool
