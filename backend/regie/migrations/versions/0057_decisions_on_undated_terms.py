"""How a person decided an undated term: the day or the reason."""

import sqlalchemy as sa
from alembic import op

revision = "0057"
down_revision = "0056"


def upgrade() -> None:
    with op.batch_alter_table("undated_terms", schema=None) as batch_op:
        batch_op.add_column(sa.Column("decision", sa.String(length=12), nullable=True))
        batch_op.add_column(sa.Column("dated_on", sa.Date(), nullable=True))
        batch_op.add_column(sa.Column("decision_reason", sa.Text(), nullable=True))
