"""API schemas of dated notes about clients."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from regie.core.api.wire import (
    ApiId,
    Day,
    EmptyAsNone,
    Flag,
    Input,
    ListQuery,
    Output,
    Ref,
    SingleLineText,
    Version,
    validate_visible_lines,
)

NoteKind = Literal["call", "meeting", "mail", "decision", "other"]
NoteAction = Literal["edit", "complete", "delete"]
NoteText = Annotated[str, StringConstraints(min_length=1, max_length=10_000), AfterValidator(validate_visible_lines)]


class NextStep(Output):
    """What follows from a note, until which day, and who does it; `done_at` is null while it is open."""

    next_step: str | None
    next_on: date | None
    next_owner: Ref | None
    done_at: datetime | None


class ClientNoteColumns(NextStep):
    api_id: str
    client: Ref
    kind: NoteKind
    noted_on: date
    text: str
    author: Ref
    created_at: datetime
    updated_at: datetime
    version: int


class ClientNote(ClientNoteColumns):
    """A dated note; `can` are the actions that the caller may perform now."""

    can: list[NoteAction]


class ClientNoteFields(Input):
    """A next step needs a day; without an owner it is the caller's."""

    next_step: Annotated[SingleLineText | None, EmptyAsNone] = None
    next_on: Annotated[Day | None, EmptyAsNone] = None
    next_owner: Annotated[ApiId | None, EmptyAsNone] = None


class ClientNoteCreate(ClientNoteFields):
    kind: NoteKind
    noted_on: Day
    text: NoteText


class ClientNoteUpdate(ClientNoteFields):
    """Only the sent fields change; `done` completes the next step, or opens it again."""

    kind: Annotated[NoteKind | None, EmptyAsNone] = None
    noted_on: Annotated[Day | None, EmptyAsNone] = None
    text: Annotated[NoteText | None, EmptyAsNone] = None
    done: Flag = False
    version: Version | None = None


class ClientNoteQuery(ListQuery):
    """`open` finds the notes whose next step is still to be done."""

    kind: Annotated[list[NoteKind], Field(max_length=5)] = []
    open: bool | None = None


class NextStepQuery(ListQuery):
    """The caller's own next steps; `due_by` finds those that are due on or before a day."""

    due_by: Day | None = None
