"""Make the thresholds and the pace of retainer warnings settings; store the threshold of each warning."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    with op.batch_alter_table("settings", schema=None) as batch_op:
        batch_op.add_column(sa.Column("alert_thresholds", sa.JSON(), nullable=False, server_default="[50, 80, 100]"))
        batch_op.add_column(sa.Column("alert_pace", sa.BigInteger(), nullable=False, server_default="115"))
    # The defaults are for existing rows only; new rows set all values.
    with op.batch_alter_table("settings", schema=None) as batch_op:
        for name in ("alert_thresholds", "alert_pace"):
            batch_op.alter_column(name, server_default=None)
    with op.batch_alter_table("retainer_warnings", schema=None) as batch_op:
        batch_op.add_column(sa.Column("told_percent", sa.Integer(), nullable=False, server_default="0"))
    with op.batch_alter_table("retainer_warnings", schema=None) as batch_op:
        batch_op.alter_column("told_percent", server_default=None)
    # Earlier thresholds were not stored; a warned period had certainly reached its threshold.
    op.execute("UPDATE retainer_warnings SET told_percent = CAST(threshold AS INTEGER) WHERE threshold <> 'pace'")
