"""Routes for the state of connections and for synchronization runs."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection as Database
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item, Page
from regie.core.time.clock import Clock
from regie.domains.integrations.sync import actions, queries
from regie.domains.integrations.sync.columns import RUNS_FILE
from regie.domains.integrations.sync.schemas import (
    Connections,
    LastSynchronizations,
    SyncRunCreate,
    SyncRunOut,
    SyncRunQuery,
)

router = Router("/api/v1", "sync")


@router.get("/connections", requires=P.CONNECTIONS_VIEW)
def list_connections(db: Database, actor: Actor, context: AppContext) -> Connections:
    """Lists the outside services with their state, last run and advice after an error."""
    return {"data": queries.list_connections(db, actor, context.integrations, context.clock)}


@router.get("/synchronizations", requires=P.SYNCHRONIZATIONS_VIEW)
def list_last_synchronizations(db: Database) -> LastSynchronizations:
    """Lists when each outside service was last synchronized successfully."""
    return {"data": queries.list_last_synchronizations(db)}


@router.get("/sync-runs", requires=P.CONNECTIONS_VIEW, export=RUNS_FILE)
def list_sync_runs(db: Database, actor: Actor, query: Annotated[SyncRunQuery, Query()]) -> Page[SyncRunOut]:
    """Lists synchronization runs, newest first by default."""
    return queries.list_runs(db, actor, query)


@router.get("/sync-runs/{id}", requires=P.CONNECTIONS_VIEW)
def read_sync_run(db: Database, actor: Actor, id: str) -> Item[SyncRunOut]:
    """Returns a synchronization run with its progress."""
    return {"data": queries.read_run(db, actor, id)}


@router.post("/sync-runs", requires=(P.CONNECTIONS_RUN, P.CONNECTIONS_RUN_QUICKBOOKS))
def create_sync_run(session: Session, actor: Actor, clock: Clock, body: SyncRunCreate) -> Item[SyncRunOut]:
    """Queues a synchronization; returns the queued or running one if there is one."""
    api_id = actions.request_run(session, actor, body, clock.now())
    return {"data": queries.read_run(session.connection(), actor, api_id)}
