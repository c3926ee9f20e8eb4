"""Routes of time entries."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item, ListQuery, Page
from regie.domains.work.time_entries import groups, queries
from regie.domains.work.time_entries.columns import GROUPS_FILE, TIME_ENTRIES_FILE
from regie.domains.work.time_entries.schemas import (
    TimeEntryBasic,
    TimeEntryGroup,
    TimeEntryGroupQuery,
    TimeEntryQuery,
    TimeEntryRow,
    TimeEntryTask,
    TimeEntryTotals,
)

router = Router("/api/v1", "time_entries")
_READERS = (P.STATISTICS_HOURS, P.RETAINERS_ADJUST)


@router.get("/time-entries", requires=_READERS, export=TIME_ENTRIES_FILE)
def list_time_entries(
    db: Connection, actor: Actor, query: Annotated[TimeEntryQuery, Query()]
) -> Page[TimeEntryRow | TimeEntryBasic]:
    """List the time that people logged in the project tool."""
    return queries.list_time_entries(db, actor, query)


@router.get("/time-entries/totals", requires=_READERS)
def add_up_time_entries(
    db: Connection, actor: Actor, query: Annotated[TimeEntryQuery, Query()]
) -> Item[TimeEntryTotals]:
    """Read the totals of the list over all pages."""
    return {"data": queries.add_up_time_entries(db, actor, query)}


@router.get("/time-entry-groups", requires=_READERS, export=GROUPS_FILE)
def list_time_entry_groups(
    db: Connection, actor: Actor, query: Annotated[TimeEntryGroupQuery, Query()]
) -> Page[TimeEntryGroup]:
    """List the hours of the entries per project, client, employee, task, day, week or month."""
    return groups.list_groups(db, actor, query)


@router.get("/time-entry-tasks", requires=_READERS)
def list_time_entry_tasks(db: Connection, actor: Actor, query: Annotated[ListQuery, Query()]) -> Page[TimeEntryTask]:
    """List the tasks of the entries that the caller may read."""
    return queries.list_tasks(db, actor, query)
