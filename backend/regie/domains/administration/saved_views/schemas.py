"""Saved views, over the wire."""

from datetime import date, datetime
from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from regie.core.api.wire import Flag, Input, ListQuery, Output, Ref, Version, refuse_unseen

LONGEST_QUERY = 2_000
# The call that answers the list, without its prefix, and after a full stop which of its lists it is.
ListName = Annotated[str, StringConstraints(max_length=60, pattern=r"^[A-Za-z_-]{1,40}(\.[a-z_]{1,19})?$")]
ViewName = Annotated[str, StringConstraints(min_length=1, max_length=60), AfterValidator(refuse_unseen)]
ViewQuery = Annotated[str, StringConstraints(max_length=LONGEST_QUERY), AfterValidator(refuse_unseen)]


class SavedViewOut(Output):
    """As the caller stands to it: whether it is theirs, opens their list, and is theirs to change."""

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
    """`query` is a list's state as its address holds it: filters, `sort`, `q`, `hidden`, `density`, `per_page`."""

    list_name: ListName
    name: ViewName
    query: ViewQuery = ""
    is_shared: Flag = False
    is_default: Flag = False


class SavedViewUpdate(Input):
    """Only what is sent changes."""

    name: ViewName | None = None
    query: ViewQuery | None = None
    is_shared: Flag | None = None
    version: Version | None = None


class SavedViewQuery(ListQuery):
    list_name: Annotated[list[ListName], Field(max_length=20)] = []
    is_shared: bool | None = None
    is_default: bool | None = None
