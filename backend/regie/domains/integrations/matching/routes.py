"""Routes for matching."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.batches import Batch
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item, Page, Ref
from regie.domains.integrations.matching import actions, queries
from regie.domains.integrations.matching.schemas import (
    Candidate,
    CandidateQuery,
    Counts,
    DecisionCreate,
    Match,
    MatchBatchCreate,
    MatchCreate,
    MatchQuery,
)

router = Router("/api/v1", "matching")


@router.get("/matches", requires=P.MATCHING_VIEW)
def list_matches(db: Connection, query: Annotated[MatchQuery, Query()]) -> Page[Match]:
    """Lists matches: proposed ones by score, the others by name."""
    return queries.list_matches(db, query)


@router.get("/match-candidates", requires=P.MATCHING_VIEW)
def list_match_candidates(db: Connection, query: Annotated[CandidateQuery, Query()]) -> Page[Candidate]:
    """Lists unlinked records by name."""
    return queries.list_candidates(db, query)


@router.get("/match-counts", requires=P.MATCHING_VIEW)
def read_match_counts(db: Connection) -> Item[Counts]:
    """Counts matches by kind and status."""
    return {"data": queries.count_matches(db)}


@router.post("/matches", requires=P.MATCHING_EDIT)
def create_match(session: Session, actor: Actor, body: MatchCreate) -> Item[Ref]:
    """Links records to an existing or new target; updates the clients of invoices and deals."""
    return {"data": actions.create_match(session, actor, body)}


@router.post("/match-batches", requires=P.MATCHING_EDIT, status=200)
def create_match_batch(session: Session, actor: Actor, body: MatchBatchCreate) -> Item[Batch]:
    """Accepts up to fifty matches; each has its own result, and a refused one does not affect the others."""
    return {"data": actions.create_matches(session, actor, body.kind, body.matches)}


@router.delete("/matches/{kind}/{service}/{id}", requires=P.MATCHING_EDIT)
def delete_match(session: Session, kind: str, service: str, id: str) -> None:
    actions.delete_match(session, kind, service, id)


@router.post("/match-decisions", requires=P.MATCHING_EDIT, status=204)
def create_match_decision(session: Session, actor: Actor, body: DecisionCreate) -> None:
    """Rejects a match, ignores records, or restores them."""
    actions.record_decision(session, actor, body)
