"""API schemas of passwords."""

from typing import Annotated

from pydantic import ConfigDict, Field, StringConstraints

from regie.core.api.wire import Currency, Email, Input, SingleLineText
from regie.core.time.zones import Timezone
from regie.domains.records.settings.schemas import Language

Secret = Annotated[str, Field(min_length=1, max_length=1_000)]


class ResetRequest(Input):
    email: Email


class PasswordByLink(Input):
    """`token` comes from an invitation or a reset link."""

    # Spaces are part of a password.
    model_config = ConfigDict(str_strip_whitespace=False)

    token: Annotated[str, Field(min_length=1, max_length=200)]
    password: Secret


_PersonName = Annotated[SingleLineText, StringConstraints(strip_whitespace=True, min_length=1, max_length=100)]


class OwnerSetup(PasswordByLink):
    """What the first owner answers: a password, their name, the organization (`name`), and the language of both."""

    first_name: _PersonName
    last_name: _PersonName
    name: Annotated[SingleLineText, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
    locale: Language
    timezone: Timezone
    reporting_currency: Currency


class PasswordChange(Input):
    """`current_password` is required if the user has a password."""

    model_config = ConfigDict(str_strip_whitespace=False)

    current_password: Secret | None = None
    password: Secret
