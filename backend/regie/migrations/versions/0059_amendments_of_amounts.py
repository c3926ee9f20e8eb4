"""Amendments of amounts, and the client's decisions about them."""

import sqlalchemy as sa
from alembic import op

revision = "0059"
down_revision = "0058"


def upgrade() -> None:
    op.create_table(
        "project_amendments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("effective_on", sa.Date(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=True),
        sa.Column("is_in_force", sa.Boolean(), nullable=False),
        sa.Column("recorded_by_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.id"], name=op.f("fk_project_amendments_project_id_projects"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["recorded_by_id"], ["users.id"], name=op.f("fk_project_amendments_recorded_by_id_users")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_project_amendments")),
        sa.UniqueConstraint("api_id", name=op.f("uq_project_amendments_api_id")),
    )
    with op.batch_alter_table("project_amendments", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_project_amendments_project_id"), ["project_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_project_amendments_recorded_by_id"), ["recorded_by_id"], unique=False)

    with op.batch_alter_table("oos_approvals", schema=None) as batch_op:
        batch_op.add_column(sa.Column("amendment_id", sa.Integer(), nullable=True))
        batch_op.drop_constraint(batch_op.f("uq_oos_approvals_project_id"), type_="unique")
        batch_op.create_index(batch_op.f("ix_oos_approvals_project_id"), ["project_id"], unique=False)
        batch_op.create_unique_constraint(batch_op.f("uq_oos_approvals_amendment_id"), ["amendment_id"])
        batch_op.create_index(
            "ux_oos_approvals_project",
            ["project_id"],
            unique=True,
            postgresql_where=sa.text("amendment_id IS NULL"),
            sqlite_where=sa.text("amendment_id IS NULL"),
        )
        batch_op.create_foreign_key(
            batch_op.f("fk_oos_approvals_amendment_id_project_amendments"),
            "project_amendments",
            ["amendment_id"],
            ["id"],
            ondelete="CASCADE",
        )
