"""Who recorded that a retainer was won back, when and why."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0072"
down_revision = "0071"

_activity = sa.table(
    "activity",
    sa.column("id", sa.BigInteger()),
    sa.column("at", sa.DateTime(timezone=True)),
    sa.column("subject_type", sa.String()),
    sa.column("subject_api_id", sa.String()),
    sa.column("actor_api_id", sa.String()),
    sa.column("changes", sa.JSON()),
)
_churns = sa.table(
    "churn_events",
    sa.column("api_id", sa.String()),
    sa.column("state", sa.String()),
    sa.column("won_back_at", sa.DateTime(timezone=True)),
    sa.column("won_back_by_id", sa.Integer()),
)
_users = sa.table("users", sa.column("id", sa.Integer()), sa.column("api_id", sa.String()))


def upgrade() -> None:
    with op.batch_alter_table("churn_events", schema=None) as batch_op:
        batch_op.add_column(sa.Column("won_back_at", sa.DateTime(timezone=True), nullable=True))
        batch_op.add_column(sa.Column("won_back_by_id", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("won_back_reason", sa.Text(), nullable=True))
        batch_op.create_index(batch_op.f("ix_churn_events_won_back_by_id"), ["won_back_by_id"], unique=False)
        batch_op.create_foreign_key(op.f("fk_churn_events_won_back_by_id_users"), "users", ["won_back_by_id"], ["id"])
    connection = op.get_bind()
    for churn, at, user in _logged(connection):
        is_won_back = (_churns.c.api_id == churn, _churns.c.state == "won_back")
        values = {"won_back_at": at, "won_back_by_id": user}
        connection.execute(sa.update(_churns).where(*is_won_back).values(values))


def _logged(connection: sa.Connection) -> Iterator[tuple[str, datetime, int | None]]:
    """Yield the churns that the activity log says were won back, when, and by whom if the user still exists."""
    entries = (
        sa.select(_activity.c.subject_api_id, _activity.c.at, _users.c.id, _activity.c.changes)
        .outerjoin(_users, _users.c.api_id == _activity.c.actor_api_id)
        .where(_activity.c.subject_type == "churn")
        .order_by(_activity.c.id)
    )
    for churn, at, user, changes in connection.execute(entries).all():
        if _new_state(changes) == "won_back":
            yield churn, at, user


def _new_state(changes: Any) -> Any:
    pair = changes.get("state") if isinstance(changes, dict) else None
    return pair[1] if pair else None
