"""Route of the worker's status."""

from sqlalchemy import Connection

from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item
from regie.core.time.clock import Clock
from regie.domains.administration.workers import queries
from regie.domains.administration.workers.schemas import WorkerStatus

router = Router("/api/v1", "workers")


@router.get("/worker-status", requires=P.CONNECTIONS_RUN, is_polling=True)
def read_worker_status(db: Connection, clock: Clock) -> Item[WorkerStatus]:
    """Returns whether a worker runs, and when one was last seen."""
    return {"data": queries.read_worker_status(db, clock.now())}
