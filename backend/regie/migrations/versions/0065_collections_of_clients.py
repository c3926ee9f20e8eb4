"""The follow-up of clients that owe money, and the log of contacts with them."""

import sqlalchemy as sa
from alembic import op

revision = "0065"
down_revision = "0064"


def upgrade() -> None:
    op.create_table(
        "client_collections",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("client_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("follow_up_on", sa.Date(), nullable=True),
        sa.Column("follow_up_owner_id", sa.Integer(), nullable=True),
        sa.Column("collection_state", sa.String(length=13), nullable=False),
        sa.Column("promised_on", sa.Date(), nullable=True),
        sa.Column("promised_amount", sa.BigInteger(), nullable=True),
        sa.Column("promised_currency", sa.String(length=3), nullable=True),
        sa.Column("promised_since", sa.Date(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["client_id"], ["clients.id"], name=op.f("fk_client_collections_client_id_clients"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["follow_up_owner_id"], ["users.id"], name=op.f("fk_client_collections_follow_up_owner_id_users")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_client_collections")),
        sa.UniqueConstraint("api_id", name=op.f("uq_client_collections_api_id")),
        sa.UniqueConstraint("client_id", name=op.f("uq_client_collections_client_id")),
    )
    with op.batch_alter_table("client_collections", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_client_collections_follow_up_on"), ["follow_up_on"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_client_collections_follow_up_owner_id"), ["follow_up_owner_id"], unique=False
        )

    op.create_table(
        "collection_entries",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("client_id", sa.Integer(), nullable=False),
        sa.Column("contacted_on", sa.Date(), nullable=False),
        sa.Column("kind", sa.String(length=7), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("author_id", sa.Integer(), nullable=False),
        sa.Column("promised_on", sa.Date(), nullable=True),
        sa.Column("promised_amount", sa.BigInteger(), nullable=True),
        sa.Column("promised_currency", sa.String(length=3), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["author_id"], ["users.id"], name=op.f("fk_collection_entries_author_id_users")),
        sa.ForeignKeyConstraint(
            ["client_id"], ["clients.id"], name=op.f("fk_collection_entries_client_id_clients"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_collection_entries")),
        sa.UniqueConstraint("api_id", name=op.f("uq_collection_entries_api_id")),
    )
    with op.batch_alter_table("collection_entries", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_collection_entries_author_id"), ["author_id"], unique=False)
        batch_op.create_index(
            "ix_collection_entries_client_id_contacted_on", ["client_id", "contacted_on"], unique=False
        )

    op.create_table(
        "collection_entry_invoices",
        sa.Column("entry_id", sa.Integer(), nullable=False),
        sa.Column("invoice_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["entry_id"],
            ["collection_entries.id"],
            name=op.f("fk_collection_entry_invoices_entry_id_collection_entries"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["invoice_id"], ["invoices.id"], name=op.f("fk_collection_entry_invoices_invoice_id_invoices")
        ),
        sa.PrimaryKeyConstraint("entry_id", "invoice_id", name=op.f("pk_collection_entry_invoices")),
    )
    with op.batch_alter_table("collection_entry_invoices", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_collection_entry_invoices_invoice_id"), ["invoice_id"], unique=False)
