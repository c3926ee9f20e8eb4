"""Routes of proposed projects."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.batches import Batch, BatchRequest, apply_to_each
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item, Page
from regie.core.time.clock import Clock
from regie.domains.integrations.project_proposals import actions, queries, runs
from regie.domains.integrations.project_proposals.columns import PROPOSALS_FILE
from regie.domains.integrations.project_proposals.schemas import (
    KindRules,
    KindRuleUpdate,
    ProposalChange,
    ProposalCounts,
    ProposalOut,
    ProposalQuery,
    ProposalRow,
    ProposalRun,
    ProposalRunCreate,
    ProposalUpdate,
)

router = Router("/api/v1", "project_proposals")


@router.get("/project-proposals", requires=P.MATCHING_VIEW, export=PROPOSALS_FILE)
def list_project_proposals(db: Connection, actor: Actor, query: Annotated[ProposalQuery, Query()]) -> Page[ProposalRow]:
    """Lists the work of clients that the services know and that is not a project, most certain first."""
    return queries.list_proposals(db, actor, query)


@router.get("/project-proposals/{id}", requires=P.MATCHING_VIEW)
def read_project_proposal(db: Connection, actor: Actor, id: str) -> Item[ProposalOut]:
    return {"data": queries.read_proposal(db, actor, id)}


@router.get("/project-proposal-counts", requires=P.MATCHING_VIEW)
def read_project_proposal_counts(db: Connection) -> Item[ProposalCounts]:
    """Counts proposals by what they need."""
    return {"data": queries.count_proposals(db)}


@router.patch("/project-proposals/{id}", requires=P.MATCHING_EDIT)
def update_project_proposal(
    session: Session, actor: Actor, clock: Clock, id: str, data: ProposalUpdate
) -> Item[ProposalOut]:
    """Changes a proposal, creates its project, or removes that again."""
    actions.update_proposal(session, actor, id, data, clock)
    return {"data": queries.read_proposal(session.connection(), actor, id)}


@router.post("/project-proposals/batches", requires=P.MATCHING_EDIT, status=200)
def update_project_proposals(
    session: Session, actor: Actor, clock: Clock, data: BatchRequest[ProposalChange]
) -> Item[Batch]:
    """Changes up to a hundred proposals; each has its own result."""
    # Validated already: the fields of the change are those of one proposal.
    sent = ProposalUpdate.model_construct(**data.change.model_dump(exclude_unset=True))
    return apply_to_each(session, actor, data, lambda id: actions.update_proposal(session, actor, id, sent, clock))


@router.post("/project-proposal-requests", requires=P.MATCHING_EDIT, status=204)
def request_project_proposals(session: Session) -> None:
    """Has the worker look through the records again."""
    actions.request_proposals(session)


@router.get("/project-proposal-run", requires=P.MATCHING_VIEW, is_polling=True)
def read_project_proposal_run(db: Connection, actor: Actor) -> Item[ProposalRun]:
    """Returns how far the last run is that decides about all proposals of a list."""
    return {"data": runs.read_run(db, actor)}


@router.post("/project-proposal-runs", requires=P.MATCHING_EDIT, status=200)
def create_project_proposal_run(
    session: Session, actor: Actor, clock: Clock, data: ProposalRunCreate
) -> Item[ProposalRun]:
    """Has the worker create, ignore or restore all proposals of a list, or undo the last run."""
    runs.request_run(session, actor, data, clock.now())
    return {"data": runs.read_run(session.connection(), actor)}


@router.delete("/project-proposal-run", requires=P.MATCHING_EDIT)
def stop_project_proposal_run(session: Session, clock: Clock) -> None:
    """Stops the run that is under way; what it has done stays."""
    runs.stop_run(session, clock.now())


@router.get("/project-kind-rules", requires=P.MATCHING_VIEW)
def list_project_kind_rules(db: Connection) -> Item[KindRules]:
    """Lists which kind of project each category and pipeline stands for."""
    return {"data": queries.list_rules(db)}


@router.put("/project-kind-rules/{source}/{id}", requires=P.MATCHING_EDIT, status=204)
def set_project_kind_rule(session: Session, source: str, id: str, data: KindRuleUpdate) -> None:
    """Chooses the kind that a category or pipeline stands for; the worker proposes again."""
    actions.set_rule(session, source, id, data)
