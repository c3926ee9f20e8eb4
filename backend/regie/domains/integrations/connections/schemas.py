"""Connections over the wire: what is set, what may be changed, and never a secret."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from regie.core.api.wire import MAX_INT, Input, Output, refuse_unseen
from regie.domains.integrations.connections.models import Service

ApiVersion = Literal["2026-09", "2026-03"]
# A key is pasted: spaces around it are not part of it, and it never holds any inside.
Secret = Annotated[str, StringConstraints(max_length=2_000, strip_whitespace=True, pattern=r"^[\x21-\x7e]*$")]
Setting = Annotated[str, StringConstraints(max_length=200, strip_whitespace=True), AfterValidator(refuse_unseen)]
# What a service has made: never anything but letters, digits and marks.
Token = Annotated[str, StringConstraints(min_length=1, max_length=2_000, pattern=r"^[\x21-\x7e]+$")]


class ConnectionSettings(Output):
    """Secrets are told as set or not set; `configured_by` is null where nobody has set the service up."""

    service: Service
    is_on: bool
    configured_by: Literal["environment", "person"] | None
    url: str | None
    calls_per_minute: int | None
    api_version: str | None
    client_id: str | None
    realm: str | None
    has_key: bool
    has_client_secret: bool
    has_consent: bool
    consent_ends_at: datetime | None
    has_webhook_secret: bool
    # Where the service sends its webhooks, and where it sends people back to after their consent.
    webhook_url: str
    redirect_url: str | None
    version: int


class ConnectionUpdate(Input):
    """Only what is sent changes. A secret is replaced by what is sent, and removed by null."""

    url: Setting | None = None
    calls_per_minute: Annotated[int, Field(ge=10, le=1_000, strict=True)] | None = None
    api_version: ApiVersion | None = None
    client_id: Setting | None = None
    key: Secret | None = None
    client_secret: Secret | None = None
    webhook_secret: Secret | None = None
    version: Annotated[int, Field(ge=0, le=MAX_INT, strict=True)] | None = None


class TestResult(Output):
    """Whether the service answers us; `account` is whom or what it says we are, in its own words."""

    works: bool
    account: str | None
    message: str
    what_to_do: str | None


class ConsentAddress(Output):
    url: str


class ConsentCallback(Input):
    """What QuickBooks sends the browser back with."""

    code: Token
    state: Token
    realm_id: Annotated[str, StringConstraints(pattern=r"^[0-9]{1,20}$")]
