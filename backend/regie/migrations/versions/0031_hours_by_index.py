"""Index hours so that sums need no table access."""

from alembic import op

revision = "0031"
down_revision = "0026"


def upgrade() -> None:
    with op.batch_alter_table("time_entries", schema=None) as batch_op:
        batch_op.create_index(
            "ix_time_entries_user_hours",
            ["teamwork_user_id", "worked_on", "minutes", "is_billable", "deleted_at"],
            unique=False,
        )
        batch_op.drop_index("ix_time_entries_user_worked_on")
