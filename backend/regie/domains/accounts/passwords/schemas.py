"""Passwords, over the wire."""

from typing import Annotated

from pydantic import ConfigDict, Field

from regie.core.api.wire import Email, Input

Secret = Annotated[str, Field(min_length=1, max_length=1_000)]


class ResetRequest(Input):
    email: Email


class PasswordByLink(Input):
    """`token` is what the invitation or the reset link carries."""

    # A password is taken as it was typed: its spaces count.
    model_config = ConfigDict(str_strip_whitespace=False)

    token: Annotated[str, Field(min_length=1, max_length=200)]
    password: Secret


class PasswordChange(Input):
    """`current_password` is asked of everyone who has one."""

    model_config = ConfigDict(str_strip_whitespace=False)

    current_password: Secret | None = None
    password: Secret
