"""Wire shapes of the sample data."""

from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import MAX_INT, Input, Output

SampleState = Literal["none", "loading", "failed", "loaded", "removing"]
SampleError = Literal["not_empty", "interrupted", "failed", "added"]
AddedKind = Literal["clients", "projects", "employees", "teams", "client_notes", "attachments"]


class AddedRecords(Output):
    """How many records of a kind were added since the loading."""

    kind: AddedKind
    count: int


class SampleDataOut(Output):
    """Whether there is sample data; `progress` is from 0 to 100 while it is loading.

    `can_load` is false where records or connections exist. `error` says why the last loading or removal failed, and
    `added` what was added to the sample since, which the removal deletes, too.
    """

    state: SampleState
    progress: int
    can_load: bool
    error: SampleError | None
    added: list[AddedRecords]


class SampleRemoval(Input):
    """`added` is the number of added records that the caller saw, so that none of them is removed unseen."""

    added: Annotated[int, Field(ge=0, le=MAX_INT, strict=True)]
