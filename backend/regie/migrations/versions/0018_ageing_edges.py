"""Make the aging buckets a setting."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    with op.batch_alter_table("settings", schema=None) as batch_op:
        batch_op.add_column(sa.Column("ageing_edges", sa.JSON(), nullable=False, server_default="[30, 60, 90]"))
    # The default is for the existing row only; new rows set all values.
    with op.batch_alter_table("settings", schema=None) as batch_op:
        batch_op.alter_column("ageing_edges", server_default=None)
