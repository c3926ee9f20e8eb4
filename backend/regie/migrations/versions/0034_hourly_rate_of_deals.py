"""Add the hourly rate of deals; the next synchronization reads all deals again."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"

_CHECKPOINTS = sa.table(
    "sync_checkpoints",
    *(sa.column(name, sa.String()) for name in ("service", "step")),
    sa.column("full_at", sa.DateTime()),
)


def upgrade() -> None:
    with op.batch_alter_table("hubspot_deals", schema=None) as batch_op:
        batch_op.add_column(sa.Column("hourly_rate", sa.BigInteger(), nullable=True))
    is_deals = (_CHECKPOINTS.c.service == "hubspot") & (_CHECKPOINTS.c.step == "deals")
    op.execute(sa.update(_CHECKPOINTS).where(is_deals).values(full_at=None))
