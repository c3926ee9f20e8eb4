"""The organization's settings, over the wire."""

import re
from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from regie.core.wire import MAX_INT, Input, Line, Output

Language = Literal["en-us", "fr-ca"]
_DOMAIN = re.compile(r"([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}")


def _refuse_wrong_domain(name: str) -> str:
    if not _DOMAIN.fullmatch(name):
        raise ValueError("domain")
    return name


Domain = Annotated[str, StringConstraints(max_length=253, to_lower=True), AfterValidator(_refuse_wrong_domain)]


class SettingsOut(Output):
    """Version 0 is what holds before anyone has saved settings."""

    name: str
    default_locale: Language
    allowed_email_domains: list[str]
    admins_need_two_factor: bool
    updated_at: datetime | None
    version: int


class SettingsUpdate(Input):
    """Only the fields that are sent change."""

    name: Line = ""
    default_locale: Language = "en-us"
    allowed_email_domains: Annotated[list[Domain], Field(max_length=50)] = []
    admins_need_two_factor: bool = False
    version: Annotated[int, Field(ge=0, le=MAX_INT, strict=True)] | None = None
