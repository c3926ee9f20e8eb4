"""Proposals of projects from the records of the services, and the rules that name their kind."""

import sqlalchemy as sa
from alembic import op

revision = "0070"
down_revision = "0069"


def upgrade() -> None:
    op.create_table(
        "project_kind_rules",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(length=8), nullable=False),
        sa.Column("external_id", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_project_kind_rules")),
        sa.UniqueConstraint("source", "external_id", name=op.f("uq_project_kind_rules_source_external_id")),
    )
    op.create_table(
        "project_proposals",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("source", sa.String(length=120), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=True),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("certainty", sa.String(length=6), nullable=False),
        sa.Column("client_id", sa.Integer(), nullable=False),
        sa.Column("account_manager_id", sa.Integer(), nullable=True),
        sa.Column("project_manager_id", sa.Integer(), nullable=True),
        sa.Column("seller_id", sa.Integer(), nullable=True),
        sa.Column("teamwork_project_id", sa.String(length=64), nullable=True),
        sa.Column("deal_id", sa.Integer(), nullable=True),
        sa.Column("start_on", sa.Date(), nullable=True),
        sa.Column("end_on", sa.Date(), nullable=True),
        sa.Column("sold_on", sa.Date(), nullable=True),
        sa.Column("is_finished", sa.Boolean(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=True),
        sa.Column("billing_interval", sa.String(length=8), nullable=True),
        sa.Column("billing_day", sa.Integer(), nullable=True),
        sa.Column("included_hours", sa.BigInteger(), nullable=True),
        sa.Column("fees", sa.JSON(), nullable=False),
        sa.Column("evidence", sa.JSON(), nullable=False),
        sa.Column("missing", sa.JSON(), nullable=False),
        sa.Column("decided", sa.JSON(), nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=True),
        sa.Column("project_version", sa.Integer(), nullable=True),
        sa.Column("accepted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("accepted_by_id", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("name_key", sa.String(length=200), nullable=False),
        sa.Column("search_key", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["accepted_by_id"], ["users.id"], name=op.f("fk_project_proposals_accepted_by_id_users")
        ),
        sa.ForeignKeyConstraint(
            ["account_manager_id"], ["users.id"], name=op.f("fk_project_proposals_account_manager_id_users")
        ),
        sa.ForeignKeyConstraint(
            ["client_id"], ["clients.id"], name=op.f("fk_project_proposals_client_id_clients"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["deal_id"],
            ["hubspot_deals.id"],
            name=op.f("fk_project_proposals_deal_id_hubspot_deals"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.id"], name=op.f("fk_project_proposals_project_id_projects"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["project_manager_id"],
            ["employees.id"],
            name=op.f("fk_project_proposals_project_manager_id_employees"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["seller_id"], ["employees.id"], name=op.f("fk_project_proposals_seller_id_employees"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_project_proposals")),
        sa.UniqueConstraint("api_id", name=op.f("uq_project_proposals_api_id")),
        sa.UniqueConstraint("source", name=op.f("uq_project_proposals_source")),
    )
    with op.batch_alter_table("project_proposals", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_project_proposals_accepted_by_id"), ["accepted_by_id"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_project_proposals_account_manager_id"), ["account_manager_id"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_project_proposals_client_id"), ["client_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_project_proposals_deal_id"), ["deal_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_project_proposals_project_id"), ["project_id"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_project_proposals_project_manager_id"), ["project_manager_id"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_project_proposals_seller_id"), ["seller_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_project_proposals_state"), ["state"], unique=False)
