"""Add settings for new projects, for the month of a churn, and for the attribution period."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    with op.batch_alter_table("settings", schema=None) as batch_op:
        batch_op.add_column(sa.Column("counted_hours", sa.String(length=8), nullable=False, server_default="all"))
        batch_op.add_column(sa.Column("rollover", sa.String(length=8), nullable=False, server_default="none"))
        batch_op.add_column(sa.Column("rollover_cap_hours", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("rollover_expiry_months", sa.Integer(), nullable=True))
        batch_op.add_column(
            sa.Column("churn_recognition", sa.String(length=9), nullable=False, server_default="effective")
        )
        batch_op.add_column(
            sa.Column("attribution_look_back_months", sa.Integer(), nullable=False, server_default="12")
        )
    # The defaults are for existing rows only; new rows set all values.
    with op.batch_alter_table("settings", schema=None) as batch_op:
        for name in ("counted_hours", "rollover", "churn_recognition", "attribution_look_back_months"):
            batch_op.alter_column(name, server_default=None)
