"""The estimate of how much of a project is done."""

import sqlalchemy as sa
from alembic import op

revision = "0046"
down_revision = "0044"


def upgrade() -> None:
    with op.batch_alter_table("projects", schema=None) as batch_op:
        batch_op.add_column(sa.Column("percent_done", sa.Integer(), nullable=True))
