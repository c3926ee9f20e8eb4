"""Add attachments, their earlier versions, and file removals."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "file_removals",
        sa.Column("storage_key", sa.String(length=80), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("storage_key", name=op.f("pk_file_removals")),
    )
    with op.batch_alter_table("file_removals", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_file_removals_due_at"), ["due_at"], unique=False)

    op.create_table(
        "attachments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=True),
        sa.Column("client_id", sa.Integer(), nullable=True),
        sa.Column("employee_id", sa.Integer(), nullable=True),
        sa.Column("title", sa.String(length=200), nullable=True),
        sa.Column("category", sa.String(length=20), nullable=False),
        sa.Column("sensitivity", sa.String(length=10), nullable=False),
        sa.Column("valid_until", sa.Date(), nullable=True),
        sa.Column("file_number", sa.Integer(), nullable=False),
        sa.Column("file_name", sa.String(length=200), nullable=False),
        sa.Column("mime", sa.String(length=100), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("storage_key", sa.String(length=80), nullable=False),
        sa.Column("uploaded_by_id", sa.Integer(), nullable=False),
        sa.Column("uploaded_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("name_key", sa.String(length=200), nullable=False),
        sa.Column("search_key", sa.String(), nullable=False),
        sa.CheckConstraint(
            "(project_id IS NULL OR client_id IS NULL) AND (project_id IS NULL OR employee_id IS NULL) AND "
            "(client_id IS NULL OR employee_id IS NULL)",
            name=op.f("ck_attachments_one_owner"),
        ),
        sa.ForeignKeyConstraint(["client_id"], ["clients.id"], name=op.f("fk_attachments_client_id_clients")),
        sa.ForeignKeyConstraint(["employee_id"], ["employees.id"], name=op.f("fk_attachments_employee_id_employees")),
        sa.ForeignKeyConstraint(["project_id"], ["projects.id"], name=op.f("fk_attachments_project_id_projects")),
        sa.ForeignKeyConstraint(["uploaded_by_id"], ["users.id"], name=op.f("fk_attachments_uploaded_by_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attachments")),
        sa.UniqueConstraint("api_id", name=op.f("uq_attachments_api_id")),
        sa.UniqueConstraint("storage_key", name=op.f("uq_attachments_storage_key")),
    )
    with op.batch_alter_table("attachments", schema=None) as batch_op:
        for column in ("project_id", "client_id", "employee_id", "uploaded_by_id", "uploaded_at"):
            batch_op.create_index(batch_op.f(f"ix_attachments_{column}"), [column], unique=False)

    op.create_table(
        "replaced_files",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("attachment_id", sa.Integer(), nullable=False),
        sa.Column("file_number", sa.Integer(), nullable=False),
        sa.Column("file_name", sa.String(length=200), nullable=False),
        sa.Column("mime", sa.String(length=100), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("storage_key", sa.String(length=80), nullable=False),
        sa.Column("uploaded_by_id", sa.Integer(), nullable=False),
        sa.Column("uploaded_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["attachment_id"],
            ["attachments.id"],
            name=op.f("fk_replaced_files_attachment_id_attachments"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["uploaded_by_id"], ["users.id"], name=op.f("fk_replaced_files_uploaded_by_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_replaced_files")),
        sa.UniqueConstraint("attachment_id", "file_number", name=op.f("uq_replaced_files_attachment_id_file_number")),
        sa.UniqueConstraint("storage_key", name=op.f("uq_replaced_files_storage_key")),
    )
    with op.batch_alter_table("replaced_files", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_replaced_files_uploaded_by_id"), ["uploaded_by_id"], unique=False)
