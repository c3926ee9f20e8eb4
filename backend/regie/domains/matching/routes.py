"""The calls about matching."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.batches import Batch
from regie.access.gate import Router
from regie.access.permissions import Permission as P
from regie.core.wire import Item, Json, Page, Ref
from regie.domains.matching import actions, queries
from regie.domains.matching.schemas import (
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


@router.get("/matches", needs=P.MATCHING_VIEW, out=Page[Match])
def list_matches(db: Connection, query: Annotated[MatchQuery, Query()]) -> Json:
    """What seems to be one thing, the surest first; what stands alone, was left aside or is known, by name."""
    return queries.list_matches(db, query)


@router.get("/match-candidates", needs=P.MATCHING_VIEW, out=Page[Candidate])
def list_match_candidates(db: Connection, query: Annotated[CandidateQuery, Query()]) -> Json:
    """Records that are linked to nothing yet, by name."""
    return queries.list_candidates(db, query)


@router.get("/match-counts", needs=P.MATCHING_VIEW, out=Item[Counts])
def read_match_counts(db: Connection) -> Json:
    """How much there is to look at."""
    return {"data": queries.count_matches(db)}


@router.post("/matches", needs=P.MATCHING_EDIT, out=Item[Ref])
def create_match(session: Session, actor: Actor, body: MatchCreate) -> Json:
    """Say that records are one of ours, known or new; invoices and deals follow at once."""
    return {"data": actions.create_match(session, actor, body)}


@router.post("/match-batches", needs=P.MATCHING_EDIT, out=Item[Batch], status=200)
def create_match_batch(session: Session, actor: Actor, body: MatchBatchCreate) -> Json:
    """Accept up to fifty at once; each has an answer of its own, and those that are refused leave the others be."""
    return {"data": actions.create_matches(session, actor, body.kind, body.matches)}


@router.delete("/matches/{kind}/{service}/{id}", needs=P.MATCHING_EDIT)
def delete_match(session: Session, kind: str, service: str, id: str) -> None:
    actions.delete_match(session, kind, service, id)


@router.post("/match-decisions", needs=P.MATCHING_EDIT, out=None, status=204)
def create_match_decision(session: Session, actor: Actor, body: DecisionCreate) -> None:
    """Say that records are not the same, leave them aside, or take that back."""
    actions.decide(session, actor, body)
