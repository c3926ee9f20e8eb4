"""Add the other organization settings: logo, reporting currency, days, fiscal year, terms and rates."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

# The earlier fixed values, for an existing row.
_DEFAULTS = {
    "reporting_currency": "USD",
    "timezone": "America/Toronto",
    "fiscal_year_start": "january",
    "payment_terms_days": "30",
    "exchange_rate_source": "bank_of_canada",
}


def upgrade() -> None:
    op.create_table(
        "organization_logo",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("mime", sa.String(length=20), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_organization_logo")),
    )
    kinds: dict[str, sa.types.TypeEngine[Any]] = {
        "reporting_currency": sa.String(length=3),
        "timezone": sa.String(length=64),
        "fiscal_year_start": sa.String(length=9),
        "payment_terms_days": sa.Integer(),
        "exchange_rate_source": sa.String(length=14),
    }
    with op.batch_alter_table("settings", schema=None) as batch_op:
        batch_op.add_column(sa.Column("logo", sa.String(length=12), nullable=True))
        batch_op.add_column(sa.Column("bug_project", sa.String(length=200), nullable=True))
        for name, kind in kinds.items():
            batch_op.add_column(sa.Column(name, kind, nullable=False, server_default=_DEFAULTS[name]))
    # The defaults are for the existing row only; new rows set all values.
    with op.batch_alter_table("settings", schema=None) as batch_op:
        for name in kinds:
            batch_op.alter_column(name, server_default=None)
