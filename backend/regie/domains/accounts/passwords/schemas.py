"""API schemas of passwords."""

from typing import Annotated

from pydantic import ConfigDict, Field

from regie.core.api.wire import Email, Input

Secret = Annotated[str, Field(min_length=1, max_length=1_000)]


class ResetRequest(Input):
    email: Email


class PasswordByLink(Input):
    """`token` comes from an invitation or a reset link."""

    # Spaces are part of a password.
    model_config = ConfigDict(str_strip_whitespace=False)

    token: Annotated[str, Field(min_length=1, max_length=200)]
    password: Secret


class PasswordChange(Input):
    """`current_password` is required if the user has a password."""

    model_config = ConfigDict(str_strip_whitespace=False)

    current_password: Secret | None = None
    password: Secret
