"""Record on each synchronization run how many records were missing, and the totals that services report."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    with op.batch_alter_table("sync_runs", schema=None) as batch_op:
        batch_op.add_column(sa.Column("missing", sa.JSON(none_as_null=True), nullable=True))
    with op.batch_alter_table("sync_checkpoints", schema=None) as batch_op:
        batch_op.add_column(sa.Column("records", sa.Integer(), nullable=False, server_default="0"))
        batch_op.add_column(sa.Column("total", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("missing_before", sa.DateTime(timezone=True), nullable=True))
    with op.batch_alter_table("sync_checkpoints", schema=None) as batch_op:
        batch_op.alter_column("records", server_default=None)
