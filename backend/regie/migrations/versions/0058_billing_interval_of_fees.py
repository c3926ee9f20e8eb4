"""How fees are billed; every fee so far is billed by month. Servers of the previous release insert no interval."""

import sqlalchemy as sa
from alembic import op

revision = "0058"
down_revision = "0057"


def upgrade() -> None:
    with op.batch_alter_table("project_fees", schema=None) as batch_op:
        batch_op.add_column(sa.Column("billing_interval", sa.String(length=8), server_default="month", nullable=False))
        batch_op.add_column(sa.Column("interval_amount", sa.BigInteger(), nullable=True))
