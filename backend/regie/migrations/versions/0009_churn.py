"""Add churn events and their attribution to account managers."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_OPEN = sa.text("state IN ('recorded', 'confirmed')")


def upgrade() -> None:
    op.create_table(
        "churn_events",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("notice_on", sa.Date(), nullable=True),
        sa.Column("effective_on", sa.Date(), nullable=False),
        sa.Column("reason", sa.String(length=20), nullable=False),
        sa.Column("preventable", sa.Boolean(), nullable=False),
        sa.Column("initiated_by", sa.String(length=6), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("competitor", sa.String(length=200), nullable=True),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("scope", sa.String(length=7), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("mrr_lost", sa.BigInteger(), nullable=False),
        sa.Column("tenure_months", sa.Integer(), nullable=False),
        sa.Column("won_back_on", sa.Date(), nullable=True),
        sa.Column("former_status", sa.String(length=10), nullable=False),
        sa.Column("former_end_on", sa.Date(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["project_id"], ["projects.id"], name=op.f("fk_churn_events_project_id_projects")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_churn_events")),
        sa.UniqueConstraint("api_id", name=op.f("uq_churn_events_api_id")),
    )
    with op.batch_alter_table("churn_events", schema=None) as batch_op:
        batch_op.create_index("ix_churn_events_effective_on_id", ["effective_on", "id"], unique=False)
        batch_op.create_index(batch_op.f("ix_churn_events_project_id"), ["project_id"], unique=False)
        batch_op.create_index(
            "ux_churn_events_open", ["project_id"], unique=True, postgresql_where=_OPEN, sqlite_where=_OPEN
        )
    op.create_table(
        "churn_attributions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("employee_id", sa.Integer(), nullable=False),
        sa.Column("weight", sa.Integer(), nullable=False),
        sa.Column("months_managed", sa.Integer(), nullable=False),
        sa.Column("mrr_share", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["employee_id"], ["employees.id"], name=op.f("fk_churn_attributions_employee_id_employees")
        ),
        sa.ForeignKeyConstraint(
            ["event_id"],
            ["churn_events.id"],
            name=op.f("fk_churn_attributions_event_id_churn_events"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_churn_attributions")),
        sa.UniqueConstraint("api_id", name=op.f("uq_churn_attributions_api_id")),
    )
    with op.batch_alter_table("churn_attributions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_churn_attributions_employee_id"), ["employee_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_churn_attributions_event_id"), ["event_id"], unique=False)
