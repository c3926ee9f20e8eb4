"""API schemas of impersonation."""

from typing import Annotated

from pydantic import AfterValidator, StringConstraints

from regie.core.api.wire import Input, validate_visible_lines


class ImpersonationStart(Input):
    """The reason is shown to the user and stored in the activity log."""

    reason: Annotated[str, StringConstraints(min_length=1, max_length=500), AfterValidator(validate_visible_lines)]
