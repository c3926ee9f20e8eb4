"""Who recorded a churn, why it was rejected, and the notifications of a cause."""

import sqlalchemy as sa
from alembic import op

revision = "0053"
down_revision = "0052"

_RECORDED_BY = """
    UPDATE churn_events SET recorded_by_id = (
        SELECT users.id FROM activity JOIN users ON users.api_id = activity.actor_api_id
        WHERE activity.subject_type = 'churn' AND activity.action = 'created'
        AND activity.subject_api_id = churn_events.api_id ORDER BY activity.id LIMIT 1
    )
"""


def upgrade() -> None:
    with op.batch_alter_table("churn_events", schema=None) as batch_op:
        batch_op.add_column(sa.Column("recorded_by_id", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("rejection_reason", sa.Text(), nullable=True))
        batch_op.create_index(batch_op.f("ix_churn_events_recorded_by_id"), ["recorded_by_id"], unique=False)
        batch_op.create_foreign_key(op.f("fk_churn_events_recorded_by_id_users"), "users", ["recorded_by_id"], ["id"])
    with op.batch_alter_table("notifications", schema=None) as batch_op:
        batch_op.create_index("ix_notifications_dedup_key", ["dedup_key"], unique=False)
    op.execute(_RECORDED_BY)
