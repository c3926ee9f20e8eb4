"""Reminders to pay by mail: what was sent to clients, their templates, and mail that a record follows."""

import sqlalchemy as sa
from alembic import op

revision = "0076"
down_revision = "0075"

_TEMPLATES = tuple(
    f"{level}_{part}_{language}"
    for level in ("reminder", "firm_reminder")
    for part in ("subject", "text")
    for language in ("en", "fr")
)


def upgrade() -> None:
    op.create_table(
        "client_reminders",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("entry_id", sa.Integer(), nullable=False),
        sa.Column("client_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("level", sa.String(length=8), nullable=False),
        sa.Column("to_address", sa.String(length=254), nullable=False),
        sa.Column("subject", sa.String(length=200), nullable=False),
        sa.Column("overdue", sa.JSON(), nullable=False),
        sa.Column("invoices", sa.Integer(), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("mail_state", sa.String(length=6), nullable=False),
        sa.Column("mail_error", sa.String(length=40), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["client_id"], ["clients.id"], name=op.f("fk_client_reminders_client_id_clients"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["entry_id"],
            ["collection_entries.id"],
            name=op.f("fk_client_reminders_entry_id_collection_entries"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_client_reminders")),
        sa.UniqueConstraint("api_id", name=op.f("uq_client_reminders_api_id")),
        sa.UniqueConstraint("client_id", "number", name=op.f("uq_client_reminders_client_id_number")),
        sa.UniqueConstraint("entry_id", name=op.f("uq_client_reminders_entry_id")),
    )
    with op.batch_alter_table("client_reminders", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_client_reminders_mail_state"), ["mail_state"], unique=False)
    with op.batch_alter_table("mails", schema=None) as batch_op:
        batch_op.add_column(sa.Column("reference", sa.String(length=36), nullable=True))
    with op.batch_alter_table("settings", schema=None) as batch_op:
        batch_op.add_column(sa.Column("reminder_interval_days", sa.Integer(), server_default="7", nullable=False))
        for name in _TEMPLATES:
            batch_op.add_column(sa.Column(name, sa.Text(), nullable=True))
