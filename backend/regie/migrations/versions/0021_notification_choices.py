"""Add notification settings per user."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"

_WAITING = sa.text("by_mail = 'digest' AND digest_on IS NULL")


def upgrade() -> None:
    with op.batch_alter_table("notifications", schema=None) as batch_op:
        # Existing notifications were listed and mailed immediately.
        batch_op.add_column(sa.Column("in_app", sa.Boolean(), nullable=False, server_default=sa.true()))
        batch_op.add_column(sa.Column("by_mail", sa.String(length=7), nullable=False, server_default="at_once"))
        batch_op.add_column(sa.Column("digest_on", sa.Date(), nullable=True))
    # The defaults are for existing rows only; new rows set all values.
    with op.batch_alter_table("notifications", schema=None) as batch_op:
        batch_op.alter_column("in_app", server_default=None)
        batch_op.alter_column("by_mail", server_default=None)
        batch_op.create_index(
            "ix_notifications_waiting",
            ["user_id"],
            unique=False,
            postgresql_where=_WAITING,
            sqlite_where=_WAITING,
        )
    op.create_table(
        "notification_choices",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("choices", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_notification_choices_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notification_choices")),
        sa.UniqueConstraint("api_id", name=op.f("uq_notification_choices_api_id")),
        sa.UniqueConstraint("user_id", name=op.f("uq_notification_choices_user_id")),
    )
