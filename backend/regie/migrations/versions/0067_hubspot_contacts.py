"""Contacts of HubSpot with their companies, and the lists that a synchronization did not read."""

import sqlalchemy as sa
from alembic import op

revision = "0067"
down_revision = "0066"


def upgrade() -> None:
    op.create_table(
        "hubspot_contact_companies",
        sa.Column("contact_id", sa.String(length=64), nullable=False),
        sa.Column("company_id", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("contact_id", "company_id", name=op.f("pk_hubspot_contact_companies")),
    )
    with op.batch_alter_table("hubspot_contact_companies", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_hubspot_contact_companies_company_id"), ["company_id"], unique=False)

    op.create_table(
        "hubspot_contacts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("external_id", sa.String(length=64), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=True),
        sa.Column("email", sa.String(length=254), nullable=True),
        sa.Column("phone", sa.String(length=200), nullable=True),
        sa.Column("name", sa.String(length=400), nullable=False),
        sa.Column("name_key", sa.String(length=200), nullable=False),
        sa.Column("search_key", sa.String(), nullable=False),
        sa.Column("source_url", sa.String(length=400), nullable=True),
        sa.Column("remote_updated_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("synced_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("raw", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hubspot_contacts")),
        sa.UniqueConstraint("api_id", name=op.f("uq_hubspot_contacts_api_id")),
        sa.UniqueConstraint("external_id", name=op.f("uq_hubspot_contacts_external_id")),
    )
    with op.batch_alter_table("hubspot_contacts", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_hubspot_contacts_email"), ["email"], unique=False)
        batch_op.create_index(batch_op.f("ix_hubspot_contacts_synced_at"), ["synced_at"], unique=False)

    with op.batch_alter_table("sync_runs", schema=None) as batch_op:
        batch_op.add_column(sa.Column("skipped", sa.JSON(), nullable=True))
