"""API schemas of saved views."""

from datetime import date, datetime
from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from regie.core.api.wire import Flag, Input, ListQuery, Output, Ref, Version, validate_visible_text

MAX_QUERY_LENGTH = 2_000
# The name of the list's endpoint, and after a full stop which of its lists.
ListName = Annotated[str, StringConstraints(max_length=60, pattern=r"^[A-Za-z_-]{1,40}(\.[a-z_]{1,19})?$")]
ViewName = Annotated[str, StringConstraints(min_length=1, max_length=60), AfterValidator(validate_visible_text)]
ViewQuery = Annotated[str, StringConstraints(max_length=MAX_QUERY_LENGTH), AfterValidator(validate_visible_text)]


class SavedViewOut(Output):
    """A view from the caller's perspective: whether they own it, open their list with it, and may change it."""

    api_id: str
    list_name: str
    name: str
    query: str
    is_shared: bool
    is_mine: bool
    is_default: bool
    may_change: bool
    is_unused: bool
    owner: Ref
    last_used_on: date
    created_at: datetime
    updated_at: datetime
    version: int


class SavedViewCreate(Input):
    """`query` is the query string of the list's page: filters, `sort`, `q`, `hidden`, `density`, `per_page`."""

    list_name: ListName
    name: ViewName
    query: ViewQuery = ""
    is_shared: Flag = False
    is_default: Flag = False


class SavedViewUpdate(Input):
    """Only the sent fields change."""

    name: ViewName | None = None
    query: ViewQuery | None = None
    is_shared: Flag | None = None
    version: Version | None = None


class SavedViewQuery(ListQuery):
    list_name: Annotated[list[ListName], Field(max_length=20)] = []
    is_shared: bool | None = None
    is_default: bool | None = None
