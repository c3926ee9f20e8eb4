"""Add the organization's own options for reasons, industries and types of out-of-scope work; empty until changed."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.create_table(
        "enum_options",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("enum", sa.String(length=40), nullable=False),
        sa.Column("value", sa.String(length=40), nullable=False),
        sa.Column("name_en", sa.String(length=100), nullable=False),
        sa.Column("name_fr", sa.String(length=100), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_enum_options")),
        sa.UniqueConstraint("api_id", name=op.f("uq_enum_options_api_id")),
        sa.UniqueConstraint("enum", "value", name=op.f("uq_enum_options_enum_value")),
    )
