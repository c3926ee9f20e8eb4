"""API schemas of the contacts of clients besides the primary one."""

from datetime import datetime
from typing import Annotated, Literal

from regie.core.api.wire import ApiId, Email, EmptyAsNone, Input, Output, SingleLineText, Version


class ClientContact(Output):
    """A contact besides the primary one, whose data are the client's `contact_…` fields.

    With a `source`, it is of the matched company there, and cannot be changed here; null: entered here. `source_url` is
    its address at HubSpot, also of a contact entered here that HubSpot has too.
    """

    api_id: str
    source: Literal["hubspot"] | None
    source_url: str | None
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
