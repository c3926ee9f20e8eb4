"""Applies one change to many records, each in its own savepoint: a refused record does not undo the others."""

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


class BatchRequest(Input, Generic[C]):
    """The records and the change; only the fields that `change` contains are applied."""

    ids: Annotated[list[ApiId], Field(min_length=1, max_length=MAX_BATCH_SIZE)]
    change: C


class BatchResult(Output):
    """The result of one record: its status, with the created record, or the code and message of its error."""

    status: int
    data: Ref | None
    code: str | None
    message: str | None
    errors: dict[str, list[str]]


class Batch(Output):
    """The results in the order of the request."""

    results: list[BatchResult]


def apply_to_each(
    session: Session, actor: Actor, batch: BatchRequest[Any], change: Callable[[str], None]
) -> Item[Batch]:
    """Run the action of the single-record route for each record; the action checks the caller's access.

    Records are locked in the order of their ids, so that two overlapping batches cannot deadlock.
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
        return batch_failure(_for_record(problem), actor)
    return batch_success(200)


def _for_record(problem: Problem) -> Problem:
    """The caller holds the permission, so a 403 means that its scope does not include this record."""
    return Forbidden("not_yours") if problem.code == Forbidden.code else problem


def batch_success(status: int, data: Ref | None = None) -> BatchResult:
    return {"status": status, "data": data, "code": None, "message": None, "errors": {}}


def batch_failure(problem: Problem, actor: Actor) -> BatchResult:
    body = problem.body(actor.locale)
    return {
        "status": problem.status,
        "data": None,
        "code": body["code"],
        "message": body["message"],
        "errors": body.get("errors", {}),
    }
