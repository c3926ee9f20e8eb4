"""API schemas of impersonation."""

from typing import Annotated

from pydantic import AfterValidator, StringConstraints

from regie.core.api.wire import Input, validate_visible_lines


class ImpersonationStart(Input):
    reason: Annotated[str, StringConstraints(max_length=500), AfterValidator(validate_visible_lines)] = ""
