"""Add what the files of a month-end pack say, to write them again without any other change."""

import sqlalchemy as sa
from alembic import op

revision = "0082"
down_revision = "0081"


def upgrade() -> None:
    with op.batch_alter_table("month_packs", schema=None) as batch_op:
        batch_op.add_column(sa.Column("content", sa.JSON(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("month_packs", schema=None) as batch_op:
        batch_op.drop_column("content")
