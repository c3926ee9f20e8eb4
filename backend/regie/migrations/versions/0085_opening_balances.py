"""The first month of a retainer's ledger, and the hours with which it opens."""

import sqlalchemy as sa
from alembic import op

revision = "0085"
down_revision = "0084"


def upgrade() -> None:
    with op.batch_alter_table("projects", schema=None) as batch_op:
        batch_op.add_column(sa.Column("ledger_from", sa.Date(), nullable=True))
        batch_op.add_column(sa.Column("opening_hours", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    op.execute("UPDATE retainer_periods SET status = 'open' WHERE status = 'before'")
    with op.batch_alter_table("projects", schema=None) as batch_op:
        batch_op.drop_column("opening_hours")
        batch_op.drop_column("ledger_from")
