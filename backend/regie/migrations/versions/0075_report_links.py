"""Private links to reports for clients, and decisions that a client made on such a page.

Such a decision has no user who recorded it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0075"
down_revision = "0074"


def upgrade() -> None:
    op.create_table(
        "report_links",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("month", sa.Date(), nullable=False),
        sa.Column("secret_hash", sa.String(length=64), nullable=False),
        sa.Column("created_by_id", sa.Integer(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_opened_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("withdrawn_by_id", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["created_by_id"], ["users.id"], name=op.f("fk_report_links_created_by_id_users")),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.id"], name=op.f("fk_report_links_project_id_projects"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["withdrawn_by_id"], ["users.id"], name=op.f("fk_report_links_withdrawn_by_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_report_links")),
        sa.UniqueConstraint("api_id", name=op.f("uq_report_links_api_id")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_report_links_secret_hash")),
    )
    with op.batch_alter_table("report_links", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_report_links_created_by_id"), ["created_by_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_report_links_project_id"), ["project_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_report_links_withdrawn_by_id"), ["withdrawn_by_id"], unique=False)
    with op.batch_alter_table("oos_approvals", schema=None) as batch_op:
        batch_op.alter_column("decided_by_id", existing_type=sa.Integer(), nullable=True)
        batch_op.add_column(sa.Column("report_link_id", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("client_address", sa.String(length=45), nullable=True))
        batch_op.create_index(batch_op.f("ix_oos_approvals_report_link_id"), ["report_link_id"], unique=False)
        batch_op.create_foreign_key(
            batch_op.f("fk_oos_approvals_report_link_id_report_links"), "report_links", ["report_link_id"], ["id"]
        )
