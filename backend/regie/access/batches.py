"""One change to many records: each as if it came alone, so that those that are refused leave the others be."""

from collections.abc import Callable
from typing import Annotated, Any, Generic, TypeVar

from pydantic import Field
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.api.errors import Forbidden, Invalid, Problem
from regie.core.api.wire import ApiId, Input, Item, Output, Ref
from regie.core.db.database import savepoint

MAX_BATCH_SIZE = 100
C = TypeVar("C", bound=Input)


class BatchOf(Input, Generic[C]):
    """The records, and what changes in each of them; of `change` only what is sent."""

    ids: Annotated[list[ApiId], Field(min_length=1, max_length=MAX_BATCH_SIZE)]
    change: C


class BatchResult(Output):
    """What became of one: its status, with ours where it was made, or the code and words of its refusal."""

    status: int
    data: Ref | None
    code: str | None
    message: str | None
    errors: dict[str, list[str]]


class Batch(Output):
    """In the order in which they were sent."""

    results: list[BatchResult]


def change_each(session: Session, actor: Actor, batch: BatchOf[Any], change: Callable[[str], None]) -> Item[Batch]:
    """The single call's own action for each record, which judges the caller's right to it.

    In the order of their ids, so that two people who change the same ones wait for each other and never in a ring.
    """
    if not batch.change.model_fields_set:
        raise Invalid({"change": "required"})
    results = {api_id: _change_one(session, actor, api_id, change) for api_id in sorted(set(batch.ids))}
    return {"data": {"results": [results[api_id] for api_id in batch.ids]}}


def _change_one(session: Session, actor: Actor, api_id: str, change: Callable[[str], None]) -> BatchResult:
    try:
        with savepoint(session):
            change(api_id)
    except Problem as problem:
        return refused(_of_this_record(problem), actor)
    return done(200)


def _of_this_record(problem: Problem) -> Problem:
    """Who may make the call holds the right: what it does not reach is this record."""
    return Forbidden("not_yours") if problem.code == Forbidden.code else problem


def done(status: int, data: Ref | None = None) -> BatchResult:
    return {"status": status, "data": data, "code": None, "message": None, "errors": {}}


def refused(problem: Problem, actor: Actor) -> BatchResult:
    body = problem.body(actor.locale)
    return {
        "status": problem.status,
        "data": None,
        "code": body["code"],
        "message": body["message"],
        "errors": body.get("errors", {}),
    }
