"""API schemas of the contacts of clients besides the primary one."""

from datetime import datetime
from typing import Annotated

from regie.core.api.wire import ApiId, Email, EmptyAsNone, Input, Output, SingleLineText, Version


class ClientContact(Output):
    """A contact besides the primary one, whose data are the client's `contact_…` fields."""

    api_id: str
    name: str
    title: str | None
    email: str | None
    phone: str | None
    updated_at: datetime
    version: int


class ClientContactFields(Input):
    title: Annotated[SingleLineText | None, EmptyAsNone] = None
    email: Annotated[Email | None, EmptyAsNone] = None
    phone: Annotated[SingleLineText | None, EmptyAsNone] = None


class ClientContactCreate(ClientContactFields):
    name: SingleLineText


class ClientContactUpdate(ClientContactFields):
    """Only the sent fields change."""

    name: SingleLineText = ""
    version: Version | None = None


class PrimaryContactUpdate(Input):
    """`contact` becomes the primary one; `version` is that of the client."""

    contact: ApiId
    version: Version | None = None
