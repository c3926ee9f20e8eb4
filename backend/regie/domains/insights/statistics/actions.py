"""Publishes the figures of a month when it is closed."""

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.time.clock import Clock
from regie.domains.insights.statistics.published import FORMULAS, Published, publish
from regie.domains.insights.statistics.queries import month_reader
from regie.domains.records.months.models import ClosedMonth


def publish_month(session: Session, records: Connection, actor: Actor, clock: Clock, closing: ClosedMonth) -> Published:
    """Store and return what every record contributes to the month, in the transaction that closes it."""
    reader, _ = month_reader(records, actor, clock, closing.month, None)
    published = publish(session, reader, closing.id, reader.request.days)
    closing.formulas = dict(FORMULAS)
    session.flush()
    return published
