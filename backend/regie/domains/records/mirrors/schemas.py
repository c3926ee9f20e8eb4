"""API schemas of links to outside services."""

from datetime import datetime
from typing import Literal

from regie.core.api.wire import Output


class Link(Output):
    """The same client or project in an outside service; `deleted_at` is when it disappeared there."""

    service: Literal["teamwork", "hubspot", "quickbooks"]
    external_id: str
    name: str | None
    url: str | None
    synced_at: datetime | None
    deleted_at: datetime | None
