"""Impersonation, over the wire."""

from typing import Annotated

from pydantic import AfterValidator, StringConstraints

from regie.core.api.wire import Input, refuse_unseen_in_lines


class ImpersonationStart(Input):
    reason: Annotated[str, StringConstraints(max_length=500), AfterValidator(refuse_unseen_in_lines)] = ""
