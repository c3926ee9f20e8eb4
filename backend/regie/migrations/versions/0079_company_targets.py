"""Monthly targets of the organization."""

import sqlalchemy as sa
from alembic import op

revision = "0079"
down_revision = "0078"


def upgrade() -> None:
    op.create_table(
        "company_targets",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("figure", sa.String(length=16), nullable=False),
        sa.Column("month", sa.Date(), nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_company_targets")),
        sa.UniqueConstraint("figure", "month", name=op.f("uq_company_targets_figure_month")),
    )


def downgrade() -> None:
    op.drop_table("company_targets")
