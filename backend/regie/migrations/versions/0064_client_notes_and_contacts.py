"""Dated notes and several contacts of clients; the general text of a client stays where it is."""

import sqlalchemy as sa
from alembic import op

revision = "0064"
down_revision = "0063"


def upgrade() -> None:
    op.create_table(
        "client_contacts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("client_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=True),
        sa.Column("email", sa.String(length=254), nullable=True),
        sa.Column("phone", sa.String(length=200), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["client_id"], ["clients.id"], name=op.f("fk_client_contacts_client_id_clients"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_client_contacts")),
        sa.UniqueConstraint("api_id", name=op.f("uq_client_contacts_api_id")),
    )
    with op.batch_alter_table("client_contacts", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_client_contacts_client_id"), ["client_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_client_contacts_email"), ["email"], unique=False)

    op.create_table(
        "client_notes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("client_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("noted_on", sa.Date(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("author_id", sa.Integer(), nullable=False),
        sa.Column("next_step", sa.String(length=200), nullable=True),
        sa.Column("next_on", sa.Date(), nullable=True),
        sa.Column("next_owner_id", sa.Integer(), nullable=True),
        sa.Column("done_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["author_id"], ["users.id"], name=op.f("fk_client_notes_author_id_users")),
        sa.ForeignKeyConstraint(
            ["client_id"], ["clients.id"], name=op.f("fk_client_notes_client_id_clients"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["next_owner_id"], ["users.id"], name=op.f("fk_client_notes_next_owner_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_client_notes")),
        sa.UniqueConstraint("api_id", name=op.f("uq_client_notes_api_id")),
    )
    with op.batch_alter_table("client_notes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_client_notes_author_id"), ["author_id"], unique=False)
        batch_op.create_index("ix_client_notes_client_id_noted_on", ["client_id", "noted_on"], unique=False)
        batch_op.create_index(batch_op.f("ix_client_notes_next_owner_id"), ["next_owner_id"], unique=False)

    with op.batch_alter_table("clients", schema=None) as batch_op:
        batch_op.add_column(sa.Column("contact_title", sa.String(length=200), nullable=True))
