"""Index hours by person and date: a person has thousands, of which a month contains few."""

from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    with op.batch_alter_table("time_entries", schema=None) as batch_op:
        batch_op.create_index("ix_time_entries_user_worked_on", ["teamwork_user_id", "worked_on"], unique=False)
        batch_op.drop_index("ix_time_entries_teamwork_user_id")
